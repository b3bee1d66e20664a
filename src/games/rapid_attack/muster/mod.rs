//! Companies that fight: frames with names and rockets, legal for a size of battle and a number of players.

mod built_in;
mod check;
mod company;
mod raw;
mod rockets;

pub use built_in::{BuiltIn, built_in, built_ins, text};
pub use check::{MusterError, check, check_each};
pub use company::{built_in_companies, built_in_company, company_of_file, resolve, resolve_each};
pub use raw::{RawCompany, RawEntry, RawFrame, RawFrameTable, RawRockets};
pub use rockets::share_out;

use super::bidding::Bid;
use super::loadout::Loadout;
use super::ruleset::Ruleset;
use hitchart_config::{At, Color};

/// A frame that fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FightingFrame {
    /// A name that no other frame of the company has.
    pub name: String,
    /// The systems and rockets of the frame.
    pub loadout: Loadout,
}

/// A company that fights.
#[derive(Clone, Debug, PartialEq)]
pub struct FightingCompany {
    /// A name that no other company of the battle has.
    pub name: String,
    pub frames: Vec<FightingFrame>,
    /// The frame to add if a tie for defense is broken by adding one (S22). It carries no rockets.
    pub spare: Option<FightingFrame>,
    /// Colour on maps.
    pub color: Color,
    /// The policy that plays the company, as written.
    pub policy: Option<At<toml::Value>>,
}

impl FightingCompany {
    /// Returns the rockets of all frames.
    pub fn rockets(&self) -> u16 {
        self.frames.iter().map(|frame| u16::from(frame.loadout.rockets())).sum()
    }

    /// Returns the systems of all frames as bids count them: with rockets, if the ruleset counts rockets (R02).
    pub fn systems(&self, rules: &Ruleset) -> u16 {
        let systems: u16 = self.frames.iter().map(|frame| frame.loadout.systems() as u16).sum();
        if rules.bidding.count_rockets { systems + self.rockets() } else { systems }
    }

    /// Returns the bid of the company, with a number of stations.
    pub fn bid(&self, stations: u8, rules: &Ruleset) -> Bid {
        let frames = u8::try_from(self.frames.len()).unwrap_or(u8::MAX);
        Bid { frames, systems: self.systems(rules), stations }
    }

    /// Returns the company with its spare frame among the others; `None` if there is no spare (S22).
    pub fn with_spare(mut self) -> Option<FightingCompany> {
        let spare = self.spare.take()?;
        self.frames.push(spare);
        Some(self)
    }

    /// Returns the company without one of its frames (S22); the others take over its rockets, direct weapons first.
    /// `None` if there is no such frame.
    pub fn without(mut self, frame: usize, rules: &Ruleset) -> Option<FightingCompany> {
        if frame >= self.frames.len() {
            return None;
        }
        let left = self.frames.remove(frame);
        share_out(&mut self.frames, left.loadout.rockets(), rules);
        Some(self)
    }

    /// Gives out more rockets, direct weapons first.
    pub fn share_out(&mut self, rockets: u8, rules: &Ruleset) {
        share_out(&mut self.frames, rockets, rules);
    }
}

#[cfg(test)]
mod tests;
