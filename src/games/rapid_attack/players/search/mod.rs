//! The search player: a tactician that plays out what may follow its choices before it makes them.
//!
//! Candidates are the tactician's own choice, those of other styles and a few by rule; playouts go to the end of a
//! round, by the tactician in all seats. See [`crate::play::search`] and `docs/methods/search.md`.

mod outlook;
mod panel;
mod settings;
#[cfg(test)]
mod tests;

use super::super::battle::{Action, Battle, Decision, Dice, State};
use super::tactician::{Tactician, Tactics};
use crate::play::search::Searcher;
use crate::play::{MAX_PLAYERS, Policy};
use outlook::Rounds;
use panel::Panel;

/// How a search player looks ahead.
pub type SearchSettings = crate::policy::SearchSettings<Tactics>;

/// A tactician that looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    searcher: Searcher<Action, Panel, Tactician, Rounds>,
}

impl Search {
    /// A search player of these settings.
    pub fn new(settings: &SearchSettings) -> Search {
        let base = Tactician::new(settings.base);
        let outlook = Rounds { ahead: settings.horizon_rounds };
        Search {
            searcher: Searcher::new(settings.lookahead(), Panel::new(base.clone()), vec![base; MAX_PLAYERS], outlook),
        }
    }
}

/// The decisions that are looked ahead from: those of a turn and of the clock, whose worth shows within a round. Where
/// companies are fielded, and what next to never matters, is the tactician's.
const SEARCHED: [Decision; 7] = [
    Decision::Act,
    Decision::Declare,
    Decision::Defend,
    Decision::Proceed,
    Decision::Spot,
    Decision::Lose,
    Decision::Tick,
];

impl<D: Dice> Policy<Battle<D>> for Search {
    fn begin(&mut self, key: u64) {
        self.searcher.begin::<Battle<D>>(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let is_searched = state.asked.is_some_and(|asked| SEARCHED.contains(&asked.what));
        if is_searched { self.searcher.choose(battle, state) } else { self.searcher.follow(battle, state) }
    }
}
