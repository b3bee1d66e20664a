//! Data shared by all studies of a scenario.

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
    /// Odds of all battles under these rules, computed when first needed.
    odds: OnceLock<Arc<Odds>>,
}

impl Common {
    /// Wraps rules and policies for sharing.
    pub fn new(rules: Ruleset, policies: Book<Kind>) -> Common {
        Common { rules: Arc::new(rules), policies, odds: OnceLock::new() }
    }

    /// Returns the odds of all battles under the rules.
    pub fn odds(&self) -> Arc<Odds> {
        Arc::clone(self.odds.get_or_init(|| Arc::new(Odds::new(&self.rules))))
    }
}
