//! Which games are played next: where they tell most, or, in a Swiss tournament, among entrants of about the same score.

use super::plan::Aim;
use super::standings::{Met, Standings};

/// Least part of the weight of the most important meeting that any other has while an equilibrium is looked for: which
/// meetings matter may change.
const LEAST: f64 = 0.1;
/// Halvings that find how many groups an importance is worth.
const HALVINGS: usize = 60;

/// How much the noise of each meeting matters: the root of its part in the variances of what is open.
pub fn weights(aim: Aim, standings: &Standings, open: &[usize], mixture: &[f64]) -> Vec<f64> {
    let mut is_open = vec![false; standings.len()];
    open.iter().for_each(|entrant| is_open[*entrant] = true);
    let leads = open.len() as f64 - 1.0;
    // What is asked is whether the one that looks best is better than each of the others: leads of others matter to nobody.
    let best = standings.ranking(standings.len()).into_iter().find(|entrant| is_open[*entrant]);
    let part = |met: &Met| {
        let count = met.entrants.iter().filter(|entrant| is_open[**entrant]).count();
        let of_best = met.entrants.iter().any(|entrant| Some(*entrant) == best);
        match (aim, count) {
            (Aim::Ratings, open) => open as f64,
            // Games of the best with another count twice in the lead over that one, and once in each other lead; games of
            // the others with anybody else once in the lead over each of them.
            (Aim::Best, 2) if of_best => 4.0 + (leads - 1.0),
            (Aim::Best, _) if of_best => leads,
            (Aim::Best, open) => open as f64,
            // Shares are rounded, so that what is drawn does not hang on the last bits of a division.
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

/// Groups to add to each meeting so that there are so many in all: of meetings the noise of which matters each has as many
/// as its weight and its spread say (J. Neyman, 1934, J. R. Stat. Soc. 97, 558-625), but none fewer than it has.
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

/// Who meets whom in the next round of a Swiss tournament: from the top, each the nearest that it has met least often. One
/// of an odd number rests, the lowest that has rested least.
pub fn swiss(standings: &Standings, rests: &[u64]) -> (Vec<usize>, Option<usize>) {
    let mut left = standings.ranking(standings.len());
    let mut resting = None;
    if left.len() % 2 == 1 {
        let fewest = left.iter().map(|entrant| rests[*entrant]).min().unwrap_or(0);
        let place = left.iter().rposition(|entrant| rests[*entrant] == fewest).unwrap_or(0);
        resting = Some(left.remove(place));
    }
    // Everyone may meet everyone.
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
