//! The part of a scenario that a game reads: rules, policies and studies.

use super::Study;
use crate::input::rules::{self, Rules, RulesText};
use crate::input::{At, FileText, InputError, value_of};
use serde_json::Value;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A study as written.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    pub kind: At<String>,
    /// All but the kind.
    pub table: Spanned<DeTable<'a>>,
    /// Its place among the studies, from 1.
    pub number: usize,
}

/// What a scenario asks of a game, as written.
#[derive(Debug)]
pub struct Request<'a> {
    pub file: &'a FileText,
    pub rules: Option<Spanned<DeValue<'a>>>,
    pub policies: Option<Spanned<DeValue<'a>>>,
    pub studies: Option<Spanned<DeValue<'a>>>,
    /// Names everything that is drawn while checking.
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
    pub overrides: &'a Overrides,
}

/// What it comes to.
#[derive(Debug)]
pub struct Checked {
    pub rules: RulesText,
    pub studies: Vec<Study>,
}

/// What a command line or a saved report sets over a scenario file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    pub seed: Option<u64>,
    pub samples: Option<u64>,
    pub rules: Option<RulesChoice>,
    /// Games of each study of games.
    pub games: Option<u64>,
    /// Policies of each study of games.
    pub policies: Option<Vec<String>>,
    /// What a saved report has kept of other files, by name of the study.
    pub kept: BTreeMap<String, Value>,
}

/// Rules in place of a scenario's.
#[derive(Clone, Debug, PartialEq)]
pub enum RulesChoice {
    /// By built-in name or by file.
    Named(String),
    /// Complete, as TOML.
    Complete(String),
}

impl<'a> Request<'a> {
    /// The rules: those that override the scenario's, else the scenario's, else the default.
    ///
    /// # Errors
    /// As [`rules::written`].
    pub fn take_rules<R: Rules>(&mut self) -> Result<R, InputError> {
        match &self.overrides.rules {
            None => rules::written(self.file, self.rules.take()),
            Some(RulesChoice::Named(name)) => rules::load(name),
            Some(RulesChoice::Complete(text)) => {
                let file = FileText { path: "ruleset.toml".into(), text: text.clone() };
                rules::complete(&file)
            }
        }
    }

    /// The tables `[policies.NAME]`, each checked whether a study uses it or not.
    ///
    /// # Errors
    /// What are no tables, and whatever `check` refuses, with its place.
    pub fn take_policies(
        &mut self,
        check: impl Fn(&toml::Value) -> Result<(), InputError>,
    ) -> Result<BTreeMap<String, toml::Value>, InputError> {
        let Some(policies) = self.policies.take() else { return Ok(BTreeMap::new()) };
        let span = policies.span();
        let DeValue::Table(tables) = policies.get_ref() else {
            return Err(InputError::at(self.file, span, "policies are written as `[policies.NAME]`"));
        };
        let mut named = BTreeMap::new();
        for (name, settings) in tables {
            if !matches!(settings.get_ref(), DeValue::Table(_)) {
                let problem = format!("policy `{}` is a table of settings", name.get_ref());
                return Err(InputError::at(self.file, settings.span(), problem));
            }
            let value = value_of(self.file, settings)?;
            check(&value).map_err(|error| error.or_at(self.file, settings.span()))?;
            named.insert(name.get_ref().to_string(), value);
        }
        Ok(named)
    }

    /// Checks the studies one by one, by their kinds.
    ///
    /// # Errors
    /// No studies, unknown kinds, two studies of one name, and whatever `check` refuses.
    pub fn take_studies(
        &mut self,
        kinds: &[&str],
        mut check: impl FnMut(Written<'a>) -> Result<Study, InputError>,
    ) -> Result<Vec<Study>, InputError> {
        let mut checked: Vec<Study> = Vec::new();
        for study in written(self.file, self.studies.take(), kinds)? {
            let span = study.table.span();
            let study = check(study)?;
            if checked.iter().any(|other| other.name == study.name) {
                let problem = format!("two studies are named `{}`", study.name);
                return Err(InputError::at(self.file, span, problem));
            }
            checked.push(study);
        }
        Ok(checked)
    }
}

/// The studies with their kinds.
fn written<'a>(
    file: &FileText,
    studies: Option<Spanned<DeValue<'a>>>,
    kinds: &[&str],
) -> Result<Vec<Written<'a>>, InputError> {
    const NOTHING: &str = "the scenario asks nothing; add a `[[study]]` with a `kind`";
    let Some(studies) = studies else { return Err(InputError::at(file, 0..0, NOTHING)) };
    let span = studies.span();
    let DeValue::Array(studies) = studies.into_inner() else {
        return Err(InputError::at(file, span, "studies are written as `[[study]]`"));
    };
    if studies.is_empty() {
        return Err(InputError::at(file, span, NOTHING));
    }
    (1..).zip(studies).map(|(number, study)| one(file, study, number, kinds)).collect()
}

fn one<'a>(
    file: &FileText,
    study: Spanned<DeValue<'a>>,
    number: usize,
    kinds: &[&str],
) -> Result<Written<'a>, InputError> {
    let span = study.span();
    let DeValue::Table(mut table) = study.into_inner() else {
        return Err(InputError::at(file, span, "a study is a table"));
    };
    let Some(kind) = table.remove("kind") else {
        let problem = format!("the study has no `kind`; allowed: {}", kinds.join(", "));
        return Err(InputError::at(file, span, problem));
    };
    let value = match kind.get_ref().as_str() {
        Some(name) => name.to_owned(),
        None => value_of(file, &kind)?.to_string(),
    };
    if !kinds.contains(&value.as_str()) {
        return Err(InputError::unknown("kind", &value, kinds.iter().copied()).or_at(file, kind.span()));
    }
    Ok(Written { kind: At { value, span: kind.span() }, table: Spanned::new(span, table), number })
}

/// Name, title and text of a study, as every kind has them.
#[derive(Clone, Debug)]
pub struct Heading {
    pub name: Option<At<String>>,
    pub title: Option<String>,
    pub text: Option<String>,
}

/// Longest name of a study.
const MAX_NAME: usize = 60;

impl Heading {
    /// The name, or the kind and the number where there is none.
    ///
    /// # Errors
    /// Names with other than lower case letters, digits and hyphens.
    pub fn name(&self, file: &FileText, kind: &str, number: usize) -> Result<String, InputError> {
        let Some(name) = &self.name else { return Ok(format!("{kind}-{number}")) };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.value.is_empty() || name.value.len() > MAX_NAME || !name.value.chars().all(plain) {
            let problem = format!("`{}` is no name; use lower case letters, digits and hyphens", name.value);
            return Err(InputError::at(file, name.span.clone(), problem));
        }
        Ok(name.value.clone())
    }

    /// The title, or one for all of the kind.
    pub fn title(&self, default: &str) -> String {
        self.title.clone().filter(|title| !title.trim().is_empty()).unwrap_or_else(|| default.to_owned())
    }
}
