//! The evaluation of pools: dice whose number may be rolled, with their modifiers.

use super::combine::{add, binomial, times};
use super::distribution::{Distribution, TupleDistribution, gcd, lattice_size};
use super::error::{AlgebraError, Budget, Fault, Mistake};
use super::evaluate::{Evaluation, placed};
use super::expression::{Condition, Die, Expression, Function, Kind, Modifier, Operator};
use super::multiset::Multiset;
use std::ops::Range;

/// Probability of more explosions at which a `!` without a limit is cut.
const CUT: f64 = 1e-12;

/// A pool: its dice, and the positions that are kept, counted from the highest die.
struct Pool {
    dice: Multiset,
    from: usize,
    to: usize,
}

impl Pool {
    fn new(dice: Multiset) -> Pool {
        Pool { from: 0, to: dice.len(), dice }
    }

    fn keeps_all(&self) -> bool {
        self.from == 0 && self.to == self.dice.len()
    }

    /// Returns the kept positions, counted from the lowest die.
    fn kept_places(&self) -> Range<usize> {
        let n = self.dice.len();
        n - self.to..n - self.from
    }

    fn total(&self, budget: &mut Budget) -> Result<Distribution, Fault> {
        match self.keeps_all() {
            true => self.dice.total_within(budget),
            false => self.dice.kept(self.from, self.to, |face| face, budget),
        }
    }

    /// Returns the distribution of the number of kept dice that pass a test.
    fn counted(&self, condition: &Condition, budget: &mut Budget) -> Result<Distribution, Fault> {
        if !self.keeps_all() {
            return self.dice.kept(self.from, self.to, |face| condition.holds(face).into(), budget);
        }
        self.dice.groups.iter().try_fold(Distribution::point(0), |sum, (die, n)| {
            let chance = die.chance(|face| condition.holds(face));
            let rest = die.chance(|face| !condition.holds(face));
            budget.spend(*n as f64 * 8.0)?;
            lattice_size(0, *n as i64, 1)?;
            let mut row = vec![0.0; *n + 1];
            binomial(chance, rest, &mut row);
            let count = match (chance > 0.0, rest > 0.0) {
                (false, _) => Distribution::point(0),
                (true, false) => Distribution::point(*n as i64),
                (true, true) => Distribution { first: 0, step: 1, p: row }.with_ends(),
            };
            add(&sum, &count, budget)
        })
    }
}

/// Pools with their probabilities: several if the number of dice is rolled.
type Pools = Vec<(f64, Pool)>;

impl Evaluation {
    /// Returns the total of a pool.
    pub(super) fn total(&mut self, part: &Expression) -> Result<Distribution, AlgebraError> {
        if let Some((die, n)) = plain(part) {
            return placed(die.and_then(|die| times(&die, n, &mut self.budget)), part);
        }
        if let Kind::Dice(count, die @ (Die::Sides(_) | Die::Fudge | Die::Faces(_))) = &part.kind {
            let (count, die) = (self.count(count)?, placed(fixed(die), part)?);
            return self.copies(part, &count, &die);
        }
        let pools = self.pools(part)?;
        self.each(part, &pools, Pool::total)
    }

    /// Counts the dice of a pool that pass a test.
    pub(super) fn counted(
        &mut self,
        part: &Expression,
        base: &Expression,
        condition: &Condition,
    ) -> Result<Distribution, AlgebraError> {
        let pools = self.modifiable(part, base)?;
        self.each(part, &pools, |pool, budget| pool.counted(condition, budget))
    }

    /// Returns the mixture of a distribution over pools.
    fn each(
        &mut self,
        part: &Expression,
        pools: &Pools,
        of: impl Fn(&Pool, &mut Budget) -> Result<Distribution, Fault>,
    ) -> Result<Distribution, AlgebraError> {
        if let [(_, pool)] = pools.as_slice() {
            return placed(of(pool, &mut self.budget), part);
        }
        let mut parts = Vec::with_capacity(pools.len());
        for (weight, pool) in pools {
            parts.push((*weight, placed(of(pool, &mut self.budget), part)?));
        }
        placed(Distribution::mixture(&parts), part)
    }

