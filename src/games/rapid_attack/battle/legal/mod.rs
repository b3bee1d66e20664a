//! Legality checks that the lists of candidates and the steps of the battle share.

pub mod declare;
pub mod dice;
pub mod fielding;
pub mod losses;
pub mod order;
pub mod proceed;
pub mod spots;
pub mod ties;
