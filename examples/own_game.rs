//! A game of your own with everything that the laboratory has: three frames against three, with one decision a turn.
//!
//! The game is checked by the conformance suite, its policies play a tournament, a house rule is compared with the base
//! rules on common random numbers, a stopped run is resumed, and a game is printed line by line.
//!
//!     cargo run --release --example own_game

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_dice::Throw;
use hitchart_lab::compare::{Cell, ComparePlan, CompareStudy, Known};
use hitchart_lab::runner::{BlockCounts, JournalLine, Progress};
use hitchart_lab::study::{Arena, Bouts, Grouped, MetricUnit, NamedStudy, Quantity, RunCounts, Simulated, Study};
use hitchart_lab::tournament::{Plan, Tournament};
use hitchart_play::conformance::{Promises, check};
use hitchart_play::{Game, Observer, Policy, Scores, Unwatched, play};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

// The game: the frames of a side all fire at one enemy frame; a die of at least `to_hit` is a hit.

/// The rules, which are also the game.
#[derive(Clone, Copy, Debug)]
pub struct Volley {
    /// Least face of a hit, 2 to 6.
    pub to_hit: u8,
    /// Hits that destroy a frame.
    pub hits: u8,
}

/// Hits that each frame can still take, by player.
#[derive(Clone, Copy)]
pub struct State {
    throw: Throw,
    turn: usize,
    left: [[u8; 3]; 2],
}

/// A volley, as an observer sees it.
pub struct Fired {
    player: usize,
    target: usize,
    hits: u8,
}

/// Number of turns after which nobody wins.
const MOST_TURNS: usize = 60;

impl Volley {
    fn is_over(&self, state: &State) -> bool {
        state.turn >= MOST_TURNS || state.left.iter().any(|side| side.iter().all(|left| *left == 0))
    }
}

impl Game for Volley {
    type State = State;
    /// The enemy frame that is attacked.
    type Action = usize;
    type Event = Fired;

    fn start<O: Observer<Self>>(&self, key: u64, _watch: &mut O) -> State {
        let mut throw = Throw::new(key);
        let first = throw.below(2);
        State { throw, turn: first, left: [[self.hits; 3]; 2] }
    }

    fn to_decide(&self, state: &State) -> Option<usize> {
        (!self.is_over(state)).then_some(state.turn % 2)
    }

    fn candidates(&self, state: &State, into: &mut Vec<usize>) {
        let enemy = state.left[1 - state.turn % 2];
        into.extend((0..3).filter(|frame| enemy[*frame] > 0));
    }

    fn apply<O: Observer<Self>>(&self, state: &mut State, action: &usize, watch: &mut O) {
        let player = state.turn % 2;
        let guns = state.left[player].iter().filter(|left| **left > 0).count();
        let hits = (0..guns).filter(|_| state.throw.die(6) >= self.to_hit).count() as u8;
        let target = &mut state.left[1 - player][*action];
        *target = target.saturating_sub(hits);
        state.turn += 1;
        watch.see(self, state, &Fired { player, target: *action, hits });
    }

    fn scores(&self, state: &State) -> Scores {
        Scores::new(state.left.iter().map(|side| side.iter().filter(|left| **left > 0).count() as i32))
    }

    fn rekey(&self, state: &mut State, key: u64) {
        state.throw = Throw::new(key);
    }
}

// A policy is a function and a name.

/// Chooses a target by the hits that it can still take.
type Choose = fn(&[(usize, u8)], &mut Throw) -> usize;

/// The policies.
pub const POLICIES: [(&str, Choose); 3] = [
    ("finisher", |all, _| all.iter().min_by_key(|(_, left)| *left).map_or(0, |target| target.0)),
    ("spreader", |all, _| all.iter().max_by_key(|(_, left)| *left).map_or(0, |target| target.0)),
    ("random", |all, throw| all[throw.below(all.len())].0),
];

/// A player of a policy.
pub struct Player {
    choose: Choose,
    throw: Throw,
    targets: Vec<usize>,
    seen: Vec<(usize, u8)>,
}

impl Player {
    /// Creates a player of a policy, by its place in [`POLICIES`].
    pub fn of(policy: usize) -> Player {
        Player { choose: POLICIES[policy].1, throw: Throw::new(0), targets: Vec::new(), seen: Vec::new() }
    }
}

impl Policy<Volley> for Player {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, game: &Volley, state: &State) -> usize {
        self.targets.clear();
        game.candidates(state, &mut self.targets);
        let enemy = state.left[1 - state.turn % 2];
        self.seen.clear();
        self.seen.extend(self.targets.iter().map(|target| (*target, enemy[*target])));
        (self.choose)(&self.seen, &mut self.throw)
    }
}

// The studies: a table of two policies, and games as numbers.

