//! Named numbers with bounds: one list for files, tuning, documents and code; the settings of a policy as such a list.

use hitchart_config::{FileText, InputError, listed, nearest, words::short};

/// A kind of policy of a game, with all that decides how it plays.
pub trait Settings: Clone {
    /// Returns the parameters, in order; none for kinds without parameters.
    fn parameters(&self) -> Vec<Parameter>;

    /// Returns the values in that order.
    fn values(&self) -> Vec<f64>;

    /// Returns the same kind with other values, in that order and within their bounds.
    fn with(&self, values: &[f64]) -> Self;

    /// Returns the same kind with a parameter that is read from a file.
    ///
    /// # Errors
    /// Parameters that are not read from files, and files that hold something else.
    fn with_file(&self, parameter: &str, file: &FileText) -> Result<Self, InputError> {
        let _ = file;
        Err(InputError::plain(format!("`{parameter}` cannot be read from a file")))
    }
}

/// A parameter: its name, its meaning, its default and its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Name, as files write it.
    pub name: &'static str,
    /// Meaning, for documents.
    pub meaning: &'static str,
    /// Value if a file names none.
    pub default: f64,
    /// Smallest allowed value.
    pub low: f64,
    /// Largest allowed value.
    pub high: f64,
    /// True if only whole numbers are allowed.
    pub whole: bool,
    /// Names of the choices 0, 1, … if the parameter is a choice and not a number; the last may be a file.
    pub choices: &'static [&'static str],
}

impl Parameter {
    /// Returns the allowed values for documents: bounds, or the names of the choices.
    pub fn allowed(&self) -> String {
        if self.choices.is_empty() { format!("{} to {}", self.low, self.high) } else { self.choices.join(", ") }
    }
}

