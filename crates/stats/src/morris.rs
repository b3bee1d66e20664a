//! Screening by elementary effects (M. D. Morris, 1991, Technometrics 33, 161-174): trajectories through a grid of four
//! levels that change one factor at a time. The results for each factor are the mean of its effects, the mean of their
//! sizes (mu*, F. Campolongo, J. Cariboni and A. Saltelli, 2007, Environ. Model. Softw. 22, 1509-1518), and their
//! standard deviation.
//!
//! The size of a noisy effect is above 0 even if the factor does nothing. So the sign of an effect is taken from other
//! batches of observations than its size. Then noise alone has a mean size of 0, and weak effects are underestimated,
//! never overestimated. The standard deviation uses products of different batches, as in [`sobol`](super::sobol). As a
//! root it is above 0 even if all effects are equal, so the value expected by chance is reported with it.

use super::bootstrap::{Weights, bootstrap};
use super::latin::shuffle;
use super::{Below, Estimate};

/// Levels of the grid. A step covers half of the levels, so that all levels are equally likely.
const LEVELS: usize = 4;
const STEP: usize = LEVELS / 2;

/// A walk through the unit cube: each point after the first differs from the previous point in one factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    pub points: Vec<Vec<f64>>,
    /// The factor changed in each step.
    pub moved: Vec<usize>,
}

/// Screening results of a factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screened {
    /// Mean effect of moving the factor from its low end to its high end.
    pub mu: Estimate,
    /// Mean size of the effect.
    pub mu_star: Estimate,
    /// Standard deviation of effects: they vary with the other factors, or along this factor.
    pub sigma: Estimate,
    /// Mean standard deviation that the noise of the batches alone would show if all effects were equal.
    pub sigma_by_chance: f64,
}

