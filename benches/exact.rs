//! Benchmarks of the exact engines.
//!
//! Cases:
//! - The reference attack (highest of 4d6+1d8, a spot of 1d6, defense the highest of 2d6) from scratch, in the open and
//!   in cover of two hits.
//! - The full table of 168 loadouts x 3 ranges x 0 to 2 whites x 9 defenses x open and cover (27,216 rows).
//! - An attack of Intercept Orbit in cover that lasts, and a boarding of two companies and an ace against one company,
//!   an ace and two reds.
//! - The expected value of best play over all rolls of a Soldier, and all orders of loss of a Soldier.
//!
//! Purpose: reports compute these thousands of times, and `ra frame` and `ra attack` should feel instant. Bounds: 5 µs
//! for the reference attacks, 20 µs for the boarding, 1 ms for the table, 1 ms for best play.
//!
//! How to compare: run `cargo bench --bench exact`, or add `-- io` for Intercept Orbit alone. All cases are
//! single-threaded and allocate little. Compare two versions in one session, because machines differ more than versions
//! do.

use criterion::{Criterion, criterion_group, criterion_main};
use hitchart_dice::exact::attack;
use hitchart_intercept_orbit::attack::{AttackAim, Band, TargetKind};
use hitchart_intercept_orbit::exact_odds::{Boarding, Party};
use hitchart_intercept_orbit::ruleset::standard;
use hitchart_rapid_attack::assignment::{AssignedTurn, Weights};
use hitchart_rapid_attack::attack::{Shelter, plan};
use hitchart_rapid_attack::durability::{Objective, Ordeal, durability};
use hitchart_rapid_attack::frame::Frame;
use hitchart_rapid_attack::loadout::{Loadout, Range};
use hitchart_rapid_attack::loadouts::attack_table;
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_rapid_attack::ruleset::ChartName;
use std::hint::black_box;
use std::time::Duration;

fn reference_attack(c: &mut Criterion) {
    let rules = rulebook();
    let pool = |text: &str| text.parse().expect("a literal pool");
    let lower = |chart, shelter| plan(pool("4d6+1d8"), pool("1d6"), pool("2d6"), chart, shelter, &rules);
    let open = lower(ChartName::Open, Shelter::Open);
    let cover = lower(ChartName::Cover, Shelter::Terrain(2));
    c.bench_function("reference attack, open", |b| b.iter(|| attack(black_box(&open))));
    c.bench_function("reference attack, cover 2", |b| b.iter(|| attack(black_box(&cover))));
}

fn of_intercept_orbit(c: &mut Criterion) {
    let rules = standard();
    let pool = |text: &str| text.parse().expect("a literal pool");
    let aim = AttackAim { band: Band::Assault, target: TargetKind::Ship, red_ace: false };
    let plan = hitchart_intercept_orbit::attack::plan(
        pool("3d6+1d8"),
        pool("1d6"),
        pool("2d6"),
        aim,
        hitchart_intercept_orbit::attack::Shelter::Lasting,
        &rules,
    );
    c.bench_function("io attack, cover", |b| b.iter(|| attack(black_box(&plan))));
    let owner = Party { companies: 1, ace: true, reds: pool("2d6") };
    let boarder = Party { companies: 2, ace: true, ..Party::default() };
    let boarding = Boarding::new(owner, &[boarder]).expect("a boarding");
    c.bench_function("io boarding", |b| b.iter(|| black_box(&boarding).odds(&rules)));
    let three = Boarding::new(owner, &[boarder, boarder]).expect("a boarding");
    c.bench_function("io boarding by two", |b| b.iter(|| black_box(&three).odds(&rules)));
}

fn full_table(c: &mut Criterion) {
    let rules = rulebook();
    c.bench_function("table of 27,216 attacks", |b| b.iter(|| attack_table(black_box(2), &rules)));
}

fn soldier(c: &mut Criterion) {
    let rules = rulebook();
    let frame = Frame::new(Loadout::parse("RdYBG", &rules).expect("a legal loadout"), &rules);
    let turn = AssignedTurn {
        frame,
        range: Range::Direct,
        target_defense: 3,
        chart: ChartName::Open,
        shelter: Shelter::Open,
        rockets: 0,
        gap: 0.0,
        weights: Weights::default(),
    };
    c.bench_function("best play over all rolls", |b| b.iter(|| black_box(&turn).choice(&rules).expected_best()));
    let ordeal = Ordeal::typical(1, &rules);
    let objective = Objective::default();
    c.bench_function("durability in three ways", |b| {
        b.iter(|| durability(black_box(&frame), &ordeal, &objective, 12, &rules));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).measurement_time(Duration::from_secs(2));
    targets = reference_attack, of_intercept_orbit, full_table, soldier
}
criterion_main!(benches);
