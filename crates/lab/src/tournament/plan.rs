//! The plan of a tournament, and the choice of the next games.
//!
//! The next games are the most informative ones or, in a Swiss tournament, those of entrants with similar scores. The
//! choice uses an approximate equilibrium. It is found by regret matching with basic arithmetic only, so that the
//! choice is the same on every machine (O. Tammelin, 2014, arXiv:1407.5042). Reported equilibria come from a separate
//! analysis.

use super::standings::{MatchupGames, Standings};
use crate::study::MAX_GAMES;
use hitchart_config::{At, FileText, InputError, named, within, words::counted};
use hitchart_stats::LEVEL;
use schemars::JsonSchema;
use serde::Deserialize;

// The plan.

named! {
    /// Pairing of the entrants.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Format {
        /// Everyone meets everyone.
        #[default]
        RoundRobin = "round-robin",
        /// Rounds in which entrants with similar scores meet.
        Swiss = "swiss",
        /// Everyone meets a given field.
        Gauntlet = "gauntlet",
    }
}

/// Aim of a tournament; it decides which matchups get more games, and when to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentAim {
    /// Scores of all entrants: play until every score is precise to the margin.
    #[default]
    Ratings,
    /// The best entrant: drop entrants that are certainly worse, until no remaining one can be better by more than the
    /// margin.
    Best,
    /// The equilibrium: play until no entrant can gain more than the margin against the mixture.
    Equilibrium,
}

/// Maximum rounds of a Swiss tournament.
const MAX_ROUNDS: u64 = 50;
/// Maximum number of entrants that meet each other: 200 make 19,900 matchups.
pub const MAX_ENTRANTS: usize = 200;
/// Default maximum of games per matchup, on average.
const GAMES: u64 = 100;
/// Default margin, in shares of points.
const MARGIN: f64 = 0.03;

/// A plan as scenarios write it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct RawPlan {
    /// Pairing of the entrants; `round-robin` by default.
    pub format: Option<At<Format>>,
    /// Aim of the tournament; `ratings` by default.
    pub aim: Option<At<TournamentAim>>,
    /// Rounds of a Swiss tournament, 1 to 50; by default two more than one entrant needs to be the only one with all
    /// rounds won.
    pub rounds: Option<At<u64>>,
    /// Limit of all games, missions or comparisons; 100 per matchup by default.
    pub games: Option<At<u64>>,
    /// Target precision, as a share of points; 0.03 by default.
    pub margin: Option<At<f64>>,
}

/// The plan before the first game.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Pairing of the entrants.
    pub format: Format,
    /// Aim, which decides the choice of games and the end.
    pub aim: TournamentAim,
    /// Number of judged entrants, which come first; in a gauntlet the others are the field.
    pub judged: usize,
    /// Rounds of a Swiss tournament.
    pub rounds: u64,
    /// Maximum number of games in total; a tournament whose matchups need a pair each may play more.
    pub games: u64,
    /// Required precision, in shares of points: between 0 and 1.
    pub margin: f64,
}

impl Plan {
    /// Creates a round robin of `entrants` entrants, with at most `games` games in total.
    pub fn round_robin(entrants: usize, games: u64) -> Plan {
        let (format, aim) = (Format::RoundRobin, TournamentAim::Ratings);
        Plan { format, aim, judged: entrants, rounds: rounds(entrants), games, margin: MARGIN }
    }

    /// Reads the plan of a file for the judged entrants and the field; `games` replaces the number in the file.
    ///
    /// # Errors
    /// Too few or too many entrants, a field without a gauntlet or a gauntlet without a field, numbers out of range.
    pub fn read(
        raw: &RawPlan,
        file: &FileText,
        (entrants, field): (&At<Vec<String>>, Option<&At<Vec<String>>>),
        games: Option<u64>,
    ) -> Result<Plan, InputError> {
        let format = raw.format.as_ref().map_or(Format::default(), |format| format.value);
        let at = |span: &std::ops::Range<usize>, problem: &str| Err(InputError::at(file, span.clone(), problem));
        match (format, field) {
            (Format::Gauntlet, None) => {
                let span = raw.format.as_ref().map_or(0..0, |format| format.span.clone());
                return at(&span, "a gauntlet needs a `field` that all entrants meet");
            }
            (Format::RoundRobin | Format::Swiss, Some(field)) => {
                return at(&field.span, "a `field` goes with `format = \"gauntlet\"`; here entrants meet each other");
            }
            _ => {}
        }
        let judged = entrants.value.len();
        let fewest = if field.is_some() { 1 } else { 2 };
        if !(fewest..=MAX_ENTRANTS).contains(&judged) {
            let problem = format!("{}; allowed: {fewest} to {MAX_ENTRANTS}", counted(judged as u64, "entrants"));
            return at(&entrants.span, &problem);
        }
        let mut names: Vec<&String> = Vec::new();
        for list in [Some(entrants), field].into_iter().flatten() {
            if let Some(twice) =
                list.value.iter().enumerate().find(|(n, name)| names.contains(name) || list.value[..*n].contains(name))
            {
                return at(&list.span, &format!("two entrants are named `{}`", twice.1));
            }
            names.extend(&list.value);
        }
        let meetings = field.map_or(judged * (judged - 1) / 2, |field| judged * field.value.len()) as u64;
        let plan = Plan {
            format,
            aim: raw.aim.as_ref().map_or(TournamentAim::default(), |aim| aim.value),
            judged,
            rounds: raw.rounds.as_ref().map_or(Ok(rounds(judged)), |n| within(file, n, "rounds", 1, MAX_ROUNDS))?,
            games: match (games, &raw.games) {
                (Some(games), _) => games,
                (None, Some(games)) => within(file, games, "games", 2, MAX_GAMES)?,
                (None, None) => GAMES * meetings,
            },
            margin: raw.margin.as_ref().map_or(Ok(MARGIN), |margin| within(file, margin, "margin", 0.0, 1.0))?,
        };
        plan.fits(raw, file)?;
        Ok(plan)
    }

