//! Sequential tests: the limits that a statistic must reach at each look at the data, so that chance crosses one of
//! them only with the stated probability.
//!
//! At a look that has seen the share `t` of all observations, a standardised mean crosses if it reaches c t^(d - 1/2)
//! (S. K. Wang and A. A. Tsiatis, 1987, Biometrics 43, 193-199). d lies between 0 (P. C. O'Brien and T. R. Fleming),
//! which costs the last look almost nothing, and 1/2 (S. J. Pocock), which ends soonest. The crossing probability
//! follows from recursion over the looks (P. Armitage, C. K. McPherson and B. C. Rowe, 1969, J. R. Stat. Soc. A 132,
//! 235-244). Intervals at the levels of the looks hold jointly (C. Jennison and B. W. Turnbull, 1989, J. R. Stat. Soc.
//! B 51, 305-361). The probability of crossing at the observed limit is a valid p-value.

use super::checked;
use statrs::distribution::{ContinuousCDF, Normal};
use std::sync::OnceLock;

/// Largest number of looks.
pub const MOST: usize = 20;
/// Ratio of observations between one look and the next. Closer looks would save little more, and twenty looks reach
/// back to a fourteenth of all observations.
pub const RATIO: f64 = 1.15;
/// Smallest difference of the shares of observations at two looks: the integrals need a density that is not too narrow.
pub const CLOSEST: f64 = 0.02;
/// The exponent d. Tests of effects that half of the observations would show end early enough, and the last look
/// requires 2.32 standard errors instead of 1.96.
const SHAPE: f64 = 0.35;
/// Points of each integral, by Simpson's rule: a quarter of a standard error apart at the widest integral.
const POINTS: usize = 65;
/// Number of tabulated values of c per unit.
const STEPS: f64 = 8.0;
/// Largest tabulated c; beyond it the crossing probabilities of the looks add up.
const FARTHEST: f64 = 8.0;

/// The limits at each of a number of looks; the last look has seen all observations.
#[derive(Clone, Debug)]
pub struct Boundary {
    /// Share of all observations seen at each look.
    times: Vec<f64>,
    /// Logarithms of the crossing probabilities, by c in steps from 0.
    chances: Vec<f64>,
}

impl Boundary {
    /// Returns the boundary for `looks` looks, clamped to 1 to [`MOST`]. Each look has seen [`RATIO`] times as many
    /// observations as the one before, and the last has seen all: with five looks the shares are 0.57, 0.66, 0.76, 0.87
    /// and 1. It does not fit looks at other shares; use [`Boundary::at`] for those.
    pub fn of(looks: usize) -> &'static Boundary {
        static KNOWN: [OnceLock<Boundary>; MOST] = [const { OnceLock::new() }; MOST];
        let looks = looks.clamp(1, MOST);
        let times = || (0..looks as i32).rev().map(|before| RATIO.powi(-before)).collect();
        KNOWN[looks - 1].get_or_init(|| Boundary::made(times()))
    }

    /// Builds the boundary for looks at these shares of all observations. `None` if there are no looks or more than
    /// [`MOST`], if the last share is not 1, or if a share is not at least [`CLOSEST`] more than the one before.
    ///
    /// ```
    /// use hitchart_stats::sequential::Boundary;
    /// let five = Boundary::at(&[0.2, 0.4, 0.6, 0.8, 1.0]).unwrap();
    /// // The first look needs stronger evidence than the last.
    /// assert!(five.level(0, 0.05) > five.level(4, 0.05));
    /// ```
    pub fn at(shares: &[f64]) -> Option<Boundary> {
        // A distance of shares such as 0.02 is rounded.
        const ROUNDING: f64 = 1e-12;
        let apart = |share: f64, before: f64| share - before >= CLOSEST - ROUNDING;
        let befores = std::iter::once(0.0).chain(shares.iter().copied());
        let is_valid = shares.len() <= MOST && shares.iter().zip(befores).all(|(share, before)| apart(*share, before));
        (is_valid && shares.last() == Some(&1.0)).then(|| Boundary::made(shares.to_vec()))
    }

    /// Returns the number of looks.
    pub fn looks(&self) -> usize {
        self.times.len()
    }

    fn made(times: Vec<f64>) -> Boundary {
        let chances =
            (0..=(FARTHEST * STEPS) as usize).map(|step| crossing(&times, step as f64 / STEPS, SHAPE).ln()).collect();
        Boundary { times, chances }
    }

    /// Returns the confidence level of an interval at a look, such that the intervals of all looks hold jointly with
    /// probability 1 - `alpha`. Looks count from 0.
    ///
    /// # Panics
    /// Panics if there is no such look, and on an `alpha` outside 0 to 1.
    pub fn level(&self, look: usize, alpha: f64) -> f64 {
        1.0 - two_sided(self.reached(checked(alpha)) * self.time(look).powf(SHAPE - 0.5))
    }

    /// Converts a two-sided p-value at one look to a p-value over all looks. Looks count from 0. A p-value that is not
    /// between 0 and 1, such as NaN, is returned as it is.
    ///
    /// # Panics
    /// Panics if there is no such look.
    pub fn p_value(&self, look: usize, p: f64) -> f64 {
        let time = self.time(look);
        if !(p > 0.0 && p < 1.0) {
            return p;
        }
        // Uses the tail directly, because 1 minus a small tail has no digits left.
        let z = -Normal::standard().inverse_cdf(p / 2.0);
        self.chance(z * time.powf(0.5 - SHAPE))
    }

    /// Returns the share of all observations seen at a look.
    fn time(&self, look: usize) -> f64 {
        let looks = self.times.len();
        assert!(look < looks, "look {look} of {looks}; looks count from 0");
        self.times[look]
    }

    /// Returns the probability of crossing at any look.
    fn chance(&self, c: f64) -> f64 {
        if c >= FARTHEST {
            return self.times.iter().map(|time| two_sided(c * time.powf(SHAPE - 0.5))).sum();
        }
        let (step, between) = ((c * STEPS) as usize, (c * STEPS).fract());
        let read = (self.chances[step] + (self.chances[step + 1] - self.chances[step]) * between).exp();
        // Interpolation between steps may give slightly less than the probability at the last look alone.
        read.max(two_sided(c))
    }

    /// Finds the c with crossing probability `alpha`.
    fn reached(&self, alpha: f64) -> f64 {
        let (mut low, mut high) = (0.0, 2.0 * FARTHEST);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if self.chance(middle) > alpha { low = middle } else { high = middle }
        }
        high
    }
}

