//! How a search player of this game looks ahead.

use crate::games::apocalypse_frame::players::tactician::Tactics;
use crate::policy::{Parameter, SearchSettings, look_ahead};

/// Candidates compared by default.
const SHORTLIST: f64 = 6.0;
/// Most rounds that playouts go on.
const HORIZON: f64 = 250.0;
const ROUNDS: &str = "Rounds that playouts go on after the present one; 250 is beyond the end of any battle.";

impl SearchSettings<Tactics> {
    /// Its parameters, those of the tactician that it starts from apart.
    pub const PARAMETERS: &'static [Parameter; 4] = &look_ahead(SHORTLIST, HORIZON, ROUNDS);
}

impl Default for SearchSettings<Tactics> {
    fn default() -> SearchSettings<Tactics> {
        SearchSettings::of(Tactics::default(), SearchSettings::<Tactics>::PARAMETERS)
    }
}
