//! The encounter of a study: built-in, in a file, or in the study.

use super::super::catalogue::Catalogue;
use super::{Encounter, RawEncounter};
use hitchart_config::{At, FileText, InputError, read, read_table, same_name, text_or_table};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use toml::{Spanned, de::DeValue};

/// Built-in encounters: name and TOML text.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("patrol", include_str!("../encounters/patrol.toml")),
    ("ambush", include_str!("../encounters/ambush.toml")),
    ("centurion", include_str!("../encounters/centurion.toml")),
    ("hunting-party", include_str!("../encounters/hunting-party.toml")),
    ("pack", include_str!("../encounters/pack.toml")),
    ("consul", include_str!("../encounters/consul.toml")),
    ("siege", include_str!("../encounters/siege.toml")),
    ("apex", include_str!("../encounters/apex.toml")),
    ("scaled-horror", include_str!("../encounters/scaled-horror.toml")),
    ("world-serpent", include_str!("../encounters/world-serpent.toml")),
    ("highwaymen", include_str!("../encounters/highwaymen.toml")),
    ("caravan", include_str!("../encounters/caravan.toml")),
    ("emplacement", include_str!("../encounters/emplacement.toml")),
];

/// An encounter.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum RawGround {
    /// A built-in encounter, or a file ending in `.toml`.
    Name(String),
    /// The encounter itself.
    Encounter(Box<RawEncounter>),
}

impl<'de> Deserialize<'de> for RawGround {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawGround, D::Error> {
        let expected = "the name of an encounter, a file ending in .toml, or a table";
        text_or_table(deserializer, expected, RawGround::Name, |raw| RawGround::Encounter(Box::new(raw)))
    }
}

/// Places to look for encounters: the scenario, files next to it, and files stored in a saved report.
pub struct Grounds<'a> {
    /// The scenario file, for the places of errors and for the folder of other files.
    pub file: &'a FileText,
    /// The catalogue for names in encounters.
    pub catalogue: &'a Catalogue,
    /// Files by name, used instead of those next to the scenario.
    pub kept: BTreeMap<String, String>,
}

/// An encounter and the file it was read from, if any, by name and text.
pub type EncounterAndFile = (Encounter, Option<(String, String)>);

impl Grounds<'_> {
    /// Returns the encounter of a study; the first built-in one by default.
    ///
    /// # Errors
    /// Returns an error with its place for unknown names, unreadable files, and invalid encounters.
    pub fn written(&self, written: Option<Spanned<DeValue<'_>>>) -> Result<EncounterAndFile, InputError> {
        let Some(written) = written else { return self.named(BUILT_IN[0].0) };
        let span = written.span();
        match written.into_inner() {
            DeValue::String(name) => self.named(&name).map_err(|error| error.or_at(self.file, span)),
            DeValue::Table(table) => {
                let raw: RawEncounter = read(self.file, Spanned::new(span.clone(), table))?;
                let checked = super::check(&raw, self.file, self.catalogue);
                Ok((checked.map_err(|error| error.or_at(self.file, span))?, None))
            }
            _ => {
                let problem = "`encounter` is the name of one, a file ending in .toml, or a table";
                Err(InputError::at(self.file, span, problem))
            }
        }
    }

    /// Returns the encounter of a battle.
    ///
    /// # Errors
    /// As [`Grounds::written`].
    pub fn resolved(&self, written: &At<RawGround>) -> Result<EncounterAndFile, InputError> {
        let found = match &written.value {
            RawGround::Name(name) => self.named(name),
            RawGround::Encounter(raw) => super::check(raw, self.file, self.catalogue).map(|checked| (checked, None)),
        };
        found.map_err(|error| error.or_at(self.file, written.span.clone()))
    }

    /// Returns the encounter with a built-in name, or in a file.
    ///
    /// # Errors
    /// As [`Grounds::written`].
    pub fn named(&self, name: &str) -> Result<EncounterAndFile, InputError> {
        if !name.ends_with(".toml") {
            let help = "write another encounter as a table, or name a file ending in .toml";
            return Ok((built_in(name, self.catalogue).map_err(|error| error.with_help(Some(help)))?, None));
        }
        let file = match self.kept.get(name) {
            Some(text) => FileText::carried(name, text),
            None => self.file.beside().read(name)?,
        };
        Ok((in_file(&file, self.catalogue)?, Some((name.to_owned(), file.text))))
    }
}

fn in_file(file: &FileText, catalogue: &Catalogue) -> Result<Encounter, InputError> {
    let raw: RawEncounter = read(file, read_table(file)?)?;
    super::check(&raw, file, catalogue).map_err(|error| error.or_at(file, 0..0))
}

/// Returns the text of a built-in encounter.
///
/// # Errors
/// Returns an error with the nearest name if the name is unknown.
pub fn text(name: &str) -> Result<String, InputError> {
    found(name).map(|(_, text)| text.to_owned())
}

/// Returns the name and the text of a built-in encounter; case, spaces and hyphens do not count.
fn found(name: &str) -> Result<(&'static str, &'static str), InputError> {
    let found = BUILT_IN.iter().find(|(known, _)| same_name(known, name)).copied();
    found.ok_or_else(|| InputError::unknown("encounter", name, BUILT_IN.iter().map(|(name, _)| *name)))
}

/// Returns a built-in encounter.
///
/// # Errors
/// Returns an error with the nearest name if the name is unknown.
pub fn built_in(name: &str, catalogue: &Catalogue) -> Result<Encounter, InputError> {
    let (name, text) = found(name)?;
    in_file(&FileText { path: format!("{name}.toml").into(), text: text.to_owned() }, catalogue)
}
