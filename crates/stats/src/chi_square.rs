//! Pearson's chi-square test of counts against a distribution (K. Pearson, 1900, Phil. Mag. 50, 157-175).
//!
//! Adjacent cells are merged until each expects at least five observations (Cochran, 1954, Biometrics 10, 417-451), so
//! that the statistic follows its distribution. An observation in a cell of probability zero is never merged: it
//! refutes the distribution.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Result of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
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

/// Tests counts against probabilities, cell by cell. A missing count or probability is 0.
pub fn chi_square(observed: &[u64], probabilities: &[f64]) -> ChiSquare {
    let n = observed.iter().sum::<u64>() as f64;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests a die thrown 60 times: 5, 8, 9, 8, 10, 20 has chi-square 13.4 with 5 degrees of freedom, p = 0.0199.
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
}
