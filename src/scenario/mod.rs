//! Scenario files: what a user asks, read literally and then checked.

mod check;
mod games;
mod policies;
mod raw;
mod studies;

pub use check::{MAX_SAMPLES, Overrides, check};
pub use games::{MAX_GAMES, policies_needed};
pub use raw::schema;

use crate::dice::Pool;
use crate::input::FileText;
use crate::systems::rapid_attack::assignment::Weights;
use crate::systems::rapid_attack::attack::Shelter;
use crate::systems::rapid_attack::battlefield::{Battlefield, Layout};
use crate::systems::rapid_attack::bidding::{Limits, Size};
use crate::systems::rapid_attack::durability::Objective;
use crate::systems::rapid_attack::filter::{Filter, SortKey};
use crate::systems::rapid_attack::frame::Frame;
use crate::systems::rapid_attack::loadout::Range;
use crate::systems::rapid_attack::loadouts::Extras;
use crate::systems::rapid_attack::muster::FightingCompany;
use crate::systems::rapid_attack::players::PolicySpec;
use crate::systems::rapid_attack::ruleset::{ChartName, Ruleset};
use std::collections::BTreeMap;

/// A checked scenario: every value is in its range and every name resolved.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub file: FileText,
    pub title: String,
    pub description: String,
    /// Title of the game.
    pub system: &'static str,
    pub rules: Ruleset,
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
    /// Policies that the scenario names, as written.
    pub policies: BTreeMap<String, toml::Value>,
    pub studies: Vec<Study>,
}

/// One question of a scenario.
#[derive(Clone, Debug)]
pub struct Study {
    /// Anchor and stem of file names: lower case, digits and hyphens; unique.
    pub name: String,
    pub title: String,
    /// How to read it; may be empty.
    pub text: String,
    pub kind: StudyKind,
}

/// Kinds of studies.
#[derive(Clone, Debug)]
pub enum StudyKind {
    Frames(Vec<NamedFrame>),
    Companies(Vec<Company>),
    Attacks(AttacksStudy),
    Loadouts(LoadoutsStudy),
    Durability(DurabilityStudy),
    Assignment(AssignmentStudy),
    Games(GamesStudy),
}

impl StudyKind {
    /// The name that people type.
    pub fn name(&self) -> &'static str {
        match self {
            StudyKind::Frames(_) => "frames",
            StudyKind::Companies(_) => "companies",
            StudyKind::Attacks(_) => "attacks",
            StudyKind::Loadouts(_) => "loadouts",
            StudyKind::Durability(_) => "durability",
            StudyKind::Assignment(_) => "assignment",
            StudyKind::Games(_) => "games",
        }
    }
}

/// A frame and what to call it.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedFrame {
    /// The archetype's name, or the loadout as written.
    pub name: String,
    pub frame: Frame,
}

/// A company of frames.
#[derive(Clone, Debug)]
pub struct Company {
    pub name: String,
    pub frames: Vec<NamedFrame>,
}

/// A spot on the target.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    pub label: String,
    pub dice: Pool,
}

/// Every combination of attackers, ranges, whites, rockets, targets, shelters and spots.
#[derive(Clone, Debug)]
pub struct AttacksStudy {
    pub attackers: Vec<NamedFrame>,
    pub ranges: Vec<Range>,
    /// Whites given to the attack.
    pub whites: Vec<u8>,
    /// Rockets fired, as far as the attacker carries them.
    pub rockets: u8,
    pub targets: Vec<NamedFrame>,
    /// Whites given to the target's defense.
    pub target_whites: u8,
    pub shelters: Vec<Shelter>,
    pub spots: Vec<Spot>,
    pub simulate: bool,
}

/// A ranking of all legal loadouts.
#[derive(Clone, Debug)]
pub struct LoadoutsStudy {
    pub extras: Extras,
    pub whites: u8,
    pub filters: Vec<Filter>,
    pub sort: Option<SortKey>,
    pub pareto_only: bool,
    pub top: Option<usize>,
    /// Pairs of measures to plot against each other, by name.
    pub scatter: Vec<(String, String)>,
}

/// How long frames stand.
#[derive(Clone, Debug)]
pub struct DurabilityStudy {
    pub frames: Vec<NamedFrame>,
    /// Whites given to defense, one answer each.
    pub whites: Vec<u8>,
    pub attack: Pool,
    pub spot: Pool,
    pub chart: ChartName,
    /// Hits of the cover in the run of attacks; 0 for the open.
    pub cover_hits: u8,
    pub objective: Objective,
    /// Attacks listed and simulated.
    pub attacks: u8,
    pub simulate: bool,
}

/// Best play after the roll.
#[derive(Clone, Debug)]
pub struct AssignmentStudy {
    pub frames: Vec<NamedFrame>,
    pub range: Range,
    pub chart: ChartName,
    pub shelter: Shelter,
    pub target_defense: u8,
    pub rockets: u8,
    pub weights: Weights,
}

/// Whole games between companies.
#[derive(Clone, Debug)]
pub struct GamesStudy {
    pub size: Size,
    pub limits: Limits,
    /// 2 to 5.
    pub companies: Vec<FightingCompany>,
    /// What the battlefield is called.
    pub battlefield: String,
    pub layout: Layout,
    /// The battlefields of the layout: one, or as many as are drawn from the scenario's seed.
    pub fields: Vec<Battlefield>,
    /// As many as companies. Without swapped seats each plays the company of its place.
    pub policies: Vec<PolicySpec>,
    pub games: u64,
    /// Whether the policies take every seat in turn.
    pub swap_seats: bool,
}
