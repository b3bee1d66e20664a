//! Games at a point: sums of every number, and totals of batches, which are the same groups at all points.
//!
//! All points have the same dice, group by group. A result of several points (a change, a mean over points, an index)
//! has the spread of its values over batches of groups. The dice of different batches are independent.

use crate::runner::{Counts, GroupCounter, Matchup};
use crate::study::{Grouped, Observations, Sums, add_all, metric_moments, step_of_share};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::{fmt, ops::Range, sync::atomic::AtomicBool};

/// Maximum number of batches of groups.
const BATCHES: u64 = 32;

/// Results of groups of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PointTally {
    /// Number of groups.
    pub groups: u64,
    /// Sums in the order of the quantities.
    pub sums: Sums,
    /// Sum of products of the two quantities, for each quantity that is a share of another.
    pub products: Vec<i64>,
    /// For each of these, the sums of its square with the other, and of itself with the other's square.
    #[serde(default)]
    pub triples: Vec<[i64; 2]>,
    /// Groups and totals of each batch with games.
    pub batches: BTreeMap<u64, (u64, Vec<i64>)>,
}

impl PointTally {
    /// Creates an empty tally of these games.
    pub fn new(games: &Grouped) -> PointTally {
        let shares = games.quantities.iter().filter(|quantity| quantity.under.is_some()).count();
        let sums = Sums::new(games.quantities.len());
        let (products, triples) = (vec![0; shares], vec![[0; 2]; shares]);
        PointTally { groups: 0, sums, products, triples, batches: BTreeMap::new() }
    }

    /// Adds the numbers of a group of a batch.
    fn add(&mut self, games: &Grouped, batch: u64, numbers: &[i64]) {
        self.groups += 1;
        self.sums.add(numbers.iter().copied());
        self.sums.close(true);
        let shares = games.quantities.iter().enumerate().filter_map(|(over, quantity)| Some((over, quantity.under?)));
        for ((product, triples), (over, under)) in self.products.iter_mut().zip(&mut self.triples).zip(shares) {
            let (over, under) = (numbers[over], numbers[under]);
            *product += over * under;
            add_all(triples, &[over * over * under, over * under * under]);
        }
        let (groups, totals) = self.batches.entry(batch).or_insert_with(|| (0, vec![0; numbers.len()]));
        *groups += 1;
        add_all(totals, numbers);
    }

    /// Returns the mean per game of a quantity, or its share of another, with its interval at a level. `None` for a
    /// share of nothing or without games.
    pub fn estimate(&self, games: &Grouped, i: usize, level: f64) -> Option<Estimate> {
        let n = self.groups * games.size;
        if n == 0 {
            return None;
        }
        let moments = match games.quantities[i].under {
            None => metric_moments(&self.sums, i, Observations { games: n, size: games.size, whole: self.groups }),
            Some(under) => self.ratio(games, i, under)?,
        };
        let bounds = games.quantities[i].bounds(self.step(games, i));
        Some(Estimate { n, ..Estimate::of(&moments, &bounds, level) })
    }

    /// Returns the moments of the share of a quantity in another. `None` for a share of nothing.
    fn ratio(&self, games: &Grouped, i: usize, under: usize) -> Option<Moments> {
        let totals = (self.sums.total[i], self.sums.total[under]);
        let place = games.quantities[..i].iter().filter(|quantity| quantity.under.is_some()).count();
        let ([squares, squares_under], [cubes, cubes_under]) =
            ([i, under].map(|i| self.sums.squares[i] as f64), [i, under].map(|i| self.sums.cubes[i] as f64));
        let [twice_over, twice_under] = self.triples.get(place)?.map(|sum| sum as f64);
        let two = [squares, *self.products.get(place)? as f64, squares_under];
        let three = [cubes, twice_over, twice_under, cubes_under];
        (totals.1 != 0).then(|| Moments::of_ratio(self.groups, totals, [&two, &three]))
    }

