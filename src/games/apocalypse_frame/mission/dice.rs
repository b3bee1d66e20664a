//! The dice of a mission: which streams they come from.

use super::super::ids::AceId;
use super::state::State;
pub use hitchart_dice::{Dice, KeyedDice};
use hitchart_dice::{Stream, Throw};

/// Stands for no Ace in the names of streams.
const NOBODY: u64 = 255;

/// Whose dice they are. The number is part of the stream's name, so it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    AceTurn = 1,
    GmTurn = 2,
    RoundStart = 3,
    /// What is thrown after a look-ahead has renamed the streams.
    Renamed = 5,
    /// Which change of the situation comes.
    Situation = 6,
}

/// The dice of a purpose for an Ace, or for nobody, in a round; common random numbers hang on this name.
pub fn throw(state: &State, purpose: Purpose, ace: Option<AceId>) -> Throw {
    let ace = ace.map_or(NOBODY, |ace| u64::from(ace.number()));
    let stream = u64::from(state.battle) << 16 | u64::from(state.round) << 8 | ace;
    Throw::new(Stream { seed: state.key, job: purpose as u64, stream }.key())
}
