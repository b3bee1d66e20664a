//! Analysis of results, with the uncertainty that their games leave.

mod payoffs;

use super::resample::{Meeting, Repeats, meetings, points, tallies};
use super::results::{Flaw, Results, share};
use super::unseen::{Unseen, unseen};
use hitchart_dice::{Stream, Throw, job_id};
use hitchart_stats::equilibrium::{
    Domination, DominationVerdict, MeasuredPayoffs, effective, most_even, most_even_from, most_even_within,
};
use hitchart_stats::ratings::{Fit, Flow, Meetings, PairTally, energy, split};
use hitchart_stats::symmetric::Square;
use hitchart_stats::text::{number_within, percent_within, points_within};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments, normal_quantile};
use payoffs::{PayoffErrors, are_alike, dominations, errors_of_payoffs, regrets};
use rayon::prelude::*;

/// Default number of bootstrap resamples.
pub const RESAMPLES: usize = 500;
/// Number of standard errors by which a mixture may fall short of an equilibrium, for the reported shares.
const WIDTHS: f64 = 1.0;
/// Elo points per logit: 400 points are odds of ten to one.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A number with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Point estimate.
    pub point: f64,
    /// Lower and upper bound of the interval.
    pub interval: (f64, f64),
}

impl Quantity {
    /// Formats a number: `2.9 (2.6 to 3.2)`.
    pub fn number(&self) -> String {
        number_within(self.point, self.interval)
    }

    /// Formats a share: `50% (46 to 54%)`.
    pub fn percent(&self) -> String {
        percent_within(self.point, self.interval)
    }

    /// Formats a difference of shares: `+10 points (+8 to +12)`.
    pub fn in_points(&self) -> String {
        points_within(self.point, self.interval)
    }
}

/// Share of the differences that is cyclic (rock-paper-scissors).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cyclic {
    /// Share of the weighted squares of logits, without the part that noise adds; 0 to 1.
    pub share: Quantity,
    /// Mean share that equal entrants show in as many games. `None` for known payoffs or without resamples.
    pub by_chance: Option<f64>,
    /// Probability of deviations from the ratings as large as these if the ratings explained everything.
    pub p: f64,
    /// True if the matchups close a circle; otherwise cycles cannot be measured.
    pub closed: bool,
    /// The clearest circle of three: each beats the next, the last beats the first. Of all circles, its smallest share
    /// of points is the largest.
    pub circle: Option<[usize; 3]>,
}

/// Analysis of results. Entrants are in the order of their ratings everywhere, best first.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Names of the entrants.
    pub names: Vec<String>,
    /// Number of games played.
    pub games: u64,
    /// Number of independent observations among them.
    pub observations: u64,
    /// Wins, ties and losses of every entrant against every other.
    pub tallies: Vec<Vec<[u64; 3]>>,
    /// Share of points of every entrant against every other. `None` if they did not meet.
    pub shares: Vec<Vec<Option<Estimate>>>,
    /// Logits of strength, with mean 0: `ELO` points each.
    pub ratings: Vec<Quantity>,
    /// For the highest and for the lowest rating, the entrants whose difference from it is shown, jointly for all of them
    /// (Bonferroni). Two ratings may differ although their intervals overlap.
    pub apart: [Vec<bool>; 2],
    /// Davidson's v.
    pub draw: f64,
    /// True if an entrant scored everything, so that ratings depend on an imaginary game that every entrant was given.
    pub leaning: bool,
    /// Number of pairs that did not meet. Their payoffs follow from the ratings.
    pub unmet: u64,
    /// Shares of the most even equilibrium that the games do not contradict.
    pub equilibrium: Vec<Quantity>,
    /// Effective number of choices in the equilibrium.
    pub effective: Quantity,
    /// Effective number of choices of the results as measured, without slack for chance. This number is biased low.
    pub as_measured: f64,
    /// Mean of `as_measured` for equal entrants in as many games. `None` for known payoffs or without resamples.
    pub equals: Option<f64>,
    /// True if the games do not contradict an equilibrium of all entrants in equal shares.
    pub even: bool,
    /// Points per game that every entrant loses against the equilibrium.
    pub regret: Vec<Quantity>,
    /// Domination of each entrant by the others.
    pub domination: Vec<Domination>,
    /// Cyclic part of the results.
    pub cyclic: Cyclic,
    /// True if payoffs are known, so that intervals are points.
    pub exact: bool,
    /// Seed of the resamples; 0 for known payoffs.
    pub seed: u64,
    /// Number of bootstrap resamples; 0 for known payoffs.
    pub resamples: usize,
}

