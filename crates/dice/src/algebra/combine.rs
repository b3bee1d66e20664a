//! Operations on independent distributions.

use super::distribution::{Distribution, MAX_VALUE, gcd, lattice_size};
use super::error::{Budget, Fault};

impl Distribution {
    /// Returns the distribution of the sum of two independent numbers. `None` if it has too many outcomes.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// let sum = Distribution::die(6).plus(&Distribution::die(8)).unwrap();
    /// assert!((sum.mean() - 8.0).abs() < 1e-12);
    /// ```
    pub fn plus(&self, other: &Distribution) -> Option<Distribution> {
        add(self, other, &mut Budget::full()).ok()
    }

    /// Returns the distribution of the sum of `n` independent copies. `None` if it has too many outcomes.
    ///
    /// ```
    /// use hitchart_dice::algebra::Distribution;
    /// let dice = Distribution::die(100).times(100).unwrap();
    /// assert!((dice.mean() - 5050.0).abs() < 1e-8);
    /// ```
    pub fn times(&self, n: u32) -> Option<Distribution> {
        times(self, n.into(), &mut Budget::full()).ok()
    }
}

/// Returns a value if it is within the bounds of outcomes.
pub(super) fn bounded(value: Option<i64>) -> Result<i64, Fault> {
    value.filter(|value| value.abs() <= MAX_VALUE).ok_or(Fault::TooLarge)
}

/// Returns the distribution of the sum of two independent numbers.
pub(super) fn add(a: &Distribution, b: &Distribution, budget: &mut Budget) -> Result<Distribution, Fault> {
    if let Some(constant) = b.as_constant() {
        return shifted(a.clone(), constant, b.p[0]);
    }
    if let Some(constant) = a.as_constant() {
        return shifted(b.clone(), constant, a.p[0]);
    }
    let step = gcd(a.stride(), b.stride()).max(1);
    let size = lattice_size(a.first + b.first, a.last() + b.last(), step)?;
    budget.spend(a.p.len() as f64 * b.p.len() as f64)?;
    let mut p = vec![0.0; size];
    let (short, long) = if a.p.len() <= b.p.len() { (a, b) } else { (b, a) };
    let (of_short, of_long) = ((short.step / step) as usize, (long.step / step) as usize);
    if of_short == 1 && of_long == 1 {
        convolve_into(&short.p, &long.p, &mut p);
    } else {
        for (i, x) in short.p.iter().enumerate().filter(|(_, x)| **x > 0.0) {
            let places = p[i * of_short..].iter_mut().step_by(of_long);
            places.zip(&long.p).for_each(|(place, y)| *place += x * y);
        }
    }
    let sum = Distribution { first: a.first + b.first, step, p };
    Ok(if a.has_ends() && b.has_ends() { sum.with_ends() } else { sum })
}

/// Adds a constant, and multiplies the mass.
fn shifted(mut a: Distribution, constant: i64, mass: f64) -> Result<Distribution, Fault> {
    a.first = bounded(a.first.checked_add(constant))?;
    bounded(Some(a.last()))?;
    Ok(a.scaled(mass))
}

/// Adds the convolution of two lists to a third, four terms at a time.
fn convolve_into(short: &[f64], long: &[f64], out: &mut [f64]) {
    let mut at = 0;
    let quads = short.chunks_exact(4);
    let rest = quads.remainder();
    for quad in quads {
        let window = &mut out[at..at + long.len() + 3];
        let n = long.len();
        if n >= 4 {
            edges(quad, long, window);
            let places = window[3..n].iter_mut();
            let sources = long[3..].iter().zip(&long[2..]).zip(&long[1..]).zip(long);
            for (place, (((a, b), c), d)) in places.zip(sources) {
                *place += (quad[0] * a + quad[1] * b) + (quad[2] * c + quad[3] * d);
            }
        } else {
            rows(quad, long, window);
        }
        at += 4;
    }
    rows(rest, long, &mut out[at..]);
}

/// Adds the first and the last three places of a convolution of four terms.
fn edges(quad: &[f64], long: &[f64], window: &mut [f64]) {
    let n = long.len();
    for at in (0..3).chain(n..n + 3) {
        for (i, x) in quad.iter().enumerate() {
            if at >= i && at - i < n {
                window[at] += x * long[at - i];
            }
        }
    }
}

/// Adds a convolution row by row.
fn rows(short: &[f64], long: &[f64], out: &mut [f64]) {
    for (i, x) in short.iter().enumerate() {
        out[i..].iter_mut().zip(long).for_each(|(place, y)| *place += x * y);
    }
}

