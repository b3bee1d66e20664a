//! Rankings of armaments, of tags added to armaments, and of frames.

mod armaments;
mod frames;
mod tags;

pub use armaments::{ArmamentRank, rank_armaments};
pub use frames::{FrameRank, rank_frames};
pub use tags::{TagGain, best_armament_of_each_tag, best_tag_of_each_armament, tag_gains};

use super::circumstance::Circumstance;
use super::round::{Objective, Round};
use super::single::Target;
use crate::games::apocalypse_frame::catalogue::armament::Armament;

/// Conditions of a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Against {
    pub target: Target,
    /// Vigor of the enemies that removals count, at least 1.
    pub vigor: u8,
    pub circumstance: Circumstance,
    /// Tension at the start of the round, and its maximum.
    pub tension: u8,
    pub max_tension: u8,
}

impl Against {
    /// Returns the round of some armaments with Harm as the objective.
    pub fn round<'a>(&self, armaments: &'a [Armament]) -> Round<'a> {
        let new = Round::new(armaments, self.target, self.tension, self.max_tension);
        Round { circumstance: self.circumstance, ..new }
    }

    /// Returns the same round with removed enemies as the objective.
    fn removals<'a>(&self, armaments: &'a [Armament]) -> Round<'a> {
        Round { objective: Objective::Removals { vigor: self.vigor }, ..self.round(armaments) }
    }
}

/// Sorts by value, highest first; the sort is stable.
fn by_value<T>(rows: &mut [T], value: impl Fn(&T) -> f64) {
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
}

#[cfg(test)]
mod tests;
