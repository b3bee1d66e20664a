//! Distributions of whole numbers of any sign, held on a lattice.

use super::error::Fault;

/// Most outcomes of a distribution, counted on its lattice.
pub const MAX_OUTCOMES: usize = 1 << 22;
/// Largest outcome, in size: up to here a floating-point number holds every whole number. Constants of an expression
/// stop earlier, at [`MAX_NUMBER`](super::MAX_NUMBER).
pub const MAX_VALUE: i64 = 1 << 53;

/// The distribution of a whole number.
///
/// The outcomes are on a lattice: a first one, and further ones at equal steps. `1000*d6` needs six probabilities.
///
/// ```
/// use hitchart_dice::algebra::Distribution;
///
/// let die = Distribution::die(6);
/// assert_eq!((die.min(), die.max()), (1, 6));
/// assert!((die.mean() - 3.5).abs() < 1e-12);
/// assert!((die.at_least(5) - 1.0 / 3.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    pub(super) first: i64,
    /// At least 1.
    pub(super) step: i64,
    /// Probabilities of `first`, `first + step`, …; never empty.
    pub(super) p: Vec<f64>,
}

impl Distribution {
    /// Builds a distribution with all mass on one value.
    ///
    /// # Panics
    /// Panics on a value beyond [`MAX_VALUE`], in size.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// assert_eq!(Distribution::point(7).at(7), 1.0);
    /// ```
    pub fn point(value: i64) -> Distribution {
        assert!(is_bounded(value), "the outcome {value}; allowed: -{MAX_VALUE} to {MAX_VALUE}");
        Distribution { first: value, step: 1, p: vec![1.0] }
    }

    /// Builds the distribution of a die with the faces 1 to `sides`.
    ///
    /// # Panics
    /// Panics on 0 sides, and on more than [`MAX_OUTCOMES`].
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// assert_eq!(Distribution::die(20).at(20), 0.05);
    /// ```
    pub fn die(sides: u32) -> Distribution {
        let sides = sides as usize;
        assert!((1..=MAX_OUTCOMES).contains(&sides), "a die with {sides} sides; allowed: 1 to {MAX_OUTCOMES}");
        Distribution { first: 1, step: 1, p: vec![1.0 / sides as f64; sides] }
    }

    /// Builds a distribution from outcomes with their weights, which are scaled to a sum of 1. `None` if no weight is
    /// positive, a weight is negative or not finite, or the outcomes are too far apart.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// let fudge = Distribution::weighted([(-1, 1.0), (0, 1.0), (1, 1.0)]).unwrap();
    /// assert_eq!(fudge.mean(), 0.0);
    /// ```
    pub fn weighted(outcomes: impl IntoIterator<Item = (i64, f64)>) -> Option<Distribution> {
        let mut outcomes: Vec<(i64, f64)> = outcomes.into_iter().collect();
        let unit = unit(outcomes.iter().map(|(_, weight)| *weight))?;
        if unit != 1.0 {
            outcomes.iter_mut().for_each(|(_, weight)| *weight /= unit);
        }
        let total: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
        if !outcomes.iter().all(|(value, _)| is_bounded(*value)) {
            return None;
        }
        Distribution::gathered(&outcomes, 1.0 / total).ok()
    }

    /// Builds a distribution from outcomes with masses, in any order; equal outcomes add up.
    pub(super) fn gathered(outcomes: &[(i64, f64)], scale: f64) -> Result<Distribution, Fault> {
        let mut positive = outcomes.iter().filter(|(_, p)| *p > 0.0);
        let Some((start, _)) = positive.next() else {
            return Ok(Distribution { first: 0, step: 1, p: vec![0.0] });
        };
        let (mut first, mut last, mut step) = (*start, *start, 0);
        for (value, _) in positive {
            (first, last) = (first.min(*value), last.max(*value));
            step = if step == 1 { 1 } else { gcd(step, value - start) };
        }
        let step = step.max(1);
        let mut p = vec![0.0; lattice_size(first, last, step)?];
        for (value, mass) in outcomes.iter().filter(|(_, p)| *p > 0.0) {
            // A division takes longer than all else here.
            let place = if step == 1 { value - first } else { (value - first) / step };
            p[place as usize] += mass * scale;
        }
        Ok(Distribution { first, step, p })
    }

