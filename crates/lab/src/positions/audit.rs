//! The audit of a game that was played: the chance to win after every turn, the luck of each player, and the costliest
//! decisions.
//!
//! The change of a player's chance to win from the first turn on is the sum of two parts, decision by decision. The part of the
//! choices is the chance after the chosen action minus the chance after the action of the policy that plays on, both before
//! any die. The rest is luck: what the dice did after the choices. Both parts are measured on common random numbers.

use crate::runner::playouts::{PlayoutArm, PlayoutRows};
use crate::runner::{Job, Streams};
use crate::study::{Dealt, DecisionPoint, Positions};
use hitchart_stats::{Bounds, Estimate, LEVEL, order::largest_first};

/// Settings of an audit.
#[derive(Clone, Debug)]
pub struct AuditPlan {
    /// Games from the state after every turn.
    pub games: u64,
    /// Games from every decision and each of its alternatives.
    pub screened: u64,
    /// Seed of all random streams.
    pub seed: u64,
    /// Policies of which the choices are alternatives.
    pub policies: Vec<String>,
}

/// The luck of a player.
#[derive(Clone, Copy, Debug)]
pub struct Luck {
    /// Number of attacks.
    pub attacks: u64,
    /// Damage that the attacks dealt.
    pub damage: f64,
    /// Exact expectation of that damage, before the damage dice were rolled.
    pub expected: f64,
    /// Share of the game won, minus the chance to win after the set-up and the part of the choices.
    pub luck: Estimate,
    /// Chance to win after the set-up, by the games from which luck and choices are computed.
    pub start: Estimate,
    /// Change of the chance to win by the choices of all players after the set-up.
    pub choices: Estimate,
}

/// A decision, with a better alternative.
#[derive(Clone, Debug)]
pub struct Costly {
    /// Index of the decision.
    pub at: usize,
    /// The action that was chosen, in words.
    pub chosen: String,
    /// The alternative in words.
    pub better: String,
    /// Share of games that the player would win more with the alternative.
    pub loss: Estimate,
}

/// A state after a turn, with the chance to win of each player.
#[derive(Clone, Debug)]
pub struct AfterTurn {
    /// Index of the decision.
    pub at: usize,
    /// Chance to win of each player.
    pub chances: Vec<Estimate>,
    /// The network's chance to win of each player, between two turns.
    pub network: Option<Vec<f64>>,
}

/// The audit of a game.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The states after every turn.
    pub line: Vec<AfterTurn>,
    /// The first player's chance by the network minus that by the games, as a mean over the states between two turns;
    /// `None` without such a state.
    pub network_off: Option<Estimate>,
    /// The luck of each player.
    pub luck: Vec<Luck>,
    /// The costliest decisions, from the costliest down.
    pub costly: Vec<Costly>,
    /// Number of decisions with at least two candidates.
    pub decisions: usize,
    /// Number of alternatives that were played.
    pub alternatives: usize,
}

/// Decisions with at most this many candidates have all of them as alternatives.
const ALL: usize = 6;
/// Decisions that are screened once more, and decisions that are tested.
const AGAIN: usize = 12;
const TESTED: usize = 3;
/// Number of times that a policy is asked, to find out whether it always chooses the same.
const REPEATS: u64 = 3;
/// Games of the second screening and of the test, for each game of the first screening.
const MORE: u64 = 4;

/// The arms of all decisions of a game: the choice of the policy that plays on, the choice made, and the alternatives. The
/// first arm is the start of the first turn.
#[derive(Debug)]
pub struct Screening {
    /// Starts of the games that are played on.
    pub arms: Vec<PlayoutArm>,
    screened: Vec<Screened>,
}

/// A decision with the columns of its arms.
#[derive(Debug)]
struct Screened {
    at: usize,
    /// Arms of the choice of the policy that plays on, and of the choice made; often the same.
    arms: [usize; 2],
    /// Places of the alternatives, and their arms.
    others: Vec<(usize, usize)>,
}

