//! Two settings of the Aces' policy on the same missions, on common random numbers.
//!
//! Aces and game master cannot swap seats. Instead each mission is played twice, once by each setting, and the better
//! end wins: a victory first, then the Harm that the Aces can still take. Two missions are one observation, like two
//! games with swapped seats in other games.

use super::super::encounter::Ending;
use super::super::mission::state::AceState;
use super::super::mission::{Action, KeyedDice, Mission, State};
use super::super::players::Player;
use super::super::players::spec::{Kind, PolicySpec};
use super::super::players::tactician::Tactics;
use super::batch::Batch;
use hitchart_lab::runner::Simulation;
use hitchart_lab::runner::games::{Stoppable, block_size, key};
use hitchart_lab::study::{Duel, Meeting, in_pairs};
use hitchart_play::{Unwatched, play};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Pairs of missions of a batch, its cells in turn.
pub struct Pairs {
    missions: Vec<Mission<KeyedDice>>,
    /// For each cell both settings, and the game master.
    policies: Vec<[PolicySpec; 3]>,
    pairs: u64,
    name: String,
    seed: u64,
}

impl Pairs {
    /// Returns the pairs of missions of a meeting of two tacticians.
    pub fn new(batch: &Batch, meeting: Meeting) -> Pairs {
        let Meeting { name, seed, pairs, values } = meeting;
        let [first, second] =
            values.map(|values| PolicySpec::new("tuned", Kind::Tactician(Tactics::of_values(&values))));
        let missions = batch.cells.iter().map(|cell| cell.mission(&batch.common.rules)).collect();
        let of = |gm: &PolicySpec| [first.clone(), second.clone(), gm.clone()];
        let policies = batch.cells.iter().map(|cell| of(&cell.policies[1])).collect();
        Pairs { missions, policies, pairs, name, seed }
    }

    /// Returns the result of a mission for the first setting against the second: 1, 0 or -1.
    fn one(&self, mission: u64, players: &mut [[Stoppable<'_, Player, Action>; 2]; 2], cell: usize) -> i8 {
        let key = key(self.seed, &self.name, mission);
        let mission = &self.missions[cell];
        let [first, second] = players.each_mut().map(|seats| end(mission, &play(mission, key, seats, &mut Unwatched)));
        match first.cmp(&second) {
            Greater => 1,
            Equal => 0,
            Less => -1,
        }
    }
}

/// Returns the end of a mission for the Aces, larger for a better end: a victory first, then the Harm that they can
/// still take.
pub fn end(mission: &Mission<KeyedDice>, state: &State) -> (bool, u32) {
    (state.ending == Some(Ending::Victory), life(mission, state))
}

/// Returns the Harm that the Aces on the map can still take until all are out. Left Tension and Ammo do not count:
/// players that are rewarded for them hoard them.
fn life(mission: &Mission<KeyedDice>, state: &State) -> u32 {
    let allowed = mission.rules.damage.allowed;
    let of = |ace: &AceState| {
        u32::from(ace.vigor) + u32::from(allowed.saturating_sub(ace.damage)) * u32::from(ace.max_vigor)
    };
    state.aces.iter().filter(|ace| ace.is_on_map()).map(of).sum()
}

impl Simulation for Pairs {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * self.pairs
    }

    fn block_size(&self) -> u64 {
        block_size(2 * self.pairs, 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Duel> {
        let seated = |[first, second, gm]: &[PolicySpec; 3]| {
            [first, second].map(|aces| [aces, gm].map(|policy| Stoppable::new(policy.build(), stop)))
        };
        let mut players: Vec<_> = self.policies.iter().map(seated).collect();
        in_pairs(games, stop, |pair| {
            let cell = (pair % self.missions.len() as u64) as usize;
            [2 * pair, 2 * pair + 1].map(|mission| self.one(mission, &mut players[cell], cell))
        })
    }

    fn fits(&self, duel: &Duel, games: u64) -> bool {
        duel.fits(games)
    }

    fn effort(&self) -> f64 {
        self.policies[0].iter().map(PolicySpec::effort).sum()
    }
}
