//! Sensitivity of a response to its factors: designs, screening by elementary effects, variance-based indices, and the
//! bootstrap of both.
//!
//! Responses may be noisy: they are observed in batches, and every product uses two different batches, so that noise
//! does not pass for sensitivity.

use super::mean::student_quantile;
use super::{DrawBelow, Estimate, LEVEL};

// Latin hypercubes (M. D. McKay, R. J. Beckman and W. J. Conover, 1979, Technometrics 21, 239-245). Each dimension is
// cut into as many strata as there are points, and each stratum has one point.

/// Number of positions within a stratum.
const PARTS: usize = 1 << 30;

/// Draws `points` points of the unit cube with `dimensions` dimensions; `below` draws uniformly. This is a Latin
/// hypercube (M. D. McKay, R. J. Beckman and W. J. Conover, 1979, Technometrics 21, 239-245): each dimension is cut into
/// as many strata as there are points, and each stratum has one point.
pub fn latin_hypercube(points: usize, dimensions: usize, below: DrawBelow<'_>) -> Vec<Vec<f64>> {
    let mut all = vec![vec![0.0; dimensions]; points];
    let mut strata: Vec<usize> = (0..points).collect();
    for dimension in 0..dimensions {
        shuffle(&mut strata, below);
        for (point, stratum) in all.iter_mut().zip(&strata) {
            let within = (below(PARTS) as f64 + 0.5) / PARTS as f64;
            point[dimension] = (*stratum as f64 + within) / points as f64;
        }
    }
    all
}

/// Shuffles items; all orders are equally likely (R. A. Fisher and F. Yates, 1938; D. E. Knuth, 1969, algorithm P).
fn shuffle<T>(items: &mut [T], below: DrawBelow<'_>) {
    for end in (1..items.len()).rev() {
        items.swap(end, below(end + 1));
    }
}

// Screening by elementary effects (M. D. Morris, 1991, Technometrics 33, 161-174): trajectories through a grid of four
// levels that change one factor at a time. The results for each factor are the mean of its effects, the mean of their
// sizes (mu*, F. Campolongo, J. Cariboni and A. Saltelli, 2007, Environ. Model. Softw. 22, 1509-1518), and their
// standard deviation.
//
// The size of a noisy effect is above 0 even if the factor does nothing. So the sign of an effect is taken from other
// batches of observations than its size. Then noise alone has a mean size of 0, and weak effects are underestimated,
// never overestimated. The standard deviation uses products of different batches, as in `sobol`. As a
// root it is above 0 even if all effects are equal, so the value expected by chance is reported with it.

/// Levels of the grid. A step covers half of the levels, so that all levels are equally likely.
const LEVELS: usize = 4;
const STEP: usize = LEVELS / 2;

/// A walk through the unit cube: each point after the first differs from the previous point in one factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// The points, one more than there are factors.
    pub points: Vec<Vec<f64>>,
    /// The factor changed in each step.
    pub moved: Vec<usize>,
}

/// Elementary effects of a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementaryEffects {
    /// Mean effect of moving the factor from its low end to its high end.
    pub mu: Estimate,
    /// Mean size of the effect.
    pub mu_star: Estimate,
    /// Standard deviation of effects: they vary with the other factors, or along this factor.
    pub sigma: Estimate,
    /// Mean standard deviation that the noise of the batches alone would show if all effects were equal.
    pub sigma_by_chance: f64,
}

/// Draws `many` trajectories through `factors` factors, on a grid of four levels (M. D. Morris, 1991, Technometrics 33,
/// 161-174).
pub fn trajectories(many: usize, factors: usize, below: DrawBelow<'_>) -> Vec<Trajectory> {
    let place = |level: usize| level as f64 / (LEVELS - 1) as f64;
    let mut one = || {
        let mut levels: Vec<usize> = (0..factors).map(|_| below(LEVELS)).collect();
        let mut moved: Vec<usize> = (0..factors).collect();
        shuffle(&mut moved, below);
        let mut points = vec![levels.iter().copied().map(place).collect::<Vec<f64>>()];
        for factor in &moved {
            let level = &mut levels[*factor];
            *level = if *level < STEP { *level + STEP } else { *level - STEP };
            points.push(levels.iter().copied().map(place).collect());
        }
        Trajectory { points, moved }
    };
    (0..many).map(|_| one()).collect()
}