    /// Returns the pools of a part that has dice.
    fn pools(&mut self, part: &Expression) -> Result<Pools, AlgebraError> {
        match &part.kind {
            Kind::Dice(count, die) => self.dice(count, die),
            Kind::Members(times, members) => {
                let mut dice = Multiset { groups: Vec::new() };
                for member in members {
                    dice = dice.with(self.whole(member)?, *times as usize);
                }
                Ok(vec![(1.0, Pool::new(dice))])
            }
            Kind::Modified(base, modifier) => {
                let pools = self.modifiable(part, base)?;
                let modified = |(weight, pool)| Ok((weight, self.modify(part, pool, modifier)?));
                pools.into_iter().map(modified).collect()
            }
            Kind::Binary(Operator::Add, left, right) => {
                let (left, right) = (self.pools(left)?, self.pools(right)?);
                placed(self.budget.spend(left.len() as f64 * right.len() as f64 * 100.0), part)?;
                let both = |(p, a): &(f64, Pool)| -> Vec<(f64, Pool)> {
                    let joined = |b: &Pool| {
                        let groups = b.dice.groups.iter();
                        groups.fold(a.dice.clone(), |dice, (die, n)| dice.with(die.clone(), *n))
                    };
                    right.iter().map(|(q, b)| (p * q, Pool::new(joined(b)))).collect()
                };
                if left.iter().chain(&right).any(|(_, pool)| !pool.keeps_all()) {
                    return Err(kept_already(part));
                }
                Ok(left.iter().flat_map(both).collect())
            }
            _ => {
                let help = "write a pool of dice, such as `4d6kh3`, `(3d6 + 2d8)kh2` or `{2d6, d8}kh1`";
                Err(Mistake::form("this is no pool of dice", help).at(part.place.0))
            }
        }
    }

    /// Returns the pools that a modifier changes.
    fn modifiable(&mut self, part: &Expression, base: &Expression) -> Result<Pools, AlgebraError> {
        if let (Kind::Modified(_, Modifier::Count(_)), Kind::Modified(_, modifier)) = (&base.kind, &part.kind) {
            let problem = format!("`{modifier}` after `cs`, which makes a number of dice");
            return Err(Mistake::form(problem, "write `cs` last, such as `5d6kh3cs>=5`").at(part.place.0));
        }
        self.pools(base)
    }

    fn dice(&mut self, count: &Expression, die: &Die) -> Result<Pools, AlgebraError> {
        // Most dice have a fixed number and fixed sides.
        if let (Kind::Number(n @ 1..=1000), Die::Sides(sides)) = (&count.kind, die) {
            placed(self.budget.spend(f64::from(*sides) + 50.0), count)?;
            let dice = Multiset { groups: vec![(Distribution::die(*sides), *n as usize)] };
            return Ok(vec![(1.0, Pool::new(dice))]);
        }
        let counts = self.count(count)?;
        let dice = match die {
            Die::Rolled(sides) => self.rolled_sides(sides)?,
            die => vec![(1.0, placed(fixed(die), count)?)],
        };
        let faces: usize = dice.iter().map(|(_, die)| die.p.len()).sum();
        placed(self.budget.spend(counts.len() as f64 * (faces as f64 + dice.len() as f64 * 50.0)), count)?;
        let of = |(weight, die): &(f64, Distribution)| -> Vec<(f64, Pool)> {
            counts.iter().map(|(n, p)| (weight * p, Pool::new(Multiset::of(die.clone(), *n)))).collect()
        };
        Ok(dice.iter().flat_map(of).collect())
    }

    /// Returns dice whose number of sides is rolled once for the pool.
    fn rolled_sides(&mut self, sides: &Expression) -> Result<Vec<(f64, Distribution)>, AlgebraError> {
        let rolled = self.whole(sides)?;
        if rolled.min() < 1 {
            let problem = format!("the number of sides may be {}", rolled.min());
            return Err(Mistake::form(problem, format!("write `(max(1, {sides}))`")).at(sides.place.0));
        }
        // The dice are in memory together.
        const COST: f64 = 64.0;
        placed(self.budget.spend(rolled.iter().map(|(n, _)| n as f64 * COST).sum()), sides)?;
        placed(lattice_size(1, rolled.max(), 1), sides)?;
        Ok(rolled.iter().map(|(n, p)| (p, Distribution::die(n as u32))).collect())
    }

    fn modify(&mut self, part: &Expression, mut pool: Pool, modifier: &Modifier) -> Result<Pool, AlgebraError> {
        match modifier {
            Modifier::Keep { highest, drop, count } => {
                let (all, count) = (pool.to - pool.from, *count as usize);
                self.can_keep(part, all, modifier)?;
                match (highest, drop) {
                    (true, false) => pool.to = pool.from + count.min(all),
                    (false, false) => pool.from = pool.to - count.min(all),
                    (true, true) => pool.from += count.min(all),
                    (false, true) => pool.to -= count.min(all),
                }
                Ok(pool)
            }
            _ if !pool.keeps_all() => Err(kept_already(part)),
            // Counted by the caller.
            Modifier::Count(_) => Ok(pool),
            change => self.each_die(part, pool, change),
        }
    }

