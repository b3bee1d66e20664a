//! How a search player of this game looks ahead.

use crate::games::apocalypse_frame::players::tactician::Tactics;
use crate::network::Network;
use crate::policy::{Looking, Parameter, SearchParameters, SearchSettings, look_ahead};
use std::sync::{Arc, LazyLock};

const LOOKING: Looking = Looking {
    // Budget, shortlist, rounds, turns, caution, resolve, candidates, fielding, outlook.
    defaults: [32.0, 6.0, 0.0, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0],
    most_rounds: 250.0,
    rounds: "Rounds that playouts go on after the present one; 250 is beyond the end of any battle.",
};

static OWN: SearchParameters = SearchParameters { list: look_ahead(LOOKING), features: &[], network };

/// No network is built in.
fn network() -> Arc<Network> {
    static NONE: LazyLock<Arc<Network>> = LazyLock::new(Arc::default);
    Arc::clone(&NONE)
}

impl SearchSettings<Tactics> {
    /// Its parameters, those of the tactician that it starts from apart.
    pub const PARAMETERS: &'static [Parameter] = &look_ahead(LOOKING);
}

impl Default for SearchSettings<Tactics> {
    fn default() -> SearchSettings<Tactics> {
        SearchSettings::of(Tactics::default(), &OWN)
    }
}
