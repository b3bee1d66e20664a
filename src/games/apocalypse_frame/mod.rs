//! Apocalypse Frame.

pub(crate) mod lists;
pub mod record;
pub(crate) mod replay;
pub(crate) mod studies;

use super::entry::{Entry, blind_of, exact_of, rules_text};
use super::lists::Listed;
use hitchart_apocalypse_frame::ruleset::Ruleset;
use hitchart_config::rules::{self, Rules};
use hitchart_lab::study::with_heading;

/// This game's entry in the list of games.
pub const ENTRY: Entry = Entry {
    name: "apocalypse-frame",
    title: "Apocalypse Frame",
    rulesets: Ruleset::BUILT_IN,
    rules: rules_text::<Ruleset>,
    exact: |rules| exact_of(rules, lists::exact),
    blind: |rules, base| blind_of(rules, base, lists::played_blind),
    rules_schema: rules::schema::<Ruleset>,
    plays: "missions",
    meetings: ("compare-apocalypse-frame.toml", include_str!("../../../scenarios/compare-apocalypse-frame.toml")),
    study_schema: || with_heading(schemars::schema_for!(studies::RawStudy).to_value()),
    policies: lists::policies,
    metrics: lists::metrics,
    limits: &[],
    lists: &[(Listed::Armaments, lists::armaments), (Listed::Encounters, lists::encounters)],
    texts: &[(Listed::Encounters, hitchart_apocalypse_frame::encounter::ground::text)],
    check: studies::check,
};
