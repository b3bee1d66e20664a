//! The dice of a mission: names of their random streams.

use super::super::ids::AceId;
use super::state::State;
pub use hitchart_dice::{Dice, KeyedDice};
use hitchart_dice::{Stream, Throw};

/// Stands for no Ace in the names of streams.
const NOBODY: u64 = 255;

/// Purpose of dice. The number is part of the stream's name, so it must never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    AceTurn = 1,
    GmTurn = 2,
    RoundStart = 3,
    /// Dice after a look-ahead has renamed the streams.
    Renamed = 5,
    /// The change of the situation.
    Situation = 6,
}

/// Returns the dice of a purpose in a round, for an Ace or for none. Common random numbers depend on this name.
pub fn throw(state: &State, purpose: Purpose, ace: Option<AceId>) -> Throw {
    let ace = ace.map_or(NOBODY, |ace| u64::from(ace.number()));
    let stream = u64::from(state.battle) << 16 | u64::from(state.round) << 8 | ace;
    Throw::new(Stream { seed: state.key, job: purpose as u64, stream }.key())
}
