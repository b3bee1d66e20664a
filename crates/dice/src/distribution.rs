//! Distributions of whole numbers (0, 1, 2, …) and of pairs of them; distributions of dice pools: highest die, sum,
//! difference floored at 0.

use crate::{Pool, plan::DefenseDice};

/// A probability mass function: `p[k]` is the probability of the value `k`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf {
    p: Vec<f64>,
}

impl Pmf {
    /// Builds a PMF from probabilities by value.
    ///
    /// # Panics
    /// Panics if a probability is negative or NaN, or if they do not sum to 1. Both are checked within 1e-6, so that
    /// rounding errors pass.
    pub fn new(p: Vec<f64>) -> Pmf {
        const ROUNDING: f64 = 1e-6;
        let sum: f64 = p.iter().sum();
        let is_valid = (sum - 1.0).abs() <= ROUNDING && p.iter().all(|p| *p >= -ROUNDING);
        assert!(is_valid, "probabilities with the sum {sum}; allowed: none below 0, and a sum of 1");
        Pmf { p }
    }

    /// Builds a PMF from probabilities that this crate computed. Release builds do not check them.
    pub(crate) fn computed(p: Vec<f64>) -> Pmf {
        debug_assert!(!p.is_empty() && (p.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        Pmf { p }
    }

    /// Builds a PMF with all mass on one value.
    pub fn point(value: usize) -> Pmf {
        let mut p = vec![0.0; value + 1];
        p[value] = 1.0;
        Pmf { p }
    }

    /// Returns the probabilities by value, from 0 to [`Pmf::max`].
    #[inline]
    pub fn as_slice(&self) -> &[f64] {
        &self.p
    }

    /// Returns the largest value listed.
    #[inline]
    pub fn max(&self) -> usize {
        self.p.len() - 1
    }

    /// Returns P(value = k); 0 beyond the list.
    #[inline]
    pub fn at(&self, k: usize) -> f64 {
        self.p.get(k).copied().unwrap_or(0.0)
    }

    /// Returns P(value >= k).
    #[inline]
    pub fn at_least(&self, k: usize) -> f64 {
        // A fold from 0, because the `sum` of no terms is -0.
        self.p.iter().skip(k).fold(0.0, |sum, p| sum + p)
    }

    /// Returns the expected excess of the value over `k`: for damage, the part wasted on a target with `k` hit points.
    pub fn excess_over(&self, k: usize) -> f64 {
        self.expect(|value| value.saturating_sub(k) as f64)
    }

    /// Returns the expected value of `f(value)`.
    pub fn expect(&self, f: impl Fn(usize) -> f64) -> f64 {
        self.p.iter().enumerate().map(|(k, p)| p * f(k)).sum()
    }

    /// Returns the expected value.
    pub fn mean(&self) -> f64 {
        self.expect(|k| k as f64)
    }

    /// Returns the variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expect(|k| (k as f64 - mean).powi(2))
    }
}

/// A joint distribution of two values, row by row: `p[row * columns + column]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    columns: usize,
    p: Vec<f64>,
}

impl Joint {
    /// Builds a joint distribution from probabilities row by row. Their values are not checked.
    ///
    /// # Panics
    /// Panics on 0 columns, without probabilities, and on a number of them that is no multiple of `columns`.
    pub fn new(columns: usize, p: Vec<f64>) -> Joint {
        let is_table = columns > 0 && !p.is_empty() && p.len().is_multiple_of(columns);
        assert!(is_table, "{} probabilities in {columns} columns; allowed: full rows of 1 column or more", p.len());
        Joint { columns, p }
    }

    /// Returns the number of values of the column variable (0 to `columns - 1`).
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of values of the row variable.
    #[inline]
    pub fn rows(&self) -> usize {
        self.p.len() / self.columns
    }

    /// Returns P(row, column); 0 beyond the table.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> f64 {
        let place = row.checked_mul(self.columns).and_then(|start| start.checked_add(column));
        place.filter(|_| column < self.columns).and_then(|place| self.p.get(place)).copied().unwrap_or(0.0)
    }

    /// Returns the probabilities row by row.
    #[inline]
    pub fn as_slice(&self) -> &[f64] {
        &self.p
    }

    /// Returns the marginal distribution of the column variable.
    pub fn column_pmf(&self) -> Pmf {
        let mut sums = vec![0.0; self.columns];
        for row in self.p.chunks(self.columns) {
            for (sum, p) in sums.iter_mut().zip(row) {
                *sum += p;
            }
        }
        Pmf::computed(sums)
    }

    /// Returns the marginal distribution of the row variable.
    pub fn row_pmf(&self) -> Pmf {
        Pmf::computed(self.p.chunks(self.columns).map(|row| row.iter().sum()).collect())
    }
}

