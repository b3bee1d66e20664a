//! The part of a scenario that a game reads, and the names of the files of its studies.

use super::kinds::{Heading, Kind, StudyKeys, StudyKind, check_keys};
use super::{NamedStudy, Study};
use hitchart_config::rules::{self, Rules, RulesText};
use hitchart_config::words::{counted, grouped};
use hitchart_config::{FileText, InputError, SearchFolder, WrittenNames, read, value_of};
use hitchart_play::{SharedPlayer, program::SharedPrograms};
use serde_json::Value;
use std::{collections::BTreeMap, ops::Range, sync::Arc};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A study as written, without its heading.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    /// Scenario file that contains the study.
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
    pub fn read<K: StudyKeys>(self) -> Result<K, InputError> {
        check_keys::<K>(self.file, self.table.get_ref())?;
        K::read(self.file, self.table)
    }
}

/// Check of a study of one of the common kinds, by the name of the kind. `None` if these studies are skipped.
pub type CommonCheck<'a> = Option<&'a dyn Fn(&str, Written<'_>) -> Result<Arc<dyn Study>, InputError>>;

/// Studies that a scenario requests from a game, as written.
pub struct Request<'a> {
    /// The scenario file.
    pub file: &'a FileText,
    /// Value of the key `rules`. `None` if the key is missing or was taken.
    pub rules: Option<Spanned<DeValue<'a>>>,
    /// Value of the key `policies`. `None` if the key is missing or was taken.
    pub policies: Option<Spanned<DeValue<'a>>>,
    /// Value of the key `study`. `None` if the key is missing or was taken.
    pub studies: Option<Spanned<DeValue<'a>>>,
    /// Seed of everything that is drawn during the check.
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
    /// Settings that override the scenario's.
    pub overrides: &'a Overrides,
    /// Kinds of studies that all games share.
    pub common: &'a [Kind],
    /// Check of these kinds. `None` skips studies of these kinds.
    pub check_common: CommonCheck<'a>,
}

/// Result of the check.
#[derive(Debug)]
pub struct Checked {
    /// The complete ruleset.
    pub rules: RulesText,
    /// Checked studies, in the order of the file.
    pub studies: Vec<NamedStudy>,
}

/// Settings of a command line or a saved report that override a scenario file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Seed of the random streams. `None` keeps that of the scenario.
    pub seed: Option<u64>,
    /// Samples of each simulated answer. `None` keeps the number of the scenario.
    pub samples: Option<u64>,
    /// Rules of the game. `None` keeps those of the scenario.
    pub rules: Option<RulesChoice>,
    /// Games of each study of games.
    pub games: Option<u64>,
    /// Policies of each study of games.
    pub policies: Option<Vec<String>>,
    /// Players outside the program, which studies may name as policies.
    pub players: Vec<SharedPlayer>,
    /// Programs of games that the scenario may start.
    pub programs: SharedPrograms,
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
    /// A built-in name, a file of a folder, or changes of the scenario's rules.
    Named(String, SearchFolder),
    /// Complete rules.
    Complete(RulesText),
}

impl RulesChoice {
    /// Returns the rules of a name on the command line.
    pub fn here(name: String) -> RulesChoice {
        RulesChoice::Named(name, SearchFolder::here())
    }
}

impl<'a> Request<'a> {
    /// Returns the rules: those that override the scenario's, else the scenario's, else the default. Changes on a command
    /// line change the scenario's rules.
    ///
    /// # Errors
    /// As [`rules::chosen`].
    pub fn take_rules<R: Rules>(&mut self) -> Result<Arc<R>, InputError> {
        match &self.overrides.rules {
            None => rules::written(self.file, self.rules.take()).map(Arc::new),
            Some(RulesChoice::Named(name, folder)) => {
                rules::chosen((name, folder), self.file, self.rules.take()).map(Arc::new)
            }
            Some(RulesChoice::Complete(rules)) => rules.read(),
        }
    }

