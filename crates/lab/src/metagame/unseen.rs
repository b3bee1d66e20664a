//! Results that were not seen but are possible.
//!
//! If one group of entrants won all its games against the rest, no resample of these games has a loss, and their
//! spread is zero. The games still permit losses: three wins of three leave a share of points of 44 to 100%. The same
//! holds for games that were all tied. [`unseen`] finds such groups and fits the ratings again at the ends of that
//! interval.

use super::analysis::shared;
use super::results::{Results, share};
use hitchart_stats::Estimate;
use hitchart_stats::ratings::{Fit, PairTally};
use std::collections::BTreeMap;

/// Ratings that the games permit although no resample of them shows it.
pub(super) struct Unseen {
    /// True for the entrants of the group, false for the rest.
    group: Vec<bool>,
    /// Ratings at one end of the interval of the group's share of points against the rest.
    pub fit: Fit,
}

/// Returns the ratings at the ends of the intervals of all groups whose observations against the rest have one result.
/// Groups are each single entrant, and the first entrants by rating, for each number of them.
pub(super) fn unseen(results: &Results, fit: &Fit, games: &[PairTally]) -> Vec<Unseen> {
    let n = results.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|a, b| fit.logits[*b].total_cmp(&fit.logits[*a]).then(a.cmp(b)));
    let first = (1..n).map(|count| order[..count].to_vec());
    let single = (0..n).map(|entrant| vec![entrant]);
    let mut found = Vec::new();
    for members in first.chain(single) {
        let group: Vec<bool> = (0..n).map(|entrant| members.contains(&entrant)).collect();
        let Some(estimate) = of_one_result(results, &group) else { continue };
        let (low, high) = estimate.interval;
        for end in [low, high].into_iter().filter(|end| (end - estimate.point).abs() > SAME) {
            let moved: Vec<PairTally> = games.iter().map(|games| moved(games, &group, estimate.point, end)).collect();
            found.push(Unseen { group: group.clone(), fit: Fit::near(n, &moved, fit) });
        }
    }
    found
}

/// Shares of points that differ by less differ by rounding only.
const SAME: f64 = 1e-9;

/// Returns the group's share of points against the rest if all its observations have the same share.
fn of_one_result(results: &Results, group: &[bool]) -> Option<Estimate> {
    let n = group.len();
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| group[*i] && !group[*j]);
    let mut observations: BTreeMap<[u8; 3], u64> = BTreeMap::new();
    for (i, j) in pairs {
        for (games, times) in &results.cell(i, j).observations {
            *observations.entry(*games).or_default() += times;
        }
    }
    let estimate = shared(&observations)?;
    let same = |games: &[u8; 3]| (share(*games) - estimate.point).abs() < SAME;
    observations.keys().all(same).then_some(estimate)
}

/// Moves games between the group and the rest until the group's share of points changes from `from` to `to`. Other
/// games do not change.
fn moved(games: &PairTally, group: &[bool], from: f64, to: f64) -> PairTally {
    if group[games.first] == group[games.second] {
        return *games;
    }
    let part = if to < from { 1.0 - to / from } else { (to - from) / (1.0 - from) };
    let total = games.wins + games.ties + games.losses;
    let kept = |count: f64| count * (1.0 - part);
    let mut moved = PairTally { wins: kept(games.wins), ties: kept(games.ties), losses: kept(games.losses), ..*games };
    // The group gains if its share grows; its members may be on either side of the pair.
    *(if (to > from) == group[games.first] { &mut moved.wins } else { &mut moved.losses }) += part * total;
    moved
}

/// Returns the probabilities of the outcomes of a pair: by the mean of the ratings that its games permit if its
/// observations are of one result, else by the fitted ratings.
pub(super) fn chances(unseen: &[Unseen], fit: &Fit, first: usize, second: usize) -> [f64; 3] {
    let between = unseen.iter().filter(|unseen| unseen.group[first] != unseen.group[second]);
    let all: Vec<[f64; 3]> = between.map(|unseen| unseen.fit.chances(first, second)).collect();
    match all.len() {
        0 => fit.chances(first, second),
        count => [0, 1, 2].map(|at: usize| all.iter().map(|chances| chances[at]).sum::<f64>() / count as f64),
    }
}