/// Computes the distribution of the highest die of a pool; 0 for the empty pool.
///
/// P(highest <= k) is the product over the dice of min(k, sides) / sides.
pub fn highest_of(pool: &Pool) -> Pmf {
    let max = usize::from(pool.max_face());
    let mut at_most = vec![1.0; max + 1];
    for (count, sides) in pool.groups() {
        for (k, p) in at_most.iter_mut().enumerate().take(sides.into()) {
            *p *= (k as f64 / f64::from(sides)).powi(count as i32);
        }
    }
    for k in (1..=max).rev() {
        at_most[k] -= at_most[k - 1];
    }
    Pmf::computed(at_most)
}

/// Computes the distribution of the sum of all dice of a pool; 0 for the empty pool.
pub fn sum_of(pool: &Pool) -> Pmf {
    let mut total = vec![1.0];
    for (count, sides) in pool.groups() {
        for _ in 0..count {
            total = add_die(&total, sides.into());
        }
    }
    Pmf::computed(total)
}

/// Computes the distribution of `total` plus one die, by a running window over `total`.
fn add_die(total: &[f64], sides: usize) -> Vec<f64> {
    let share = 1.0 / sides as f64;
    let window = |value: usize| &total[value.saturating_sub(sides).min(total.len())..value.min(total.len())];
    (0..total.len() + sides).map(|value| window(value).iter().sum::<f64>() * share).collect()
}

/// Computes the distribution of the sum of two independent values.
pub fn sum(a: &Pmf, b: &Pmf) -> Pmf {
    let mut p = vec![0.0; a.max() + b.max() + 1];
    for (i, pa) in a.as_slice().iter().enumerate() {
        for (j, pb) in b.as_slice().iter().enumerate() {
            p[i + j] += pa * pb;
        }
    }
    Pmf::computed(p)
}

/// Computes the distribution of the greater of two independent values.
pub fn greater_of(a: &Pmf, b: &Pmf) -> Pmf {
    let at_most = |pmf: &Pmf, k: usize| pmf.as_slice().iter().take(k + 1).sum::<f64>();
    let below = |k: usize| if k == 0 { 0.0 } else { at_most(a, k - 1) * at_most(b, k - 1) };
    Pmf::computed((0..=a.max().max(b.max())).map(|k| at_most(a, k) * at_most(b, k) - below(k)).collect())
}

/// Returns the distribution of a value plus a constant.
pub fn plus(a: &Pmf, bonus: u8) -> Pmf {
    match bonus {
        0 => a.clone(),
        _ => Pmf::computed(std::iter::repeat_n(0.0, bonus.into()).chain(a.as_slice().iter().copied()).collect()),
    }
}

/// Computes the distribution of a defense: the highest die or the sum, if greater, plus the bonus; 0 without dice.
pub fn defense_of(dice: &DefenseDice) -> Pmf {
    match (dice.is_empty(), dice.summed.is_empty()) {
        (true, _) => Pmf::point(0),
        (_, true) => plus(&highest_of(&dice.best), dice.bonus),
        (_, false) => plus(&greater_of(&highest_of(&dice.best), &sum_of(&dice.summed)), dice.bonus),
    }
}

