//! Tests of counts against a distribution, and corrections for many tests at once.

use super::{checked, total};
use statrs::distribution::{ChiSquared, ContinuousCDF};

// Pearson's chi-square test of counts against a distribution (K. Pearson, 1900, Phil. Mag. 50, 157-175).
//
// Adjacent cells are merged until each expects at least five observations (Cochran, 1954, Biometrics 10, 417-451), so
// that the statistic follows its distribution. An observation in a cell of probability zero is never merged: it refutes
// the distribution.

/// Result of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// Sum over the cells of (observed - expected)² / expected.
    pub statistic: f64,
    /// Number of merged cells minus one.
    pub degrees_of_freedom: usize,
    /// Probability of a statistic at least this large if the distribution is right.
    pub p_value: f64,
}

/// Fewest expected observations of a merged cell.
const MIN_EXPECTED: f64 = 5.0;

/// Probabilities below this are rounding errors of the exact engine and count as zero.
const IMPOSSIBLE: f64 = 1e-15;

/// Tests counts against probabilities, cell by cell. A missing count or probability is 0. The statistic and the p-value
/// are NaN without observations, and if the probabilities are no distribution: one is negative or NaN, or their sum is not
/// 1 within 1e-6.
///
/// This is the test of K. Pearson (1900, Phil. Mag. 50, 157-175). Adjacent cells are merged until each expects at least
/// five observations (W. G. Cochran, 1954, Biometrics 10, 417-451). An observation of a cell with the probability 0 gives
/// the p-value 0, and a single merged cell the p-value 1.
pub fn chi_square(observed: &[u64], probabilities: &[f64]) -> ChiSquare {
    let n = total(observed.iter().copied()) as f64;
    if n == 0.0 || !is_distribution(probabilities) {
        return ChiSquare { statistic: f64::NAN, degrees_of_freedom: 0, p_value: f64::NAN };
    }
    let cells = observed.len().max(probabilities.len());
    let at = |i: usize| (observed.get(i).copied().unwrap_or(0), probabilities.get(i).copied().unwrap_or(0.0));
    if (0..cells).map(at).any(|(count, p)| count > 0 && p < IMPOSSIBLE) {
        return ChiSquare { statistic: f64::INFINITY, degrees_of_freedom: 0, p_value: 0.0 };
    }
    let mut merged: Vec<(f64, f64)> = Vec::new();
    let (mut count, mut expected) = (0.0, 0.0);
    for (c, p) in (0..cells).map(at) {
        count += c as f64;
        expected += p * n;
        if expected >= MIN_EXPECTED {
            merged.push((count, expected));
            (count, expected) = (0.0, 0.0);
        }
    }
    if let Some(last) = merged.last_mut() {
        last.0 += count;
        last.1 += expected;
    }
    let statistic = merged.iter().map(|(count, expected)| (count - expected).powi(2) / expected).sum();
    let degrees_of_freedom = merged.len().saturating_sub(1);
    let p_value = ChiSquared::new(degrees_of_freedom as f64).map_or(1.0, |law| law.sf(statistic));
    ChiSquare { statistic, degrees_of_freedom, p_value }
}

/// Returns true if probabilities are not negative and sum to 1, within rounding.
fn is_distribution(probabilities: &[f64]) -> bool {
    const ROUNDING: f64 = 1e-6;
    let sum: f64 = probabilities.iter().sum();
    (sum - 1.0).abs() <= ROUNDING && probabilities.iter().all(|p| *p >= -ROUNDING)
}

// The Dvoretzky-Kiefer-Wolfowitz bound with Massart's constant (P. Massart, 1990, Ann. Prob. 18, 1269-1283):
// P(sup |F_n - F| > e) <= 2 exp(-2 n e²).

/// Returns the largest gap between an empirical and the true distribution function that `n` observations exceed with
/// probability at most `alpha`: the Dvoretzky-Kiefer-Wolfowitz bound with the constant of P. Massart (1990, Ann. Prob. 18,
/// 1269-1283). Infinite without observations.
///
/// # Panics
/// Panics on an `alpha` outside 0 to 1.
pub fn dkw_bound(n: u64, alpha: f64) -> f64 {
    ((2.0 / checked(alpha)).ln() / (2.0 * n as f64)).sqrt()
}

