//! Multisets: pools of dice without order. Faces are visited one after the other, and dynamic programming keeps the
//! number of dice that are left (Albert Julius Liu, "Icepool: Efficient Computation of Dice Pool Probabilities",
//! AIIDE 2022).

use super::combine::{add, binomial, times};
use super::distribution::{Distribution, TupleDistribution};
use super::error::{Budget, Fault};
use std::ops::Range;

/// A pool of independent dice, equal or mixed. Its dice have no order.
///
/// ```
/// use hitchart_dice::algebra::{Distribution, Multiset};
///
/// let five = Multiset::of(Distribution::die(6), 5);
/// // Two pairs at least, or four or five of a kind: the number of pairs is at least two.
/// let pairs = five.evaluate(0, |pairs, _face, count| pairs + count / 2, |pairs| *pairs as i64).unwrap();
/// assert!((pairs.at_least(2) - 2256.0 / 7776.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Multiset {
    pub(super) groups: Vec<(Distribution, usize)>,
}

impl Multiset {
    /// Builds a pool of `count` equal dice.
    pub fn of(die: Distribution, count: usize) -> Multiset {
        Multiset { groups: Vec::new() }.with(die, count)
    }

    /// Adds `count` equal dice to the pool.
    #[must_use]
    pub fn with(mut self, die: Distribution, count: usize) -> Multiset {
        match self.groups.iter_mut().find(|(known, _)| *known == die) {
            _ if count == 0 => {}
            Some((_, n)) => *n = n.saturating_add(count),
            None => self.groups.push((die, count)),
        }
        self
    }

    /// Returns the number of dice.
    pub fn len(&self) -> usize {
        self.groups.iter().fold(0, |sum: usize, (_, n)| sum.saturating_add(*n))
    }

    /// Returns true if the pool has no dice.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the distribution of the sum of all dice. `None` if it is too much work.
    ///
    /// ```
    /// use hitchart_dice::algebra::{Distribution, Multiset};
    /// let pool = Multiset::of(Distribution::die(6), 3).with(Distribution::die(8), 1);
    /// assert!((pool.total().unwrap().mean() - 15.0).abs() < 1e-12);
    /// ```
    pub fn total(&self) -> Option<Distribution> {
        self.total_within(&mut Budget::full()).ok()
    }

    pub(super) fn total_within(&self, budget: &mut Budget) -> Result<Distribution, Fault> {
        let mut groups = self.groups.iter();
        let Some((die, count)) = groups.next() else { return Ok(Distribution::point(0)) };
        groups.try_fold(times(die, *count as u64, budget)?, |sum, (die, count)| {
            let part = times(die, *count as u64, budget)?;
            add(&sum, &part, budget)
        })
    }

    /// Returns the distribution of the sum of the `count` highest dice, of all if there are fewer. `None` if it is too
    /// much work.
    ///
    /// ```
    /// use hitchart_dice::algebra::{Distribution, Multiset};
    /// let best = Multiset::of(Distribution::die(6), 4).highest(3).unwrap();
    /// assert!((best.at(18) - 21.0 / 1296.0).abs() < 1e-12);
    /// ```
    pub fn highest(&self, count: usize) -> Option<Distribution> {
        self.kept(0, count.min(self.len()), |face| face, &mut Budget::full()).ok()
    }

    /// Returns the distribution of the sum of the `count` lowest dice, of all if there are fewer. `None` if it is too
    /// much work.
    pub fn lowest(&self, count: usize) -> Option<Distribution> {
        let n = self.len();
        self.kept(n - count.min(n), n, |face| face, &mut Budget::full()).ok()
    }

    /// Returns all faces that any die can show, smallest first.
    fn faces(&self) -> Vec<i64> {
        let mut faces = Vec::with_capacity(self.groups.iter().map(|(die, _)| die.p.len()).sum());
        self.groups.iter().for_each(|(die, _)| faces.extend(die.iter().map(|(face, _)| face)));
        if self.groups.len() > 1 {
            faces.sort_unstable();
            faces.dedup();
        }
        faces
    }