/// One set of results: measured or resampled.
struct Draw {
    logits: Vec<f64>,
    payoffs: Square,
    gradient: Vec<f64>,
    cyclic: Vec<f64>,
    /// The equilibrium of these results without slack.
    mixture: Vec<f64>,
}

/// Analyses results with `resamples` bootstrap resamples. The answer depends neither on the order of entrants or games
/// nor on the number of threads.
///
/// # Errors
/// Results that leave some entrants without comparison, see [`Results::check`].
pub fn analyse(results: &Results, seed: u64, resamples: usize) -> Result<Analysis, Flaw> {
    analyse_repeated(results, None, seed, resamples)
}

/// Analyses results like [`analyse`], of entrants that were rebuilt in independent repetitions. Every interval includes
/// the uncertainty between repetitions.
///
/// # Errors
/// As those of [`analyse`].
pub fn analyse_repeated(
    results: &Results,
    repeats: Option<&Repeats>,
    seed: u64,
    resamples: usize,
) -> Result<Analysis, Flaw> {
    results.check()?;
    let (results, order) = results.sorted();
    let repeats = &repeats.map(|repeats| repeats.picked(&order));
    let n = results.len();
    let games = tallies(&results);
    let fit = Fit::of(n, &games);
    let unseen = unseen(&results, &fit, &games);
    let met = meetings(&results, &fit, &unseen);
    let weights: Vec<f64> = met.iter().map(|meeting| meeting.n as f64).collect();
    let circles = circles(n, &games, &weights);
    let mut measured = drawn(n, &games, &circles, &fit, None);
    measured.mixture = most_even(&measured.payoffs, &vec![0.0; n]);
    let played: Vec<bool> = measured.mixture.iter().map(|share| *share > 0.0).collect();
    let draws: Vec<Draw> = (0..resamples as u64)
        .into_par_iter()
        .map(|number| {
            let mut throw = throw(seed, "meta resample", number);
            let games = redrawn(&met, repeats.as_ref(), &mut throw);
            drawn(n, &games, &circles, &Fit::near(n, &games, &fit), Some(&played))
        })
        .collect();
    let noises = Noises::of(weights.clone(), &draws);
    let p = if closes(n, met.len()) { cyclic_p(n, (&met, repeats.as_ref()), &games, seed, resamples) } else { 1.0 };
    let errors =
        Square::from_fn(n, |i, j| estimated(&results, repeats.as_ref(), i, j).map_or(0.0, |found| error(&found)));
    let mut analysis = assemble(results.names().to_vec(), &measured, &draws, (&noises, p), &errors);
    // The imaginary games of a correction, and results that resamples hardly show, move ratings beyond their draws.
    if n > 2 && unseen.is_empty() && !fit.leaning {
        analysis.apart = apart(&measured, &draws);
    }
    analysis.widened(&unseen);
    analysis.agree_on_two();
    if resamples > 0 {
        let known = (&circles, &noises, &fit, &played[..]);
        let (choices, share) = means_of_equals(n, &met, known, (seed, resamples.min(EQUALS)));
        (analysis.equals, analysis.cyclic.by_chance) = (Some(choices), Some(share));
    }
    analysis.draw = fit.draw;
    analysis.leaning = fit.leaning;
    analysis.games = results.games();
    analysis.observations = met.iter().map(|meeting| meeting.n).sum();
    analysis.unmet = (n * (n - 1) / 2 - met.len()) as u64;
    (analysis.seed, analysis.resamples) = (seed, resamples);
    analysis.met(&results, repeats.as_ref());
    Ok(analysis.ranked())
}

