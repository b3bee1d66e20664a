//! Fields of a scenario's studies, which vary as the fields of a ruleset do. Their paths begin with `study`, as the
//! tables `[study.…]` of the file do: `study.battlefield.table.diagonal`.

use super::comparison::ScenarioGames;
use crate::games::{Entry, StudySource};
use hitchart_config::rules::{RulesText, diff};
use hitchart_config::{FileText, InputError};
use hitchart_lab::sweep::{STUDY, SweepField};
use toml::{Table, Value};

/// Changed fields with their new values.
pub(super) type FieldChanges = Vec<(SweepField, Value)>;

/// One side of a comparison: rules, and changed fields of the scenario's studies.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Name for people.
    pub name: String,
    pub rules: RulesText,
    /// Changed fields of the studies.
    pub(super) changes: FieldChanges,
}

impl Arm {
    /// Wraps a ruleset, which leaves the studies unchanged.
    pub fn of_rules(name: String, rules: RulesText) -> Arm {
        Arm { name, rules, changes: Vec::new() }
    }

    /// Returns true if another arm has the same rules and changes.
    pub(super) fn is_same(&self, other: &Arm) -> bool {
        (&self.rules, &self.changes) == (&other.rules, &other.changes)
    }

    /// Returns true if the arm has the rules of another ruleset and unchanged studies.
    pub(super) fn is_unchanged(&self, base: &RulesText) -> bool {
        self.changes.iter().all(|(field, value)| field.base == *value) && diff(base, &self.rules).is_empty()
    }

    /// Parses changes of the first arm as typed: `PATH=VALUE`, several with `;` between them.
    ///
    /// # Errors
    /// Fails on unknown fields, values of another type, and rules that are not allowed.
    pub(super) fn parse(
        text: &str,
        base: &RulesText,
        on: Option<(&ScenarioGames, &[String])>,
        game: &Entry,
    ) -> Result<Arm, InputError> {
        let texts: Vec<String> = text.split(';').map(|text| text.trim().to_owned()).collect();
        let table = on.map_or_else(|| Ok(base.table()), |on| table(on, game, base, &texts))?;
        let fields = texts.iter().map(|text| SweepField::single(text, &table));
        let fields: FieldChanges = fields.collect::<Result<_, _>>()?;
        if let Some(twice) =
            (1..fields.len()).find(|at| fields[..*at].iter().any(|known| known.0.path == fields[*at].0.path))
        {
            return Err(InputError::plain(format!("--field: `{}` is named twice", fields[twice].0.path)));
        }
        let (changes, rules): (FieldChanges, FieldChanges) =
            fields.into_iter().partition(|field| field.0.is_of_study());
        let mut changed = base.table();
        rules.iter().for_each(|(field, value)| _ = field.set(&mut changed, value));
        let without_place = |error: InputError| InputError::plain(format!("--field: {text}: {}", error.problem));
        let rules = if rules.is_empty() { base.clone() } else { (game.checked)(changed).map_err(without_place)? };
        Ok(Arm { name: texts.join("; "), rules, changes })
    }
}

/// Returns true for a key of studies that changes which games are played or how they are shown, but no game.
fn plays_no_part(key: &str) -> bool {
    ["kind", "name", "title", "text", "games", "swap_seats"].contains(&key)
}

/// Returns the table in which fields are found: the ruleset, and under `study` the first of the studies, with the values
/// written out that the fields need.
///
/// # Errors
/// Fails on names that are unknown, and on texts without a path.
pub(super) fn table(
    (on, studies): (&ScenarioGames, &[String]),
    game: &Entry,
    rules: &RulesText,
    texts: &[String],
) -> Result<Table, InputError> {
    let mut all = rules.table();
    let keys = texts.iter().map(|text| SweepField::keys_in(text)).collect::<Result<Vec<_>, _>>()?;
    if let Some(keys) = keys.iter().find(|keys| keys[0] == STUDY && keys.get(1).is_some_and(|key| plays_no_part(key))) {
        let problem = format!("--field: `{}` changes no game", keys.join("."));
        let help = (keys[1] == "games").then_some("--games sets the number of games");
        return Err(InputError::plain(problem).with_help(help));
    }
    let Some(first) = studies.first().filter(|_| keys.iter().any(|keys| keys[0] == STUDY)) else { return Ok(all) };
    let mut file = read(&on.file)?;
    if let Some(study) = study_of(&mut file, first) {
        let source = StudySource { file: &on.file, rules, kept: on.overrides.kept.get(first) };
        keys.iter().try_for_each(|keys| write_out(study, keys, game, &source))?;
        all.insert(STUDY.to_owned(), Value::Table(study.clone()));
    }
    Ok(all)
}

