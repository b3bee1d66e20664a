//! Races of coins with known chances.

use super::*;
use crate::runner::Counts;
use crate::runner::games::key;
use hitchart_dice::Throw;
use hitchart_stats::LEVEL;

/// Plays pairs of games of a coin. Half of the games, at random, use random numbers that all coins share.
fn coins(seed: u64, arm: usize, chance: f64, pairs: std::ops::Range<u64>) -> Margins {
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
    let (mut one, two, three) =
        (Margins::new(4, vec![[1, 2]]), Margins::new(0, vec![[3, 4], [5, 6]]), Margins::new(2, vec![[7, 8], [9, 9]]));
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
