//! Rulesets of any game: loaded by built-in name or from a user's file, with the ruleset that the file extends, and the
//! differences between two rulesets.

mod bounds;
mod changes;

pub use crate::error::dotted;
pub use bounds::{bounds, check};
pub use changes::{are_changes, file as changes_file};

use crate::error::quoted_key;
use crate::words::short;

use super::{
    FileKind, FileText, InputError, OverlayEntries, SearchFolder, is_text, nearest, overlay, read, read_table,
    same_name, sha256,
};
use super::{error::ReadError, reader::read_node};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use std::any::{Any, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{fmt::Display, ops::Range};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use serde_json::{Value, json};

/// A mistake in a ruleset with values of the right types.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct RulesError {
    /// Places that may be at fault, as keys from the top. The error shows the place for which the file has the most
    /// keys.
    pub paths: Vec<Vec<String>>,
    /// The value found and the values allowed.
    pub problem: String,
    /// A hint how to correct the mistake.
    pub help: Option<String>,
}

impl RulesError {
    /// Returns an error about a field, named by its keys with dots between them.
    pub fn at(field: &str, problem: impl ToString) -> RulesError {
        let path = field.split('.').map(str::to_owned).collect();
        RulesError { paths: vec![path], problem: problem.to_string(), help: None }
    }

    /// Returns the error of a field that has another value than those allowed.
    pub fn out_of_range(field: &str, found: impl Display, allowed: impl Display) -> RulesError {
        RulesError::at(field, format!("`{field}` is {}; allowed: {allowed}", short(found)))
    }
}

/// A field of a ruleset with a value that an exact model does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("exact duels do not model `{field} = {found}`; allowed: {allowed}")]
pub struct Unmodelled {
    /// Field of the ruleset.
    pub field: &'static str,
    /// Value of the field, as in a file.
    pub found: String,
    /// Allowed values.
    pub allowed: &'static str,
}

/// A field that a model may not have: true if it does not have its value, the name, and the allowed values.
pub type ModelledField = (bool, &'static str, &'static str);

impl Unmodelled {
    /// Checks that a model has the values of all fields of a list.
    ///
    /// # Errors
    /// Returns the first field that it does not have.
    pub fn check(rules: &impl Serialize, fields: impl IntoIterator<Item = ModelledField>) -> Result<(), Unmodelled> {
        match fields.into_iter().find(|(is_unmodelled, ..)| *is_unmodelled) {
            None => Ok(()),
            Some((_, field, allowed)) => Err(Unmodelled { field, found: value_text(rules, field), allowed }),
        }
    }
}

/// Returns the value of a field as in a file. Empty if the rules have no such field.
fn value_text(rules: &impl Serialize, field: &str) -> String {
    let whole = toml::Value::try_from(rules).ok();
    let value = whole.and_then(|whole| field.split('.').try_fold(whole, |value, key| value.get(key).cloned()));
    value.map_or_else(String::new, |value| value.to_string())
}

/// Ruleset of a game as a type.
pub trait Rules: Serialize + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static {
    /// Built-in rulesets: name and TOML text. The first is complete and the default, the others extend it.
    const BUILT_IN: &'static [(&'static str, &'static str)];

    /// Tables to which overlays may add entries and from which they may remove them.
    const ENTRIES: OverlayEntries = OverlayEntries::NONE;

    /// Returns the name of the ruleset.
    fn name(&self) -> &str;

    /// Checks what joins several fields, such as a reference to another one; each field is within its bounds.
    ///
    /// # Errors
    /// Returns the first contradiction, or the first reference without a target.
    fn cross_check(&self) -> Result<(), RulesError>;
}

/// A checked ruleset of any game: a typed value, or the text of a saved one, which is parsed at its first use.
#[derive(Clone)]
pub struct RulesText {
    /// Name of the ruleset.
    pub name: String,
    forms: Arc<Forms>,
}

/// The forms of a ruleset; at least one is there, and the other is made from it.
#[derive(Default)]
struct Forms {
    toml: OnceLock<String>,
    typed: OnceLock<Arc<AnyRules>>,
}

/// A ruleset of any type.
type AnyRules = dyn Typed + Send + Sync;

/// A ruleset whose type only its game knows.
trait Typed: Any {
    fn toml(&self) -> String;

    fn table(&self) -> toml::Table;
}

impl<R: Rules> Typed for R {
    fn toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    fn table(&self) -> toml::Table {
        table_of(self)
    }
}