/// Draws `many` trajectories through `factors` factors.
pub fn trajectories(many: usize, factors: usize, below: Below<'_>) -> Vec<Trajectory> {
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
/// `None` if there are fewer than two trajectories or no batches.
pub fn screened(effects: &[Vec<f64>], below: Below<'_>) -> Option<Screened> {
    let batches = effects.first().map_or(0, Vec::len);
    if effects.len() < 2 || batches == 0 {
        return None;
    }
    let statistics = |weights: &Weights| {
        let mu = weights.over_rows(|row| weights.mean(&effects[row]));
        let mu_star = weights.over_rows(|row| size(weights, &effects[row]));
        vec![mu, mu_star, deviation(weights, effects)]
    };
    let all = bootstrap((effects.len(), batches), statistics, below);
    let sigma_by_chance = by_chance(effects, below);
    Some(Screened { mu: all[0], mu_star: all[1], sigma: all[2], sigma_by_chance })
}

/// Number of sign draws for the standard deviation of noise.
const SIGNS: usize = 200;

/// Computes the mean standard deviation of effects that differ by noise alone. The variance has no bias and is below 0
/// as often as above, but its root has a bias, which this estimates. The noise of a batch is its difference from the
/// mean of its trajectory. The sign of a batch is drawn at random, the same for all trajectories, because they share
/// its dice.
fn by_chance(effects: &[Vec<f64>], below: Below<'_>) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;

    fn screen(
        (many, factors, batches): (usize, usize, usize),
        function: impl Fn(&[f64]) -> f64,
        mut noise: impl FnMut(usize) -> f64,
        key: u64,
    ) -> Vec<Screened> {
        let mut throw = Throw::new(key);
        let walks = trajectories(many, factors, &mut |below| throw.below(below));
        let mut effects = vec![Vec::new(); factors];
        for walk in &walks {
            let at: Vec<Vec<f64>> = walk
                .points
                .iter()
                .map(|point| (0..batches).map(|batch| function(point) + noise(batch)).collect())
                .collect();
            for (step, factor) in walk.moved.iter().enumerate() {
                let by = walk.points[step + 1][*factor] - walk.points[step][*factor];
                effects[*factor].push(at[step + 1].iter().zip(&at[step]).map(|(to, from)| (to - from) / by).collect());
            }
        }
        effects.iter().map(|effects| screened(effects, &mut |below| throw.below(below)).unwrap()).collect()
    }

    #[test]
    fn a_trajectory_changes_each_factor_once_by_half_the_levels() {
        let mut throw = Throw::new(1);
        for walk in trajectories(50, 5, &mut |below| throw.below(below)) {
            let mut moved = walk.moved.clone();
            moved.sort_unstable();
            assert_eq!(moved, [0, 1, 2, 3, 4]);
            for (pair, factor) in walk.points.windows(2).zip(&walk.moved) {
                for (i, (from, to)) in pair[0].iter().zip(&pair[1]).enumerate() {
                    let by = (to - from).abs();
                    assert!((by - if i == *factor { 2.0 / 3.0 } else { 0.0 }).abs() < 1e-12);
                }
            }
        }
    }

    /// Checks 3x - 2y + 4xz: the effect of x is 3 + 4z and that of z is 4x, each over levels 0, 1/3, 2/3 and 1; that of
    /// y is -2.
    #[test]
    fn effects_of_a_plain_function_are_as_worked_out() {
        let found = screen((4000, 4, 1), |p| 3.0 * p[0] - 2.0 * p[1] + 4.0 * p[0] * p[2], |_| 0.0, 2);
        let spread = 4.0 * (5.0f64 / 36.0).sqrt();
        for (found, (mu, star, sigma)) in
            found.iter().zip([(5.0, 5.0, spread), (-2.0, 2.0, 0.0), (2.0, 2.0, spread), (0.0, 0.0, 0.0)])
        {
            for (estimate, truth) in [(found.mu, mu), (found.mu_star, star), (found.sigma, sigma)] {
                assert!((estimate.point - truth).abs() < 0.06, "{} for {truth}", estimate.point);
            }
        }
    }

    /// Checks noisy effects without any spread: over 60 screenings, the mean standard deviation is within 15% of the
    /// value expected by chance. With a single batch that value is 0.
    #[test]
    fn the_part_of_noise_in_sigma_is_told() {
        let (mut found, mut chance) = (0.0, 0.0);
        for key in 0..60 {
            let mut throw = Throw::new(300 + key);
            let noise = move |_: usize| 4.0 * (throw.below(1_000_001) as f64 / 1e6 - 0.5);
            let screened = screen((20, 2, 8), |point| 2.0 * point[0], noise, key);
            found += screened.iter().map(|one| one.sigma.point).sum::<f64>() / 120.0;
            chance += screened.iter().map(|one| one.sigma_by_chance).sum::<f64>() / 120.0;
        }
        assert!(found > 0.05 && (found / chance - 1.0).abs() < 0.15, "{found} {chance}");
        let plain = screen((20, 2, 1), |point| 2.0 * point[0] * point[1], |_| 0.0, 1);
        assert_eq!(plain[0].sigma_by_chance, 0.0);
    }

    /// Checks a noisy function of x alone: over 60 screenings the mean size of y's effect is 0, and the mean size of
    /// x's effect is at most the truth. Of 120 intervals of mu and 60 of the size of y's effect, at most 18 miss.
    #[test]
    fn noise_has_no_size() {
        let (mut y, mut x, mut misses) = (0.0, 0.0, 0);
        for key in 0..60 {
            let mut throw = Throw::new(900 + key);
            let noise = move |_: usize| 4.0 * (throw.below(1_000_001) as f64 / 1e6 - 0.5);
            let found = screen((20, 2, 8), |point| 2.0 * point[0], noise, key);
            x += found[0].mu_star.point / 60.0;
            y += found[1].mu_star.point / 60.0;
            for (estimate, truth) in [(found[0].mu, 2.0), (found[1].mu, 0.0), (found[1].mu_star, 0.0)] {
                misses += usize::from(!(estimate.interval.0..=estimate.interval.1).contains(&truth));
            }
        }
        assert!(y.abs() < 0.1 && (1.7..2.05).contains(&x), "{y} {x}");
        assert!(misses <= 18, "{misses} of 180");
    }
}
