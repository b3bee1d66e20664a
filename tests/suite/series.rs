//! Series of several attacks on one target with cover and defense that wear down between them.
//!
//! The kernel must agree with the exact chain on a dozen varied plans, by three families of tests. Pearson's chi-square
//! tests the joint distribution of cover lost and damage taken, the Dvoretzky-Kiefer-Wolfowitz bound the whole survival
//! curve, and Wilson's interval each point of the curve. Each family has a level of 0.001; the first is corrected by
//! Holm, the others share the level evenly. Seeds are fixed. The chain must also equal a naive enumeration of every die
//! and, without cover, attrition along the best order of losses.

use hitchart_dice::exact::{self, SeriesOdds};
use hitchart_dice::kernel::{self, SeriesCounts};
use hitchart_dice::plan::{CoverOrder, HitChart, SeriesPlan, WearingDie};
use hitchart_dice::{Pool, Stream};
use hitchart_rapid_attack::attack;
use hitchart_rapid_attack::durability::{Objective, Ordeal, durability};
use hitchart_rapid_attack::frame::Frame;
use hitchart_rapid_attack::loadouts::loadout_of;
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_rapid_attack::ruleset::ChartName;
use hitchart_stats::{chi_square, dkw_bound, holm, largest_gap, proportion};

/// Family-wise level of each family of tests.
const LEVEL: f64 = 0.001;
/// Number of runs sampled for each plan.
const RUNS: u64 = 100_000;
const ORDERS: [CoverOrder; 3] = [CoverOrder::LowFirst, CoverOrder::HighFirst, CoverOrder::Static];

fn pool(text: &str) -> Pool {
    text.parse().unwrap()
}

/// Returns a plan on the rulebook's charts; `defense` lists sides and the damage at which the die is lost.
fn plan(dice: [&str; 2], defense: &[(u8, u8)], cover: (u8, CoverOrder), [hit_points, attacks]: [u8; 2]) -> SeriesPlan {
    let charts = rulebook().charts;
    SeriesPlan {
        attack: pool(dice[0]),
        spot: pool(dice[1]),
        bonus: 0,
        defense: defense
            .iter()
            .map(|(sides, until)| WearingDie { sides: *sides, until: *until, summed: false })
            .collect(),
        defense_bonus: 0,
        covered: HitChart { order: cover.1, ..charts.chart(ChartName::Cover) },
        open: charts.chart(ChartName::Open),
        cover_hits: cover.0,
        hit_points,
        attacks,
    }
}

/// Returns a dozen plans: every order of cover dice, cover of 0 to 4 hits, dice that wear early, late and never.
fn plans() -> Vec<SeriesPlan> {
    let [low, high, fixed] = ORDERS;
    let hand_to_hand = rulebook().charts.chart(ChartName::HandToHand);
    vec![
        plan(["3d6", "1d6"], &[], (0, low), [6, 6]),
        plan(["3d6", "1d6"], &[(6, 3), (6, 6)], (0, low), [6, 8]),
        plan(["3d6", "1d6"], &[(6, 3), (6, 6)], (1, low), [6, 5]),
        plan(["3d6", "1d6"], &[(6, 3), (6, 6)], (2, low), [6, 5]),
        plan(["3d6", "1d6"], &[(6, 3), (6, 6)], (3, high), [6, 5]),
        plan(["3d6", "1d6"], &[(6, 3), (6, 6)], (4, fixed), [6, 5]),
        plan(["2d6+1d8", ""], &[(6, 1)], (2, high), [3, 4]),
        plan(["2d6+1d8", "2d6"], &[(6, 1), (8, 2), (6, 4)], (4, low), [4, 3]),
        plan(["4d6+1d8", "1d6"], &[(6, 2), (6, 2), (6, 5)], (3, low), [5, 2]),
        plan(["1d6", ""], &[(6, 6)], (1, fixed), [2, 12]),
        plan(["1d6", "1d6"], &[], (4, high), [1, 7]),
        SeriesPlan { covered: hand_to_hand, open: hand_to_hand, ..plan(["3d6", ""], &[(6, 4)], (0, low), [5, 6]) },
    ]
}

fn sampled() -> Vec<(SeriesPlan, SeriesOdds, SeriesCounts)> {
    let sample = |(job, plan): (usize, SeriesPlan)| {
        let counts = kernel::series_block(&plan, Stream { seed: 7, job: job as u64, stream: 0 }, RUNS);
        let odds = exact::series(&plan);
        (plan, odds, counts)
    };
    plans().into_iter().enumerate().map(sample).collect()
}

#[test]
fn the_kernel_agrees_with_the_chain_on_the_joint_distribution() {
    let all = sampled();
    let p = |(_, odds, counts): &(SeriesPlan, SeriesOdds, SeriesCounts)| {
        chi_square(counts.joint.as_slice(), odds.joint.as_slice()).p_value
    };
    let adjusted = holm(&all.iter().map(p).collect::<Vec<f64>>());
    for ((plan, ..), p) in all.iter().zip(adjusted) {
        assert!(p > LEVEL, "{plan:?}: p = {p}");
    }
}

