//! Fields of a ruleset or of a scenario's studies to sweep: their paths, their values, and the distances between values.

use hitchart_config::words::counted;
use hitchart_config::{InputError, listed, nearest};
use toml::de::{DeTable, DeValue};

/// Maximum number of values of a field.
pub(super) const MOST_VALUES: usize = 1000;
/// Number of values of a field on a grid if its ends are not integers and it has no step.
pub(super) const USUAL_VALUES: usize = 9;
/// Values drawn from a range are rounded for reading, to at least this many steps of the range.
const PARTS: f64 = 1000.0;

/// First key of the fields that belong to the studies of a scenario instead of to its ruleset.
pub const STUDY: &str = "study";

/// Key of complete rules under which a game that is a program has its command, name and version.
const PROGRAM: &str = "program";

/// A field of a ruleset, or of the studies of a scenario, with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepField {
    /// Path as typed.
    pub path: String,
    /// Keys from the top; for a list the index in it, from 0.
    pub keys: Vec<String>,
    /// Unchanged value; for a list that is shortened, its length.
    pub base: toml::Value,
    /// True if the values are numbers of entries: a list keeps its first ones.
    pub shortens: bool,
    values: Values,
}

/// Values of a field.
#[derive(Clone, Debug, PartialEq)]
enum Values {
    /// One of these.
    Levels(Vec<toml::Value>),
    /// Any number of a range.
    Range { low: f64, high: f64 },
}

/// A value of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Value, of the same type as in the ruleset.
    pub value: toml::Value,
    /// Position between the ends, 0 to 1: by size for numbers, by index in the list for others.
    pub place: f64,
}

impl SweepField {
    /// Parses a field: a path of keys, `=`, and `LOW..HIGH`, `LOW..HIGH:STEP` or values with `|` between them. On a
    /// grid a range without a step has steps of 1 between integers, else nine values. In other designs only integer
    /// fields have steps of 1. The table contains the ruleset, and a study under the key `study`.
    ///
    /// # Errors
    /// Paths that the table does not have, and values of another type than the field's.
    pub fn parse(text: &str, table: &toml::Table, grid: bool) -> Result<SweepField, InputError> {
        let field = SweepField::read(text, table, grid)?;
        match &field.values {
            Values::Levels(levels) if !(2..=MOST_VALUES).contains(&levels.len()) => {
                Err(wrong_count(&field.path, levels.len()))
            }
            _ => Ok(field),
        }
    }

    /// Parses a field with a single value.
    ///
    /// # Errors
    /// As [`SweepField::parse`]; also fails on several values.
    pub fn single(text: &str, table: &toml::Table) -> Result<(SweepField, toml::Value), InputError> {
        if !text.contains('=') {
            return Err(InputError::plain(format!("--field: `{text}` has no value; write PATH=VALUE")));
        }
        let field = SweepField::read(text, table, true)?;
        match &field.values {
            Values::Levels(levels) if levels.len() == 1 => Ok((field.clone(), levels[0].clone())),
            _ => {
                let problem =
                    format!("--field: `{}` has several values; a comparison takes one: PATH=VALUE", field.path);
                Err(InputError::plain(problem))
            }
        }
    }

    fn read(text: &str, table: &toml::Table, grid: bool) -> Result<SweepField, InputError> {
        let (path, written) = parts(text)?;
        let keys = keys_of(path)?;
        let found = find(table, path, &keys)?;
        let (base, most) = match found {
            toml::Value::Array(list) if !written.contains('[') => (toml::Value::Integer(list.len() as i64), list.len()),
            found => (found.clone(), 0),
        };
        let values = values_of(path, written, &base, grid)?;
        let field = SweepField { path: path.to_owned(), keys, base, shortens: most > 0, values };
        let is_outside = |level: &Level| number(&level.value).is_none_or(|count| count < 1.0 || count > most as f64);
        if field.shortens && field.levels().is_none_or(|levels| levels.iter().any(is_outside)) {
            let entries = counted(most as u64, "entries");
            let problem = format!("--field: `{path}` has {entries}, and keeps the first ones; allowed: 1 to {most}");
            return Err(InputError::plain(problem));
        }
        Ok(field)
    }

