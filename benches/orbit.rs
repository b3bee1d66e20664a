//! What battles of Intercept Orbit cost.
//!
//! What: the built-in fleet `mirror-orbit` against itself, six tactical assets and three high value assets each. `play`
//! plays battles 0 to 199 between players of one policy on one thread, 0 to 49 where it thinks longer; `watched` the
//! same with everything counted, as `hitchart play` does; `copy` copies the state of a battle under way 1,000 times.
//!
//! Why: a fleet is sized, an ace or a rule is compared by thousands of battles a pair; the bars are 10,000 battles a
//! second of random players and 1,000 of tacticians, everything counted. The exact answers of the game are in the bench
//! `exact`, under `io`.
//!
//! How to compare: battles a second within one run, and the same line of two programs in turns, since machines differ
//! more than changes do. Divide nanoseconds a battle by the decisions in the line's name for those of a decision.
//!
//! What bounds it: nothing stands out. A battle of random players is some 200 turns, and each rolls a hand, looks at what
//! it may declare, sails past what is near and keeps who is beside high value assets. The tactician spends most of its
//! time on where ships may sail. No decision allocates (`tests/allocations.rs`).

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hitchart::games::intercept_orbit::battle::{Battle, KeyedDice, State};
use hitchart::games::intercept_orbit::muster::built_in_fleet;
use hitchart::games::intercept_orbit::players::{Player, PolicySpec};
use hitchart::games::intercept_orbit::record::Record;
use hitchart::games::intercept_orbit::rules_files::standard;
use hitchart_play::{Game, Observer, Policy, Unwatched, play};
use hitchart_lab::runner::games::key;
use std::hint::black_box;

/// Battles of each iteration, of players that only draw.
const BATTLES: u64 = 200;
/// Copies of each iteration.
const COPIES: u64 = 1000;
/// The seed of all keys.
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

/// Decisions of a battle on average.
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

/// Plays battles, each told to a fresh observer; the sum of rounds keeps them from being left out.
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

/// A state of battle 0 in its third round.
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
