//! Races that find the best of many by games on common random numbers: heats that halve the field, and counts of their
//! games.
//!
//! An arm is anything that plays: a company, a policy, a change. All arms of a heat meet the same opponents on common
//! random numbers, so that they differ by strength and not by luck. Games of one heat count in the next.
//!
//! Sequential halving (Z. Karnin, T. Koren and O. Somekh, 2013, Almost Optimal Exploration in Multi-Armed Bandits,
//! ICML): heats of equal cost, after each of which the better half goes on. Unlike in the paper, games of earlier heats
//! count in later ones.

use crate::runner::Counts;
use crate::study::{Duel, PairCounts};
use hitchart_stats::{
    Bounds, Estimate, LEVEL, Moments,
    order::{largest_first, smallest_first},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::Range};

// Heats that halve the field.

/// Settings of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halving {
    /// Number of arms at the start.
    pub arms: usize,
    /// Approximate number of pairs of games of all arms together; every arm of a heat plays at least one.
    pub pairs: u64,
    /// Number of arms that are left at the end, at least 1.
    pub left: usize,
}

/// A heat: one part of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Number of arms in the heat.
    pub arms: usize,
    /// Numbers of the pairs that each arm plays, after those of earlier heats.
    pub pairs: Range<u64>,
}

impl Halving {
    /// Returns all heats: none without arms, one if all arms may be left at the end.
    pub fn heats(&self) -> Vec<Heat> {
        let mut sizes = vec![self.arms];
        while let Some(size) = sizes.last().copied().filter(|size| size.div_ceil(2) > self.left.max(1)) {
            sizes.push(size.div_ceil(2));
        }
        let budget = self.pairs / sizes.len() as u64;
        let mut end = 0;
        let heat = |arms: usize| {
            let from = end;
            end += (budget / arms as u64).max(1);
            Heat { arms, pairs: from..end }
        };
        sizes.into_iter().filter(|size| *size > 0).map(heat).collect()
    }
}

/// Progress of a race. `G` is the type of the arms' counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Race<G = Margins> {
    /// All arms with their games: those in the race first, from the best down, then the dropped, from the last dropped
    /// back.
    pub standings: Vec<ArmGames<G>>,
    /// The next heat to play; `None` at the end.
    pub next: Option<Next>,
}

/// An arm and its games.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmGames<G = Margins> {
    /// Index of the arm.
    pub arm: usize,
    /// Number of heats that the arm has played.
    pub heats: usize,
    /// Games of the arm in all heats so far.
    pub margins: G,
}

/// A heat to play, with its arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// Number of the heat, from 0.
    pub heat: usize,
    /// Numbers of the pairs that each arm plays.
    pub pairs: Range<u64>,
    /// Indices of the arms that play, the best so far first.
    pub arms: Vec<usize>,
}

/// Runs a race up to the last heat with games. `played` returns the games of an arm in a heat, `None` if they are still
/// to be played. `worth` rates an arm by all its games. Of equals, the earlier arm goes on.
pub fn race(plan: &Halving, played: impl Fn(usize, usize) -> Option<Margins>, worth: impl Fn(&Margins) -> f64) -> Race {
    race_in_heats(plan, |heat| heat.arms.iter().map(|arm| played(*arm, heat.heat)).collect(), worth)
}

/// Runs a race like [`race`], with games that are counted heat by heat. `played` returns the games of a heat's arms, in
/// the order of the arms; `None` if the heat is still to be played.
pub fn race_in_heats<G: Counts + Default>(
    plan: &Halving,
    played: impl Fn(&Next) -> Option<Vec<G>>,
    worth: impl Fn(&G) -> f64,
) -> Race<G> {
    let mut running: Vec<ArmGames<G>> =
        (0..plan.arms).map(|arm| ArmGames { arm, heats: 0, margins: G::default() }).collect();
    let mut dropped: Vec<ArmGames<G>> = Vec::new();
    let heats = plan.heats();
    for (number, heat) in heats.iter().enumerate() {
        let arms = running.iter().map(|standing| standing.arm).collect();
        let next = Next { heat: number, pairs: heat.pairs.clone(), arms };
        let Some(games) = played(&next) else {
            return Race { standings: running.into_iter().chain(dropped).collect(), next: Some(next) };
        };
        for (standing, games) in running.iter_mut().zip(games) {
            standing.heats = number + 1;
            standing.margins.add(&games);
        }
        smallest_first(&mut running, |standing| standing.arm as f64);
        largest_first(&mut running, |standing| worth(&standing.margins));
        let left = heats.get(number + 1).map_or(running.len(), |next| next.arms);
        let mut gone = running.split_off(left);
        gone.append(&mut dropped);
        dropped = gone;
    }
    Race { standings: running.into_iter().chain(dropped).collect(), next: None }
}

