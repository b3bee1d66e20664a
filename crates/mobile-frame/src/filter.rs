//! Conditions on measured things, such as `direct >= 1.5` or `systems <= 3`, sort orders of lists, and the Pareto
//! front.

use hitchart_config::InputError;

// Conditions and sort orders.

/// Most conditions of a query.
pub const MAX_CONDITIONS: usize = 64;

/// A numeric field of a thing.
pub trait Field: Copy {
    /// Type of the things.
    type Of;

    /// One or two example conditions, for help.
    const EXAMPLE: &'static str;

    /// Names of all fields.
    fn names() -> Vec<&'static str>;

    /// Returns the field with this name, or `None` if the name is unknown.
    fn named(name: &str) -> Option<Self>;

    /// Returns the value of the field.
    fn value(self, of: &Self::Of) -> f64;
}

/// A comparison of one field with a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter<F> {
    field: F,
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

impl<F: Field> Filter<F> {
    /// Parses a condition.
    ///
    /// # Errors
    /// Fails if the text does not compare a known field with a number.
    pub fn parse(text: &str) -> Result<Filter<F>, InputError> {
        let split = COMPARISONS.iter().find_map(|(sign, comparison)| Some((text.split_once(sign)?, *comparison)));
        let Some(((name, number), comparison)) = split else {
            let problem = format!("`{text}` is not a condition; write a field, one of >= <= > < = != and a number");
            return Err(InputError::plain(problem).with_help(Some(format!("for example {}", F::EXAMPLE))));
        };
        let field = field_named(name)?;
        let number = number.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let number = number.ok_or_else(|| InputError::plain(format!("`{text}` does not compare with a number")))?;
        Ok(Filter { field, comparison, number })
    }

    /// Returns true if a thing meets the condition. Numbers within 1e-12 of each other are equal.
    pub fn accepts(&self, of: &F::Of) -> bool {
        const SAME: f64 = 1e-12;
        let value = self.field.value(of);
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

fn field_named<F: Field>(name: &str) -> Result<F, InputError> {
    let name = name.trim();
    F::named(name).ok_or_else(|| InputError::unknown("field", name, F::names()))
}

/// Sort order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortKey<F> {
    field: F,
}

impl<F: Field> SortKey<F> {
    /// Parses the name of a field to sort by.
    ///
    /// # Errors
    /// Fails for unknown fields.
    pub fn parse(name: &str) -> Result<SortKey<F>, InputError> {
        Ok(SortKey { field: field_named(name)? })
    }

    /// Returns the name of the field, as users type it.
    pub fn name(&self) -> &'static str
    where
        F: PartialEq,
    {
        F::names().into_iter().find(|name| F::named(name) == Some(self.field)).unwrap_or_default()
    }

    /// Sorts from the largest value down; equal values keep their order.
    pub fn sort(&self, all: &mut [F::Of]) {
        all.sort_by(|a, b| self.field.value(b).total_cmp(&self.field.value(a)));
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