/// Analyses known payoffs like [`analyse`]: the share of points of every entrant against every other, between 0 and 1.
/// The shares of the two sides of a pair sum to 1.
pub fn analyse_exact(names: Vec<String>, shares: &Square) -> Analysis {
    let n = names.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let tally = |(first, second): (usize, usize)| {
        let wins = shares.at(first, second);
        PairTally { first, second, wins, ties: 0.0, losses: 1.0 - wins }
    };
    let games: Vec<PairTally> = pairs.map(tally).collect();
    let fit = Fit::of(n, &games);
    let weights = vec![1.0; games.len()];
    let mut measured = drawn(n, &games, &circles(n, &games, &weights), &fit, Some(&vec![true; n]));
    let noises = Noises::of(weights, &[]);
    let flows: Vec<Flow> =
        games.iter().map(|games| flow(games, 1.0, points(games).clamp(FINITE, 1.0 - FINITE))).collect();
    let parts = split(n, &flows);
    (measured.gradient, measured.cyclic) = (parts.gradient, parts.cyclic);
    let known = Square::from_fn(n, |_, _| 0.0);
    let mut analysis = assemble(names, &measured, &[], (&noises, 1.0), &known);
    analysis.leaning = fit.leaning;
    analysis.cyclic.p = if analysis.cyclic.share.point > 1e-9 { 0.0 } else { 1.0 };
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| i != j) {
        let point = shares.at(i, j);
        analysis.shares[i][j] =
            Some(Estimate { point, standard_error: 0.0, interval: (point, point), n: 0, observations: 0 });
    }
    analysis.ranked()
}

/// Known shares of points nearer to 0 or 1 count as this far from it when logits are taken.
const FINITE: f64 = 1e-3;

/// Returns true if `meetings` matchups among `n` entrants close a circle.
fn closes(n: usize, meetings: usize) -> bool {
    meetings >= n
}

/// Returns the random numbers of resample `stream` under the name `job`.
pub fn throw(seed: u64, job: &str, stream: u64) -> Throw {
    Throw::new(Stream { seed, job: job_id(job), stream }.key())
}

/// Resamples the games of all matchups.
fn redrawn(met: &[Meeting], repeats: Option<&Repeats>, throw: &mut Throw) -> Vec<PairTally> {
    let mut games: Vec<PairTally> = met.iter().map(|meeting| meeting.drawn(throw)).collect();
    if let Some(repeats) = repeats {
        repeats.moved(&mut games, throw);
    }
    games
}

/// Estimates the share of points of an entrant against another, including the uncertainty between repetitions.
fn estimated(results: &Results, repeats: Option<&Repeats>, first: usize, second: usize) -> Option<Estimate> {
    match repeats {
        None => estimate(results, first, second),
        Some(repeats) => repeats.estimate(first, second),
    }
}

/// Estimates the first entrant's share of points in its games with the second, over observations.
fn estimate(results: &Results, first: usize, second: usize) -> Option<Estimate> {
    let cell = results.cell(first, second);
    let point = cell.points()?;
    let observed = cell.observations.iter().map(|(games, times)| (share(*games), *times));
    Some(Estimate { point, n: cell.games().iter().sum(), ..estimated_share(observed.collect())? })
}

/// Estimates the mean of shares, each with its number of observations. `None` if there are none.
pub(super) fn estimated_share(observed: Vec<(f64, u64)>) -> Option<Estimate> {
    let is_some = !observed.is_empty();
    is_some.then(|| Estimate::of(&Moments::of_counts(observed.into_iter()), &Bounds::SHARE, LEVEL))
}

/// Returns the standard error that half the interval on the side of an even share would have.
fn error(estimate: &Estimate) -> f64 {
    let (low, high) = estimate.interval;
    let to_even = if estimate.point > 0.5 { estimate.point - low } else { high - estimate.point };
    to_even / normal_quantile(LEVEL)
}

/// Returns the flow of games: the logit of a share of wins.
fn flow(games: &PairTally, weight: f64, share: f64) -> Flow {
    let flow = libm::log(share / (1.0 - share));
    Flow { first: games.first, second: games.second, flow, weight }
}

/// Returns the matchups of these games, with their weights.
fn circles(n: usize, games: &[PairTally], weights: &[f64]) -> Meetings {
    Meetings::of(n, games.iter().zip(weights).map(|(games, weight)| (games.first, games.second, *weight)).collect())
}