    /// Returns the largest distance of an unseen group from the mean of a quantity.
    pub fn step(&self, games: &Grouped, i: usize) -> f64 {
        let size = |i: usize| (self.sums.squares[i] as f64 / self.groups.max(1) as f64).sqrt();
        match games.quantities[i].under {
            None => size(i) / games.size as f64,
            Some(under) => {
                let of = self.sums.total[under] as f64;
                step_of_share(self.sums.total[i] as f64 / of, size(under) * self.groups as f64 / of)
            }
        }
    }

    /// Returns a quantity by batch. `None` for incomplete batches, and for a share of nothing.
    pub fn by_batch(&self, games: &Grouped, batches: &Batches, i: usize) -> Vec<Option<f64>> {
        let one =
            |totals: Option<(f64, f64)>| totals.filter(|(_, under)| *under != 0.0).map(|(over, under)| over / under);
        self.totals(games, batches, i).into_iter().map(one).collect()
    }

    /// Returns the total of a quantity, and of the quantity that it is a share of or the games, by batch. `None` for
    /// incomplete batches.
    pub fn totals(&self, games: &Grouped, batches: &Batches, i: usize) -> Vec<Option<(f64, f64)>> {
        let one = |batch: u64| {
            let (groups, totals) = self.batches.get(&batch).filter(|(groups, _)| *groups == batches.size(batch))?;
            let under = games.quantities[i].under.map_or((groups * games.size) as f64, |under| totals[under] as f64);
            Some((totals[i] as f64, under))
        };
        (0..batches.count).map(one).collect()
    }

    /// Returns the difference of two shares of the same games: the second minus the first. `n` counts the denominators.
    pub fn difference(&self, games: &Grouped, batches: &Batches, shares: [usize; 2]) -> Option<Estimate> {
        let step = shares.map(|i| self.step(games, i)).into_iter().fold(0.0, f64::max);
        let n =
            shares.iter().filter_map(|i| games.quantities[*i].under).map(|under| self.sums.total[under] as u64).sum();
        let totals = shares.map(|i| self.totals(games, batches, i));
        difference(&totals, (self.groups, n), (&games.quantities[shares[1]].bounds_of_change(step), LEVEL))
    }
}

/// Minimum number of batches that a change is measured on, if there are as many: from fewer, Student's law makes intervals
/// wider than the changes that are possible.
const FEWEST_BATCHES: usize = 6;

/// Returns the second of two shares minus the first, from their totals by batch, with its interval at a level. Batches are
/// the observations. `None` with fewer than two complete batches, or fewer than [`FEWEST_BATCHES`] of more, and for a share
/// of nothing.
pub(super) fn difference(
    totals: &[Vec<Option<(f64, f64)>>; 2],
    (groups, n): (u64, u64),
    (bounds, level): (&Bounds, f64),
) -> Option<Estimate> {
    let both: Vec<[(f64, f64); 2]> =
        totals[0].iter().zip(&totals[1]).filter_map(|(first, second)| Some([(*first)?, (*second)?])).collect();
    let share = |arm: usize| {
        let (over, under) = both.iter().fold((0.0, 0.0), |sum, both| (sum.0 + both[arm].0, sum.1 + both[arm].1));
        (under != 0.0).then(|| (over / under, under / both.len() as f64))
    };
    let shares = [share(0)?, share(1)?];
    // The excess of a batch over the whole has the spread of the whole.
    let more = |both: &[(f64, f64); 2]| {
        let [first, second] = [0, 1].map(|arm: usize| (both[arm].0 - shares[arm].0 * both[arm].1) / shares[arm].1);
        second - first
    };
    let values: Vec<f64> = both.iter().map(more).collect();
    let fewest = FEWEST_BATCHES.min(totals[0].len()).max(2);
    let point = shares[1].0 - shares[0].0;
    (both.len() >= fewest).then(|| over_batches((&values, point), (groups, n), (bounds, level)))
}

