//! Tests of the engine: invariants, the rulebook's example, the exact engine, naive reimplementations, symmetry.

mod agreement;
mod example_round;
mod invariants;
mod judgement;
mod repetition;
mod resolve;
mod rulings;
mod scripted;
mod story;
mod symmetry;
mod watcher;

use super::*;
use crate::battlefield::{battlefields, named};
use crate::bidding::{Size, limits};
use crate::{muster::built_in_company, rules_files::rulebook, ruleset::Ruleset};

/// The built-in rulesets.
const RULESETS: [&str; 3] = ["rulebook", "draft-2012", "handbook"];

/// Creates a battle between built-in companies.
pub(super) fn battle(companies: &[&str], field: &str, size: Size, rules: Ruleset) -> Battle<KeyedDice> {
    let limits = limits(companies.len(), size, &rules.sizes).unwrap();
    let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
    let layout = named(field).unwrap();
    let fields = battlefields(&layout, &battlefield_rules(&rules), 1).unwrap();
    Battle::new(rules, (size, limits), companies, fields, KeyedDice)
}
