//! The search player, which compares its choices by simulated playouts.
//!
//! The Aces' candidates are the tactician's highest-ranked choices. Playouts go to the end of the round or beyond; the
//! tactician plays the Aces, and game masters of all tempers take turns. The game master's candidates are the choices
//! of three tempers; its playouts use Aces of several kinds. See [`hitchart_play::search`].

mod mixture;
mod outlook;
mod panel;
mod settings;

use super::Player;
use super::gm::{GameMaster, Temper};
use super::tactician::{Tactician, Tactics};
use crate::mission::{ACES, Action, Decision, Dice, Mission, State};
use hitchart_play::Policy;
use hitchart_play::search::Searcher;
use mixture::Mixture;
use outlook::Rounds;
use panel::Panel;

/// Settings of a search player.
pub type SearchSettings = hitchart_play::policy::SearchSettings<Tactics>;

type Side = Searcher<Action, Panel, Mixture, Rounds>;

/// A search player, in either seat.
#[derive(Clone, Debug)]
pub struct Search {
    aces: Side,
    gm: Side,
}

impl Search {
    /// Returns a search player with these settings. The player does not know its opponent's policy.
    pub fn new(settings: &SearchSettings) -> Search {
        let outlook = || Rounds { ahead: settings.horizon_rounds, judge: settings.evaluation.clone() };
        let base = || Tactician::new(settings.base);
        let side = |panel, players: [Mixture; 2]| {
            Searcher::new(settings.lookahead(), panel, players.into_iter().collect(), outlook())
        };
        let tactician = Mixture::one(Player::Tactician(Box::new(base())));
        let master = Mixture::one(Player::Gm(GameMaster::new(Temper::Greedy)));
        Search {
            aces: side(Panel::Aces(Box::new(base())), [tactician, Mixture::of_game_masters()]),
            gm: side(Panel::of_game_masters(), [Mixture::of_aces(settings.base), master]),
        }
    }
}

/// Returns true for decisions made by search; the base player makes the others.
const fn is_searched(asked: Decision) -> bool {
    use Decision::{Act, Activate, Answer, EnemyMove, NextAce, Restored, Roll, Second, Step};
    matches!(asked, NextAce | Act | Roll | Second | Step { .. } | Activate | EnemyMove | Restored | Answer)
}

impl<D: Dice> Policy<Mission<D>> for Search {
    fn begin(&mut self, key: u64) {
        self.aces.begin::<Mission<D>>(key);
        self.gm.begin::<Mission<D>>(key);
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let side = if asked.player() == ACES { &mut self.aces } else { &mut self.gm };
        if is_searched(asked) { side.choose(mission, state) } else { side.follow(mission, state) }
    }
}
