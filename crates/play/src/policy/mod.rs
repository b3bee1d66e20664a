//! Policies of any game: named parameters with bounds, names, and roles.
//!
//! A game defines its kinds of policies ([`Settings`]) and the built-in policies of each role ([`Role`]). A [`Book`]
//! holds the policies that a scenario may name: its policies, each resolved once, and the built-in ones.

mod book;
mod kind;
mod parameters;
mod raw;
mod search;
#[cfg(test)]
mod tests;

pub use crate::parameters;
pub use book::{Book, BuiltIn, Role, Spec};
pub use kind::{Kind, Players};
pub use parameters::{Parameter, of_shares, rounded, set, shares, tuned};
pub use raw::RawPolicy;
pub use search::{Judge, Looking, SearchBase, SearchParameters, SearchSettings, built_in_network, look_ahead};

use hitchart_config::{FileText, InputError};

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