/// Converts a ruleset to a table.
fn table_of<R: Rules>(rules: &R) -> toml::Table {
    toml::Table::try_from(rules).unwrap_or_default()
}

impl RulesText {
    /// Wraps a checked ruleset.
    pub fn of<R: Rules>(rules: &R) -> RulesText {
        RulesText::shared(Arc::new(rules.clone()))
    }

    /// Wraps a checked ruleset that others share.
    pub fn shared<R: Rules>(rules: Arc<R>) -> RulesText {
        let name = rules.name().to_owned();
        let typed: Arc<AnyRules> = rules;
        RulesText { name, forms: Arc::new(Forms { typed: typed.into(), ..Forms::default() }) }
    }

    /// Wraps the text of a complete ruleset, as reports save it.
    pub fn saved(name: impl Into<String>, toml: impl Into<String>) -> RulesText {
        let toml: String = toml.into();
        RulesText { name: name.into(), forms: Arc::new(Forms { toml: toml.into(), ..Forms::default() }) }
    }

    /// Wraps a complete ruleset that a table contains.
    ///
    /// # Errors
    /// Fails on missing and unknown fields, and values out of range.
    pub fn checked<R: Rules>(table: toml::Table) -> Result<RulesText, InputError> {
        let rules: R = read_node(table).map_err(|error: ReadError| {
            InputError::plain(&error.message).with_help(InputError::near_in(&error.message))
        })?;
        check(&rules).map_err(|error| InputError::plain(&error.problem).with_help(error.help))?;
        Ok(RulesText::shared(Arc::new(rules)))
    }

    /// Returns the ruleset.
    ///
    /// # Errors
    /// Fails if a saved text is not a complete ruleset of the game.
    pub fn read<R: Rules>(&self) -> Result<Arc<R>, InputError> {
        let known = self.forms.typed.get().map(|typed| Arc::clone(typed) as Arc<dyn Any + Send + Sync>);
        if let Some(rules) = known.and_then(|typed| typed.downcast().ok()) {
            return Ok(rules);
        }
        let text = self.toml().to_owned();
        let rules: Arc<R> = Arc::new(complete(&FileText { path: "ruleset.toml".into(), text })?);
        self.forms.typed.get_or_init(|| Arc::<R>::clone(&rules));
        Ok(rules)
    }

    /// Returns the complete ruleset as TOML, in the order of its fields.
    pub fn toml(&self) -> &str {
        self.forms.toml.get_or_init(|| self.forms.typed.get().map(|rules| rules.toml()).unwrap_or_default())
    }

    /// Returns the SHA-256 of the complete ruleset.
    pub fn sha256(&self) -> String {
        sha256(self.toml())
    }

    /// Returns the complete ruleset as a table.
    pub fn table(&self) -> toml::Table {
        match self.forms.typed.get() {
            Some(rules) => rules.table(),
            None => toml::from_str(self.toml()).unwrap_or_default(),
        }
    }
}

impl std::fmt::Debug for RulesText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RulesText").field(&self.name).finish()
    }
}

impl PartialEq for RulesText {
    fn eq(&self, other: &RulesText) -> bool {
        self.name == other.name && (Arc::ptr_eq(&self.forms, &other.forms) || self.toml() == other.toml())
    }
}

/// Message for an `extends` that is not a text.
const EXTENDS_A_NAME: &str = "`extends` must be the name of a ruleset, in quotes";

/// Longest chain of files that extend each other.
const MAX_CHAIN: usize = 8;

/// Loads the ruleset of a built-in name, of a file, which may extend a built-in ruleset or another file, or of changes of
/// the default ruleset: `PATH=VALUE`, several with `;` between them.
///
/// # Errors
/// Fails on unknown names, unreadable files, unknown keys and values out of range, each with its place, and on other rules
/// under the name of a built-in ruleset.
pub fn load<R: Rules>(name: &str) -> Result<R, InputError> {
    load_from(name, SearchFolder::here())
}

/// Like [`load`], with files relative to the folder of another file.
///
/// # Errors
/// As [`load`].
pub fn load_from<R: Rules>(name: &str, beside: impl Into<SearchFolder>) -> Result<R, InputError> {
    let rules = resolve(name, &beside.into(), MAX_CHAIN)?;
    if is_built_in::<R>(name) { Ok(rules) } else { named_apart(rules) }
}

fn is_built_in<R: Rules>(name: &str) -> bool {
    R::BUILT_IN.iter().any(|(known, _)| *known == name)
}