/// Audits a game. `count` plays a job; it returns `None` if the work was stopped.
pub fn audit(
    positions: &mut dyn Positions,
    plan: &AuditPlan,
    count: &dyn Fn(&Job) -> Option<PlayoutRows>,
) -> Option<Audit> {
    let streams = |name: &str, games| Streams { name: name.to_owned(), seed: plan.seed, groups: 0..games };
    let Screening { arms, screened } = Screening::of(positions, plan);
    let positions = &*positions;
    let (line, network_off) = line(positions, &count_of(positions, count, streams("audit/line", plan.games)))?;
    let rows = count(&positions.job(&arms, streams("audit/decisions", plan.screened)))?;
    let luck = luck(positions, &screened, &rows);
    let games = plan.screened * MORE;
    let first = costliest(positions, &screened, &rows, AGAIN);
    let again = tested(positions, &first, &count_of(positions, count, streams("audit/again", games)))?;
    let mut again: Vec<(Estimate, (usize, usize))> = again.into_iter().zip(first).collect();
    again.sort_by(|a, b| b.0.point.total_cmp(&a.0.point).then(a.1.cmp(&b.1)));
    let last: Vec<(usize, usize)> = again.into_iter().take(TESTED).map(|(_, pair)| pair).collect();
    let losses = tested(positions, &last, &count_of(positions, count, streams("audit/test", games)))?;
    let mut costly: Vec<Costly> = last.iter().zip(losses).map(|(pair, loss)| costly(positions, *pair, loss)).collect();
    costly.sort_by(|a, b| b.loss.point.total_cmp(&a.loss.point).then(a.at.cmp(&b.at)));
    let alternatives = screened.iter().map(|decision| decision.others.len()).sum();
    let decisions = positions.points().iter().filter(|point| point.candidates > 1).count();
    Some(Audit { line, network_off, luck, costly, decisions, alternatives })
}

/// Returns a function that plays arms on given streams.
fn count_of<'a>(
    positions: &'a dyn Positions,
    count: &'a dyn Fn(&Job) -> Option<PlayoutRows>,
    streams: Streams,
) -> impl Fn(&[PlayoutArm]) -> Option<PlayoutRows> + 'a {
    move |arms| count(&positions.job(arms, streams.clone()))
}

/// Returns the states after every turn, and the mean difference between the network and the games.
fn line(
    positions: &dyn Positions,
    play: &dyn Fn(&[PlayoutArm]) -> Option<PlayoutRows>,
) -> Option<(Vec<AfterTurn>, Option<Estimate>)> {
    let players = positions.players().len();
    let turns: Vec<usize> = (0..positions.points().len()).filter(|at| positions.points()[*at].turn).collect();
    let rows = play(&turns.iter().map(|at| PlayoutArm { at: *at, action: None }).collect::<Vec<PlayoutArm>>())?;
    let after = |(nth, at): (usize, &usize)| AfterTurn {
        at: *at,
        chances: (0..players).map(|player| rows.share(nth * players + player)).collect(),
        network: positions.network(*at),
    };
    let line: Vec<AfterTurn> = turns.iter().enumerate().map(after).collect();
    let known = || line.iter().enumerate().filter_map(|(nth, after)| Some((nth, after.network.as_ref()?[0])));
    let states = known().count() as f64;
    let columns: Vec<(usize, i64)> = known().map(|(nth, _)| (nth * players, 1)).collect();
    let network = known().map(|(_, chance)| chance).sum::<f64>() / states;
    let off = (states > 0.0).then(|| off(network, &rows.sum(&columns, &Bounds::WHOLE), states));
    Some((line, off))
}

/// Returns a chance of the network minus that of the games, whose sum over a number of states is `sum`.
pub(super) fn off(network: f64, sum: &Estimate, states: f64) -> Estimate {
    let less = |chance: f64| network - chance / states;
    let (low, high) = sum.interval;
    let standard_error = sum.standard_error / states;
    Estimate { point: less(sum.point), standard_error, interval: (less(high), less(low)), ..*sum }
}

/// Returns the index of the first decision after the set-up.
fn start(points: &[DecisionPoint]) -> usize {
    points.iter().position(|point| point.turn).unwrap_or(0)
}

/// Returns the place that the policy that plays on chooses; `None` if its choice depends on its random numbers.
fn reference(positions: &mut dyn Positions, at: usize, plan: &AuditPlan) -> Option<usize> {
    let name = positions.policies()[positions.points()[at].player].to_owned();
    let mut choices = (0..REPEATS).map(|nth| positions.choice(at, &name, plan.seed.wrapping_add(nth)));
    let first = choices.next()??;
    choices.all(|choice| choice == Some(first)).then_some(first)
}

