//! The player that moves to stations.

use super::Greedy;
use crate::battle::state::{Colour, Turn};
use crate::battle::{Action, Battle, Decision, State};
use hitchart_dice::KeyedDice;
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::Policy;

/// Moves to the nearest station that it does not hold. Makes all other decisions as the greedy player.
#[derive(Clone, Debug, Default)]
pub struct Seizer {
    greedy: Greedy,
}

impl Seizer {
    /// Creates a player; [`Policy::begin`] sets the stream of its random choices.
    pub fn new() -> Seizer {
        Seizer { greedy: Greedy::new() }
    }
}

/// Returns the centre of the nearest station that the player of a turn does not hold; `None` without such a station.
fn goal(state: &State, turn: &Turn) -> Option<Point> {
    let unit = state.unit(turn.unit);
    let open = state.stations().iter().filter(|station| station.placed && station.owner != Some(unit.owner));
    open.map(|station| station.at).min_by(|a, b| a.distance(unit.at).total_cmp(&b.distance(unit.at)))
}

impl Policy<Battle<KeyedDice>> for Seizer {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.greedy, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let turn =
            state.turn_in_control().copied().filter(|_| state.asked.is_some_and(|due| due.what == Decision::Proceed));
        let Some((turn, goal)) = turn.and_then(|turn| Some((turn, goal(state, &turn)?))) else {
            return self.greedy.decide(battle, state);
        };
        let stays = state.unit(turn.unit).at.distance(goal);
        // Attacks come first: the damage counts, and the move follows.
        self.greedy.best(battle, state, |action| match action {
            Action::Attack(die) => 10.0 + f64::from(turn.hand().value(Colour::Red, *die)),
            Action::Move { path, .. } => stays - path.to.distance(goal),
            _ => 0.0,
        })
    }
}