/// Computes the screening results of a factor from its elementary effects: one list of batches for each trajectory.
/// `None` if there are fewer than two trajectories, no batches, or trajectories with different numbers of batches. If an
/// effect is not finite, the points are NaN with intervals of all values.
///
/// The method is that of M. D. Morris (1991, Technometrics 33, 161-174) with mu* of F. Campolongo, J. Cariboni and A.
/// Saltelli (2007, Environ. Model. Softw. 22, 1509-1518). The size of an effect has its sign from other batches, so that
/// noise alone has a mean size of 0. Intervals are at [`LEVEL`], from the pigeonhole bootstrap of trajectories and
/// batches (A. B. Owen, 2007, Ann. Appl. Stat. 1, 386-411).
pub fn elementary_effects(effects: &[Vec<f64>], below: DrawBelow<'_>) -> Option<ElementaryEffects> {
    let batches = effects.first().map_or(0, Vec::len);
    if effects.len() < 2 || batches == 0 || !is_table(effects, effects.len(), batches) {
        return None;
    }
    if !effects.iter().flatten().all(|effect| effect.is_finite()) {
        let (nan, count) = (f64::NAN, effects.len() as u64);
        let unknown = |least| Estimate {
            point: nan,
            standard_error: nan,
            interval: (least, f64::INFINITY),
            n: count,
            observations: count,
        };
        let [mu, mu_star, sigma] = [f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0].map(unknown);
        return Some(ElementaryEffects { mu, mu_star, sigma, sigma_by_chance: nan });
    }
    let statistics = |weights: &Weights| {
        let mu = weights.over_rows(|row| weights.mean(&effects[row]));
        let mu_star = weights.over_rows(|row| size(weights, &effects[row]));
        vec![mu, mu_star, deviation(weights, effects)]
    };
    let all = bootstrap((effects.len(), batches), statistics, below);
    let sigma_by_chance = by_chance(effects, below);
    Some(ElementaryEffects { mu: all[0], mu_star: all[1], sigma: all[2], sigma_by_chance })
}

/// Number of sign draws for the standard deviation of noise.
const SIGNS: usize = 200;

/// Computes the mean standard deviation of effects that differ by noise alone. The variance has no bias and is below 0
/// as often as above, but its root has a bias, which this estimates. The noise of a batch is its difference from the
/// mean of its trajectory. The sign of a batch is drawn at random, the same for all trajectories, because they share
/// its dice.
fn by_chance(effects: &[Vec<f64>], below: DrawBelow<'_>) -> f64 {
    let batches = effects[0].len();
    if batches < 2 {
        return 0.0;
    }
    let even = Weights::even(effects.len(), batches);
    let stretch = (batches as f64 / (batches as f64 - 1.0)).sqrt();
    let noise = |row: &Vec<f64>| {
        let mean = even.mean(row);
        row.iter().map(|effect| (effect - mean) * stretch).collect::<Vec<f64>>()
    };
    let noise: Vec<Vec<f64>> = effects.iter().map(noise).collect();
    let mut one = || {
        let signs: Vec<f64> = (0..batches).map(|_| if below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let drawn = |row: &Vec<f64>| row.iter().zip(&signs).map(|(noise, sign)| noise * sign).collect::<Vec<f64>>();
        deviation(&even, &noise.iter().map(drawn).collect::<Vec<_>>())
    };
    (0..SIGNS).map(|_| one()).sum::<f64>() / SIGNS as f64
}

/// Number of ways to cut batches into halves, each by a binary digit of the batch number.
const CUTS: usize = 5;

/// Computes the size of an effect: the size from one half of the batches with the sign from the other half, and the
/// other way round. The result is the mean over all ways to cut the batches.
fn size(weights: &Weights, effect: &[f64]) -> f64 {
    if let [effect] = effect {
        return effect.abs();
    }
    let (mut sum, mut cuts) = (0.0, 0.0);
    for cut in (0..CUTS).filter(|cut| 1 << cut < effect.len()) {
        let (mut means, mut parts) = ([0.0; 2], [0.0; 2]);
        for (batch, (weight, effect)) in weights.batches.iter().zip(effect).enumerate() {
            means[batch >> cut & 1] += weight * effect;
            parts[batch >> cut & 1] += weight;
        }
        if parts[0] > 0.0 && parts[1] > 0.0 {
            let [one, other] = [means[0] / parts[0], means[1] / parts[1]];
            sum += (sign(one) * other + sign(other) * one) / 2.0;
            cuts += 1.0;
        }
    }
    if cuts > 0.0 { sum / cuts } else { 0.0 }
}

/// Returns the sign of a number; 0 for 0.
fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

fn deviation(weights: &Weights, effects: &[Vec<f64>]) -> f64 {
    let means: Vec<f64> =
        (0..weights.batches.len()).map(|batch| weights.over_rows(|row| effects[row][batch])).collect();
    let variance = weights.over_rows(|row| {
        let apart: Vec<f64> = effects[row].iter().zip(&means).map(|(effect, mean)| effect - mean).collect();
        weights.product(&apart, &apart)
    });
    let rows = effects.len() as f64;
    (variance * rows / (rows - 1.0)).max(0.0).sqrt()
}

// Variance-based sensitivity: the share of a response's variance due to a factor alone, and together with all others.
//
// First-order indices follow A. Saltelli et al., 2010, Comput. Phys. Commun. 181, 259-270 (table 2, b): the mean of
// f(B) (f(A_B) - f(A)) over the variance. Total indices follow M. J. W. Jansen, 1999, Comput. Phys. Commun. 117, 35-43
// (f in that table): half the mean of (f(A) - f(A_B))² over the variance. A and B are matrices with the same number of
// points; A_B is A with the column of the factor taken from B.
//
// A response that is a mean of noisy observations has more variance than its expectation, and no factor explains the
// excess. So total indices would be too large and first-order indices too small. Therefore every product, also in the
// variance, uses two different batches of observations and has the same expectation as without noise.

/// Responses by batch, one list for each row of the design.
#[derive(Clone, Debug, PartialEq)]
pub struct Saltelli {
    /// Responses at the points of A.
    pub a: Vec<Vec<f64>>,
    /// Responses at the points of B.
    pub b: Vec<Vec<f64>>,
    /// Responses at the points of A with one column of B, for each factor.
    pub mixed: Vec<Vec<Vec<f64>>>,
}

/// Sensitivity indices of a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Indices {
    /// Share of the variance due to the factor alone.
    pub first: Estimate,
    /// Share of the variance due to the factor with its interactions.
    pub total: Estimate,
}