/// Returns the largest gap between the distribution functions of counts and probabilities, the statistic of Kolmogorov
/// and Smirnov. NaN without counts, and if the probabilities are no distribution.
pub fn largest_gap(observed: &[u64], probabilities: &[f64]) -> f64 {
    let n = total(observed.iter().copied()) as f64;
    if n == 0.0 || !is_distribution(probabilities) {
        return f64::NAN;
    }
    let (mut count, mut mass, mut gap) = (0.0, 0.0, 0.0f64);
    for i in 0..observed.len().max(probabilities.len()) {
        count += observed.get(i).copied().unwrap_or(0) as f64;
        mass += probabilities.get(i).copied().unwrap_or(0.0);
        gap = gap.max((count / n - mass).abs());
    }
    gap
}

/// Computes p-values adjusted for many tests at once by Holm's step-down correction (S. Holm, 1979, Scand. J. Stat. 6,
/// 65-70), in the order of input. A test is rejected at a family-wise level if its adjusted p-value
/// is at most that level. A NaN stays NaN, and counts as a test that is not rejected; so does a
/// number outside 0 to 1 by more than rounding.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![f64::NAN; p_values.len()];
    let mut floor: f64 = 0.0;
    for (rank, i) in smallest_first(p_values).into_iter().enumerate().filter(|(_, i)| is_known(p_values[*i])) {
        floor = floor.max((p_values[i] * (p_values.len() - rank) as f64).min(1.0));
        adjusted[i] = floor;
    }
    adjusted
}

/// Returns true if a number is a p-value, within rounding.
fn is_known(p_value: f64) -> bool {
    (-1e-9..=1.0 + 1e-9).contains(&p_value)
}

/// Returns the places of p-values from the smallest to the largest, then those of other numbers.
fn smallest_first(p_values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| {
        is_known(p_values[*b]).cmp(&is_known(p_values[*a])).then(p_values[*a].total_cmp(&p_values[*b]))
    });
    order
}

/// Returns for each test the largest p-value that [`holm`] would reject at `alpha`, if the order of the p-values stays.
///
/// # Panics
/// Panics on an `alpha` outside 0 to 1.
pub fn holm_limits(p_values: &[f64], alpha: f64) -> Vec<f64> {
    let alpha = checked(alpha);
    by_rank(p_values, |rank| alpha / (p_values.len() - rank) as f64)
}

/// Returns for each test the largest p-value that [`benjamini_hochberg`] would reject at `alpha`, if the order of the
/// p-values stays.
///
/// # Panics
/// Panics on an `alpha` outside 0 to 1.
pub fn benjamini_hochberg_limits(p_values: &[f64], alpha: f64) -> Vec<f64> {
    let alpha = checked(alpha);
    by_rank(p_values, |rank| alpha * (rank + 1) as f64 / p_values.len() as f64)
}

/// Returns a value for each p-value, by its rank from the smallest, 0.
fn by_rank(p_values: &[f64], value: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut values = vec![0.0; p_values.len()];
    smallest_first(p_values).into_iter().enumerate().for_each(|(rank, i)| values[i] = value(rank));
    values
}

/// Computes adjusted p-values by the step-up procedure for the false discovery rate (Y. Benjamini and Y. Hochberg,
/// 1995, J. R. Stat. Soc. B 57, 289-300), in the order of input. If all findings with a value of at most q are accepted, the
/// expected share of false findings among them is at most q. A NaN stays NaN, and counts as a test without a finding; so
/// does a number outside 0 to 1 by more than rounding.
pub fn benjamini_hochberg(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![f64::NAN; p_values.len()];
    let mut ceiling: f64 = 1.0;
    let order = smallest_first(p_values);
    for (rank, i) in order.into_iter().enumerate().rev().filter(|(_, i)| is_known(p_values[*i])) {
        ceiling = ceiling.min(p_values[i] * p_values.len() as f64 / (rank + 1) as f64);
        adjusted[i] = ceiling;
    }
    adjusted
}