    /// Checks the studies one by one, by their kinds.
    ///
    /// # Errors
    /// No studies, unknown kinds, invalid names, two studies with the same name or the same name of a file, and every
    /// error of a kind.
    pub fn take_studies<C>(&mut self, kinds: &[StudyKind<C>], checker: &C) -> Result<Vec<NamedStudy>, InputError> {
        let (mut checked, mut held): (Vec<NamedStudy>, u64) = (Vec::new(), 0);
        for (number, study) in (1..).zip(written(self.file, self.studies.take())?) {
            let span = study.span();
            let Some((study, place)) = self.one(study, number, kinds, checker)? else { continue };
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
            held = held.saturating_add(study.method.held());
            if held > MOST_HELD {
                return Err(too_large(checked.len() + 1, held).or_at(self.file, place));
            }
            checked.push(study);
        }
        Ok(checked)
    }

    /// Checks a study. Returns it with the position of its name, or of its kind if it has no name. `None` if the kind is
    /// skipped.
    fn one<C>(
        &self,
        study: Spanned<DeValue<'_>>,
        number: usize,
        kinds: &[StudyKind<C>],
        checker: &C,
    ) -> Result<Option<(NamedStudy, Range<usize>)>, InputError> {
        let (file, span) = (self.file, study.span());
        let DeValue::Table(mut table) = study.into_inner() else {
            return Err(InputError::at(file, span, "a study must be a table"));
        };
        let all = || kinds.iter().map(|own| own.kind).chain(self.common.iter().copied());
        let names = || all().map(|kind| kind.name);
        let Some(written) = table.remove("kind") else {
            let problem = format!("the study has no `kind`; allowed: {}", names().collect::<Vec<_>>().join(", "));
            return Err(InputError::at(file, span, problem));
        };
        let typed = match written.get_ref().as_str() {
            Some(name) => name.to_owned(),
            None => value_of(file, &written)?.to_string(),
        };
        let Some(Kind { name: kind, title, files, games_keys, .. }) = all().find(|kind| kind.name == typed) else {
            return Err(InputError::unknown("kind", &typed, names()).or_at(file, written.span()));
        };
        let (heading, place) = (Heading::take(file, &mut table, &span)?, written.span());
        let name = heading.name(file, &typed, number)?;
        let texts = WrittenNames::of(&table);
        let written = Written { file, name: name.clone(), kind: place.clone(), table: Spanned::new(span, table) };
        let method = match (kinds.iter().find(|own| own.kind.name == typed), self.check_common) {
            (Some(own), _) => (own.check)(checker, written),
            (None, Some(check)) => check(&typed, written),
            (None, None) => return Ok(None),
        };
        let method = method.map_err(|error| error.narrowed((file, &place), &texts))?;
        let (title, text) = (heading.title(title), heading.text.unwrap_or_default());
        let place = heading.name.map_or(place, |name| name.span);
        Ok(Some((NamedStudy { name, title, text, kind, files, games_keys, inputs: String::new(), method }, place)))
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

/// Maximum length of a study's name, in bytes.
const MAX_NAME: usize = 60;

impl Heading {
    /// Removes the heading from a study at `span`.
    fn take(file: &FileText, table: &mut DeTable<'_>, span: &Range<usize>) -> Result<Heading, InputError> {
        let keys = Heading::names().into_iter().filter_map(|key| table.remove_entry(key));
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
            let problem = format!(
                "`{}` is not a valid name; use 1 to {MAX_NAME} lower case letters, digits and hyphens",
                name.value
            );
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

/// Names that no study may have: a file of every report, and Windows devices, which cannot be file names.
const RESERVED: [&str; 5] = ["schema", "con", "prn", "aux", "nul"];

/// Returns true if a study of this name would write a file that another part of the report or a device has.
pub(super) fn is_reserved(name: &str) -> bool {
    let numbered = |device: &str| name.strip_prefix(device).is_some_and(is_digit);
    RESERVED.contains(&name) || ["com", "lpt"].into_iter().any(numbered)
}

fn is_digit(text: &str) -> bool {
    text.len() == 1 && is_number(text)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl NamedStudy {
    /// Returns the endings of the study's file names, in the form of [`FileNames`].
    fn endings(&self) -> impl Iterator<Item = String> {
        self.files.split_whitespace().map(str::to_owned).chain(self.method.files())
    }

    /// Returns the name of a file that both studies may write. `None` if there is none.
    pub fn shared_file(&self, other: &NamedStudy) -> Option<String> {
        let (short, long) = if self.name.len() < other.name.len() { (self, other) } else { (other, self) };
        let rest = long.name.strip_prefix(&short.name)?.strip_prefix('-')?;
        let of_long: Vec<String> = long.endings().map(|ending| format!("{rest}-{ending}")).collect();
        let shared = short.endings().find_map(|ending| of_long.iter().find_map(|other| same(&ending, other)))?;
        Some(format!("{}-{shared}", short.name))
    }

    /// Returns true if the file name is among those that the study may write.
    pub fn may_write(&self, file: &str) -> bool {
        let rest = file.strip_prefix(&self.name).and_then(|rest| rest.strip_prefix('-'));
        rest.is_some_and(|rest| self.endings().any(|ending| same(&ending, rest).is_some()))
    }
}

/// Returns a name that matches both patterns. `None` if there is none.
fn same(first: &str, second: &str) -> Option<String> {
    let (first, second): (Vec<&str>, Vec<&str>) = (first.split('-').collect(), second.split('-').collect());
    if first.len() != second.len() {
        return None;
    }
    let word = |(first, second): (&&str, &&str)| match (*first, *second) {
        ("#", "#") => Some("1".to_owned()),
        ("#", number) | (number, "#") if is_number(number) => Some(number.to_owned()),
        (first, second) => (first == second).then(|| first.to_owned()),
    };
    first.iter().zip(&second).map(word).collect::<Option<Vec<String>>>().map(|words| words.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{Answer, FileNames, RunCounts, Study};
    use std::sync::Arc;

    #[derive(Debug)]
    struct Nothing;

    impl Study for Nothing {
        fn answer(&self, _: &str, _: &RunCounts) -> Answer {
            Answer::default()
        }

        fn files(&self) -> Vec<String> {
            vec!["of-its-own".to_owned()]
        }
    }

    fn study(name: &str, files: FileNames) -> NamedStudy {
        NamedStudy { files, ..NamedStudy::alone(name, Arc::new(Nothing)) }
    }

    #[test]
    fn files_of_two_studies_are_compared_by_their_names() {
        let duel = study("duel", "margins company-margins map-#");
        let cases: [(&str, FileNames, Option<&str>); 8] = [
            ("duel-company", "margins", Some("duel-company-margins")),
            ("duel-company", "wins", None),
            ("duel-companies", "margins", None),
            ("duel-map", "#", Some("duel-map-1")),
            ("duel-map", "2", Some("duel-map-2")),
            ("duel-map", "two", None),
            ("duelcompany", "margins", None),
            ("duel-of", "", None),
        ];
        for (name, files, shared) in cases {
            let other = study(name, files);
            assert_eq!(duel.shared_file(&other).as_deref(), shared, "{name}");
            assert_eq!(other.shared_file(&duel).as_deref(), shared, "{name}");
        }
        let own = study("duel-of", "its-own");
        assert_eq!(duel.shared_file(&own), Some("duel-of-its-own".to_owned()));
        assert!(duel.may_write("duel-map-12") && !duel.may_write("duel-map-x") && !duel.may_write("duel"));
    }

    #[test]
    fn reserved_names() {
        for (name, reserved) in [("schema", true), ("nul", true), ("com7", true), ("com", false), ("com10", false)] {
            assert_eq!(is_reserved(name), reserved, "{name}");
        }
    }
}