/// Computes the indices of every factor. `None` if the interval of the variance of the expected response includes 0, or
/// if there are fewer than two rows, no batches, lists of different lengths, or a response that is not finite.
///
/// First-order indices are those of A. Saltelli et al. (2010, Comput. Phys. Commun. 181, 259-270), total indices those
/// of M. J. W. Jansen (1999, Comput. Phys. Commun. 117, 35-43), with products of two different batches, so that noise
/// does not count as variance. Intervals are at [`LEVEL`], from the pigeonhole bootstrap of rows and batches (A. B. Owen,
/// 2007, Ann. Appl. Stat. 1, 386-411), with a longer upper side.
pub fn sobol(responses: &Saltelli, below: DrawBelow<'_>) -> Option<Vec<Indices>> {
    let (rows, factors) = (responses.a.len(), responses.mixed.len());
    let batches = responses.a.first().map_or(0, Vec::len);
    let mut tables = [&responses.a, &responses.b].into_iter().chain(&responses.mixed);
    let usable =
        |table: &Vec<Vec<f64>>| is_table(table, rows, batches) && table.iter().flatten().all(|x| x.is_finite());
    if rows < 2 || batches == 0 || !tables.all(usable) {
        return None;
    }
    let statistics = |weights: &Weights| responses.statistics(weights);
    let all = bootstrap((rows, batches), statistics, below);
    let (indices, variance) = all.split_at(2 * factors);
    if variance[0].interval.0 <= 0.0 || variance[0].point <= 0.0 {
        return None;
    }
    let pairs = indices.chunks_exact(2);
    Some(pairs.map(|pair| Indices { first: skewed(&pair[0]), total: skewed(&pair[1]) }).collect())
}

/// Returns true if responses have this number of rows, each with this number of batches.
fn is_table(responses: &[Vec<f64>], rows: usize, batches: usize) -> bool {
    responses.len() == rows && responses.iter().all(|row| row.len() == batches)
}

/// Returns an index with a longer upper side. Indices are ratios of means of products, whose law is skewed to the right:
/// an estimate that is too small has a standard error that is too small. The upper bound is that of the logarithm of the
/// index. An index near 0 has an upper side that is e - 1 times as long, since its logarithm has no useful bound. With 32
/// rows of the Ishigami function, the total index of x lies above 10% of symmetric intervals and above 4% of these.
fn skewed(index: &Estimate) -> Estimate {
    let side = index.interval.1 - index.point;
    let part = if index.point > 0.0 { (side / index.point).min(1.0) } else { 1.0 };
    let longer = if part > 0.0 { libm::expm1(part) / part } else { 1.0 };
    Estimate { interval: (index.interval.0, index.point + side * longer), ..*index }
}

