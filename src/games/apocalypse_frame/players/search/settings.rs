//! How a search player of this game looks ahead.

use crate::games::apocalypse_frame::players::tactician::Tactics;
use crate::policy::{Looking, Parameter, SearchParameters, SearchSettings, look_ahead};
use std::sync::Arc;

const LOOKING: Looking = Looking {
    // Budget, shortlist, rounds, turns, caution, resolve, candidates, fielding, outlook.
    defaults: [32.0, 6.0, 0.0, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0],
    most_rounds: 250.0,
    rounds: "Rounds that playouts go on after the present one; 250 is beyond the end of any battle.",
};

/// All parameters that a search may have.
const ALL: [Parameter; 9] = look_ahead(LOOKING);

/// Those of this game: playouts go by rounds, and the outlook is its own.
const LIST: [Parameter; 5] = [ALL[0], ALL[1], ALL[2], ALL[4], ALL[5]];

static OWN: SearchParameters =
    SearchParameters { list: &LIST, defaults: LOOKING.defaults, features: &[], network: Arc::default };

impl SearchSettings<Tactics> {
    /// Its parameters, those of the tactician that it starts from apart.
    pub const PARAMETERS: &'static [Parameter] = &LIST;
}

impl Default for SearchSettings<Tactics> {
    fn default() -> SearchSettings<Tactics> {
        SearchSettings::of(Tactics::default(), &OWN)
    }
}
