//! Duels of two policies, and responses to a fixed policy.
//!
//! Two policies play pairs of games. A pair is one observation, so that advantages of seats and dice cancel within it.

use super::entrants::{PairCounts, PairTable};
use super::{Learnable, Observations, Ratio, rivals};
use crate::runner::{Counts, Job, Streams};
use hitchart_config::words::verb;
use hitchart_play::network::Network;
use hitchart_play::policy::{Evaluation, Parameter, SearchSettings, Settings, Spec};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments, repeated};
use serde::{Deserialize, Serialize};
use std::{fmt, ops::Range, sync::Arc};

// Duels of two policies.

/// Results of games between two policies, seen from the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel {
    /// Number of games that the first policy won.
    pub wins: u64,
    /// Number of games without a winner.
    pub ties: u64,
    /// Number of games that the first policy lost.
    pub losses: u64,
    /// Pairs by half points of the first policy: a win is two, a tie one.
    pub half_points: [u64; 5],
    /// Number of pairs with a win and a loss; the other pairs with two half points are two ties.
    pub divided: u64,
}

impl Duel {
    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// Returns wins less losses per game: -1 to 1.
    pub fn lead(&self) -> f64 {
        (self.wins as f64 - self.losses as f64) / self.games().max(1) as f64
    }

    /// Returns the share of wins among the games that were not ties, with its interval over pairs.
    pub fn decided(&self) -> Estimate {
        let [lost, once_lost, even, once_won, won] = self.half_points;
        let groups = vec![even - self.divided, once_lost, once_won, lost, self.divided, won];
        Ratio::of(self.wins + self.losses, self.wins, groups).share(self.observations()).share
    }

    /// Returns the share of ties, with its interval over pairs.
    pub fn tied(&self) -> Estimate {
        let [_, once_lost, even, once_won, _] = self.half_points;
        let once = once_lost + once_won;
        let groups = [self.pairs() - once - (even - self.divided), once, even - self.divided];
        let shares = groups.into_iter().enumerate().map(|(ties, pairs)| (ties as f64 / 2.0, pairs));
        Estimate { n: self.games(), ..Estimate::of(&Moments::of_counts(shares), &Bounds::SHARE, LEVEL) }
    }

    /// Returns the share of points, a tie being half a point, with its interval over pairs.
    pub fn points(&self) -> Estimate {
        self.points_at(LEVEL)
    }

    /// Returns the share of points with its interval at another level.
    pub fn points_at(&self, level: f64) -> Estimate {
        Estimate { n: self.games(), ..half_points(&self.half_points, level) }
    }

    /// Returns the share of points of games in independent repetitions, with the spread between repetitions. `None` if
    /// there are no repetitions.
    pub fn repeated(repeats: &[Duel]) -> Option<Estimate> {
        let all = repeats.iter().copied().reduce(|all, next| all.and(&next))?;
        let shares: Vec<f64> = repeats.iter().map(|duel| duel.points().point).collect();
        Some(repeated(&shares, &all.points()))
    }

    /// Returns the number of pairs of games played.
    pub fn pairs(&self) -> u64 {
        self.half_points.iter().sum()
    }

    fn observations(&self) -> Observations {
        Observations { games: self.games(), size: 2, whole: self.pairs() }
    }

    /// Returns the games of both.
    pub fn and(mut self, other: &Duel) -> Duel {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
        self.divided += other.divided;
        self.half_points.iter_mut().zip(other.half_points).for_each(|(sum, more)| *sum += more);
        self
    }

    /// Returns the same games, seen from the other side.
    pub fn turned(mut self) -> Duel {
        std::mem::swap(&mut self.wins, &mut self.losses);
        self.half_points.reverse();
        self
    }

