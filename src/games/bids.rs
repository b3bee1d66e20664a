//! What comparing bids has in common in games where who has more is worth less.

use std::cmp::Reverse;

/// Steps that one comparison adds: -1 for the most, +1 for the fewest. All who tie adjust, so that where everybody is level
/// nothing changes; without `ties_gain`, those tied for the fewest gain nothing.
pub fn step(own: u16, all: impl Iterator<Item = u16> + Clone, ties_gain: bool) -> i8 {
    let (most, fewest) = (all.clone().max(), all.clone().min());
    let tied = all.filter(|count| Some(*count) == fewest).count() > 1;
    let gain = ties_gain || !tied;
    i8::from(gain && Some(own) == fewest) - i8::from(Some(own) == most)
}

/// The players from the highest score down, equals in the order in which they are rolled.
pub fn seated(scores: &[i32], rolled: &[usize]) -> Vec<usize> {
    let mut seated = rolled.to_vec();
    seated.sort_by_key(|player| Reverse(scores[*player]));
    seated
}
