//! The games of a study, played in blocks and counted.

use super::asked::GamesStudy;
use crate::games::rapid_attack::battle::{Action, Battle, KeyedDice, State};
use crate::games::rapid_attack::players::{Player, PolicySpec};
use crate::games::rapid_attack::record::{Record, Tally};
use crate::play::{Observer, play};
use crate::runner::games::{Stoppable, block_size, key};
use crate::runner::{Counting, Counts};
use std::ops::Range;
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

impl Match {
    /// The games of a study; its name and the seed name their dice.
    pub fn new(name: &str, asked: &GamesStudy, seed: u64) -> Match {
        let group = if asked.swap_seats { asked.companies.len() as u64 } else { 1 };
        let (policies, name) = (asked.policies.clone(), name.to_owned());
        let battle = asked.battle();
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
