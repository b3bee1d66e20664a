//! The part of a scenario that a game reads: rules, policies and studies.

use super::{Asked, FileNames, Study, is_reserved};
use hitchart_config::rules::{self, Rules, RulesText};
use hitchart_config::{At, FileText, InputError, read, read_beside, value_of};
use hitchart_report::table::{counted, grouped};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Function that checks a study as written.
pub type Check<C> = fn(&C, Written<'_>) -> Result<Arc<dyn Asked>, InputError>;

/// A kind of study of a game whose studies are checked by a `C`.
pub struct Kind<C> {
    /// Name, as people type it.
    pub name: &'static str,
    /// Title of studies without a title.
    pub title: &'static str,
    /// Endings of the study's file names.
    pub files: FileNames,
    pub check: Check<C>,
}

/// A study as written, without its heading.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    pub file: &'a FileText,
    /// Name of the study: as written, or made of the kind and the number of the study.
    pub name: String,
    /// Position of the kind in the file.
    pub kind: Range<usize>,
    /// All keys but the kind and the heading.
    pub table: Spanned<DeTable<'a>>,
}

impl<'a> Written<'a> {
    /// Removes a key from the table, to be read separately.
    pub fn take(&mut self, key: &str) -> Option<Spanned<DeValue<'a>>> {
        self.table.get_mut().remove(key)
    }

    /// Reads the keys of the kind.
    ///
    /// # Errors
    /// As [`read`](hitchart_config::read); keys of the heading count among those that are allowed.
    pub fn read<T: DeserializeOwned>(self) -> Result<T, InputError> {
        read_beside(self.file, self.table, &HEADING)
    }
}

/// Kinds of studies that every game has, with default titles and the endings of file names.
pub const COMMON: [(&str, &str, FileNames); 3] = [
    ("compare", "Rulesets compared", &["verdicts", "moved", "entrants", "effects", "exact"]),
    ("claims", "Claims put to the test", &["verdicts", "effects", "exact"]),
    ("sweep", "Rulesets swept", &["target", "curves", "curve-#", "left-out", "points", "sensitivity"]),
];

/// Check of a study of one of the [`COMMON`] kinds, by the name of the kind. `None` if these studies are skipped.
pub type CommonCheck<'a> = Option<&'a dyn Fn(&str, Written<'_>) -> Result<Arc<dyn Asked>, InputError>>;

/// Studies that a scenario requests from a game, as written.
pub struct Request<'a> {
    pub file: &'a FileText,
    pub rules: Option<Spanned<DeValue<'a>>>,
    pub policies: Option<Spanned<DeValue<'a>>>,
    pub studies: Option<Spanned<DeValue<'a>>>,
    /// Seed of everything that is drawn during the check.
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
    pub overrides: &'a Overrides,
    pub common: CommonCheck<'a>,
}

/// Result of the check.
#[derive(Debug)]
pub struct Checked {
    pub rules: RulesText,
    pub studies: Vec<Study>,
}

/// Settings of a command line or a saved report that override a scenario file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    pub seed: Option<u64>,
    pub samples: Option<u64>,
    pub rules: Option<RulesChoice>,
    /// Games of each study of games.
    pub games: Option<u64>,
    /// Policies of each study of games.
    pub policies: Option<Vec<String>>,
    /// Factor of the number of games of each comparison and claim.
    pub budget: Option<f64>,
    /// Half-width of every win rate's interval at which play stops.
    pub precision: Option<f64>,
    /// Snapshots of other files in a saved report, by name of the study.
    pub kept: BTreeMap<String, Value>,
}

/// Rules that replace a scenario's.
#[derive(Clone, Debug, PartialEq)]
pub enum RulesChoice {
    /// A built-in name or a file.
    Named(String),
    /// Complete rules, as TOML.
    Complete(String),
}

impl<'a> Request<'a> {
    /// Returns the rules: those that override the scenario's, else the scenario's, else the default.
    ///
    /// # Errors
    /// As [`rules::written`].
    pub fn take_rules<R: Rules>(&mut self) -> Result<R, InputError> {
        match &self.overrides.rules {
            None => rules::written(self.file, self.rules.take()),
            Some(RulesChoice::Named(name)) => rules::load(name),
            Some(RulesChoice::Complete(text)) => RulesText { name: String::new(), toml: text.clone() }.read(),
        }
    }

    /// Checks the studies one by one, by their kinds.
    ///
    /// # Errors
    /// No studies, unknown kinds, invalid names, two studies with the same name or the same name of a file, and every
    /// error of a kind.
    pub fn take_studies<C>(&mut self, kinds: &[Kind<C>], checker: &C) -> Result<Vec<Study>, InputError> {
        let (mut checked, mut held): (Vec<Study>, u64) = (Vec::new(), 0);
        for (number, study) in (1..).zip(written(self.file, self.studies.take())?) {
            let span = study.span();
            let Some((study, place)) = one(self.file, study, number, kinds, (checker, self.common))? else { continue };
            if checked.iter().any(|other| other.name == study.name) {
                let problem = format!("two studies are named `{}`", study.name);
                return Err(InputError::at(self.file, span, problem));
            }
            let shared = checked.iter().find_map(|other| Some((&other.name, other.shared_file(&study)?)));
            if let Some((other, shared)) = shared {
                let problem = format!("`{}` and `{other}` would both write files named `{shared}`", study.name);
                return Err(
                    InputError::at(self.file, place, problem).with_help(Some("give one of the studies another name"))
                );
            }
            held = held.saturating_add(study.asked.held());
            if held > MOST_HELD {
                return Err(too_large(checked.len() + 1, held).or_at(self.file, place));
            }
            checked.push(study);
        }
        Ok(checked)
    }
}

