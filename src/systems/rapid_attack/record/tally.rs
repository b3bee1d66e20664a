//! Integer sums over games. Adding them is all that blocks of games, threads and machines do to one another.
//!
//! Games that swap seats share their dice within a group, so a group is one observation: squares are those of a
//! group's sums, and games without a whole group count in totals only.

use super::super::bidding::Seat;
use super::{ROUNDS, Record, STRIKES, Side, Whole};
use crate::study::{Observations, Sums, add_all as merge};
use serde::{Deserialize, Serialize};

/// Games won out of some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    pub games: u64,
    pub won: u64,
}

impl Share {
    fn add(&mut self, won: bool) {
        self.games += 1;
        self.won += u64::from(won);
    }

    fn merge(&mut self, other: &Share) {
        self.games += other.games;
        self.won += other.won;
    }
}

/// Sums of one company, or of one policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideTally {
    pub wins: u64,
    /// In the order of [`Side`].
    pub metrics: Sums,
}

/// Pairs of games with swapped seats: the first policy against the second (pentanomial).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Pairs by half points of the first policy: a win is two, a tie one.
    pub half_points: [u64; 5],
    /// Sum over pairs of the first policy's lead, and of its square.
    pub lead: i64,
    pub lead_squares: u64,
}

/// Sums over games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub games: u64,
    /// Games of a group: as many as players where seats are swapped, else 1.
    pub rotations: u64,
    /// Whole groups.
    pub groups: u64,
    pub ties: u64,
    /// Sum of the games' signatures; it does not depend on their order.
    #[serde(with = "crate::study::hex")]
    pub signature: u64,
    /// In the order of [`Whole`].
    pub metrics: Sums,
    /// Attacks by range and chart, then hits on frames.
    pub strikes: Sums,
    /// Frames destroyed by round, from fielding on.
    pub lost: Sums,
    /// Games by number of rounds.
    pub rounds: Vec<u64>,
    /// Games by margin.
    pub margins: Vec<u64>,
    /// How often whoever alone led after a round won, by round.
    pub led: Vec<Share>,
    /// How often players of each tactical position won, in the order of [`Seat`].
    pub positions: [Share; 3],
    /// How often whoever had the first turn won, and the last.
    pub first: Share,
    pub last: Share,
    pub companies: Vec<SideTally>,
    pub policies: Vec<SideTally>,
    /// Of two players who swap seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Pairs>,
    #[serde(skip)]
    open: Pair,
}

/// A pair under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair {
    half_points: usize,
    lead: i64,
}

/// Margins that are told apart; wider ones are counted with the widest.
const MARGINS: usize = 128;

impl Tally {
    /// No games yet, of so many players.
    pub fn new(players: usize, swapped: bool) -> Tally {
        let side = || SideTally { wins: 0, metrics: Sums::new(Side::ALL.len()) };
        let sides = || (0..players).map(|_| side()).collect();
        Tally {
            games: 0,
            rotations: if swapped { players as u64 } else { 1 },
            groups: 0,
            ties: 0,
            signature: 0,
            metrics: Sums::new(Whole::ALL.len()),
            strikes: Sums::new(2 * STRIKES),
            lost: Sums::new(ROUNDS),
            rounds: vec![0; ROUNDS],
            margins: vec![0; MARGINS],
            led: vec![Share::default(); ROUNDS],
            positions: Default::default(),
            first: Share::default(),
            last: Share::default(),
            companies: sides(),
            policies: sides(),
            pairs: (swapped && players == 2).then(Pairs::default),
            open: Pair::default(),
        }
    }

    /// Policy that plays a company in a game.
    pub fn policy_of(&self, company: usize, game: u64) -> usize {
        policy_of(company, game, self.rotations, self.companies.len())
    }

    /// Adds a game. Games are added in order of number, a block beginning with the first of a group.
    pub fn add(&mut self, game: u64, record: &Record) {
        self.games += 1;
        self.ties += u64::from(record.winner.is_none());
        self.signature = self.signature.wrapping_add(record.signature(game));
        self.metrics.add(record.whole.iter().map(|count| i64::from(*count)));
        self.strikes.add(record.strikes.iter().chain(&record.hits).map(|count| i64::from(*count)));
        self.lost.add(record.lost.iter().map(|count| i64::from(*count)));
        let rounds = record.whole(Whole::Rounds) as usize;
        self.rounds[rounds.min(ROUNDS - 1)] += 1;
        self.margins[(record.whole(Whole::Margin) as usize).min(MARGINS - 1)] += 1;
        self.add_shares(record);
        for company in 0..record.players {
            let policy = self.policy_of(company, game);
            for side in [&mut self.companies[company], &mut self.policies[policy]] {
                side.wins += u64::from(record.winner == Some(company));
                side.metrics.add(record.sides[company].iter().map(|count| i64::from(*count)));
            }
            if policy == 0 {
                self.open.half_points += match record.winner {
                    None => 1,
                    Some(winner) => 2 * usize::from(winner == company),
                };
                self.open.lead += i64::from(record.side(company, Side::Margin));
            }
        }
        if (game + 1).is_multiple_of(self.rotations) {
            self.close(true);
        }
    }

