//! Entrants of Rapid Attack, each a company and its policy, and the table that two of them meet at.
//!
//! In the second game of a group the entrants change places: with the same dice each has the rolls, the side of the table
//! and the precedence in ties that the other had. Seats follow points per asset (R01, S22) and change only where bids tie.

use super::common::Common;
use crate::games::rapid_attack::battle::{Action, Battle, KeyedDice};
use crate::games::rapid_attack::battlefield::Battlefield;
use crate::games::rapid_attack::bidding::{Limits, Size};
use crate::games::rapid_attack::muster::FightingCompany;
use crate::games::rapid_attack::players::{Player, PolicySpec};
use crate::play::{Game, Unwatched, play};
use crate::runner::games::Stoppable;
use crate::study::{Arena, Bouts, MeetingTable};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    /// Of a battle of two players.
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
        let [first, second] = entrants.map(|entrant| &entrant.company);
        let battles = Arc::new([self.battle([first, second]), self.battle([second, first])]);
        let policies = entrants.map(|entrant| entrant.policy.clone());
        Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
            let battles = Arc::clone(&battles);
            let mut seated: [Stoppable<'_, Player, Action>; 2] =
                policies.each_ref().map(|policy| Stoppable::new(policy.build(), stop));
            Box::new(move |key, _| {
                [0, 1].map(|first| {
                    let state = play(&battles[first], key, &mut seated, &mut Unwatched);
                    seated.rotate_left(1);
                    battles[first].scores(&state).winner().map_or(0, |winner| if winner == first { 1 } else { -1 })
                })
            })
        })
    }

    /// A battle of two companies here.
    pub fn battle(&self, companies: [&FightingCompany; 2]) -> Battle<KeyedDice> {
        let (rules, fields) = (self.common.rules.as_ref().clone(), Arc::clone(&self.fields));
        let companies = companies.into_iter().cloned().collect();
        Battle::with_odds(rules, (self.size, self.limits), companies, fields, KeyedDice, self.common.odds())
    }
}
