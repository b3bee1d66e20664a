//! Mobile Frame Zero: Intercept Orbit.

pub(crate) mod design;
pub(crate) mod known;
pub mod record;
pub mod replay;
pub(crate) mod studies;

use super::entry::{Entry, blind_of, exact_of, rules_text};
use super::lists::Listed;
use hitchart_config::rules;
use hitchart_config::rules::Rules;
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_lab::study::with_heading;

/// This game's entry.
pub const ENTRY: Entry = Entry {
    name: "intercept-orbit",
    title: "Mobile Frame Zero: Intercept Orbit",
    rulesets: Ruleset::BUILT_IN,
    rules: rules_text::<Ruleset>,
    exact: |rules| exact_of(rules, known::exact),
    blind: |rules, base| blind_of(rules, base, hitchart_intercept_orbit::ruleset::played_blind),
    rules_schema: rules::schema::<Ruleset>,
    plays: "games",
    meetings: ("compare-intercept-orbit.toml", include_str!("../../../scenarios/compare-intercept-orbit.toml")),
    study_schema: || with_heading(schemars::schema_for!(studies::RawStudy).to_value()),
    policies: known::policies,
    metrics: known::metrics,
    limits: &[],
    lists: &[(Listed::Fleets, known::fleets)],
    texts: &[(Listed::Fleets, hitchart_intercept_orbit::muster::text)],
    check: studies::check,
};
