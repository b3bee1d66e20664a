//! Ranked rows: armaments, tags added to them, frames.

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

/// What rows are ranked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Against {
    pub target: Target,
    /// Vigor of an enemy that removals are counted of, 1 or more.
    pub vigor: u8,
    pub circumstance: Circumstance,
    /// Tension at the start of the round, and its maximum.
    pub tension: u8,
    pub max_tension: u8,
}

impl Against {
    /// The round of some armaments for Harm.
    pub fn round<'a>(&self, armaments: &'a [Armament]) -> Round<'a> {
        let new = Round::new(armaments, self.target, self.tension, self.max_tension);
        Round { circumstance: self.circumstance, ..new }
    }

    /// The same for enemies removed.
    fn removals<'a>(&self, armaments: &'a [Armament]) -> Round<'a> {
        Round { objective: Objective::Removals { vigor: self.vigor }, ..self.round(armaments) }
    }
}

/// Highest first; equal ones stay in their order.
fn by_value<T>(rows: &mut [T], value: impl Fn(&T) -> f64) {
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
}

#[cfg(test)]
mod tests;