    fn add_shares(&mut self, record: &Record) {
        let winner = record.winner;
        let won = |player: u8| winner == Some(usize::from(player));
        for (share, player) in [(&mut self.first, record.first), (&mut self.last, record.last)] {
            if let Some(player) = player {
                share.add(won(player));
            }
        }
        for (share, leader) in self.led.iter_mut().zip(record.led) {
            if let Some(leader) = leader {
                share.add(won(leader));
            }
        }
        for player in 0..record.players {
            self.positions[record.position(player) as usize].add(winner == Some(player));
        }
    }

    /// Ends the last block: a group that is not whole counts in totals.
    pub fn finish(&mut self) {
        self.close(false);
    }

    fn close(&mut self, whole: bool) {
        self.groups += u64::from(whole);
        let sides = self.companies.iter_mut().chain(&mut self.policies).map(|side| &mut side.metrics);
        let sums = [&mut self.metrics, &mut self.strikes, &mut self.lost].into_iter().chain(sides);
        sums.for_each(|sums| sums.close(whole));
        let pair = std::mem::take(&mut self.open);
        if let Some(pairs) = self.pairs.as_mut().filter(|_| whole) {
            pairs.half_points[pair.half_points.min(4)] += 1;
            pairs.lead += pair.lead;
            pairs.lead_squares += pair.lead.unsigned_abs().pow(2);
        }
    }

    /// What its sums are of.
    pub fn observations(&self) -> Observations {
        Observations { games: self.games, size: self.rotations, whole: self.groups }
    }

    /// Adds the games of another block.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.groups += other.groups;
        self.ties += other.ties;
        self.signature = self.signature.wrapping_add(other.signature);
        self.metrics.merge(&other.metrics);
        self.strikes.merge(&other.strikes);
        self.lost.merge(&other.lost);
        merge(&mut self.rounds, &other.rounds);
        merge(&mut self.margins, &other.margins);
        self.led.iter_mut().zip(&other.led).for_each(|(share, more)| share.merge(more));
        self.positions.iter_mut().zip(&other.positions).for_each(|(share, more)| share.merge(more));
        self.first.merge(&other.first);
        self.last.merge(&other.last);
        let sides = self.companies.iter_mut().chain(&mut self.policies);
        for (side, more) in sides.zip(other.companies.iter().chain(&other.policies)) {
            side.wins += more.wins;
            side.metrics.merge(&more.metrics);
        }
        if let (Some(pairs), Some(more)) = (&mut self.pairs, &other.pairs) {
            merge(&mut pairs.half_points, &more.half_points);
            pairs.lead += more.lead;
            pairs.lead_squares += more.lead_squares;
        }
    }

    /// Whether it can be the tally of so many games of so many players.
    pub fn fits(&self, games: u64, players: usize, swapped: bool) -> bool {
        let rotations = if swapped { players as u64 } else { 1 };
        let sides = || self.companies.iter().chain(&self.policies);
        (self.games, self.rotations, self.groups) == (games, rotations, games / rotations.max(1))
            && [self.companies.len(), self.policies.len()] == [players; 2]
            && sides().all(|side| side.wins <= games && side.metrics.has(Side::ALL.len()))
            && self.metrics.has(Whole::ALL.len())
            && self.strikes.has(2 * STRIKES)
            && self.lost.has(ROUNDS)
            && [self.rounds.len(), self.led.len(), self.margins.len()] == [ROUNDS, ROUNDS, MARGINS]
            && [&self.rounds, &self.margins].iter().all(|counts| total(counts) == games)
            && self.led.iter().chain(&self.positions).chain([&self.first, &self.last]).all(|s| s.won <= s.games)
            && self.companies.iter().fold(self.ties, |sum, company| sum.saturating_add(company.wins)) == games
            && self.pairs.is_some() == (swapped && players == 2)
            && self.pairs.is_none_or(|pairs| total(&pairs.half_points) == self.groups)
    }

    /// Wins of the players in a tactical position.
    pub fn position(&self, seat: Seat) -> Share {
        self.positions[seat as usize]
    }
}

/// A sum of counts that a file may hold, however large they are.
fn total(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
}

/// Policy that plays a company in a game: where seats are swapped, policies move on by one from game to game.
fn policy_of(company: usize, game: u64, rotations: u64, players: usize) -> usize {
    (company + (game % rotations) as usize) % players
}
