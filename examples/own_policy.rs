//! A custom policy against the tactician: it shoots at the target with the fewest systems left, and otherwise plays
//! like the tactician.
//!
//!     cargo run --release --example own_policy

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_lab::runner::games::key;
use hitchart_play::{Game, Policy, play_swapped};
use hitchart_rapid_attack::battle::state::Target;
use hitchart_rapid_attack::battle::{Action, Battle, Decision, KeyedDice, State};
use hitchart_rapid_attack::bidding::Size;
use hitchart_rapid_attack::players::Tactician;
use hitchart_rapid_attack::players::tactician::Tactics;
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_stats::{LEVEL, mean};
use std::error::Error;

const PAIRS: u64 = 100;
const SEED: u64 = 1;

type Skirmish = Battle<KeyedDice>;

/// A policy that finishes off the weakest target.
struct Finisher {
    tactician: Tactician,
    candidates: Vec<Action>,
}

impl Policy<Skirmish> for Finisher {
    fn begin(&mut self, key: u64) {
        Policy::<Skirmish>::begin(&mut self.tactician, key);
    }

    fn decide(&mut self, battle: &Skirmish, state: &State) -> Action {
        if state.asked.is_none_or(|asked| asked.what != Decision::Declare) {
            return self.tactician.decide(battle, state);
        }
        self.candidates.clear();
        battle.candidates(state, &mut self.candidates);
        let systems_left = |action: &&Action| match action {
            Action::Declare { target: Target::Frame(unit), .. } => state.unit(*unit).loadout.systems(),
            _ => usize::MAX,
        };
        self.candidates.iter().min_by_key(systems_left).copied().unwrap_or_else(|| self.tactician.decide(battle, state))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let companies = ["mirror-five", "mirror-five"];
    let battle = Battle::built_in(&companies, "dense-town", Size::Skirmish, &rulebook(), SEED)?;
    let tactician = Tactician::new(Tactics::default());
    let finisher = Finisher { tactician: tactician.clone(), candidates: Vec::new() };
    let mut players: [Box<dyn Policy<Skirmish>>; 2] = [Box::new(finisher), Box::new(tactician)];

    // Number of pairs of games by the half points that the first policy scores in them, 0 to 4.
    let mut pairs = [0; 5];
    for pair in 0..PAIRS {
        pairs[play_swapped(&battle, key(SEED, "own_policy", pair), &mut players)] += 1;
    }
    let half_points = mean(&pairs, LEVEL);
    let [share, low, high] = [half_points.point, half_points.interval.0, half_points.interval.1].map(|half| half / 4.0);
    println!("share of points won from the tactician: {share:.3}, 95% interval {low:.3} to {high:.3}");
    println!("N = {} games in {PAIRS} pairs with the same dice and swapped seats, seed {SEED}", 2 * PAIRS);
    Ok(())
}
