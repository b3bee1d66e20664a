//! Data that a game provides to the rest of the program: its entry, and the names that it defines.

use hitchart_config::named;
use hitchart_config::rules::{Rules, RulesText, diff};
use hitchart_config::{FileText, InputError, SearchFolder, rules};
use hitchart_lab::study::{Checked, Exact, Limit, Metric, PlayedBy, Request};
use hitchart_play::policy::Distance;
use hitchart_report::{Warning, table::Table};
use serde_json::Value;
use std::sync::Arc;

/// The entry of a game.
#[derive(Debug)]
pub struct Entry {
    /// Name in scenario files.
    pub name: &'static str,
    /// Full title.
    pub title: &'static str,
    /// Built-in rulesets: name and TOML text; the first is the default.
    pub rulesets: &'static [(&'static str, &'static str)],
    /// True if the built-in rulesets contain the values of all fields. Those of a program are known to it alone.
    pub has_values: bool,
    /// Loader of a ruleset, by built-in name or from a file in the folder of another file.
    pub rules: fn(&str, &SearchFolder) -> Result<RulesText, InputError>,
    /// Check of a complete ruleset in a table.
    pub checked: fn(toml::Table) -> Result<RulesText, InputError>,
    /// Exact results of a complete ruleset: the same numbers in the same order for equal rules.
    pub exact: fn(&RulesText) -> Result<Vec<Exact>, InputError>,
    /// Fields in which a ruleset differs from another, and to which no player can react.
    pub blind: fn(&RulesText, &RulesText) -> Vec<String>,
    /// Fields in which a ruleset differs from another, and which exact numbers leave out.
    pub not_exact: fn(&RulesText, &RulesText) -> Vec<String>,
    /// Fields of exact numbers and of games that state one quantity, if a ruleset differs from another in one of them.
    pub half_changed: fn(&RulesText, &RulesText) -> Option<HalfChanged>,
    /// JSON Schema of the game's ruleset files.
    pub rules_schema: fn() -> Value,
    /// Kind of the studies that play whole games, as users type it.
    pub plays: &'static str,
    /// Default scenario for comparing rulesets: its name and its text.
    pub meetings: (&'static str, &'static str),
    /// JSON Schema of the game's studies as written.
    pub study_schema: fn() -> Value,
    /// Policies of the game.
    pub policies: fn() -> Vec<BuiltInPolicy>,
    /// Distance of a built-in policy from the best play known; `None` if it was not measured.
    pub distance: fn(&PlayedBy) -> Option<Distance>,
    /// Metrics that are counted in its games.
    pub metrics: fn() -> Vec<ListedMetric>,
    /// Limits that the rules set to games. A sweep names the limit that keeps it from a target.
    pub limits: &'static [Limit],
    /// Lists of other names, as tables with a column `name`.
    pub lists: Lists,
    /// Lists with entries that can be printed as text.
    pub texts: Texts,
    /// Fields of the studies of games that vary as those of the ruleset do.
    pub study_fields: StudyFields,
    /// Checks the part of a scenario that belongs to the game.
    pub check: fn(Request<'_>) -> Result<Checked, InputError>,
}

/// Two fields that state one quantity, for exact numbers and for games, and true if the first one is changed alone.
pub(crate) type HalfChanged = ([&'static str; 2], bool);

/// Fields of a game's studies that sweeps and comparisons change.
#[derive(Debug)]
pub struct StudyFields {
    /// Key of the list of players; the study has as many policies.
    pub sides: &'static str,
    /// Key of the value that a saved report stores for a study; empty if there is none.
    pub stored: &'static str,
    /// Keys with a default, or with values that are names.
    pub named: &'static [&'static str],
    /// Function that writes a value out.
    pub written_out: WriteOut,
}

/// Writes the value of one of the `named` keys out: the default of a missing value, the table of a name. `None`
/// if the value is written out already.
pub type WriteOut = fn(&str, Option<&toml::Value>, &StudySource<'_>) -> Result<Option<toml::Value>, InputError>;

/// The source of a study, in which its fields are found.
#[derive(Debug)]
pub struct StudySource<'a> {
    /// Scenario file.
    pub file: &'a FileText,
    /// Rules of the scenario.
    pub rules: &'a RulesText,
    /// Snapshot of the study's files in a saved report.
    pub kept: Option<&'a Value>,
}

/// Returns a list with names of built-in entries replaced by their tables.
pub(crate) fn entries_of(
    list: &toml::Value,
    text: fn(&str) -> Result<String, InputError>,
) -> Result<Option<toml::Value>, InputError> {
    let entry = |entry: &toml::Value| match entry.as_str().filter(|name| !name.ends_with(".toml")) {
        Some(name) => table_of(&text(name)?),
        None => Ok(entry.clone()),
    };
    let entries = list.as_array().map(|list| list.iter().map(entry).collect::<Result<_, _>>()).transpose()?;
    Ok(entries.map(toml::Value::Array))
}

/// Parses the text of a built-in entry.
pub(crate) fn table_of(text: &str) -> Result<toml::Value, InputError> {
    text.parse().map(toml::Value::Table).map_err(|error: toml::de::Error| InputError::plain(error.message()))
}

/// Difference of a ruleset from the most similar built-in one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangedRules {
    /// Name of the built-in ruleset.
    pub base: &'static str,
    /// Changed fields, each with the value of the built-in ruleset and the new value.
    pub fields: Vec<(String, String, String)>,
    /// Changed fields to which no player can react.
    pub blind: Vec<String>,
    /// Doubts about games under the changed rules.
    pub warnings: Vec<Warning>,
}

impl ChangedRules {
    /// Returns the fields as a table. If a field is played blind, the note explains that mark.
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
    /// Returns the difference of a ruleset from the most similar built-in one; `None` if it equals that one, and if the
    /// built-in ones have no values.
    pub fn changed(&self, rules: &RulesText) -> Option<ChangedRules> {
        self.against_built_in(rules).filter(|changed| !changed.fields.is_empty())
    }