/// Returns rules that a user wrote, unless they have the name of a built-in ruleset that they differ from.
fn named_apart<R: Rules>(rules: R) -> Result<R, InputError> {
    let name = rules.name();
    if !is_built_in::<R>(name) || differing(&load::<R>(name)?, &rules).is_empty() {
        return Ok(rules);
    }
    let problem = format!("`{name}` is the name of a built-in ruleset, and this one has other rules");
    Err(InputError::plain(problem).with_help(Some("give it another `name`")))
}

/// Returns the default ruleset.
pub fn standard<R: Rules>() -> R {
    load(R::BUILT_IN[0].0).expect("built-in rulesets are tested to load")
}

/// Loads the rules that replace those of a scenario: a ruleset by name, or the scenario's rules after changes.
///
/// # Errors
/// As [`load`] and [`written`].
pub fn chosen<R: Rules>(
    (name, folder): (&str, &SearchFolder),
    file: &FileText,
    rules: Option<Spanned<DeValue<'_>>>,
) -> Result<R, InputError> {
    if !are_changes(name) {
        return load_from(name, folder.clone());
    }
    let changes = changes::file(name);
    let table = read_table(&changes)?;
    if table.get_ref().contains_key("extends") {
        return load_from(name, folder.clone());
    }
    let base: R = written(file, rules)?;
    let name = match base.name() == R::BUILT_IN[0].0 {
        true => name.trim().to_owned(),
        false => format!("{}; {}", base.name(), name.trim()),
    };
    named_apart(overlaid(&changes, table_of(&base), table.get_ref(), name)?)
}

/// Loads the rules of a scenario: by name, from a file in the folder of the scenario, or as an overlay in the scenario;
/// the default ruleset if it has none.
///
/// # Errors
/// As [`load`].
pub fn written<R: Rules>(file: &FileText, rules: Option<Spanned<DeValue<'_>>>) -> Result<R, InputError> {
    let beside = &file.beside();
    let Some(rules) = rules else { return Ok(standard()) };
    let span = rules.span();
    match rules.into_inner() {
        DeValue::String(name) => load_from(&name, beside).map_err(|error| error.or_at(file, span)),
        DeValue::Table(mut changes) => {
            let base = match changes.remove("extends") {
                None => standard(),
                Some(name) => {
                    let at = name.span();
                    let Some(text) = name.get_ref().as_str() else {
                        return Err(InputError::at(file, at, EXTENDS_A_NAME));
                    };
                    load_from(text, beside).map_err(|error| error.or_at(file, at))?
                }
            };
            named_apart(change(file, &base, &changes)?).map_err(|error| error.or_at(file, span))
        }
        _ => Err(InputError::at(file, span, "`rules` must be the name of a ruleset, a file, or a table of changes")),
    }
}

/// Returns the name at the end of a chain of rulesets that extend each other: a built-in name for which `known` returns
/// true. `None` if the last ruleset extends nothing or cannot be read; loading reports the mistake.
pub fn root(name: &str, folder: &SearchFolder, known: impl Fn(&str) -> bool) -> Option<String> {
    let (mut name, mut beside) = (name.to_owned(), folder.clone());
    for _ in 0..MAX_CHAIN {
        if known(&name) {
            return Some(name);
        }
        let found = found(&name, &beside).ok()??;
        let table = read_table(&found.file).ok()?;
        name = table.get_ref().get("extends")?.get_ref().as_str()?.to_owned();
        beside = found.folder;
    }
    None
}

/// Returns true if a name refers to a file of rules in a folder, to a path without a file, or is changes of rules. Loading
/// reports mistakes in it.
pub fn is_written(name: &str, folder: &SearchFolder) -> bool {
    !matches!(found(name, folder), Ok(None))
}

/// Returns the keys of a ruleset as written, at the top and in its tables, each with those above it. Empty if it cannot
/// be read, which loading reports.
pub fn keys(name: &str, folder: &SearchFolder) -> Vec<Vec<String>> {
    let Ok(Some(Found { file, .. })) = found(name, folder) else { return Vec::new() };
    let mut all = Vec::new();
    if let Ok(table) = read_table(&file) {
        note_keys(table.get_ref(), &[], &mut all);
    }
    all
}

/// Adds the keys of a table, each with those above it.
fn note_keys(table: &DeTable<'_>, above: &[String], all: &mut Vec<Vec<String>>) {
    for (key, value) in table {
        let path: Vec<String> = above.iter().cloned().chain([key.get_ref().to_string()]).collect();
        if let DeValue::Table(below) = value.get_ref() {
            note_keys(below, &path, all);
        }
        all.push(path);
    }
}

