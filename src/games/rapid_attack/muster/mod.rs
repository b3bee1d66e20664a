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
    /// Unlike that of any other frame of its company.
    pub name: String,
    /// Its systems and the rockets it carries.
    pub loadout: Loadout,
}

/// A company that fights.
#[derive(Clone, Debug, PartialEq)]
pub struct FightingCompany {
    /// Unlike that of any other company of the battle.
    pub name: String,
    pub frames: Vec<FightingFrame>,
    /// The frame that joins where a tie for defense is broken by adding one (S22). It carries no rockets.
    pub spare: Option<FightingFrame>,
    /// Colour on maps.
    pub color: Color,
    /// The policy that plays it, as written.
    pub policy: Option<At<toml::Value>>,
}

impl FightingCompany {
    /// Rockets of all frames.
    pub fn rockets(&self) -> u16 {
        self.frames.iter().map(|frame| u16::from(frame.loadout.rockets())).sum()
    }

    /// Systems of all frames as bids count them: with rockets, if the ruleset counts these (R02).
    pub fn systems(&self, rules: &Ruleset) -> u16 {
        let systems: u16 = self.frames.iter().map(|frame| frame.loadout.systems() as u16).sum();
        if rules.bidding.count_rockets { systems + self.rockets() } else { systems }
    }

    /// What it brings to the comparison, with so many stations.
    pub fn bid(&self, stations: u8, rules: &Ruleset) -> Bid {
        let frames = u8::try_from(self.frames.len()).unwrap_or(u8::MAX);
        Bid { frames, systems: self.systems(rules), stations }
    }

    /// The company with its spare frame among the others; `None` where it has none (S22).
    pub fn with_spare(mut self) -> Option<FightingCompany> {
        let spare = self.spare.take()?;
        self.frames.push(spare);
        Some(self)
    }

    /// The company without one of its frames (S22); the others take over its rockets, direct weapons first. `None`
    /// where there is no such frame.
    pub fn without(mut self, frame: usize, rules: &Ruleset) -> Option<FightingCompany> {
        if frame >= self.frames.len() {
            return None;
        }
        let left = self.frames.remove(frame);
        share_out(&mut self.frames, left.loadout.rockets(), rules);
        Some(self)
    }

    /// Gives out so many more rockets, direct weapons first.
    pub fn share_out(&mut self, rockets: u8, rules: &Ruleset) {
        share_out(&mut self.frames, rockets, rules);
    }
}

#[cfg(test)]
mod tests;
