//! Bids at tables of three to five: every combination of bids is played, then the equilibrium is computed and each bid
//! is tested against it with fresh seeds. Each repetition has separate companies.
//!
//! Victories are counted in groups of games with the same dice, in which all players rotate through all seats.

mod results;

pub(crate) use results::{Tables, answer};

use super::Built;
use super::replies::{BidChances, Replies, Reply, Shares};
use crate::games::rapid_attack::studies::builds::matchup::{Company, Field, Sitting};
use crate::{
    games::rapid_attack::design::Build, games::rapid_attack::studies::builds::setting::CompanySetting,
    games::rapid_attack::studies::tournament::Entrant,
};
use hitchart_lab::runner::{Counts, GroupCounter, Job, Matchup, Streams};
use hitchart_lab::{builds::Sizes, metagame::spreads, study::RunCounts};
use hitchart_play::Scores;
use hitchart_stats::{Bounds, Estimate, Moments, chosen, order::largest_first};
use results::{Spread, Tested, seats};
use serde::{Deserialize, Serialize};
use std::{ops::Range, sync::Arc, sync::atomic::AtomicBool};

// The games: every combination of bids, then each bid against the equilibrium.

/// Numbers of games at tables of three or more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub players: usize,
    /// Place of the bid that all others make, if only that bid is answered.
    pub against: Option<usize>,
    /// Groups of games at each table in each repetition; in a group every player takes every seat.
    pub groups: u64,
    /// Groups of games of each bid against the equilibrium, in each repetition.
    pub test_groups: u64,
}

/// Companies at these tables, and the counts so far.
pub(crate) struct Tabled<'a> {
    pub plan: Plan,
    pub setting: &'a CompanySetting,
    /// The companies of all bids, by repetition.
    pub repeats: &'a [Vec<Build>],
    /// Name of the study.
    pub name: &'a str,
    pub seed: u64,
    pub counted: &'a RunCounts,
}

