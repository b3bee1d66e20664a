//! Policies of any game: named parameters with bounds, names, and roles.
//!
//! A game defines its kinds of policies ([`Settings`]) and the built-in policies of each role ([`Role`]). A [`Book`]
//! holds the policies that a scenario may name: its policies, each resolved once, and the built-in ones.

mod book;
mod distance;
mod parameters;
mod player;
mod search_settings;
#[cfg(test)]
mod tests;

pub use crate::{parameters, plain_policies};
pub use book::{Book, BuiltIn, Players, PolicyKind, RawPolicy, Role, Spec};
pub use distance::Distance;
pub use parameters::{Parameter, Settings, of_shares, rounded, set, shares, tuned};
pub use player::{Choose, Chooser, Player, Random};
pub use search_settings::{
    DEEP, DEEP_MEANING, Evaluation, QUICK, RANKINGS, RANKINGS_OF_FILES, SearchBase, SearchDefaults, SearchParameters,
    SearchSettings, SearchValues, built_in_network, look_ahead,
};
