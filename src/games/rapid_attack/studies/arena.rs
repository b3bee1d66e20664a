//! Entrants of Rapid Attack, each a company and its policy, and the table that two of them meet at.
//!
//! In the second game of a group the entrants change places: with the same dice each has the rolls, the side of the table
//! and the precedence in ties that the other had. Seats follow points per asset (R01, S22) and change only where bids tie.

use super::common::Common;
use super::games::Meeting;
use crate::games::rapid_attack::battle::{Battle, KeyedDice};
use crate::games::rapid_attack::battlefield::Battlefield;
use crate::games::rapid_attack::bidding::{Limits, Size};
use crate::games::rapid_attack::muster::FightingCompany;
use crate::games::rapid_attack::players::PolicySpec;
use crate::matches::{self, Setting};
use crate::study::{Arena, MeetingTable};
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
    /// Entrants who meet here.
    pub fn arena(&self, entrants: Vec<Entrant>) -> Arena {
        let names = entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let effort = entrants.iter().map(|entrant| entrant.policy.effort()).fold(0.0, f64::max);
        let (venue, entrants) = (self.clone(), Arc::new(entrants));
        Arena::new(names, effort, move |[first, second]| venue.table([&entrants[first], &entrants[second]]))
    }

    /// The table of two entrants.
    fn table(&self, entrants: [&Entrant; 2]) -> MeetingTable {
        let companies = entrants.map(|entrant| &entrant.company);
        matches::meeting(&self.meeting(&companies), entrants.map(|entrant| &entrant.policy))
    }

    /// A battle of companies here.
    pub fn battle(&self, companies: &[&FightingCompany]) -> Battle<KeyedDice> {
        self.meeting(companies).game()
    }

    fn meeting(&self, companies: &[&FightingCompany]) -> Meeting {
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
