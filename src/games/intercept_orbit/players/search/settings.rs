//! Settings of the search player of this game.

use super::super::super::battle::{Battle, KeyedDice};
use super::super::tactician::Tactics;
use hitchart_play::Featured;
use hitchart_play::network::Network;
use hitchart_play::policy::{
    Evaluation, Parameter, SearchBase, SearchDefaults, SearchParameters, SearchSettings, built_in_network, look_ahead,
};
use std::sync::{Arc, LazyLock};

const LOOKING: SearchDefaults = SearchDefaults {
    // Budget, shortlist, rounds, turns, caution, resolve, candidates, fielding, outlook.
    defaults: [64.0, 10.0, 0.0, 10.0, 0.7, 1.5, 1.0, 0.0, 1.0],
    most_rounds: 40.0,
    rounds: "Rounds of a playout after the present one; 40 reaches the end of any battle.",
};

/// All parameters of a search.
const ALL: [Parameter; 9] = look_ahead(LOOKING);

/// Parameters in this game: without `fielding`, because the tactician does the set-up.
const LIST: [Parameter; 8] = [ALL[0], ALL[1], ALL[2], ALL[3], ALL[4], ALL[5], ALL[6], ALL[8]];

static OWN: SearchParameters = SearchParameters {
    list: &LIST,
    defaults: LOOKING.defaults,
    features: <Battle<KeyedDice> as Featured>::FEATURES,
    network: || Arc::clone(&READ),
};

/// The built-in network, as `hitchart learn` wrote it.
const NETWORK: &str = include_str!("network.toml");

static READ: LazyLock<Arc<Network>> = LazyLock::new(|| built_in_network(NETWORK, OWN.features));

/// Returns the search of the first version: candidates of the players only, playouts to the end of the round, and
/// evaluation by leads.
pub fn leads() -> SearchSettings<Tactics> {
    SearchSettings {
        budget: 32,
        shortlist: 8,
        horizon_turns: None,
        places: false,
        evaluation: Evaluation::Leads,
        ..SearchSettings::default()
    }
}

/// Returns a search with a quarter of the playouts, each a little shorter, for studies of many games.
pub fn quick() -> SearchSettings<Tactics> {
    SearchSettings { budget: 16, shortlist: 5, horizon_turns: Some(8), ..SearchSettings::default() }
}

impl SearchBase for Tactics {
    fn search() -> &'static SearchParameters {
        &OWN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::FileText;
    use hitchart_play::network::NetworkFile;

    #[test]
    fn the_built_in_network_is_of_the_features_of_the_game() {
        let file = FileText { path: "network.toml".into(), text: NETWORK.to_owned() };
        NetworkFile::read(&file, OWN.features).unwrap();
        assert!(NETWORK.len() < 100_000, "{}", NETWORK.len());
    }
}
