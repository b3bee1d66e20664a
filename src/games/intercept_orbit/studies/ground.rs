//! The table of two fleets, in tournaments and in races of fleets.

use super::bars::Bar;
use super::common::Common;
use super::games::Meeting;
use crate::games::intercept_orbit::muster::{MeetingFleet, Size};
use crate::games::intercept_orbit::players::spec::Kind;
use hitchart_lab::matches::{EntrantSpec, meeting_of};
use hitchart_lab::study::MeetingTable;
use hitchart_play::RestrictedPolicy;
use std::sync::Arc;

/// A fleet with its policy and the name of both as an entrant.
pub type Entrant = EntrantSpec<MeetingFleet, Kind>;

/// The setting of games between two fleets.
#[derive(Clone, Debug)]
pub struct Ground {
    pub common: Arc<Common>,
    pub size: Size,
}

impl Ground {
    /// Returns the table of two entrants, who swap places in the second game of a pair.
    pub fn table(&self, entrants: [&Entrant; 2]) -> MeetingTable {
        self.table_without(entrants, None)
    }

    /// Returns the same table with a restriction of the first entrant.
    pub fn table_without(&self, entrants: [&Entrant; 2], bar: Option<Bar>) -> MeetingTable {
        let fleets = entrants.iter().map(|(_, fleet, _)| fleet.clone()).collect();
        let setting = Meeting { common: Arc::clone(&self.common), size: self.size, fleets };
        let policies = entrants.map(|(.., policy)| policy.clone());
        meeting_of(&setting, move || {
            let [own, other] = policies.each_ref().map(|policy| policy.build());
            [RestrictedPolicy::new(own, bar), RestrictedPolicy::new(other, None)]
        })
    }
}

/// Returns the approximate duration of a game of entrants, in nanoseconds, by the slowest of them.
pub fn effort<'a>(entrants: impl IntoIterator<Item = &'a Entrant>) -> f64 {
    entrants.into_iter().map(|(.., policy)| policy.effort()).fold(0.0, f64::max)
}