/// Evaluates one set of games; with a guess of the entrants that are played, its equilibrium too. Logits use the games
/// that are not ties, plus half a game on either side (J. B. S. Haldane, 1956, and F. J. Anscombe, 1956).
fn drawn(n: usize, games: &[PairTally], circles: &Meetings, fit: &Fit, guess: Option<&[bool]>) -> Draw {
    let mut payoffs = Square::from_fn(n, |_, _| 0.0);
    if games.len() < n * (n - 1) / 2 {
        payoffs = Square::from_fn(n, |i, j| if i == j { 0.0 } else { fit.points(i, j) - 0.5 });
    }
    for games in games {
        let payoff = points(games) - 0.5;
        payoffs.row_mut(games.first)[games.second] = payoff;
        payoffs.row_mut(games.second)[games.first] = -payoff;
    }
    let parts = circles.split(&games.iter().map(logit).collect::<Vec<f64>>());
    let mixture = guess.map_or_else(Vec::new, |guess| most_even_from(&payoffs, guess));
    Draw { logits: fit.logits.clone(), payoffs, gradient: parts.gradient, cyclic: parts.cyclic, mixture }
}

/// Returns the logit of the games that are not ties, plus half a game on either side.
fn logit(games: &PairTally) -> f64 {
    let share = (games.wins + 0.5) / (games.wins + games.losses + 1.0);
    libm::log(share / (1.0 - share))
}

/// Maximum number of draws of equal entrants.
const EQUALS: usize = 200;

/// Returns the mean effective number of choices and the mean cyclic share of equal entrants in as many games. The
/// equilibrium is that of each draw without slack. Equal entrants have known true values, which chance alone biases.
fn means_of_equals(
    n: usize,
    met: &[Meeting],
    (circles, noises, fit, guess): (&Meetings, &Noises, &Fit, &[bool]),
    (seed, resamples): (u64, usize),
) -> (f64, f64) {
    let equal: Vec<Meeting> = met.iter().map(|meeting| meeting.tilted(0.5)).collect();
    let one = |number: u64| {
        let mut throw = throw(seed, "meta equals", number);
        let games: Vec<PairTally> = equal.iter().map(|meeting| meeting.drawn(&mut throw)).collect();
        let draw = drawn(n, &games, circles, fit, Some(guess));
        (effective(&draw.mixture), noises.share([&draw.gradient, &draw.cyclic], 1.0))
    };
    let all: Vec<(f64, f64)> = (0..resamples as u64).into_par_iter().map(one).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>() / resamples as f64;
    (mean(|draw| draw.0), mean(|draw| draw.1))
}

/// Returns the probability that ratings alone produce deviations as large as those found. The statistic is Pearson's
/// sum of squares of wins among the games that are not ties. It is compared with resamples in which ratings explain
/// everything. The frequency of ties has no influence.
fn cyclic_p(
    n: usize,
    (met, repeats): (&[Meeting], Option<&Repeats>),
    games: &[PairTally],
    seed: u64,
    resamples: usize,
) -> f64 {
    let decided = |games: &[PairTally]| -> Vec<PairTally> {
        games.iter().map(|games| PairTally { ties: 0.0, ..*games }).collect()
    };
    let games = decided(games);
    let fit = Fit::of(n, &games);
    let expected = |fit: &Fit, games: &PairTally| fit.chances(games.first, games.second)[0];
    let ordered: Vec<Meeting> =
        met.iter().zip(&games).map(|(meeting, games)| meeting.tilted(expected(&fit, games))).collect();
    // Variances are ratios to those of single games, won (1 - won), which follow the ratings of each resample.
    let width = |won: f64| (won * (1.0 - won)).max(1e-6);
    let parts = ordered.iter().zip(&games).map(|(meeting, games)| {
        let won = expected(&fit, games);
        meeting.n as f64 * meeting.variance(won) / width(won)
    });
    let parts: Vec<f64> = parts.collect();
    let off = |games: &[PairTally], fit: &Fit| -> f64 {
        let squares = games.iter().zip(&parts).filter(|(_, part)| **part > 0.0).map(|(games, part)| {
            let won = expected(fit, games);
            let gap = games.wins - won * (games.wins + games.losses);
            gap * gap / (part * width(won))
        });
        squares.sum()
    };
    let found = off(&games, &fit);
    let as_large: usize = (0..resamples as u64)
        .into_par_iter()
        .map(|number| {
            let mut throw = throw(seed, "meta order", number);
            let games = decided(&redrawn(&ordered, repeats, &mut throw));
            usize::from(off(&games, &Fit::near(n, &games, &fit)) >= found)
        })
        .sum();
    (1 + as_large) as f64 / (1 + resamples) as f64
}

