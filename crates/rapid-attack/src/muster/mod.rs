//! Companies that fight: frames with names and rockets, legal for a size of battle and a number of players.
//!
//! A company comes from TOML or from the built-in list.

mod company;
#[cfg(test)]
mod tests;

pub use company::{
    MusterError, built_in_companies, built_in_company, check, check_each, company_of_file, resolve, resolve_each,
};

use super::loadout::{Loadout, Range};
use super::{bidding::Bid, ruleset::Ruleset};
pub use hitchart_config::Color;
use hitchart_config::{At, InputError, text_or_table};
use hitchart_mobile_frame::built_in::BuiltIns;
use hitchart_play::policy::RawPolicy;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use std::sync::LazyLock;

// Companies and their frames.

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
    /// Frames that the company fields, without the spare.
    pub frames: Vec<FightingFrame>,
    /// The frame to add if a tie for defense is broken by adding one (S22). It carries no rockets.
    pub spare: Option<FightingFrame>,
    /// Colour on maps.
    pub color: Color,
    /// The policy that plays the company, as a scenario writes it; `None` for a company of code, which passes its players
    /// to the play loop.
    pub policy: Option<At<toml::Value>>,
}

impl FightingCompany {
    /// Creates a company of frames, each a loadout such as `RdYBG+SSR1` or an archetype. Frames of one loadout are
    /// numbered. The company has no spare frame and the first colour; companies that meet need different colours, see
    /// [`Color::free`]. [`check`] checks companies that meet.
    ///
    /// # Errors
    /// An empty name, more than 24 frames, and frames that the ruleset does not allow.
    pub fn new(name: &str, frames: &[&str], rules: &Ruleset) -> Result<FightingCompany, InputError> {
        fn at<T>(value: T) -> At<T> {
            At { value, span: 0..0 }
        }
        let frames = frames.iter().map(|frame| at(RawFrame::Loadout((*frame).to_owned()))).collect();
        let (name, frames) = (Some(at(name.to_owned())), Some(at(frames)));
        let raw = RawCompany { name, frames, company: None, rockets: None, spare: None, color: None, policy: None };
        company::of_code(&raw, rules)
    }

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

// The TOML of companies, as written.

/// A company of a battle: the name of a built-in one, or a table.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(untagged, description = "The two forms of an entry in the schema.")]
pub enum RawEntry {
    /// A built-in company.
    BuiltIn(String),
    /// A company.
    Company(Box<RawCompany>),
}

/// A company as a table: its frames, or a built-in company with another name, color or policy.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCompany {
    /// A name that no other company has; by default the name of the built-in company.
    pub name: Option<At<String>>,
    /// A built-in company, instead of `frames`.
    pub company: Option<At<String>>,
    /// Its frames, as many as the size of the battle allows.
    pub frames: Option<At<Vec<At<RawFrame>>>>,
    /// `auto` distributes the rockets that no loadout has.
    pub rockets: Option<At<RawRockets>>,
    /// The frame to add if a tie for defense is broken by an added frame.
    pub spare: Option<At<RawFrame>>,
    /// Colour on maps: a name such as `blue`, or `#c0392b`.
    pub color: Option<At<String>>,
    /// The policy that plays it: a name, or a table of settings.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
}

/// Distribution of the rockets of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawRockets {
    /// To frames with direct weapons first, one each in turn
    Auto,
}

/// A frame: its loadout or archetype, or a table.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(untagged, description = "The two forms of a frame in the schema.")]
pub enum RawFrame {
    /// Loadout or archetype.
    Loadout(String),
    /// A frame with rockets or a name.
    Table(RawFrameTable),
}

/// A frame with rockets or a name.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFrameTable {
    /// Loadout or archetype.
    pub loadout: At<String>,
    /// Rockets, unless the loadout contains them.
    pub rockets: Option<At<u8>>,
    /// A name that no other frame of the company has; by default the loadout or archetype.
    pub name: Option<At<String>>,
}

impl<'de> Deserialize<'de> for RawFrame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawFrame, D::Error> {
        let expected = "a loadout, an archetype, or a table with `loadout`";
        text_or_table(deserializer, expected, RawFrame::Loadout, RawFrame::Table)
    }
}

impl<'de> Deserialize<'de> for RawEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawEntry, D::Error> {
        let table = |company| RawEntry::Company(Box::new(company));
        text_or_table(deserializer, "the name of a built-in company, or a table", RawEntry::BuiltIn, table)
    }
}

// Distribution of the rockets that no loadout has.

/// Gives out rockets one by one: in turn to the frames with direct weapons, in their order, until these are full, and
/// then to the others. Rockets that fit on no frame are left over.
pub fn share_out(frames: &mut [FightingFrame], rockets: u8, rules: &Ruleset) {
    let armed = |frame: &FightingFrame| frame.loadout.halves_at(Range::Direct) > 0;
    let mut left = rockets;
    for armed_now in [true, false] {
        for carried in 0..rules.rockets.per_frame {
            let takers = frames.iter_mut().filter(|frame| armed(frame) == armed_now);
            for frame in takers.filter(|frame| frame.loadout.rockets() <= carried) {
                if left == 0 {
                    return;
                }
                frame.loadout = frame.loadout.with_rockets(frame.loadout.rockets() + 1);
                left -= 1;
            }
        }
    }
}

/// The built-in companies.
pub static COMPANIES: LazyLock<BuiltIns<RawCompany>> =
    LazyLock::new(|| BuiltIns::read("company", include_str!("companies.toml")));
