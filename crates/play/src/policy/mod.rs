//! Policies of any game: named parameters with bounds, what files call a policy, and who may play by it.
//!
//! A game says what kinds of policies there are ([`Settings`]) and which are built in for each of its roles ([`Role`]). A
//! [`Book`] is what a scenario makes of it: its own policies, each resolved once, beside those of the program.

mod book;
mod kind;
mod parameters;
mod raw;
mod search;
#[cfg(test)]
mod tests;

pub use book::{Book, BuiltIn, Role, Spec};
pub use kind::Kind;
pub use crate::parameters;
pub use parameters::{Parameter, of_shares, rounded, set, shares, tuned};
pub use raw::RawPolicy;
pub use search::{Judge, Looking, SearchParameters, SearchSettings, built_in_network, look_ahead};

use hitchart_config::{FileText, InputError};

/// A kind of policy of a game, with all that decides how it plays.
pub trait Settings: Clone {
    /// What can be set, in order; nothing for kinds that have no parameters.
    fn parameters(&self) -> Vec<Parameter>;

    /// The values in that order.
    fn values(&self) -> Vec<f64>;

    /// The same kind with other values, in that order and within their bounds.
    fn with(&self, values: &[f64]) -> Self;

    /// The same kind with a parameter that is read from a file.
    ///
    /// # Errors
    /// Parameters that no file is for, and files that hold something else.
    fn with_file(&self, parameter: &str, file: &FileText) -> Result<Self, InputError> {
        let _ = file;
        Err(InputError::plain(format!("`{parameter}` cannot be read from a file")))
    }
}