/// Returns the standard normal quantile of a cumulative probability.
fn quantile(chance: f64) -> f64 {
    normal_quantile(2.0 * chance - 1.0)
}

/// Returns the central interval of probability `LEVEL` of values in any order. `None` if there are no values.
fn percentiles(mut values: Vec<f64>) -> Option<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    let at = |chance: f64| {
        let place = chance * last as f64;
        let below = place as usize;
        let above = (below + 1).min(last);
        values[below] + (values[above] - values[below]) * (place - below as f64)
    };
    Some((at((1.0 - LEVEL) / 2.0), at((1.0 + LEVEL) / 2.0)))
}

/// Returns a point with the percentile interval of its draws, widened to contain the point and `also`.
pub fn spanned(point: f64, draws: Vec<f64>, also: &[f64]) -> Quantity {
    let (low, high) = percentiles(draws).unwrap_or((point, point));
    let ends = also.iter().chain([&point]);
    let interval = ends.fold((low, high), |(low, high), x| (low.min(*x), high.max(*x)));
    Quantity { point, interval }
}

/// Returns the standard deviation of draws.
fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = values.clone().count() as f64;
    if n < 2.0 {
        return 0.0;
    }
    let mean = values.clone().sum::<f64>() / n;
    (values.map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0)).sqrt()
}

/// Analyses the measured results and their resamples; entrants keep their order.
fn assemble(
    names: Vec<String>,
    measured: &Draw,
    draws: &[Draw],
    (noises, p): (&Noises, f64),
    least_errors: &Square,
) -> Analysis {
    let n = names.len();
    let payoffs = &measured.payoffs;
    let errors = errors_of_payoffs(n, draws, least_errors);
    let alike = !draws.is_empty() && (n == 2 || are_alike(draws));
    let error_of = |shares: &[f64], j: usize| (0..n).map(|i| (shares[i] * errors.at(i, j)).powi(2)).sum::<f64>().sqrt();
    let errors_of = |shares: &[f64]| -> Vec<f64> {
        let mixed: Vec<Vec<f64>> = draws.iter().map(|draw| draw.payoffs.mixed(shares)).collect();
        let least = |j: usize| if alike { error_of(shares, j) } else { 0.0 };
        (0..n).map(|j| deviation(mixed.iter().map(|payoffs| payoffs[j])).max(least(j))).collect()
    };
    let all = quantile(1.0 - (1.0 - LEVEL) / (2 * separate(n)) as f64);
    let evenest = most_even_within(payoffs, all, errors_of);
    let even = evenest.iter().all(|share| (share - 1.0 / n as f64).abs() < 1e-9);
    let shares = if even { evenest.clone() } else { most_even_within(payoffs, WIDTHS, errors_of) };
    let domination = dominations(payoffs, &errors);
    let errors = PayoffErrors { least: least_errors, alike: alike.then_some(&errors) };
    let regret = regrets(payoffs, draws, [&shares, &evenest], &errors);
    let share_of = |i: usize| spanned(shares[i], draws.iter().map(|draw| draw.mixture[i]).collect(), &[evenest[i]]);
    let effectives = draws.iter().map(|draw| effective(&draw.mixture)).collect();
    Analysis {
        games: 0,
        observations: 0,
        tallies: vec![vec![[0; 3]; n]; n],
        shares: vec![vec![None; n]; n],
        ratings: (0..n).map(|i| unbiased(measured, draws, |draw| draw.logits[i])).collect(),
        apart: [vec![false; n], vec![false; n]],
        draw: 0.0,
        leaning: false,
        unmet: 0,
        equilibrium: (0..n).map(share_of).collect(),
        effective: spanned(effective(&shares), effectives, &[effective(&evenest)]),
        as_measured: effective(&measured.mixture),
        equals: None,
        even,
        regret,
        domination,
        cyclic: Cyclic {
            share: cyclic_share(noises, measured, draws, p),
            by_chance: None,
            p,
            closed: closes(n, noises.flows.len()),
            circle: circle(payoffs),
        },
        exact: draws.is_empty(),
        seed: 0,
        resamples: 0,
        names,
    }
}

