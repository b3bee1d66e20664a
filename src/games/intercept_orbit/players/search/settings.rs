//! How a search player of this game looks ahead.

use super::super::tactician::Tactics;
use crate::network::Network;
use crate::policy::{Judge, Looking, Parameter, SearchParameters, SearchSettings, look_ahead};
use std::sync::Arc;

const LOOKING: Looking = Looking {
    // Budget, shortlist, rounds, turns, caution, resolve, candidates, fielding, outlook.
    defaults: [32.0, 8.0, 0.0, -1.0, 0.7, 1.5, 0.0, 0.0, 0.0],
    most_rounds: 40.0,
    rounds: "Rounds that playouts go on after the present one; 40 is beyond the end of any battle.",
};

/// How many of the shared parameters can be set: the leads judge, and set-up is left to the tactician.
const SET: usize = 6;
const ALL: [Parameter; 9] = look_ahead(LOOKING);

static OWN: SearchParameters = SearchParameters {
    list: SearchSettings::<Tactics>::PARAMETERS,
    defaults: LOOKING.defaults,
    features: &[],
    network: Arc::<Network>::default,
};

impl SearchSettings<Tactics> {
    /// Its parameters, those of the tactician that it starts from apart.
    pub const PARAMETERS: &'static [Parameter] = ALL.split_at(SET).0;

    /// Half of the playouts: for studies of many games.
    pub fn quick() -> SearchSettings<Tactics> {
        SearchSettings { budget: 16, shortlist: 5, outlook: Judge::Leads, ..SearchSettings::default() }
    }
}

impl Default for SearchSettings<Tactics> {
    fn default() -> SearchSettings<Tactics> {
        SearchSettings::of(Tactics::default(), &OWN)
    }
}
