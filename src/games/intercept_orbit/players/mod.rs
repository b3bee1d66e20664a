//! Players of whole battles.

#[cfg(test)]
mod follies;
pub mod greedy;
pub mod random;
pub mod search;
mod sight;
pub mod spec;
pub mod tactician;
#[cfg(test)]
mod tests;
pub mod view;

pub use greedy::Greedy;
pub use random::Random;
pub use search::{Search, SearchSettings};
pub use spec::PolicySpec;
pub use tactician::Tactician;

use super::battle::{Action, Battle, Dice, State};
use hitchart_play::Policy;

/// A player of any policy.
#[derive(Clone, Debug)]
pub enum Player {
    Random(Random),
    Greedy(Greedy),
    Tactician(Box<Tactician>),
    Search(Box<Search>),
}

impl<D: Dice> Policy<Battle<D>> for Player {
    fn begin(&mut self, key: u64) {
        match self {
            Player::Random(player) => Policy::<Battle<D>>::begin(player, key),
            Player::Greedy(player) => Policy::<Battle<D>>::begin(player, key),
            Player::Tactician(player) => Policy::<Battle<D>>::begin(player.as_mut(), key),
            Player::Search(player) => Policy::<Battle<D>>::begin(player.as_mut(), key),
        }
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        match self {
            Player::Random(player) => player.decide(battle, state),
            Player::Greedy(player) => player.decide(battle, state),
            Player::Tactician(player) => player.decide(battle, state),
            Player::Search(player) => player.decide(battle, state),
        }
    }
}