/// A ruleset as written.
struct Found {
    file: FileText,
    /// Folder of the files that it extends.
    folder: SearchFolder,
    /// Name of the ruleset unless the text has one; `None` for a text without a file.
    name: Option<String>,
}

/// Finds a ruleset that is written in a file, or in changes instead of a name. `None` for a name without a file.
fn found(name: &str, folder: &SearchFolder) -> Result<Option<Found>, InputError> {
    if are_changes(name) {
        let (folder, name) = (folder.clone(), name.trim().to_owned());
        return Ok(Some(Found { file: changes::file(&name), folder, name: Some(name) }));
    }
    let found = folder.find(FileKind::Ruleset, name)?.map(Found::of);
    Ok(found.map(|found| if is_text(name) { Found { name: None, ..found } } else { found }))
}

impl Found {
    fn of(file: FileText) -> Found {
        let name = file.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Found { folder: file.beside(), name: Some(name), file }
    }
}

fn too_long(name: &str) -> InputError {
    InputError::plain(format!(
        "`{name}`: rulesets extend each other in a circle, or in a chain of more than {MAX_CHAIN}"
    ))
}

/// Returns true if a ruleset is named by its path.
pub fn is_file(name: &str) -> bool {
    FileKind::Ruleset.is_path(name)
}

/// The built-in rulesets of all games, with their games, for hints.
pub const NAMES: [(&str, &str); 7] = [
    ("rulebook", "rapid-attack"),
    ("draft-2012", "rapid-attack"),
    ("handbook", "rapid-attack"),
    ("v0.3", "apocalypse-frame"),
    ("v1.x", "apocalypse-frame"),
    ("intercept-orbit", "intercept-orbit"),
    ("community-2014", "intercept-orbit"),
];

/// Returns the error for an unknown ruleset.
pub fn unknown<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> InputError {
    let house_rules = FileKind::Ruleset.built_in().map(|(name, _)| name);
    let others = NAMES.iter().map(|(name, _)| *name);
    let near = nearest(name, known.clone().into_iter().chain(house_rules).chain(others));
    let own = |near: &str| known.clone().into_iter().any(|name| name == near);
    let game = near.and_then(|near| NAMES.iter().find(|(other, _)| *other == near && !own(near)));
    let help = match (near, game) {
        (Some(near), Some((_, game))) if near == name => format!("`{name}` is a ruleset of {game}, another game"),
        (Some(near), Some((_, game))) => format!("did you mean `{near}`, a ruleset of {game}?"),
        (Some(near), None) => format!("did you mean `{near}`?"),
        (None, _) if name == "default" => {
            "`default` names the rules of a program, which `compare` reads with --scenario".to_owned()
        }
        (None, _) => "name another ruleset by its file, which ends in .toml".to_owned(),
    };
    InputError { help: None, ..InputError::unknown("ruleset", name, known) }.with_help(Some(help))
}

fn resolve<R: Rules>(name: &str, beside: &SearchFolder, chain: usize) -> Result<R, InputError> {
    if chain == 0 {
        return Err(too_long(name));
    }
    match R::BUILT_IN.iter().find(|(known, _)| *known == name) {
        Some((known, text)) => {
            let file = FileText { path: format!("{name}.toml").into(), text: (*text).to_owned() };
            once::<R, _, _>(known, || from_text(Found::of(file), chain))
        }
        None => match found(name, beside)? {
            Some(found) => from_text(found, chain),
            None => Err(unknown(name, R::BUILT_IN.iter().map(|(name, _)| *name))),
        },
    }
}

/// Values by the type of a ruleset and a name.
type Made = BTreeMap<(TypeId, &'static str), Box<dyn Any + Send>>;

/// Built-in rulesets that were read, and schemas.
static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());

/// Returns a value of a type of rulesets, which is made at its first use: reading a built-in ruleset takes longer than
/// most exact answers.
pub(crate) fn once<R: 'static, T: Clone + Send + 'static, E>(
    name: &'static str,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let all = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all().get(&(TypeId::of::<R>(), name)).and_then(|value| value.downcast_ref::<T>()).cloned();
    if let Some(value) = known {
        return Ok(value);
    }
    let value = make()?;
    all().insert((TypeId::of::<R>(), name), Box::new(value.clone()));
    Ok(value)
}

