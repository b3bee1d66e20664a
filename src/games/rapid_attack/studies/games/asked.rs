//! Whole games between companies, as a study asks for them.

use crate::games::rapid_attack::battle::{Battle, KeyedDice};
use crate::games::rapid_attack::battlefield::{Battlefield, Layout};
use crate::games::rapid_attack::bidding::{Limits, Size};
use crate::games::rapid_attack::muster::FightingCompany;
use crate::games::rapid_attack::players::PolicySpec;
use crate::games::rapid_attack::studies::common::Common;
use crate::table::counted;
use std::sync::Arc;

/// Whole games between companies.
#[derive(Clone, Debug)]
pub struct GamesStudy {
    pub common: Arc<Common>,
    pub size: Size,
    pub limits: Limits,
    /// 2 to 5.
    pub companies: Vec<FightingCompany>,
    /// What the battlefield is called.
    pub battlefield: String,
    pub layout: Layout,
    /// The battlefields of the layout: one, or as many as are drawn from the scenario's seed; shared by studies of one
    /// layout.
    pub fields: Arc<[Battlefield]>,
    /// As many as companies. Without swapped seats each plays the company of its place.
    pub policies: Vec<PolicySpec>,
    pub games: u64,
    /// Whether the policies take every seat in turn.
    pub swap_seats: bool,
}

impl GamesStudy {
    /// The same study with the companies so many seats on.
    pub fn seated(&self, seats: usize) -> GamesStudy {
        let mut study = self.clone();
        study.companies.rotate_left(seats);
        study
    }

    /// The battle that its games are of, with the odds that all by the same rules share.
    pub fn battle(&self) -> Battle<KeyedDice> {
        let (setup, companies) = ((self.size, self.limits), self.companies.clone());
        let (rules, fields) = (self.common.rules.as_ref().clone(), Arc::clone(&self.fields));
        Battle::with_odds(rules, setup, companies, fields, KeyedDice, self.common.odds())
    }
}

/// Says how many policies are needed.
pub(super) fn policies_needed(found: usize, players: usize) -> String {
    let (policies, companies) = (counted(found as u64, "policies"), counted(players as u64, "companies"));
    format!("{policies} for {companies}; name one for each, in their order")
}