/// Generates a struct of parameters with their names, so that files, tuning and documents read one list. Its default
/// has the values of a tuned file, if one is named, as [`tuned`] reads it.
#[macro_export]
macro_rules! parameters {
    ($(#[doc = $about:literal])+ $kind:ident $(= $file:expr;)? {
        $($(#[doc = $doc:literal])+ $name:ident: $start:literal, $low:literal ..= $high:literal;)+
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $kind {
            $($(#[doc = $doc])+ pub $name: f64,)+
        }

        impl $kind {
            /// All parameters, in the order of `values`.
            pub const PARAMETERS: &'static [$crate::policy::Parameter] = &[$($crate::policy::Parameter {
                name: stringify!($name),
                meaning: concat!($($doc),+),
                default: $start,
                low: $low,
                high: $high,
                whole: false,
                choices: &[],
            }),+];

            /// Returns the values in the order of `PARAMETERS`.
            pub fn values(&self) -> Vec<f64> {
                vec![$(self.$name),+]
            }

            /// Returns the parameters with values in the order of `PARAMETERS`, each clamped to its bounds. Missing
            /// values are those before tuning.
            pub fn of_values(values: &[f64]) -> $kind {
                let mut values = values.iter().copied();
                $kind { $($name: values.next().unwrap_or($start).clamp($low, $high),)+ }
            }

            /// Returns the values before tuning.
            pub fn start() -> $kind {
                $kind::of_values(&[])
            }
        }

        impl $crate::policy::Settings for $kind {
            fn parameters(&self) -> Vec<$crate::policy::Parameter> {
                $kind::PARAMETERS.to_vec()
            }

            fn values(&self) -> Vec<f64> {
                $kind::values(self)
            }

            fn with(&self, values: &[f64]) -> $kind {
                $kind::of_values(values)
            }
        }

        impl Default for $kind {
            fn default() -> $kind {
                static VALUES: std::sync::LazyLock<$kind> = std::sync::LazyLock::new(|| {
                    let files: &[&str] = &[$($file)?];
                    files.first().map_or_else($kind::start, |file| {
                        $kind::of_values(&$crate::policy::tuned(file, $kind::PARAMETERS))
                    })
                });
                *VALUES
            }
        }
    };
}

/// Returns the values of a tuned file, as `hitchart tune` writes it, in the order of a list. Parameters that the file
/// does not name have their defaults.
pub fn tuned(file: &str, parameters: &[Parameter]) -> Vec<f64> {
    let table: toml::Table = toml::from_str(file).unwrap_or_default();
    let value = |parameter: &Parameter| table.get(parameter.name).and_then(toml::Value::as_float);
    parameters.iter().map(|parameter| value(parameter).unwrap_or(parameter.default)).collect()
}

/// Returns values as shares of the way from their lower to their upper bounds, 0 to 1.
pub fn shares(parameters: &[Parameter], values: &[f64]) -> Vec<f64> {
    let known = values.iter().zip(parameters);
    known.map(|(value, parameter)| (value - parameter.low) / (parameter.high - parameter.low)).collect()
}

/// Returns the values of such shares.
pub fn of_shares(parameters: &[Parameter], shares: &[f64]) -> Vec<f64> {
    let known = shares.iter().zip(parameters);
    known.map(|(share, parameter)| parameter.low + share * (parameter.high - parameter.low)).collect()
}

/// Returns values rounded to three significant digits, within their bounds.
pub fn rounded(parameters: &[Parameter], values: &[f64]) -> Vec<f64> {
    let round = |value: f64| format!("{value:.2e}").parse().unwrap_or(value);
    let known = values.iter().zip(parameters);
    known.map(|(value, parameter)| round(*value).clamp(parameter.low, parameter.high)).collect()
}

/// Sets a parameter among the values of a policy by its name.
///
/// # Errors
/// Unknown names, with the nearest known one; values that are not numbers, not whole, or out of bounds.
pub fn set(
    values: &mut [f64],
    parameters: &[Parameter],
    policy: &str,
    (key, value): (&str, &toml::Value),
) -> Result<(), InputError> {
    if parameters.is_empty() {
        return Err(InputError::plain(format!("policy `{policy}` has no parameters, but `{key}` is given")));
    }
    let names = parameters.iter().map(|parameter| parameter.name);
    let Some(place) = names.clone().position(|name| name == key) else {
        let near = nearest(key, names.clone()).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        let known: Vec<&str> = names.collect();
        return Err(InputError::plain(format!(
            "policy `{policy}` has no parameter `{key}`{near}; it has {}",
            known.join(", ")
        )));
    };
    let Parameter { low, high, whole, choices, .. } = parameters[place];
    if !choices.is_empty() {
        values[place] = choice(key, choices, value)?;
        return Ok(());
    }
    let number = number(key, value)?;
    if !(low..=high).contains(&number) || whole && number.fract() != 0.0 {
        let from = if whole { "whole numbers from " } else { "" };
        return Err(InputError::plain(format!("`{key}` is {}; allowed: {from}{low} to {high}", short(number))));
    }
    values[place] = number;
    Ok(())
}

/// Returns the place of a name among the choices of a parameter.
fn choice(key: &str, choices: &[&str], value: &toml::Value) -> Result<f64, InputError> {
    let toml::Value::String(name) = value else {
        let problem = format!("`{key}` must be one of {}, not `{value}`", listed(choices.iter().copied()));
        return Err(InputError::plain(problem));
    };
    let place = choices.iter().position(|choice| *choice == name || is_file(choice) && is_file(name));
    let place = place.ok_or_else(|| InputError::unknown(&format!("`{key}`"), name, choices.iter().copied()))?;
    Ok(place as f64)
}

/// Returns true if a choice is a file; all files are TOML.
pub(super) fn is_file(choice: &str) -> bool {
    choice.ends_with(".toml")
}

fn number(key: &str, value: &toml::Value) -> Result<f64, InputError> {
    match value {
        toml::Value::Integer(whole) => Ok(*whole as f64),
        toml::Value::Float(number) => Ok(*number),
        other => Err(InputError::plain(format!("`{key}` must be a number, not `{other}`"))),
    }
}
