//! Looks at games while they are played: planned beforehand, with parts of the level that make it together, so that what is
//! said at each of them holds whenever play ends.

/// Looks, at most: after an eighth, a quarter and a half of the most games there may be, and at the end.
const LOOKS: usize = 4;
/// Groups of the first look, at least: fewer bound nothing.
const FEWEST: u64 = 40;

/// Where looks at so many games end, in groups of so many; the last is the most there may be.
pub fn looks(games: u64, size: u64) -> Vec<u64> {
    let most = games.div_ceil(size.max(1)).max(1);
    let mut ends: Vec<u64> = (1..LOOKS).rev().map(|halvings| most >> halvings).collect();
    ends.retain(|end| *end >= FEWEST);
    ends.push(most);
    ends
}

/// The part of the level that a look has: in proportion to the games that it adds to, so that they make 1 together.
pub fn weight(looks: &[u64], look: usize) -> f64 {
    looks[look] as f64 / looks.iter().sum::<u64>() as f64
}

/// The groups that a look adds, by where looks end; none after the last.
pub fn added(looks: &[u64], look: usize) -> Option<std::ops::Range<u64>> {
    let from = look.checked_sub(1).map_or(Some(0), |before| looks.get(before).copied())?;
    Some(from..*looks.get(look)?)
}

/// Games in all that would decide what so many have left open, in nine of ten cases, if it is what it seems: where `room` is
/// how far the effect is from where it would be decided. None where it seems to be just there.
pub fn enough((games, half_width): (u64, f64), room: f64) -> Option<u64> {
    let games = (games as f64 * (half_width / room).powi(2) * SURE).ceil();
    (games.is_finite() && games < MOST_GAMES).then_some(games as u64)
}

/// An interval that just reaches a bound decides in half of all cases; with so many times the games in nine of ten.
const SURE: f64 = 2.7;
/// Beyond this nobody plays.
const MOST_GAMES: f64 = 1e9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_double_and_their_weights_make_one() {
        assert_eq!(looks(8000, 2), [500, 1000, 2000, 4000]);
        assert_eq!(looks(100, 2), [50]);
        assert_eq!(looks(1, 3), [1]);
        for games in [10, 700, 12_345] {
            let looks = looks(games, 2);
            let all: f64 = (0..looks.len()).map(|look| weight(&looks, look)).sum();
            assert!((all - 1.0).abs() < 1e-12 && looks.is_sorted());
        }
    }

    #[test]
    fn looks_add_all_groups_once() {
        let looks = looks(8000, 2);
        let parts: Vec<_> = (0..).map_while(|look| added(&looks, look)).collect();
        assert_eq!(parts, [0..500, 500..1000, 1000..2000, 2000..4000]);
    }
}
