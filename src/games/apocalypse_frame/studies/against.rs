//! Targets of exact answers, and the study of armaments.

use super::super::catalogue::armament::Gear;
use super::super::catalogue::tag::Tags;
use super::super::odds::circumstance::Circumstance;
use super::super::odds::rankings;
use super::super::odds::single::Target;
use super::super::ruleset::Ruleset;
use std::sync::Arc;

/// A target of exact answers, and the Vigor of the enemy for the chance of removal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Against {
    pub target: Target,
    pub vigor: u8,
}

/// Returns the conditions of rankings. A battle begins 3 below the maximum of Tension (A10), which matters for Focused.
pub fn against(of: Against, with: Tags, tension: u8, rules: &Ruleset) -> rankings::Against {
    rankings::Against {
        target: of.target,
        vigor: of.vigor,
        circumstance: Circumstance { in_force: with, ..Circumstance::default() },
        tension,
        max_tension: tension + rules.resources.tension_start_below,
    }
}

/// Describes a target.
pub fn told(target: &Target) -> String {
    let cover = if target.cover { ", in cover" } else { "" };
    format!("Armor {}, Shields {}{cover}", target.armor, target.shields)
}

/// Exact odds of every armament.
#[derive(Clone, Debug)]
pub struct ArmamentsStudy {
    pub rules: Arc<Ruleset>,
    pub gear: Gear,
    pub targets: Vec<Against>,
    /// Tags in force among those that depend on a circumstance.
    pub with: Tags,
    pub tension: u8,
    pub simulate: bool,
}