/// Returns the probability that a standard normal variable is at least `z` away from 0.
fn two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z)
}

/// Computes the probability that a Brownian motion without drift is at least c t^d away from 0 at one of the times.
fn crossing(times: &[f64], c: f64, shape: f64) -> f64 {
    let normal = Normal::standard();
    let mut chance = two_sided(c * times[0].powf(shape - 0.5));
    let mut reach = c * times[0].powf(shape);
    let mut density: Vec<f64> = points(reach).map(|(x, _)| gauss(x, times[0])).collect();
    for pair in times.windows(2) {
        let (next, step) = (c * pair[1].powf(shape), pair[1] - pair[0]);
        let within: Vec<(f64, f64)> = points(reach).zip(&density).map(|((x, w), f)| (x, w * f)).collect();
        let beyond = |x: f64| normal.sf((next - x) / step.sqrt()) + normal.sf((next + x) / step.sqrt());
        chance += within.iter().map(|(x, w)| w * beyond(*x)).sum::<f64>();
        density = points(next).map(|(y, _)| within.iter().map(|(x, w)| w * gauss(y - x, step)).sum()).collect();
        reach = next;
    }
    chance.min(1.0)
}

/// Returns points from -`reach` to `reach` with their weights in Simpson's rule.
fn points(reach: f64) -> impl Iterator<Item = (f64, f64)> {
    let step = 2.0 * reach / (POINTS - 1) as f64;
    (0..POINTS).map(move |i| {
        let part = if i == 0 || i + 1 == POINTS {
            1.0
        } else if i % 2 == 1 {
            4.0
        } else {
            2.0
        };
        (i as f64 * step - reach, part * step / 3.0)
    })
}

