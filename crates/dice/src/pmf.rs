//! Probability mass functions over 0, 1, 2, … and over pairs of them.

/// A probability mass function: `p[k]` is the probability of the value `k`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf {
    p: Vec<f64>,
}

impl Pmf {
    /// Builds a PMF from probabilities by value. The caller ensures that they are non-negative and sum to 1.
    pub fn new(p: Vec<f64>) -> Pmf {
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
    pub fn as_slice(&self) -> &[f64] {
        &self.p
    }

    /// Returns the largest value listed.
    pub fn max(&self) -> usize {
        self.p.len() - 1
    }

    /// Returns P(value = k); 0 beyond the list.
    pub fn at(&self, k: usize) -> f64 {
        self.p.get(k).copied().unwrap_or(0.0)
    }

    /// Returns P(value >= k).
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
    /// Builds a joint distribution from probabilities row by row; their number is a multiple of `columns`.
    pub fn new(columns: usize, p: Vec<f64>) -> Joint {
        debug_assert!(columns > 0 && p.len().is_multiple_of(columns));
        Joint { columns, p }
    }

    /// Returns the number of values of the column variable (0 to `columns - 1`).
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of values of the row variable.
    pub fn rows(&self) -> usize {
        self.p.len() / self.columns
    }

    /// Returns P(row, column); 0 beyond the table.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        if column >= self.columns { 0.0 } else { self.p.get(row * self.columns + column).copied().unwrap_or(0.0) }
    }

    /// Returns the probabilities row by row.
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
        Pmf::new(sums)
    }

    /// Returns the marginal distribution of the row variable.
    pub fn row_pmf(&self) -> Pmf {
        Pmf::new(self.p.chunks(self.columns).map(|row| row.iter().sum()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn marginals_of_a_joint() {
        let joint = Joint::new(2, vec![0.1, 0.2, 0.3, 0.4]);
        assert_eq!((joint.rows(), joint.columns()), (2, 2));
        assert!((joint.column_pmf().at(1) - 0.6).abs() < 1e-15);
        assert!((joint.row_pmf().at(1) - 0.7).abs() < 1e-15);
        assert_eq!(joint.at(0, 5), 0.0);
    }
}
