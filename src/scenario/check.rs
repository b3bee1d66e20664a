//! From what a file says to what it means: names resolved, ranges checked, every error with its place.

use super::Scenario;
use super::policies::named_policies;
use super::raw::RawHead;
use super::studies::Checker;
use crate::input::{At, FileText, InputError, read_table};
use crate::systems::rapid_attack::battlefield::Layout;
use crate::systems::rapid_attack::rules_files::{EXTENDS_A_NAME, change, load_from, rulebook};
use crate::systems::rapid_attack::ruleset::Ruleset;
use crate::systems::{SYSTEMS, find};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// Samples of each simulated answer where a scenario names none.
const DEFAULT_SAMPLES: u64 = 1_000_000;
/// Most samples of one answer: beyond this, intervals are narrower than anyone reads.
pub const MAX_SAMPLES: u64 = 100_000_000_000;

/// What a command line sets over a scenario file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    pub seed: Option<u64>,
    pub samples: Option<u64>,
    /// Rules in place of the scenario's, as those of a saved report.
    pub rules: Option<Ruleset>,
    /// Layouts in place of those of `games` studies, by name of the study, as those of a saved report.
    pub battlefields: BTreeMap<String, Layout>,
}

/// Reads and checks a scenario.
///
/// # Errors
/// The first mistake, with its place.
pub fn check(file: FileText, overrides: Overrides) -> Result<Scenario, InputError> {
    let table = read_table(&file)?;
    let mut root = table.get_ref().clone();
    let (rules, studies, policies) = (root.remove("rules"), root.remove("study"), root.remove("policies"));
    let head: RawHead = read(&file, Spanned::new(table.span(), root))?;
    let Some(system) = find(&head.system.value) else {
        let unknown = InputError::unknown("system", &head.system.value, SYSTEMS.iter().map(|system| system.name));
        return Err(unknown.or_at(&file, head.system.span));
    };
    let rules = overrides.rules.map_or_else(|| check_rules(&file, rules), Ok)?;
    let samples = match (overrides.samples, &head.samples) {
        (Some(samples), _) => samples,
        (None, Some(samples)) => within(&file, samples, "samples", 1, MAX_SAMPLES)?,
        (None, None) => DEFAULT_SAMPLES,
    };
    let seed = overrides.seed.or(head.seed.map(|seed| seed.value)).unwrap_or(1);
    let title = not_empty(&file, &head.title, "title")?;
    let policies = named_policies(&file, policies)?;
    let checker =
        Checker { file: &file, rules: &rules, seed, policies: &policies, battlefields: &overrides.battlefields };
    let studies = checker.studies(studies)?;
    let description = head.description.unwrap_or_default();
    Ok(Scenario { title, description, system: system.title, rules, seed, samples, policies, studies, file })
}

/// A table of the file as its literal type.
pub fn read<T: DeserializeOwned>(file: &FileText, table: Spanned<DeTable<'_>>) -> Result<T, InputError> {
    T::deserialize(Deserializer::from(table)).map_err(|error| InputError::toml(file, &error))
}

/// A text that says something, without spaces around it.
pub fn not_empty(file: &FileText, text: &At<String>, what: &str) -> Result<String, InputError> {
    match text.value.trim() {
        "" => Err(InputError::at(file, text.span.clone(), format!("`{what}` is empty"))),
        text => Ok(text.to_owned()),
    }
}

/// A value within its range, or what is allowed.
pub fn within<T: PartialOrd + Copy + std::fmt::Display>(
    file: &FileText,
    found: &At<T>,
    what: &str,
    low: T,
    high: T,
) -> Result<T, InputError> {
    if (low..=high).contains(&found.value) {
        return Ok(found.value);
    }
    let problem = format!("`{what}` is {}; allowed: {low} to {high}", found.value);
    Err(InputError::at(file, found.span.clone(), problem))
}

/// Rules by name, by file beside the scenario, or as an overlay in the scenario.
fn check_rules(file: &FileText, rules: Option<Spanned<DeValue<'_>>>) -> Result<Ruleset, InputError> {
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let Some(rules) = rules else { return Ok(rulebook()) };
    let span = rules.span();
    match rules.into_inner() {
        DeValue::String(name) => load_from(&name, folder).map_err(|error| error.or_at(file, span)),
        DeValue::Table(mut changes) => {
            let base = match changes.remove("extends") {
                None => rulebook(),
                Some(name) => {
                    let at = name.span();
                    let Some(text) = name.get_ref().as_str() else {
                        return Err(InputError::at(file, at, EXTENDS_A_NAME));
                    };
                    load_from(text, folder).map_err(|error| error.or_at(file, at))?
                }
            };
            change(file, &base, &changes)
        }
        _ => Err(InputError::at(file, span, "`rules` is the name of a ruleset, a file, or a table of changes")),
    }
}