impl Tabled<'_> {
    /// Returns the results so far, and the next jobs. The results are `None` until every table is played.
    pub(crate) fn course(&self) -> (Option<Tables>, Vec<Job>) {
        let bids = Built::all(self.repeats);
        let spreads = spreads(self.plan.players, bids.len());
        let Some(taken) = self.by_repeat(spreads.len(), |repeat, place| self.occasion(repeat, &spreads[place])) else {
            return (None, self.jobs(|repeat| spreads.iter().map(move |spread| self.table(repeat, spread)).collect()));
        };
        let many = bids.len();
        let mut tables = Tables::new(self.plan.players, bids, &spreads, taken, self.seed);
        match self.by_repeat(many, |repeat, own| self.test(repeat, own)) {
            Some(tested) => {
                tables.tested = Some(Tested::of(&tested));
                (Some(tables), Vec::new())
            }
            None => {
                let shares: Vec<f64> = tables.settled.iter().map(|quantity| quantity.point).collect();
                let jobs = self.jobs(|repeat| {
                    let field = Arc::new(Field::drawn(self.entrants(repeat), &shares, self.plan.players - 1));
                    (0..many).map(|own| self.tried((repeat, own), &field)).collect()
                });
                (Some(tables), jobs)
            }
        }
    }

    /// Returns the results of the tables at which all others make one bid, or `None` and the next jobs until these are
    /// played.
    pub(crate) fn answers(&self, against: usize) -> (Option<Answers>, Vec<Job>) {
        let bids = Built::all(self.repeats);
        let alone = |own: usize| {
            let mut counts = vec![0; bids.len()];
            counts[against] = (self.plan.players - 1) as u8;
            counts[own] += 1;
            counts
        };
        let owns: Vec<usize> = (0..bids.len()).filter(|own| *own != against).collect();
        let spreads: Vec<Vec<u8>> = owns.iter().map(|own| alone(*own)).collect();
        match self.by_repeat(spreads.len(), |repeat, place| self.occasion(repeat, &spreads[place])) {
            None => (None, self.jobs(|repeat| spreads.iter().map(|spread| self.table(repeat, spread)).collect())),
            Some(taken) => {
                let spreads = owns.into_iter().zip(spreads.into_iter().zip(taken));
                (Some(Answers::new(self.plan.players, bids, against, spreads)), Vec::new())
            }
        }
    }

    /// Returns the counts of `many` items in every repetition; `None` if some are missing.
    fn by_repeat(&self, many: usize, occasion: impl Fn(usize, usize) -> String) -> Option<Vec<Vec<Taken>>> {
        let of = |place| -> Option<Vec<Taken>> {
            (0..self.repeats.len()).map(|repeat| self.counted.of(&occasion(repeat, place))).collect()
        };
        (0..many).map(of).collect()
    }

    fn jobs(&self, of: impl Fn(usize) -> Vec<Job>) -> Vec<Job> {
        (0..self.repeats.len()).flat_map(of).collect()
    }

    fn entrants(&self, repeat: usize) -> Vec<Entrant> {
        self.repeats[repeat].iter().map(|build| self.setting.entrant(build)).collect()
    }

    fn repeat_name(&self, repeat: usize) -> String {
        Sizes::<CompanySetting>::repeat_name(self.name, repeat)
    }

    /// Names the games of a table.
    fn occasion(&self, repeat: usize, spread: &[u8]) -> String {
        let labels = spread.iter().zip(&self.repeats[repeat]).filter(|(count, _)| **count > 0);
        let labels: Vec<String> =
            labels.map(|(count, build)| format!("{count} x {}-{}", build.frames.len(), build.systems())).collect();
        format!("{}/table/{}", self.repeat_name(repeat), labels.join("/"))
    }

    /// Names the games of a bid against the equilibrium.
    fn test(&self, repeat: usize, own: usize) -> String {
        let build = &self.repeats[repeat][own];
        format!("{}/test/{}-{}", self.repeat_name(repeat), build.frames.len(), build.systems())
    }

    /// Returns the job of a table, with separate dice.
    fn table(&self, repeat: usize, spread: &[u8]) -> Job {
        let builds = &self.repeats[repeat];
        let places = spread.iter().enumerate().flat_map(|(place, count)| vec![place; usize::from(*count)]);
        let mut seated = places.map(|place| &builds[place]);
        let own = seated.next().unwrap_or(&builds[0]);
        let field = Arc::new(Field::together(seated.map(|build| self.setting.entrant(build)).collect()));
        let name = self.occasion(repeat, spread);
        let streams = Streams { name: name.clone(), seed: self.seed, groups: 0..self.plan.groups };
        streams.job(name, self.setting.sitting(own, &field))
    }

    /// Returns the job of a bid against the equilibrium mix. Within a repetition all bids use the same dice, and thus
    /// the same opponents, so games of different bids must not be treated as independent.
    fn tried(&self, (repeat, own): (usize, usize), field: &Arc<Field>) -> Job {
        let name = format!("{}/test", self.repeat_name(repeat));
        let streams = Streams { name, seed: self.seed, groups: 0..self.plan.test_groups };
        streams.job(self.test(repeat, own), self.setting.sitting(&self.repeats[repeat][own], field))
    }
}

// Counts of the victories at one table.

/// Parts of one victory: divisible by any number of winners up to five.
const VICTORY: u64 = 60;

/// Victories of all players at a table. A group has as many games as players, with the same dice and every player in
/// every seat, and is one observation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Taken {
    pub groups: u64,
    /// Sums by player, in parts of a victory.
    sums: Vec<u64>,
    /// Sums over groups of the products of every player's parts with every other's, row by row.
    products: Vec<u64>,
}

impl Taken {
    /// Adds a group, given the parts of each player.
    fn add_group(&mut self, taken: &[u64]) {
        self.sums.resize(taken.len(), 0);
        self.products.resize(taken.len() * taken.len(), 0);
        self.groups += 1;
        self.sums.iter_mut().zip(taken).for_each(|(sum, parts)| *sum += parts);
        let pairs = taken.iter().flat_map(|one| taken.iter().map(move |other| one * other));
        self.products.iter_mut().zip(pairs).for_each(|(sum, product)| *sum += product);
    }

    /// Returns the number of players at the table.
    pub(crate) fn players(&self) -> usize {
        self.sums.len()
    }

    /// Returns the number of games.
    pub(crate) fn games(&self) -> u64 {
        self.groups * self.players() as u64
    }

    /// Returns the parts of a group in which one player took every victory.
    fn whole(&self) -> f64 {
        (VICTORY * self.players() as u64) as f64
    }

    /// Returns the mean share of the victories of some players.
    pub(crate) fn mean(&self, players: &[usize]) -> f64 {
        let parts: u64 = players.iter().map(|player| self.sums[*player]).sum();
        parts as f64 / (self.groups.max(1) * players.len() as u64) as f64 / self.whole()
    }

