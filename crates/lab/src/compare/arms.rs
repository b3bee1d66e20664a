//! The same games under two rulesets: each group of games is played by both with common dice, in one count.

use crate::runner::{Counts, GroupCounter, Matchup};
use crate::study::{Grouped, Observations, Quantity, Sums, Winner, add_all, step_of_share};
use hitchart_stats::{Moments, less_rounding};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::Range, sync::Arc, sync::atomic::AtomicBool};

/// Results of groups of games under both rulesets. A group under both is one observation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Arms {
    /// Number of groups, each played under both rulesets.
    pub groups: u64,
    /// Sums of each ruleset, in the order of the quantities.
    pub sums: [Sums; 2],
    /// Sums of the second ruleset's numbers less the first's.
    pub differences: Sums,
    /// A mark for each quantity: two quantities with the same mark had the same numbers in every group.
    pub marks: Vec<u64>,
    /// Sums of products for each quantity that is a share of another, see [`Products`].
    pub products: Vec<Products>,
    /// Sums of products of three factors for each of them, see [`Triples`].
    #[serde(default)]
    pub triples: Vec<Triples>,
    /// Number of groups by wins. The key has a digit for each number that counts wins of a side or a policy, first
    /// under the first ruleset, then under the second. Empty if there are no such numbers.
    #[serde(default)]
    outcomes: BTreeMap<String, u64>,
}

/// Sums over groups of the products of four numbers in pairs: over and under by the first ruleset, then by the second.
/// The order is the first number with itself and those after it, then the second, and so on.
pub type Products = [i64; 10];

/// Sums of products of three: the first number with itself and each pair, then the second with each pair after it, and
/// so on.
pub type Triples = [i64; 20];

/// Returns pairs of indices in the order of [`Products`].
fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..4).flat_map(|i| (i..4).map(move |j| [i, j]))
}

/// Returns triples of indices in the order of [`Triples`].
fn triples() -> impl Iterator<Item = [usize; 3]> {
    (0..4).flat_map(|i| (i..4).flat_map(move |j| (j..4).map(move |k| [i, j, k])))
}

/// Returns the number of orders of factors with nondecreasing indices.
fn orders<const N: usize>(places: [usize; N]) -> f64 {
    let mut alike = 1.0;
    let mut orders = 1.0;
    for i in 1..N {
        alike = if places[i] == places[i - 1] { alike + 1.0 } else { 1.0 };
        orders *= (i + 1) as f64 / alike;
    }
    orders
}

/// Returns the sum over groups of the `N`-th power of a weighted sum of four numbers, from the sums of products of `N`
/// factors.
fn power<const N: usize>(weights: &[f64; 4], sums: &[i64], places: impl Iterator<Item = [usize; N]>) -> f64 {
    let term = |(places, sum): ([usize; N], &i64)| {
        places.iter().map(|place| weights[*place]).product::<f64>() * *sum as f64 * orders(places)
    };
    less_rounding(places.zip(sums).map(term))
}

impl Arms {
    /// Creates empty arms of games with these quantities.
    pub fn new(quantities: &[Quantity]) -> Arms {
        let numbers = quantities.len();
        let shares = quantities.iter().filter(|quantity| quantity.under.is_some()).count();
        let sums = || Sums::new(numbers);
        Arms {
            groups: 0,
            sums: [sums(), sums()],
            differences: sums(),
            marks: vec![0; numbers],
            products: vec![[0; 10]; shares],
            triples: vec![[0; 20]; shares],
            outcomes: BTreeMap::new(),
        }
    }

    /// Adds the numbers of the group of a key.
    pub fn add(&mut self, quantities: &[Quantity], key: u64, numbers: &[Vec<i64>; 2]) {
        self.groups += 1;
        for (sums, numbers) in self.sums.iter_mut().zip(numbers) {
            sums.add(numbers.iter().copied());
            sums.close(true);
        }
        let [first, second] = numbers;
        self.differences.add(first.iter().zip(second).map(|(first, second)| second - first));
        self.differences.close(true);
        let factors = [1, 2].map(|arm| scrambled(key.wrapping_add(arm)));
        for (mark, (first, second)) in self.marks.iter_mut().zip(first.iter().zip(second)) {
            let of_group =
                (*first as u64).wrapping_mul(factors[0]).wrapping_add((*second as u64).wrapping_mul(factors[1]));
            *mark = mark.wrapping_add(of_group);
        }
        let shares = quantities.iter().enumerate().filter_map(|(over, quantity)| Some((over, quantity.under?)));
        for ((products, triple), (over, under)) in self.products.iter_mut().zip(&mut self.triples).zip(shares) {
            let four = [first[over], first[under], second[over], second[under]];
            let product = |places: &[usize]| places.iter().fold(1i64, |all, place| all.saturating_mul(four[*place]));
            products.iter_mut().zip(pairs()).for_each(|(sum, places)| *sum = sum.saturating_add(product(&places)));
            triple.iter_mut().zip(triples()).for_each(|(sum, places)| *sum = sum.saturating_add(product(&places)));
        }
        let outcome: String = numbers.iter().flat_map(|of| winners(quantities).map(|i| digit(of[i]))).collect();
        if !outcome.is_empty() {
            *self.outcomes.entry(outcome).or_default() += 1;
        }
    }