    /// Returns the mixture of distributions with weights, which are scaled to a sum of 1. `None` if no weight is positive,
    /// a weight is negative or not finite, or the outcomes are too far apart.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// let either = Distribution::mixed(&[(0.5, Distribution::die(6)), (0.5, Distribution::point(6))]).unwrap();
    /// assert!((either.at(6) - 7.0 / 12.0).abs() < 1e-12);
    /// ```
    pub fn mixed(parts: &[(f64, Distribution)]) -> Option<Distribution> {
        let unit = unit(parts.iter().map(|(weight, _)| *weight))?;
        let total: f64 = parts.iter().map(|(weight, _)| weight / unit).sum();
        let possible = parts.iter().filter(|(weight, _)| *weight > 0.0);
        let scaled: Vec<(f64, Distribution)> =
            possible.map(|(weight, part)| (weight / unit / total, part.clone())).collect();
        Distribution::mixture(&scaled).ok()
    }

    /// Returns the mixture of distributions with weights that sum to 1, without scaling. `None` if its outcomes are too
    /// far apart.
    pub(crate) fn weighed(parts: &[(f64, Distribution)]) -> Option<Distribution> {
        Distribution::mixture(parts).ok()
    }

    /// Returns the mixture of distributions with weights.
    pub(super) fn mixture(parts: &[(f64, Distribution)]) -> Result<Distribution, Fault> {
        if let [(weight, one)] = parts {
            return Ok(one.clone().scaled(*weight));
        }
        let Some((_, one)) = parts.first() else { return Ok(Distribution::point(0).scaled(0.0)) };
        let first = parts.iter().map(|(_, part)| part.first).fold(one.first, i64::min);
        let last = parts.iter().map(|(_, part)| part.last()).fold(one.last(), i64::max);
        let step = parts.iter().fold(0, |step, (_, part)| gcd(gcd(step, part.stride()), part.first - first)).max(1);
        let mut p = vec![0.0; lattice_size(first, last, step)?];
        for (weight, part) in parts {
            let (at, stride) = (((part.first - first) / step) as usize, (part.step / step).max(1) as usize);
            for (i, mass) in part.p.iter().enumerate() {
                p[at + i * stride] += weight * mass;
            }
        }
        Ok(Distribution { first, step, p })
    }

    /// Returns the distribution with all masses multiplied.
    pub(super) fn scaled(mut self, factor: f64) -> Distribution {
        if factor != 1.0 {
            self.p.iter_mut().for_each(|p| *p *= factor);
        }
        self
    }

    /// Returns the distribution with its ends possible. Chances below 5e-324, the smallest number, are 0 in sums; the
    /// least and the greatest outcome of a large pool would then look impossible.
    pub(super) fn with_ends(mut self) -> Distribution {
        const LEAST: f64 = f64::from_bits(1);
        if let [low, .., high] = &mut self.p[..] {
            (*low, *high) = (low.max(LEAST), high.max(LEAST));
        }
        self
    }

    /// Returns true if the least and the greatest outcome of the lattice are possible.
    pub(super) fn has_ends(&self) -> bool {
        [self.p.first(), self.p.last()].into_iter().flatten().all(|p| *p > 0.0)
    }

    /// Returns the total mass; 1 except in intermediate results.
    pub(super) fn mass(&self) -> f64 {
        self.p.iter().sum()
    }

    /// Returns the last outcome of the lattice.
    pub(super) fn last(&self) -> i64 {
        self.first + (self.p.len() as i64 - 1) * self.step
    }

    /// Returns the step; 0 for a single outcome, which fits every lattice.
    pub(super) fn stride(&self) -> i64 {
        if self.p.len() == 1 { 0 } else { self.step }
    }

    /// Returns a distance that divides the distances of all outcomes from the first; at least 1.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// assert_eq!(Distribution::die(6).map(|face| face * 10).unwrap().step(), 10);
    /// ```
    pub fn step(&self) -> i64 {
        self.step
    }

    /// Returns the value if there is only one outcome.
    pub fn as_constant(&self) -> Option<i64> {
        (self.p.len() == 1).then_some(self.first)
    }

