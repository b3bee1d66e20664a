//! Games as they are counted: the size of their blocks, the keys of their dice, and players that can be stopped.

use hitchart_dice::{Stream, job_id};
use hitchart_play::{Game, Policy};
use std::sync::atomic::{AtomicBool, Ordering};

/// Most games of a block: so many that handing it out costs nothing, so few that a run ends soon. A whole number of
/// groups for any number of players who swap seats.
const BLOCK: u64 = 60;
/// Short runs are cut into this many blocks, for the sake of slow policies.
const BLOCKS: u64 = 64;

/// The key of all dice of a group of games: of the run's seed, the name of the study, and the group's number.
pub fn key(seed: u64, study: &str, group: u64) -> u64 {
    Stream { seed, job: job_id(study), stream: group }.key()
}

/// Games of a block: a whole number of groups, and 60 at most.
pub fn block_size(games: u64, group: u64) -> u64 {
    games.div_ceil(BLOCKS).next_multiple_of(group).clamp(group, BLOCK)
}

/// A policy that stops thinking once the run is stopped: it then takes the first candidate, so that a game that will
/// not be counted ends at once.
pub struct Stoppable<'a, P, A> {
    policy: P,
    stop: &'a AtomicBool,
    candidates: Vec<A>,
}

impl<'a, P, A> Stoppable<'a, P, A> {
    /// A policy that heeds a flag.
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