/// Maximum estimate of the bytes that the studies of a scenario hold at once.
const MOST_HELD: u64 = 4_000_000_000;

/// Returns the error for studies that need too much memory.
fn too_large(studies: usize, held: u64) -> InputError {
    let [held, most] = [held, MOST_HELD].map(|bytes| grouped(bytes / 1_000_000));
    let studies = counted(studies as u64, "studies");
    let problem = format!("the first {studies} would need about {held} MB of memory; allowed: {most} MB");
    InputError::plain(problem)
        .with_help(Some("give the studies fewer games or builds, or split them into several scenarios"))
}

/// Returns the studies one by one.
fn written<'a>(
    file: &FileText,
    studies: Option<Spanned<DeValue<'a>>>,
) -> Result<Vec<Spanned<DeValue<'a>>>, InputError> {
    const NOTHING: &str = "the scenario has no study; add a `[[study]]` with a `kind`";
    let Some(studies) = studies else { return Err(InputError::at(file, 0..0, NOTHING)) };
    let span = studies.span();
    let DeValue::Array(studies) = studies.into_inner() else {
        return Err(InputError::at(file, span, "write studies as `[[study]]`"));
    };
    if studies.is_empty() {
        return Err(InputError::at(file, span, NOTHING));
    }
    Ok(studies.into_iter().collect())
}

/// Checks a study. Returns it with the position of its name, or of its kind if it has no name. `None` if the kind is
/// skipped.
fn one<C>(
    file: &FileText,
    study: Spanned<DeValue<'_>>,
    number: usize,
    kinds: &[Kind<C>],
    (checker, common): (&C, CommonCheck<'_>),
) -> Result<Option<(Study, Range<usize>)>, InputError> {
    let span = study.span();
    let DeValue::Table(mut table) = study.into_inner() else {
        return Err(InputError::at(file, span, "a study must be a table"));
    };
    let names = || kinds.iter().map(|kind| kind.name).chain(COMMON.map(|(name, ..)| name));
    let Some(written) = table.remove("kind") else {
        let problem = format!("the study has no `kind`; allowed: {}", names().collect::<Vec<_>>().join(", "));
        return Err(InputError::at(file, span, problem));
    };
    let typed = match written.get_ref().as_str() {
        Some(name) => name.to_owned(),
        None => value_of(file, &written)?.to_string(),
    };
    let own = kinds.iter().find(|kind| kind.name == typed);
    let common_kind = || COMMON.iter().find(|kind| kind.0 == typed).map(|kind| (kind.1, kind.2));
    let Some((title, files)) = own.map(|kind| (kind.title, kind.files)).or_else(common_kind) else {
        return Err(InputError::unknown("kind", &typed, names()).or_at(file, written.span()));
    };
    let heading = Heading::take(file, &mut table, &span)?;
    let name = heading.name(file, &typed, number)?;
    let place = written.span();
    let written = Written { file, name: name.clone(), kind: written.span(), table: Spanned::new(span, table) };
    let asked = match (own, common) {
        (Some(kind), _) => (kind.check)(checker, written)?,
        (None, Some(check)) => check(&typed, written)?,
        (None, None) => return Ok(None),
    };
    let (title, text) = (heading.title(title), heading.text.unwrap_or_default());
    let place = heading.name.map_or(place, |name| name.span);
    Ok(Some((Study { name, title, text, files, asked }, place)))
}

/// Keys of a study that every kind has.
const HEADING: [&str; 3] = ["name", "title", "text"];

/// Name, title and text of a study, common to every kind.
#[derive(Debug, Deserialize, JsonSchema)]
struct Heading {
    /// Name for anchors and files: lower case, digits and hyphens. By default the kind, numbered.
    name: Option<At<String>>,
    /// Heading in the report.
    title: Option<String>,
    /// Text under the heading in the report.
    text: Option<String>,
}

/// Returns the schema of a game's studies, each of one kind, with the keys that all kinds have.
pub fn with_heading(mut studies: Value) -> Value {
    let heading = schemars::schema_for!(Heading).to_value();
    for kind in studies["oneOf"].as_array_mut().into_iter().flatten() {
        for key in HEADING {
            kind["properties"][key] = heading["properties"][key].clone();
        }
    }
    studies
}

/// Maximum length of a study's name, in bytes.
const MAX_NAME: usize = 60;

impl Heading {
    /// Removes the heading from a study at `span`.
    fn take(file: &FileText, table: &mut DeTable<'_>, span: &Range<usize>) -> Result<Heading, InputError> {
        let keys = HEADING.iter().filter_map(|key| table.remove_entry(*key));
        read(file, Spanned::new(span.clone(), keys.collect()))
    }

    /// Returns the name, or the kind and the number if there is no name.
    ///
    /// # Errors
    /// Names with characters other than lower case letters, digits and hyphens, and names of other files.
    fn name(&self, file: &FileText, kind: &str, number: usize) -> Result<String, InputError> {
        let Some(name) = &self.name else { return Ok(format!("{kind}-{number}")) };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.value.is_empty() || name.value.len() > MAX_NAME || !name.value.chars().all(plain) {
            let problem = format!("`{}` is not a valid name; use lower case letters, digits and hyphens", name.value);
            return Err(InputError::at(file, name.span.clone(), problem));
        }
        if is_reserved(&name.value) {
            let problem = format!("`{}` is the name of another file of the report", name.value);
            return Err(InputError::at(file, name.span.clone(), problem).with_help(Some("give the study another name")));
        }
        Ok(name.value.clone())
    }

    /// Returns the title, or the default of the kind.
    fn title(&self, default: &str) -> String {
        self.title.clone().filter(|title| !title.trim().is_empty()).unwrap_or_else(|| default.to_owned())
    }
}
