//! Benchmarks of missions of Apocalypse Frame.
//!
//! Cases: an M1-SOLDIER, an L1-RECON and an H1-VANGUARD against three Legionnaires, two Velites and a Decanus on a map
//! seven hexes across, the encounter `patrol`. `play` plays missions 0 to 199 on one thread: with random players on
//! both sides, and with greedy and tactical Aces against a greedy game master. `watched` does the same with everything
//! counted, as `hitchart play` does. `copy` copies the state of a mission in progress 1,000 times. `kinds` are exact
//! answers.
//!
//! Purpose: a comparison of all trios of nine frames has 84 teams, and one of every change to a frame has some 70. At a
//! few thousand missions each, both take seconds only at thousands of missions a second.
//!
//! How to compare: missions a second of `play` within one run. The names of its lines give the decisions of a mission.
//! Random Aces seldom finish what they begin, so their missions are the longest.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hitchart_apocalypse_frame::catalogue::book;
use hitchart_apocalypse_frame::catalogue::entries::Gear;
use hitchart_apocalypse_frame::catalogue::tag::Tags;
use hitchart_apocalypse_frame::encounter::MissionPlan;
use hitchart_apocalypse_frame::encounter::ground::built_in;
use hitchart_apocalypse_frame::mission::{KeyedDice, Mission, State};
use hitchart_apocalypse_frame::odds::single::TargetDefenses;
use hitchart_apocalypse_frame::odds::single::armaments;
use hitchart_apocalypse_frame::players::{Player, PolicySpec, Side};
use hitchart_apocalypse_frame::record::MissionRecord;
use hitchart_apocalypse_frame::rules_files::standard;
use hitchart_apocalypse_frame::squad::stock;
use hitchart_lab::runner::games::key;
use hitchart_play::{Game, Observer, Policy, Unwatched, play};
use std::hint::black_box;

/// Missions per iteration.
const MISSIONS: u64 = 200;
/// Copies per iteration.
const COPIES: u64 = 1000;
/// Seed of all keys.
const SEED: u64 = 1;

type Patrol = Mission<KeyedDice>;

fn patrol() -> Patrol {
    let rules = standard();
    let frames = ["M1-SOLDIER", "L1-RECON", "H1-VANGUARD"].map(|name| book().frame(name).expect("a frame"));
    let aces = frames.iter().map(|model| stock(model, &rules)).collect();
    Mission::new(rules, aces, MissionPlan::single(built_in("patrol", book()).expect("an encounter")), KeyedDice)
}

fn players([aces, gm]: [&str; 2]) -> [Player; 2] {
    [(Side::Aces, aces), (Side::Gm, gm)]
        .map(|(side, name)| PolicySpec::named_in(side as usize, name).expect("a policy").build())
}

/// Returns the mean number of decisions in a mission.
fn decisions(mission: &Patrol, players: &mut [Player; 2]) -> f64 {
    let mut count = 0;
    for game in 0..MISSIONS {
        players.iter_mut().for_each(|player| Policy::<Patrol>::begin(player, game));
        let mut state = mission.start(key(SEED, "bench", game), &mut Unwatched);
        while let Some(player) = mission.to_decide(&state) {
            let action = players[player].decide(mission, &state);
            mission.apply(&mut state, &action, &mut Unwatched);
            count += 1;
        }
    }
    count as f64 / MISSIONS as f64
}

/// Plays all missions, each with a fresh observer; the sum of rounds keeps the compiler from removing them.
fn missions<O: Observer<Patrol>>(mission: &Patrol, players: &mut [Player; 2], watch: impl Fn() -> O) -> u64 {
    let one = |game| u64::from(play(mission, key(SEED, "bench", game), players, &mut watch()).round);
    (0..MISSIONS).map(one).sum()
}

fn play_alone(c: &mut Criterion) {
    let mission = patrol();
    for names in [["random", "random"], ["greedy", "greedy"], ["tactician", "greedy"]] {
        let mut players = players(names);
        let decisions = decisions(&mission, &mut players);
        for watched in [false, true] {
            let mut group = c.benchmark_group(if watched { "watched" } else { "play" });
            group.sample_size(20).throughput(Throughput::Elements(MISSIONS));
            group.bench_function(format!("{} against {}, {decisions:.0} decisions", names[0], names[1]), |b| {
                b.iter(|| match watched {
                    false => missions(&mission, &mut players, || Unwatched),
                    true => missions(&mission, &mut players, MissionRecord::default),
                });
            });
            group.finish();
        }
    }
}

/// Returns a state of mission 0 in its second round.
fn under_way(mission: &Patrol) -> State {
    let mut players = players(["random", "random"]);
    let mut state = mission.start(key(SEED, "bench", 0), &mut Unwatched);
    while let Some(player) = mission.to_decide(&state).filter(|_| state.round < 2) {
        let action = players[player].decide(mission, &state);
        mission.apply(&mut state, &action, &mut Unwatched);
    }
    state
}

fn copy(c: &mut Criterion) {
    let state = under_way(&patrol());
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

fn exact(c: &mut Criterion) {
    let (rules, target) = (standard(), TargetDefenses { armor: 1, shields: 2, ..TargetDefenses::default() });
    c.bench_function("exact/odds of all armaments", |b| {
        b.iter(|| armaments(Gear::Stock, black_box(&target), Tags::NONE, &rules));
    });
}

criterion_group!(benches, play_alone, copy, exact);
criterion_main!(benches);
