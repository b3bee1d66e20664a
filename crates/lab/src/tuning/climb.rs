//! Climbs by simultaneous perturbation, up to their last counted iteration.
//!
//! The method is the simultaneous perturbation stochastic approximation of J. C. Spall (1992, IEEE Trans. Autom.
//! Control 37, 332-341) with the gain sequences of Spall, 1998, IEEE Trans. Aerosp. Electron. Syst. 34, 817-823:
//! a_k = a / (A + k + 1)^0.602 and c_k = c / (k + 1)^0.101, where A is a tenth of the iterations.
//!
//! An iteration changes every parameter at once by ±c_k and compares the two points; its cost does not grow with the
//! number of parameters. The answer is not the last point but the mean of the later half (B. T. Polyak and A. B.
//! Juditsky, 1992, SIAM J. Control Optim. 30, 838-855), in which the noise of single comparisons cancels.

use crate::runner::games::key;
use hitchart_dice::Throw;
use std::sync::{Mutex, PoisonError};

/// Exponent of the step, the smallest that Spall recommends for few iterations.
const STEP_DECAY: f64 = 0.602;
/// Exponent of the spread that goes with this step.
const SPREAD_DECAY: f64 = 0.101;
/// A as a share of the iterations: it shortens the first steps.
const STABILITY: f64 = 0.1;
/// Resolution of points in parts of the box. Rounding removes small differences of powers between machines before
/// points are compared.
const GRID: f64 = 1e6;

/// Sizes of an iteration, in widths of the box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// Distance that the first iteration moves each parameter if one point wins every comparison.
    pub step: f64,
    /// Distance of the first iteration's points from the centre; above 0, and below 0.5.
    pub spread: f64,
}

/// A climb within the unit box, one iteration at a time: compare [`Climb::points`], then call [`Climb::step`].
#[derive(Clone, Debug, PartialEq)]
pub struct Climb {
    gains: Gains,
    /// Total number of iterations.
    wanted: u64,
    point: Vec<f64>,
    /// Points after the finished iterations.
    trail: Vec<Vec<f64>>,
}

impl Climb {
    /// Creates a climb from `start` with this number of iterations.
    pub fn new(start: &[f64], gains: Gains, iterations: u64) -> Climb {
        Climb { gains, wanted: iterations, point: start.to_vec(), trail: Vec::new() }
    }

    /// Returns the number of finished iterations.
    pub fn iterations(&self) -> u64 {
        self.trail.len() as u64
    }

    /// Returns true if no iteration is left.
    pub fn is_done(&self) -> bool {
        self.iterations() >= self.wanted
    }

    /// Returns the two points that the next iteration compares; `key` names its random signs.
    pub fn points(&self, key: u64) -> [Vec<f64>; 2] {
        perturbed(&self.point, self.gains.at(self.iterations(), self.wanted).1, key)
    }

    /// Ends an iteration. `difference` is the lead of its first point over the second, -1 to 1; `key` is that of
    /// [`Climb::points`].
    pub fn step(&mut self, key: u64, difference: f64) {
        let (step, spread) = self.gains.at(self.iterations(), self.wanted);
        let [plus, minus] = perturbed(&self.point, spread, key);
        for ((value, plus), minus) in self.point.iter_mut().zip(&plus).zip(&minus) {
            *value = (*value + step * difference / (plus - minus)).clamp(0.0, 1.0);
        }
        self.trail.push(self.point.clone());
    }

    /// Returns the mean of the later half of the points; the start if no iteration is finished.
    pub fn average(&self) -> Vec<f64> {
        let later = &self.trail[self.trail.len() / 2..];
        if later.is_empty() {
            return self.point.clone();
        }
        let mean = |i: usize| later.iter().map(|point| point[i]).sum::<f64>() / later.len() as f64;
        (0..self.point.len()).map(mean).collect()
    }
}

