//! Who sits across the table in playouts: nobody knows, so in each another game master.

use super::super::gm::{GameMaster, Temper};
use super::super::random::Random;
use crate::games::apocalypse_frame::mission::{Action, Dice, Mission, State};
use crate::play::Policy;

/// Game masters of every temper, and one who does anything; each playout has one of them.
#[derive(Clone, Debug)]
pub struct Masters {
    tempers: Vec<GameMaster>,
    random: Random,
    /// Whose turn it is: the one past the tempers does anything.
    now: usize,
}

impl Masters {
    /// One of each.
    pub fn new() -> Masters {
        let tempers = [Temper::Greedy, Temper::Spread, Temper::Ruthless, Temper::Greedy];
        Masters { tempers: tempers.map(GameMaster::new).to_vec(), random: Random::new(), now: 0 }
    }
}

impl<D: Dice> Policy<Mission<D>> for Masters {
    fn begin(&mut self, key: u64) {
        self.now = (key % (self.tempers.len() as u64 + 1)) as usize;
        self.tempers.iter_mut().for_each(|master| Policy::<Mission<D>>::begin(master, key));
        Policy::<Mission<D>>::begin(&mut self.random, key);
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        match self.tempers.get_mut(self.now) {
            Some(master) => master.decide(mission, state),
            None => self.random.decide(mission, state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::apocalypse_frame::mission::KeyedDice;

    /// The keys of playouts are spread evenly: of 1,000 each of five has 150 at least, where 200 are expected and the
    /// standard deviation is 13.
    #[test]
    fn every_master_has_its_turn() {
        let mut masters = Masters::new();
        let mut met = [0; 5];
        for key in 0..1000 {
            Policy::<Mission<KeyedDice>>::begin(&mut masters, key);
            met[masters.now] += 1;
        }
        assert!(met.iter().all(|count| *count >= 150), "{met:?}");
    }
}
