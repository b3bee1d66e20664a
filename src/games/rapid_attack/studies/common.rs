//! What all studies of a scenario share.

use super::super::battle::odds::Odds;
use super::super::players::spec::Kind;
use super::super::ruleset::Ruleset;
use hitchart_play::policy::Book;
use std::sync::{Arc, OnceLock};

/// Rules and policies of a scenario.
#[derive(Clone, Debug)]
pub struct Common {
    pub rules: Arc<Ruleset>,
    /// Policies that its studies may name.
    pub policies: Book<Kind>,
    /// Odds of all battles by these rules, made when the first is.
    odds: OnceLock<Arc<Odds>>,
}

impl Common {
    /// Rules and policies, resolved.
    pub fn new(rules: Ruleset, policies: Book<Kind>) -> Common {
        Common { rules: Arc::new(rules), policies, odds: OnceLock::new() }
    }

    /// The odds of all battles by the rules.
    pub fn odds(&self) -> Arc<Odds> {
        Arc::clone(self.odds.get_or_init(|| Arc::new(Odds::new(&self.rules))))
    }
}
