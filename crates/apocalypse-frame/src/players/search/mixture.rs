//! Opponents in playouts: the opponent is unknown, so playouts use different players.

use super::super::gm::{GameMaster, Temper};
use super::super::greedy::Greedy;
use super::super::random::Random;
use super::super::tactician::Tactician;
use super::super::{Player, Tactics};
use crate::mission::{Action, Dice, Mission, State};
use hitchart_play::Policy;

/// A set of players; each playout uses one.
#[derive(Clone, Debug)]
pub(super) struct Mixture {
    all: Vec<Player>,
    now: usize,
}

impl Mixture {
    /// Returns game masters of every temper that attacks, and a random one.
    pub(super) fn of_game_masters() -> Mixture {
        let tempers = [Temper::Greedy, Temper::Spread, Temper::Ruthless, Temper::Greedy];
        let tempers = tempers.into_iter().map(|temper| Player::Gm(GameMaster::new(temper)));
        Mixture::of(tempers.chain([Player::Random(Random::new())]).collect())
    }

    /// Returns tacticians, a greedy and a random player of Aces.
    pub(super) fn of_aces(tactics: Tactics) -> Mixture {
        let tactician = || Player::Tactician(Box::new(Tactician::new(tactics)));
        Mixture::of(vec![tactician(), Player::Greedy(Greedy::new()), tactician(), Player::Random(Random::new())])
    }

    /// Returns a set of a single player.
    pub(super) fn one(player: Player) -> Mixture {
        Mixture::of(vec![player])
    }

    fn of(all: Vec<Player>) -> Mixture {
        Mixture { all, now: 0 }
    }
}

impl<D: Dice> Policy<Mission<D>> for Mixture {
    fn begin(&mut self, key: u64) {
        self.now = (key % self.all.len() as u64) as usize;
        Policy::<Mission<D>>::begin(&mut self.all[self.now], key);
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        self.all[self.now].decide(mission, state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::KeyedDice;

    /// Keys of playouts spread evenly over the players: of 1,000 each of five gets at least 150. The expectation is
    /// 200, the standard deviation 13.
    #[test]
    fn everybody_has_a_turn() {
        let mut masters = Mixture::of_game_masters();
        let mut met = vec![0; masters.all.len()];
        for key in 0..1000 {
            Policy::<Mission<KeyedDice>>::begin(&mut masters, key);
            met[masters.now] += 1;
        }
        assert!(met.len() == 5 && met.iter().all(|count| *count >= 150), "{met:?}");
    }
}