    /// Returns the keys of a field as typed, with or without values.
    ///
    /// # Errors
    /// Texts without a path of keys.
    pub fn keys_in(text: &str) -> Result<Vec<String>, InputError> {
        keys_of(parts(text)?.0)
    }

    /// Returns true if the field belongs to the studies of a scenario.
    pub fn is_of_study(&self) -> bool {
        self.keys.len() > 1 && self.keys[0] == STUDY
    }

    /// Returns the values one by one. `None` for a range without a step.
    pub fn levels(&self) -> Option<Vec<Level>> {
        let Values::Levels(levels) = &self.values else { return None };
        Some((0..levels.len()).map(|i| self.level(i)).collect())
    }

    /// Returns the number of values. `None` for a range without a step.
    pub fn count(&self) -> Option<usize> {
        match &self.values {
            Values::Levels(levels) => Some(levels.len()),
            Values::Range { .. } => None,
        }
    }

    fn level(&self, i: usize) -> Level {
        match &self.values {
            Values::Levels(levels) => Level { value: levels[i].clone(), place: place(levels, i) },
            Values::Range { low, high } => Level { value: (low + (high - low) * i as f64).into(), place: i as f64 },
        }
    }

    /// Returns the value at a fraction of all values, 0 to 1; each of several values has an equal share.
    pub fn at(&self, part: f64) -> Level {
        match &self.values {
            Values::Levels(levels) => self.level(((part * levels.len() as f64) as usize).min(levels.len() - 1)),
            Values::Range { low, high } => {
                let value = readable(low + (high - low) * part, high - low);
                Level { value: value.into(), place: (value - low) / (high - low) }
            }
        }
    }

    /// Returns the distance of a value from that of the unchanged ruleset: a fraction of the range for numbers, 0 or 1
    /// for others.
    pub fn change(&self, value: &toml::Value) -> f64 {
        let ends = match &self.values {
            Values::Range { low, high } => Some((*low, *high)),
            Values::Levels(levels) => ends(levels),
        };
        match (ends, number(&self.base), number(value)) {
            (Some((low, high)), Some(base), Some(value)) => (value - base).abs() / (high - low),
            _ => f64::from(u8::from(*value != self.base)),
        }
    }

    /// Returns true if the field takes numbers.
    pub fn is_number(&self) -> bool {
        number(&self.base).is_some()
    }

    /// Returns true if the field may change which numbers games have: by the players, or by their points an asset, which
    /// follow from bids and sizes.
    pub fn changes_numbers(&self) -> bool {
        self.is_list() || self.is_of_study() || self.keys[0] == "bidding"
    }

    /// Returns true if the values are lists, or shorten a list.
    pub fn is_list(&self) -> bool {
        self.shortens || self.base.is_array()
    }

    /// Returns true if the field has its unchanged value in a table.
    pub fn has_base(&self, table: &toml::Table) -> bool {
        match find(table, &self.path, &self.keys) {
            Ok(toml::Value::Array(list)) if self.shortens => self.base == toml::Value::Integer(list.len() as i64),
            found => found.is_ok_and(|found| *found == self.base),
        }
    }

    /// Sets the field in a table with the keys of the parsed one. Returns false if the table does not have the field.
    pub fn set(&self, table: &mut toml::Table, value: &toml::Value) -> bool {
        let (first, rest) = (&self.keys[0], &self.keys[1..]);
        let at = rest.iter().fold(table.get_mut(first), |at, key| match at? {
            toml::Value::Table(table) => table.get_mut(key),
            toml::Value::Array(list) => list.get_mut(key.parse::<usize>().ok()?),
            _ => None,
        });
        match (at, value) {
            (None, _) => false,
            (Some(toml::Value::Array(list)), toml::Value::Integer(count)) if self.shortens => {
                let count = usize::try_from(*count).unwrap_or(0);
                let has = list.len() >= count;
                list.truncate(count);
                has
            }
            (Some(at), value) => {
                *at = value.clone();
                true
            }
        }
    }
}

/// Splits a field into its path and its values.
fn parts(text: &str) -> Result<(&str, &str), InputError> {
    let Some((path, written)) = text.split_once('=') else {
        let problem = format!("--field: `{text}` is no field; write PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A|B");
        return Err(InputError::plain(problem));
    };
    Ok((path.trim(), written.trim()))
}