/// Checks that the fields have the same unchanged values in all studies, so that a change has one distance.
///
/// # Errors
/// Names the first field that differs.
pub(super) fn check_alike(
    (on, studies): (&ScenarioGames, &[String]),
    game: &Entry,
    rules: &RulesText,
    fields: &[SweepField],
) -> Result<(), InputError> {
    let own: Vec<&SweepField> = fields.iter().filter(|field| field.is_of_study()).collect();
    let paths: Vec<String> = own.iter().map(|field| format!("{}=", field.path)).collect();
    for name in studies.iter().skip(1).filter(|_| !own.is_empty()) {
        let table = table((on, std::slice::from_ref(name)), game, rules, &paths)?;
        if let Some(field) = own.iter().find(|field| !field.has_base(&table)) {
            let problem =
                format!("--field: `{}` has different values in the studies `{}` and `{name}`", field.path, studies[0]);
            return Err(InputError::plain(problem).with_help(Some("choose one of them with --study")));
        }
    }
    Ok(())
}

/// Returns the scenario with changed fields of some of its studies; `None` if no field belongs to studies.
///
/// # Errors
/// Fails if a study does not have a field.
pub(super) fn changed<'f>(
    (on, studies): (&ScenarioGames, &[String]),
    game: &Entry,
    rules: &RulesText,
    changes: impl Iterator<Item = (&'f SweepField, &'f Value)>,
) -> Result<Option<ScenarioGames>, InputError> {
    let mut own: Vec<(&SweepField, &Value)> = changes.filter(|(field, _)| field.is_of_study()).collect();
    if own.is_empty() {
        return Ok(None);
    }
    // A whole battlefield comes before its parts.
    own.sort_by_key(|(field, _)| field.keys.len());
    let (mut file, mut overrides) = (read(&on.file)?, on.overrides.clone());
    for name in studies {
        let Some(study) = study_of(&mut file, name) else { continue };
        change(study, &own, name, game, &StudySource { file: &on.file, rules, kept: on.overrides.kept.get(name) })?;
        if own.iter().any(|(field, _)| field.keys[1] == game.study_fields.stored) {
            overrides.kept.remove(name);
        }
    }
    let text = toml::to_string(&file).map_err(InputError::plain)?;
    let file = FileText { path: on.file.path.clone(), text };
    Ok(Some(ScenarioGames { file, overrides, ..on.clone() }))
}

/// Changes the fields of one study. If fewer players are left, their policies are the first ones too.
fn change(
    study: &mut Table,
    changes: &[(&SweepField, &Value)],
    name: &str,
    game: &Entry,
    source: &StudySource<'_>,
) -> Result<(), InputError> {
    for (field, value) in changes {
        write_out(study, &field.keys, game, source)?;
        let mut root = Table::from_iter([(STUDY.to_owned(), Value::Table(std::mem::take(study)))]);
        let is_set = field.set(&mut root, value);
        if let Some(Value::Table(changed)) = root.remove(STUDY) {
            *study = changed;
        }
        if !is_set {
            return Err(InputError::plain(format!(
                "--field: study `{name}` has no `{}` that takes this value",
                field.path
            )));
        }
    }
    let sides = study.get(game.study_fields.sides).and_then(Value::as_array).map(Vec::len);
    if let (Some(sides), Some(Value::Array(policies))) = (sides, study.get_mut("policies")) {
        policies.truncate(sides);
    }
    Ok(())
}

/// Writes out the value of a study that a field is in, or all values for a field that the study does not have, so that
/// a message finds the nearest one.
fn write_out(study: &mut Table, keys: &[String], game: &Entry, source: &StudySource<'_>) -> Result<(), InputError> {
    let [first, key, below @ ..] = keys else { return Ok(()) };
    if first != STUDY {
        return Ok(());
    }
    let fields = &game.study_fields;
    let is_named = fields.named.contains(&key.as_str());
    let named = fields.named.iter().filter(|named| *named == key || !is_named && !study.contains_key(key.as_str()));
    for named in named.copied().collect::<Vec<_>>() {
        // First the default of a missing value, then the value of a name.
        for _ in 0..if is_named && below.is_empty() { 1 } else { 2 } {
            let value = study.get(named);
            if value.is_some() && is_named && below.is_empty() {
                break;
            }
            if let Some(value) = (fields.written_out)(named, value, source)? {
                study.insert(named.to_owned(), value);
            }
        }
    }
    Ok(())
}

/// Parses a scenario file that was checked before.
fn read(file: &FileText) -> Result<Table, InputError> {
    toml::from_str(&file.text).map_err(|error| InputError::toml(file, &error))
}

/// Returns a study of a file by its name.
fn study_of<'a>(file: &'a mut Table, name: &str) -> Option<&'a mut Table> {
    let studies = file.get_mut(STUDY)?.as_array_mut()?.iter_mut().filter_map(Value::as_table_mut);
    let is_named = |(number, study): &(usize, &mut Table)| match study.get("name").and_then(Value::as_str) {
        Some(known) => known == name,
        None => study.get("kind").and_then(Value::as_str).is_some_and(|kind| format!("{kind}-{number}") == name),
    };
    (1..).zip(studies).find(is_named).map(|(_, study)| study)
}
