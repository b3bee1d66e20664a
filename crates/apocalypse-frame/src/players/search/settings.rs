//! Parameters of this game's search player.

use crate::mission::{KeyedDice, Mission};
use crate::players::tactician::Tactics;
use hitchart_play::Featured;
use hitchart_play::network::Network;
use hitchart_play::policy::{Parameter, SearchBase, SearchDefaults, SearchParameters, built_in_network, look_ahead};
use std::sync::{Arc, LazyLock};

const LOOKING: SearchDefaults = SearchDefaults {
    // Budget, shortlist, rounds, turns, caution, resolve, candidates, fielding, outlook.
    defaults: [64.0, 6.0, 1.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0],
    most_rounds: 250.0,
    rounds: "Rounds of a playout after the present one; 250 reaches the end of any battle.",
};

/// All parameters of a search.
const ALL: [Parameter; 9] = look_ahead(LOOKING);

/// Parameters for this game, in which playouts are measured in rounds.
const LIST: [Parameter; 6] = [ALL[0], ALL[1], ALL[2], ALL[4], ALL[5], ALL[8]];

static OWN: SearchParameters = SearchParameters {
    list: &LIST,
    defaults: LOOKING.defaults,
    features: <Mission<KeyedDice> as Featured>::FEATURES,
    network: || Arc::clone(&READ),
};

/// The built-in network, written by `hitchart learn`.
const NETWORK: &str = include_str!("network.toml");

static READ: LazyLock<Arc<Network>> = LazyLock::new(|| built_in_network(NETWORK, OWN.features));

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
