//! A game of your own with everything that the laboratory has: three frames against three, with one decision a turn.
//!
//! The game is checked by the conformance suite, its policies play a tournament, a house rule is compared with the base
//! rules on common random numbers, a stopped run is resumed, and a game is printed line by line.
//!
//!     cargo run --release --example own_game

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_config::InputError;
use hitchart_dice::Throw;
use hitchart_lab::compare::{ComparePlan, CompareStudy};
use hitchart_lab::runner::on_threads;
use hitchart_lab::study::{Arena, Grouped, Metric, MetricUnit, NamedStudy, Quantity, Study};
use hitchart_lab::tournament::{Plan, Tournament};
use hitchart_play::conformance::{Promises, check};
use hitchart_play::policy::{Choose, Chooser};
use hitchart_play::{Game, Observer, Scores, play};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

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

impl State {
    fn is_over(&self) -> bool {
        self.turn >= MOST_TURNS || self.left.iter().any(|side| side.iter().all(|left| *left == 0))
    }

    /// Returns the hits that each frame can still take of the player who does not decide.
    fn enemy(&self) -> &[u8; 3] {
        &self.left[1 - self.turn % 2]
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
        (!state.is_over()).then_some(state.turn % 2)
    }

    fn candidates(&self, state: &State, into: &mut Vec<usize>) {
        into.extend((0..3).filter(|frame| state.enemy()[*frame] > 0));
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

/// The policies: they choose an enemy frame by the hits that it can still take.
pub const POLICIES: [(&str, Choose<Volley>); 3] = [
    ("finisher", |_, state, targets, _| {
        *targets.iter().min_by_key(|target| state.enemy()[**target]).expect("a target")
    }),
    ("spreader", |_, state, targets, _| {
        *targets.iter().max_by_key(|target| state.enemy()[**target]).expect("a target")
    }),
    ("random", |_, _, targets, throw| targets[throw.below(targets.len())]),
];

/// Creates a player of a policy, by its place in [`POLICIES`].
pub fn player(policy: usize) -> Chooser<Volley> {
    Chooser::new(POLICIES[policy].1)
}

// The studies: a table of two policies, and games as numbers.

/// Returns a tournament of all policies.
fn tournament(game: Volley, games: u64) -> Result<Tournament, InputError> {
    let names = POLICIES.iter().map(|(name, _)| (*name).to_owned()).collect();
    let plan = Plan::round_robin(POLICIES.len(), games);
    let arena = Arena::of_game(game, names, 2e3, player)?;
    Ok(Tournament { setting: "three frames against three".to_owned(), ..Tournament::of(arena, plan) })
}

/// The turns that a game takes.
const TURNS: Metric =
    Metric { name: "turns", title: "Turns", unit: MetricUnit::Single("turns"), how: "turns of both players" };

/// Returns the comparison of a house rule with the base rules, by games of two finishers.
fn comparison(base: Volley, house: Volley, games: u64) -> Result<CompareStudy, InputError> {
    let of_rules = |(name, rules): (&str, Volley)| {
        let players = || vec![player(0), player(0)];
        let count = |end: &State, sums: &mut [i64]| sums[0] += end.turn as i64;
        let counted = Grouped::of_game(rules, vec![Quantity::of(&TURNS, String::new())], 2e3, players, count)?;
        Ok((name.to_owned(), counted))
    };
    let rulesets = [("base", base), ("house", house)].into_iter().map(of_rules).collect::<Result<_, InputError>>()?;
    let plan = ComparePlan { games, margins: BTreeMap::from([("turns".to_owned(), 0.1)]), precision: 0.25 };
    Ok(CompareStudy::of_rulesets("duel", "finisher", rulesets, plan))
}

/// Seed of all studies.
const SEED: u64 = 7;

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
    let promised = Promises { seats_are_alike: true, rolls_dice: true, ..Promises::new(0..2000, MOST_TURNS) };
    let promises = Promises { spread: Some(&on_threads), ..promised };
    let breaches = check(&base, || vec![player(0), player(0)], &promises);
    println!("conformance: {} breaches {breaches:?}", breaches.len());

    let tournament = tournament(base, 6000)?;
    tournament.check()?;
    // The inputs are what a journal must fit besides the study and the seed.
    let study = NamedStudy::alone("policies", Arc::new(tournament)).with_inputs(format!("{base:?}, policies 1"));
    let mut journal = Vec::new();
    let stopped = study.count(SEED, &mut journal, 3)?;
    println!("stopped after {} parts: {}", journal.len(), stopped.is_none());
    let all = study.count_all(SEED, &mut journal)?;
    println!("tournament, resumed: {}", study.method.answer("policies", &all).said.join(" "));

    let study = Arc::new(comparison(base, house, 4000)?);
    study.check()?;
    let named = NamedStudy::alone("rule", study.clone());
    let all = named.count_all(SEED, &mut Vec::new())?;
    println!("house rule: {}", study.answer("rule", &all).said.join(" "));
    for result in study.results("rule", &all).played {
        let turns = &result.effects[0].estimate;
        let (low, high) = turns.interval;
        println!(
            "change of turns: {:.2}, 95% interval {low:.2} to {high:.2}; N = {} games, seed {SEED}",
            turns.point, turns.n
        );
    }
    play(&base, SEED, &mut [player(0), player(2)], &mut Lines(0));
    Ok(())
}
