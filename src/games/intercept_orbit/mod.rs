//! Mobile Frame Zero: Intercept Orbit.

pub mod attack;
pub mod battle;
pub mod battle_rules;
pub mod bidding;
pub mod design;
pub mod durability;
pub mod exact_odds;
pub mod fleet;
pub mod known;
pub mod muster;
pub mod players;
pub mod record;
pub mod replay;
pub mod ruleset;
pub mod ship;
pub mod space;
pub mod studies;

use super::entry::{Entry, blind_of, exact_of, rules_text};
use super::lists::Listed;
use hitchart_config::rules;
use hitchart_config::rules::Rules;
use hitchart_lab::study::with_heading;
use ruleset::Ruleset;

/// This game's entry.
pub const ENTRY: Entry = Entry {
    name: "intercept-orbit",
    title: "Mobile Frame Zero: Intercept Orbit",
    rulesets: Ruleset::BUILT_IN,
    rules: rules_text::<Ruleset>,
    exact: |rules| exact_of(rules, known::exact),
    blind: |rules, base| blind_of(rules, base, ruleset::played_blind),
    rules_schema: rules::schema::<Ruleset>,
    plays: "games",
    meetings: ("compare-intercept-orbit.toml", include_str!("../../../scenarios/compare-intercept-orbit.toml")),
    study_schema: || with_heading(schemars::schema_for!(studies::RawStudy).to_value()),
    policies: known::policies,
    metrics: known::metrics,
    limits: &[],
    lists: &[(Listed::Fleets, known::fleets)],
    texts: &[(Listed::Fleets, muster::text)],
    check: studies::check,
};