/// Computes the distribution of the attack that destroys from the survival curve; the last entry is "none of them".
fn destroyed_at<T: Copy>(alive: &[T], less: impl Fn(T, T) -> T) -> Vec<T> {
    let falls = alive.windows(2).map(|pair| less(pair[0], pair[1]));
    falls.chain(alive.last().copied()).collect()
}

#[test]
fn the_kernel_agrees_with_the_chain_on_survival() {
    let all = sampled();
    let bound = dkw_bound(RUNS, LEVEL / all.len() as f64);
    let points: usize = all.iter().map(|(plan, ..)| usize::from(plan.attacks)).sum();
    for (plan, odds, counts) in &all {
        let (seen, expected) =
            (destroyed_at(&counts.alive_after, |a, b| a - b), destroyed_at(&odds.alive_after, |a, b| a - b));
        let gap = largest_gap(&seen, &expected);
        assert!(gap <= bound, "{plan:?}: {gap} exceeds {bound}");
        assert_eq!(counts.alive_after.len(), odds.alive_after.len());
        for (alive, p) in counts.alive_after.iter().zip(&odds.alive_after) {
            let (low, high) = proportion(*alive, RUNS, 1.0 - LEVEL / points as f64).interval;
            assert!((low - 1e-12..=high + 1e-12).contains(p), "{plan:?}: {p} is not within {low} to {high}");
        }
    }
}

#[test]
fn the_chain_equals_every_die_rolled_one_by_one() {
    for (order, cover) in ORDERS.into_iter().zip([1, 2, 2]) {
        let plan = plan(["1d3", ""], &[(2, 1)], (cover, order), [3, 3]);
        let odds = exact::series(&plan);
        let mut naive = vec![0.0; odds.joint.as_slice().len()];
        let start = State { damage: 0, left: cover, attacks: plan.attacks };
        play(&plan, start, 1.0, &mut |state, p| {
            naive[usize::from(cover - state.left) * odds.joint.columns() + usize::from(state.damage)] += p;
        });
        for (a, b) in odds.joint.as_slice().iter().zip(&naive) {
            assert!((a - b).abs() < 1e-12, "{order:?}: {:?} is not {naive:?}", odds.joint);
        }
    }
}

#[derive(Clone, Copy)]
struct State {
    damage: u8,
    left: u8,
    attacks: u8,
}

/// Plays all further attacks, enumerating every face of every die, and passes each end with its probability to `end`.
fn play(plan: &SeriesPlan, state: State, p: f64, end: &mut impl FnMut(State, f64)) {
    if state.attacks == 0 {
        return end(state, p);
    }
    let State { damage, left, attacks } = state;
    let next = State { attacks: attacks - 1, ..state };
    if damage == plan.hit_points {
        return play(plan, next, p, end);
    }
    let defenses: &[u8] = if damage < plan.defense[0].until { &[1, 2] } else { &[0] };
    for attack in 1..=3u8 {
        for defense in defenses {
            let dice = u32::from(attack.saturating_sub(*defense));
            let rolls = 6u32.pow(dice);
            for roll in 0..rolls {
                let faces: Vec<u8> = (0..dice).map(|i| (roll / 6u32.pow(i) % 6) as u8 + 1).collect();
                let (spent, hits) = resolve(faces, left, plan.covered.order);
                let after = State { damage: (damage + hits).min(plan.hit_points), left: left - spent, ..next };
                play(plan, after, p / 3.0 / defenses.len() as f64 / f64::from(rolls), end);
            }
        }
    }
}

/// Returns the hits on the cover and the damage of these faces on the rulebook's charts.
fn resolve(mut faces: Vec<u8>, left: u8, order: CoverOrder) -> (u8, u8) {
    faces.sort_unstable();
    if order == CoverOrder::HighFirst {
        faces.reverse();
    }
    let (mut spent, mut damage) = (0, 0);
    for face in faces {
        match face {
            6 => damage += 1,
            4 | 5 if spent < left => spent += 1,
            5 if left == 0 || order != CoverOrder::Static => damage += 1,
            _ => {}
        }
    }
    (spent, damage)
}

#[test]
fn without_cover_the_chain_is_attrition_along_the_best_order() {
    let rules = rulebook();
    for (name, whites) in [("Soldier", 0), ("Soldier", 1), ("Tank", 2), ("BB", 1), ("RhRhGG", 2), ("-", 1)] {
        let frame = Frame::new(loadout_of(name, &rules).unwrap(), &rules);
        let ordeal = Ordeal::typical(whites, &rules);
        let worn = durability(&frame, &ordeal, &Objective::default(), 15, &rules);
        let dice = (ordeal.attack, ordeal.spot);
        let run = exact::series(&attack::series(dice, ChartName::Open, 0, &worn.states, whites, 15, &rules));
        for (a, b) in run.alive_after.iter().zip(&worn.best_order.alive_after) {
            assert!((a - b).abs() < 1e-12, "{name}, {whites} whites: {a} is not {b}");
        }
    }
}
