//! A climb up to its last counted iteration.

use super::Climb;
use crate::runner::games::key;
use std::sync::{Mutex, PoisonError};

/// A climb with comparisons that are counted one iteration after the other. Each iteration is computed once.
#[derive(Debug)]
pub struct Climbing {
    beginning: Climb,
    /// The climb after the iterations counted so far.
    reached: Mutex<Climb>,
    /// Seed and name of the random signs; the number of the iteration completes the key.
    signs: (u64, String),
}

impl Climbing {
    /// Creates a climb before its first iteration, with the seed and the name of its random signs.
    pub fn new(beginning: Climb, seed: u64, signs: &str) -> Climbing {
        let reached = Mutex::new(beginning.clone());
        Climbing { beginning, reached, signs: (seed, signs.to_owned()) }
    }

    /// Returns the climb after all iterations with a known `difference`: the lead of an iteration's first point over
    /// its second.
    pub fn reached(&self, difference: impl Fn(u64) -> Option<f64>) -> Climb {
        let mut climb = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if climb.iterations() > 0 && difference(climb.iterations() - 1).is_none() {
            *climb = self.beginning.clone();
        }
        while !climb.is_done() {
            let k = climb.iterations();
            let Some(difference) = difference(k) else { break };
            climb.step(self.signs_of(k), difference);
        }
        climb.clone()
    }

    /// Returns the two points that the next iteration of a climb compares.
    pub fn points(&self, climb: &Climb) -> [Vec<f64>; 2] {
        climb.points(self.signs_of(climb.iterations()))
    }

    fn signs_of(&self, iteration: u64) -> u64 {
        key(self.signs.0, &self.signs.1, iteration)
    }
}