fn from_text<R: Rules>(Found { file, folder, name }: Found, chain: usize) -> Result<R, InputError> {
    let file = &file;
    let table = read_table(file)?;
    let mut changes = table.get_ref().clone();
    let extends = changes.remove("extends");
    let base = match &extends {
        Some(name) => {
            let Some(text) = name.get_ref().as_str() else {
                return Err(InputError::at(file, name.span(), EXTENDS_A_NAME));
            };
            let base: R = resolve(text, &folder, chain - 1).map_err(|error| error.or_at(file, name.span()))?;
            table_of(&base)
        }
        None if file.text == R::BUILT_IN[0].1 => return complete(file),
        // A complete ruleset, as printed by `rules show`, changes no other ruleset.
        None => match complete(file) {
            Ok(rules) => return Ok(rules),
            Err(_) => table_of(&standard::<R>()),
        },
    };
    let name = name.unwrap_or_else(|| changed_name(base["name"].as_str().unwrap_or_default()));
    overlaid(file, base, &changes, name)
}

/// Applies the keys of a table of `file` to a ruleset.
fn change<R: Rules>(file: &FileText, base: &R, changes: &DeTable<'_>) -> Result<R, InputError> {
    overlaid(file, table_of(base), changes, changed_name(base.name()))
}

/// Returns the name of a ruleset that changes another one, if nothing names it.
fn changed_name(base: &str) -> String {
    format!("{base}, changed")
}

/// Applies the changes to the base; `name` is the default name of the result.
fn overlaid<R: Rules>(
    file: &FileText,
    mut base: toml::Table,
    changes: &DeTable<'_>,
    name: String,
) -> Result<R, InputError> {
    base.insert("name".to_owned(), name.into());
    let before = base.clone();
    overlay(file, &mut base, changes, &R::ENTRIES)?;
    let rules: R = read_node(base.clone()).map_err(|error: ReadError| {
        let path = error.path();
        let (span, _) = span_of(changes, path.iter().map(String::as_str));
        let message = &error.message;
        // A number beyond its type is beyond the bounds of its field, which are narrower.
        let problem = match bounds::check_bounds::<R>(&toml::Value::Table(base)) {
            Err(beyond) if beyond.paths.contains(&path) => beyond.problem,
            _ => format!("`{}`: {}", dotted(&path), with_bounds::<R>(message, &path)),
        };
        let near = InputError::near_in(message).or_else(|| like_an_entry(&before, &path, &R::ENTRIES));
        InputError::at(file, span, problem).with_help(near)
    })?;
    check(&rules).map_err(|error| {
        // Of places that are as deep, the first is that of the value in the message.
        let spans = error.paths.iter().rev().map(|path| span_of(changes, path.iter().map(String::as_str)));
        let found = spans.max_by_key(|(_, is_all)| *is_all);
        InputError::at(file, found.map_or(0..0, |(span, _)| span), &error.problem).with_help(error.help)
    })?;
    Ok(rules)
}

/// Returns the message about a value of another type, with the bounds of its field instead of those of its type.
fn with_bounds<R: Rules>(message: &str, path: &[String]) -> String {
    let Some((low, high)) = bounds::bounds_at::<R>(path) else { return message.to_owned() };
    let number = ["a whole number", "a number"].into_iter().find_map(|kind| Some((message.split_once(kind)?.0, kind)));
    number.map_or_else(|| message.to_owned(), |(before, kind)| format!("{before}{kind} from {low} to {high}"))
}

/// Returns the hint for an entry that is new and incomplete: its name may be mistyped.
fn like_an_entry(before: &toml::Table, path: &[String], entries: &OverlayEntries) -> Option<String> {
    let (name, table) = entries.entry_of(path)?.split_last()?;
    let known = table.iter().try_fold(before, |table, key| table.get(key)?.as_table())?;
    let new = || format!("`{name}` is new, so it needs all of its keys");
    if known.contains_key(name) {
        return None;
    }
    let near = nearest(name, known.keys().map(String::as_str));
    Some(near.map_or_else(new, |near| format!("did you mean `{near}`? {}", new())))
}

/// Parses a ruleset that names every field, as reports save it.
///
/// # Errors
/// Fails on missing and unknown fields and values out of range, with their place.
pub fn complete<R: Rules>(file: &FileText) -> Result<R, InputError> {
    let rules: R = read(file, read_table(file)?)?;
    check(&rules).map_err(|error| InputError::at(file, 0..0, &error.problem).with_help(error.help))?;
    Ok(rules)
}