/// Computes the distribution of max(0, a - b) for two independent values.
pub fn difference_floored(a: &Pmf, b: &Pmf) -> Pmf {
    let least_b = b.as_slice().iter().position(|p| *p > 0.0).unwrap_or(0);
    let mut p = vec![0.0; a.max().saturating_sub(least_b) + 1];
    for (i, pa) in a.as_slice().iter().enumerate() {
        for (j, pb) in b.as_slice().iter().enumerate().skip(least_b) {
            p[i.saturating_sub(j)] += pa * pb;
        }
    }
    Pmf::computed(p)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn moments_and_tails() {
        let die = Pmf::new([0.0].into_iter().chain([1.0 / 6.0; 6]).collect());
        assert!((die.mean() - 3.5).abs() < 1e-15);
        assert!((die.variance() - 35.0 / 12.0).abs() < 1e-14);
        assert!((die.at_least(5) - 1.0 / 3.0).abs() < 1e-15);
        assert!((die.excess_over(4) - 0.5).abs() < 1e-15);
        assert_eq!(die.at(9), 0.0);
        assert!(die.at_least(9).is_sign_positive());
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        for p in [vec![], vec![-1.0, 2.0], vec![0.5], vec![-1.0, 5.0], vec![f64::NAN, 1.0]] {
            assert!(std::panic::catch_unwind(|| Pmf::new(p.clone())).is_err(), "{p:?}");
        }
        for (columns, p) in [(0, vec![1.0]), (2, vec![1.0]), (1, vec![])] {
            assert!(std::panic::catch_unwind(|| Joint::new(columns, p.clone())).is_err(), "{columns} {p:?}");
        }
    }

    #[test]
    fn marginals_of_a_joint() {
        let joint = Joint::new(2, vec![0.1, 0.2, 0.3, 0.4]);
        assert_eq!((joint.rows(), joint.columns()), (2, 2));
        assert!((joint.column_pmf().at(1) - 0.6).abs() < 1e-15);
        assert!((joint.row_pmf().at(1) - 0.7).abs() < 1e-15);
        assert_eq!([joint.at(0, 5), joint.at(usize::MAX, 1)], [0.0; 2]);
    }

    /// Lists every roll of a pool.
    fn rolls(pool: &Pool) -> Vec<Vec<usize>> {
        let dice = pool.groups().flat_map(|(count, sides)| std::iter::repeat_n(usize::from(sides), count));
        dice.fold(vec![vec![]], |rolls, sides| {
            let more = |roll: &Vec<usize>| -> Vec<Vec<usize>> {
                (1..=sides).map(|face| [roll.as_slice(), &[face]].concat()).collect()
            };
            rolls.iter().flat_map(more).collect()
        })
    }

    /// Computes the distribution of a figure of the pool, by enumeration of the rolls.
    fn enumerated(pool: &Pool, figure: impl Fn(&[usize]) -> usize, max: usize) -> Pmf {
        let rolls = rolls(pool);
        let mut p = vec![0.0; max + 1];
        rolls.iter().for_each(|roll| p[figure(roll)] += 1.0 / rolls.len() as f64);
        Pmf::new(p)
    }

    fn assert_close(a: &Pmf, b: &Pmf) {
        assert_eq!(a.max(), b.max());
        a.as_slice().iter().zip(b.as_slice()).for_each(|(a, b)| assert!((a - b).abs() < 1e-12, "{a} {b}"));
    }

    fn small_pool() -> impl Strategy<Value = Pool> {
        let die = (1usize..=2, 2u8..=9);
        proptest::collection::vec(die, 0..=2).prop_map(|terms| {
            terms.into_iter().fold(Pool::EMPTY, |pool, (count, sides)| pool.with(count, sides).unwrap())
        })
    }

    proptest! {
        #[test]
        fn highest_equals_enumeration(pool in small_pool()) {
            let naive = enumerated(&pool, |roll| roll.iter().copied().max().unwrap_or(0), pool.max_face().into());
            assert_close(&highest_of(&pool), &naive);
        }

        #[test]
        fn sum_equals_enumeration(pool in small_pool()) {
            assert_close(&sum_of(&pool), &enumerated(&pool, |roll| roll.iter().sum(), pool.max_sum()));
        }

        #[test]
        fn sum_and_difference_equal_enumeration_of_pairs(a in small_pool(), b in small_pool()) {
            let (a, b) = (highest_of(&a), sum_of(&b));
            let mut plus = vec![0.0; a.max() + b.max() + 1];
            let mut minus = vec![0.0; difference_floored(&a, &b).max() + 1];
            for i in 0..=a.max() {
                for j in 0..=b.max() {
                    plus[i + j] += a.at(i) * b.at(j);
                    if a.at(i) * b.at(j) > 0.0 {
                        minus[i.saturating_sub(j)] += a.at(i) * b.at(j);
                    }
                }
            }
            assert_close(&sum(&a, &b), &Pmf::new(plus));
            assert_close(&difference_floored(&a, &b), &Pmf::new(minus));
        }
    }

    /// Enumerates every roll of the dice of a defense.
    #[test]
    fn a_defense_is_the_highest_die_or_the_sum_of_the_summed_whichever_is_more() {
        for (best, summed, bonus) in
            [("2d6", "2d6", 0), ("", "2d6+1d8", 2), ("1d6", "", 3), ("1d8", "1d4", 1), ("", "", 5)]
        {
            let dice = DefenseDice { best: best.parse().unwrap(), summed: summed.parse().unwrap(), bonus };
            let found = defense_of(&dice);
            let (highs, sums) = (rolls(&dice.best), rolls(&dice.summed));
            let mut naive = vec![0.0; found.max() + 1];
            for (high, sum) in highs.iter().flat_map(|high| sums.iter().map(move |sum| (high, sum))) {
                let value = high.iter().copied().max().unwrap_or(0).max(sum.iter().sum());
                let value = if dice.is_empty() { 0 } else { value + usize::from(bonus) };
                naive[value] += 1.0 / (highs.len() * sums.len()) as f64;
            }
            assert_close(&found, &Pmf::new(naive));
        }
    }

    /// Compares with the figures in the appendix of `rulings.md`.
    #[test]
    fn known_means_of_the_highest_die() {
        for (pool, mean) in [
            ("2d6", 4.4722),
            ("3d6", 4.9583),
            ("4d6", 5.2446),
            ("1d6+1d8", 5.2292),
            ("2d6+1d8", 5.5938),
            ("3d6+1d8", 5.8084),
            ("4d6+1d8", 5.9482),
        ] {
            assert!((highest_of(&pool.parse().unwrap()).mean() - mean).abs() < 5e-5, "{pool}");
        }
    }

    #[test]
    fn the_largest_pools_keep_their_mass() {
        for pool in ["100d20", "50d6+50d20", "100d2"] {
            let pool = pool.parse().unwrap();
            assert!((highest_of(&pool).as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!((sum_of(&pool).as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}