    /// Returns the number of groups by wins under the first and under the second ruleset, in the order of the numbers
    /// that count wins.
    pub fn outcomes(&self) -> impl Iterator<Item = ([Vec<u32>; 2], u64)> {
        self.outcomes.iter().map(|(outcome, groups)| {
            let wins: Vec<u32> = outcome.chars().map(|digit| digit.to_digit(BASE).unwrap_or(0)).collect();
            let (first, second) = wins.split_at(wins.len() / 2);
            ([first.to_vec(), second.to_vec()], *groups)
        })
    }

    /// Returns the moments of the lead of a share of wins over another, under the first (0) or the second ruleset (1).
    /// Groups are the observations. `None` unless both numbers count wins of a side or a policy.
    pub fn lead(&self, quantities: &[Quantity], size: u64, arm: usize, [own, other]: [usize; 2]) -> Option<Moments> {
        let at = |number: usize| winners(quantities).position(|place| place == number);
        let (own, other) = (at(own)?, at(other)?);
        let lead = |wins: &[u32]| (f64::from(wins[own]) - f64::from(wins[other])) / size as f64;
        let leads: Vec<(f64, u64)> = self.outcomes().map(|(wins, groups)| (lead(&wins[arm]), groups)).collect();
        Some(Moments::of_counts(leads.into_iter()))
    }

    /// Returns true if these can be sums of the quantities.
    pub fn are_of(&self, quantities: &[Quantity]) -> bool {
        let numbers = quantities.len();
        self.marks.len() == numbers
            && self.sums.iter().chain([&self.differences]).all(|sums| sums.fits(numbers, Observations::of(self.groups)))
            && self.products_are_of(quantities)
            && self.triples.len() == self.products.len()
            && (0..numbers).all(|i| {
                let total = |sums: &Sums| i128::from(sums.total[i]);
                total(&self.sums[0]) + total(&self.differences) == total(&self.sums[1])
            })
            && self.outcomes_are_of(winners(quantities).count())
    }

    /// Returns true if products are possible for these sums of squares: equal to the squares on the diagonal, and
    /// otherwise within the bounds of both (Cauchy and Schwarz).
    fn products_are_of(&self, quantities: &[Quantity]) -> bool {
        let shares: Vec<[usize; 2]> =
            quantities.iter().enumerate().filter_map(|(over, quantity)| Some([over, quantity.under?])).collect();
        let one = |(products, places): (&Products, &[usize; 2])| {
            let square = |i: usize| i128::from(self.sums[i / 2].squares[places[i % 2]]);
            pairs().zip(products).all(|([i, j], product)| {
                let product = i128::from(*product);
                if i == j { product == square(i) } else { product * product <= square(i) * square(j) }
            })
        };
        self.products.len() == shares.len() && self.products.iter().zip(&shares).all(one)
    }

    fn outcomes_are_of(&self, winners: usize) -> bool {
        let is_one = |outcome: &String| outcome.chars().count() == 2 * winners;
        let groups = if winners == 0 { 0 } else { self.groups };
        self.outcomes.keys().all(is_one)
            && self.outcomes.values().try_fold(0u64, |sum, groups| sum.checked_add(*groups)) == Some(groups)
    }

    /// Returns true if two numbers were the same in every group.
    pub fn are_alike(&self, first: usize, second: usize) -> bool {
        self.marks[first] == self.marks[second]
    }

    /// Returns the observations of the sums, with `size` games per group.
    pub fn observations(&self, size: u64) -> Observations {
        Observations { games: self.groups * size, size, whole: self.groups }
    }

