//! What a game offers to the rest of the program, as data.

use super::lists::{BuiltInPolicy, Lists, Measured, Texts};
use hitchart_config::rules::{self, Rules, RulesText, diff};
use hitchart_config::{Beside, InputError};
use hitchart_lab::study::{Checked, Exact, Limit, Request};
use hitchart_report::table::Table;
use serde_json::Value;

/// The entry of a game.
#[derive(Debug)]
pub struct Entry {
    /// Name in scenario files.
    pub name: &'static str,
    /// Its full title.
    pub title: &'static str,
    /// Built-in rulesets: name and TOML text; the first is the default.
    pub rulesets: &'static [(&'static str, &'static str)],
    /// The ruleset of a built-in name, or of a file beside another.
    pub rules: fn(&str, &Beside) -> Result<RulesText, InputError>,
    /// What can be known exactly of a complete ruleset: the same numbers in the same order for equal rules.
    pub exact: fn(&RulesText) -> Result<Vec<Exact>, InputError>,
    /// The fields in which a ruleset differs from another, and to which no player can react.
    pub blind: fn(&RulesText, &RulesText) -> Vec<String>,
    /// JSON Schema of its ruleset files.
    pub rules_schema: fn() -> Value,
    /// The kind of studies that play whole games, as people type it.
    pub plays: &'static str,
    /// Scenario that rulesets are compared on if no other is named: its name, and its text.
    pub meetings: (&'static str, &'static str),
    /// JSON Schema of its studies as written.
    pub study_schema: fn() -> Value,
    /// Its policies.
    pub policies: fn() -> Vec<BuiltInPolicy>,
    /// What is counted of its games.
    pub metrics: fn() -> Vec<Measured>,
    /// Limits that its rules set to games, by which a sweep says what stands in the way of a target.
    pub limits: &'static [Limit],
    /// What else it names: tables with a column `name`.
    pub lists: Lists,
    /// What of these lists has a text of its own.
    pub texts: Texts,
    /// Checks the part of a scenario that is the game's own.
    pub check: fn(Request<'_>) -> Result<Checked, InputError>,
}

/// How a ruleset differs from the built-in one that is most like it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedRules {
    /// The built-in one.
    pub base: &'static str,
    /// Fields, with the value of the built-in one and the ruleset's.
    pub fields: Vec<(String, String, String)>,
    /// Those of them to which no player can react.
    pub blind: Vec<String>,
}

impl ChangedRules {
    /// The fields as a table, whose note explains the mark of those that are played blind, if there is one.
    pub fn table(&self, name: &str, title: String, rules: &str) -> Table {
        let is_blind = || self.fields.iter().map(|(field, ..)| self.blind.contains(field));
        let note = if is_blind().any(|blind| blind) {
            "Played blind: the simulated players do not change their play for this field."
        } else {
            ""
        };
        Table::new(name, title, note)
            .text("field", "Field", self.fields.iter().map(|(field, ..)| field))
            .text("first", self.base, self.fields.iter().map(|(_, first, _)| first))
            .text("second", rules, self.fields.iter().map(|(.., second)| second))
            .flag("blind", "Played blind", is_blind())
    }
}

impl Entry {
    /// How rules of this game differ from the built-in ones most like them; none where they are equal to one.
    pub fn changed(&self, rules: &RulesText) -> Option<ChangedRules> {
        let built_in =
            self.rulesets.iter().filter_map(|(name, _)| Some((*name, (self.rules)(name, &Beside::here()).ok()?)));
        let compared = built_in.map(|(name, base)| (name, diff(&base, rules), base));
        let (base, fields, text) = compared.min_by_key(|(_, fields, _)| fields.len())?;
        let blind = || (self.blind)(rules, &text);
        (!fields.is_empty()).then(|| ChangedRules { base, blind: blind(), fields })
    }
}

/// As [`Entry::blind`], for rules of type `R` of which `blind` says it.
pub fn blind_of<R: Rules>(rules: &RulesText, base: &RulesText, blind: fn(&R, &R) -> Vec<String>) -> Vec<String> {
    let read = |text: &RulesText| text.read::<R>().ok();
    read(rules).zip(read(base)).map(|(rules, base)| blind(&rules, &base)).unwrap_or_default()
}

/// As [`Entry::rules`], for rules of type `R`.
pub fn rules_text<R: Rules>(name: &str, beside: &Beside) -> Result<RulesText, InputError> {
    Ok(RulesText::of(&rules::load_from::<R>(name, beside)?))
}

/// As [`Entry::exact`], for rules of type `R` of which `exact` is known.
pub fn exact_of<R: Rules>(rules: &RulesText, exact: fn(&R) -> Vec<Exact>) -> Result<Vec<Exact>, InputError> {
    Ok(exact(&rules.read()?))
}
