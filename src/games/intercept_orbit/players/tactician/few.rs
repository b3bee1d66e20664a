//! The best few of many choices.

use super::super::super::battle::Action;

/// Choices of the greatest value, the best first; of equals, the first seen.
#[derive(Clone, Copy, Debug)]
pub struct Few<const K: usize> {
    list: [Option<(f64, Action)>; K],
}

impl<const K: usize> Default for Few<K> {
    fn default() -> Few<K> {
        Few { list: [None; K] }
    }
}

impl<const K: usize> Few<K> {
    /// Returns true if a choice of this value would be kept.
    #[inline]
    pub fn wants(&self, worth: f64) -> bool {
        self.list[K - 1].is_none_or(|(last, _)| worth > last)
    }

    /// Keeps a choice if it is among the best so far.
    #[inline]
    pub fn add(&mut self, worth: f64, action: Action) {
        let Some(place) = self.list.iter().position(|kept| kept.is_none_or(|(kept, _)| worth > kept)) else { return };
        self.list[place..].rotate_right(1);
        self.list[place] = Some((worth, action));
    }

    /// Returns the best choice with its value.
    #[inline]
    pub fn best(&self) -> Option<(f64, Action)> {
        self.list[0]
    }

    /// Returns all kept choices, the best first.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.list.iter().flatten().map(|(_, action)| *action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A stable sort of all choices gives the same result.
        #[test]
        fn the_best_are_kept_in_order(worths in proptest::collection::vec(-3i8..=3, 0..12)) {
            let mut few = Few::<3>::default();
            let mut all: Vec<(f64, Action)> = Vec::new();
            for (place, worth) in (0..).zip(&worths) {
                let (worth, action) = (f64::from(*worth), Action::Activate(place));
                let full = all.len() >= 3;
                prop_assert!(full || few.wants(worth));
                few.add(worth, action);
                all.push((worth, action));
            }
            all.sort_by(|a, b| b.0.total_cmp(&a.0));
            all.truncate(3);
            prop_assert_eq!(few.actions().collect::<Vec<_>>(), all.iter().map(|(_, action)| *action).collect::<Vec<_>>());
            prop_assert_eq!(few.best(), all.first().copied());
        }
    }
}
