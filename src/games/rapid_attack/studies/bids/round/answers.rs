//! Replies to one bid at tables of three or more, at which all other players make that bid.

use super::results::{Spread, seats};
use crate::games::rapid_attack::studies::bids::fair::{Against, Shares};
use crate::games::rapid_attack::studies::bids::grid::Built;
use crate::games::rapid_attack::studies::bids::replies::{Replies, Reply};
use hitchart_stats::{Estimate, chosen};

/// Each bid at a table at which all other players make the same bid.
#[derive(Clone, Debug)]
pub struct Answers {
    pub players: usize,
    pub bids: Vec<Built>,
    /// Place of the bid that all others make.
    pub against: usize,
    /// Results at the table of each bid; `None` for the bid of the others, which has an even share.
    spreads: Vec<Option<Spread>>,
}

impl Answers {
    /// Collects the tables of bids, with the victories of each repetition.
    pub fn new(
        players: usize,
        bids: Vec<Built>,
        against: usize,
        tables: impl Iterator<Item = (usize, (Vec<u8>, Vec<super::counts::Taken>))>,
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
    pub fn games(&self) -> u64 {
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
    fn chances(&self) -> Against<'_> {
        let share = |own: usize, other: usize| {
            let spread = self.spreads[own].as_ref().filter(|_| other == self.against)?;
            Some(Shares { repeats: self.shares(own), observations: spread.taken.groups })
        };
        Against { bids: &self.bids, even: self.even(), share: Box::new(share) }
    }

    /// Returns the replies, the best first.
    pub fn replies(&self) -> Replies<'_> {
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
        answers.sort_by(|a, b| b.share.point.total_cmp(&a.share.point).then(a.own.cmp(&b.own)));
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
