//! Common parts of simulated games: the size of blocks, the keys of dice, and players that can be stopped.

use hitchart_dice::{Stream, job_id};
use hitchart_play::{Game, Policy};
use std::sync::atomic::{AtomicBool, Ordering};

/// Most games of a block: so large that the overhead is negligible, and so small that a run stops soon. It is a
/// multiple of the size of a group for any number of players who swap seats.
const BLOCK: u64 = 60;
/// Short runs are cut into this many blocks, because of slow policies.
const BLOCKS: u64 = 64;

/// Returns the key of all dice of a group of games, from the run's seed, the name of the study, and the group's number.
pub fn key(seed: u64, study: &str, group: u64) -> u64 {
    Stream { seed, job: job_id(study), stream: group }.key()
}

/// Returns the number of games of a block: a multiple of the size of a group, and 60 at most.
pub fn block_size(games: u64, group: u64) -> u64 {
    games.div_ceil(BLOCKS).next_multiple_of(group).clamp(group, BLOCK)
}

/// Wraps a policy so that it stops thinking once the run is stopped. It then takes the first candidate, so that a game
/// that will not be counted ends at once.
pub struct Stoppable<'a, P, A> {
    policy: P,
    stop: &'a AtomicBool,
    candidates: Vec<A>,
}

impl<'a, P, A> Stoppable<'a, P, A> {
    /// Wraps a policy with a flag that stops it.
    pub fn new(policy: P, stop: &'a AtomicBool) -> Stoppable<'a, P, A> {
        Stoppable { policy, stop, candidates: Vec::new() }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for Stoppable<'_, P, G::Action> {
    fn begin(&mut self, key: u64) {
        self.policy.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        if !self.stop.load(Ordering::Relaxed) {
            return self.policy.decide(game, state);
        }
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        self.candidates[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_whole_groups() {
        for group in 1..=5 {
            for games in [1, 9, 100, 2000, 10_000, 1_000_000] {
                let size = block_size(games, group);
                assert!(size.is_multiple_of(group) && (group..=BLOCK).contains(&size));
            }
        }
    }
}