/// Returns the distribution of the sum of `n` independent copies.
///
/// A die with equal chances is added by sums over a window, other distributions by doubling or one at a time. No method
/// subtracts, so that small probabilities keep their digits.
pub(super) fn times(one: &Distribution, n: u64, budget: &mut Budget) -> Result<Distribution, Fault> {
    match (n, one.as_constant()) {
        (0, _) => return Ok(Distribution::point(0)),
        (1, _) => return Ok(one.clone()),
        (_, Some(constant)) => {
            let n = i64::try_from(n).map_err(|_| Fault::TooLarge)?;
            return Ok(Distribution::point(bounded(constant.checked_mul(n))?));
        }
        _ => {}
    }
    let signed = i64::try_from(n).map_err(|_| Fault::TooLarge)?;
    let first = bounded(one.first.checked_mul(signed))?;
    let last = bounded(one.last().checked_mul(signed))?;
    let size = lattice_size(first, last, one.step)?;
    let faces = one.p.len();
    let (steps, total) = (n as f64, size as f64);
    let uniform = one.p.iter().all(|p| *p == one.p[0]);
    let single = steps * total / 2.0 * if uniform { 3.0 } else { faces as f64 };
    let doubled = total * total * 0.7;
    budget.spend(single.min(doubled))?;
    let p = match (single <= doubled, uniform) {
        (true, true) => windowed(faces, n, size),
        (true, false) => repeated(&one.p, n, size),
        (false, _) => doubled_power(&one.p, n),
    };
    let sum = Distribution { first, step: one.step, p };
    Ok(if one.has_ends() { sum.with_ends() } else { sum })
}

/// Convolves `n` lists of `faces` equal probabilities. The sum over a window of `faces` values is the rest of one block
/// and the beginning of the next (van Herk 1992; Gil and Werman 1993).
fn windowed(faces: usize, n: u64, size: usize) -> Vec<f64> {
    let share = 1.0 / faces as f64;
    let mut now = vec![0.0; size];
    let mut next = vec![0.0; size];
    now[..faces].fill(share);
    // Sums from each place of the block before to its end; the last one is empty.
    let mut suffix = vec![0.0; faces + 1];
    let mut length = faces;
    for _ in 1..n {
        suffix.fill(0.0);
        let longer = length + faces - 1;
        for (block, out) in now[..longer].chunks(faces).zip(next[..longer].chunks_mut(faces)) {
            let mut prefix = 0.0;
            for ((place, value), before) in out.iter_mut().zip(block).zip(&suffix[1..]) {
                prefix += value;
                *place = (before + prefix) * share;
            }
            let mut sum = 0.0;
            for (place, value) in suffix.iter_mut().zip(block).rev() {
                sum += value;
                *place = sum;
            }
        }
        std::mem::swap(&mut now, &mut next);
        length = longer;
    }
    now
}

/// Convolves a list with itself, one copy at a time.
fn repeated(one: &[f64], n: u64, size: usize) -> Vec<f64> {
    let mut now = one.to_vec();
    now.reserve(size - one.len());
    for _ in 1..n {
        now = convolved(one, &now);
    }
    now
}

fn convolved(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; a.len() + b.len() - 1];
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    convolve_into(short, long, &mut out);
    out
}

/// Convolves `n` copies of a list by doubling.
fn doubled_power(one: &[f64], n: u64) -> Vec<f64> {
    let mut result = one.to_vec();
    for bit in (0..n.ilog2()).rev() {
        result = convolved(&result, &result);
        if n >> bit & 1 == 1 {
            result = convolved(one, &result);
        }
    }
    result
}

/// Returns the distribution of a number with the opposite sign.
pub(super) fn negated(a: &Distribution) -> Distribution {
    let mut p = a.p.clone();
    p.reverse();
    Distribution { first: -a.last(), step: a.step, p }
}

/// Returns the distribution of the product of two independent numbers.
pub(super) fn multiply(a: &Distribution, b: &Distribution, budget: &mut Budget) -> Result<Distribution, Fault> {
    if let Some(factor) = a.as_constant() {
        return scaled_by(b, factor);
    }
    if let Some(factor) = b.as_constant() {
        return scaled_by(a, factor);
    }
    let corners = [(a.first, b.first), (a.first, b.last()), (a.last(), b.first), (a.last(), b.last())];
    for (x, y) in corners {
        bounded(x.checked_mul(y))?;
    }
    pairs(a, b, budget, |x, y| x * y)
}

/// Returns the distribution of a number times a constant.
fn scaled_by(a: &Distribution, factor: i64) -> Result<Distribution, Fault> {
    if factor == 0 {
        return Ok(Distribution::point(0).scaled(a.mass()));
    }
    let first = bounded(a.first.checked_mul(factor.abs()))?;
    bounded(a.last().checked_mul(factor.abs()))?;
    let step = a.step.checked_mul(factor.abs()).ok_or(Fault::TooLarge)?;
    let scaled = Distribution { first, step, p: a.p.clone() };
    Ok(if factor < 0 { negated(&scaled) } else { scaled })
}

/// Returns the distribution of a function of two independent numbers, pair by pair.
pub(super) fn pairs(
    a: &Distribution,
    b: &Distribution,
    budget: &mut Budget,
    f: impl Fn(i64, i64) -> i64,
) -> Result<Distribution, Fault> {
    // A pair takes memory too.
    const COST: f64 = 64.0;
    budget.spend(a.p.len() as f64 * b.p.len() as f64 * COST)?;
    let mut outcomes = Vec::with_capacity(a.p.len() * b.p.len());
    a.iter().for_each(|(x, p)| outcomes.extend(b.iter().map(|(y, q)| (f(x, y), p * q))));
    Distribution::gathered(&outcomes, 1.0)
}

