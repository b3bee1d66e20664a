//! What the studies ask, checked: every value is in its range and every name resolved.

use super::super::ace::Ace;
use super::super::catalogue::armament::Gear;
use super::super::catalogue::tag::Tags;
use super::super::odds::single::Target;
use super::batch::Batch;
use super::campaign::Campaign;

/// What a study asks.
#[derive(Clone, Debug)]
pub enum Question {
    Armaments(ArmamentsStudy),
    Tags(TagsStudy),
    Items(ItemsStudy),
    Frames(FramesStudy),
    Batch(Batch),
    Campaign(Box<Campaign>),
}

impl Question {
    /// The name that people type.
    pub fn name(&self) -> &'static str {
        match self {
            Question::Armaments(_) => "armaments",
            Question::Tags(_) => "tags",
            Question::Items(_) => "items",
            Question::Frames(_) => "frames",
            Question::Batch(asked) => asked.show.name(),
            Question::Campaign(_) => "campaign",
        }
    }
}

/// How the missions of a batch are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    Mission,
    Squads,
    Difficulty,
    Marginal,
    Ladder,
}

impl Show {
    /// The kind of study.
    pub const fn name(self) -> &'static str {
        match self {
            Show::Mission => "missions",
            Show::Squads => "squads",
            Show::Difficulty => "difficulty",
            Show::Marginal => "marginal",
            Show::Ladder => "ladder",
        }
    }
}

/// A target of exact answers, and the Vigor of the enemy whose removal is asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Against {
    pub target: Target,
    pub vigor: u8,
}

/// Exact odds of every armament.
#[derive(Clone, Debug)]
pub struct ArmamentsStudy {
    pub gear: Gear,
    pub targets: Vec<Against>,
    /// Tags in force of those that depend on a circumstance.
    pub with: Tags,
    pub tension: u8,
    pub simulate: bool,
}

/// What a tag more is worth on every armament.
#[derive(Clone, Debug)]
pub struct TagsStudy {
    pub gear: Gear,
    pub against: Against,
    pub tension: u8,
}

/// Harm per Ammo of every system.
#[derive(Clone, Debug)]
pub struct ItemsStudy {
    pub against: Against,
}

/// Exact worth of frames over a round.
#[derive(Clone, Debug)]
pub struct FramesStudy {
    pub aces: Vec<Ace>,
    pub against: Against,
}
