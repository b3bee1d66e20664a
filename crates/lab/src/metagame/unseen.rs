//! Results that were not seen but are possible.
//!
//! If a group of entrants lost few games against the rest, resamples of these games have few losses, or none, and do not
//! show how weak the group may be. Three wins of three leave a share of decided games of 44 to 100%, 99 of 100
//! one of 94.6 to 99.8%. The same holds for games that were all tied. [`unseen`] finds such groups and fits the ratings
//! again at the ends of that interval. An end of 100% has no largest rating.

use super::analysis::estimated_share;
use super::results::{Results, share};
use hitchart_stats::ratings::{Fit, PairTally};
use hitchart_stats::{Estimate, order::largest_first};
use rayon::prelude::*;

/// Observations of the rarer result below which resamples of games are too alike.
const FEW: u64 = 30;

/// Ratings that the games permit although resamples hardly show them.
pub(super) struct Unseen {
    /// True for the entrants of the group, false for the rest.
    group: Vec<bool>,
    /// Ratings at one end of the interval of the group's share against the rest.
    fit: Fit,
    /// True if all decided games have one winner, or there are none.
    is_of_one_result: bool,
    /// True if the games do not limit how strong the group is.
    is_endless: bool,
}

impl Unseen {
    /// Returns the least and the largest rating of an entrant, as a logit.
    pub(super) fn ends(&self, entrant: usize) -> (f64, f64) {
        let rating = self.fit.logits[entrant];
        match (self.is_endless, self.group[entrant]) {
            (false, _) => (rating, rating),
            (true, true) => (rating, f64::INFINITY),
            (true, false) => (f64::NEG_INFINITY, rating),
        }
    }
}

/// Returns the ratings at the ends of the intervals of all groups with few wins or losses against the rest. Groups are
/// each single entrant, all but one, and the first entrants by rating, for each number of them.
pub(super) fn unseen(results: &Results, fit: &Fit, games: &[PairTally]) -> Vec<Unseen> {
    let n = results.len();
    let mut order: Vec<usize> = (0..n).collect();
    largest_first(&mut order, |row| fit.logits[*row]);
    let first = (1..n).map(|count| order[..count].to_vec());
    let single = (0..n).map(|entrant| vec![entrant]);
    let others = (0..n).map(|entrant| (0..n).filter(|other| *other != entrant).collect());
    let mut groups: Vec<Vec<bool>> = Vec::new();
    for members in first.chain(single).chain(others) {
        let group: Vec<bool> = (0..n).map(|entrant| members.contains(&entrant)).collect();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let of_group = |group: Vec<bool>| {
        let Some(few) = Few::of(results, &group) else { return Vec::new() };
        let at = |end: f64| {
            let moved: Vec<PairTally> = games.iter().map(|games| few.moved(games, &group, end)).collect();
            let (is_of_one_result, is_endless) = (few.is_of_one_result(), few.is_endless());
            Unseen { group: group.clone(), fit: Fit::near(n, &moved, fit), is_of_one_result, is_endless }
        };
        few.ends().map(at).collect()
    };
    groups.into_par_iter().flat_map_iter(of_group).collect()
}

/// The games of a group against the rest, of which few were won or few were lost.
struct Few {
    /// Share of the decided games that the group won; of points, if all were tied.
    share: Estimate,
    is_tied: bool,
}

/// Shares that differ by less differ by rounding only.
const SAME: f64 = 1e-9;

impl Few {
    fn of(results: &Results, group: &[bool]) -> Option<Few> {
        let n = group.len();
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|(i, j)| group[*i] && !group[*j]);
        let (mut all, mut decided, mut won, mut lost) = (Vec::new(), Vec::new(), 0, 0);
        for (games, times) in pairs.flat_map(|(i, j)| &results.cell(i, j).observations) {
            let [wins, _, losses] = *games;
            all.push((share(*games), *times));
            won += if wins > 0 { *times } else { 0 };
            lost += if losses > 0 { *times } else { 0 };
            if wins > 0 || losses > 0 {
                decided.push((share([wins, 0, losses]), *times));
            }
        }
        let is_tied = all.iter().all(|(share, _)| (share - 0.5).abs() < SAME);
        if is_tied {
            return estimated_share(all).map(|share| Few { share, is_tied });
        }
        // Of a group and the rest, one has at least half of the wins.
        let is_few = won >= lost && lost < FEW;
        is_few.then(|| estimated_share(decided)).flatten().map(|share| Few { share, is_tied })
    }

    fn is_of_one_result(&self) -> bool {
        self.is_tied || self.is_endless()
    }

    fn is_endless(&self) -> bool {
        self.share.point > 1.0 - SAME
    }

    /// Returns the ends of the interval that differ from the share.
    fn ends(&self) -> impl Iterator<Item = f64> {
        let (low, high) = self.share.interval;
        let point = self.share.point;
        [low, high].into_iter().filter(move |end| (end - point).abs() > SAME)
    }

    /// Moves games between the group and the rest, so that the group's share becomes `to`: a part of the wins become
    /// losses or the other way round; of tied games, a part of all.
    fn moved(&self, games: &PairTally, group: &[bool], to: f64) -> PairTally {
        if group[games.first] == group[games.second] {
            return *games;
        }
        let from = self.share.point;
        let (is_gain, is_first) = (to > from, group[games.first]);
        let part = if is_gain { (to - from) / (1.0 - from) } else { 1.0 - to / from };
        let mut moved = *games;
        // The winner of the moved games gains what the loser, or the ties, give.
        let (gains, gives) = match is_gain == is_first {
            true => (&mut moved.wins, &mut moved.losses),
            false => (&mut moved.losses, &mut moved.wins),
        };
        *gains += part * *gives;
        *gives *= 1.0 - part;
        if self.is_tied {
            *gains += part * moved.ties;
            moved.ties *= 1.0 - part;
        }
        moved
    }
}

/// Returns the probabilities of the outcomes of a pair: by the mean of the ratings that its games permit if a group that
/// divides it has such a result, else by the fitted ratings.
pub(super) fn chances(unseen: &[Unseen], fit: &Fit, first: usize, second: usize) -> [f64; 3] {
    let between = unseen.iter().filter(|unseen| unseen.is_of_one_result && unseen.group[first] != unseen.group[second]);
    let all: Vec<[f64; 3]> = between.map(|unseen| unseen.fit.chances(first, second)).collect();
    match all.len() {
        0 => fit.chances(first, second),
        count => [0, 1, 2].map(|at: usize| all.iter().map(|chances| chances[at]).sum::<f64>() / count as f64),
    }
}
