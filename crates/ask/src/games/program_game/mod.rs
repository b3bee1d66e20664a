//! A game that is a program: any command that describes its game and plays batches of games. `docs/protocol.md`
//! describes the protocol; the crate `hitchart-program` starts the processes.

mod games;
mod restricted;
mod rules;
mod studies;
mod table;

use super::entry::{Entry, StudyFields};
use hitchart_lab::study::schema_of;
use serde_json::json;

/// Name of the game of a scenario whose `[game]` is a command.
const NAME: &str = "program";

/// This game's entry. It is in no list of games, because its names are those of the program.
pub(super) const ENTRY: Entry = Entry {
    name: NAME,
    title: "A game as a program",
    rulesets: &[(rules::DEFAULT, "name = \"default\"\n")],
    has_values: false,
    rules: rules::load,
    // The program describes its rules, so they are checked with the scenario.
    checked: |table| Ok(rules::text(&table)),
    exact: |_| Ok(Vec::new()),
    blind: |_, _| Vec::new(),
    not_exact: |_, _| Vec::new(),
    half_changed: |_, _| None,
    rules_schema: || json!({ "type": "object", "title": "Rules of a program" }),
    plays: "games",
    meetings: ("", ""),
    study_schema: || schema_of(studies::kinds()),
    policies: Vec::new,
    distance: |_| None,
    metrics: Vec::new,
    limits: &[],
    lists: &[],
    texts: &[],
    study_fields: StudyFields { sides: "", stored: "", named: &[], written_out: |_, _, _| Ok(None) },
    check: studies::check_scenario,
};
