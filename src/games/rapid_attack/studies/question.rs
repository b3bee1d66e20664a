//! What the studies ask, checked: every value is in its range and every name resolved.

use super::super::assignment::Weights;
use super::super::attack::Shelter;
use super::super::battlefield::{Battlefield, Layout};
use super::super::bidding::{Limits, Size};
use super::super::durability::Objective;
use super::super::filter::{Filter, SortKey};
use super::super::frame::Frame;
use super::super::loadout::Range;
use super::super::loadouts::Extras;
use super::super::muster::FightingCompany;
use super::super::players::PolicySpec;
use super::super::ruleset::ChartName;
use crate::dice::Pool;
use std::sync::Arc;

/// What a study asks.
#[derive(Clone, Debug)]
pub enum Question {
    Frames(Vec<NamedFrame>),
    Companies(Vec<Company>),
    Attacks(AttacksStudy),
    Loadouts(LoadoutsStudy),
    Durability(DurabilityStudy),
    Assignment(AssignmentStudy),
    Games(GamesStudy),
}

impl Question {
    /// The name that people type.
    pub fn name(&self) -> &'static str {
        match self {
            Question::Frames(_) => "frames",
            Question::Companies(_) => "companies",
            Question::Attacks(_) => "attacks",
            Question::Loadouts(_) => "loadouts",
            Question::Durability(_) => "durability",
            Question::Assignment(_) => "assignment",
            Question::Games(_) => "games",
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
    /// The battlefields of the layout: one, or as many as are drawn from the scenario's seed; shared by studies of one
    /// layout.
    pub fields: Arc<[Battlefield]>,
    /// As many as companies. Without swapped seats each plays the company of its place.
    pub policies: Vec<PolicySpec>,
    pub games: u64,
    /// Whether the policies take every seat in turn.
    pub swap_seats: bool,
}
