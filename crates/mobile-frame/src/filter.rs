//! Conditions on measured things, such as `direct >= 1.5` or `systems <= 3`, sort orders of lists, and the Pareto
//! front.

use hitchart_config::InputError;
use std::marker::PhantomData;

// Conditions and sort orders.

/// Most conditions of a query.
pub const MAX_CONDITIONS: usize = 64;

/// A thing with named numbers.
pub trait Measured {
    /// One or two example conditions, for help.
    const EXAMPLE: &'static str;

    /// Names of all numbers, in order.
    fn names() -> Vec<&'static str>;

    /// Returns the number at a place among the names.
    fn number(&self, place: usize) -> f64;
}

/// A comparison of one number of a `T` with another number.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter<T> {
    field: Field<T>,
    comparison: Comparison,
    number: f64,
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

/// Comparisons with two characters first: `<=` is not `<` followed by `=`.
const COMPARISONS: [(&str, Comparison); 6] = [
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    ("!=", Comparison::NotEqual),
    (">", Comparison::More),
    ("<", Comparison::Less),
    ("=", Comparison::Equal),
];

impl<T: Measured> Filter<T> {
    /// Parses a condition.
    ///
    /// # Errors
    /// Fails if the text does not compare a known field with a number.
    pub fn parse(text: &str) -> Result<Filter<T>, InputError> {
        let split = COMPARISONS.iter().find_map(|(sign, comparison)| Some((text.split_once(sign)?, *comparison)));
        let Some(((name, number), comparison)) = split else {
            let problem = format!("`{text}` is not a condition; write a field, one of >= <= > < = != and a number");
            return Err(InputError::plain(problem).with_help(Some(format!("for example {}", T::EXAMPLE))));
        };
        let field = Field::named(name)?;
        let number = number.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or_else(|| InputError::plain(format!("`{text}` does not compare with a number")))?;
        Ok(Filter { field, comparison, number })
    }

    /// Returns true if a thing meets the condition. Numbers within 1e-12 of each other are equal.
    pub fn accepts(&self, of: &T) -> bool {
        const SAME: f64 = 1e-12;
        let value = of.number(self.field.place);
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

/// A number of a `T`, by its place among the names.
#[derive(Clone, Debug, PartialEq)]
struct Field<T> {
    place: usize,
    of: PhantomData<T>,
}

impl<T: Measured> Field<T> {
    /// Returns the number of a name, in any case and with `-` or `_`.
    fn named(name: &str) -> Result<Field<T>, InputError> {
        let (name, names) = (name.trim(), T::names());
        let written = name.replace('-', "_");
        match names.iter().position(|known| known.eq_ignore_ascii_case(&written)) {
            Some(place) => Ok(Field { place, of: PhantomData }),
            None => Err(InputError::unknown("field", name, names)),
        }
    }
}

/// Sort order of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct SortKey<T> {
    field: Field<T>,
}

impl<T: Measured> SortKey<T> {
    /// Parses the name of a field to sort by.
    ///
    /// # Errors
    /// Fails for unknown fields.
    pub fn parse(name: &str) -> Result<SortKey<T>, InputError> {
        Ok(SortKey { field: Field::named(name)? })
    }

    /// Returns the name of the field, as users type it.
    pub fn name(&self) -> &'static str {
        T::names()[self.field.place]
    }

    /// Returns the number to sort by.
    pub fn number(&self, of: &T) -> f64 {
        of.number(self.field.place)
    }

    /// Sorts from the largest value down; equal values keep their order.
    pub fn sort(&self, all: &mut [T]) {
        all.sort_by(|a, b| self.number(b).total_cmp(&self.number(a)));
    }
}

// The Pareto front of things that are measured in several ways.

/// Measures within this distance are equal, because rounding depends on the order in which the same terms are added.
const NOISE: f64 = 1e-9;

/// Returns for each thing true if it is on the Pareto front: no other is at least as good in every measure and better
/// in one. All measures are better when larger.
pub fn pareto_front<const N: usize>(measured: &[[f64; N]]) -> Vec<bool> {
    let dominated = |one: &[f64; N], other: &[f64; N]| {
        let pairs = || one.iter().zip(other);
        pairs().all(|(mine, theirs)| *theirs >= mine - NOISE) && pairs().any(|(mine, theirs)| *theirs > mine + NOISE)
    };
    measured.iter().map(|one| !measured.iter().any(|other| dominated(one, other))).collect()
}
