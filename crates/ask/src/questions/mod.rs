//! The questions, one file per command: its arguments, and the function that answers it.

pub mod af;
pub mod baseline;
pub mod chain;
pub mod check;
pub mod compare;
pub mod dice;
mod duel;
mod exact;
pub mod io;
pub mod list;
pub mod names;
pub mod new;
pub mod odds;
pub mod play;
pub mod position;
pub mod ra;
mod rows;
pub mod rules;
pub mod schema;
pub mod training;
