//! Choice of the next games: the most informative ones, or, in a Swiss tournament, those of entrants with similar
//! scores.

use super::plan::Aim;
use super::standings::{Met, Standings};

/// Minimum weight of a matchup in the search for an equilibrium, as a fraction of the largest weight: the important
/// matchups may change.
const LEAST: f64 = 0.1;
/// Number of bisection steps for the price of a group.
const HALVINGS: usize = 60;

/// Returns the weight of each matchup's noise: the root of its part in the variances that are open.
pub fn weights(aim: Aim, standings: &Standings, open: &[usize], mixture: &[f64]) -> Vec<f64> {
    let mut is_open = vec![false; standings.len()];
    open.iter().for_each(|entrant| is_open[*entrant] = true);
    let leads = open.len() as f64 - 1.0;
    // The aim is to show that the leader is better than each other entrant; leads among the others do not matter.
    let best = standings.ranking(standings.len()).into_iter().find(|entrant| is_open[*entrant]);
    let part = |met: &Met| {
        let count = met.entrants.iter().filter(|entrant| is_open[**entrant]).count();
        let of_best = met.entrants.iter().any(|entrant| Some(*entrant) == best);
        match (aim, count) {
            (Aim::Ratings, open) => open as f64,
            // Games of the leader with an open entrant count twice in the lead over that entrant, and once in each
            // other lead. Games of the others count once in the lead over each open entrant.
            (Aim::Best, 2) if of_best => 4.0 + (leads - 1.0),
            (Aim::Best, _) if of_best => leads,
            (Aim::Best, open) => open as f64,
            // Shares are rounded, so that the choice does not depend on the last bits of a division.
            (Aim::Equilibrium, _) => {
                met.entrants.iter().map(|entrant| (mixture[*entrant] * 256.0).round().powi(2)).sum()
            }
        }
    };
    let weights: Vec<f64> = standings.met.iter().map(|met| part(met).sqrt()).collect();
    let most = weights.iter().copied().fold(0.0, f64::max);
    let least = if aim == Aim::Equilibrium { LEAST * most } else { 0.0 };
    weights.into_iter().map(|weight| weight.max(least)).collect()
}

/// Returns the groups to add to each matchup for a total of `all`. Each matchup gets groups in proportion to its weight
/// and its spread (J. Neyman, 1934, J. R. Stat. Soc. 97, 558-625), but never fewer than it has.
pub fn added(standings: &Standings, weights: &[f64], all: u64) -> Vec<u64> {
    let wanted: Vec<f64> =
        standings.met.iter().zip(weights).map(|(met, weight)| weight * met.variance().sqrt()).collect();
    let played: Vec<u64> = standings.met.iter().map(Met::groups).collect();
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
pub fn swiss(standings: &Standings, rests: &[u64]) -> (Vec<usize>, Option<usize>) {
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
