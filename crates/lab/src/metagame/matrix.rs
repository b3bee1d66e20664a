//! Square matrices with a row for each entrant.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    n: usize,
    values: Vec<f64>,
}

impl Square {
    /// Creates a matrix from the value at each row and column.
    pub fn from_fn(n: usize, value: impl Fn(usize, usize) -> f64) -> Square {
        let values = (0..n * n).map(|at| value(at / n, at % n)).collect();
        Square { n, values }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// Returns the value at a row and a column.
    #[inline]
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.n + column]
    }

    /// Returns a row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.n..(row + 1) * self.n]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.values[row * self.n..(row + 1) * self.n]
    }

    /// Returns the sum of the rows, weighted by `weights`.
    pub fn mixed(&self, weights: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.n];
        for (row, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            sums.iter_mut().zip(self.row(row)).for_each(|(sum, value)| *sum += weight * value);
        }
        sums
    }

    /// Solves this symmetric, positive definite system.
    pub(super) fn solve(self, right: Vec<f64>) -> Vec<f64> {
        self.factors().solve(right)
    }

    /// Returns the Cholesky factors of this symmetric, positive definite system, in place. A pivot that rounding
    /// reduced to 0 marks an unknown that stays 0.
    pub(super) fn factors(mut self) -> Factors {
        let n = self.n;
        for i in 0..n {
            let (before, rest) = self.values.split_at_mut(i * n);
            let row = &mut rest[..n];
            for j in 0..i {
                let other = &before[j * n..j * n + n];
                let dot: f64 = row[..j].iter().zip(&other[..j]).map(|(a, b)| a * b).sum();
                row[j] = if other[j] > 0.0 { (row[j] - dot) / other[j] } else { 0.0 };
            }
            let least = row[i] * 1e-15;
            let pivot = row[i] - row[..i].iter().map(|a| a * a).sum::<f64>();
            row[i] = if pivot > least { pivot.sqrt() } else { 0.0 };
        }
        Factors(self)
    }
}

/// A factorised symmetric system.
#[derive(Clone, Debug)]
pub(super) struct Factors(Square);

impl Factors {
    /// Returns the number of unknowns.
    pub(super) fn len(&self) -> usize {
        self.0.n
    }

    /// Returns the solution for a right-hand side.
    pub(super) fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let n = self.len();
        let divided = |value: f64, pivot: f64| if pivot > 0.0 { value / pivot } else { 0.0 };
        for i in 0..n {
            let dot: f64 = self.0.row(i)[..i].iter().zip(&right).map(|(a, b)| a * b).sum();
            right[i] = divided(right[i] - dot, self.0.at(i, i));
        }
        // Row by row, in the order of memory.
        for i in (0..n).rev() {
            right[i] = divided(right[i], self.0.at(i, i));
            let known = right[i];
            right[..i].iter_mut().zip(self.0.row(i)).for_each(|(value, part)| *value -= part * known);
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_a_system_and_leaves_what_is_undetermined_at_nothing() {
        let system = Square::from_fn(3, |i, j| [[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]][i][j]);
        let solved = system.clone().solve(vec![1.0, -2.0, 3.0]);
        let back = system.mixed(&solved);
        assert!(back.iter().zip([1.0, -2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-12));
        let singular = Square::from_fn(2, |_, _| 1.0).solve(vec![3.0, 3.0]);
        assert_eq!(singular, [3.0, 0.0]);
    }
}
