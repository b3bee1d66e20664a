//! The search player: a tactician that simulates the consequences of its choices before it decides.
//!
//! Candidates are the tactician's own choice, the choices of other styles, and a few by rule. Playouts go to the end of
//! a round, with the tactician in all seats. See [`hitchart_play::search`] and `docs/methods/search.md`.

mod dominated;
mod fielding;
mod outlook;
mod panel;
mod picked;
mod places;
mod settings;
#[cfg(test)]
mod tests;

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
    /// Playouts of a decision while companies are fielded.
    fielding: u32,
    /// True if decisions that the styles leave to the tactician are searched too.
    places: bool,
    searcher: Searcher<Action, Panel, Tactician, Ahead>,
}

impl Search {
    /// Creates a search player with these settings.
    pub fn new(settings: &SearchSettings) -> Search {
        // Created each time, because clones lose the capacity of the buffers.
        let base = || Tactician::new(settings.base);
        let outlook = Ahead {
            rounds: settings.horizon_rounds,
            turns: settings.horizon_turns,
            judge: settings.evaluation.clone(),
        };
        let panel = Panel::new(base(), settings.places);
        Search {
            fielding: settings.fielding,
            places: settings.places,
            searcher: Searcher::new(settings.lookahead(), panel, (0..MAX_PLAYERS).map(|_| base()).collect(), outlook),
        }
    }
}

/// Decisions that are searched: those of a turn and of the clock, which show their value within a round.
const SEARCHED: [Decision; 7] = [
    Decision::Act,
    Decision::Declare,
    Decision::Defend,
    Decision::Proceed,
    Decision::Spot,
    Decision::Lose,
    Decision::Tick,
];
/// Decisions without any other proposal from the tactician's styles. The use of a spot is left out: search found no
/// gain over the tactician's choice.
const OF_PLACES: [Decision; 2] = [Decision::Commit, Decision::ChooseCover];
/// Decisions of fielding.
const OF_FIELDING: [Decision; 3] = [Decision::BreakTie, Decision::PlaceStation, Decision::PlaceFrame];

impl<D: Dice> Policy<Battle<D>> for Search {
    fn begin(&mut self, key: u64) {
        self.searcher.begin::<Battle<D>>(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        match state.asked.map(|asked| asked.what) {
            Some(what) if SEARCHED.contains(&what) => self.searcher.choose(battle, state),
            Some(what) if self.places && OF_PLACES.contains(&what) => self.searcher.choose(battle, state),
            Some(what) if self.fielding > 0 && OF_FIELDING.contains(&what) => {
                self.searcher.choose_within(battle, state, self.fielding)
            }
            _ => self.searcher.follow(battle, state),
        }
    }
}