    /// Evaluates the pool by its faces, smallest first: `next` gets the state so far, a face, and the number of dice that
    /// show it (0 or more), and returns the next state. `finish` returns the outcome. `None` if it is too much work.
    ///
    /// The cost grows with the number of different states, not with the number of rolls.
    pub fn evaluate<S: Ord + Clone>(
        &self,
        start: S,
        next: impl Fn(&S, i64, usize) -> S,
        finish: impl Fn(&S) -> i64,
    ) -> Option<Distribution> {
        let states = self.states(0..self.len(), start, next, &mut Budget::full()).ok()?;
        let outcomes: Vec<(i64, f64)> = states.iter().map(|(state, p)| (finish(state), *p)).collect();
        Distribution::gathered(&outcomes, 1.0).ok()
    }

    /// Returns the probabilities of the last states of an evaluation that counts the dice at some positions, from the
    /// lowest die.
    pub(super) fn states<S: Ord + Clone>(
        &self,
        kept: Range<usize>,
        start: S,
        next: impl Fn(&S, i64, usize) -> S,
        budget: &mut Budget,
    ) -> Result<Vec<(S, f64)>, Fault> {
        let mut dice = Visited::new(self);
        let mut layer = vec![(0usize, start, 1.0f64)];
        let faces = self.faces();
        budget.spend(faces.len() as f64 * faces.len() as f64 * self.groups.len() as f64)?;
        // At the second face, each number of dice that are left has its moves.
        budget.spend(self.groups.iter().map(|(_, n)| (*n as f64 + 1.0).powi(2)).product())?;
        for face in faces {
            dice.visit(face);
            let mut after: Vec<(usize, S, f64)> = Vec::new();
            let (mut of, mut moves) = (usize::MAX, Vec::new());
            for (taken, state, p) in &layer {
                if *taken != of {
                    of = *taken;
                    moves = dice.moves(of);
                    let before = dice.visited(of);
                    for (_, count, _) in &mut moves {
                        *count = (before + *count).min(kept.end).saturating_sub(before.max(kept.start));
                    }
                }
                // A state is built, sorted and merged.
                budget.spend(moves.len() as f64 * 256.0)?;
                after.extend(moves.iter().map(|(to, count, q)| (*to, next(state, face, *count), p * q)));
            }
            layer = merged(after);
        }
        Ok(layer.into_iter().map(|(_, state, p)| (state, p)).collect())
    }
}

/// Adds up the probabilities of equal states.
fn merged<S: Ord>(mut states: Vec<(usize, S, f64)>) -> Vec<(usize, S, f64)> {
    // A stable sort, so that sums are in one order on every machine.
    states.sort_by(|(a, s, _), (b, t, _)| a.cmp(b).then_with(|| s.cmp(t)));
    let mut merged: Vec<(usize, S, f64)> = Vec::with_capacity(states.len());
    for (taken, state, p) in states {
        match merged.last_mut() {
            Some((last, same, sum)) if *last == taken && *same == state => *sum += p,
            _ => merged.push((taken, state, p)),
        }
    }
    merged
}

/// The dice of a pool while its faces are visited: the number of dice of each group that have shown a face is one number
/// in a mixed radix.
struct Visited<'a> {
    pool: &'a Multiset,
    /// Chance of each group's die to show this face, and to show a later one.
    chances: Vec<(f64, f64)>,
}

