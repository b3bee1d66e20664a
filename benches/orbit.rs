//! Benchmarks of battles of Intercept Orbit.
//!
//! Cases: the built-in fleet `mirror-orbit` against itself, six tactical assets and three high value assets each.
//! `play` plays battles 0 to 199 between players of one policy on one thread (0 to 49 for slower policies). `watched`
//! does the same with everything counted, as `hitchart play` does. `copy` copies the state of a battle in progress
//! 1,000 times.
//!
//! Purpose: the size of a fleet, an ace or a rule is compared with thousands of battles a pair. The bars are 10,000
//! battles a second of random players and 1,000 of tacticians, with everything counted. The exact answers of the game
//! are in the bench `exact`, under `io`.
//!
//! How to compare: battles a second within one run, and the same line of two programs in turns, because machines differ
//! more than versions do. Divide the nanoseconds of a battle by the decisions in the line's name to get those of a
//! decision.
//!
//! Bottlenecks: nothing stands out. A battle of random players has some 200 turns. Each turn rolls a hand, finds the
//! possible declarations, sails past nearby assets and records which assets are next to high value assets. The
//! tactician spends most of its time on where ships may sail. No decision allocates (`tests/allocations.rs`).

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hitchart_intercept_orbit::battle::{Battle, KeyedDice, State};
use hitchart_intercept_orbit::muster::built_in_fleet;
use hitchart_intercept_orbit::players::{Player, PolicySpec};
use hitchart_intercept_orbit::record::Record;
use hitchart_intercept_orbit::ruleset::standard;
use hitchart_lab::runner::games::key;
use hitchart_play::{Game, Observer, Policy, Unwatched, play};
use std::hint::black_box;

/// Battles per iteration, for players that only draw.
const BATTLES: u64 = 200;
/// Copies per iteration.
const COPIES: u64 = 1000;
/// Seed of all keys.
const SEED: u64 = 1;

type Orbit = Battle<KeyedDice>;

fn orbit() -> Orbit {
    let rules = standard();
    let fleets = (0..2).map(|_| built_in_fleet("mirror-orbit", &rules).expect("a fleet").fleet).collect();
    Battle::new(rules, fleets, false, KeyedDice).expect("a battle")
}

fn players(name: &str) -> [Player; 2] {
    std::array::from_fn(|_| PolicySpec::named(name).expect("a policy").build())
}

/// Returns the mean number of decisions in a battle.
fn decisions(battle: &Orbit, players: &mut [Player; 2], battles: u64) -> f64 {
    let mut count = 0;
    for game in 0..battles {
        players.iter_mut().for_each(|player| Policy::<Orbit>::begin(player, game));
        let mut state = battle.start(key(SEED, "bench", game), &mut Unwatched);
        while let Some(player) = battle.to_decide(&state) {
            let action = players[player].decide(battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
            count += 1;
        }
    }
    count as f64 / battles as f64
}

/// Plays battles, each with a fresh observer; the sum of rounds keeps the compiler from removing them.
fn battles<O: Observer<Orbit>>(battle: &Orbit, players: &mut [Player; 2], count: u64, watch: impl Fn() -> O) -> u64 {
    (0..count).map(|game| u64::from(play(battle, key(SEED, "bench", game), players, &mut watch()).round)).sum()
}

fn play_alone(c: &mut Criterion) {
    let battle = orbit();
    for (name, count) in [("random", BATTLES), ("greedy", BATTLES / 4), ("tactician", BATTLES / 4)] {
        let mut players = players(name);
        let decisions = decisions(&battle, &mut players, count);
        for watched in [false, true] {
            let mut group = c.benchmark_group(if watched { "watched" } else { "play" });
            group.sample_size(20).throughput(Throughput::Elements(count));
            group.bench_function(format!("{name}, {decisions:.0} decisions"), |b| {
                b.iter(|| match watched {
                    false => battles(&battle, &mut players, count, || Unwatched),
                    true => battles(&battle, &mut players, count, Record::default),
                });
            });
            group.finish();
        }
    }
}

/// Returns a state of battle 0 in its third round.
fn under_way(battle: &Orbit) -> State {
    let mut players = players("random");
    let mut state = battle.start(key(SEED, "bench", 0), &mut Unwatched);
    while let Some(player) = battle.to_decide(&state).filter(|_| state.round < 3) {
        let action = players[player].decide(battle, &state);
        battle.apply(&mut state, &action, &mut Unwatched);
    }
    state
}

fn copy(c: &mut Criterion) {
    let state = under_way(&orbit());
    let mut copy = state;
    let mut group = c.benchmark_group("copy");
    group.throughput(Throughput::Elements(COPIES));
    group.bench_function(format!("state of {} bytes", size_of::<State>()), |b| {
        b.iter(|| {
            for _ in 0..COPIES {
                copy.clone_from(black_box(&state));
                black_box(&mut copy);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, play_alone, copy);
criterion_main!(benches);
