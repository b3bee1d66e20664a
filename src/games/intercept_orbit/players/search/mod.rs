//! The search player: a tactician that plays out what may follow its choices before it makes them.
//!
//! Candidates are the tactician's own choice, those of other players and a few by rule. Playouts end with a round, or
//! after a number of turns, and the tactician plays all seats. See [`hitchart_play::search`] and
//! `docs/methods/search.md`.

mod outlook;
mod panel;
mod settings;

use super::super::battle::{Action, Battle, Decision, Dice, State};
use super::tactician::{Tactician, Tactics};
use hitchart_play::search::Searcher;
use hitchart_play::{MAX_PLAYERS, Policy};
use outlook::Ahead;
use panel::Panel;
pub use settings::{leads, quick};

/// Settings of a search player.
pub type SearchSettings = hitchart_play::policy::SearchSettings<Tactics>;

/// A tactician that looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    searcher: Searcher<Action, Panel, Tactician, Ahead>,
}

impl Search {
    /// Creates a search player with these settings.
    pub fn new(settings: &SearchSettings) -> Search {
        // Players are created, not cloned: clones would lose the capacity of the buffers.
        let base = || Tactician::new(settings.base);
        let outlook = Ahead {
            rounds: settings.horizon_rounds,
            turns: settings.horizon_turns,
            judge: settings.evaluation.clone(),
        };
        let players = (0..MAX_PLAYERS).map(|_| base()).collect();
        Search {
            searcher: Searcher::new(settings.lookahead(), Panel::new(settings.base, settings.places), players, outlook),
        }
    }
}

/// Decisions to look ahead from: those with an effect that shows within a round.
const SEARCHED: [Decision; 11] = [
    Decision::Act,
    Decision::Declare,
    Decision::Defend,
    Decision::Repair,
    Decision::Proceed,
    Decision::Ram,
    Decision::Launch,
    Decision::PlaceCompany,
    Decision::Spot,
    Decision::Lose,
    Decision::Tick,
];

impl<D: Dice> Policy<Battle<D>> for Search {
    fn begin(&mut self, key: u64) {
        self.searcher.begin::<Battle<D>>(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        match state.asked.map(|asked| asked.what) {
            Some(what) if SEARCHED.contains(&what) => self.searcher.choose(battle, state),
            _ => self.searcher.follow(battle, state),
        }
    }
}
