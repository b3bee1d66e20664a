//! Comparison of bids, shared by games in which larger bids are worth less.

use std::cmp::Reverse;

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
