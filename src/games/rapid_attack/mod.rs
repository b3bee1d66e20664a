//! Mobile Frame Zero: Rapid Attack.

pub mod assignment;
pub mod attack;
pub mod attack_table;
pub mod battle;
pub mod battle_rules;
pub mod battlefield;
pub mod bidding;
pub mod blind;
pub mod company;
pub mod design;
pub mod design_rules;
pub mod dice_rules;
pub mod durability;
pub mod filter;
pub mod frame;
pub mod frame_graph;
mod known;
mod lists;
pub mod loadout;
pub mod loadouts;
pub mod muster;
pub mod outlast;
pub mod players;
mod ranges;
pub mod record;
pub mod replay;
pub mod roster;
pub mod rules_files;
pub mod ruleset;
pub mod situation;
pub mod studies;

use super::entry::{Entry, blind_of, exact_of, rules_text};
use super::lists::Listed;
use hitchart_config::rules::{self, Rules};
use hitchart_lab::study::{Limit, with_heading};
use ruleset::Ruleset;

/// The entry of this game in the list of games.
pub const ENTRY: Entry = Entry {
    name: "rapid-attack",
    title: "Mobile Frame Zero: Rapid Attack",
    rulesets: Ruleset::BUILT_IN,
    rules: rules_text::<Ruleset>,
    exact: |rules| exact_of(rules, known::exact),
    blind: |rules, base| blind_of(rules, base, blind::played_blind),
    rules_schema: rules::schema::<Ruleset>,
    plays: "games",
    meetings: ("compare-rapid-attack.toml", include_str!("../../../scenarios/compare-rapid-attack.toml")),
    study_schema: || with_heading(schemars::schema_for!(studies::RawStudy).to_value()),
    policies: lists::policies,
    metrics: lists::metrics,
    limits: &[Limit { reached: "ended_by_clock", of: "rounds", field: "clock.start" }],
    lists: &[
        (Listed::Companies, lists::companies),
        (Listed::Battlefields, lists::battlefields),
        (Listed::Archetypes, lists::archetypes),
    ],
    texts: &[(Listed::Companies, muster::text), (Listed::Battlefields, battlefield::text)],
    check: studies::check,
};