/// Returns the density at `x` of a normal distribution with mean 0.
fn gauss(x: f64, variance: f64) -> f64 {
    (-x * x / (2.0 * variance)).exp() / (std::f64::consts::TAU * variance).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn one_look_is_a_plain_test() {
        let one = Boundary::of(1);
        assert!((one.level(0, 0.05) - 0.95).abs() < 1e-4);
        assert!((one.p_value(0, 0.03) - 0.03).abs() < 1e-4);
    }

    #[test]
    fn the_page_on_comparisons_says_what_first_and_last_looks_ask_for() {
        let page = include_str!("../../../docs/compare.md");
        let boundary = Boundary::of(MOST);
        for look in [0, MOST - 1] {
            let z = Normal::standard().inverse_cdf(f64::midpoint(1.0, boundary.level(look, 0.05)));
            assert!(page.contains(&format!(" {z:.2} ")), "{z:.2} at look {look}");
        }
    }

    /// Checks constants of C. Jennison and B. W. Turnbull, 2000, Group Sequential Methods, tables 2.1 and 2.3, at level
    /// 0.05.
    #[test]
    fn published_constants_are_crossed_at_the_published_level() {
        for (looks, shape, c) in [(5, 0.5, 2.413), (5, 0.0, 2.040), (2, 0.5, 2.178), (10, 0.0, 2.087)] {
            let times: Vec<f64> = (1..=looks).map(|look| f64::from(look) / f64::from(looks)).collect();
            let chance = crossing(&times, c, shape);
            assert!((chance - 0.05).abs() < 2e-4, "{looks} looks, {shape}: {chance}");
        }
    }

    /// With looks at equal steps, the limits for looks at a constant ratio are crossed too often.
    #[test]
    fn equal_steps_have_limits_of_their_own() {
        let fifths = [0.2, 0.4, 0.6, 0.8, 1.0];
        assert!(crossed_at(&fifths, Boundary::of(5), 0.05) > 0.06);
        assert!((crossed_at(&fifths, &Boundary::at(&fifths).unwrap(), 0.05) - 0.05).abs() < 0.005);
        let known = Boundary::of(3);
        assert_eq!(Boundary::at(&known.times).unwrap().level(1, 0.05), known.level(1, 0.05));
        let closest: Vec<f64> = (1..=MOST).map(|look| (30 + look) as f64 * CLOSEST).collect();
        assert!(Boundary::at(&closest).is_some(), "{closest:?}");
        for shares in [&[][..], &[0.5], &[0.5, 0.4, 1.0], &[0.5, 0.51, 1.0], &[0.0, 1.0], &[0.5, f64::NAN, 1.0], &[2.0]]
        {
            assert!(Boundary::at(shares).is_none(), "{shares:?}");
        }
    }

    #[test]
    fn looks_are_counted_from_0_and_other_p_values_stay() {
        let boundary = Boundary::of(3);
        assert!(boundary.p_value(0, f64::NAN).is_nan());
        assert!(std::panic::catch_unwind(|| boundary.p_value(3, 0.5)).is_err());
        assert!(std::panic::catch_unwind(|| boundary.level(3, 0.05)).is_err());
    }

    #[test]
    fn chance_crosses_as_often_as_it_is_said() {
        for boundary in [Boundary::of(MOST), &Boundary::at(&[0.1, 0.5, 0.9, 1.0]).unwrap()] {
            for alpha in [0.05, 0.01] {
                let crossed = crossed_at(&boundary.times, boundary, alpha);
                let error = (alpha * (1.0 - alpha) / f64::from(WALKS)).sqrt();
                assert!((crossed - alpha).abs() < 4.0 * error, "{crossed} of {alpha}");
            }
        }
    }

    const WALKS: u32 = 40_000;

    /// Simulates Brownian motions that are looked at at some times, and returns the share outside the intervals of a
    /// boundary.
    fn crossed_at(times: &[f64], boundary: &Boundary, alpha: f64) -> f64 {
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(5);
        let limits: Vec<f64> =
            (0..times.len()).map(|look| crate::normal_quantile(boundary.level(look, alpha))).collect();
        let mut crosses = || {
            let (mut at, mut before, mut crosses) = (0.0, 0.0, false);
            for (time, limit) in times.iter().zip(&limits) {
                at += normal(&mut draws) * (time - before).sqrt();
                before = *time;
                crosses |= f64::abs(at) / time.sqrt() >= *limit;
            }
            crosses
        };
        f64::from((0..WALKS).map(|_| u32::from(crosses())).sum::<u32>()) / f64::from(WALKS)
    }

    fn normal(draws: &mut impl Rng) -> f64 {
        Normal::standard().inverse_cdf(((draws.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64)
    }

    #[test]
    fn intervals_and_p_values_say_the_same() {
        for looks in [1, 2, 7, MOST] {
            let boundary = Boundary::of(looks);
            for (look, alpha) in (0..looks).flat_map(|look| [0.5, 0.1, 0.05, 0.001, 1e-6, 1e-12].map(|a| (look, a))) {
                let at_the_look = 1.0 - boundary.level(look, alpha);
                if at_the_look > 1e-13 {
                    let p = boundary.p_value(look, at_the_look);
                    // Levels near 1 are rounded.
                    let slack = 1e-9 + 1e-14 / at_the_look;
                    assert!((p / alpha - 1.0).abs() < slack, "look {look} of {looks}: {p} for {alpha}");
                }
            }
        }
    }

    #[test]
    fn p_values_grow_with_looks_and_never_shrink() {
        let p = |looks: usize| Boundary::of(looks).p_value(looks - 1, 0.02);
        assert!((1..MOST).all(|looks| p(looks) < p(looks + 1)));
        let boundary = Boundary::of(MOST);
        assert!((0..MOST - 1).all(|look| boundary.p_value(look, 1e-4) > boundary.p_value(look + 1, 1e-4)));
        assert_eq!([boundary.p_value(3, 0.0), boundary.p_value(3, 1.0)], [0.0, 1.0]);
    }
}
