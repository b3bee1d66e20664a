//! Conditions on loadouts, such as `direct >= 1.5`, `systems <= 3` or `Rd = 2`.

use super::loadout::Kind;
use super::loadouts::{MEASURES, Measured};
use crate::input::InputError;

/// Most conditions of a question.
pub const MAX_CONDITIONS: usize = 64;

/// A comparison of one field of a loadout with a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    field: Field,
    comparison: Comparison,
    number: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Systems,
    Rockets,
    Count(Kind),
    Measure(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    AtLeast,
    AtMost,
    NotEqual,
    More,
    Less,
    Equal,
}

/// Two-sign comparisons first: `<=` is not `<` followed by `=`.
const COMPARISONS: [(&str, Comparison); 6] = [
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    ("!=", Comparison::NotEqual),
    (">", Comparison::More),
    ("<", Comparison::Less),
    ("=", Comparison::Equal),
];

/// Names of the fields: numbers of systems and rockets, of each system, and the measures.
pub fn fields() -> Vec<&'static str> {
    let kinds = Kind::ALL.iter().map(|(_, token)| *token);
    ["systems", "rockets"].into_iter().chain(MEASURES).chain(kinds).collect()
}

impl Filter {
    /// Reads a condition.
    ///
    /// # Errors
    /// What is no comparison of a known field with a number.
    pub fn parse(text: &str) -> Result<Filter, InputError> {
        let split = COMPARISONS.iter().find_map(|(sign, comparison)| Some((text.split_once(sign)?, *comparison)));
        let Some(((name, number), comparison)) = split else {
            let problem = format!("`{text}` is no condition; write a field, one of >= <= > < = != and a number");
            return Err(InputError::plain(problem).with_help(Some("for example `direct >= 1.5` or `systems <= 3`")));
        };
        let name = name.trim();
        let field = field_named(name).ok_or_else(|| InputError::unknown("field", name, fields()))?;
        let number = number.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or_else(|| InputError::plain(format!("`{text}` does not compare with a number")))?;
        Ok(Filter { field, comparison, number })
    }

    /// Whether a loadout meets the condition. Numbers closer than a millionth of a millionth are equal.
    pub fn accepts(&self, measured: &Measured) -> bool {
        const SAME: f64 = 1e-12;
        let value = field_value(self.field, measured);
        let equal = (value - self.number).abs() <= SAME;
        match self.comparison {
            Comparison::AtLeast => value > self.number || equal,
            Comparison::AtMost => value < self.number || equal,
            Comparison::More => value > self.number && !equal,
            Comparison::Less => value < self.number && !equal,
            Comparison::Equal => equal,
            Comparison::NotEqual => !equal,
        }
    }
}

fn field_named(name: &str) -> Option<Field> {
    let kind =
        Kind::ALL.iter().find(|(_, token)| token.eq_ignore_ascii_case(name)).map(|(kind, _)| Field::Count(*kind));
    match name.to_ascii_lowercase().replace('-', "_").as_str() {
        "systems" => Some(Field::Systems),
        "rockets" => Some(Field::Rockets),
        lower => MEASURES.iter().position(|measure| *measure == lower).map(Field::Measure).or(kind),
    }
}

fn field_value(field: Field, measured: &Measured) -> f64 {
    match field {
        Field::Systems => measured.loadout.systems() as f64,
        Field::Rockets => measured.loadout.rockets().into(),
        Field::Count(kind) => measured.loadout.count(kind).into(),
        Field::Measure(i) => measured.values[i],
    }
}

/// How a list of loadouts is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortKey {
    field: Field,
}

impl SortKey {
    /// Reads a field; loadouts are listed from the largest down.
    ///
    /// # Errors
    /// Unknown fields.
    pub fn parse(name: &str) -> Result<SortKey, InputError> {
        let unknown = || InputError::unknown("field", name, fields());
        Ok(SortKey { field: field_named(name.trim()).ok_or_else(unknown)? })
    }

    /// Sorts from the largest down; equals stay in writing order.
    pub fn sort(&self, measured: &mut [Measured]) {
        measured.sort_by(|a, b| field_value(self.field, b).total_cmp(&field_value(self.field, a)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::loadout::Loadout;
    use super::super::loadouts::measure;
    use super::super::rules_files::rulebook;
    use super::*;

    #[test]
    fn conditions_on_counts_and_measures() {
        let rules = rulebook();
        let tank = measure(Loadout::parse("RdRdBB", &rules).unwrap(), 0, &rules);
        for (text, accepted) in [
            ("systems <= 4", true),
            ("systems<4", false),
            ("Rd=2", true),
            ("rd != 2", false),
            ("direct >= 1.8", true),
            ("hand-to-hand > 0", false),
            ("rockets = 0", true),
        ] {
            assert_eq!(Filter::parse(text).unwrap().accepts(&tank), accepted, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert!(Filter::parse("drect >= 1").unwrap_err().to_string().contains("did you mean `direct`?"));
        assert!(Filter::parse("direct").unwrap_err().to_string().contains("no condition"));
        assert!(Filter::parse("direct > many").unwrap_err().to_string().contains("number"));
        assert!(SortKey::parse("speed").is_err());
    }
}
