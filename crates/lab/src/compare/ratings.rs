//! Ratings of the entrants of all matchups of a scenario under each ruleset, and their changes: logits of strength
//! after Bradley and Terry, with Davidson's ties (`meta`).
//!
//! The spread of a change comes from the influence of each group of games on the ratings, under the second ruleset less
//! under the first (the sandwich of P. J. Huber, 1967, Proc. 5th Berkeley Symp. 1, 221-233). It is computed within each
//! matchup. Seats and dice that both rulesets share therefore cancel, as in every other number. At tables of more than
//! two, the winner counts as having beaten each of the others, and ties are ignored.

use super::arms::{Arms, winners};
use super::effects::{ALPHA, Effect, LooksTaken, NumberChange, level};
use crate::metagame::{self, Fit, Flaw, PairTally, Results};
use crate::study::{Grouped, MetricUnit, Quantity, Winner};
use hitchart_stats::{Bounds, Estimate, Moments, order::largest_first};
use std::fmt;

/// Name of the number.
pub(super) const RATING: &str = "rating";

/// Reasons why entrants are not rated.
#[derive(Clone, Debug, PartialEq)]
pub enum Unrated {
    /// Matchups do not connect the entrants.
    Apart(Flaw),
    /// Each entrant is in only one matchup.
    Once,
    /// All sides of each matchup have the same name.
    Mirrors,
    /// An entrant won all or none of its games, under the ruleset with this index.
    Endless(usize),
    /// A matchup has only one group of games.
    TooFew,
}

impl fmt::Display for Unrated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unrated::Apart(flaw) => write!(f, "{flaw}"),
            Unrated::Once => {
                f.write_str("no entrant plays in more than one meeting, so ratings would repeat the win rates")
            }
            Unrated::Mirrors => f.write_str("every entrant meets only itself"),
            Unrated::Endless(0) => f.write_str(
                "under the first ruleset an entrant won all or none of its games, so its rating has no bound",
            ),
            Unrated::Endless(_) => f.write_str(
                "under the other ruleset an entrant won all or none of its games, so its rating has no bound",
            ),
            Unrated::TooFew => f.write_str("a meeting has only one group of games"),
        }
    }
}

/// The games of a matchup, and their results.
#[derive(Clone, Copy)]
pub(super) struct Meeting<'a> {
    pub games: &'a Grouped,
    pub arms: &'a Arms,
    pub taken: LooksTaken<'a>,
}

/// Sides of a matchup: indices among the winners, and indices of their entrants.
struct Sides {
    places: Vec<usize>,
    entrants: Vec<usize>,
}

impl Sides {
    /// Returns pairs of sides of different entrants.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let all = self.entrants.len();
        let pairs = (0..all).flat_map(move |i| (i + 1..all).map(move |j| (i, j)));
        pairs.filter(|(i, j)| self.entrants[*i] != self.entrants[*j])
    }

    /// Returns the games between two sides in a group of `size` games, from the wins of all sides.
    fn tally(&self, (i, j): (usize, usize), wins: &[u32], size: u64) -> PairTally {
        let [won, lost] = [i, j].map(|side| f64::from(wins[self.places[side]]));
        let ties = if self.places.len() == 2 { size as f64 - won - lost } else { 0.0 };
        PairTally { first: self.entrants[i], second: self.entrants[j], wins: won, ties, losses: lost }
    }
}

/// Returns true if the games have sides with names, which can be rated.
pub(super) fn are_rated(games: &Grouped) -> bool {
    sides(games).next().is_some()
}

/// Returns the sides of a table: indices among the winners, and names.
fn sides(games: &Grouped) -> impl Iterator<Item = (usize, &str)> {
    winners(&games.quantities).enumerate().filter_map(|(place, i)| match &games.quantities[i].winner {
        Some(Winner::Side(name)) => Some((place, name.as_str())),
        _ => None,
    })
}

/// Returns the rating of an entrant as a quantity of effects.
pub(super) fn quantity(entrant: &str) -> Quantity {
    Quantity {
        metric: RATING.to_owned(),
        of: entrant.to_owned(),
        unit: MetricUnit::Single("logits"),
        under: None,
        title: "Rating",
        how: "logit of winning a game that is no tie against an entrant of mean strength",
        winner: None,
    }
}

