//! Benchmarks of whole games.
//!
//! Cases: two companies of five frames, `mirror-five` against itself, a skirmish in `dense-town`, on its first 16
//! layouts. `play` plays games 0 to 199 between players of one policy on one thread (0 to 19 for slower policies).
//! `copy` copies the state of a game in progress 1,000 times. `runner` plays a batch of 1,200 games through the runner
//! on one thread and on two.
//!
//! Purpose: a matrix of ten companies at a few thousand games a pair takes minutes only at tens of thousands of games a
//! second. A search copies a state for every line that it considers.
//!
//! How to compare: games a second of `play` and states a second of `copy` within one run, and the ratio of the two
//! lines of `runner`. Divide the nanoseconds of a game by the decisions in the line's name to get those of a decision.
//!
//! Bottlenecks: about half the time goes to movement, where a place is drawn again until it is legal, and each draw
//! checks the pieces under the frame and on the way. A fifth goes to fielding, and the rest is spread thinly over a
//! turn. The tactician spends more than half of its time on places to move to. No decision allocates
//! (`tests/allocations.rs`). Threads share only the battle.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hitchart_lab::runner::games::{block_size, key};
use hitchart_lab::runner::{Counts, Job, Progress, Simulation, count_one};
use hitchart_play::{Game, Policy, Unwatched, play};
use hitchart_rapid_attack::battle::{Battle, KeyedDice, State, battlefield_rules};
use hitchart_rapid_attack::battlefield::{battlefields, named};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::muster::built_in_company;
use hitchart_rapid_attack::players::tactician::{Tactician, Tactics};
use hitchart_rapid_attack::players::{Greedy, Random};
use hitchart_rapid_attack::rules_files::rulebook;
use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Games per iteration on one thread.
const GAMES: u64 = 200;
/// Games per iteration of the runner: 20 full blocks.
const BATCH: u64 = 1200;
/// Copies per iteration.
const COPIES: u64 = 1000;
/// Seed of all keys.
const SEED: u64 = 1;

type Skirmish = Battle<KeyedDice>;

fn skirmish() -> Skirmish {
    let rules = rulebook();
    let companies = (0..2).map(|_| built_in_company("mirror-five", &rules).expect("a company")).collect();
    let layout = named("dense-town").expect("a layout");
    let fields = battlefields(&layout, &battlefield_rules(&rules), SEED).expect("battlefields");
    let limits = limits(2, Size::Skirmish, &rules.sizes).expect("two players");
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Plays the games of a range; the sum of rounds keeps the compiler from removing them.
fn games<P: Policy<Skirmish>>(battle: &Skirmish, players: &mut [P; 2], range: std::ops::Range<u64>) -> u64 {
    range.map(|game| u64::from(play(battle, key(SEED, "bench", game), players, &mut Unwatched).round)).sum()
}

/// Returns the mean number of decisions in a game.
fn decisions<P: Policy<Skirmish>>(battle: &Skirmish, players: &mut [P; 2]) -> f64 {
    let mut count = 0;
    for game in 0..GAMES {
        players.iter_mut().for_each(|player| player.begin(game));
        let mut state = battle.start(key(SEED, "bench", game), &mut Unwatched);
        while let Some(player) = battle.to_decide(&state) {
            let action = players[player].decide(battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
            count += 1;
        }
    }
    count as f64 / GAMES as f64
}

fn line<P: Policy<Skirmish>>(c: &mut Criterion, name: &str, battle: &Skirmish, mut players: [P; 2], count: u64) {
    let decisions = decisions(battle, &mut players);
    let mut group = c.benchmark_group("play");
    group.sample_size(10).throughput(Throughput::Elements(count));
    group.bench_function(format!("{name}, {decisions:.0} decisions"), |b| {
        b.iter(|| games(battle, &mut players, 0..count));
    });
    group.finish();
}

fn play_alone(c: &mut Criterion) {
    let battle = skirmish();
    line(c, "random", &battle, [Random::new(), Random::new()], GAMES);
    line(c, "greedy", &battle, [Greedy::new(), Greedy::new()], GAMES / 10);
    let tactician = || Tactician::new(Tactics::default());
    line(c, "tactician", &battle, [tactician(), tactician()], GAMES / 10);
}

/// Returns a state of game 0 in its third round.
fn under_way(battle: &Skirmish) -> State {
    let mut player = Random::new();
    let mut state = battle.start(key(SEED, "bench", 0), &mut Unwatched);
    while state.round < 3 && state.asked.is_some() {
        let action = player.decide(battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    state
}

fn copy(c: &mut Criterion) {
    let battle = skirmish();
    let state = under_way(&battle);
    let mut copy = state;
    let mut group = c.benchmark_group("copy");
    group.throughput(Throughput::Elements(COPIES));
    group.bench_function("state", |b| {
        b.iter(|| {
            for _ in 0..COPIES {
                copy.clone_from(black_box(&state));
                black_box(&mut copy);
            }
        });
    });
    group.finish();
}

/// Games of random players; the result is their rounds.
struct Batch(Skirmish);

/// Total rounds of all games.
#[derive(Serialize, Deserialize)]
struct Rounds(u64);

impl Counts for Rounds {
    fn add(&mut self, other: &Rounds) {
        self.0 += other.0;
    }
}

impl Simulation for Batch {
    type Counts = Rounds;

    fn size(&self) -> u64 {
        BATCH
    }

    fn block_size(&self) -> u64 {
        block_size(BATCH, 2)
    }

    fn count(&self, _: u64, range: std::ops::Range<u64>, _: &AtomicBool) -> Option<Rounds> {
        Some(Rounds(games(&self.0, &mut [Random::new(), Random::new()], range)))
    }

    fn fits(&self, _: &Rounds, _: u64) -> bool {
        true
    }

    fn effort(&self) -> f64 {
        1.0
    }
}

fn runner(c: &mut Criterion) {
    let job = Job::whole("bench".to_owned(), Arc::new(Batch(skirmish())));
    let (progress, stop) = (Progress::hidden(), AtomicBool::new(false));
    let mut group = c.benchmark_group("runner");
    group.sample_size(10).throughput(Throughput::Elements(BATCH));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        group.bench_with_input(BenchmarkId::new("threads", threads), &threads, |b, _| {
            b.iter(|| pool.install(|| count_one(&job, &progress, &stop)));
        });
    }
    group.finish();
}

criterion_group!(benches, play_alone, copy, runner);
criterion_main!(benches);
