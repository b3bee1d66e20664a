//! The games of a study, played in blocks and counted.

use super::setting::{GamesStudy, Setting};
use super::tally::Tally;
use crate::runner::games::{Stoppable, block_size, key};
use crate::runner::{Counting, Counts};
use hitchart_play::policy::Spec;
use hitchart_play::{Game, Observer, play};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

impl Counts for Tally {
    fn add(&mut self, other: &Tally) {
        self.merge(other);
    }
}

/// The games of a study, ready to be played.
pub struct Match<S: Setting> {
    study: GamesStudy<S>,
    game: S::Game,
    /// Number of games on common random numbers: one for each way to seat the policies.
    group: u64,
    name: String,
    seed: u64,
}

/// The policies of one thread, in order of players.
type Seated<'a, S> = Vec<Stoppable<'a, <S as Setting>::Player, <<S as Setting>::Game as Game>::Action>>;

impl<S: Setting> Match<S> {
    /// Returns the games of a study; `name` and `seed` select the random streams.
    pub fn new(name: &str, asked: &GamesStudy<S>, seed: u64) -> Match<S> {
        let group = if asked.swap_seats { asked.policies.len() as u64 } else { 1 };
        Match { study: asked.clone(), game: asked.setting.game(), group, name: name.to_owned(), seed }
    }

    /// Builds the policies in the order of the first game of a group.
    fn seated<'s>(&self, stop: &'s AtomicBool) -> Seated<'s, S> {
        self.study.policies.iter().map(|policy| Stoppable::new(S::build(policy), stop)).collect()
    }

    fn key(&self, game: u64) -> u64 {
        key(self.seed, &self.name, game / self.group)
    }

    /// Plays one game again under the observer `watch`; `None` if it was stopped. The number may lie beyond those of
    /// the study.
    pub fn replay<O: Observer<S::Game>>(
        &self,
        game: u64,
        watch: &mut O,
        stop: &AtomicBool,
    ) -> Option<<S::Game as Game>::State> {
        let mut policies = self.seated(stop);
        policies.rotate_left((game % self.group) as usize);
        let state = play(&self.game, self.key(game), &mut policies, watch);
        (!stop.load(Ordering::Relaxed)).then_some(state)
    }

    /// Returns the names of the policies in a game, in order of players.
    pub fn names(&self, game: u64) -> Vec<&str> {
        let mut names: Vec<&str> = self.study.policies.iter().map(Spec::name).collect();
        names.rotate_left((game % self.group) as usize);
        names
    }

    /// Returns for each policy the index of the first policy of the same name.
    fn namesakes(&self) -> Vec<usize> {
        let names = || self.study.policies.iter().map(Spec::name);
        names().map(|name| names().position(|other| other == name).unwrap_or(0)).collect()
    }
}

impl<S: Setting> Counting for Match<S> {
    type Counts = Tally;

    fn size(&self) -> u64 {
        self.study.games
    }

    fn block_size(&self) -> u64 {
        block_size(self.study.games, self.group)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Tally> {
        let mut tally = Tally::new::<S::Record>(&self.namesakes(), self.group > 1);
        let mut policies = self.seated(stop);
        for game in games {
            let mut record = S::Record::default();
            play(&self.game, self.key(game), &mut policies, &mut record);
            // A game that was cut short is not a game of its policies.
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
        tally.fits::<S::Record>(games, &self.namesakes(), self.group > 1)
    }

    fn effort(&self) -> f64 {
        self.study.effort()
    }
}