/// Returns the distribution of the greater of two independent numbers.
pub(super) fn greater(a: &Distribution, b: &Distribution) -> Result<Distribution, Fault> {
    if a.step == 1 && b.step == 1 {
        return Ok(dense_greater(a, b));
    }
    let mut outcomes: Vec<(i64, f64)> = Vec::with_capacity(a.p.len() + b.p.len());
    merged(a, b, |value, (pa, below_a), (pb, below_b)| {
        outcomes.push((value, pa * (below_b + pb) + below_a * pb));
    });
    Distribution::gathered(&outcomes, 1.0)
}

/// Returns the distribution of the greater of two numbers whose outcomes are whole numbers in a row.
fn dense_greater(a: &Distribution, b: &Distribution) -> Distribution {
    let first = a.first.max(b.first);
    let below = |of: &Distribution| -> f64 { of.p.iter().take((first - of.first) as usize).sum() };
    let (mut below_a, mut below_b) = (below(a), below(b));
    let from = |of: &Distribution| (first - of.first) as usize;
    let last = a.last().max(b.last());
    let places = (last - first) as usize + 1;
    let (mut p, at_a, at_b) = (Vec::with_capacity(places), from(a), from(b));
    for i in 0..places {
        let pa = a.p.get(at_a + i).copied().unwrap_or(0.0);
        let pb = b.p.get(at_b + i).copied().unwrap_or(0.0);
        p.push(pa * (below_b + pb) + below_a * pb);
        below_a += pa;
        below_b += pb;
    }
    Distribution { first, step: 1, p }
}

/// Returns the distribution of the lesser of two independent numbers.
pub(super) fn lesser(a: &Distribution, b: &Distribution) -> Result<Distribution, Fault> {
    Ok(negated(&greater(&negated(a), &negated(b))?))
}

/// Returns the probabilities that one number is less than, equal to and greater than another.
pub(super) fn compared(a: &Distribution, b: &Distribution) -> (f64, f64, f64) {
    let (mut less, mut equal, mut greater) = (0.0, 0.0, 0.0);
    merged(a, b, |_, (pa, below_a), (pb, below_b)| {
        less += below_a * pb;
        equal += pa * pb;
        greater += pa * below_b;
    });
    (less, equal, greater)
}

/// Visits the outcomes of two distributions in order, each with its probability and the probability of less, of both.
fn merged(a: &Distribution, b: &Distribution, mut visit: impl FnMut(i64, (f64, f64), (f64, f64))) {
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    let (mut below_a, mut below_b) = (0.0, 0.0);
    loop {
        let value = match (left.peek(), right.peek()) {
            (Some((x, _)), Some((y, _))) => *x.min(y),
            (Some((x, _)), None) => *x,
            (None, Some((y, _))) => *y,
            (None, None) => return,
        };
        let pa = left.next_if(|(x, _)| *x == value).map_or(0.0, |(_, p)| p);
        let pb = right.next_if(|(y, _)| *y == value).map_or(0.0, |(_, p)| p);
        visit(value, (pa, below_a), (pb, below_b));
        below_a += pa;
        below_b += pb;
    }
}

/// Returns the distribution of 0 and 1 with a probability of 1 and of 0.
pub(super) fn truth(p: f64, not: f64) -> Distribution {
    match () {
        () if p <= 0.0 => Distribution::point(0).scaled(not),
        () if not <= 0.0 => Distribution::point(1).scaled(p),
        () => Distribution { first: 0, step: 1, p: vec![not, p] },
    }
}

/// Computes the binomial distribution of trials into `row`, which has one place more than there are trials: `row[m]` is the
/// probability of `m` successes. The chances of success and of failure are in the ratio of `p` and `rest`.
///
/// It starts from the most probable number, so that no power vanishes.
pub(super) fn binomial(p: f64, rest: f64, row: &mut [f64]) {
    let n = row.len() - 1;
    if p <= 0.0 || rest <= 0.0 {
        row.fill(0.0);
        return row[if p <= 0.0 { 0 } else { n }] = 1.0;
    }
    let mode = (((n + 1) as f64 * p / (p + rest)) as usize).min(n);
    let (up, down) = (p / rest, rest / p);
    let (below, above) = row.split_at_mut(mode);
    // Successes and failures of a term are counted as floating-point numbers, because a conversion takes longer.
    let (mut term, mut successes, mut failures) = (1.0, mode as f64, (n - mode) as f64);
    above[0] = term;
    for place in &mut above[1..] {
        successes += 1.0;
        term *= up * (failures / successes);
        failures -= 1.0;
        *place = term;
    }
    (term, successes, failures) = (1.0, mode as f64, (n - mode) as f64);
    for place in below.iter_mut().rev() {
        failures += 1.0;
        term *= down * (successes / failures);
        successes -= 1.0;
        *place = term;
    }
    let scale = 1.0 / row.iter().sum::<f64>();
    row.iter_mut().for_each(|p| *p *= scale);
}
