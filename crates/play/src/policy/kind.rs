//! Kinds of policies.

use super::{Parameter, SearchSettings, Settings, Spec};
use hitchart_config::{FileText, InputError};

/// A kind of policy: one without parameters, a tactician with weights `T`, or a search that starts from one.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind<P, T> {
    /// A policy without parameters, as the game names it.
    Plain(P),
    Tactician(T),
    Search(SearchSettings<T>),
}

impl<P: Clone, T: Settings> Settings for Kind<P, T> {
    fn parameters(&self) -> Vec<Parameter> {
        match self {
            Kind::Plain(_) => Vec::new(),
            Kind::Tactician(tactics) => tactics.parameters(),
            Kind::Search(settings) => settings.parameters(),
        }
    }

    fn values(&self) -> Vec<f64> {
        match self {
            Kind::Plain(_) => Vec::new(),
            Kind::Tactician(tactics) => tactics.values(),
            Kind::Search(settings) => settings.values(),
        }
    }

    fn with(&self, values: &[f64]) -> Kind<P, T> {
        match self {
            Kind::Plain(plain) => Kind::Plain(plain.clone()),
            Kind::Tactician(tactics) => Kind::Tactician(tactics.with(values)),
            Kind::Search(settings) => Kind::Search(settings.with(values)),
        }
    }

    fn with_file(&self, parameter: &str, file: &FileText) -> Result<Kind<P, T>, InputError> {
        match self {
            Kind::Search(settings) => settings.with_file(parameter, file).map(Kind::Search),
            Kind::Plain(_) | Kind::Tactician(_) => {
                Err(InputError::plain(format!("`{parameter}` cannot be read from a file")))
            }
        }
    }
}

impl<P, T> Spec<Kind<P, T>> {
    /// Returns the weights of a tactician.
    ///
    /// # Errors
    /// Policies of another kind.
    pub fn tactician(&self) -> Result<&T, InputError> {
        match self.kind() {
            Kind::Tactician(tactics) => Ok(tactics),
            Kind::Plain(_) | Kind::Search(_) => {
                Err(InputError::plain(format!("policy `{}` is not a tactician", self.name())))
            }
        }
    }
}