impl<'a> Visited<'a> {
    fn new(pool: &'a Multiset) -> Visited<'a> {
        Visited { pool, chances: Vec::new() }
    }

    /// Goes to the next face.
    fn visit(&mut self, face: i64) {
        let of = |(die, _): &(Distribution, usize)| (die.at(face), die.chance(|other| other > face));
        self.chances = self.pool.groups.iter().map(of).collect();
    }

    /// Returns the number of dice that have shown a face.
    fn visited(&self, taken: usize) -> usize {
        let mut rest = taken;
        let of = |(_, n): &(Distribution, usize)| {
            let visited = rest % (n + 1);
            rest /= n + 1;
            visited
        };
        self.pool.groups.iter().map(of).sum()
    }

    /// Lists the dice that have shown a face afterwards, the number that show this one, and the probability.
    fn moves(&self, taken: usize) -> Vec<(usize, usize, f64)> {
        let mut stride = 1;
        let mut moves = vec![(taken, 0, 1.0)];
        for ((_, n), (p, rest)) in self.pool.groups.iter().zip(&self.chances) {
            let left = n - taken / stride % (n + 1);
            let mut row = vec![0.0; left + 1];
            binomial(*p, *rest, &mut row);
            let likely = || row.iter().enumerate().filter(|(_, q)| **q > 0.0);
            let more = |(to, count, p): &(usize, usize, f64)| -> Vec<(usize, usize, f64)> {
                likely().map(|(m, q)| (to + m * stride, count + m, p * q)).collect()
            };
            moves = moves.iter().flat_map(more).collect();
            stride *= n + 1;
        }
        moves
    }
}

// Sums of kept dice.

impl Multiset {
    /// Returns the distribution of a sum over the dice at some positions: `from` up to but without `to`, counted from
    /// the highest die; each counts `worth(face)`. At least one position.
    pub(super) fn kept(
        &self,
        from: usize,
        to: usize,
        worth: impl Fn(i64) -> i64,
        budget: &mut Budget,
    ) -> Result<Distribution, Fault> {
        let n = self.len();
        if from >= to {
            return Ok(Distribution::point(0));
        }
        let mut faces = self.faces();
        // The visit ends at the last kept die, so it begins at the nearer end.
        let positions = if to <= n - from {
            faces.reverse();
            (from, to)
        } else {
            (n - to, n - from)
        };
        let worths: Vec<i64> = faces.iter().map(|face| worth(*face)).collect();
        if positions == (0, 1) {
            return self.first_of(&faces, &worths);
        }
        let mut visit = Keeping::new(self, positions, &worths, budget)?;
        let later: Vec<Vec<f64>> = self.groups.iter().map(|(die, _)| later(die, &faces)).collect();
        for (i, face) in faces.iter().enumerate() {
            for (group, (die, _)) in self.groups.iter().enumerate() {
                let p = die.at(*face);
                if p > 0.0 {
                    visit.step(group, visit.units[i], p, later[group][i]);
                }
            }
        }
        Ok(visit.result())
    }

    /// Returns the distribution of the worth of the first die in an order of faces, in closed form: the probability that
    /// all dice are at a face or later is a product of powers.
    fn first_of(&self, faces: &[i64], worths: &[i64]) -> Result<Distribution, Fault> {
        let mut later = vec![0.0; self.groups.len()];
        let (mut all_later, mut outcomes) = (0.0, Vec::with_capacity(faces.len()));
        for (face, worth) in faces.iter().zip(worths).rev() {
            let mut now = 1.0;
            for (sum, (die, n)) in later.iter_mut().zip(&self.groups) {
                *sum += die.at(*face);
                now *= power(*sum, *n);
            }
            outcomes.push((*worth, now - all_later));
            all_later = now;
        }
        Distribution::gathered(&outcomes, 1.0)
    }
}

/// Returns the probability that a die shows a later face, for each face of a list.
fn later(die: &Distribution, faces: &[i64]) -> Vec<f64> {
    let mut sums = vec![0.0; faces.len()];
    for i in (1..faces.len()).rev() {
        sums[i - 1] = sums[i] + die.at(faces[i]);
    }
    sums
}

/// Returns a power by squaring, with the same digits on every machine.
fn power(base: f64, exponent: usize) -> f64 {
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left & 1 == 1 {
            result *= square;
        }
        square *= square;
        left >>= 1;
    }
    result
}

/// The state of a visit that sums kept dice: for each number of visited dice by group, the distribution of the sum so
/// far on a lattice. What is left is finished as soon as all kept dice are known.
struct Keeping {
    /// Positions of the kept dice in the order of the visit.
    positions: (usize, usize),
    /// Dice, largest number visited + 1, and stride of each group.
    groups: Vec<(usize, usize, usize)>,
    /// Number of visited dice of each state.
    visited: Vec<usize>,
    /// Worth of each face on the lattice of sums.
    units: Vec<usize>,
    /// Largest of the units.
    most: usize,
    /// Smallest worth and step of the lattice.
    lattice: (i64, i64),
    width: usize,
    lines: Vec<f64>,
    ended: Vec<f64>,
    /// Scratch: the chances of each number of dice, for each number of visited ones.
    rows: Vec<f64>,
}

