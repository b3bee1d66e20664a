//! Standings of entrants, and the stopping rule.

use super::plan::{Plan, TournamentAim};
use crate::study::Duel;
use hitchart_stats::{Estimate, LEVEL, normal_quantile, order::largest_first};

/// Games of two entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchupGames {
    /// Indices of the first and of the second entrant.
    pub entrants: [usize; 2],
    /// Results of the first entrant.
    pub duel: Duel,
}

impl MatchupGames {
    /// Returns the number of groups played.
    pub fn groups(&self) -> u64 {
        self.duel.pairs()
    }

    /// Returns the first entrant's share of points, a tie being half a point.
    pub fn share(&self) -> f64 {
        0.5 + self.duel.lead() / 2.0
    }

    /// Returns the first entrant's share of points with its interval at a level.
    pub fn points(&self, level: f64) -> Estimate {
        self.duel.points_at(level)
    }

    /// Returns the variance of the share of points of a group. Half a group won and half a group lost are added to the
    /// observed ones, so that a few equal results do not count as certain.
    pub fn variance(&self) -> f64 {
        let mut counts = self.duel.half_points.map(|pairs| pairs as f64);
        counts[0] += 0.5;
        counts[4] += 0.5;
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (half, count) in counts.into_iter().enumerate() {
            let share = half as f64 / 4.0;
            n += count;
            sum += count * share;
            squares += count * share * share;
        }
        let mean = sum / n;
        squares / n - mean * mean
    }

    /// Returns the variance of the share of points.
    fn of_share(&self) -> f64 {
        self.variance() / self.groups().max(1) as f64
    }
}

/// All matchups of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    entrants: usize,
    /// Possible matchups, in a fixed order.
    pub met: Vec<MatchupGames>,
    /// Indices in `met` by entrant.
    of: Vec<Vec<usize>>,
}

impl Standings {
    /// Creates standings before the first game.
    pub fn new(entrants: usize, meetings: &[[usize; 2]]) -> Standings {
        let mut of = vec![Vec::new(); entrants];
        for (place, meeting) in meetings.iter().enumerate() {
            meeting.iter().for_each(|entrant| of[*entrant].push(place));
        }
        let met = meetings.iter().map(|entrants| MatchupGames { entrants: *entrants, duel: Duel::default() }).collect();
        Standings { entrants, met, of }
    }

    /// Returns the number of entrants, including a field.
    pub fn len(&self) -> usize {
        self.entrants
    }

    /// Returns true if there are no entrants.
    pub fn is_empty(&self) -> bool {
        self.entrants == 0
    }

    /// Returns the total number of games.
    pub fn games(&self) -> u64 {
        self.met.iter().map(|met| met.duel.games()).sum()
    }

    /// Returns the total number of groups.
    pub fn groups(&self) -> u64 {
        self.met.iter().map(MatchupGames::groups).sum()
    }

    /// Returns the number of games of an entrant.
    pub fn games_of(&self, entrant: usize) -> u64 {
        self.of[entrant].iter().map(|place| self.met[*place].duel.games()).sum()
    }

    /// Returns the index of a matchup. `None` if the two may not meet.
    pub fn place(&self, a: usize, b: usize) -> Option<usize> {
        self.of[a].iter().copied().find(|place| self.met[*place].entrants.contains(&b))
    }

    /// Returns the played matchups of an entrant.
    fn played(&self, entrant: usize) -> impl Iterator<Item = &MatchupGames> {
        self.of[entrant].iter().map(|place| &self.met[*place]).filter(|met| met.groups() > 0)
    }

    /// Returns true if some that may meet have not met, as in a Swiss tournament. The opponents of two entrants then
    /// differ, so their scores do not compare them.
    pub fn is_partial(&self) -> bool {
        self.met.iter().any(|met| met.groups() == 0)
    }

    /// Returns an entrant's mean share of points over the opponents that it met; one half before its first game.
    pub fn score(&self, entrant: usize) -> f64 {
        let of = |met: &MatchupGames| if met.entrants[0] == entrant { met.share() } else { 1.0 - met.share() };
        let (sum, met) = self.played(entrant).fold((0.0, 0), |(sum, n), met| (sum + of(met), n + 1));
        if met == 0 { 0.5 } else { sum / f64::from(met) }
    }

    /// Returns the score of an entrant with its interval at a level.
    pub fn scored(&self, entrant: usize, level: f64) -> Estimate {
        let opponents = self.played(entrant).count().max(1) as f64;
        let variance: f64 = self.played(entrant).map(MatchupGames::of_share).sum::<f64>() / (opponents * opponents);
        let bounds = (0.0, 1.0);
        let known = self.played(entrant).next().is_some();
        let (point, n) = (self.score(entrant), self.games_of(entrant));
        within(point, if known { variance.sqrt() } else { f64::INFINITY }, level, bounds, n)
    }

    /// Returns the lead of one entrant's score over another's, with its interval at a level. Games between the two
    /// count for both.
    pub fn lead(&self, first: usize, second: usize, level: f64) -> Estimate {
        let opponents = [first, second].map(|entrant| self.played(entrant).count().max(1) as f64);
        let own = |met: &&MatchupGames| met.entrants == [first, second] || met.entrants == [second, first];
        let others = |entrant: usize, n: f64| {
            self.played(entrant).filter(|met| !own(met)).map(MatchupGames::of_share).sum::<f64>() / (n * n)
        };
        let both = 1.0 / opponents[0] + 1.0 / opponents[1];
        let between: f64 = self.played(first).filter(own).map(MatchupGames::of_share).sum::<f64>() * both * both;
        let variance = others(first, opponents[0]) + others(second, opponents[1]) + between;
        let known = [first, second].iter().all(|entrant| self.played(*entrant).next().is_some());
        let spread = if known { variance.sqrt() } else { f64::INFINITY };
        let n = self.games_of(first) + self.games_of(second);
        within(self.score(first) - self.score(second), spread, level, (-1.0, 1.0), n)
    }

