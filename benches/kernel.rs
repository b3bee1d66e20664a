//! Benchmarks of runs of attacks, and of the parallel driver of attacks, in attacks per second.
//!
//! Purpose: a scenario needs hundreds of millions of attacks. `threads/1` against `threads/2` shows the gain from a
//! second core. Single attacks against a plain loop, for each instruction set: `crates/dice/benches/kernel.rs`.
//!
//! How to compare: read ratios within one run. Absolute rates differ between machines, and on a shared machine even
//! between hours. A second run on the same machine differs by a few per cent.

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use hitchart_dice::Stream;
use hitchart_dice::kernel::series_block;
use hitchart_dice::plan::{AttackPlan, Cover, CoverOrder, HitChart, SeriesPlan, WearingDie};
use hitchart_lab::runner::{Job, Plan, Progress, Sampled, count_one};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Attacks per iteration of the runs, about.
const ATTACKS: u64 = 1 << 17;
/// Attacks per iteration of the parallel driver: 64 of its blocks, which 2 threads share evenly.
const MANY_ATTACKS: u64 = 1 << 24;
/// Attacks in a run.
const RUN: u8 = 6;

const STREAM: Stream = Stream { seed: 1, job: 2, stream: 3 };

fn reference() -> AttackPlan {
    AttackPlan {
        attack: "4d6+1d8".parse().expect("valid dice"),
        spot: "1d6".parse().expect("valid dice"),
        second_spot: hitchart_dice::Pool::EMPTY,
        bonus: 0,
        defense: "2d6".parse::<hitchart_dice::Pool>().expect("valid dice").into(),
        chart: HitChart::target_only(5),
        cover: Cover::None,
    }
}

fn covered_chart() -> HitChart {
    HitChart { cover: 4, blow_through: 5, target: 6, order: CoverOrder::LowFirst }
}

fn run_of_attacks() -> SeriesPlan {
    let AttackPlan { attack, spot, .. } = reference();
    let defense = [4, 8].map(|until| WearingDie { sides: 6, until, summed: false }).to_vec();
    let open = HitChart::target_only(5);
    let (bonus, defense_bonus) = (0, 0);
    SeriesPlan {
        attack,
        spot,
        bonus,
        defense,
        defense_bonus,
        covered: covered_chart(),
        open,
        cover_hits: 2,
        hit_points: 12,
        attacks: RUN,
    }
}

fn runs(criterion: &mut Criterion) {
    let runs = ATTACKS / 8;
    let mut group = group(criterion, "runs of attacks", runs * u64::from(RUN));
    let plan = run_of_attacks();
    group.bench_function("dispatched", |b| b.iter(|| series_block(black_box(&plan), STREAM, runs)));
    group.finish();
}

fn threads(criterion: &mut Criterion) {
    let mut group = group(criterion, "threads", MANY_ATTACKS);
    let count = Sampled::new(Plan::Attack(reference()), MANY_ATTACKS, 1, "bench");
    let job = Job::whole("bench".to_owned(), Arc::new(count));
    let (progress, stop) = (Progress::hidden(), AtomicBool::new(false));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of a few threads");
        let sample = || pool.install(|| count_one(black_box(&job), &progress, &stop));
        group.bench_function(threads.to_string(), |b| b.iter(sample));
    }
    group.finish();
}

/// Sets up few and short measurements: the ratios of interest are far from 1.
fn group<'a>(criterion: &'a mut Criterion, name: &str, attacks: u64) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(15).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(attacks));
    group
}

criterion_group!(benches, runs, threads);
criterion_main!(benches);
