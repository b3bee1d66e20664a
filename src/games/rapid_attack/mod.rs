//! Mobile Frame Zero: Rapid Attack.

pub(crate) mod design;
mod lists;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod studies;

use crate::games::entry::{Entry, blind_of, exact_of, rules_text};
use crate::games::lists::Listed;
use hitchart_config::rules::{self, Rules};
use hitchart_lab::study::{Limit, with_heading};
use hitchart_rapid_attack::ruleset::Ruleset;

/// The entry of this game in the list of games.
pub const ENTRY: Entry = Entry {
    name: "rapid-attack",
    title: "Mobile Frame Zero: Rapid Attack",
    rulesets: Ruleset::BUILT_IN,
    rules: rules_text::<Ruleset>,
    exact: |rules| exact_of(rules, lists::exact),
    blind: |rules, base| blind_of(rules, base, hitchart_rapid_attack::rules_files::played_blind),
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
        (Listed::Archetypes, lists::archetype_table),
    ],
    texts: &[
        (Listed::Companies, hitchart_rapid_attack::muster::text),
        (Listed::Battlefields, hitchart_rapid_attack::battlefield::text),
    ],
    check: studies::check,
};