    /// Returns the difference of a ruleset from the most similar built-in one; `None` if the built-in ones have no values.
    pub fn against_built_in(&self, rules: &RulesText) -> Option<ChangedRules> {
        if !self.has_values {
            return None;
        }
        let built_in =
            self.rulesets.iter().filter_map(|(name, _)| Some((*name, (self.rules)(name, &SearchFolder::here()).ok()?)));
        let compared = built_in.map(|(name, base)| (name, diff(&base, rules), base));
        let (base, fields, text) = compared.min_by_key(|(_, fields, _)| fields.len())?;
        let warnings = self.warnings(&rules.name, rules, &text);
        Some(ChangedRules { base, blind: (self.blind)(rules, &text), fields, warnings })
    }

    /// Returns the doubts about games under rules that differ from the most similar built-in ones.
    pub fn doubts(&self, rules: &RulesText) -> Vec<Warning> {
        self.changed(rules).map(|changed| changed.warnings).unwrap_or_default()
    }

    /// Returns the doubts about games under the rules of this name that differ from those of a base: fields that no player
    /// reads, and cover that is changed for exact numbers or for games alone.
    pub fn warnings(&self, name: &str, rules: &RulesText, base: &RulesText) -> Vec<Warning> {
        let (ruleset, blind) = (name.to_owned(), (self.blind)(rules, base));
        let half = (self.half_changed)(rules, base);
        let half = half.map(|(fields, exact)| Warning::HalfChanged { ruleset: ruleset.clone(), fields, exact });
        let blind = (!blind.is_empty()).then_some(Warning::PlayedBlind { ruleset, fields: blind });
        blind.into_iter().chain(half).collect()
    }
}

/// Implements [`Entry::blind`] for rules of type `R`, with `blind` as the function of the game.
pub(crate) fn blind_of<R: Rules>(rules: &RulesText, base: &RulesText, blind: fn(&R, &R) -> Vec<String>) -> Vec<String> {
    let read = |text: &RulesText| text.read::<R>().ok();
    read(rules).zip(read(base)).map(|(rules, base)| blind(&rules, &base)).unwrap_or_default()
}

/// Implements [`Entry::rules`] for rules of type `R`.
pub(crate) fn rules_text<R: Rules>(name: &str, beside: &SearchFolder) -> Result<RulesText, InputError> {
    Ok(RulesText::shared(Arc::new(rules::load_from::<R>(name, beside)?)))
}

/// Implements [`Entry::exact`] for rules of type `R`, with `exact` as the function of the game.
pub(crate) fn exact_of<R: Rules>(rules: &RulesText, exact: fn(&R) -> Vec<Exact>) -> Result<Vec<Exact>, InputError> {
    Ok(exact(rules.read::<R>()?.as_ref()))
}

// Names that games define, for lists and for completion.

named! {
    /// A list of names.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Listed {
        Armaments = "armaments",
        Policies = "policies",
        Companies = "companies",
        Fleets = "fleets",
        Battlefields = "battlefields",
        Encounters = "encounters",
        Archetypes = "archetypes",
        Metrics = "metrics",
    }
}

impl Listed {
    /// Returns the word for one entry of the list.
    pub const fn entry(self) -> &'static str {
        match self {
            Listed::Armaments => "armament",
            Listed::Policies => "policy",
            Listed::Companies => "company",
            Listed::Fleets => "fleet",
            Listed::Battlefields => "battlefield",
            Listed::Encounters => "encounter",
            Listed::Archetypes => "archetype",
            Listed::Metrics => "metric",
        }
    }
}

/// Lists, each with the function that makes its table.
pub type Lists = &'static [(Listed, fn() -> Table)];

/// Lists with entries that have a text in TOML, each with the function that returns the text by name.
pub(crate) type Texts = &'static [(Listed, fn(&str) -> Result<String, InputError>)];

/// A built-in policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInPolicy {
    /// Side that the policy plays.
    pub side: &'static str,
    /// Number of the side among the game's roles.
    pub role: usize,
    pub name: &'static str,
    /// Summary of how the policy decides, in a phrase.
    pub meaning: &'static str,
}

/// A metric, and the side that it is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedMetric {
    pub side: &'static str,
    pub metric: &'static Metric,
}

/// Returns the first sentence of the comment at the head of a file.
pub(crate) fn headline(toml: &str) -> String {
    let comment = toml.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let comment = comment.collect::<Vec<_>>().join(" ");
    comment.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headline_is_a_sentence_over_any_lines() {
        assert_eq!(headline("# A town of\n# 3 houses. Old.\nname = 1 # x. y"), "A town of 3 houses");
        assert_eq!((headline("# Rocks.\n"), headline("name = 1")), ("Rocks".to_owned(), String::new()));
    }
}