impl Keeping {
    fn new(pool: &Multiset, positions: (usize, usize), worths: &[i64], budget: &mut Budget) -> Result<Keeping, Fault> {
        let (from, to) = positions;
        let least = worths.iter().copied().min().unwrap_or(0);
        let gcd = |step, worth: &i64| if step == 1 { 1 } else { super::distribution::gcd(step, worth - least) };
        let step = worths.iter().fold(0, gcd).max(1);
        let unit = |worth: &i64| usize::try_from((worth - least) / step).map_err(|_| Fault::Work);
        let units: Vec<usize> = worths.iter().map(unit).collect::<Result<_, _>>()?;
        let most = units.iter().copied().max().unwrap_or(0);
        let mut groups = Vec::with_capacity(pool.groups.len());
        let mut states = 1usize;
        for (_, n) in &pool.groups {
            let radix = (*n).min(to - 1) + 1;
            groups.push((*n, radix, states));
            states = states.checked_mul(radix).filter(|states| *states <= 1 << 22).ok_or(Fault::Work)?;
        }
        let width = most.checked_mul(to - from).and_then(|last| last.checked_add(1)).ok_or(Fault::Work)?;
        let cells = states as f64 * width as f64;
        let moves: f64 = groups.iter().map(|(n, radix, _)| (radix + 1) as f64 / 2.0 * cells + (n * radix) as f64).sum();
        budget.spend(worths.len() as f64 * moves + cells)?;
        if cells > (1 << 24) as f64 {
            return Err(Fault::Work);
        }
        let mut visited = vec![0];
        for (_, radix, _) in &groups {
            visited = (0..*radix).flat_map(|taken| visited.iter().map(move |before| before + taken)).collect();
        }
        let mut lines = vec![0.0; states * width];
        lines[0] = 1.0;
        let cells_of_rows = groups.iter().map(|(n, radix, _)| (n + 1) * radix).max().unwrap_or(1);
        let (ended, rows, lattice) = (vec![0.0; width], vec![0.0; cells_of_rows], (least, step));
        Ok(Keeping { positions, groups, visited, units, most, lattice, width, lines, ended, rows })
    }

    /// Visits a face of one group: its worth, its chance, and the chance of later faces.
    fn step(&mut self, group: usize, unit: usize, p: f64, rest: f64) {
        let (n, radix, stride) = self.groups[group];
        // The chances of each number of dice are computed when a state needs them.
        let row = |taken: usize| taken * (n + 1)..(taken + 1) * (n + 1) - taken;
        (0..radix).for_each(|taken| self.rows[row(taken).start] = f64::NAN);
        // Dice are only added, so that the states with most dice come first.
        for state in (0..self.visited.len()).rev() {
            let taken = if stride == 1 && radix == self.visited.len() { state } else { state / stride % radix };
            if self.visited[state] < self.positions.1 && self.is_reached(state) {
                if self.rows[row(taken).start].is_nan() {
                    binomial(p, rest, &mut self.rows[row(taken)]);
                }
                self.spread(state, unit, row(taken), stride);
            }
        }
    }

    /// Returns the number of sums that a state may have.
    fn sums(&self, state: usize) -> usize {
        self.visited[state].saturating_sub(self.positions.0) * self.most + 1
    }

    /// Returns true if a state has any probability.
    fn is_reached(&self, state: usize) -> bool {
        let start = state * self.width;
        self.lines[start..start + self.sums(state)].iter().any(|p| *p != 0.0)
    }

    /// Moves the probability of one state to the states with more dice.
    fn spread(&mut self, state: usize, unit: usize, row: Range<usize>, stride: usize) {
        let (from, to) = self.positions;
        let (visited, used) = (self.visited[state], self.sums(state));
        let row = &self.rows[row];
        let (before, after) = self.lines.split_at_mut((state + 1) * self.width);
        let line = &mut before[state * self.width..][..used];
        let kept = |after: usize| (after.min(to)).saturating_sub(visited.max(from));
        let left = to - visited;
        for (m, chance) in row.iter().enumerate().take(left).skip(1) {
            let place = (m * stride - 1) * self.width + kept(visited + m) * unit;
            add_scaled(&mut after[place..], line, *chance);
        }
        if row.len() > left {
            let chance: f64 = row[left..].iter().sum();
            add_scaled(&mut self.ended[kept(to) * unit..], line, chance);
        }
        line.iter_mut().for_each(|p| *p *= row[0]);
    }

    /// Returns the distribution of the sum after all faces.
    fn result(self) -> Distribution {
        let kept = (self.positions.1 - self.positions.0) as i64;
        Distribution { first: self.lattice.0 * kept, step: self.lattice.1, p: self.ended }
    }
}

fn add_scaled(into: &mut [f64], line: &[f64], factor: f64) {
    into.iter_mut().zip(line).for_each(|(place, p)| *place += p * factor);
}

// Matching sets and runs.