/// Returns the number of ratings that may differ separately: two ratings around 0 are one number.
pub(super) fn separate(n: usize) -> usize {
    if n == 2 { 1 } else { n }
}

/// Returns a rating, or a difference of ratings, with the percentile interval of its draws, less their bias. Games rate
/// strong entrants too high, and draws of these games do so again. The bias is the median of the draws less the estimate.
fn unbiased(measured: &Draw, draws: &[Draw], of: impl Fn(&Draw) -> f64) -> Quantity {
    let point = of(measured);
    let mut draws: Vec<f64> = draws.iter().map(of).collect();
    draws.sort_by(f64::total_cmp);
    let bias = draws.get(draws.len() / 2).map_or(0.0, |median| median - point);
    let (low, high) = percentiles(draws).unwrap_or((point, point));
    Quantity { point, interval: ((low - bias).min(point), (high - bias).max(point)) }
}

/// Returns for the highest and for the lowest rating the entrants whose difference from it the draws show.
fn apart(measured: &Draw, draws: &[Draw]) -> [Vec<bool>; 2] {
    let n = measured.logits.len();
    let by_rating = |a: &usize, b: &usize| measured.logits[*a].total_cmp(&measured.logits[*b]);
    let wider = quantile(1.0 - (1.0 - LEVEL) / (2 * (n - 1)) as f64) / quantile((1.0 + LEVEL) / 2.0);
    let is_shown = |end: usize, i: usize| {
        let Quantity { point, interval: (low, high) } =
            unbiased(measured, draws, |draw| draw.logits[end] - draw.logits[i]);
        let reach = if point > 0.0 { point - low } else { high - point };
        point.abs() > wider * reach
    };
    let of = |end: usize| (0..n).map(|i| is_shown(end, i)).collect();
    let ends = (0..n).max_by(by_rating).zip((0..n).min_by(by_rating)).unwrap_or_default();
    [of(ends.0), of(ends.1)]
}

/// Returns the circle of three with the largest minimum lead.
fn circle(payoffs: &Square) -> Option<[usize; 3]> {
    let n = payoffs.len();
    let mut best = (LEAST_LEAD, None);
    for i in 0..n {
        for (j, k) in (i + 1..n).flat_map(|j| (i + 1..n).map(move |k| (j, k))).filter(|(j, k)| j != k) {
            let least = payoffs.at(i, j).min(payoffs.at(j, k)).min(payoffs.at(k, i));
            if least > best.0 {
                best = (least, Some([i, j, k]));
            }
        }
    }
    best.1
}

/// Smallest lead that is more than rounding.
const LEAST_LEAD: f64 = 1e-12;

/// Squares that noise adds to the order and to the cyclic part of measured results.
struct Noises {
    /// Matchups with their weights.
    flows: Vec<Flow>,
    /// Noise of the order and of the cyclic part.
    both: [f64; 2],
}

impl Noises {
    fn of(weights: Vec<f64>, draws: &[Draw]) -> Noises {
        let noise = |part: &dyn Fn(&Draw, usize) -> f64| -> f64 {
            let of = |at: usize| weights[at] * deviation(draws.iter().map(|draw| part(draw, at))).powi(2);
            (0..weights.len()).map(of).sum()
        };
        let both = [noise(&|draw, at| draw.gradient[at]), noise(&|draw, at| draw.cyclic[at])];
        let flow = |weight| Flow { first: 0, second: 0, flow: 0.0, weight };
        Noises { flows: weights.into_iter().map(flow).collect(), both }
    }

    /// Returns the cyclic share of the squares of both parts, less `times` the noise.
    fn share(&self, parts: [&[f64]; 2], times: f64) -> f64 {
        let [order, round] =
            [0, 1].map(|part: usize| (energy(&self.flows, parts[part]) - times * self.both[part]).max(0.0));
        if order + round > 1e-12 { round / (order + round) } else { 0.0 }
    }
}

