//! Standings of entrants: scores over opponents, each with equal weight for any number of games.

use crate::study::Duel;
use hitchart_stats::{Estimate, normal_quantile};

/// Games of two entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    pub entrants: [usize; 2],
    /// Results of the first entrant.
    pub duel: Duel,
}

impl Met {
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

    /// Returns the variance of [`share`](Met::share).
    fn of_share(&self) -> f64 {
        self.variance() / self.groups().max(1) as f64
    }
}

/// All matchups of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    entrants: usize,
    /// Possible matchups, in a fixed order.
    pub met: Vec<Met>,
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
        let met = meetings.iter().map(|entrants| Met { entrants: *entrants, duel: Duel::default() }).collect();
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
        self.met.iter().map(Met::groups).sum()
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
    fn played(&self, entrant: usize) -> impl Iterator<Item = &Met> {
        self.of[entrant].iter().map(|place| &self.met[*place]).filter(|met| met.groups() > 0)
    }

    /// Returns an entrant's mean share of points over its opponents; one half before its first game.
    pub fn score(&self, entrant: usize) -> f64 {
        let of = |met: &Met| if met.entrants[0] == entrant { met.share() } else { 1.0 - met.share() };
        let (sum, met) = self.played(entrant).fold((0.0, 0), |(sum, n), met| (sum + of(met), n + 1));
        if met == 0 { 0.5 } else { sum / f64::from(met) }
    }

    /// Returns the score of an entrant with its interval at a level.
    pub fn scored(&self, entrant: usize, level: f64) -> Estimate {
        let opponents = self.played(entrant).count().max(1) as f64;
        let variance: f64 = self.played(entrant).map(Met::of_share).sum::<f64>() / (opponents * opponents);
        let bounds = (0.0, 1.0);
        let known = self.played(entrant).next().is_some();
        let (point, n) = (self.score(entrant), self.games_of(entrant));
        within(point, if known { variance.sqrt() } else { f64::INFINITY }, level, bounds, n)
    }

    /// Returns the lead of one entrant's score over another's, with its interval at a level. Games between the two
    /// count for both.
    pub fn lead(&self, first: usize, second: usize, level: f64) -> Estimate {
        let opponents = [first, second].map(|entrant| self.played(entrant).count().max(1) as f64);
        let own = |met: &&Met| met.entrants == [first, second] || met.entrants == [second, first];
        let others = |entrant: usize, n: f64| {
            self.played(entrant).filter(|met| !own(met)).map(Met::of_share).sum::<f64>() / (n * n)
        };
        let both = 1.0 / opponents[0] + 1.0 / opponents[1];
        let between: f64 = self.played(first).filter(own).map(Met::of_share).sum::<f64>() * both * both;
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
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        order
    }
}

fn within(point: f64, spread: f64, level: f64, bounds: (f64, f64), n: u64) -> Estimate {
    let reach = normal_quantile(level) * spread;
    let interval = ((point - reach).max(bounds.0), (point + reach).min(bounds.1));
    Estimate { point, standard_error: spread, interval, n, observations: n / 2 }
}