    /// Estimates the share of one player, with an interval at a level, from the variation between groups.
    pub(crate) fn share(&self, player: usize, level: f64) -> Estimate {
        let mean = self.mean(&[player]);
        let whole = self.whole();
        let squares = self.products[player * self.players() + player] as f64 / (whole * whole);
        let deviations = squares - self.groups as f64 * mean * mean;
        let moments = Moments::of_deviations(self.groups, mean, [deviations, 0.0]);
        Estimate { n: self.games(), ..Estimate::of(&moments, &Bounds::SHARE, level) }
    }

    /// Computes the covariance of the mean shares of two players. Two imaginary groups, each won entirely by a random
    /// player, are added, so that a variation never seen is not taken as zero.
    pub(crate) fn covariance(&self, one: usize, other: usize) -> f64 {
        let (players, groups) = (self.players() as f64, self.groups as f64);
        let whole = self.whole();
        let product = self.products[one * self.players() + other] as f64 / (whole * whole);
        let seen = product - groups * self.mean(&[one]) * self.mean(&[other]);
        let unseen = f64::from(u8::from(one == other)) / players - 1.0 / (players * players);
        (seen + 2.0 * unseen) / (groups * (groups + 1.0)).max(1.0)
    }

    /// Returns true if the counts are consistent and count exactly `games` games.
    fn fits(&self, games: u64) -> bool {
        let players = self.sums.len();
        let total = self.sums.iter().try_fold(0, |sum: u64, parts| sum.checked_add(*parts));
        players > 0
            && self.products.len() == players * players
            && self.groups.checked_mul(players as u64) == Some(games)
            && total == games.checked_mul(VICTORY)
            && self.products_fit()
    }

    /// Returns true if the products are consistent with groups that share out all victories: every row adds up to the
    /// player's sum times the parts of a group, and the products are symmetric.
    fn products_fit(&self) -> bool {
        let players = self.sums.len();
        let at = |one: usize, other: usize| self.products[one * players + other];
        let of_group = u128::from(VICTORY) * players as u128;
        let row = |one: usize| (0..players).map(|other| u128::from(at(one, other))).sum::<u128>();
        (0..players).all(|one| {
            let own = u128::from(self.sums[one]);
            row(one) == own * of_group
                && own * own <= u128::from(self.groups) * u128::from(at(one, one))
                && (0..one).all(|other| at(one, other) == at(other, one))
        })
    }
}

impl Counts for Taken {
    fn add(&mut self, other: &Taken) {
        self.sums.resize(other.sums.len(), 0);
        self.products.resize(other.products.len(), 0);
        self.groups += other.groups;
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
    }
}

/// Adds each player's parts of the victory in a game; `own` is the seat of the first player.
fn share_out(scores: &Scores, own: usize, taken: &mut [u64]) {
    let (scores, best) = (scores.as_slice(), scores.best());
    let winners = scores.iter().filter(|score| **score == best).count().max(1) as u64;
    for (player, taken) in taken.iter_mut().enumerate() {
        if scores[(own + player) % scores.len()] == best {
            *taken += VICTORY / winners;
        }
    }
}

/// Games of one entrant against a field, at tables of three or more.
impl Matchup for Sitting {
    type Counts = Taken;

    fn size(&self) -> u64 {
        self.players() as u64
    }

    fn effort(&self) -> f64 {
        self.effort()
    }