impl Gains {
    /// Returns a_k and c_k.
    fn at(&self, k: u64, iterations: u64) -> (f64, f64) {
        let (k, held) = (k as f64, STABILITY * iterations as f64);
        let scale = 2.0 * self.spread * self.step * (held + 1.0).powf(STEP_DECAY);
        (scale / (held + k + 1.0).powf(STEP_DECAY), self.spread / (k + 1.0).powf(SPREAD_DECAY))
    }
}

/// Returns two points on opposite sides of a point. Values beyond a wall of the box are moved to the wall. The other
/// point keeps its values, so that the two always differ in every parameter.
fn perturbed(point: &[f64], spread: f64, key: u64) -> [Vec<f64>; 2] {
    let mut signs = Throw::new(key);
    let signs: Vec<f64> = point.iter().map(|_| if signs.below(2) == 0 { 1.0 } else { -1.0 }).collect();
    [spread, -spread].map(|reach| {
        let moved = point.iter().zip(&signs).map(|(value, sign)| (value + sign * reach).clamp(0.0, 1.0));
        moved.map(|value| (value * GRID).round() / GRID).collect()
    })
}

/// A climb with comparisons that are counted one iteration after the other. Each iteration is computed once.
#[derive(Debug)]
pub struct Climbing {
    beginning: Climb,
    /// The climb after the iterations counted so far.
    reached: Mutex<Climb>,
    /// Seed and name of the random signs; the number of the iteration completes the key.
    signs: (u64, String),
}

impl Climbing {
    /// Creates a climb before its first iteration, with the seed and the name of its random signs.
    pub fn new(beginning: Climb, seed: u64, signs: &str) -> Climbing {
        let reached = Mutex::new(beginning.clone());
        Climbing { beginning, reached, signs: (seed, signs.to_owned()) }
    }

    /// Returns the climb after all iterations with a known `difference`: the lead of an iteration's first point over
    /// its second.
    pub fn reached(&self, difference: impl Fn(u64) -> Option<f64>) -> Climb {
        let mut climb = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        if climb.iterations() > 0 && difference(climb.iterations() - 1).is_none() {
            *climb = self.beginning.clone();
        }
        while !climb.is_done() {
            let k = climb.iterations();
            let Some(difference) = difference(k) else { break };
            climb.step(self.signs_of(k), difference);
        }
        climb.clone()
    }

    /// Returns the two points that the next iteration of a climb compares.
    pub fn points(&self, climb: &Climb) -> [Vec<f64>; 2] {
        climb.points(self.signs_of(climb.iterations()))
    }