/// Returns the estimate of a mean from the excess of each batch over it, with its interval at a level; `groups` and `n`
/// count all groups and games. Unseen observations are groups.
pub(super) fn over_batches(
    (more, point): (&[f64], f64),
    (groups, n): (u64, u64),
    (bounds, level): (&Bounds, f64),
) -> Estimate {
    let batches = more.len() as u64;
    let moments = Moments::of_counts(more.iter().map(|more| (*more, 1))).around(point);
    // A group reaches at most a bound, and moves its batch only by its part of the batch.
    let step = bounds.step.min((point - bounds.low).max(bounds.high - point));
    let bounds = Bounds { step: step * batches as f64 / groups.max(batches) as f64, ..*bounds };
    Estimate { n, ..Estimate::of(&moments, &bounds, level) }
}

impl Counts for PointTally {
    fn add(&mut self, other: &PointTally) {
        self.groups += other.groups;
        self.sums.merge(&other.sums);
        add_all(&mut self.products, &other.products);
        self.triples.iter_mut().zip(&other.triples).for_each(|(triples, more)| add_all(triples, more));
        for (batch, (more, totals)) in &other.batches {
            let (groups, sums) = self.batches.entry(*batch).or_insert_with(|| (0, vec![0; totals.len()]));
            *groups = groups.saturating_add(*more);
            add_all(sums, totals);
        }
    }
}

/// Division of groups into batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batches {
    /// Maximum number of groups that are played.
    groups: u64,
    /// Number of batches, 1 to 32.
    pub count: u64,
}

impl Batches {
    /// Divides `groups` groups into batches.
    pub fn of(groups: u64) -> Batches {
        Batches { groups, count: groups.clamp(1, BATCHES) }
    }

    fn batch(&self, group: u64) -> u64 {
        group * self.count / self.groups.max(1)
    }

    /// Returns the number of groups of a batch.
    fn size(&self, batch: u64) -> u64 {
        let begin = |batch: u64| (batch * self.groups).div_ceil(self.count);
        begin(batch + 1) - begin(batch)
    }
}

/// Number of points with games in memory. Threads play the points in order, a few of them at once.
const READY: usize = 16;

/// Creates the games of a point. `None` if the rules do not allow the point, which was checked before.
type Make = dyn Fn(usize) -> Option<Arc<Grouped>> + Send + Sync;
/// The games of a point, created once by the first thread that needs them.
type Ready = Arc<OnceLock<Option<Arc<Grouped>>>>;

/// The games of a study at all points of a design. They are created when they are played and dropped afterwards,
/// because their tables take megabytes each.
pub struct Sites {
    make: Box<Make>,
    ready: Mutex<VecDeque<(usize, Ready)>>,
}

impl Sites {
    /// Creates the sites; `make` creates the games of a point by its index.
    pub fn new(make: impl Fn(usize) -> Option<Arc<Grouped>> + Send + Sync + 'static) -> Sites {
        Sites { make: Box::new(make), ready: Mutex::default() }
    }

    /// Returns the games of a point. `None` if the rules do not allow it.
    pub fn games(&self, place: usize) -> Option<Arc<Grouped>> {
        let ready = {
            let mut all = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
            match all.iter().find(|(known, _)| *known == place) {
                Some((_, ready)) => Arc::clone(ready),
                None => {
                    let ready = Ready::default();
                    all.push_back((place, Arc::clone(&ready)));
                    let most = all.len().saturating_sub(READY);
                    all.drain(..most);
                    ready
                }
            }
        };
        ready.get_or_init(|| (self.make)(place)).clone()
    }
}

impl fmt::Debug for Sites {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sites").finish_non_exhaustive()
    }
}

/// Games at a point of a design.
pub struct Point {
    /// Games under the unchanged ruleset, which define the counted quantities.
    pub base: Arc<Grouped>,
    /// The games of a point, by its index. `None` for those of the unchanged ruleset.
    pub site: Option<(Arc<Sites>, usize)>,
    /// Division of all groups of a point into batches.
    pub batches: Batches,
}