    /// Returns an entrant's mean gain against a mixture of all, and its standard error. The entrant's part of the
    /// mixture gains nothing.
    pub fn gain(&self, entrant: usize, mixture: &[f64]) -> (f64, f64) {
        let (mut gain, mut variance) = (0.0, 0.0);
        for met in self.of[entrant].iter().map(|place| &self.met[*place]) {
            let first = met.entrants[0] == entrant;
            let share = mixture[met.entrants[usize::from(first)]];
            let lead = if met.groups() == 0 { 0.0 } else { met.share() - 0.5 };
            gain += share * if first { lead } else { -lead };
            variance += share * share * met.of_share();
        }
        (gain, variance.sqrt())
    }

    /// Returns the first `judged` entrants, the best score first.
    pub fn ranking(&self, judged: usize) -> Vec<usize> {
        let scores: Vec<f64> = (0..judged).map(|entrant| self.score(entrant)).collect();
        let mut order: Vec<usize> = (0..judged).collect();
        largest_first(&mut order, |row| scores[*row]);
        order
    }
}

fn within(point: f64, spread: f64, level: f64, bounds: (f64, f64), n: u64) -> Estimate {
    let reach = normal_quantile(level) * spread;
    let interval = ((point - reach).max(bounds.0), (point + reach).min(bounds.1));
    Estimate { point, standard_error: spread, interval, n, observations: n / 2 }
}

/// Undecided results at a look.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Open {
    /// Judged entrants with undecided results.
    pub entrants: Vec<usize>,
    /// Largest possible error of a result, in shares of points.
    pub reach: f64,
}

/// Function that returns the level of an interval for an error, so that the intervals of all looks hold together.
pub(super) type Level<'a> = &'a dyn Fn(f64) -> f64;

/// Returns the undecided results at the levels of a look. By aim, an entrant is undecided if
///
/// - its score is less precise than the margin,
/// - it can be better than all others by more than the margin, or
/// - it can gain more than the margin against the mixture.
pub(super) fn open(plan: &Plan, standings: &Standings, mixture: &[f64], level: Level<'_>) -> Open {
    match plan.aim {
        TournamentAim::Ratings => scores(plan, standings, level),
        TournamentAim::Best => contenders(plan, standings, level),
        TournamentAim::Equilibrium => gains(plan, standings, mixture, level),
    }
}

fn scores(plan: &Plan, standings: &Standings, level: Level<'_>) -> Open {
    let level = level(1.0 - LEVEL);
    let reach = |entrant: usize| {
        let scored = standings.scored(entrant, level);
        let (low, high) = scored.interval;
        // An interval that ends at 0 or 1 has two sides of unlike length.
        (scored.point - low).max(high - scored.point)
    };
    let all: Vec<f64> = (0..plan.judged).map(reach).collect();
    let entrants = (0..plan.judged).filter(|entrant| all[*entrant] > plan.margin).collect();
    Open { entrants, reach: all.into_iter().fold(0.0, f64::max) }
}

/// Successive elimination (E. Even-Dar, S. Mannor and Y. Mansour, 2006, J. Mach. Learn. Res. 7, 1079-1105): entrants
/// that are certainly worse than another are out. The best is compared with all others, with a part of the error for
/// each.
fn contenders(plan: &Plan, standings: &Standings, level: Level<'_>) -> Open {
    let level = level(plan.apart());
    let alive: Vec<usize> = (0..plan.judged)
        .filter(|a| (0..plan.judged).all(|b| b == *a || standings.lead(*a, b, level).interval.1 >= 0.0))
        .collect();
    let best = standings.ranking(plan.judged)[0];
    let beyond = |entrant: &usize| standings.lead(*entrant, best, level).interval.1;
    let reach = alive.iter().filter(|entrant| **entrant != best).map(beyond).fold(0.0, f64::max);
    let entrants = if alive.len() <= 1 || reach <= plan.margin { Vec::new() } else { alive };
    Open { entrants, reach }
}

/// Bounds the gains of entrants against a mixture that the same games chose. The bounds hold for all mixtures together
/// (H. Scheffe, 1953, Biometrika 40, 87-104), with a part of the error for each entrant.
fn gains(plan: &Plan, standings: &Standings, mixture: &[f64], level: Level<'_>) -> Open {
    let n = plan.judged as f64;
    let times = scheffe(n - 1.0, level(2.0 * (1.0 - LEVEL) / n));
    let most = |entrant: usize| {
        let (gain, spread) = standings.gain(entrant, mixture);
        gain + times * spread
    };
    let all: Vec<f64> = (0..plan.judged).map(most).collect();
    let entrants = (0..plan.judged).filter(|entrant| all[*entrant] > plan.margin).collect();
    Open { entrants, reach: all.into_iter().fold(0.0, f64::max) }
}

/// Returns the root of a quantile of chi-square. A chi-square number exceeds the quantile as often as a normal number
/// exceeds one end of an interval of `level` (E. B. Wilson and M. M. Hilferty, 1931, Proc. Natl. Acad. Sci. 17,
/// 684-688).
fn scheffe(freedom: f64, level: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom.max(1.0));
    let root = 1.0 - part + normal_quantile(level) * part.sqrt();
    (freedom.max(1.0) * root.powi(3)).max(0.0).sqrt()
}
