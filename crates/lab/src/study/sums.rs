//! Integer sums over games, and ratios of sums.
//!
//! Games may share their dice within a group, for example with swapped seats. A group is one observation: squares and
//! cubes are those of a group's sums, and games without a whole group count in totals only.

use super::Won;
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments, proportion};
use serde::{Deserialize, Serialize};

/// Numbers of games and groups behind sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observations {
    /// Number of games, including those of incomplete groups.
    pub games: u64,
    /// Games per group.
    pub size: u64,
    /// Number of whole groups.
    pub whole: u64,
}

impl Observations {
    /// Returns the observations of games with independent dice.
    pub fn of(games: u64) -> Observations {
        Observations { games, size: 1, whole: games }
    }
}

/// Sums over games of several numbers at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Sum over all games.
    pub total: Vec<i64>,
    /// Sum over all games of whole groups.
    pub grouped: Vec<i64>,
    /// Squares of the sums of whole groups.
    pub squares: Vec<u64>,
    /// Cubes of the sums of whole groups. Those of metrics in the tens of thousands pass 64 bits.
    #[serde(with = "wide")]
    pub cubes: Vec<i128>,
    /// The open group.
    #[serde(skip)]
    open: Vec<i64>,
}

impl Sums {
    /// Creates empty sums of `numbers` numbers.
    pub fn new(numbers: usize) -> Sums {
        let zeros = || vec![0; numbers];
        let (squares, cubes) = (vec![0; numbers], vec![0; numbers]);
        Sums { total: zeros(), grouped: zeros(), squares, cubes, open: zeros() }
    }

    /// Adds the numbers of a game to the open group.
    pub fn add(&mut self, values: impl Iterator<Item = i64>) {
        self.open.iter_mut().zip(values).for_each(|(open, value)| *open += value);
    }

    /// Adds 1 to one of the numbers.
    pub fn add_one(&mut self, i: usize) {
        self.open[i] += 1;
    }

    /// Ends the open group; an incomplete group counts in totals only.
    pub fn close(&mut self, whole: bool) {
        for (i, open) in self.open.iter_mut().enumerate() {
            self.total[i] = self.total[i].plus(*open);
            if whole {
                self.grouped[i] = self.grouped[i].plus(*open);
                let square = open.saturating_pow(2);
                self.squares[i] = self.squares[i].plus(square.unsigned_abs());
                self.cubes[i] += i128::from(square) * i128::from(*open);
            }
            *open = 0;
        }
    }

    /// Adds the sums of other games.
    pub fn merge(&mut self, other: &Sums) {
        add_all(&mut self.total, &other.total);
        add_all(&mut self.grouped, &other.grouped);
        add_all(&mut self.squares, &other.squares);
        add_all(&mut self.cubes, &other.cubes);
    }

    /// Returns true if the sums are possible for `numbers` numbers over these observations.
    pub fn fits(&self, numbers: usize, of: Observations) -> bool {
        let rest = of.games.saturating_sub(of.whole.saturating_mul(of.size));
        let one = |i: usize| {
            let alone = i128::from(self.total[i]) - i128::from(self.grouped[i]);
            powers_fit(of.whole, self.grouped[i], self.squares[i], self.cubes[i])
                && alone.unsigned_abs() <= u128::from(rest) * MOST.unsigned_abs()
        };
        [self.total.len(), self.grouped.len(), self.squares.len(), self.cubes.len()] == [numbers; 4]
            && (0..numbers).all(one)
    }
}

/// Largest absolute number of a game or a group in sums: more than any game reaches.
const MOST: i128 = 1 << 24;

/// Returns true if `n` integers can have this sum, this sum of squares and this sum of cubes.
///
/// For integers x, Σx² ≡ Σx mod 2, Σx³ ≡ Σx mod 6, Σx² ≥ |Σx|; (Σx)² ≤ nΣx² and, with |x| at most the root of Σx²,
/// (Σx²)² ≤ Σ|x|·Σ|x|³ and |Σx³| ≤ (Σx²)^(3/2).
pub(crate) fn powers_fit(n: u64, sum: i64, squares: u64, cubes: i128) -> bool {
    let (n, sum, squares) = (i128::from(n), i128::from(sum), i128::from(squares));
    // Sums of floating-point numbers may be off in their last digits.
    let near = |less: f64, more: f64| less <= more * (1.0 + 1e-9);
    (squares - sum) % 2 == 0
        && (cubes - sum) % 6 == 0
        && sum.abs() <= squares
        && sum * sum <= n * squares
        && squares <= n * MOST * MOST
        && near(cubes.abs() as f64, (squares as f64).powf(1.5))
        && (n > 1 || (sum * sum == squares && sum * squares == cubes))
}