    /// Returns the change of a share of sums from the first ruleset to the second, and the largest distance of an
    /// unseen group. The excess of a group's sums over the shares of its ruleset has the spread of the change (W. G.
    /// Cochran, 1977, Sampling Techniques, 2.11). `place` is the index among the shares. `None` if the denominator is 0
    /// under one ruleset.
    pub fn change_of_share(&self, place: usize, over: usize, under: usize) -> Option<(Moments, f64)> {
        let (products, three) = (self.products.get(place)?, self.triples.get(place)?);
        let total = |arm: usize, i: usize| self.sums[arm].total[i] as f64;
        let (below, above) = ([total(0, under), total(1, under)], [total(0, over), total(1, over)]);
        if below.contains(&0.0) {
            return None;
        }
        let shares = [above[0] / below[0], above[1] / below[1]];
        let groups = self.groups as f64;
        let weights =
            [-groups / below[0], shares[0] * groups / below[0], groups / below[1], -shares[1] * groups / below[1]];
        let powers = [power(&weights, products, pairs()), power(&weights, three, triples())];
        let step = [0, 1].map(|arm: usize| {
            let heavy = (self.sums[arm].squares[under] as f64 * groups).sqrt() / below[arm];
            step_of_share(shares[arm], heavy)
        });
        let moments = Moments::of_deviations(self.groups, shares[1] - shares[0], powers);
        Some((moments, step[0].max(step[1])))
    }

    /// Returns the root mean square of a number in a group, per game; the larger one of both rulesets.
    pub fn size_of(&self, i: usize, size: u64) -> f64 {
        let games = size as f64;
        self.sums.iter().map(|sums| (sums.squares[i] as f64 / self.groups as f64).sqrt() / games).fold(0.0, f64::max)
    }
}

/// Returns the indices of the numbers that count wins of a side or a policy.
pub(super) fn winners(quantities: &[Quantity]) -> impl Iterator<Item = usize> {
    quantities
        .iter()
        .enumerate()
        .filter(|(_, quantity)| quantity.winner.as_ref().is_some_and(Winner::is_alone))
        .map(|(i, _)| i)
}

/// Upper bound of the games per group, exclusive.
const BASE: u32 = 36;

/// Formats a number of games of a group as a digit.
fn digit(games: i64) -> char {
    u32::try_from(games).ok().and_then(|games| char::from_digit(games, BASE)).unwrap_or('?')
}

/// Mixes all bits of a key (splitmix64; G. L. Steele, D. Lea, C. H. Flood, 2014, OOPSLA).
fn scrambled(key: u64) -> u64 {
    let mut bits = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

impl Counts for Arms {
    fn add(&mut self, other: &Arms) {
        self.groups += other.groups;
        self.sums.iter_mut().zip(&other.sums).for_each(|(sums, more)| sums.merge(more));
        self.differences.merge(&other.differences);
        self.marks.iter_mut().zip(&other.marks).for_each(|(mark, more)| *mark = mark.wrapping_add(*more));
        self.products.iter_mut().zip(&other.products).for_each(|(products, more)| add_all(products, more));
        self.triples.iter_mut().zip(&other.triples).for_each(|(triples, more)| add_all(triples, more));
        other.outcomes.iter().for_each(|(outcome, more)| *self.outcomes.entry(outcome.clone()).or_default() += more);
    }
}

/// Games of a study under the first and under the second ruleset. A group is played under both.
pub struct PairedGroups(pub [Arc<Grouped>; 2]);

impl Matchup for PairedGroups {
    type Counts = Arms;

    fn effort(&self) -> f64 {
        self.0.iter().map(|arm| arm.effort * arm.size as f64).sum()
    }

    fn empty(&self) -> Arms {
        Arms::new(&self.0[0].quantities)
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, Arms>> {
        let quantities = &self.0[0].quantities;
        let mut players = self.0.each_ref().map(|arm| arm.player(stop));
        let mut numbers = [(); 2].map(|()| vec![0i64; quantities.len()]);
        Some(Box::new(move |group, arms| {
            for (player, numbers) in players.iter_mut().zip(&mut numbers) {
                numbers.fill(0);
                player(group.key, numbers);
            }
            arms.add(quantities, group.key, &numbers);
        }))
    }

    fn fits(&self, arms: &Arms, groups: u64, _: &Range<u64>) -> bool {
        arms.groups == groups
            && arms.are_of(&self.0[0].quantities)
            && self.0.iter().zip(&arms.sums).all(|(games, sums)| games.shares_fit(sums, groups))
    }
}
