//! Players of missions: policies of the Aces and of the game master.

#[cfg(test)]
mod blunders;
pub mod chances;
pub mod gm;
pub mod greedy;
pub mod random;
mod reach;
mod rounds;
pub mod search;
mod sight;
pub mod spec;
pub mod tactician;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod thrift;

pub use gm::{GameMaster, Temper};
pub use greedy::Greedy;
pub use random::Random;
pub use search::{Search, SearchSettings};
pub use spec::{PolicySpec, Side};
pub use tactician::{Tactician, Tactics};

use super::mission::{Action, Dice, Mission, State};
use hitchart_play::Policy;

/// A player of any policy, in either seat.
#[derive(Clone, Debug)]
pub enum Player {
    Random(Random),
    Greedy(Greedy),
    Gm(GameMaster),
    Tactician(Box<Tactician>),
    Search(Box<Search>),
}

impl<D: Dice> Policy<Mission<D>> for Player {
    fn begin(&mut self, key: u64) {
        match self {
            Player::Random(player) => Policy::<Mission<D>>::begin(player, key),
            Player::Greedy(player) => Policy::<Mission<D>>::begin(player, key),
            Player::Gm(player) => Policy::<Mission<D>>::begin(player, key),
            Player::Tactician(player) => Policy::<Mission<D>>::begin(player.as_mut(), key),
            Player::Search(player) => Policy::<Mission<D>>::begin(player.as_mut(), key),
        }
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        match self {
            Player::Random(player) => player.decide(mission, state),
            Player::Greedy(player) => player.decide(mission, state),
            Player::Gm(player) => player.decide(mission, state),
            Player::Tactician(player) => player.decide(mission, state),
            Player::Search(player) => player.decide(mission, state),
        }
    }
}
