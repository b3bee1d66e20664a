//! Look-ahead settings of this game's search player.

use crate::games::rapid_attack::battle::{Battle, KeyedDice};
use crate::games::rapid_attack::players::tactician::Tactics;
use hitchart_play::Featured;
use hitchart_play::network::Network;
use hitchart_play::policy::{
    Evaluation, Parameter, SearchBase, SearchDefaults, SearchParameters, SearchSettings, built_in_network, look_ahead,
};
use std::sync::{Arc, LazyLock};

const LOOKING: SearchDefaults = SearchDefaults {
    // Budget, shortlist, rounds, turns, caution, resolve, candidates, fielding, outlook.
    defaults: [44.0, 8.0, 0.0, 6.0, 1.0, 1.5, 1.0, 64.0, 1.0],
    most_rounds: 40.0,
    rounds: "Rounds of a playout after the present one; 40 reaches the end of any battle.",
};

static OWN: SearchParameters = SearchParameters {
    list: PARAMETERS,
    defaults: LOOKING.defaults,
    features: <Battle<KeyedDice> as Featured>::FEATURES,
    network: || Arc::clone(&READ),
};

/// The built-in network, as written by `hitchart learn`.
const NETWORK: &str = include_str!("network.toml");

static READ: LazyLock<Arc<Network>> = LazyLock::new(|| built_in_network(NETWORK, OWN.features));

/// Parameters of the search, without those of the tactician that it starts from.
const PARAMETERS: &[Parameter] = &look_ahead(LOOKING);

/// Returns the settings of the first version: candidates of the styles, playouts to the end of the round, and
/// evaluation by leads.
pub fn leads() -> SearchSettings<Tactics> {
    SearchSettings {
        budget: 32,
        shortlist: 8,
        horizon_turns: None,
        caution: 0.5,
        resolve: 0.0,
        places: false,
        fielding: 0,
        evaluation: Evaluation::Leads,
        ..SearchSettings::default()
    }
}

/// Returns settings with few playouts of few candidates, for studies of many games.
pub fn quick() -> SearchSettings<Tactics> {
    SearchSettings { budget: 16, shortlist: 5, caution: 0.7, fielding: 32, ..SearchSettings::default() }
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