    /// Checks that a pool with a fixed number of dice has the dice to keep or drop.
    fn can_keep(&self, part: &Expression, all: usize, modifier: &Modifier) -> Result<(), AlgebraError> {
        let (Kind::Modified(base, _), Modifier::Keep { drop, count, .. }) = (&part.kind, modifier) else {
            return Ok(());
        };
        let most = if *drop { all.saturating_sub(1) } else { all };
        if *count as usize <= most || !has_fixed_number(base) {
            return Ok(());
        }
        let problem = format!("`{modifier}` of {all} dice");
        let help = match most {
            0 => format!("write more dice, such as `{}`", if *drop { "4d6dl1" } else { "4d6kh3" }),
            most => format!("write at most {most}"),
        };
        Err(Mistake::form(problem, help).at(part.place.0))
    }

    /// Changes each die of a pool.
    fn each_die(&mut self, part: &Expression, pool: Pool, change: &Modifier) -> Result<Pool, AlgebraError> {
        let mut dice = Multiset { groups: Vec::new() };
        for (die, n) in &pool.dice.groups {
            let changed = changed(die, change, &mut self.budget).map_err(|mistake| mistake.at(part.place.0))?;
            dice = dice.with(changed, *n);
        }
        Ok(Pool::new(dice))
    }

    /// Evaluates a function of matching dice.
    pub(super) fn sets(
        &mut self,
        part: &Expression,
        function: Function,
        parts: &[Expression],
    ) -> Result<Distribution, AlgebraError> {
        let size = match (function, parts.get(1)) {
            (Function::Distinct, _) => 1,
            (_, Some(size)) => {
                let size_part = size;
                let size = self.whole(size_part)?.as_constant().and_then(|size| usize::try_from(size).ok());
                let help = "write a fixed number of at least 1, such as `sets(5d6, 2)`";
                let problem = || format!("`{size_part}` as the size of a set");
                let wrong = || Mistake::form(problem(), help).at(size_part.place.0);
                size.filter(|size| *size > 0).ok_or_else(wrong)?
            }
            _ => 2,
        };
        let pools = self.modifiable(part, &parts[0])?;
        self.each(part, &pools, |pool, budget| match function {
            Function::LargestSet => pool.dice.largest_set_within(pool.kept_places(), budget),
            Function::LongestRun => pool.dice.longest_run_within(pool.kept_places(), budget),
            _ => pool.dice.sets_within(size, pool.kept_places(), budget),
        })
    }

    /// Evaluates a function of a pool with a tuple as its result.
    pub(super) fn tuple_of(&mut self, part: &Expression) -> Result<TupleDistribution, AlgebraError> {
        let Kind::Call(function, parts) = &part.kind else { return Ok(TupleDistribution::gathered(Vec::new())) };
        let pools = self.modifiable(part, &parts[0])?;
        let [(_, pool)] = pools.as_slice() else {
            let help = "write a fixed number, such as `sorted(3d6)`";
            return Err(Mistake::form("tuples of a rolled number of dice", help).at(part.place.0));
        };
        let found = match function {
            Function::BestSet => pool.dice.best_set_within(pool.kept_places(), &mut self.budget),
            _ => pool.dice.sorted_within(pool.kept_places(), &mut self.budget),
        };
        placed(found, part)
    }
}

/// Returns the die and the number of equal dice whose number and sides are not rolled.
fn plain(part: &Expression) -> Option<(Result<Distribution, Fault>, u64)> {
    let Kind::Dice(count, die) = &part.kind else { return None };
    match (&count.kind, die) {
        (_, Die::Rolled(_)) => None,
        (Kind::Number(n), die) => Some((fixed(die), u64::try_from(*n).ok()?)),
        _ => None,
    }
}

/// Returns the distribution of a die whose sides are not rolled.
pub(super) fn fixed(die: &Die) -> Result<Distribution, Fault> {
    match die {
        Die::Sides(sides) => Ok(Distribution::die(*sides)),
        Die::Fudge => Ok(Distribution { first: -1, step: 1, p: vec![1.0 / 3.0; 3] }),
        Die::Faces(faces) => with_faces(faces),
        Die::Rolled(_) => Err(Fault::Work),
    }
}

