//! Bootstrap of a statistic over rows and batches: the pigeonhole bootstrap (A. B. Owen, 2007, Ann. Appl. Stat. 1,
//! 386-411), which resamples both the rows and the columns of a table with replacement.
//!
//! Rows are points of a design; columns are batches of observations that all points share. The bootstrap variance
//! covers the variance of both, and on average is never too small. It counts the variance of single cells three times.
//! Products of two batches exclude the product of a batch with itself, so that the noise of a batch does not enter
//! them.

use super::mean::student_quantile;
use super::{Below, Estimate, LEVEL};

/// Number of resamples.
const RESAMPLES: usize = 400;

/// Weight of each row and each batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub rows: Vec<f64>,
    pub batches: Vec<f64>,
}

impl Weights {
    /// Returns weights of 1.
    pub fn even(rows: usize, batches: usize) -> Weights {
        Weights { rows: vec![1.0; rows], batches: vec![1.0; batches] }
    }

    /// Draws as many rows and batches as there are, with replacement; a single batch is always kept.
    fn drawn(&self, below: Below<'_>) -> Weights {
        let mut draw = |n: usize| {
            let mut drawn = vec![0.0; n];
            (0..n).for_each(|_| drawn[below(n)] += 1.0);
            drawn
        };
        Weights { rows: draw(self.rows.len()), batches: draw(self.batches.len()) }
    }

    /// Returns the weighted mean over batches.
    pub fn mean(&self, values: &[f64]) -> f64 {
        let (sum, weight) = sums(self.batches.iter().zip(values).map(|(weight, value)| (weight * value, *weight)));
        sum / weight
    }

    /// Returns the mean product of the values of two different batches: an unbiased estimate of the product of their
    /// expected values. With a single batch (a function without noise), returns the product of its values.
    pub fn product(&self, first: &[f64], second: &[f64]) -> f64 {
        if self.batches.len() == 1 {
            return first[0] * second[0];
        }
        let (mut a, mut b, mut same, mut weight, mut squares) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for ((w, first), second) in self.batches.iter().zip(first).zip(second) {
            a += w * first;
            b += w * second;
            same += w * w * first * second;
            weight += w;
            squares += w * w;
        }
        (a * b - same) / (weight * weight - squares)
    }

    /// Returns the weighted mean over rows.
    pub fn over_rows(&self, value: impl Fn(usize) -> f64) -> f64 {
        let rows = self.rows.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        let (sum, weight) = sums(rows.map(|(row, weight)| (weight * value(row), *weight)));
        sum / weight
    }
}

fn sums(pairs: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    pairs.fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y))
}

/// Computes statistics of rows and batches with their intervals. The half-width is the bootstrap's standard error times
/// Student's quantile for the number of rows. A statistic that is not finite in some resample has no bounds.
pub fn bootstrap(
    (rows, batches): (usize, usize),
    statistics: impl Fn(&Weights) -> Vec<f64>,
    below: Below<'_>,
) -> Vec<Estimate> {
    let even = Weights::even(rows, batches);
    let points = statistics(&even);
    let draws: Vec<Vec<f64>> = (0..RESAMPLES).map(|_| statistics(&even.drawn(below))).collect();
    let of = |(i, point): (usize, &f64)| {
        let mean = draws.iter().map(|draw| draw[i]).sum::<f64>() / RESAMPLES as f64;
        let squares: f64 = draws.iter().map(|draw| (draw[i] - mean).powi(2)).sum();
        let small = rows as f64 / (rows as f64 - 1.0);
        let standard_error = (squares / (RESAMPLES as f64 - 1.0) * small).sqrt();
        let half_width = student_quantile((rows as f64 - 1.0).max(1.0), LEVEL) * standard_error;
        let interval = match half_width.is_finite() {
            true => (point - half_width, point + half_width),
            false => (f64::NEG_INFINITY, f64::INFINITY),
        };
        let n = rows as u64;
        Estimate { point: *point, standard_error, interval, n, observations: n }
    };
    points.iter().enumerate().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;

    /// Checks 1, 2, 3 and 2, 0, 1 by hand: over two different batches (1·(0+1) + 2·(2+1) + 3·(2+0)) / 6.
    #[test]
    fn products_leave_out_those_of_a_batch_with_itself() {
        let even = Weights::even(1, 3);
        assert!((even.product(&[1.0, 2.0, 3.0], &[2.0, 0.0, 1.0]) - 13.0 / 6.0).abs() < 1e-12);
        assert_eq!(Weights::even(1, 1).product(&[3.0], &[4.0]), 12.0);
        // A batch that is drawn twice counts twice, but not with itself.
        let drawn = Weights { rows: vec![1.0], batches: vec![2.0, 1.0, 0.0] };
        assert!((drawn.product(&[1.0, 2.0, 3.0], &[2.0, 0.0, 1.0]) - (2.0 * 0.0 + 2.0 * 4.0) / 4.0).abs() < 1e-12);
    }

    /// Checks means over 30 rows and 30 batches, each with a separate random effect. At most 20 of 200 intervals at 95%
    /// miss; more would have a probability of 0.002 if coverage is exact.
    #[test]
    fn intervals_hold_where_rows_share_their_batches() {
        let misses = (0..200u64).filter(|key| {
            let mut throw = Throw::new(*key);
            let mut part = |size: usize| throw.below(1001) as f64 / 1000.0 * size as f64 - size as f64 / 2.0;
            let (rows, batches): (Vec<f64>, Vec<f64>) =
                ((0..30).map(|_| part(4)).collect(), (0..30).map(|_| part(1)).collect());
            let table: Vec<Vec<f64>> =
                rows.iter().map(|row| batches.iter().map(|batch| row + batch + part(2)).collect()).collect();
            let mean = |weights: &Weights| vec![weights.over_rows(|row| weights.mean(&table[row]))];
            let (low, high) = bootstrap((30, 30), mean, &mut |below| throw.below(below))[0].interval;
            !(low..=high).contains(&0.0)
        });
        assert!(misses.count() <= 20);
    }
}