impl Multiset {
    /// Returns the distribution of the number of faces that at least `size` dice show. `None` if it is too much work.
    ///
    /// ```
    /// use hitchart_dice::algebra::{Distribution, Multiset};
    /// let five = Multiset::of(Distribution::die(6), 5);
    /// // No pair: 6 * 5 * 4 * 3 * 2 of 6^5 rolls.
    /// assert!((five.sets(2).unwrap().at(0) - 720.0 / 7776.0).abs() < 1e-12);
    /// ```
    pub fn sets(&self, size: usize) -> Option<Distribution> {
        self.sets_within(size, 0..self.len(), &mut Budget::full()).ok()
    }

    pub(super) fn sets_within(
        &self,
        size: usize,
        kept: Range<usize>,
        budget: &mut Budget,
    ) -> Result<Distribution, Fault> {
        numbers(self.states(kept, 0, |sets, _, count| sets + i64::from(count >= size), budget)?, |sets| sets)
    }

    /// Returns the distribution of the most dice that show one face. `None` if it is too much work.
    pub fn largest_set(&self) -> Option<Distribution> {
        self.largest_set_within(0..self.len(), &mut Budget::full()).ok()
    }

    pub(super) fn largest_set_within(&self, kept: Range<usize>, budget: &mut Budget) -> Result<Distribution, Fault> {
        numbers(self.states(kept, 0, |most: &usize, _, count| *most.max(&count), budget)?, |most| most as i64)
    }

    /// Returns the distribution of the length of the longest run of consecutive faces. `None` if it is too much work.
    ///
    /// ```
    /// use hitchart_dice::algebra::{Distribution, Multiset};
    /// let five = Multiset::of(Distribution::die(6), 5);
    /// assert!((five.longest_run().unwrap().at(5) - 240.0 / 7776.0).abs() < 1e-12);
    /// ```
    pub fn longest_run(&self) -> Option<Distribution> {
        self.longest_run_within(0..self.len(), &mut Budget::full()).ok()
    }

    pub(super) fn longest_run_within(&self, kept: Range<usize>, budget: &mut Budget) -> Result<Distribution, Fault> {
        // The last face of the run that may go on, its length, and the longest length.
        let next = |(last, length, longest): &(i64, i64, i64), face: i64, count: usize| match count {
            0 => (0, 0, *longest),
            _ => {
                let length = if *length > 0 && last + 1 == face { length + 1 } else { 1 };
                (face, length, length.max(*longest))
            }
        };
        numbers(self.states(kept, (0, 0, 0), next, budget)?, |(_, _, longest)| longest)
    }

    /// Returns the distribution of the largest set as a tuple: its size, and its face, the highest of several.
    pub(super) fn best_set_within(&self, kept: Range<usize>, budget: &mut Budget) -> Result<TupleDistribution, Fault> {
        let next = |best: &(usize, i64), face: i64, count: usize| {
            if count > 0 && count >= best.0 { (count, face) } else { *best }
        };
        let tuple = |((size, face), p)| (vec![size as i64, face], p);
        Ok(TupleDistribution::gathered(self.states(kept, (0, 0), next, budget)?.into_iter().map(tuple).collect()))
    }

    /// Returns the distribution of all kept faces, sorted from low to high.
    pub(super) fn sorted_within(&self, kept: Range<usize>, budget: &mut Budget) -> Result<TupleDistribution, Fault> {
        // Each list is copied from face to face, and is in memory several times.
        let cost = 512.0 + 64.0 * kept.len() as f64;
        budget.spend(multisets(self.faces().len(), kept.len()) * cost)?;
        let next = |faces: &Vec<i64>, face: i64, count: usize| {
            let mut faces = faces.clone();
            faces.extend(std::iter::repeat_n(face, count));
            faces
        };
        Ok(TupleDistribution::gathered(self.states(kept, Vec::new(), next, budget)?))
    }
}

/// Returns the number of different lists of sorted faces.
fn multisets(faces: usize, dice: usize) -> f64 {
    let (few, many) = (faces.saturating_sub(1).min(dice), faces.saturating_sub(1).max(dice));
    (1..=few).map(|i| (many + i) as f64 / i as f64).product()
}

fn numbers<S>(states: Vec<(S, f64)>, value: impl Fn(S) -> i64) -> Result<Distribution, Fault> {
    let outcomes: Vec<(i64, f64)> = states.into_iter().map(|(state, p)| (value(state), p)).collect();
    Distribution::gathered(&outcomes, 1.0)
}