    /// Iterates over the possible outcomes with their probabilities, smallest first.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// let faces: Vec<i64> = Distribution::die(4).iter().map(|(face, _)| face).collect();
    /// assert_eq!(faces, [1, 2, 3, 4]);
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (i64, f64)> + Clone + '_ {
        let value = |(i, p): (usize, &f64)| (self.first + i as i64 * self.step, *p);
        self.p.iter().enumerate().map(value).filter(|(_, p)| *p > 0.0)
    }

    /// Returns the smallest possible outcome.
    pub fn min(&self) -> i64 {
        self.iter().next().map_or(self.first, |(value, _)| value)
    }

    /// Returns the largest possible outcome.
    pub fn max(&self) -> i64 {
        self.iter().next_back().map_or(self.first, |(value, _)| value)
    }

    /// Returns P(outcome = `value`).
    pub fn at(&self, value: i64) -> f64 {
        let distance = value.saturating_sub(self.first);
        let place = match self.step {
            1 => distance,
            step if distance % step == 0 => distance / step,
            _ => return 0.0,
        };
        usize::try_from(place).ok().and_then(|i| self.p.get(i)).copied().unwrap_or(0.0)
    }

    /// Returns P(outcome >= `value`).
    pub fn at_least(&self, value: i64) -> f64 {
        self.chance(|outcome| outcome >= value)
    }

    /// Returns P(outcome <= `value`).
    pub fn at_most(&self, value: i64) -> f64 {
        self.chance(|outcome| outcome <= value)
    }

    /// Returns the probability of the outcomes that pass a test.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// assert_eq!(Distribution::die(8).chance(|face| face % 2 == 0), 0.5);
    /// ```
    pub fn chance(&self, test: impl Fn(i64) -> bool) -> f64 {
        self.iter().filter(|(value, _)| test(*value)).fold(0.0, |sum, (_, p)| sum + p)
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        let steps: f64 = self.p.iter().enumerate().map(|(i, p)| i as f64 * p).sum();
        self.first as f64 + self.step as f64 * steps
    }

    /// Returns the variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|(value, p)| (value as f64 - mean).powi(2) * p).sum()
    }

    /// Returns the standard deviation.
    pub fn sd(&self) -> f64 {
        self.variance().sqrt()
    }

    /// Returns the smallest outcome whose probability of at most it reaches `share` (0 to 1); 0.5 gives the median.
    ///
    /// # Panics
    /// Panics on NaN.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// assert_eq!(Distribution::die(6).quantile(0.5), 3);
    /// ```
    pub fn quantile(&self, share: f64) -> i64 {
        // Rounding must not move a quantile: 3 of 6 faces are a half.
        const ROUNDING: f64 = 1e-12;
        assert!(!share.is_nan(), "the share {share}; allowed: 0 to 1");
        if share >= 1.0 {
            return self.max();
        }
        let mut below = 0.0;
        let reached = self.iter().find(|(_, p)| {
            below += p;
            below >= share - ROUNDING
        });
        reached.map_or(self.max(), |(value, _)| value)
    }

    /// Returns the distribution of `f(outcome)`. `None` if its outcomes are too far apart.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// let halved = Distribution::die(6).map(|face| face / 2).unwrap();
    /// assert!((halved.at(1) - 1.0 / 3.0).abs() < 1e-12);
    /// ```
    pub fn map(&self, f: impl Fn(i64) -> i64) -> Option<Distribution> {
        self.mapped(f).ok()
    }

    /// Returns the distribution of `f(outcome)`.
    pub(super) fn mapped(&self, f: impl Fn(i64) -> i64) -> Result<Distribution, Fault> {
        let outcomes: Vec<(i64, f64)> = self.iter().map(|(value, p)| (f(value), p)).collect();
        match outcomes.iter().all(|(value, _)| is_bounded(*value)) {
            true => Distribution::gathered(&outcomes, 1.0),
            false => Err(Fault::TooLarge),
        }
    }

    /// Returns the conditional distribution of the outcomes that pass a test; `None` if none is possible.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// let high = Distribution::die(6).given(|face| face >= 5).unwrap();
    /// assert_eq!(high.mean(), 5.5);
    /// ```
    pub fn given(&self, test: impl Fn(i64) -> bool) -> Option<Distribution> {
        let mut left = self.iter().filter(|(value, _)| test(*value));
        let first = left.next()?.0;
        let last = left.next_back().map_or(first, |(value, _)| value);
        let (from, to) = ((first - self.first) / self.step, (last - self.first) / self.step);
        let mut p = self.p[from as usize..=to as usize].to_vec();
        for (i, mass) in p.iter_mut().enumerate() {
            *mass = if test(first + i as i64 * self.step) { *mass } else { 0.0 };
        }
        let scale = 1.0 / p.iter().sum::<f64>();
        Some(Distribution { first, step: self.step, p }.scaled(scale))
    }
}

/// Returns what weights are divided by before they are scaled: 1, or the largest of them if their sum or its inverse is
/// too large or too small. `None` if no weight is positive, and if a weight is negative or not finite.
fn unit(weights: impl Iterator<Item = f64> + Clone) -> Option<f64> {
    let (total, most) = (weights.clone().sum::<f64>(), weights.clone().fold(0.0, f64::max));
    let is_valid = most > 0.0 && most.is_finite() && weights.clone().all(|weight| weight >= 0.0);
    is_valid.then_some(if total.is_normal() && total.recip().is_normal() { 1.0 } else { most })
}