    /// Adds a pair of games by their results for the first policy: 1, 0 or -1.
    pub fn add_pair(&mut self, pair: [i8; 2]) {
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

/// Returns the first policy's share of points from the pairs by half points (the pentanomial outcome), with an interval
/// at `level`.
pub(crate) fn half_points(half_points: &[u64; 5], level: f64) -> Estimate {
    let shares = half_points.iter().enumerate().map(|(half, pairs)| (half as f64 / 4.0, *pairs));
    Estimate::of(&Moments::of_counts(shares), &Bounds::SHARE, level)
}

impl Duel {
    /// Returns true if the counts are of `games` games in whole pairs.
    pub fn fits(&self, games: u64) -> bool {
        let total = |counts: &[u64]| counts.iter().fold(0, |sum: u64, count| sum.saturating_add(*count));
        total(&[self.wins, self.ties, self.losses]) == games
            && total(&self.half_points) == games / 2
            && self.divided <= self.half_points[2]
            && self.games_are_of_pairs()
    }

    /// Returns true if the games are those of the pairs.
    fn games_are_of_pairs(&self) -> bool {
        let [lost, once_lost, even, once_won, won] = self.half_points.map(u128::from);
        let divided = u128::from(self.divided);
        [self.wins, self.ties, self.losses].map(u128::from)
            == [
                2 * won + once_won + divided,
                once_won + once_lost + 2 * (even - divided),
                2 * lost + once_lost + divided,
            ]
    }
}

impl Counts for Duel {
    fn add(&mut self, other: &Duel) {
        *self = self.and(other);
    }
}

impl PairCounts for Duel {
    fn add_pair(&mut self, _: u64, margins: [i16; 2]) {
        Duel::add_pair(self, margins.map(|margin| margin.signum() as i8));
    }

    fn fits(&self, games: u64, _: &Range<u64>) -> bool {
        Duel::fits(self, games)
    }
}

// Responses to a fixed policy.

/// A fixed policy, and the policies that may answer it.
pub struct Contest {
    /// Name of the fixed policy.
    pub policy: String,
    /// Policies that may answer, by the index of [`Response::Named`].
    pub responders: Vec<Responder>,
    /// True if the policy and its answers swap seats, so that equals score half of the points.
    pub swaps_seats: bool,
    /// Built-in policy that the parameters belong to.
    pub base: &'static str,
    /// Parameters of an answer with values; empty if no answer has any.
    pub parameters: Vec<Parameter>,
    table: Box<TableOfResponse>,
    learnable: Option<Box<ByResponse>>,
}

/// Function that returns the table of a response and the policy, for games on these streams.
type TableOfResponse = dyn Fn(Response, &Streams) -> PairTable + Send + Sync;
/// Function that returns the source of learning for games of a response against the policy.
type ByResponse = dyn Fn(Response) -> Learnable + Send + Sync;

/// A policy that may answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Responder {
    /// Name of the policy, as users type it.
    pub name: String,
    /// Values of the settable parameters, in order. `None` if the policy has none of them.
    pub values: Option<Vec<f64>>,
}

impl Responder {
    /// Creates a responder from a policy, with the values of its settable parameters.
    pub fn new<K>(policy: &Spec<K>, set: Option<&impl Settings>) -> Responder {
        Responder { name: policy.name().to_owned(), values: set.map(Settings::values) }
    }
}

/// A quick search with learned networks.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedSearch {
    /// Network that evaluates states.
    pub outlook: Arc<Network>,
    /// Network that ranks candidates; `None` ranks none.
    pub ranking: Option<Arc<Network>>,
}

impl LearnedSearch {
    /// Returns settings with these networks.
    pub fn settings<T>(self, base: SearchSettings<T>) -> SearchSettings<T> {
        SearchSettings { evaluation: Evaluation::Network(self.outlook), ranking: self.ranking, ..base }
    }
}

/// An answer to the policy.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// One of the responders, by index.
    Named(usize),
    /// The policy with parameters, at these values.
    Of(Vec<f64>),
    /// A quick search with learned networks.
    Learned(LearnedSearch),
}

impl Contest {
    /// Creates a contest of answers to a policy. `table` returns the table of a response and the policy, for games on
    /// some streams.
    pub fn new<T: Settings>(
        policy: &str,
        responders: Vec<Responder>,
        settings: Option<&T>,
        table: impl Fn(Response, &Streams) -> PairTable + Send + Sync + 'static,
    ) -> Contest {
        let parameters = settings.map(Settings::parameters).unwrap_or_default();
        let (policy, table) = (policy.to_owned(), Box::new(table));
        Contest { policy, responders, swaps_seats: false, base: "tactician", parameters, table, learnable: None }
    }

    /// Returns the contest with swapped seats.
    pub fn with_swapped_seats(self) -> Contest {
        Contest { swaps_seats: true, ..self }
    }

    /// Returns the contest with a search that may learn against the policy. `learnable` returns the source of learning
    /// for a response.
    pub fn with_learning(self, learnable: impl Fn(Response) -> Learnable + Send + Sync + 'static) -> Contest {
        Contest { learnable: Some(Box::new(learnable)), ..self }
    }

    /// Returns the source of learning for games of a response against the policy. `None` if the game has no state
    /// features.
    pub fn learnable(&self, response: Response) -> Option<Learnable> {
        self.learnable.as_ref().map(|learnable| learnable(response))
    }

    /// Returns pairs of games of a response against the policy, counted as the [`Duel`] of the response under a name.
    pub fn meet(&self, name: String, streams: Streams, response: Response) -> Job {
        (self.table)(response, &streams).job::<Duel>(name, streams)
    }
}

impl fmt::Debug for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contest").field("policy", &self.policy).finish_non_exhaustive()
    }
}

// The opponents of one entrant.

/// The share of the points of an entrant against one opponent.
#[derive(Clone, Debug)]
pub(crate) struct Opponent {
    pub name: String,
    pub points: Estimate,
}

