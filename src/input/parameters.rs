//! Named numbers with bounds, as policies have them: one list for files, documents and code.

use super::{InputError, nearest};

/// A parameter: its name, what it means, its default and its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    pub name: &'static str,
    pub meaning: &'static str,
    pub default: f64,
    pub low: f64,
    pub high: f64,
}

/// Generates a struct of parameters with their names, so that files, tuning and documents read one list.
macro_rules! parameters {
    ($(#[doc = $about:literal])+ $kind:ident {
        $($(#[doc = $doc:literal])+ $name:ident: $start:literal, $low:literal ..= $high:literal;)+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $kind {
            $($(#[doc = $doc])+ pub $name: f64,)+
        }

        impl $kind {
            /// All parameters, in the order of `values`.
            pub const PARAMETERS: &'static [$crate::input::Parameter] = &[$($crate::input::Parameter {
                name: stringify!($name),
                meaning: concat!($($doc),+),
                default: $start,
                low: $low,
                high: $high,
            }),+];

            /// The values in the order of `PARAMETERS`.
            pub fn values(&self) -> Vec<f64> {
                vec![$(self.$name),+]
            }

            /// Values in the order of `PARAMETERS`, each held within its bounds; those that are missing are the
            /// defaults.
            pub fn of_values(values: &[f64]) -> $kind {
                let mut values = values.iter().copied();
                $kind { $($name: values.next().unwrap_or($start).clamp($low, $high),)+ }
            }

            /// The same with another value at a place of the list.
            pub fn with(&self, place: usize, value: f64) -> $kind {
                let mut values = self.values();
                values[place] = value;
                $kind::of_values(&values)
            }
        }
    };
}

pub(crate) use parameters;

/// The number written for a parameter.
///
/// # Errors
/// What is no number.
pub fn number(key: &str, value: &toml::Value) -> Result<f64, InputError> {
    match value {
        toml::Value::Integer(whole) => Ok(*whole as f64),
        toml::Value::Float(number) => Ok(*number),
        other => Err(InputError::plain(format!("`{key}` is a number, not `{other}`"))),
    }
}

/// The place of a parameter in the list of a policy, for a value within its bounds.
///
/// # Errors
/// Names that the list does not have, with the nearest, and values out of bounds.
pub fn find_parameter<'a>(
    mut parameters: impl Iterator<Item = &'a Parameter> + Clone,
    policy: &str,
    key: &str,
    number: f64,
) -> Result<usize, InputError> {
    let names = parameters.clone().map(|parameter| parameter.name);
    let Some(place) = names.clone().position(|name| name == key) else {
        let near = nearest(key, names.clone()).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        let known: Vec<&str> = names.collect();
        return Err(InputError::plain(format!(
            "policy `{policy}` has no parameter `{key}`{near}; it has {}",
            known.join(", ")
        )));
    };
    match parameters.nth(place) {
        Some(Parameter { low, high, .. }) if !(*low..=*high).contains(&number) => {
            Err(InputError::plain(format!("`{key}` is {number}; allowed: {low} to {high}")))
        }
        _ => Ok(place),
    }
}