/// An integer with saturating addition. A saturated sum cannot come from counts, and is refused.
pub trait Addend: Copy {
    /// Returns the sum of two integers.
    #[must_use]
    fn plus(self, more: Self) -> Self;
}

impl Addend for u64 {
    fn plus(self, more: u64) -> u64 {
        self.saturating_add(more)
    }
}

impl Addend for i64 {
    fn plus(self, more: i64) -> i64 {
        self.saturating_add(more)
    }
}

impl Addend for i128 {
    fn plus(self, more: i128) -> i128 {
        self.saturating_add(more)
    }
}

/// Integers in JSON: a number if it fits in 64 bits, else a text.
mod wide {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Number(i64),
        Text(String),
    }

    pub(super) fn serialize<S: Serializer>(all: &[i128], serializer: S) -> Result<S::Ok, S::Error> {
        let written = |one: &i128| i64::try_from(*one).map_or_else(|_| Written::Text(one.to_string()), Written::Number);
        serializer.collect_seq(all.iter().map(written))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i128>, D::Error> {
        let read = |written: Written| match written {
            Written::Number(number) => Ok(number.into()),
            Written::Text(text) => text.parse().map_err(serde::de::Error::custom),
        };
        Vec::deserialize(deserializer)?.into_iter().map(read).collect()
    }
}

/// Adds numbers to numbers, element by element.
pub fn add_all<T: Addend>(sums: &mut [T], more: &[T]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.plus(*more));
}

/// Games won out of some, by group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    /// Number of games that count.
    pub games: u64,
    /// Number of these that were won.
    pub won: u64,
    /// Whole groups by number of games and of won games: (0, 0), (1, 0), (1, 1), (2, 0) and so on.
    pub groups: Vec<u64>,
    /// The open group.
    #[serde(skip)]
    open: (usize, usize),
}

/// Returns the games and wins of the cells of groups, in order.
fn cells() -> impl Iterator<Item = (u64, u64)> + Clone {
    (0u64..).flat_map(|games| (0..=games).map(move |won| (games, won)))
}

impl Ratio {
    /// Creates an empty ratio with groups of `size` games.
    pub fn new(size: u64) -> Ratio {
        let cells = (size + 1) * (size + 2) / 2;
        Ratio { groups: vec![0; cells as usize], ..Ratio::default() }
    }

    /// Creates the ratio of `won` games out of `games`, with the groups by both.
    pub fn of(games: u64, won: u64, groups: Vec<u64>) -> Ratio {
        Ratio { games, won, groups, open: (0, 0) }
    }

    /// Adds a game that counts.
    pub fn add(&mut self, won: bool) {
        self.games += 1;
        self.won += u64::from(won);
        self.open.0 += 1;
        self.open.1 += usize::from(won);
    }

    /// Ends the open group; an incomplete group counts in totals only.
    pub fn close(&mut self, whole: bool) {
        let (games, won) = std::mem::take(&mut self.open);
        if whole {
            self.groups[games * (games + 1) / 2 + won] += 1;
        }
    }

    /// Adds the games of another ratio.
    pub fn merge(&mut self, other: &Ratio) {
        self.games += other.games;
        self.won += other.won;
        add_all(&mut self.groups, &other.groups);
    }

    /// Returns true if the counts are possible for these observations.
    pub fn fits(&self, of: Observations) -> bool {
        let whole = self.groups.iter().fold(0, |sum: u64, groups| sum.saturating_add(*groups));
        let sum = |pick: fn((u64, u64)) -> u64| {
            let each = cells().zip(&self.groups).map(|(cell, groups)| pick(cell).saturating_mul(*groups));
            each.fold(0, u64::saturating_add)
        };
        let rest = of.games - of.whole * of.size;
        self.groups.len() == Ratio::new(of.size).groups.len()
            && whole == of.whole
            && self.won <= self.games
            && (sum(|cell| cell.0)..=sum(|cell| cell.0) + rest).contains(&self.games)
            && (sum(|cell| cell.1)..=sum(|cell| cell.1) + rest).contains(&self.won)
    }