/// Describes the opponents of `name`, from the hardest to the easiest: those that beat it, and both ends. Empty without
/// opponents.
pub(crate) fn describe_opponents(name: &str, all: &[Opponent]) -> String {
    const EVEN: f64 = 0.5;
    const NAMED: usize = 3;
    let beat: Vec<&str> =
        all.iter().filter(|other| other.points.interval.1 < EVEN).map(|other| other.name.as_str()).collect();
    let who = match beat.len() {
        0 => format!("No opponent is shown to beat {name}."),
        n if n <= NAMED => format!("{} {} {name}.", beat.join(", "), verb(n as u64, "beats")),
        n => format!("{} and {} more beat {name}.", beat[..NAMED].join(", "), n - NAMED),
    };
    let ends = both_ends(name, all, "opponents");
    if ends.is_empty() { ends } else { format!("{who} {ends}") }
}

/// Describes what `name` met, from the hardest to the easiest, by both ends; `what` names it in the plural. Empty if it
/// met nothing.
pub(crate) fn both_ends<'a>(name: &str, all: &'a [Opponent], what: &str) -> String {
    let (Some(hard), Some(easy)) = (all.first(), all.last()) else { return String::new() };
    let against = |other: &Opponent| format!("{} ({} of the points)", other.name, other.points.percent());
    match all.len() {
        1 => format!("{name} met only {}.", against(hard)),
        all if hard.points.point == easy.points.point => {
            format!("Against each of the {all} {what}, its share of the points is {}.", hard.points.percent())
        }
        _ if hard.points.interval.1 >= easy.points.interval.0 => format!(
            "{name} does worst against {} and best against {}; these intervals overlap, so neither is shown.",
            against(hard),
            against(easy)
        ),
        _ => {
            let named = |other: &'a Opponent| (other.name.as_str(), other.points);
            let hardest = against(hard) + &rivals(&hard.points, all[1..].iter().map(named), "hard");
            let easiest = against(easy) + &rivals(&easy.points, all[..all.len() - 1].iter().map(named), "easy");
            format!("{name} does worst against {hardest}. It does best against {easiest}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_twice_as_games_and_once_as_a_pair() {
        let mut duel = Duel::default();
        [[1, 1], [1, -1], [0, -1], [0, 0]].into_iter().for_each(|pair| duel.add_pair(pair));
        assert_eq!(duel, Duel { wins: 3, ties: 3, losses: 2, half_points: [0, 1, 2, 0, 1], divided: 1 });
        assert_eq!((duel.games(), duel.lead()), (8, 0.125));
        assert_eq!((duel.decided().n, duel.decided().point, duel.decided().observations), (5, 0.6, 3));
        assert_eq!((duel.tied().n, duel.tied().point, duel.tied().observations), (8, 0.375, 4));
        assert!((duel.points().point - 4.5 / 8.0).abs() < 1e-12);
        assert_eq!(duel.and(&duel).games(), 16);
    }

    #[test]
    fn opponents_are_named_with_their_intervals() {
        let opponent = |(name, point): (&str, f64)| {
            let interval = (point - 0.05, point + 0.05);
            let points = Estimate { point, standard_error: 0.025, interval, n: 100, observations: 50 };
            Opponent { name: name.to_owned(), points }
        };
        let all = [("Fang", 0.3), ("Anvil", 0.44), ("Scouts", 0.7), ("Wall", 0.7)].map(opponent);
        let said = describe_opponents("Mine", &all[..3]);
        for part in
            ["Fang, Anvil beat Mine", "worst against Fang (30% (25 to 35%)", "best against Scouts (70% (65 to 75%)"]
        {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(describe_opponents("Mine", &all[1..3]).contains("Anvil beats Mine"));
        assert!(describe_opponents("Mine", &all[2..3]).contains("No opponent is shown to beat Mine. Mine met only"));
        assert!(describe_opponents("Mine", &all[2..]).contains("each of the 2 opponents"), "equal shares have no ends");
        assert_eq!(describe_opponents("Mine", &[]), "");
        assert!(!both_ends("Mine", &all[..1], "encounters").contains("beat"), "an encounter beats nobody");
    }

    #[test]
    fn opponents_that_may_be_level_with_an_end_are_named() {
        let opponent = |(name, low, high): (&str, f64, f64)| {
            let (point, n) = ((low + high) / 2.0, 100);
            let points = Estimate { point, standard_error: 0.01, interval: (low, high), n, observations: n };
            Opponent { name: name.to_owned(), points }
        };
        let said = |all: [(&str, f64, f64); 4]| describe_opponents("Mine", &all.map(opponent));
        let level = said([("A", 0.1, 0.3), ("B", 0.2, 0.4), ("C", 0.25, 0.45), ("D", 0.7, 0.9)]);
        assert!(level.contains("B and C may be as hard") && !level.contains("as easy"), "{level}");
        let apart = said([("A", 0.1, 0.2), ("B", 0.3, 0.4), ("C", 0.5, 0.6), ("D", 0.7, 0.9)]);
        assert!(!apart.contains("may be"), "{apart}");
    }
}
