//! Fields of a ruleset to sweep: their paths, their values, and the distances between values.

use hitchart_config::words::counted;
use hitchart_config::{InputError, listed, nearest};
use toml::de::{DeTable, DeValue};

/// Maximum number of values of a field.
pub(super) const MOST_VALUES: usize = 1000;
/// Number of values of a field on a grid if its ends are not integers and it has no step.
pub(super) const USUAL_VALUES: usize = 9;
/// Values drawn from a range are rounded for reading, to at least this many steps of the range.
const PARTS: f64 = 1000.0;

/// A field of a ruleset with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepField {
    /// Path as typed.
    pub path: String,
    /// Keys from the top; for a list the index in it, from 0.
    keys: Vec<String>,
    /// Value in the unchanged ruleset.
    pub base: toml::Value,
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
    /// fields have steps of 1.
    ///
    /// # Errors
    /// Paths that the ruleset does not have, and values of another type than the field's.
    pub fn parse(text: &str, ruleset: &toml::Table, grid: bool) -> Result<SweepField, InputError> {
        let Some((path, written)) = text.split_once('=') else {
            let problem =
                format!("--field: `{text}` is no field; write PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A|B");
            return Err(InputError::plain(problem));
        };
        let (path, written) = (path.trim(), written.trim());
        let keys = keys_of(path)?;
        let base = find(ruleset, path, &keys)?.clone();
        let values = values_of(path, written, &base, grid)?;
        Ok(SweepField { path: path.to_owned(), keys, base, values })
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

    /// Sets the field in a ruleset.
    pub fn set(&self, ruleset: &mut toml::Table, value: &toml::Value) {
        let (first, rest) = (&self.keys[0], &self.keys[1..]);
        let at = rest.iter().fold(ruleset.get_mut(first), |at, key| match at? {
            toml::Value::Table(table) => table.get_mut(key),
            toml::Value::Array(list) => list.get_mut(key.parse::<usize>().ok()?),
            _ => None,
        });
        if let Some(at) = at {
            *at = value.clone();
        }
    }
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

/// Returns the value at a path of a ruleset.
fn find<'a>(ruleset: &'a toml::Table, path: &str, keys: &[String]) -> Result<&'a toml::Value, InputError> {
    let mut at: Option<&toml::Value> = ruleset.get(&keys[0]);
    for key in &keys[1..] {
        at = match at {
            Some(toml::Value::Table(table)) => table.get(key),
            Some(toml::Value::Array(list)) => key.parse::<usize>().ok().and_then(|place| list.get(place)),
            _ => None,
        };
    }
    match at.filter(|_| keys != ["name"] && keys != ["summary"]) {
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
            all.retain(|known| known != "name" && known != "summary");
            // A last key that is right under a wrong table is a better guess than letters alone.
            let last = |known: &&str| known.rsplit('.').next() == keys.last().map(String::as_str);
            let known = || all.iter().map(String::as_str);
            let near = nearest(path, known().filter(last)).or_else(|| nearest(path, known()));
            let help = near.map(|name| format!("did you mean `{name}`?"));
            let problem = format!("--field: the ruleset has no field `{path}`; `hitchart rules show` prints all");
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
    let twice = (1..levels.len()).find(|i| levels[..*i].contains(&levels[*i]));
    match (twice, levels.len()) {
        (Some(i), _) => {
            Err(InputError::plain(format!("--field: `{path}` has the value {} twice", display_value(&levels[i]))))
        }
        (None, 2..=MOST_VALUES) => Ok(values),
        (None, many) => {
            let has = counted(many as u64, "values");
            let problem = format!("--field: `{path}` has {has}; allowed: 2 to {MOST_VALUES}");
            Err(InputError::plain(problem))
        }
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
    if low >= high || step.is_some_and(|step| step <= 0.0 || step > high - low) {
        let problem =
            format!("--field: `{path}` goes from {low} to {high}; write the lower end first, and a step within");
        return Err(InputError::plain(problem));
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
        let has = counted(many as u64, "values");
        let problem = format!("--field: `{path}` has {has}; allowed: 2 to {MOST_VALUES}");
        return Err(InputError::plain(problem));
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
        _ => (Some(toml::Value::String(text.trim_matches(['"', '\'']).to_owned())), "texts"),
    };
    value.ok_or_else(|| {
        let problem =
            format!("--field: `{path}` is {}, and `{text}` is none of its kind; allowed: {what}", display_value(base));
        InputError::plain(problem)
    })
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
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruleset() -> toml::Table {
        toml::from_str("name = 'x'\n[ranges]\ndirect = 8.0\n[rockets]\nper_company = 3\n[dice]\ndefense = '1d6'\n[cover]\nimmune = true\nby = [3, 2]\n['Long Gun']\nharm = 2\n").unwrap()
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
}
