//! Data that all studies of a scenario share.

use super::super::battle::odds::Odds;
use super::super::players::spec::Kind;
use super::super::ruleset::Ruleset;
use hitchart_play::policy::Book;
use std::sync::{Arc, OnceLock};

/// Rules and policies of a scenario.
#[derive(Clone, Debug)]
pub struct Common {
    pub rules: Arc<Ruleset>,
    /// Policies that the studies may name.
    pub policies: Book<Kind>,
    /// Odds of all battles under these rules, computed on first use.
    pub odds: Arc<OnceLock<Odds>>,
}
