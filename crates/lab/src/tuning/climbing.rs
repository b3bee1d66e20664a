//! A climb as far as what has been counted leads.

use super::Climb;
use crate::runner::games::key;
use std::sync::{Mutex, PoisonError};

/// A climb whose comparisons are counted one iteration after the other; each is worked out once.
#[derive(Debug)]
pub struct Climbing {
    beginning: Climb,
    /// Where the counts have led to.
    reached: Mutex<Climb>,
    /// With the number of the iteration, the name of its random signs.
    signs: (u64, String),
}

impl Climbing {
    /// A climb before its first iteration; seed and name are those of its random signs.
    pub fn new(beginning: Climb, seed: u64, signs: &str) -> Climbing {
        let reached = Mutex::new(beginning.clone());
        Climbing { beginning, reached, signs: (seed, signs.to_owned()) }
    }

    /// The climb as far as `difference` knows by how much the first point of an iteration is better than the second.
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

    /// The two points that the next iteration of a climb compares.
    pub fn points(&self, climb: &Climb) -> [Vec<f64>; 2] {
        climb.points(self.signs_of(climb.iterations()))
    }

    fn signs_of(&self, iteration: u64) -> u64 {
        key(self.signs.0, &self.signs.1, iteration)
    }
}