impl Screening {
    /// Lists the arms of the decisions of a game.
    pub fn of(positions: &mut dyn Positions, plan: &AuditPlan) -> Screening {
        let points = positions.points().to_vec();
        let start = start(&points);
        let mut arms = vec![PlayoutArm { at: start, action: reference(positions, start, plan) }];
        let mut screened = Vec::new();
        for (at, point) in points.iter().enumerate().filter(|(_, point)| point.candidates > 1) {
            let Some(chosen) = point.chosen else { continue };
            let policy = reference(positions, at, plan);
            let choices = plan.policies.iter().filter_map(|name| positions.choice(at, name, plan.seed));
            let mut places: Vec<usize> =
                if point.candidates <= ALL { (0..point.candidates).collect() } else { Vec::new() };
            places.extend(choices.chain([chosen]).chain(policy));
            places.sort_unstable();
            places.dedup();
            if places.len() == 1 && policy.is_some() {
                continue;
            }
            let first = arms.len();
            if policy.is_none() {
                arms.push(PlayoutArm { at, action: None });
            }
            let listed = arms.len();
            arms.extend(places.iter().map(|place| PlayoutArm { at, action: Some(*place) }));
            let arm = |place| listed + places.iter().position(|other| *other == place).unwrap_or(0);
            let others = places.iter().filter(|place| **place != chosen).map(|place| (*place, arm(*place))).collect();
            let policy = policy.map_or(first, arm);
            screened.push(Screened { at, arms: [policy, arm(chosen)], others });
        }
        Screening { arms, screened }
    }

    /// Returns the luck of each player by games from the arms.
    pub fn luck(&self, positions: &dyn Positions, rows: &PlayoutRows) -> Vec<Luck> {
        luck(positions, &self.screened, rows)
    }
}

fn luck(positions: &dyn Positions, screened: &[Screened], rows: &PlayoutRows) -> Vec<Luck> {
    let players = positions.players().len();
    let (result, start) = (positions.result().unwrap_or_default(), start(positions.points()));
    let of = |player: usize| {
        let counted = screened.iter().filter(|decision| decision.at >= start);
        let parts = counted.flat_map(|decision| [(decision.arms[1], 1), (decision.arms[0], -1)]);
        let choices: Vec<(usize, i64)> = parts.map(|(arm, sign)| (arm * players + player, sign)).collect();
        let with_start: Vec<(usize, i64)> = [(player, 1)].into_iter().chain(choices.iter().copied()).collect();
        let expected = rows.sum(&with_start, &Bounds::WHOLE);
        let won = result.get(player).copied().unwrap_or(0.0);
        let interval = (won - expected.interval.1, won - expected.interval.0);
        let own = || positions.dealt().iter().filter(|dealt| dealt.player == player);
        let total = |part: fn(&Dealt) -> f64| own().map(part).sum();
        Luck {
            attacks: own().count() as u64,
            damage: total(|dealt| dealt.damage),
            expected: total(|dealt| dealt.expected),
            start: rows.share(player),
            luck: Estimate { point: won - expected.point, interval, ..expected },
            choices: rows.sum(&choices, &Bounds::WHOLE),
        }
    };
    (0..players).map(of).collect()
}

/// Returns the decisions with the largest losses, each with its best alternative.
fn costliest(positions: &dyn Positions, screened: &[Screened], rows: &PlayoutRows, most: usize) -> Vec<(usize, usize)> {
    let players = positions.players().len();
    let loss = |decision: &Screened| {
        let mean = |arm: usize| rows.mean(arm * players + positions.points()[decision.at].player);
        let best = decision.others.iter().map(|(place, arm)| (mean(*arm), *place));
        let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        Some((best.0 - mean(decision.arms[1]), (decision.at, best.1)))
    };
    let mut losses: Vec<(f64, (usize, usize))> = screened.iter().filter_map(loss).collect();
    largest_first(&mut losses, |row| row.0);
    losses.into_iter().take(most).map(|(_, pair)| pair).collect()
}

/// Returns the losses of decisions against their alternatives. The intervals hold for all of them together (Bonferroni),
/// because the largest loss is reported first.
fn tested(
    positions: &dyn Positions,
    pairs: &[(usize, usize)],
    play: &dyn Fn(&[PlayoutArm]) -> Option<PlayoutRows>,
) -> Option<Vec<Estimate>> {
    let players = positions.players().len();
    let both = |(at, place): &(usize, usize)| {
        [PlayoutArm { at: *at, action: positions.points()[*at].chosen }, PlayoutArm { at: *at, action: Some(*place) }]
    };
    let rows = play(&pairs.iter().flat_map(both).collect::<Vec<PlayoutArm>>())?;
    let level = 1.0 - (1.0 - LEVEL) / pairs.len().max(1) as f64;
    let loss = |(nth, (at, _)): (usize, &(usize, usize))| {
        let column = |arm: usize| (2 * nth + arm) * players + positions.points()[*at].player;
        rows.lead(column(1), column(0), level)
    };
    Some(pairs.iter().enumerate().map(loss).collect())
}

fn costly(positions: &dyn Positions, (at, place): (usize, usize), loss: Estimate) -> Costly {
    let words = positions.candidates(at);
    let chosen = positions.points()[at].chosen.map_or_else(String::new, |chosen| words[chosen].clone());
    Costly { at, chosen, better: words[place].clone(), loss }
}