    /// Checks that the keys of a file fit its format.
    fn fits(&self, raw: &RawPlan, file: &FileText) -> Result<(), InputError> {
        let at = |span: &std::ops::Range<usize>, problem: &str| Err(InputError::at(file, span.clone(), problem));
        if let Some(rounds) = raw.rounds.as_ref().filter(|_| self.format != Format::Swiss) {
            return at(&rounds.span, "`rounds` goes with `format = \"swiss\"`; other formats have looks");
        }
        if self.format == Format::Swiss && self.aim != TournamentAim::Ratings {
            let span = raw.aim.as_ref().map_or(0..0, |aim| aim.span.clone());
            return at(&span, "a Swiss tournament places its games by scores; its `aim` is `ratings`");
        }
        if self.aim == TournamentAim::Equilibrium && self.format == Format::Gauntlet {
            let span = raw.aim.as_ref().map_or(0..0, |aim| aim.span.clone());
            return at(
                &span,
                "an equilibrium is among entrants that meet each other; a gauntlet's `aim` is `ratings` or `best`",
            );
        }
        Ok(())
    }

    /// Returns the two-sided error of one lead. The best entrant is then wrongly judged inferior to any other with at
    /// most the error of one interval.
    pub fn apart(&self) -> f64 {
        2.0 * (1.0 - LEVEL) / (self.judged.max(2) - 1) as f64
    }

    /// Returns the possible matchups among `entrants` entrants.
    pub fn meetings(&self, entrants: usize) -> Vec<[usize; 2]> {
        let (rows, from): (usize, fn(usize, usize) -> usize) = match self.format {
            Format::Gauntlet => (self.judged, |_, judged| judged),
            Format::RoundRobin | Format::Swiss => (entrants, |row, _| row + 1),
        };
        (0..rows).flat_map(|row| (from(row, self.judged)..entrants).map(move |column| [row, column])).collect()
    }
}

/// Returns the default rounds of a Swiss tournament: enough for one entrant to win them all, and two more to separate
/// the others.
fn rounds(entrants: usize) -> u64 {
    u64::from(entrants.max(2).next_power_of_two().trailing_zeros()) + 2
}

// The choice of the next games.

/// Minimum weight of a matchup in the search for an equilibrium, as a fraction of the largest weight: the important
/// matchups may change.
const LEAST: f64 = 0.1;
/// Number of bisection steps for the price of a group.
const HALVINGS: usize = 60;

/// Returns the weight of each matchup's noise: the root of its part in the variances that are open.
pub(super) fn weights(aim: TournamentAim, standings: &Standings, open: &[usize], mixture: &[f64]) -> Vec<f64> {
    let mut is_open = vec![false; standings.len()];
    open.iter().for_each(|entrant| is_open[*entrant] = true);
    let leads = open.len() as f64 - 1.0;
    // The aim is to show that the leader is better than each other entrant; leads among the others do not matter.
    let best = standings.ranking(standings.len()).into_iter().find(|entrant| is_open[*entrant]);
    let part = |met: &MatchupGames| {
        let count = met.entrants.iter().filter(|entrant| is_open[**entrant]).count();
        let of_best = met.entrants.iter().any(|entrant| Some(*entrant) == best);
        match (aim, count) {
            (TournamentAim::Ratings, open) => open as f64,
            // Games of the leader with an open entrant count twice in the lead over that entrant, and once in each
            // other lead. Games of the others count once in the lead over each open entrant.
            (TournamentAim::Best, 2) if of_best => 4.0 + (leads - 1.0),
            (TournamentAim::Best, _) if of_best => leads,
            (TournamentAim::Best, open) => open as f64,
            // Shares are rounded, so that the choice does not depend on the last bits of a division.
            (TournamentAim::Equilibrium, _) => {
                met.entrants.iter().map(|entrant| (mixture[*entrant] * 256.0).round().powi(2)).sum()
            }
        }
    };
    let weights: Vec<f64> = standings.met.iter().map(|met| part(met).sqrt()).collect();
    let most = weights.iter().copied().fold(0.0, f64::max);
    let least = if aim == TournamentAim::Equilibrium { LEAST * most } else { 0.0 };
    weights.into_iter().map(|weight| weight.max(least)).collect()
}

