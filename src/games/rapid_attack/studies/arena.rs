//! Entrants of Rapid Attack, each a company and its policy, and where they meet.

use super::common::Common;
use super::games::Meeting;
use crate::games::rapid_attack::battlefield::Battlefield;
use crate::games::rapid_attack::bidding::{Limits, Size};
use crate::games::rapid_attack::muster::FightingCompany;
use crate::games::rapid_attack::players::PolicySpec;
use std::sync::Arc;

/// Who enters: a company and the policy that plays it. Its bid is what the company has.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Unlike that of any other entrant.
    pub name: String,
    /// Checked for a battle of two.
    pub company: FightingCompany,
    pub policy: PolicySpec,
}

/// The table that all meet at.
#[derive(Clone, Debug)]
pub struct Venue {
    pub common: Arc<Common>,
    pub size: Size,
    /// Of a battle of as many players as meet.
    pub limits: Limits,
    /// The battlefields; a group's dice choose.
    pub fields: Arc<[Battlefield]>,
}

impl Venue {
    /// Companies who meet here.
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
