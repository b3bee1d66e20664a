//! Entrants of Rapid Attack, each a company with a policy, and the venue of their games.

use super::common::Common;
use super::games::Meeting;
use crate::games::rapid_attack::battlefield::Battlefield;
use crate::games::rapid_attack::bidding::{Limits, Size};
use crate::games::rapid_attack::muster::FightingCompany;
use crate::games::rapid_attack::players::PolicySpec;
use std::sync::Arc;

/// An entrant: a company and the policy that plays it. The company determines the bid.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Name, which no other entrant has.
    pub name: String,
    /// Company, checked for a battle of two.
    pub company: FightingCompany,
    pub policy: PolicySpec,
}

/// Rules, size and battlefields that all games of a study share.
#[derive(Clone, Debug)]
pub struct Venue {
    pub common: Arc<Common>,
    pub size: Size,
    /// Limits of a battle with as many players as sit at a table.
    pub limits: Limits,
    /// Battlefields; the dice of a group of games select one.
    pub fields: Arc<[Battlefield]>,
}

impl Venue {
    /// Returns the battle of these companies at the venue.
    pub fn meeting(&self, companies: &[&FightingCompany]) -> Meeting {
        Meeting {
            common: Arc::clone(&self.common),
            size: self.size,
            limits: self.limits,
            companies: companies.iter().map(|company| (*company).clone()).collect(),
            battlefield: String::new(),
            layout: None,
            fields: Arc::clone(&self.fields),
        }
    }
}