impl Saltelli {
    /// Computes the first-order and total index of each factor, then the variance.
    fn statistics(&self, weights: &Weights) -> Vec<f64> {
        let batches = weights.batches.len();
        let centre: Vec<f64> = (0..batches)
            .map(|batch| weights.over_rows(|row| f64::midpoint(self.a[row][batch], self.b[row][batch])))
            .collect();
        let centred = |values: &[f64]| -> Vec<f64> { values.iter().zip(&centre).map(|(v, c)| v - c).collect() };
        let minus = |one: &[f64], other: &[f64]| -> Vec<f64> { one.iter().zip(other).map(|(a, b)| a - b).collect() };
        let variance = weights.over_rows(|row| {
            let square = |values: &[f64]| {
                let values = centred(values);
                weights.product(&values, &values)
            };
            f64::midpoint(square(&self.a[row]), square(&self.b[row]))
        });
        let of_factor = |mixed: &Vec<Vec<f64>>| {
            let first =
                weights.over_rows(|row| weights.product(&centred(&self.b[row]), &minus(&mixed[row], &self.a[row])));
            let total = weights.over_rows(|row| {
                let moved = minus(&self.a[row], &mixed[row]);
                weights.product(&moved, &moved) / 2.0
            });
            [first / variance, total / variance]
        };
        self.mixed.iter().flat_map(of_factor).chain([variance]).collect()
    }
}

/// Returns the points of A and of B for `factors` factors, from a cube with twice as many dimensions, the design of A.
/// Saltelli (2002, Comput. Phys. Commun. 145, 280-297).
///
/// # Panics
/// Panics if a point has fewer than `2 * factors` dimensions.
pub fn saltelli_rows(cube: &[Vec<f64>], factors: usize) -> [Vec<Vec<f64>>; 2] {
    let half = |from: usize| cube.iter().map(|point| point[from..from + factors].to_vec()).collect();
    [half(0), half(factors)]
}

/// Returns the points of A with the column of `factor` taken from B, counted from 0; as many as both have.
///
/// # Panics
/// Panics if a point has no such factor.
pub fn mixed(a: &[Vec<f64>], b: &[Vec<f64>], factor: usize) -> Vec<Vec<f64>> {
    let one = |(a, b): (&Vec<f64>, &Vec<f64>)| {
        let mut point = a.clone();
        point[factor] = b[factor];
        point
    };
    a.iter().zip(b).map(one).collect()
}

// Bootstrap of a statistic over rows and batches: the pigeonhole bootstrap (A. B. Owen, 2007, Ann. Appl. Stat. 1,
// 386-411), which resamples both the rows and the columns of a table with replacement.
//
// Rows are points of a design; columns are batches of observations that all points share. The bootstrap variance covers
// the variance of both, and on average is never too small. It counts the variance of single cells three times. Products
// of two batches exclude the product of a batch with itself, so that the noise of a batch does not enter them.

/// Number of resamples.
const RESAMPLES: usize = 400;

/// Weight of each row and each batch.
#[derive(Clone, Debug, PartialEq)]
struct Weights {
    rows: Vec<f64>,
    batches: Vec<f64>,
}

impl Weights {
    /// Returns weights of 1.
    fn even(rows: usize, batches: usize) -> Weights {
        Weights { rows: vec![1.0; rows], batches: vec![1.0; batches] }
    }

    /// Draws as many rows and batches as there are, with replacement; a single batch is always kept.
    fn drawn(&self, below: DrawBelow<'_>) -> Weights {
        let mut draw = |n: usize| {
            let mut drawn = vec![0.0; n];
            (0..n).for_each(|_| drawn[below(n)] += 1.0);
            drawn
        };
        Weights { rows: draw(self.rows.len()), batches: draw(self.batches.len()) }
    }

    /// Returns the weighted mean over batches.
    fn mean(&self, values: &[f64]) -> f64 {
        let (sum, weight) = sums(self.batches.iter().zip(values).map(|(weight, value)| (weight * value, *weight)));
        sum / weight
    }

    /// Returns the mean product of the values of two different batches: an unbiased estimate of the product of their
    /// expected values. With a single batch (a function without noise), returns the product of its values.
    fn product(&self, first: &[f64], second: &[f64]) -> f64 {
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
    fn over_rows(&self, value: impl Fn(usize) -> f64) -> f64 {
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
fn bootstrap(
    (rows, batches): (usize, usize),
    statistics: impl Fn(&Weights) -> Vec<f64>,
    below: DrawBelow<'_>,
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
mod tests;