    fn empty(&self) -> Taken {
        Taken::default()
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, Taken>> {
        let (players, mut company) = (self.players(), Company::new());
        Some(Box::new(move |group, counts| {
            let mut taken = vec![0; players];
            for seats_on in 0..players {
                let (scores, own) = self.play((group.key, group.number), seats_on, &mut company, stop);
                share_out(&scores, own, &mut taken);
            }
            counts.add_group(&taken);
        }))
    }

    fn fits(&self, counts: &Taken, games: u64, _: &Range<u64>) -> bool {
        counts.players() == self.players() && counts.fits(games)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Builds counts from groups, given in victories.
    pub(crate) fn taken(groups: &[Vec<u64>]) -> Taken {
        let mut counts = Taken::default();
        groups.iter().for_each(|group| counts.add_group(&group.iter().map(|won| won * VICTORY).collect::<Vec<_>>()));
        counts
    }

    /// Two of three players share the victory of a game, and the seats are rotated back to the players.
    #[test]
    fn a_victory_is_shared_by_who_has_it() {
        let mut parts = vec![0; 3];
        share_out(&Scores::new([7, 9, 9].into_iter()), 1, &mut parts);
        assert_eq!(parts, [30, 30, 0]);
        share_out(&Scores::new([1, 2, 9].into_iter()), 2, &mut parts);
        assert_eq!(parts, [90, 30, 0]);
    }

    #[test]
    fn shares_of_a_table_make_one_and_join_in_any_order() {
        let (one, other) = (taken(&[vec![3, 0, 0], vec![0, 2, 1]]), taken(&[vec![1, 1, 1]]));
        let mut all = one.clone();
        all.add(&other);
        let mut back = other;
        back.add(&one);
        assert_eq!(all, back);
        assert!(all.fits(9) && !all.fits(8) && (all.mean(&[0]) - 4.0 / 9.0).abs() < 1e-12);
        assert!((all.mean(&[0, 1, 2]) - 1.0 / 3.0).abs() < 1e-12);
        // The total of all players never varies.
        let sum: f64 = (0..9).map(|at| all.covariance(at / 3, at % 3)).sum();
        assert!(sum.abs() < 1e-12, "{sum}");
    }
}

// Replies to one bid, which all other players make.

/// Each bid at a table at which all other players make the same bid.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    pub players: usize,
    pub bids: Vec<Built>,
    /// Place of the bid that all others make.
    pub against: usize,
    /// Results at the table of each bid; `None` for the bid of the others, which has an even share.
    spreads: Vec<Option<Spread>>,
}

impl Answers {
    /// Collects the tables of bids, with the victories of each repetition.
    pub(crate) fn new(
        players: usize,
        bids: Vec<Built>,
        against: usize,
        tables: impl Iterator<Item = (usize, (Vec<u8>, Vec<Taken>))>,
    ) -> Answers {
        let mut spreads: Vec<Option<Spread>> = bids.iter().map(|_| None).collect();
        tables.for_each(|(own, (counts, repeats))| spreads[own] = Some(Spread::of(counts, repeats)));
        Answers { players, bids, against, spreads }
    }

    fn even(&self) -> f64 {
        1.0 / self.players as f64
    }

    fn repeats(&self) -> usize {
        self.bids.first().map_or(0, |built| built.companies.len())
    }

    /// Returns the number of games of all tables.
    pub(crate) fn games(&self) -> u64 {
        self.spreads.iter().flatten().map(|spread| spread.taken.games()).sum()
    }

    /// Estimates a bid's share of the victories, with its interval over repetitions.
    fn share(&self, own: usize) -> Estimate {
        match &self.spreads[own] {
            Some(spread) => spread.share(seats(&spread.counts, own).start),
            None => {
                let even = self.even();
                Estimate { point: even, standard_error: 0.0, interval: (even, even), n: 0, observations: 0 }
            }
        }
    }

    /// Returns a bid's share of the victories in each repetition.
    fn shares(&self, own: usize) -> Vec<f64> {
        match &self.spreads[own] {
            Some(spread) => spread.shares(seats(&spread.counts, own).start),
            None => vec![self.even(); self.repeats()],
        }
    }

    /// Returns the chances of bids against this one.
    fn chances(&self) -> BidChances<'_> {
        let share = |own: usize, other: usize| {
            let spread = self.spreads[own].as_ref().filter(|_| other == self.against)?;
            Some(Shares { repeats: self.shares(own), observations: spread.taken.groups })
        };
        BidChances { bids: &self.bids, even: self.even(), share: Box::new(share) }
    }

    /// Returns the replies, the best first.
    pub(crate) fn replies(&self) -> Replies<'_> {
        let of = |own: usize| {
            let means = self.shares(own);
            let best = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b]).then(b.cmp(a)));
            let company = best.and_then(|repeat| self.bids[own].companies.get(repeat));
            Reply {
                own,
                share: self.share(own),
                loadouts: company.map(|found| found.loadouts.clone()).unwrap_or_default(),
            }
        };
        let mut answers: Vec<Reply> = (0..self.bids.len()).map(of).collect();
        largest_first(&mut answers, |row| row.share.point);
        let candidates: Vec<Vec<f64>> = (0..self.bids.len()).map(|own| self.shares(own)).collect();
        Replies {
            players: self.players,
            bids: &self.bids,
            against: self.against,
            best: chosen(&candidates, |own| self.share(own)),
            answers,
            chances: self.chances(),
            games: self.games(),
        }
    }
}