/// Returns the groups to add to each matchup for a total of `all`. Each matchup gets groups in proportion to its weight
/// and its spread (J. Neyman, 1934, J. R. Stat. Soc. 97, 558-625), but never fewer than it has.
pub(super) fn added(standings: &Standings, weights: &[f64], all: u64) -> Vec<u64> {
    let wanted: Vec<f64> =
        standings.met.iter().zip(weights).map(|(met, weight)| weight * met.variance().sqrt()).collect();
    let played: Vec<u64> = standings.met.iter().map(MatchupGames::groups).collect();
    let at = |price: f64| {
        let groups = |(wanted, played): (&f64, &u64)| ((wanted * price) as u64).max(*played);
        wanted.iter().zip(&played).map(groups).collect::<Vec<u64>>()
    };
    let least = wanted.iter().copied().filter(|wanted| *wanted > 0.0).fold(f64::INFINITY, f64::min);
    if !least.is_finite() {
        return vec![0; played.len()];
    }
    let (mut low, mut high) = (0.0, all as f64 / least + 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if at(middle).iter().sum::<u64>() <= all { low = middle } else { high = middle }
    }
    at(low).iter().zip(&played).map(|(groups, played)| groups - played).collect()
}

/// Pairs the next round of a Swiss tournament: from the top, each entrant meets the nearest of those that it has met
/// least often. With an odd number one entrant rests: the lowest of those with the fewest rests.
pub(super) fn swiss(standings: &Standings, rests: &[u64]) -> (Vec<usize>, Option<usize>) {
    let mut left = standings.ranking(standings.len());
    let mut resting = None;
    if left.len() % 2 == 1 {
        let fewest = left.iter().map(|entrant| rests[*entrant]).min().unwrap_or(0);
        let place = left.iter().rposition(|entrant| rests[*entrant] == fewest).unwrap_or(0);
        resting = Some(left.remove(place));
    }
    // Every pair of entrants may meet.
    let place_of = |a: usize, b: usize| standings.place(a, b).unwrap_or(0);
    let mut drawn = Vec::new();
    while left.len() > 1 {
        let first = left.remove(0);
        let groups = |second: usize| standings.met[place_of(first, second)].groups();
        let nearest = (0..left.len()).min_by_key(|place| (groups(left[*place]), *place)).unwrap_or(0);
        drawn.push(place_of(first, left.remove(nearest)));
    }
    drawn.sort_unstable();
    (drawn, resting)
}

// The approximate equilibrium.

/// Rounds of self-play; the remaining gain falls with their number.
const ROUNDS: u32 = 2_000;

/// Returns an approximate equilibrium of the game in which both players choose an entrant. The payoff is the entrant's
/// share of points above one half.
pub(super) fn mixture(standings: &Standings) -> Vec<f64> {
    let n = standings.len();
    let mut gains = vec![0.0; n * n];
    for met in standings.met.iter().filter(|met| met.groups() > 0) {
        let ([a, b], gain) = (met.entrants, met.share() - 0.5);
        gains[a * n + b] = gain;
        gains[b * n + a] = -gain;
    }
    let mut regrets = vec![0.0; n];
    let mut sum = vec![0.0; n];
    let mut played = vec![1.0 / n as f64; n];
    for round in 1..=ROUNDS {
        sum.iter_mut().zip(&played).for_each(|(sum, share)| *sum += f64::from(round) * share);
        // A mixture gains nothing against itself.
        for (entrant, regret) in regrets.iter_mut().enumerate() {
            let row = &gains[entrant * n..(entrant + 1) * n];
            let gain: f64 = row.iter().zip(&played).map(|(gain, share)| gain * share).sum();
            *regret = (*regret + gain).max(0.0_f64);
        }
        let all: f64 = regrets.iter().sum();
        for (share, regret) in played.iter_mut().zip(&regrets) {
            *share = if all > 0.0 { regret / all } else { 1.0 / n as f64 };
        }
    }
    let all: f64 = sum.iter().sum();
    sum.into_iter().map(|share| share / all).collect()
}

#[cfg(test)]
mod tests {
    use super::mixture;
    use crate::tournament::standings::Standings;

    #[test]
    fn rock_paper_scissors_is_mixed_evenly_and_a_best_entrant_is_alone() {
        let pairs = [[0, 1], [0, 2], [1, 2]];
        let play = |won: [u64; 3]| {
            let mut standings = Standings::new(3, &pairs);
            for (met, won) in standings.met.iter_mut().zip(won) {
                met.duel =
                    serde_json::from_value(serde_json::json!({ "wins": 2 * won, "ties": 0, "losses": 200 - 2 * won,
                    "half_points": [100 - won, 0, 0, 0, won], "divided": 0 }))
                    .unwrap();
            }
            mixture(&standings)
        };
        let even = play([20, 80, 20]);
        assert!(even.iter().all(|share| (share - 1.0 / 3.0).abs() < 0.01), "{even:?}");
        let best = play([60, 60, 60]);
        assert!(best[0] > 0.99, "{best:?}");
    }
}
