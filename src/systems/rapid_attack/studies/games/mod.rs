//! Whole games between companies: played in blocks, counted, and told in tables.

mod arena;
mod differences;
mod figures;
mod json;
mod played;
mod seats;
mod tables;
mod tuned_file;
mod tuning;

pub use arena::{Arena, Duel};
pub use differences::{Difference, difference};
pub use seats::{Entry, by_company, by_policy, by_position, by_turn, entries, ties};
pub use tables::{HEADLINES, breakdown_table, metrics_table, seats_table};
pub use tuned_file::Tuning;
pub use tuning::{Tuned, TuningPlan, Verdict, parameters_table, test_table, total, tune};

use super::super::battle::{Action, Battle, KeyedDice, State};
use super::super::players::{Player, PolicySpec};
use super::super::record::{Fact, Record, Tally};
use super::super::ruleset::Ruleset;
use super::GamesStudy;
use crate::game::{Observer, play};
use crate::report::Warning;
use crate::runner::games::{GameSums, Played, Stoppable, in_blocks, key};
use crate::study::Answer;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// A tally as it was saved; none where it has another form.
pub fn tally(saved: &serde_json::Value) -> Option<Tally> {
    serde::Deserialize::deserialize(saved).ok()
}

impl GameSums for Tally {
    fn merge(&mut self, other: &Tally) {
        Tally::merge(self, other);
    }
}

/// The games of a study, ready to be played.
pub struct Match<'a> {
    battle: Battle<KeyedDice>,
    asked: &'a GamesStudy,
    name: &'a str,
    seed: u64,
}

/// The policies of one thread, in order of companies.
type Seated<'a> = Vec<Stoppable<'a, Player, Action>>;

impl<'a> Match<'a> {
    /// The games of a study; its name and the seed name their dice.
    pub fn new(name: &'a str, asked: &'a GamesStudy, rules: &Ruleset, seed: u64) -> Match<'a> {
        let setup = (asked.size, asked.limits);
        let battle = Battle::new(rules.clone(), setup, asked.companies.clone(), asked.fields.clone(), KeyedDice);
        Match { battle, asked, name, seed }
    }

    /// Games that share their dice: one for each way to seat the policies.
    fn group(&self) -> u64 {
        if self.asked.swap_seats { self.asked.companies.len() as u64 } else { 1 }
    }

    /// Policies as they sit in the first game of a group.
    fn policies<'s>(&self, stop: &'s AtomicBool) -> Seated<'s> {
        self.asked.policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect()
    }

    fn key(&self, game: u64) -> u64 {
        key(self.seed, self.name, game / self.group())
    }

    /// Plays all games on the current thread pool, or those that are finished when `stop` is set; none where there are
    /// none. `watch` is told of games done.
    pub fn play(&self, watch: &(dyn Fn(u64) + Sync), stop: &AtomicBool) -> Option<Tally> {
        let block = |games: Range<u64>| self.block(games, stop);
        let played = in_blocks(self.asked.games, self.group(), block, watch, stop)?;
        debug_assert_eq!(played.games, played.sums.games);
        Some(played.sums)
    }

    /// Plays a block, which begins with the first game of a group.
    fn block(&self, games: Range<u64>, stop: &AtomicBool) -> Played<Tally> {
        let mut tally = Tally::new(&namesakes(self.asked), self.asked.swap_seats);
        let mut policies = self.policies(stop);
        for game in games {
            let mut record = Record::default();
            play(&self.battle, self.key(game), &mut policies, &mut record);
            // A game cut short was not played by its policies.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            tally.add(game, &record);
            if self.asked.swap_seats {
                policies.rotate_left(1);
            }
        }
        tally.finish();
        Played { games: tally.games, sums: tally }
    }

    /// Plays one game again, told to `watch`; none where it was stopped. The number may lie beyond those of the study.
    pub fn replay<O: Observer<Battle<KeyedDice>>>(&self, game: u64, watch: &mut O, stop: &AtomicBool) -> Option<State> {
        let mut policies = self.policies(stop);
        policies.rotate_left((game % self.group()) as usize);
        let state = play(&self.battle, self.key(game), &mut policies, watch);
        (!stop.load(Ordering::Relaxed)).then_some(state)
    }

    /// Names of the policies in a game, in order of companies.
    pub fn seated(&self, game: u64) -> Vec<&'a str> {
        let mut names: Vec<&str> = self.asked.policies.iter().map(|policy| policy.name()).collect();
        names.rotate_left((game % self.group()) as usize);
        names
    }
}

/// Whether a tally can be that of a study.
pub fn is_counted_by(asked: &GamesStudy, tally: &Tally) -> bool {
    tally.fits(asked.games, &namesakes(asked), asked.swap_seats)
}

/// For each policy the first of its name.
fn namesakes(asked: &GamesStudy) -> Vec<usize> {
    let names = || asked.policies.iter().map(PolicySpec::name);
    names().map(|name| names().position(|other| other == name).unwrap_or(0)).collect()
}

/// Half the width of an interval of a win rate that is still of use.
const USEFUL_HALF_WIDTH: f64 = 0.05;

/// A warning where games are too few to tell who wins.
pub fn too_few(name: &str, tally: &Tally) -> Option<Warning> {
    let widths = (0..tally.policies.len()).map(|policy| tally.fact(Fact::Policy(policy), 1).width() / 2.0);
    let widest = widths.fold(0.0, f64::max);
    if widest <= USEFUL_HALF_WIDTH {
        return None;
    }
    // The width falls with the square root of the games.
    let better = (tally.games as f64 * (widest / USEFUL_HALF_WIDTH).powi(2)).ceil();
    let better = 10f64.powf(better.log10().ceil()) as u64;
    Some(Warning::FewSamples { what: format!("win rates of {name}"), samples: tally.games, half_width: widest, better })
}

/// Who wins, and how the games went. Nothing where no games are counted.
pub fn answer(name: &str, asked: &GamesStudy, tally: Option<&Tally>) -> Answer {
    let Some(tally) = tally else { return Answer::default() };
    let mut answer = Answer {
        tables: vec![seats_table(name, asked, tally), breakdown_table(name, asked, tally)],
        figures: figures::all(name, tally),
        warnings: too_few(name, tally).into_iter().collect(),
    };
    answer.tables.extend(difference(tally).map(|difference| differences::table(name, asked, &difference)));
    answer.tables.extend([
        metrics_table(name, tally, |_| true),
        tables::sides_table(name, asked, tally),
        tables::strikes_table(name, tally),
        tables::rounds_table(name, tally),
        tables::margins_table(name, tally),
    ]);
    answer
}