/// Returns the error of a field with too few or too many values.
fn wrong_count(path: &str, many: usize) -> InputError {
    let has = counted(many as u64, "values");
    InputError::plain(format!("--field: `{path}` has {has}; allowed: 2 to {MOST_VALUES}"))
        .with_help(Some("write A|B for a list of values, LOW..HIGH for a range"))
}

/// Parses the keys of a dotted path. Keys are quoted if they have characters other than letters, digits, hyphens and
/// underscores.
fn keys_of(path: &str) -> Result<Vec<String>, InputError> {
    let wrong =
        || InputError::plain(format!("--field: `{path}` is no path of keys; write keys with dots between them"));
    let text = format!("{path} = 0");
    let table = DeTable::parse(&text).map_err(|_| wrong())?;
    let mut keys = Vec::new();
    let mut at = table.get_ref();
    loop {
        let (key, value) = at.iter().next().ok_or_else(wrong)?;
        keys.push(key.get_ref().to_string());
        match value.get_ref() {
            DeValue::Table(inner) => at = inner,
            _ => return Ok(keys),
        }
    }
}

/// Returns the value at a path of a ruleset, or of a study.
fn find<'a>(ruleset: &'a toml::Table, path: &str, keys: &[String]) -> Result<&'a toml::Value, InputError> {
    let mut at: Option<&toml::Value> = ruleset.get(&keys[0]);
    for key in &keys[1..] {
        at = match at {
            Some(toml::Value::Table(table)) => table.get(key),
            Some(toml::Value::Array(list)) => key.parse::<usize>().ok().and_then(|place| list.get(place)),
            _ => None,
        };
    }
    // A study keeps its name and its kind, and the rules of a program keep its command and its version.
    let is_fixed = keys[0] == PROGRAM
        || [&["name"][..], &["summary"], &[STUDY, "name"], &[STUDY, "kind"]].iter().any(|fixed| keys == *fixed);
    match at.filter(|_| !is_fixed) {
        Some(value) if keys.len() > 1 && keys[0] == STUDY => Ok(value),
        Some(toml::Value::Table(table)) => {
            let mut all = Vec::new();
            leaves(&format!("{path}."), table, &mut all);
            let first = all.iter().take(MOST_NAMED).map(String::as_str);
            let problem = format!("--field: `{path}` is a table of settings; name one of them: {}", listed(first));
            Err(InputError::plain(problem))
        }
        Some(toml::Value::Array(_)) => {
            let problem = format!("--field: `{path}` is a list; name a place in it, from 0, such as `{path}.0`");
            Err(InputError::plain(problem))
        }
        Some(value) => Ok(value),
        None => {
            let mut all = Vec::new();
            leaves("", ruleset, &mut all);
            all.retain(|known| known != "name" && known != "summary" && !known.starts_with("program."));
            // A last key that is right under a wrong table is a better guess than letters alone.
            let last = |known: &&str| known.rsplit('.').next() == keys.last().map(String::as_str);
            let known = || all.iter().map(String::as_str);
            let near = nearest(path, known().filter(last)).or_else(|| nearest(path, known()));
            let help = near.map(|name| format!("did you mean `{name}`?"));
            let problem = match keys[0] == STUDY {
                true => {
                    format!("--field: the study has no field `{path}`; `{STUDY}` stands for a study as its file has it")
                }
                false if all.len() <= MOST_NAMED => {
                    format!("--field: the ruleset has no field `{path}`; allowed: {}", listed(known()))
                }
                false => format!("--field: the ruleset has no field `{path}`; `hitchart rules show` prints all"),
            };
            Err(InputError::plain(problem).with_help(help))
        }
    }
}

/// Maximum number of names in a message.
const MOST_NAMED: usize = 20;

/// Collects the paths of all values below a table.
fn leaves(prefix: &str, table: &toml::Table, found: &mut Vec<String>) {
    for (key, value) in table {
        let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let key = if plain { key.clone() } else { format!("{key:?}") };
        match value {
            toml::Value::Table(inner) => leaves(&format!("{prefix}{key}."), inner, found),
            _ => found.push(format!("{prefix}{key}")),
        }
    }
}

