//! The table that two fleets meet at, in tournaments and in races of fleets.

use super::bars::Bar;
use super::common::Common;
use super::games::Meeting;
use crate::games::intercept_orbit::muster::{MeetingFleet, Size};
use crate::games::intercept_orbit::players::spec::Kind;
use hitchart_lab::matches::{Entering, meeting_of};
use hitchart_play::Forgoing;
use hitchart_lab::study::MeetingTable;
use std::sync::Arc;

/// A fleet with its policy, and what it enters as.
pub type Entrant = Entering<MeetingFleet, Kind>;

/// Where fleets meet in twos.
#[derive(Clone, Debug)]
pub struct Ground {
    pub common: Arc<Common>,
    pub size: Size,
}

impl Ground {
    /// The table of two entrants; in the second game of a pair they change places.
    pub fn table(&self, entrants: [&Entrant; 2]) -> MeetingTable {
        self.table_without(entrants, None)
    }

    /// The same where the first goes without something.
    pub fn table_without(&self, entrants: [&Entrant; 2], bar: Option<Bar>) -> MeetingTable {
        let fleets = entrants.iter().map(|(_, fleet, _)| fleet.clone()).collect();
        let setting = Meeting { common: Arc::clone(&self.common), size: self.size, fleets };
        let policies = entrants.map(|(.., policy)| policy.clone());
        meeting_of(&setting, move || {
            let [own, other] = policies.each_ref().map(|policy| policy.build());
            [Forgoing::new(own, bar), Forgoing::new(other, None)]
        })
    }
}

/// Some nanoseconds that a game of entrants takes, by the slowest of them.
pub fn effort<'a>(entrants: impl IntoIterator<Item = &'a Entrant>) -> f64 {
    entrants.into_iter().map(|(.., policy)| policy.effort()).fold(0.0, f64::max)
}
