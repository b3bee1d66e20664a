//! Conditions on things that are measured, such as `direct >= 1.5` or `systems <= 3`, and how lists of them are ordered.

use hitchart_config::InputError;

/// Most conditions of a question.
pub const MAX_CONDITIONS: usize = 64;

/// Something that is known of each thing as a number.
pub trait Field: Copy {
    /// The things.
    type Of;

    /// A condition or two, as help.
    const EXAMPLE: &'static str;

    /// Names of all fields.
    fn names() -> Vec<&'static str>;

    /// The field of a name.
    fn named(name: &str) -> Option<Self>;

    /// Its value.
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

/// Two-sign comparisons first: `<=` is not `<` followed by `=`.
const COMPARISONS: [(&str, Comparison); 6] = [
    (">=", Comparison::AtLeast),
    ("<=", Comparison::AtMost),
    ("!=", Comparison::NotEqual),
    (">", Comparison::More),
    ("<", Comparison::Less),
    ("=", Comparison::Equal),
];

impl<F: Field> Filter<F> {
    /// Reads a condition.
    ///
    /// # Errors
    /// What is no comparison of a known field with a number.
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

    /// Whether a thing meets the condition. Numbers closer than a millionth of a millionth are equal.
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

/// How a list is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortKey<F> {
    field: F,
}

impl<F: Field> SortKey<F> {
    /// Reads a field; things are listed from the largest down.
    ///
    /// # Errors
    /// Unknown fields.
    pub fn parse(name: &str) -> Result<SortKey<F>, InputError> {
        Ok(SortKey { field: field_named(name)? })
    }

    /// The name of the field, as people type it.
    pub fn name(&self) -> &'static str
    where
        F: PartialEq,
    {
        F::names().into_iter().find(|name| F::named(name) == Some(self.field)).unwrap_or_default()
    }

    /// Sorts from the largest down; equals stay in order.
    pub fn sort(&self, all: &mut [F::Of]) {
        all.sort_by(|a, b| self.field.value(b).total_cmp(&self.field.value(a)));
    }
}