/// Returns the cyclic share of the squares. Measured results contain the noise once, resamples of them twice.
fn cyclic_share(noises: &Noises, measured: &Draw, draws: &[Draw], p: f64) -> Quantity {
    let share = |draw: &Draw, times: f64| noises.share([&draw.gradient, &draw.cyclic], times);
    let point = share(measured, 1.0);
    let quantity = spanned(point, draws.iter().map(|draw| share(draw, 2.0)).collect(), &[]);
    let (low, high) = quantity.interval;
    if low == high && !draws.is_empty() {
        // Draws that are all alike leave the share open.
        return Quantity { point, interval: (0.0, 1.0) };
    }
    let low = if p > 1.0 - LEVEL && !draws.is_empty() { 0.0 } else { low };
    Quantity { point, interval: (low, high) }
}

impl Analysis {
    /// Widens the intervals of ratings to contain those that the games permit although resamples hardly show them.
    fn widened(&mut self, unseen: &[Unseen]) {
        for (i, rating) in self.ratings.iter_mut().enumerate() {
            let ends = unseen.iter().map(|unseen| unseen.ends(i));
            let hull = |(low, high): (f64, f64), (least, most): (f64, f64)| (low.min(least), high.max(most));
            rating.interval = ends.fold(rating.interval, hull);
        }
    }

    /// Makes the verdicts on two entrants agree: which is rated higher, is the best choice or dominates the other is one
    /// question. If the interval of the rating or of the payoff leaves it open, it is open in all of them.
    fn agree_on_two(&mut self) {
        let is_dominated = self.domination.iter().any(|domination| domination.verdict == DominationVerdict::Yes);
        let (low, high) = self.ratings[0].interval;
        if self.names.len() != 2 || self.exact || (is_dominated && (low > 0.0 || high < 0.0)) {
            return;
        }
        let contain = |quantities: &mut [Quantity], value: f64| {
            for Quantity { interval, .. } in quantities {
                *interval = (interval.0.min(value), interval.1.max(value));
            }
        };
        contain(&mut self.ratings, 0.0);
        contain(&mut self.regret, 0.0);
        contain(&mut self.equilibrium, 0.5);
        contain(std::slice::from_mut(&mut self.effective), 2.0);
        self.even = true;
        let open = Domination { verdict: DominationVerdict::Undecided, by: Vec::new(), lead: None, weakly: false };
        self.domination.fill(open);
    }

    /// Fills in the games and shares of all pairs of entrants.
    fn met(&mut self, results: &Results, repeats: Option<&Repeats>) {
        for (i, j) in (0..results.len()).flat_map(|i| (0..results.len()).map(move |j| (i, j))) {
            self.tallies[i][j] = results.cell(i, j).games();
            self.shares[i][j] = estimated(results, repeats, i, j);
        }
    }

    /// Returns the analysis with the entrants sorted by rating, best first; entrants with equal ratings by name.
    fn ranked(mut self) -> Analysis {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let rating = |i: &usize| self.ratings[*i].point;
        order.sort_by(|a, b| rating(b).total_cmp(&rating(a)).then_with(|| self.names[*a].cmp(&self.names[*b])));
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(at, entrant)| place[*entrant] = at);
        self.names = picked(&self.names, &order);
        self.tallies = picked(&self.tallies, &order).iter().map(|row| picked(row, &order)).collect();
        self.shares = picked(&self.shares, &order).iter().map(|row| picked(row, &order)).collect();
        self.ratings = picked(&self.ratings, &order);
        self.apart = self.apart.each_ref().map(|apart| picked(apart, &order));
        self.equilibrium = picked(&self.equilibrium, &order);
        self.regret = picked(&self.regret, &order);
        self.domination = picked(&self.domination, &order);
        for domination in &mut self.domination {
            domination.by.iter_mut().for_each(|(by, _)| *by = place[*by]);
        }
        self.cyclic.circle = self.cyclic.circle.map(|circle| circle.map(|entrant| place[entrant]));
        self
    }
}

fn picked<T: Clone>(values: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|i| values[*i].clone()).collect()
}
