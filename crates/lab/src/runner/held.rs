//! Data that a simulation needs while it is counted, and releases afterwards.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// A value created for the first samples or games of a simulation and dropped after the last, so that a run holds only
/// the data of its current simulations.
pub struct Held<T> {
    make: Box<dyn Fn() -> T + Send + Sync>,
    /// Number of samples or games left, and the value if created.
    state: Mutex<(u64, Option<Arc<T>>)>,
}

impl<T> Held<T> {
    /// Creates a holder of the value of `make`, for this many samples or games.
    pub fn new(left: u64, make: impl Fn() -> T + Send + Sync + 'static) -> Held<T> {
        Held { make: Box::new(make), state: Mutex::new((left, None)) }
    }

    /// Returns the value, and creates it if necessary.
    pub fn take(&self) -> Arc<T> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(state.1.get_or_insert_with(|| Arc::new((self.make)())))
    }

    /// Records that this many samples or games are counted.
    pub fn counted(&self, many: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.0 = state.0.saturating_sub(many);
        if state.0 == 0 {
            state.1 = None;
        }
    }
}

impl<T> fmt::Debug for Held<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Held").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_there_from_the_first_game_to_the_last() {
        let there = Arc::new(());
        let kept = Arc::clone(&there);
        let held = Held::new(10, move || Arc::clone(&kept));
        let after = |many| {
            drop(held.take());
            held.counted(many);
            Arc::strong_count(&there) - 2
        };
        assert_eq!([after(4), after(2), after(4)], [1, 1, 0]);
        assert_eq!(after(4), 0, "and again where games are played again");
    }
}
