//! Whole games between companies: played in blocks, counted, and told in tables.

mod differences;
mod duel;
mod figures;
mod json;
mod played;
mod seats;
mod tables;
mod tuned_file;
mod tuning;

pub use differences::{Difference, difference};
pub use duel::Duel;
pub use seats::{Entry, by_company, by_policy, by_position, by_turn, entries, ties};
pub use tables::{HEADLINES, breakdown_table, metrics_table, seats_table};
pub use tuned_file::Tuning;
pub use tuning::{Tuned, TuningPlan, TuningStudy, Verdict, total};

use super::super::battle::{Action, Battle, KeyedDice, State};
use super::super::players::{Player, PolicySpec};
use super::super::record::{Fact, Record, Tally};
use super::{Common, GamesStudy};
use crate::play::{Observer, play};
use crate::report::Warning;
use crate::runner::games::{Stoppable, block_size, key};
use crate::runner::{Counting, Counts, Wanted};
use crate::study::Answer;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl Counts for Tally {
    fn add(&mut self, other: &Tally) {
        self.merge(other);
    }
}

/// The games of a study, ready to be played.
pub struct Match {
    battle: Battle<KeyedDice>,
    policies: Vec<PolicySpec>,
    games: u64,
    /// Games that share their dice: one for each way to seat the policies.
    group: u64,
    name: String,
    seed: u64,
}

/// The policies of one thread, in order of companies.
type Seated<'a> = Vec<Stoppable<'a, Player, Action>>;

/// The games of a study, to be counted.
pub fn wanted(name: &str, asked: &GamesStudy, common: &Common, seed: u64) -> Wanted {
    Wanted::whole(name.to_owned(), Arc::new(Match::new(name, asked, common, seed)))
}

impl Match {
    /// The games of a study; its name and the seed name their dice.
    pub fn new(name: &str, asked: &GamesStudy, common: &Common, seed: u64) -> Match {
        let group = if asked.swap_seats { asked.companies.len() as u64 } else { 1 };
        let (policies, name) = (asked.policies.clone(), name.to_owned());
        let battle = common.battle(asked);
        Match { battle, policies, games: asked.games, group, name, seed }
    }

    /// Policies as they sit in the first game of a group.
    fn seated<'s>(&self, stop: &'s AtomicBool) -> Seated<'s> {
        self.policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect()
    }

    fn key(&self, game: u64) -> u64 {
        key(self.seed, &self.name, game / self.group)
    }

    /// Plays one game again, told to `watch`; none where it was stopped. The number may lie beyond those of the study.
    pub fn replay<O: Observer<Battle<KeyedDice>>>(&self, game: u64, watch: &mut O, stop: &AtomicBool) -> Option<State> {
        let mut policies = self.seated(stop);
        policies.rotate_left((game % self.group) as usize);
        let state = play(&self.battle, self.key(game), &mut policies, watch);
        (!stop.load(Ordering::Relaxed)).then_some(state)
    }

    /// Names of the policies in a game, in order of companies.
    pub fn names(&self, game: u64) -> Vec<&str> {
        let mut names: Vec<&str> = self.policies.iter().map(PolicySpec::name).collect();
        names.rotate_left((game % self.group) as usize);
        names
    }
}

impl Match {
    /// For each policy the first of its name.
    fn namesakes(&self) -> Vec<usize> {
        let names = || self.policies.iter().map(PolicySpec::name);
        names().map(|name| names().position(|other| other == name).unwrap_or(0)).collect()
    }
}

impl Counting for Match {
    type Counts = Tally;

    fn size(&self) -> u64 {
        self.games
    }

    fn block_size(&self) -> u64 {
        block_size(self.games, self.group)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Tally> {
        let mut tally = Tally::new(&self.namesakes(), self.group > 1);
        let mut policies = self.seated(stop);
        for game in games {
            let mut record = Record::default();
            play(&self.battle, self.key(game), &mut policies, &mut record);
            // A game cut short was not played by its policies.
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            tally.add(game, &record);
            if self.group > 1 {
                policies.rotate_left(1);
            }
        }
        tally.finish();
        Some(tally)
    }

    fn fits(&self, tally: &Tally, games: u64) -> bool {
        tally.fits(games, &self.namesakes(), self.group > 1)
    }

    fn effort(&self) -> f64 {
        let dearest = self.policies.iter().map(PolicySpec::effort).fold(0.0, f64::max);
        dearest * self.policies.len() as f64 / 2.0
    }
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