    /// Returns the share of games won. Groups are the observations. The spread is that of each group's won games beyond
    /// the overall share of its games, as for a ratio of two means (W. G. Cochran, 1977, Sampling Techniques, 2.11).
    pub fn share(&self, of: Observations) -> Won {
        if of.size == 1 || self.games == 0 {
            return Won { count: self.won, share: proportion(self.won, self.games, LEVEL) };
        }
        let some = || cells().zip(self.groups.iter().copied()).filter(|((games, _), _)| *games > 0);
        let sum = |pick: fn((u64, u64)) -> u64| some().map(|(cell, groups)| pick(cell) * groups).sum::<u64>() as f64;
        let observations = some().map(|(_, groups)| groups).sum::<u64>();
        let (games, point) = (sum(|cell| cell.0) / observations as f64, self.won as f64 / self.games as f64);
        let share = sum(|cell| cell.1) / sum(|cell| cell.0);
        let more = some().map(|((games_of, won), groups)| ((won as f64 - share * games_of as f64) / games, groups));
        let moments = Moments::of_counts(more).around(point);
        let estimate = Estimate::of(&moments, &Bounds::SHARE, LEVEL);
        Won { count: self.won, share: Estimate { point, n: self.games, observations, ..estimate } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True sums fit, and sums with one number changed by little or by much do not.
    #[test]
    fn sums_fit_as_they_were_taken_and_no_other_way() {
        let of = Observations { games: 11, size: 2, whole: 5 };
        let mut sums = Sums::new(3);
        for game in 0..11_i64 {
            sums.add([game % 3, 40 - 9 * game, i64::from(game == 4)].into_iter());
            if game % 2 == 1 {
                sums.close(true);
            }
        }
        sums.close(false);
        assert!(sums.fits(3, of) && !sums.fits(2, of) && !sums.fits(3, Observations { whole: 1, games: 3, ..of }));
        for place in 0..3 {
            for change in [|n: i128| n * 10 + 1, |n| n - 1, |n| n + 1, |n| n - 2, |_| i128::from(i64::MAX)] {
                let mut edited = sums.clone();
                edited.grouped[place] = change(edited.grouped[place].into()) as i64;
                assert!(!edited.fits(3, of), "{edited:?}");
                let mut edited = sums.clone();
                edited.cubes[place] = change(edited.cubes[place]);
                assert!(!edited.fits(3, of), "{edited:?}");
                let mut edited = sums.clone();
                edited.total[place] = i64::MAX;
                assert!(!edited.fits(3, of), "{edited:?}");
            }
            let mut edited = sums.clone();
            edited.squares[place] = 0;
            assert!(!edited.fits(3, of), "{edited:?}");
        }
    }

    /// Cubes beyond 64 bits are written as text, and read again; the others stay numbers, as in earlier files.
    #[test]
    fn large_cubes_are_kept() {
        let mut sums = Sums::new(2);
        for _ in 0..100 {
            sums.add([4_000_000, 3].into_iter());
            sums.close(true);
        }
        assert_eq!(sums.cubes, [100 * 4_000_000_i128.pow(3), 2700]);
        let json = serde_json::to_value(&sums).unwrap();
        assert_eq!(json["cubes"], serde_json::json!(["6400000000000000000000", 2700]));
        let read: Sums = serde_json::from_value(json).unwrap();
        assert!(read.fits(2, Observations::of(100)) && read.cubes == sums.cubes);
    }

    /// All small sets of integers have powers that fit.
    #[test]
    fn powers_of_any_integers_fit() {
        for code in 0..7_i64.pow(4) {
            let numbers: Vec<i64> = (0..4).map(|place| code / 7_i64.pow(place) % 7 - 3).collect();
            let sum = |power: u32| numbers.iter().map(|number| number.pow(power)).sum::<i64>();
            assert!(powers_fit(4, sum(1), sum(2).unsigned_abs(), sum(3).into()), "{numbers:?}");
        }
    }

    /// Pairs of games: in the first both games have a leader, who wins one; in the second one game has a leader, who
    /// wins.
    #[test]
    fn groups_are_counted_by_games_and_wins() {
        let mut ratio = Ratio::new(2);
        ratio.add(true);
        ratio.add(false);
        ratio.close(true);
        ratio.add(true);
        ratio.close(true);
        ratio.add(false);
        ratio.close(false);
        assert_eq!(ratio, Ratio { games: 4, won: 2, groups: vec![0, 0, 1, 0, 1, 0], open: (0, 0) });
        let of = Observations { games: 5, size: 2, whole: 2 };
        assert!(ratio.fits(of));
        assert!(
            !ratio.fits(Observations { whole: 1, ..of }) && !ratio.fits(Observations { games: 9, size: 3, whole: 2 })
        );
        assert!(!Ratio { won: 4, ..ratio.clone() }.fits(of) && !Ratio { games: 2, ..ratio.clone() }.fits(of));
        let share = ratio.share(of).share;
        assert_eq!((share.point, share.n, share.observations), (0.5, 4, 2));
    }
}