    fn signs_of(&self, iteration: u64) -> u64 {
        key(self.signs.0, &self.signs.1, iteration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::{Stream, job_id};

    const BEST: [f64; 6] = [0.2, 0.75, 0.5, 0.4, 0.9, 0.0];
    const GAINS: Gains = Gains { step: 0.1, spread: 0.05 };

    fn key(k: u64) -> u64 {
        Stream { seed: 1, job: job_id("signs"), stream: k }.key()
    }

    fn height(point: &[f64]) -> f64 {
        -point.iter().zip(BEST).map(|(value, best)| (value - best).powi(2)).sum::<f64>()
    }

    /// Returns a comparison by games: the first point wins a share that grows with its lead in height.
    fn contest(games: u32) -> impl FnMut(u64, [&[f64]; 2]) -> f64 {
        move |k, [plus, minus]| {
            let chance = 0.5 + (height(plus) - height(minus)).clamp(-0.5, 0.5);
            let mut dice = Throw::new(key(k + 1_000_000));
            let won = (0..games).filter(|_| (dice.below(1_000_000) as f64) < chance * 1e6).count();
            2.0 * won as f64 / f64::from(games) - 1.0
        }
    }

    fn gap(point: &[f64]) -> f64 {
        point.iter().zip(BEST).map(|(value, best)| (value - best).abs()).fold(0.0, f64::max)
    }

    /// Climbs by the exact gradient with the same steps, as a naive reference: one difference for each parameter.
    fn by_gradient(iterations: u64) -> Vec<f64> {
        let mut point = vec![0.5; BEST.len()];
        for k in 0..iterations {
            let (step, _) = GAINS.at(k, iterations);
            for (value, best) in point.iter_mut().zip(BEST) {
                *value = (*value - step * 2.0 * 2.0 * (*value - best)).clamp(0.0, 1.0);
            }
        }
        point
    }

    /// Runs a climb to its end with a comparison.
    fn climb(start: &[f64], gains: Gains, iterations: u64, mut compare: impl FnMut(u64, [&[f64]; 2]) -> f64) -> Climb {
        let mut climb = Climb::new(start, gains, iterations);
        while !climb.is_done() {
            let k = climb.iterations();
            let [plus, minus] = climb.points(key(k));
            climb.step(key(k), compare(k, [&plus, &minus]));
        }
        climb
    }

    #[test]
    fn finds_the_known_optimum_of_a_noisy_quadratic_as_its_twin_does() {
        let climb = climb(&[0.5; 6], GAINS, 2000, contest(64));
        assert_eq!(climb.iterations(), 2000);
        assert!(gap(&by_gradient(2000)) < 0.01, "{:?}", by_gradient(2000));
        assert!(gap(&climb.average()) < 0.06, "{:?}", climb.average());
    }

    /// Over all 2^n signs, the mean of the estimated gradient of a quadratic is the exact gradient.
    #[test]
    fn the_estimate_is_right_on_the_mean() {
        let point = [0.5; 6];
        let mut mean = [0.0; 6];
        let draws = 4096;
        for k in 0..draws {
            let [plus, minus] = perturbed(&point, 0.05, key(k));
            let difference = height(&plus) - height(&minus);
            for i in 0..6 {
                mean[i] += difference / (plus[i] - minus[i]) / draws as f64;
            }
        }
        for ((value, best), mean) in point.iter().zip(BEST).zip(mean) {
            let exact = -2.0 * (value - best);
            // The standard deviation of one draw is the length of the rest of the gradient, at most 1.4.
            assert!((mean - exact).abs() < 4.0 * 1.4 / 64.0, "{mean} against {exact}");
        }
    }

    #[test]
    fn stays_in_the_box_and_keeps_its_points_apart() {
        for k in 0..200 {
            let pair = perturbed(&[0.0, 1.0, 0.01, 0.5], 0.05, key(k));
            assert!(pair.iter().flatten().all(|value| (0.0..=1.0).contains(value)));
            assert!(pair[0].iter().zip(&pair[1]).all(|(plus, minus)| (plus - minus).abs() >= 0.05 - 1e-9));
        }
        let climb = climb(&[0.0, 1.0], Gains { step: 5.0, spread: 0.3 }, 50, |k, _| (k % 3) as f64 - 1.0);
        assert!(climb.point.iter().chain(&climb.average()).all(|value| (0.0..=1.0).contains(value)));
    }

    #[test]
    fn gains_fall_as_published() {
        let (first, last) = (GAINS.at(0, 100), GAINS.at(99, 100));
        assert!((first.0 - 0.1 * 2.0 * 0.05).abs() < 1e-15 && (first.1 - 0.05).abs() < 1e-15);
        assert!((last.0 / first.0 - (11.0f64 / 110.0).powf(0.602)).abs() < 1e-12);
        assert!((last.1 / first.1 - 100f64.powf(-0.101)).abs() < 1e-12);
    }

    #[test]
    fn a_climb_knows_where_it_is() {
        let none = Climb::new(&[0.5; 3], GAINS, 10);
        assert_eq!((none.iterations(), none.average()), (0, vec![0.5; 3]));
        let whole = climb(&[0.5; 3], GAINS, 10, |_, [plus, _]| plus[0]);
        assert_eq!(whole.iterations(), 10);
        assert_ne!(whole.average(), none.average());
    }
}