/// Returns true if the number of dice of a pool is not rolled.
fn has_fixed_number(pool: &Expression) -> bool {
    match &pool.kind {
        Kind::Dice(count, _) => matches!(count.kind, Kind::Number(_)),
        Kind::Modified(base, _) => has_fixed_number(base),
        Kind::Binary(_, left, right) => has_fixed_number(left) && has_fixed_number(right),
        _ => true,
    }
}

fn kept_already(part: &Expression) -> AlgebraError {
    let help = "write `kh`, `kl`, `dh` and `dl` after rerolls and explosions, such as `4d6r1kh3`";
    Mistake::form("some dice are dropped already", help).at(part.place.0)
}

/// Builds a die from faces as written.
fn with_faces(faces: &[(i64, i64, u32)]) -> Result<Distribution, Fault> {
    let count: i64 = faces.iter().map(|(first, last, _)| last - first + 1).sum();
    lattice_size(1, count, 1)?;
    let mut outcomes: Vec<(i64, f64)> = Vec::with_capacity(count as usize);
    for (first, last, weight) in faces {
        outcomes.extend((*first..=*last).map(|face| (face, f64::from(*weight))));
    }
    let total: f64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let mut die = Distribution::gathered(&outcomes, 1.0)?;
    // Whole weights are divided once, so that equal faces have equal probabilities.
    die.p.iter_mut().for_each(|p| *p /= total);
    Ok(die)
}

/// Changes a die by a modifier that acts on each die.
pub(super) fn changed(die: &Distribution, change: &Modifier, budget: &mut Budget) -> Result<Distribution, Mistake> {
    match change {
        Modifier::Reroll { once, faces } => rerolled(die, *once, faces),
        Modifier::Explode { most, faces } => exploded(die, *most, faces, budget),
        Modifier::Keep { .. } | Modifier::Count(_) => Ok(die.clone()),
    }
}

/// Rolls some faces again: until there are none, or once.
fn rerolled(die: &Distribution, once: bool, faces: &Condition) -> Result<Distribution, Mistake> {
    let again = die.chance(|face| faces.holds(face));
    if again <= 0.0 {
        return Ok(die.clone());
    }
    let stay = |face: i64| !faces.holds(face);
    if !once {
        let help = "leave out a face, or write `ro` to roll again once";
        return die.given(stay).ok_or_else(|| Mistake::form("every face would be rolled again without end", help));
    }
    let mut rolled = die.clone();
    let (first, step) = (rolled.first, rolled.step);
    for (i, p) in rolled.p.iter_mut().enumerate() {
        *p = *p * again + if stay(first + i as i64 * step) { *p } else { 0.0 };
    }
    Ok(rolled)
}

/// Rolls some faces again and adds, at most a number of times.
fn exploded(
    die: &Distribution,
    most: Option<u32>,
    faces: &[i64],
    budget: &mut Budget,
) -> Result<Distribution, Mistake> {
    let highest = die.max();
    let explodes = |face: i64| if faces.is_empty() { face == highest } else { faces.contains(&face) };
    let split = |again: bool| -> Vec<(i64, f64)> { die.iter().filter(|(face, _)| explodes(*face) == again).collect() };
    let (stay, again) = (split(false), split(true));
    let chance: f64 = again.iter().map(|(_, p)| p).sum();
    if again.is_empty() {
        return Ok(die.clone());
    }
    if stay.is_empty() && most.is_none() {
        return Err(Mistake::form("every face would explode without end", "write a number after `!`, such as `d6!3`"));
    }
    let stops = Distribution::gathered(&stay, 1.0)?;
    let again = Distribution::gathered(&again, 1.0)?;
    let mut carried = Distribution::point(0);
    let (mut parts, mut left) = (Vec::new(), chance);
    // Outcomes differ by steps of the die and by the faces that explode.
    let step = again.iter().fold(die.stride(), |step, (face, _)| gcd(step, face)).max(1);
    for times in 0u32.. {
        let last = match most {
            Some(most) => times >= most,
            None => left < CUT,
        };
        lattice_size(die.first + carried.first.min(0), die.last() + carried.last().max(0), step)?;
        // All sums are in memory together.
        const COST: f64 = 64.0;
        let (a, b) = (carried.p.len() as f64, die.p.len() as f64);
        budget.spend(a * b + (a + b) * COST)?;
        if last {
            parts.push((1.0, add(&carried, die, budget)?));
            break;
        }
        if !stay.is_empty() {
            parts.push((1.0, add(&carried, &stops, budget)?));
        }
        carried = add(&carried, &again, budget)?;
        left *= chance;
    }
    Ok(Distribution::mixture(&parts)?)
}