impl Matchup for Point {
    type Counts = PointTally;

    fn effort(&self) -> f64 {
        self.base.effort * self.base.size as f64
    }

    fn empty(&self) -> PointTally {
        PointTally::new(&self.base)
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, PointTally>> {
        let games = match &self.site {
            None => Arc::clone(&self.base),
            Some((sites, place)) => sites.games(*place)?,
        };
        let (mut player, mut numbers) = (games.player(stop), vec![0i64; games.quantities.len()]);
        Some(Box::new(move |group, tally| {
            numbers.fill(0);
            player(group.key, &mut numbers);
            tally.add(&games, self.batches.batch(group.number), &numbers);
        }))
    }

    fn fits(&self, tally: &PointTally, groups: u64, _: &Range<u64>) -> bool {
        let numbers = self.base.quantities.len();
        let mut totals = vec![0i64; numbers];
        let mut counted = 0u64;
        for (groups, more) in tally.batches.values().filter(|(_, more)| more.len() == numbers) {
            counted = counted.saturating_add(*groups);
            totals.iter_mut().zip(more).for_each(|(total, more)| *total = total.saturating_add(*more));
        }
        tally.groups == groups
            && tally.sums.fits(numbers, Observations::of(groups))
            && self.base.shares_fit(&tally.sums, groups)
            && tally.batches.values().all(|(_, totals)| totals.len() == numbers)
            && products_fit(tally, &self.base)
            && tally.triples.len() == tally.products.len()
            && tally.batches.keys().all(|batch| *batch < self.batches.count)
            && (counted, &totals) == (groups, &tally.sums.total)
    }
}

/// Returns true if products of two numbers are within the bounds of their squares (Cauchy and Schwarz).
fn products_fit(tally: &PointTally, games: &Grouped) -> bool {
    let shares = games.quantities.iter().enumerate().filter_map(|(over, quantity)| Some((over, quantity.under?)));
    let squares: Vec<i128> = tally.sums.squares.iter().map(|squares| i128::from(*squares)).collect();
    let one = |(product, (over, under)): (&i64, (usize, usize))| {
        i128::from(*product) * i128::from(*product) <= squares[over] * squares[under]
    };
    tally.products.len() == shares.clone().count() && tally.products.iter().zip(shares).all(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_have_all_groups_and_differ_by_one_at_most() {
        for groups in [1, 5, 32, 33, 100, 4000, 12_345] {
            let batches = Batches::of(groups);
            let mut sizes = vec![0; batches.count as usize];
            (0..groups).for_each(|group| sizes[batches.batch(group) as usize] += 1);
            let told: Vec<u64> = (0..batches.count).map(|batch| batches.size(batch)).collect();
            assert_eq!(told, sizes, "{groups}");
            assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        }
    }

    /// Games are created once while they are in memory, and again after they were dropped; a limited number stays in
    /// memory.
    #[test]
    fn games_are_made_when_they_are_played_and_forgotten_afterwards() {
        let made = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&made);
        let sites = Sites::new(move |place| {
            told.lock().unwrap().push(place);
            Some(Arc::new(Grouped::new(Vec::new(), (1, 1.0), |_| Box::new(|_, _| {}))))
        });
        let first = sites.games(0).unwrap();
        assert!(Arc::ptr_eq(&first, &sites.games(0).unwrap()));
        (1..=READY).for_each(|place| assert!(sites.games(place).is_some()));
        assert_eq!((Arc::strong_count(&first), made.lock().unwrap().len()), (1, READY + 1));
        assert!(sites.games(READY).is_some() && sites.games(0).is_some());
        assert_eq!(made.lock().unwrap().last(), Some(&0));
        assert_eq!(made.lock().unwrap().len(), READY + 2);
    }
}