fn values_of(path: &str, written: &str, base: &toml::Value, grid: bool) -> Result<Values, InputError> {
    let values = match written.split_once("..") {
        Some((low, rest)) if !written.contains('|') => range(path, (low, rest), base, grid)?,
        _ => {
            let values = written.split('|').map(|text| value_of(path, text.trim(), base));
            Values::Levels(values.collect::<Result<_, _>>()?)
        }
    };
    let Values::Levels(levels) = &values else { return Ok(values) };
    match (1..levels.len()).find(|i| levels[..*i].contains(&levels[*i])) {
        Some(i) => {
            Err(InputError::plain(format!("--field: `{path}` has the value {} twice", display_value(&levels[i]))))
        }
        None => Ok(values),
    }
}

/// Parses a range of numbers; its low end is already split off.
fn range(path: &str, (low, rest): (&str, &str), base: &toml::Value, grid: bool) -> Result<Values, InputError> {
    if number(base).is_none() {
        let problem =
            format!("--field: `{path}` is {}; its values are listed with `|` between them", display_value(base));
        return Err(InputError::plain(problem));
    }
    let (high, step) = rest.split_once(':').map_or((rest, None), |(high, step)| (high, Some(step)));
    let number = |text: &str| {
        let text = text.trim();
        let found = text.parse().ok().filter(|number: &f64| number.is_finite() && number.abs() < 1e9);
        found.ok_or_else(|| InputError::plain(format!("--field: `{path}`: `{text}` is no number")))
    };
    let (low, high, step) = (number(low)?, number(high)?, step.map(number).transpose()?);
    let wrong = match step {
        _ if low >= high => Some("write the lower end first".to_owned()),
        Some(step) if step <= 0.0 || step > high - low => {
            Some(format!("the step is {step}; allowed: more than 0, up to {}", high - low))
        }
        _ => None,
    };
    if let Some(wrong) = wrong {
        return Err(InputError::plain(format!("--field: `{path}` goes from {low} to {high}; {wrong}")));
    }
    let whole_ends = low.fract() == 0.0 && high.fract() == 0.0;
    let is_whole = matches!(base, toml::Value::Integer(_));
    if is_whole && (!whole_ends || step.is_some_and(|step| step.fract() != 0.0)) {
        return Err(InputError::plain(format!(
            "--field: `{path}` is {}: whole numbers are allowed",
            display_value(base)
        )));
    }
    let step = match step {
        Some(step) => step,
        None if is_whole || (grid && whole_ends) => 1.0,
        None if grid => (high - low) / (USUAL_VALUES - 1) as f64,
        None => return Ok(Values::Range { low, high }),
    };
    let many = ((high - low) / step + 1e-9).floor() as usize + 1;
    if many > MOST_VALUES {
        return Err(wrong_count(path, many));
    }
    let value = |i: usize| {
        let value = low + step * i as f64;
        if is_whole {
            toml::Value::Integer(value as i64)
        } else {
            format!("{value:.6}").parse().unwrap_or(value).into()
        }
    };
    Ok(Values::Levels((0..many).map(value).collect()))
}

/// Parses a value of the field's type.
fn value_of(path: &str, text: &str, base: &toml::Value) -> Result<toml::Value, InputError> {
    let (value, what) = match base {
        toml::Value::Integer(_) => (text.parse().ok().map(toml::Value::Integer), "whole numbers"),
        toml::Value::Float(_) => {
            (text.parse().ok().filter(|number: &f64| number.is_finite()).map(toml::Value::Float), "numbers")
        }
        toml::Value::Boolean(_) => (text.parse().ok().map(toml::Value::Boolean), "`true` and `false`"),
        toml::Value::Array(_) => (list_of(text), "lists such as `[3, 6]`"),
        // A saved report contains no files that only a field names.
        _ if text.ends_with(".toml") && path.starts_with(STUDY) => (None, "built-in names"),
        _ => (Some(toml::Value::String(text.trim_matches(['"', '\'']).to_owned())), "texts"),
    };
    // People write lists with commas.
    let listed = text.contains(',').then(|| format!("write several values as `{}`", text.replace(',', "|")));
    value.ok_or_else(|| {
        if text.is_empty() {
            let problem = format!("--field: `{path}` has no value after the `=` or between `|`; allowed: {what}");
            return InputError::plain(problem);
        }
        let problem =
            format!("--field: `{path}` is {}, and `{text}` is none of its kind; allowed: {what}", display_value(base));
        InputError::plain(problem).with_help(listed)
    })
}