/// Returns the changes of all ratings.
///
/// # Errors
/// The reason if there are no ratings.
pub(super) fn effects(
    meetings: &[Meeting<'_>],
    margin: impl Fn(&Quantity) -> Option<f64>,
) -> Result<Vec<Effect>, Unrated> {
    let (names, tables) = entrants(meetings);
    connected(&names, &tables, meetings)?;
    let by_rules = [rated(names.len(), &tables, meetings, 0)?, rated(names.len(), &tables, meetings, 1)?];
    let n: u64 = meetings.iter().map(|meeting| meeting.arms.groups * meeting.games.size).sum();
    let groups: u64 = meetings.iter().map(|meeting| meeting.arms.groups).sum();
    let taken: Vec<LooksTaken<'_>> = meetings.iter().map(|meeting| meeting.taken).collect();
    let lead = lead(&names, &by_rules, &tables, meetings, (n, &taken))?;
    let changes: Vec<Contrast> =
        (0..names.len()).map(|entrant| [-1.0, 1.0].map(|sign| vec![(entrant, sign)])).collect();
    let spreads = spreads(&changes, &by_rules, &tables, meetings)?;
    let effect = |(entrant, name): (usize, &String)| {
        let means = [0, 1].map(|arm: usize| by_rules[arm].fit.logits[entrant]);
        let (moments, bounds) = spreads[entrant].around(means[1] - means[0], groups);
        let quantity = quantity(name);
        let margin = margin(&quantity);
        let mut effect = Effect::of(quantity, &NumberChange { means, moments, bounds }, (n, &taken), margin);
        effect.lead = lead.clone().filter(|lead| lead.of == entrant);
        effect
    };
    Ok(names.iter().enumerate().map(effect).collect())
}

/// Lead of the best entrant's rating under the changed ruleset over the next.
#[derive(Clone, Debug)]
pub struct Lead {
    /// Index of the best entrant among all.
    of: usize,
    /// Name of the next.
    pub next: String,
    /// The difference in logits. Its interval holds for the differences to all other entrants at once (Bonferroni).
    pub by: Estimate,
    /// True if the differences to all others are above 0.
    pub is_shown: bool,
}

/// Returns the lead of the best entrant. `None` if there is no other.
fn lead(
    names: &[String],
    by_rules: &[Rated; 2],
    tables: &[Sides],
    meetings: &[Meeting<'_>],
    (n, taken): (u64, &[LooksTaken<'_>]),
) -> Result<Option<Lead>, Unrated> {
    let logits = &by_rules[1].fit.logits;
    let mut order: Vec<usize> = (0..names.len()).collect();
    largest_first(&mut order, |row| logits[*row]);
    let [best, others @ ..] = &order[..] else { return Ok(None) };
    let Some(next) = others.first() else { return Ok(None) };
    let contrasts: Vec<Contrast> =
        others.iter().map(|other| [Vec::new(), vec![(*best, 1.0), (*other, -1.0)]]).collect();
    let spreads = spreads(&contrasts, by_rules, tables, meetings)?;
    let groups = meetings.iter().map(|meeting| meeting.arms.groups).sum();
    let level = level(taken, ALPHA / others.len() as f64);
    let leads: Vec<Estimate> = others
        .iter()
        .zip(&spreads)
        .map(|(other, spread)| {
            let (moments, bounds) = spread.around(logits[*best] - logits[*other], groups);
            Estimate { n, ..Estimate::of(&moments, &bounds, level) }
        })
        .collect();
    let is_shown = leads.iter().all(|lead| lead.interval.0 > 0.0);
    Ok(Some(Lead { of: *best, next: names[*next].clone(), by: leads[0], is_shown }))
}

/// Returns the names of all entrants that meet another, and the sides of every matchup.
fn entrants(meetings: &[Meeting<'_>]) -> (Vec<String>, Vec<Sides>) {
    let mut names: Vec<String> = Vec::new();
    let mut tables = Vec::new();
    for meeting in meetings {
        let sides: Vec<(usize, &str)> = sides(meeting.games).collect();
        let is_mirror = sides.iter().all(|(_, name)| *name == sides[0].1);
        let mut of_name = |name: &str| {
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        };
        let sides = if is_mirror { &[][..] } else { &sides[..] };
        let entrants = sides.iter().map(|(_, name)| of_name(name)).collect();
        tables.push(Sides { places: sides.iter().map(|(place, _)| *place).collect(), entrants });
    }
    (names, tables)
}

/// Checks that ratings contain more than the wins of each matchup, and that matchups connect all entrants.
fn connected(names: &[String], tables: &[Sides], meetings: &[Meeting<'_>]) -> Result<(), Unrated> {
    let meetings_of = |entrant: usize| tables.iter().filter(|sides| sides.entrants.contains(&entrant)).count();
    if names.is_empty() {
        return Err(Unrated::Mirrors);
    }
    if (0..names.len()).all(|entrant| meetings_of(entrant) == 1) {
        return Err(Unrated::Once);
    }
    for arm in [0, 1] {
        let mut results = Results::new(names.to_vec());
        for game in games(tables, meetings, arm) {
            let [wins, ties, losses] = [game.wins, game.ties, game.losses].map(|count| count as u64);
            results.add(game.first, game.second, &metagame::PairCell::of_games(wins, ties, losses));
        }
        results.check().map_err(Unrated::Apart)?;
    }
    Ok(())
}

/// Returns all games under one of the rulesets, with a sum for each pair of sides.
fn games(tables: &[Sides], meetings: &[Meeting<'_>], arm: usize) -> Vec<PairTally> {
    let mut all: Vec<PairTally> = Vec::new();
    for (sides, meeting) in tables.iter().zip(meetings) {
        for pair in sides.pairs() {
            let none = vec![0; winners(&meeting.games.quantities).count()];
            let mut sum = PairTally { ties: 0.0, ..sides.tally(pair, &none, 0) };
            for (wins, groups) in meeting.arms.outcomes() {
                let game = sides.tally(pair, &wins[arm], meeting.games.size);
                sum.wins += game.wins * groups as f64;
                sum.ties += game.ties * groups as f64;
                sum.losses += game.losses * groups as f64;
            }
            all.push(sum);
        }
    }
    all
}

/// Ratings under one of the rulesets.
struct Rated {
    fit: Fit,
    games: Vec<PairTally>,
}

fn rated(n: usize, tables: &[Sides], meetings: &[Meeting<'_>], arm: usize) -> Result<Rated, Unrated> {
    let games = games(tables, meetings, arm);
    let fit = Fit::of(n, &games);
    if fit.leaning { Err(Unrated::Endless(arm)) } else { Ok(Rated { fit, games }) }
}

/// A weighted sum of ratings: entrants and their weights under each ruleset.
type Contrast = [Vec<(usize, f64)>; 2];

/// The spread of a contrast.
#[derive(Clone, Copy, Default)]
struct Spread {
    variance: f64,
    /// Largest effect of a group of games on the contrast.
    step: f64,
}

impl Spread {
    /// Returns the moments of `groups` groups with the mean `point` and this spread, and their bounds.
    fn around(self, point: f64, groups: u64) -> (Moments, Bounds) {
        let squares = self.variance * (groups * (groups - 1)) as f64;
        let moments = Moments::of_deviations(groups, point, [squares, 0.0]);
        (moments, Bounds { step: self.step * groups as f64, ..Bounds::WHOLE })
    }
}

/// Returns the spread of each contrast. A group of games has the same dice under both rulesets.
fn spreads(
    contrasts: &[Contrast],
    by_rules: &[Rated; 2],
    tables: &[Sides],
    meetings: &[Meeting<'_>],
) -> Result<Vec<Spread>, Unrated> {
    let mut spreads = vec![Spread::default(); contrasts.len()];
    for (sides, meeting) in tables.iter().zip(meetings).filter(|(sides, _)| !sides.places.is_empty()) {
        if meeting.arms.groups < 2 {
            return Err(Unrated::TooFew);
        }
        let pulls = by_rules.each_ref().map(|rated| Pulls::of(rated, sides));
        let moved = |wins: &[Vec<u32>; 2], contrast: &Contrast| -> f64 {
            let by_arm = [0, 1].map(|arm: usize| {
                let pull = |entrant| pulls[arm].of_group(sides, &wins[arm], meeting.games.size, entrant);
                contrast[arm].iter().map(|(entrant, weight)| weight * pull(*entrant)).sum::<f64>()
            });
            by_arm.iter().sum()
        };
        for (contrast, spread) in contrasts.iter().zip(&mut spreads) {
            let each = meeting.arms.outcomes().map(|(wins, groups)| (moved(&wins, contrast), groups));
            let each: Vec<(f64, u64)> = each.collect();
            let error = Moments::of_counts(each.iter().copied()).standard_error();
            // Of the sum over all groups of the matchup.
            spread.variance += (error * meeting.arms.groups as f64).powi(2);
            let most = |arm: usize| -> f64 {
                contrast[arm].iter().map(|(entrant, weight)| weight.abs() * pulls[arm].most(*entrant)).sum()
            };
            spread.step = spread.step.max(most(0).max(most(1)) * meeting.games.size as f64);
        }
    }
    Ok(spreads)
}

/// Influence of a game between two sides of a table on the ratings: won, tied and lost, pair by pair.
struct Pulls(Vec<[Vec<f64>; 3]>);

impl Pulls {
    fn of(rated: &Rated, sides: &Sides) -> Pulls {
        let of_pair = |(i, j): (usize, usize)| {
            let (first, second) = (sides.entrants[i], sides.entrants[j]);
            let game = |wins, ties, losses| PairTally { first, second, wins, ties, losses };
            let more = [game(1.0, 0.0, 0.0), game(0.0, 1.0, 0.0), game(0.0, 0.0, 1.0)];
            rated.fit.pulls(&rated.games, &more).try_into().unwrap_or_default()
        };
        Pulls(sides.pairs().map(of_pair).collect())
    }

    /// Returns the influence of a group of games on the rating of an entrant.
    fn of_group(&self, sides: &Sides, wins: &[u32], size: u64, entrant: usize) -> f64 {
        let of_pair = |(pair, [won, tied, lost]): ((usize, usize), &[Vec<f64>; 3])| {
            let game = sides.tally(pair, wins, size);
            game.wins * won[entrant] + game.ties * tied[entrant] + game.losses * lost[entrant]
        };
        sides.pairs().zip(&self.0).map(of_pair).sum()
    }

    /// Returns the largest effect of changing the result of a game.
    fn most(&self, entrant: usize) -> f64 {
        self.0.iter().map(|[won, _, lost]| (won[entrant] - lost[entrant]).abs()).sum()
    }
}
