//! Two policies against each other over several studies, in pairs of games with common dice and swapped seats.

use super::super::super::battle::{Action, Battle, KeyedDice};
use super::super::super::players::{Player, PolicySpec};
use super::super::super::ruleset::Ruleset;
use super::super::GamesStudy;
use super::differences::points;
use crate::game::{Game, Unwatched, play};
use crate::runner::games::{GameSums, Played, Stoppable, in_blocks, key};
use crate::stats::{Bounds, Estimate, LEVEL, Moments};
use crate::study::{Observations, Ratio};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Studies of two companies each, ready to be played by any two policies.
pub struct Arena<'a> {
    grounds: Vec<(&'a str, Battle<KeyedDice>)>,
    seed: u64,
}

/// How games between two policies came out for the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    pub wins: u64,
    pub ties: u64,
    pub losses: u64,
    /// Pairs by half points of the first policy: a win is two, a tie one.
    pub half_points: [u64; 5],
    /// Of the pairs with two half points those with a win and a loss; the others are two ties.
    pub divided: u64,
}

impl Duel {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// Wins less losses, a game: -1 to 1.
    pub fn lead(&self) -> f64 {
        (self.wins as f64 - self.losses as f64) / self.games().max(1) as f64
    }

    /// Share of wins among the games that were no tie, with its interval over pairs.
    pub fn decided(&self) -> Estimate {
        let [lost, once_lost, even, once_won, won] = self.half_points;
        let groups = vec![even - self.divided, once_lost, once_won, lost, self.divided, won];
        Ratio::of(self.wins + self.losses, self.wins, groups).share(self.observations()).share
    }

    /// Share of ties, with its interval over pairs.
    pub fn tied(&self) -> Estimate {
        let [_, once_lost, even, once_won, _] = self.half_points;
        let once = once_lost + once_won;
        let groups = [self.pairs() - once - (even - self.divided), once, even - self.divided];
        let shares = groups.into_iter().enumerate().map(|(ties, pairs)| (ties as f64 / 2.0, pairs));
        Estimate { n: self.games(), ..Estimate::of(&Moments::of_counts(shares), &Bounds::SHARE, LEVEL) }
    }

    /// Share of points, a tie being half a point, with its interval over pairs.
    pub fn points(&self) -> Estimate {
        Estimate { n: self.games(), ..points(&self.half_points) }
    }

    /// Pairs of games played.
    pub fn pairs(&self) -> u64 {
        self.half_points.iter().sum()
    }

    fn observations(&self) -> Observations {
        Observations { games: self.games(), size: 2, whole: self.pairs() }
    }

    /// The games of both.
    pub fn and(mut self, other: &Duel) -> Duel {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
        self.divided += other.divided;
        self.half_points.iter_mut().zip(other.half_points).for_each(|(sum, more)| *sum += more);
        self
    }

    /// Adds a pair of games by what each gave the first policy: 1, 0 or -1.
    fn add(&mut self, pair: [i8; 2]) {
        for result in pair {
            match result {
                1 => self.wins += 1,
                0 => self.ties += 1,
                _ => self.losses += 1,
            }
        }
        self.half_points[(2 + pair[0] + pair[1]).clamp(0, 4) as usize] += 1;
        self.divided += u64::from(pair[0] * pair[1] < 0);
    }
}

/// One for each study.
#[derive(Debug)]
struct Duels(Vec<Duel>);

impl GameSums for Duels {
    fn merge(&mut self, other: &Duels) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, more)| *sum = sum.and(more));
    }
}

impl<'a> Arena<'a> {
    /// The studies with their names, by these rules; the seed names all dice.
    pub fn new(studies: &[(&'a str, &'a GamesStudy)], rules: &Ruleset, seed: u64) -> Arena<'a> {
        let ground = |(name, asked): &(&'a str, &'a GamesStudy)| {
            let setup = (asked.size, asked.limits);
            (*name, Battle::new(rules.clone(), setup, asked.companies.clone(), asked.fields.clone(), KeyedDice))
        };
        Arena { grounds: studies.iter().map(ground).collect(), seed }
    }

    /// Names of the studies.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.grounds.iter().map(|(name, _)| *name)
    }

    /// A key of the run's own, apart from those of all games.
    pub fn key(&self, what: &str, number: u64) -> u64 {
        key(self.seed, what, number)
    }

    /// Plays so many pairs of each study on the current thread pool; none where `stop` was set before the last ended.
    ///
    /// `what` names the dice beside study and pair, so that other occasions have fresh ones. `watch` is told of games
    /// done.
    pub fn play(
        &self,
        what: &str,
        pairs: u64,
        policies: &[PolicySpec; 2],
        watch: &(dyn Fn(u64) + Sync),
        stop: &AtomicBool,
    ) -> Option<Vec<Duel>> {
        let games = 2 * pairs * self.grounds.len() as u64;
        let block = |games: Range<u64>| self.block(what, games, policies, stop);
        let played = in_blocks(games, 2, block, watch, stop)?;
        (played.games == games).then_some(played.sums.0)
    }

    /// Plays whole pairs; neighbours in number are of different studies, so that blocks take equally long.
    fn block(&self, what: &str, games: Range<u64>, policies: &[PolicySpec; 2], stop: &AtomicBool) -> Played<Duels> {
        let mut seated: Vec<Stoppable<'_, Player, Action>> =
            policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect();
        let studies = self.grounds.len() as u64;
        let names: Vec<String> = self.names().map(|name| format!("{what}/{name}")).collect();
        let mut played = Played { games: 0, sums: Duels(vec![Duel::default(); self.grounds.len()]) };
        for pair in games.start / 2..games.end / 2 {
            let study = (pair % studies) as usize;
            let key = self.key(&names[study], pair / studies);
            let results = [0, 1].map(|first| {
                let battle = &self.grounds[study].1;
                let state = play(battle, key, &mut seated, &mut Unwatched);
                seated.rotate_left(1);
                battle.scores(&state).winner().map_or(0, |winner| if winner == first { 1 } else { -1 })
            });
            // A game cut short was not played by its policies.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            played.sums.0[study].add(results);
            played.games += 2;
        }
        played
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_twice_as_games_and_once_as_a_pair() {
        let mut duel = Duel::default();
        [[1, 1], [1, -1], [0, -1], [0, 0]].into_iter().for_each(|pair| duel.add(pair));
        assert_eq!(duel, Duel { wins: 3, ties: 3, losses: 2, half_points: [0, 1, 2, 0, 1], divided: 1 });
        assert_eq!((duel.games(), duel.lead()), (8, 0.125));
        assert_eq!((duel.decided().n, duel.decided().point, duel.decided().observations), (5, 0.6, 3));
        assert_eq!((duel.tied().n, duel.tied().point, duel.tied().observations), (8, 0.375, 4));
        assert!((duel.points().point - 4.5 / 8.0).abs() < 1e-12);
        assert_eq!(duel.and(&duel).games(), 16);
    }
}
