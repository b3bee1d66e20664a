//! The search player: a tactician that plays out what may follow its choices before it makes them.
//!
//! Candidates are the tactician's own choice and those that it ranks next; playouts go to the end of the round or
//! beyond, by the tactician for the Aces and by game masters of all tempers in turn. See [`crate::play::search`].

mod masters;
mod outlook;
mod panel;
mod settings;

use super::super::mission::{Action, Decision, Dice, Mission, State};
use super::tactician::{Tactician, Tactics};
use crate::play::Policy;
use crate::play::search::Searcher;
use masters::Masters;
use outlook::Rounds;
use panel::Panel;

/// How a search player looks ahead.
pub type SearchSettings = crate::policy::SearchSettings<Tactics>;

/// A tactician that looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    searcher: Searcher<Action, Panel, Seat, Rounds>,
}

/// Who plays on in a playout.
#[derive(Clone, Debug)]
enum Seat {
    Aces(Box<Tactician>),
    Gm(Masters),
}

impl<D: Dice> Policy<Mission<D>> for Seat {
    fn begin(&mut self, key: u64) {
        match self {
            Seat::Aces(player) => Policy::<Mission<D>>::begin(player.as_mut(), key),
            Seat::Gm(masters) => Policy::<Mission<D>>::begin(masters, key),
        }
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        match self {
            Seat::Aces(player) => player.decide(mission, state),
            Seat::Gm(masters) => masters.decide(mission, state),
        }
    }
}

impl Search {
    /// A search player of these settings. It does not know who sits across the table.
    pub fn new(settings: &SearchSettings) -> Search {
        let base = Tactician::new(settings.base);
        let players = vec![Seat::Aces(Box::new(base.clone())), Seat::Gm(Masters::new())];
        let outlook = Rounds { ahead: settings.horizon_rounds };
        Search { searcher: Searcher::new(settings.lookahead(), Panel::new(base), players, outlook) }
    }
}

/// The decisions that are looked ahead from; the others are the tactician's.
const fn is_searched(asked: Decision) -> bool {
    matches!(asked, Decision::NextAce | Decision::Act | Decision::Roll | Decision::Second | Decision::Step { .. })
}

impl<D: Dice> Policy<Mission<D>> for Search {
    fn begin(&mut self, key: u64) {
        self.searcher.begin::<Mission<D>>(key);
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        match state.asked {
            Some(asked) if is_searched(asked) => self.searcher.choose(mission, state),
            _ => self.searcher.follow(mission, state),
        }
    }
}