/// Returns a tournament of all policies.
pub fn tournament(game: Volley, games: u64) -> Tournament {
    let names = POLICIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let arena = Arena::new(names, 2e3, move |[a, b]| {
        Box::new(move |_: &AtomicBool| -> Bouts<'_> {
            let mut players = [Player::of(a), Player::of(b)];
            Box::new(move |key, _| {
                [0, 1].map(|first| {
                    let end = play(&game, key, &mut players, &mut Unwatched);
                    players.swap(0, 1);
                    game.scores(&end).margin(first) as i16
                })
            })
        })
    });
    let plan = Plan::round_robin(POLICIES.len(), games);
    Tournament { arena, plan, setting: "three frames against three".to_owned(), kept: None }
}

/// Returns games of two finishers as numbers: the turns that a game takes.
fn turns(game: Volley) -> Grouped {
    let turns = Quantity {
        metric: "turns".to_owned(),
        of: String::new(),
        unit: MetricUnit::Single("turns"),
        under: None,
        how: "turns of both players",
        title: "Turns",
        winner: None,
    };
    Grouped::new(vec![turns], (1, 2e3), move |_: &AtomicBool| {
        let mut players = [Player::of(0), Player::of(0)];
        Box::new(move |key, sums| {
            sums[0] += play(&game, key, &mut players, &mut Unwatched).turn as i64;
        })
    })
}

/// Returns the comparison of a house rule with the base rules.
pub fn comparison(base: Volley, house: Volley, games: u64) -> CompareStudy {
    let arms = [base, house].map(|game| Arc::new(turns(game)));
    let cell = Cell { study: "duel".to_owned(), changed: 1, rung: "finisher".to_owned(), arms };
    CompareStudy {
        rulesets: vec!["base".to_owned(), "house".to_owned()],
        cells: vec![cell],
        gaps: Vec::new(),
        known: Known::of(Vec::new(), |_| Ok(Vec::new())),
        plan: ComparePlan { games, margins: BTreeMap::from([("turns".to_owned(), 0.1)]), precision: 0.25 },
        blind: Vec::new(),
        kept: None,
        source: "two finishers".to_owned(),
    }
}

/// Seed of all studies.
pub const SEED: u64 = 7;

/// Counts a study. Parts that `earlier` has are not counted again; all others are added to it. Returns `None` if the work
/// was stopped, here after `most` parts.
pub fn counted(
    study: &NamedStudy,
    earlier: &mut Vec<JournalLine>,
    most: u64,
) -> Result<Option<RunCounts>, Box<dyn Error>> {
    let (stop, done, parts) = (AtomicBool::new(false), AtomicU64::new(0), Mutex::new(Vec::new()));
    let keep = |name: &str, part: &BlockCounts| {
        parts.lock().expect("no other fault").push(JournalLine::new("own game", name, part));
        if done.fetch_add(1, Ordering::Relaxed) + 1 >= most {
            stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    };
    let simulated = Simulated { studies: std::slice::from_ref(study), seed: SEED, samples: 0 };
    let ended = simulated.count(earlier.clone(), &keep, &Progress::hidden(), &stop)?;
    earlier.extend(parts.into_inner()?);
    Ok(ended.finished())
}

/// Prints each event as a line of JSON.
struct Lines(u32);

impl Observer<Volley> for Lines {
    fn see(&mut self, _: &Volley, state: &State, fired: &Fired) {
        let Fired { player, target, hits } = fired;
        self.0 += 1;
        println!(
            "{}",
            serde_json::json!({ "n": self.0, "player": player, "target": target, "hits": hits, "left": state.left })
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (base, house) = (Volley { to_hit: 4, hits: 4 }, Volley { to_hit: 3, hits: 4 });
    let promises = Promises { seats_are_alike: true, ..Promises::new(0..2000, MOST_TURNS) };
    let breaches = check(&base, || vec![Player::of(0), Player::of(0)], &promises);
    println!("conformance: {} breaches {breaches:?}", breaches.len());

    let study = NamedStudy::alone("policies", Arc::new(tournament(base, 6000)));
    let mut journal = Vec::new();
    let stopped = counted(&study, &mut journal, 3)?;
    println!("stopped after {} parts: {}", journal.len(), stopped.is_none());
    let all = counted(&study, &mut journal, u64::MAX)?.ok_or("nothing stops it")?;
    println!("tournament, resumed: {}", study.method.answer("policies", &all).said.join(" "));

    let study = Arc::new(comparison(base, house, 4000));
    study.check()?;
    let named = NamedStudy::alone("rule", study.clone());
    let all = counted(&named, &mut Vec::new(), u64::MAX)?.ok_or("nothing stops it")?;
    println!("house rule: {}", study.answer("rule", &all).said.join(" "));
    for result in study.results("rule", &all).played {
        let turns = &result.effects[0].estimate;
        let (low, high) = turns.interval;
        println!(
            "change of turns: {:.2}, 95% interval {low:.2} to {high:.2}; N = {} games, seed {SEED}",
            turns.point, turns.n
        );
    }
    play(&base, SEED, &mut [Player::of(0), Player::of(2)], &mut Lines(0));
    Ok(())
}