// Counts of an arm's games.

/// Margins of the two games of a pair, with swapped seats and common random numbers. A margin is the arm's score minus
/// the best other score.
type Pair = [i16; 2];

/// Margins of games by the number of their pair, in runs without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Margins {
    runs: Vec<Run>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    /// Number of the first pair.
    from: u64,
    pairs: Vec<Pair>,
}

/// The lead of one arm over another on the pairs that both have played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Difference in shares of points, -1 to 1. `n` counts the games of either arm; an observation is a pair.
    pub points: Estimate,
    /// p-value of no difference.
    pub p_value: f64,
}

impl Margins {
    /// Creates the margins of pairs that are numbered from `from` on.
    pub fn new(from: u64, pairs: Vec<Pair>) -> Margins {
        Margins { runs: vec![Run { from, pairs }] }
    }

    /// Returns the number of pairs of games.
    pub fn pairs(&self) -> u64 {
        self.runs.iter().map(|run| run.pairs.len() as u64).sum()
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Returns true if the number of games is `games`, and the pairs have different numbers within `pairs`.
    pub fn fits(&self, games: u64, pairs: &Range<u64>) -> bool {
        let end = |from: u64, run: &Run| from.checked_add(run.pairs.len() as u64).filter(|_| !run.pairs.is_empty());
        let next = |last: u64, run: &Run| if run.from < last { None } else { end(run.from, run) };
        let last = self.runs.iter().try_fold(pairs.start, next);
        last.is_some_and(|last| last <= pairs.end.max(pairs.start)) && self.games() == games
    }

    /// Returns the numbers of pairs with their margins, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Pair)> {
        self.runs.iter().flat_map(|run| (run.from..).zip(run.pairs.iter().copied()))
    }

    /// Returns the games as wins, ties and losses.
    pub fn duel(&self) -> Duel {
        let mut duel = Duel::default();
        self.iter().for_each(|(_, pair)| duel.add_pair(pair.map(|margin| margin.signum() as i8)));
        duel
    }

    /// Returns the half points of all pairs: two for a win, one for a tie.
    pub fn half_points(&self) -> u64 {
        self.iter().map(|(_, pair)| half_points(pair)).sum()
    }

    /// Returns the sum of all margins.
    pub fn total(&self) -> i64 {
        self.iter().map(|(_, pair)| pair.iter().map(|margin| i64::from(*margin)).sum::<i64>()).sum()
    }

    /// Returns the share of points, with its interval over pairs; a tie is half a point.
    pub fn points(&self) -> Estimate {
        self.duel().points()
    }

    /// Returns the lead over `others` in shares of points, on the pairs of both. `level` is the confidence level of the
    /// interval.
    pub fn more_than(&self, others: &Margins, level: f64) -> Difference {
        let theirs: BTreeMap<u64, Pair> = others.iter().collect();
        let mut counts = [0_u64; 9];
        for (number, pair) in self.iter() {
            if let Some(other) = theirs.get(&number) {
                counts[(4 + half_points(pair) - half_points(*other)) as usize] += 1;
            }
        }
        let shares = counts.iter().enumerate().map(|(more, pairs)| (more as f64 / 4.0 - 1.0, *pairs));
        let (moments, bounds) = (Moments::of_counts(shares), Bounds::DIFFERENCE_OF_SHARES);
        let points = Estimate::of(&moments, &bounds, level);
        Difference { points: Estimate { n: 2 * points.n, ..points }, p_value: moments.p_value(&bounds, 0.0) }
    }

    /// Returns the mean margin of a game minus the mean of all arms, including this one, in points of score. The
    /// interval is over the pairs that all arms have played.
    pub fn worth_among(&self, all: &[&Margins]) -> Estimate {
        let sum = |pair: Pair| pair.iter().map(|margin| i64::from(*margin)).sum::<i64>();
        let mut totals: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
        for (number, pair) in all.iter().flat_map(|margins| margins.iter()) {
            let (total, arms) = totals.entry(number).or_default();
            *total += sum(pair);
            *arms += 1;
        }
        let many = all.len().max(1) as i64;
        // Counted in parts of a point that make differences whole: twice the number of arms, for two games a pair.
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for (number, pair) in self.iter() {
            if let Some((total, _)) = totals.get(&number).filter(|(_, arms)| *arms == many) {
                *counts.entry(many * sum(pair) - total).or_default() += 1;
            }
        }
        let scale = (2 * many) as f64;
        let means = counts.iter().map(|(more, pairs)| (*more as f64 / scale, *pairs));
        let bounds = Bounds { step: 0.5, ..Bounds::WHOLE };
        let estimate = Estimate::of(&Moments::of_counts(means), &bounds, LEVEL);
        Estimate { n: 2 * estimate.n, ..estimate }
    }
}