/// Returns the place of the deepest part of a key path that exists in the file, and the number of its keys.
fn span_of<'a>(table: &DeTable<'_>, path: impl Iterator<Item = &'a str>) -> (Range<usize>, usize) {
    let (mut span, mut depth) = (0..0, 0);
    let mut at = Inner::Table(table);
    for key in path {
        let named =
            |(known, _): &(&Spanned<_>, _)| same_name(Spanned::<std::borrow::Cow<'_, str>>::get_ref(known), key);
        let found = match at {
            Inner::Table(table) => table.get(key).or_else(|| table.iter().find(named).map(|(_, value)| value)),
            Inner::List(list) => place_of(key).and_then(|place| list.get(place)),
            Inner::Nothing => None,
        };
        let Some(value) = found else { break };
        span = Spanned::span(value);
        depth += 1;
        at = match value.get_ref() {
            DeValue::Table(inner) => Inner::Table(inner),
            DeValue::Array(list) => Inner::List(list),
            _ => Inner::Nothing,
        };
    }
    (span, depth)
}

/// Inner values of a value of a file.
enum Inner<'a, 'b> {
    Table(&'a DeTable<'b>),
    List(&'a DeArray<'b>),
    Nothing,
}

/// Returns the place in a list that a key in brackets names.
fn place_of(key: &str) -> Option<usize> {
    key.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// Represents a field that one of two rulesets lacks.
const ABSENT: &str = "-";

/// Returns the fields in which two rulesets of one game differ, by key path, with both values; `-` if one lacks the
/// field. Name and summary are ignored.
pub fn diff(a: &RulesText, b: &RulesText) -> Vec<(String, String, String)> {
    differences(&a.table(), &b.table())
}

/// Returns the key paths of the fields in which two rulesets differ, in the order of [`diff`].
pub fn differing<R: Rules>(a: &R, b: &R) -> Vec<String> {
    differences(&table_of(a), &table_of(b)).into_iter().map(|(path, ..)| path).collect()
}

fn differences(a: &toml::Table, b: &toml::Table) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    diff_tables("", a, b, &mut found);
    found.retain(|(path, ..)| path != "name" && path != "summary");
    found
}

fn diff_tables(prefix: &str, a: &toml::Table, b: &toml::Table, found: &mut Vec<(String, String, String)>) {
    let empty = toml::Table::new();
    let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let told = |value: Option<&toml::Value>| value.map_or_else(|| ABSENT.to_owned(), toml::Value::to_string);
    for key in keys {
        let path = format!("{prefix}{}", quoted_key(key));
        let (a, b) = (a.get(key), b.get(key));
        let tables = [a, b].map(|value| value.map_or(Some(&empty), toml::Value::as_table));
        match tables {
            [Some(a), Some(b)] => diff_tables(&format!("{path}."), a, b, found),
            _ if a != b => found.push((path, told(a), told(b))),
            _ => {}
        }
    }
}

// The JSON Schema of ruleset files.

/// Returns the JSON Schema of ruleset files: every field of a ruleset, none of them required, and `extends`.
pub fn schema<R: Rules>() -> Value {
    let mut schema = schemars::schema_for!(R).to_value();
    require_nothing(&mut schema);
    R::ENTRIES.tables.iter().for_each(|table| allow_removal(&mut schema, table));
    let default = R::BUILT_IN[0].0;
    schema["properties"]["extends"] = json!({
        "type": "string",
        "description": format!(
            "The ruleset that this file changes: a built-in name, or a file ending in .toml; `{default}` by default."
        ),
    });
    schema
}

/// Adds the key that removes an entry to the schema of a table of entries.
fn allow_removal(schema: &mut Value, table: &[&str]) {
    let mut place = String::new();
    for key in table.iter().chain([&"*"]) {
        place += &match *key {
            "*" => "/additionalProperties".to_owned(),
            key => format!("/properties/{key}"),
        };
        let reference = schema.pointer(&place).and_then(|node| node["$ref"].as_str());
        place = reference.map_or(place.clone(), |reference| reference.trim_start_matches('#').to_owned());
    }
    let meaning = "Removes the entry; it then has no other keys.";
    if let Some(properties) = schema.pointer_mut(&format!("{place}/properties")) {
        properties["remove"] = json!({ "const": true, "description": meaning });
    }
}

/// Makes all fields optional, because an overlay contains only its changes, at every level.
fn require_nothing(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.remove("required");
            fields.values_mut().for_each(require_nothing);
        }
        Value::Array(entries) => entries.iter_mut().for_each(require_nothing),
        _ => {}
    }
}
