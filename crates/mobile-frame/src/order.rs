//! Tactical order: players from the highest score down; and the comparison of bids, in which larger bids are worth less.

use hitchart_dice::Throw;
use std::cmp::Reverse;

hitchart_play::id! {
    /// A player, by index at the table.
    PlayerId below 8
}

/// Sorts players by descending score. Players with equal scores keep their order.
#[inline]
pub fn sort_by_score(order: &mut [PlayerId], score: impl Fn(PlayerId) -> i32) {
    for i in 1..order.len() {
        let mut j = i;
        while j > 0 && score(order[j]) > score(order[j - 1]) {
            order.swap(j, j - 1);
            j -= 1;
        }
    }
}

/// Returns the players by descending score, and true if players with equal scores rolled for their order. `throw` is
/// called only for a roll. Places beyond the last player hold their own index.
pub fn rolled_order<const N: usize>(scores: &[i32], throw: impl FnOnce() -> Throw) -> ([PlayerId; N], bool) {
    let mut order = std::array::from_fn(|player| PlayerId::new(player as u8));
    let level = (1..scores.len()).any(|a| scores[..a].contains(&scores[a]));
    if level {
        let mut throw = throw();
        for last in (1..scores.len()).rev() {
            order.swap(last, throw.below(last + 1));
        }
    }
    sort_by_score(&mut order[..scores.len()], |player| scores[player.index()]);
    (order, level)
}

/// Returns the step that one comparison adds: -1 for the most, +1 for the fewest. All tied players adjust, so nothing
/// changes if all are equal. Unless `ties_gain`, players tied for the fewest gain nothing.
pub fn step(own: u16, all: impl Iterator<Item = u16> + Clone, ties_gain: bool) -> i8 {
    let (most, fewest) = (all.clone().max(), all.clone().min());
    let tied = all.filter(|count| Some(*count) == fewest).count() > 1;
    let gain = ties_gain || !tied;
    i8::from(gain && Some(own) == fewest) - i8::from(Some(own) == most)
}

/// Returns the players from the highest score down; players with equal scores keep the order of `rolled`.
pub fn seated(scores: &[i32], rolled: &[usize]) -> Vec<usize> {
    let mut seated = rolled.to_vec();
    seated.sort_by_key(|player| Reverse(scores[*player]));
    seated
}

/// Returns the value for a player's seat in an order of players: the first, one between, or the last.
pub fn by_seat<P: PartialEq, T>(order: &[P], player: P, [first, between, last]: [T; 3]) -> T {
    match order.iter().position(|other| *other == player) {
        Some(0) => first,
        Some(place) if place + 1 == order.len() => last,
        _ => between,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A stable sort of the standard library gives the same order.
        #[test]
        fn equal_scores_keep_their_order(scores in proptest::collection::vec(0i32..3, 1..6)) {
            let mut order: Vec<PlayerId> = (0..scores.len() as u8).rev().map(PlayerId::new).collect();
            let mut naive = order.clone();
            sort_by_score(&mut order, |player| scores[player.index()]);
            naive.sort_by_key(|player| Reverse(scores[player.index()]));
            prop_assert_eq!(order, naive);
        }

        #[test]
        fn only_equal_scores_are_rolled_for(scores in proptest::collection::vec(0i32..4, 1..6), key: u64) {
            let mut rolls = 0;
            let (order, rolled) = rolled_order::<6>(&scores, || { rolls += 1; Throw::new(key) });
            let differing: std::collections::BTreeSet<i32> = scores.iter().copied().collect();
            prop_assert_eq!((rolls == 1, rolled), (differing.len() < scores.len(), rolls == 1));
            let sorted: Vec<i32> = order[..scores.len()].iter().map(|player| scores[player.index()]).collect();
            prop_assert!(sorted.is_sorted_by(|a, b| a >= b));
            let mut all = order;
            all.sort_unstable();
            prop_assert!(all.into_iter().eq(PlayerId::first(6)));
        }
    }
}