/// Returns true if a value is within [`MAX_VALUE`].
fn is_bounded(value: i64) -> bool {
    value.unsigned_abs() <= MAX_VALUE.unsigned_abs()
}

/// Returns the number of points from `first` to `last` in steps.
pub(super) fn lattice_size(first: i64, last: i64, step: i64) -> Result<usize, Fault> {
    let size = (i128::from(last) - i128::from(first)) / i128::from(step) + 1;
    let within = is_bounded(first) && is_bounded(last);
    match usize::try_from(size) {
        _ if !within => Err(Fault::TooLarge),
        Ok(size) if size <= MAX_OUTCOMES => Ok(size),
        _ => Err(Fault::TooWide { outcomes: size.unsigned_abs() }),
    }
}

/// Returns the greatest common divisor of two numbers, without sign; 0 has every divisor.
pub(super) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The distribution of a tuple of whole numbers.
///
/// ```
/// use hitchart_dice::algebra::{Expression, DiceOdds};
///
/// let roll: Expression = "let x = d6, y = d6 in (x + y, max(x, y))".parse()?;
/// let DiceOdds::Tuple(roll) = roll.odds()? else { panic!("a tuple") };
/// assert_eq!(roll.element(0).unwrap().mean().round(), 7.0);
/// let sevens = roll.given(|pair| pair[0] == 7).unwrap();
/// assert!((sevens.element(1).unwrap().mean() - 5.0).abs() < 1e-12);
/// # Ok::<(), hitchart_dice::algebra::AlgebraError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TupleDistribution {
    /// Sorted by outcome, each outcome once; all of one length.
    p: Vec<(Vec<i64>, f64)>,
}

impl TupleDistribution {
    /// Builds a distribution from tuples with masses, in any order; equal tuples add up.
    pub(super) fn gathered(mut tuples: Vec<(Vec<i64>, f64)>) -> TupleDistribution {
        tuples.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut p: Vec<(Vec<i64>, f64)> = Vec::with_capacity(tuples.len());
        for (tuple, mass) in tuples.into_iter().filter(|(_, mass)| *mass > 0.0) {
            match p.last_mut() {
                Some((last, sum)) if *last == tuple => *sum += mass,
                _ => p.push((tuple, mass)),
            }
        }
        TupleDistribution { p }
    }

    /// Iterates over the possible tuples with their probabilities, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&[i64], f64)> + Clone + '_ {
        self.p.iter().map(|(tuple, p)| (tuple.as_slice(), *p))
    }

    /// Returns the number of possible tuples.
    pub fn len(&self) -> usize {
        self.p.len()
    }

    /// Returns true if no tuple is possible.
    pub fn is_empty(&self) -> bool {
        self.p.is_empty()
    }

    /// Returns the number of elements of a tuple.
    pub fn width(&self) -> usize {
        self.p.first().map_or(0, |(tuple, _)| tuple.len())
    }

    /// Returns the distribution of one element, counted from 0; `None` if the tuples are shorter.
    pub fn element(&self, index: usize) -> Option<Distribution> {
        let outcomes: Option<Vec<(i64, f64)>> = self.p.iter().map(|(t, p)| Some((*t.get(index)?, *p))).collect();
        outcomes.filter(|outcomes| !outcomes.is_empty()).and_then(|all| Distribution::gathered(&all, 1.0).ok())
    }

    /// Returns the probability of the tuples that pass a test.
    pub fn chance(&self, test: impl Fn(&[i64]) -> bool) -> f64 {
        self.iter().filter(|(tuple, _)| test(tuple)).fold(0.0, |sum, (_, p)| sum + p)
    }

    /// Returns the conditional distribution of the tuples that pass a test; `None` if none is possible.
    pub fn given(&self, test: impl Fn(&[i64]) -> bool) -> Option<TupleDistribution> {
        let mass = self.chance(&test);
        let left = self.iter().filter(|(tuple, _)| test(tuple)).map(|(tuple, p)| (tuple.to_vec(), p / mass));
        (mass > 0.0).then(|| TupleDistribution { p: left.collect() })
    }

    /// Returns the tuples with all masses multiplied.
    pub(super) fn scaled(self, factor: f64) -> impl Iterator<Item = (Vec<i64>, f64)> {
        self.p.into_iter().map(move |(tuple, p)| (tuple, p * factor))
    }
}
