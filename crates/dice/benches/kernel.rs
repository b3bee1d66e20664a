//! The kernel against a plain loop, in one process: attacks a second of one core, and their ratio to the plain loop.
//!
//! Question: the highest of 4d6+1d8 with a spot of 1d6 against the highest of 2d6, damage on 5+ (the reference attack);
//! then harder attacks, by the kernel alone.
//!
//! How it is measured: all cases run in turn, many times, and the fastest time of each counts, because load by others
//! only ever adds time. `cargo bench -p hitchart-dice --bench kernel -- 400` does 400 turns. The mean damage of each
//! case is compared with the exact one; a difference of five standard errors stops the benchmark.
#![allow(clippy::print_stdout)]

use hitchart_dice::kernel::{AttackCounts, BLOCK, Instructions, attack_block_with};
use hitchart_dice::plan::{AttackPlan, Cover, CoverOrder, HitChart};
use hitchart_dice::{Pmf, Pool, Stream, exact};
use rand::RngExt;
use std::hint::black_box;
use std::time::Instant;

/// Attacks of one turn of a case: one block, as the programs sample them.
const ATTACKS: u64 = BLOCK;
/// Turns, if the command does not say how many.
const TURNS: u64 = 100;
const STREAM: Stream = Stream { seed: 1, job: 2, stream: 3 };
/// Name of the cases of the plain loop. Its speed depends on its place in the program by a factor of two, so there are
/// four copies, and ratios are to the fastest.
const PLAIN: &str = "plain loop";
const IN_COVER: HitChart = HitChart { cover: 4, blow_through: 5, target: 6, order: CoverOrder::LowFirst };

fn pool(dice: &str) -> Pool {
    dice.parse().expect("valid dice")
}

fn attack([attack, spot, defense]: [&str; 3]) -> AttackPlan {
    AttackPlan {
        attack: pool(attack),
        spot: pool(spot),
        second_spot: Pool::EMPTY,
        bonus: 0,
        defense: pool(defense).into(),
        chart: HitChart::target_only(5),
        cover: Cover::None,
    }
}

fn reference() -> AttackPlan {
    attack(["4d6+1d8", "1d6", "2d6"])
}

/// Samples the reference attack with a straightforward loop; returns the damage.
#[inline(never)]
fn plain_loop<const COPY: u64>(attacks: u64) -> u64 {
    let mut rng = Stream { job: COPY, ..STREAM }.rng();
    let mut counts = [0; 14];
    for _ in 0..attacks {
        let mut attack = rng.random_range(1..=8);
        for _ in 0..4 {
            attack = attack.max(rng.random_range(1..=6));
        }
        let spot: i32 = rng.random_range(1..=6);
        let defense: i32 = rng.random_range(1..=6).max(rng.random_range(1..=6));
        let dice = (attack + spot - defense).max(0);
        let mut damage = 0;
        for _ in 0..dice {
            if rng.random_range(1..=6) >= 5 {
                damage += 1;
            }
        }
        counts[damage] += 1;
    }
    total(&counts)
}

fn total(counts: &[u64]) -> u64 {
    counts.iter().zip(0..).map(|(count, damage)| count * damage).sum()
}

/// A case: its name, the exact distribution of damage, and a task that returns the damage of all attacks.
struct Case {
    name: String,
    exact: Pmf,
    task: Box<dyn Fn() -> u64>,
}

fn cases() -> Vec<Case> {
    let odds = |plan: &AttackPlan| exact::attack(plan).damage();
    let copies = [plain_loop::<1>, plain_loop::<2>, plain_loop::<3>, plain_loop::<4>];
    let plain = |copy: fn(u64) -> u64| Case {
        name: PLAIN.to_owned(),
        exact: odds(&reference()),
        task: Box::new(move || copy(black_box(ATTACKS))),
    };
    let mut cases: Vec<Case> = copies.map(plain).into();
    let dice = ["4d6+1d8", "1d6", "2d6"];
    let plans = [
        ("reference attack", reference()),
        ("in cover of 2 hits", AttackPlan { chart: IN_COVER, cover: Cover::Hits(2), ..attack(dice) }),
        ("in cover of 6 hits", AttackPlan { chart: IN_COVER, cover: Cover::Hits(6), ..attack(dice) }),
        ("5d20 against 2d12", attack(["5d20", "", "2d12"])),
        ("5d20 in cover of 9 hits", AttackPlan { chart: IN_COVER, cover: Cover::Hits(9), ..attack(["5d20", "", ""]) }),
        ("20d20 against 20d20", attack(["20d20", "2d6", "20d20"])),
    ];
    let sets = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];
    for (name, plan) in plans {
        for set in sets.into_iter().filter(Instructions::is_available) {
            let task = move || {
                let counts: AttackCounts = attack_block_with(set, black_box(&plan), STREAM, ATTACKS);
                total(&counts.damage())
            };
            cases.push(Case { name: format!("{name}, {set:?}"), exact: odds(&plan), task: Box::new(task) });
        }
    }
    cases
}

/// Returns the shortest time of each task in seconds, and its last result.
fn fastest(cases: &[Case], turns: u64) -> Vec<(f64, u64)> {
    let mut found = vec![(f64::INFINITY, 0); cases.len()];
    for _ in 0..turns {
        for (case, (best, damage)) in cases.iter().zip(&mut found) {
            let start = Instant::now();
            *damage = (case.task)();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    found
}

/// Returns the shortest time of the exact odds of the reference attack, in microseconds.
fn exact_odds(turns: u64) -> f64 {
    let time = |_| {
        let start = Instant::now();
        black_box(exact::attack(black_box(&reference())).damage());
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..turns).map(time).fold(f64::INFINITY, f64::min)
}

fn main() {
    let turns = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(TURNS);
    let cases = cases();
    let found = fastest(&cases, turns);
    let plain = cases.iter().zip(&found).filter(|(case, _)| case.name == PLAIN).map(|(_, (best, _))| *best);
    let plain = plain.fold(f64::INFINITY, f64::min);
    println!("{:<34} {:>12} {:>8} {:>9} {:>9}", "case", "million/s", "ratio", "mean", "exact");
    for (Case { name, exact, .. }, (best, damage)) in cases.iter().zip(&found) {
        let (rate, ratio) = (ATTACKS as f64 / best / 1e6, plain / best);
        let (mean, exact_mean) = (*damage as f64 / ATTACKS as f64, exact.mean());
        println!("{name:<34} {rate:>12.1} {ratio:>8.1} {mean:>9.4} {exact_mean:>9.4}");
        let error = (exact.variance() / ATTACKS as f64).sqrt();
        assert!((mean - exact_mean).abs() < 5.0 * error, "{name}: the sample does not agree with the exact odds");
    }
    println!("exact odds of the reference attack: {:.2} microseconds", exact_odds(100 * turns));
}