/// Parses a list of TOML.
fn list_of(text: &str) -> Option<toml::Value> {
    let table: toml::Table = format!("list = {text}").parse().ok()?;
    table.get("list").filter(|list| list.is_array()).cloned()
}

/// Rounds a number to the decimals that steps of a range of this width need.
fn readable(value: f64, width: f64) -> f64 {
    let decimals = (0..12).find(|decimals| width * 10f64.powi(*decimals) >= PARTS).unwrap_or(12);
    format!("{value:.*}", decimals as usize).parse().unwrap_or(value)
}

/// Returns the number of an integer or a float. `None` for other values.
pub(super) fn number(value: &toml::Value) -> Option<f64> {
    match value {
        toml::Value::Integer(value) => Some(*value as f64),
        toml::Value::Float(value) => Some(*value),
        _ => None,
    }
}

/// Returns the lowest and the highest value. `None` if some are not numbers.
fn ends(levels: &[toml::Value]) -> Option<(f64, f64)> {
    let numbers: Option<Vec<f64>> = levels.iter().map(number).collect();
    numbers?.into_iter().map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn place(levels: &[toml::Value], i: usize) -> f64 {
    match (ends(levels), number(&levels[i])) {
        (Some((low, high)), Some(value)) => (value - low) / (high - low),
        _ => i as f64 / (levels.len() - 1) as f64,
    }
}

/// Formats a value for people: texts without quotes.
pub(super) fn display_value(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Table(_) => "a table".to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruleset() -> toml::Table {
        toml::from_str("name = 'x'\n[ranges]\ndirect = 8.0\n[rockets]\nper_company = 3\n[dice]\ndefense = '1d6'\n[cover]\nimmune = true\nby = [3, 2]\n['Long Gun']\nharm = 2\n").unwrap()
    }

    #[test]
    fn the_command_and_version_of_a_program_are_no_fields() {
        let rules: toml::Table = toml::from_str("noise = 20\n[program]\nversion = '1'\n").unwrap();
        for text in ["program.version='9'", "program=3", "salt=1"] {
            let said = SweepField::parse(text, &rules, true).unwrap_err().to_string();
            assert!(said.contains("allowed: `noise`") && !said.contains("`noise`,"), "{said}");
        }
    }

    fn values(text: &str, grid: bool) -> Vec<String> {
        let field = SweepField::parse(text, &ruleset(), grid).unwrap();
        field.levels().unwrap().iter().map(|level| display_value(&level.value)).collect()
    }

    fn refused(text: &str) -> String {
        SweepField::parse(text, &ruleset(), true).unwrap_err().to_string()
    }

    #[test]
    fn ranges_lists_and_switches_are_read_by_the_type_of_the_field() {
        assert_eq!(values("ranges.direct=6..8", true), ["6", "7", "8"]);
        assert_eq!(values("ranges.direct=6..7:0.5", true), ["6", "6.5", "7"]);
        assert_eq!(values("ranges.direct=6..6.8", true)[..2], ["6", "6.1"]);
        assert_eq!(values("rockets.per_company=0..8:3", false), ["0", "3", "6"]);
        assert_eq!(values("dice.defense=1d6|1d8", true), ["1d6", "1d8"]);
        assert_eq!(values("cover.immune=true|false", true), ["true", "false"]);
        assert_eq!(values("cover.by.1=1..2", true), ["1", "2"]);
        assert_eq!(values("'Long Gun'.harm=1..2", true), ["1", "2"]);
        assert_eq!(SweepField::parse("ranges.direct=6..8", &ruleset(), false).unwrap().levels(), None);
    }

    #[test]
    fn what_is_no_field_is_refused_with_the_nearest() {
        for (text, said) in [
            ("ranges.direkt=6..8", "did you mean `ranges.direct`?"),
            ("rocket.per_company=6..8", "did you mean `rockets.per_company`?"),
            ("rockets=0..8", "`rockets.per_company`"),
            ("cover.by=1..2", "`cover.by.0`"),
            ("name=a|b", "no field `name`"),
            ("ranges.direct", "PATH=LOW..HIGH"),
            ("ranges.direct=8..6", "lower end first"),
            ("ranges.direct=6..x", "`x` is no number"),
            ("rockets.per_company=0..2.5", "whole numbers"),
            ("rockets.per_company=0|x", "whole numbers"),
            ("dice.defense=1..2", "listed with `|`"),
            ("cover.immune=yes|no", "`true` and `false`"),
            ("rockets.per_company=3", "2 to 1000"),
            ("rockets.per_company=3|3", "twice"),
            ("rockets.per_company=0..8000", "2 to 1000"),
            ("a b=0..8", "no path of keys"),
        ] {
            let error = refused(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }

    #[test]
    fn changes_are_in_parts_of_the_range() {
        let field = SweepField::parse("ranges.direct=6..12", &ruleset(), true).unwrap();
        assert_eq!(field.change(&11.0.into()), 0.5);
        assert_eq!(field.at(0.999).value, 12.0.into());
        let field = SweepField::parse("dice.defense=1d6|1d8|2d6", &ruleset(), true).unwrap();
        assert_eq!((field.change(&"2d6".into()), field.change(&"1d6".into())), (1.0, 0.0));
        assert_eq!(field.at(0.5).place, 0.5);
    }

    #[test]
    fn a_value_is_set_where_the_path_leads() {
        let mut rules = ruleset();
        for (text, value) in [("ranges.direct=6..12", 9.0.into()), ("cover.by.1=1..2", 1.into())] {
            SweepField::parse(text, &rules.clone(), true).unwrap().set(&mut rules, &value);
        }
        assert_eq!((rules["ranges"]["direct"].as_float(), rules["cover"]["by"][1].as_integer()), (Some(9.0), Some(1)));
    }

    fn study() -> toml::Table {
        let text = "[study]\nbattlefield = 'dense-town'\ncompanies = ['a', 'b', 'c']\nheight = [3, 6]\n[study.ground]\ngap = 1.4\n";
        toml::from_str(text).unwrap()
    }

    /// A list of a study takes the number of its first entries, or whole lists; names stand for tables.
    #[test]
    fn lists_of_a_study_are_shortened_or_replaced() {
        let set = |text: &str, level: usize| {
            let (field, mut table) = (SweepField::parse(text, &study(), true).unwrap(), study());
            assert!(field.has_base(&table) && field.is_of_study());
            assert!(field.set(&mut table, &field.levels().unwrap()[level].value), "{text}");
            table["study"].clone()
        };
        assert_eq!(set("study.companies=1..3", 1)["companies"], toml::Value::from(vec!["a", "b"]));
        assert_eq!(set("study.height=[3, 4]|[5, 8]", 1)["height"], toml::Value::from(vec![5, 8]));
        assert_eq!(set("study.ground=plain|town", 0)["ground"], "plain".into());
        assert_eq!(set("study.ground.gap=1..3:0.5", 1)["ground"]["gap"], 1.5.into());
        let field = SweepField::parse("study.companies=2..3", &study(), true).unwrap();
        assert_eq!((field.change(&2.into()), field.change(&3.into())), (1.0, 0.0));
        let mut short: toml::Table = toml::from_str("[study]\ncompanies = ['a']\n").unwrap();
        assert!(!field.set(&mut short, &2.into()) && !field.set(&mut toml::Table::new(), &2.into()));
    }

    #[test]
    fn what_a_study_does_not_take_is_refused() {
        let refused = |text: &str| SweepField::parse(text, &study(), true).unwrap_err().to_string();
        assert!(
            refused("study.companies=2..4").contains("3 entries") && refused("study.companies=0..2").contains("1 to 3")
        );
        assert!(refused("study.battlefield=a|b.toml").contains("built-in names"));
        assert!(refused("study.height=[3, 4]|5").contains("lists"));
        assert!(refused("study.groung.gap=1..2").contains("did you mean `study.ground.gap`?"));
        assert!(SweepField::single("study.ground.gap=2", &study()).is_ok());
        assert!(SweepField::single("study.ground.gap=1..2", &study()).unwrap_err().to_string().contains("takes one"));
    }
}