/// Returns the level of intervals that agree with the procedure of [`benjamini_hochberg`], from its adjusted p-values: an
/// interval at this level excludes no effect exactly if its test is rejected at `alpha` (Y. Benjamini and D. Yekutieli,
/// 2005, J. Am. Stat. Assoc. 100, 71-81). The expected share of the intervals of findings that miss their value is at most
/// `alpha`.
pub fn level_of_findings(adjusted: &[f64], alpha: f64) -> f64 {
    let findings = adjusted.iter().filter(|p| **p < alpha).count().max(1);
    1.0 - alpha * findings as f64 / adjusted.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of four tests are found: their limit is 0.05 * 2 / 4. Without a finding the level is that of Bonferroni.
    #[test]
    fn intervals_of_findings_agree_with_the_correction() {
        let two = benjamini_hochberg(&[0.001, 0.02, 0.3, 0.9]);
        assert!((level_of_findings(&two, 0.05) - 0.975).abs() < 1e-15);
        assert!((level_of_findings(&[0.3, 0.9], 0.05) - 0.975).abs() < 1e-15);
        assert!((level_of_findings(&[0.01], 0.05) - 0.95).abs() < 1e-15);
    }

    /// Tests a die thrown 60 times: 5, 8, 9, 8, 10, 20 has chi-square 13.4 with 5 degrees of freedom, p = 0.0199.
    /// A p-value at its limit is rejected if all smaller ones are, and a larger one is not.
    #[test]
    fn limits_are_where_corrections_reject() {
        let mut p = vec![0.001, 0.3, 0.01, 0.9, 0.2];
        for (adjust, limits, limit) in [
            (holm as fn(&[f64]) -> Vec<f64>, holm_limits as fn(&[f64], f64) -> Vec<f64>, 0.05 / 4.0),
            (benjamini_hochberg, benjamini_hochberg_limits, 0.05 * 2.0 / 5.0),
        ] {
            assert!((limits(&p, 0.05)[2] - limit).abs() < 1e-15, "{:?}", limits(&p, 0.05));
            for (value, rejected) in [(limit * 0.999, true), (limit * 1.001, false)] {
                p[2] = value;
                assert_eq!(adjust(&p)[2] <= 0.05, rejected, "{value}");
            }
            p[2] = 0.01;
        }
    }

    #[test]
    fn a_loaded_die() {
        let test = chi_square(&[5, 8, 9, 8, 10, 20], &[1.0 / 6.0; 6]);
        assert!((test.statistic - 13.4).abs() < 1e-9);
        assert_eq!(test.degrees_of_freedom, 5);
        assert!((test.p_value - 0.0199).abs() < 1e-4);
    }

    #[test]
    fn small_cells_are_merged_and_impossible_ones_refute() {
        assert_eq!(chi_square(&[50, 48, 1, 1], &[0.5, 0.48, 0.01, 0.01]).degrees_of_freedom, 1);
        assert_eq!(chi_square(&[50, 49, 1], &[0.5, 0.5, 0.0]).p_value, 0.0);
        assert_eq!(chi_square(&[50, 49, 1], &[0.5, 0.5]).p_value, 0.0);
        assert_eq!(chi_square(&[100], &[1.0]).p_value, 1.0);
    }

    #[test]
    fn bound_and_gap() {
        assert!((dkw_bound(1000, 0.05) - 0.042_947).abs() < 1e-6);
        assert!((largest_gap(&[3, 7], &[0.5, 0.5]) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_worked_example_of_holm() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.03, 0.06, 0.06, 0.02];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
    }

    #[test]
    fn a_worked_example_of_the_false_discovery_rate() {
        let adjusted = benjamini_hochberg(&[0.01, 0.04, 0.03, 0.005]);
        let expected = [0.02, 0.04, 0.04, 0.02];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
    }
}