fn half_points(pair: Pair) -> u64 {
    pair.into_iter().map(|margin| (1 + i64::from(margin.signum())) as u64).sum()
}

impl PairCounts for Margins {
    fn add_pair(&mut self, number: u64, margins: Pair) {
        match self.runs.last_mut().filter(|run| run.from + run.pairs.len() as u64 == number) {
            Some(run) => run.pairs.push(margins),
            None => self.runs.push(Run { from: number, pairs: vec![margins] }),
        }
    }

    fn fits(&self, games: u64, pairs: &Range<u64>) -> bool {
        Margins::fits(self, games, pairs)
    }
}

impl Counts for Margins {
    fn add(&mut self, other: &Margins) {
        self.runs.extend(other.runs.iter().cloned());
        self.runs.sort_by_key(|run| run.from);
        let joined = self.runs.drain(..).fold(Vec::<Run>::new(), |mut joined, run| {
            match joined.last_mut().filter(|last| last.from + last.pairs.len() as u64 == run.from) {
                Some(last) => last.pairs.extend(run.pairs),
                None => joined.push(run),
            }
            joined
        });
        self.runs = joined;
    }
}

/// Races of coins with known chances.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::games::key;
    use hitchart_dice::Throw;
    use hitchart_stats::LEVEL;

    /// Plays pairs of games of a coin. Half of the games, at random, use random numbers that all coins share.
    fn coins(seed: u64, arm: usize, chance: f64, pairs: Range<u64>) -> Margins {
        let pair = |number: u64| {
            let (mut common, mut own) =
                (Throw::new(key(seed, "common", number)), Throw::new(key(seed, &format!("own {arm}"), number)));
            [0, 1].map(|_| {
                let shared = common.below(1000) < 500;
                let (theirs, mine) = (common.below(1_000_000), own.below(1_000_000));
                if ((if shared { theirs } else { mine }) as f64) < chance * 1e6 { 1 } else { -1 }
            })
        };
        Margins::new(pairs.start, pairs.map(pair).collect())
    }

    fn points(margins: &Margins) -> f64 {
        margins.half_points() as f64 / margins.pairs().max(1) as f64
    }

    /// Returns the chances of `arms` arms: the best is a step better than all others, which fall off evenly.
    fn ladder(arms: usize) -> Vec<f64> {
        (0..arms).map(|arm| if arm == 7 { 0.60 } else { 0.52 - 0.2 * arm as f64 / arms as f64 }).collect()
    }

    fn winner(seed: u64, chances: &[f64], plan: &Halving) -> (usize, u64) {
        let heats = plan.heats();
        let played = |arm: usize, heat: usize| Some(coins(seed, arm, chances[arm], heats[heat].pairs.clone()));
        let race = race(plan, played, points);
        (race.standings[0].arm, race.standings.iter().map(|standing| standing.margins.pairs()).sum())
    }

    #[test]
    fn heats_cost_alike_and_halve_the_field() {
        let heats = Halving { arms: 32, pairs: 1600, left: 1 }.heats();
        assert_eq!(heats.iter().map(|heat| heat.arms).collect::<Vec<_>>(), [32, 16, 8, 4, 2]);
        assert_eq!(heats[0].pairs, 0..10);
        assert_eq!(heats[4].pairs, 150..310);
        let cost: u64 = heats.iter().map(|heat| heat.arms as u64 * (heat.pairs.end - heat.pairs.start)).sum();
        assert_eq!(cost, 1600);
        assert_eq!(Halving { arms: 3, pairs: 9, left: 3 }.heats(), [Heat { arms: 3, pairs: 0..3 }]);
        assert!(Halving { arms: 0, pairs: 9, left: 1 }.heats().is_empty());
    }

    #[test]
    fn a_race_asks_heat_by_heat_and_ends_with_the_best() {
        let plan = Halving { arms: 4, pairs: 16, left: 1 };
        let nothing = race(&plan, |_, _| None, points);
        assert_eq!(nothing.next, Some(Next { heat: 0, pairs: 0..2, arms: vec![0, 1, 2, 3] }));
        // Arm 2 wins all, arm 1 ties, the others lose.
        let games = |arm: usize, heat: usize| {
            let margin = [-3, 0, 2, -1][arm];
            let pairs = plan.heats()[heat].pairs.clone();
            Margins::new(pairs.start, pairs.map(|_| [margin, margin]).collect())
        };
        let one = race(&plan, |arm, heat| (heat == 0).then(|| games(arm, heat)), points);
        assert_eq!(one.next.as_ref().map(|next| (next.heat, next.arms.clone())), Some((1, vec![2, 1])));
        let all = race(&plan, |arm, heat| Some(games(arm, heat)), points);
        assert_eq!(all.next, None);
        assert_eq!(all.standings.iter().map(|standing| standing.arm).collect::<Vec<_>>(), [2, 1, 0, 3]);
        assert_eq!(all.standings[0].margins.pairs(), 2 + 4);
    }

    /// Of 200 races of 32 arms, the planted best wins at least 180 on average: 9 in 10. If it is exactly that, fewer than
    /// 167 have a chance of 0.001.
    #[test]
    fn the_planted_best_wins_nine_races_in_ten() {
        let (chances, plan) = (ladder(32), Halving { arms: 32, pairs: 32 * 60, left: 1 });
        let found = (0..200).filter(|seed| winner(*seed, &chances, &plan).0 == 7).count();
        assert!(found >= 167, "{found}");
    }

    /// Races on common random numbers play at most half as many games as a fixed number of unpaired games for each arm,
    /// with no more errors. Tested on ladders and among equals with one better arm.
    #[test]
    fn races_need_at_most_half_of_the_games_of_a_fixed_number() {
        let equals: Vec<f64> = (0..32).map(|arm| if arm == 11 { 0.57 } else { 0.5 }).collect();
        for (chances, best) in [(ladder(32), 7), (equals, 11)] {
            let each = 100;
            let plan = Halving { arms: 32, pairs: 32 * each / 2, left: 1 };
            let (mut raced_wrong, mut fixed_wrong) = (0, 0);
            for seed in 0..150 {
                let (winner, pairs) = winner(seed, &chances, &plan);
                assert!(2 * pairs <= 32 * each);
                raced_wrong += u64::from(winner != best);
                let fixed = (0..32).map(|arm| points(&coins(seed * 100 + arm as u64, arm, chances[arm], 0..each)));
                let fixed = fixed.enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(arm, _)| arm);
                fixed_wrong += u64::from(fixed != Some(best));
            }
            assert!(raced_wrong <= fixed_wrong, "{raced_wrong} wrong in races, {fixed_wrong} with a fixed number");
        }
    }

    /// Intervals of differences at 95% miss in 5% of cases: of 400, more than 34 misses have a chance of 0.002.
    #[test]
    fn differences_on_common_dice_are_covered() {
        let misses = (0..400_u64).filter(|seed| {
            let (one, other) = (coins(*seed, 0, 0.55, 0..150), coins(*seed, 1, 0.5, 0..150));
            let difference = one.more_than(&other, LEVEL);
            let (low, high) = difference.points.interval;
            !(low..=high).contains(&0.05)
        });
        assert!(misses.count() <= 34);
    }

    #[test]
    fn differences_are_of_the_pairs_of_both() {
        let one = Margins::new(0, vec![[1, 1], [0, 0], [-2, 3]]);
        let other = Margins::new(1, vec![[-1, -1], [5, 1], [9, 9]]);
        let difference = one.more_than(&other, LEVEL);
        assert_eq!((difference.points.n, difference.points.observations), (4, 2));
        assert!(difference.points.point.abs() < 1e-12, "half a point more and half a point less");
        assert_eq!((one.duel().wins, one.duel().ties, one.duel().losses), (3, 2, 1));
    }

    #[test]
    fn blocks_join_in_any_order() {
        let (mut one, two, three) = (
            Margins::new(4, vec![[1, 2]]),
            Margins::new(0, vec![[3, 4], [5, 6]]),
            Margins::new(2, vec![[7, 8], [9, 9]]),
        );
        one.add(&two);
        one.add(&three);
        assert_eq!(one, Margins::new(0, vec![[3, 4], [5, 6], [7, 8], [9, 9], [1, 2]]));
        let json = serde_json::to_value(&one).unwrap();
        assert_eq!(serde_json::from_value::<Margins>(json).unwrap(), one);
    }

    /// Arms with margins 2, 0 and -2 above a common part are worth 2, 0 and -2 more than the mean of all arms.
    #[test]
    fn worth_is_told_from_the_mean_of_all() {
        let arm = |more: i16| Margins::new(0, (0..50).map(|pair| [more + pair % 7, more - pair % 3]).collect());
        let arms = [arm(2), arm(0), arm(-2)];
        let all: Vec<&Margins> = arms.iter().collect();
        for (arm, worth) in arms.iter().zip([2.0, 0.0, -2.0]) {
            let estimate = arm.worth_among(&all);
            assert!((estimate.point - worth).abs() < 1e-12 && estimate.n == 100, "{estimate:?}");
        }
    }
}
