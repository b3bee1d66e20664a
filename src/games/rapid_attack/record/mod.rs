//! Records of whole games: the counts of an observer in one game, and the integer sums over many.

mod metrics;
mod observe;
mod shares;
#[cfg(test)]
mod tests;

pub use metrics::{Side, Whole};
pub use shares::SHARES;

use super::bidding::Seat;
use super::loadout::Range;
use super::ruleset::ChartName;
use hitchart_lab::matches::{ROUNDS, Recorded, Roles, stir};
use hitchart_lab::study::Metric;
use hitchart_play::MAX_PLAYERS;

/// Number of combinations of range and damage chart.
pub const STRIKES: usize = Range::ALL.len() * ChartName::ALL.len();
/// Number of combinations with the first three ranges.
const THREE: usize = 3 * ChartName::ALL.len();

/// Counts of one game. A record lives on the stack and does not allocate.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    players: usize,
    whole: [u32; Whole::ALL.len()],
    sides: [[i32; Side::ALL.len()]; MAX_PLAYERS],
    /// Attacks by range and chart, ranges outermost.
    strikes: [u32; STRIKES],
    /// Hits on frames that were the target, by range and chart.
    hits: [u32; STRIKES],
    /// Frames destroyed by round.
    lost: [u32; ROUNDS],
    /// The player who was the sole leader at the end of each round.
    led: [Option<u8>; ROUNDS],
    /// Scores at the end of each round, by player. Index 0 is the fielding; after the end of the game scores do not
    /// change.
    scores: [[i16; ROUNDS]; MAX_PLAYERS],
    /// The last sole leader.
    leader: Option<u8>,
    first: Option<u8>,
    last: Option<u8>,
    /// Players by descending starting score.
    seats: [u8; MAX_PLAYERS],
    winner: Option<usize>,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            players: 0,
            whole: [0; Whole::ALL.len()],
            sides: [[0; Side::ALL.len()]; MAX_PLAYERS],
            strikes: [0; STRIKES],
            hits: [0; STRIKES],
            lost: [0; ROUNDS],
            led: [None; ROUNDS],
            scores: [[0; ROUNDS]; MAX_PLAYERS],
            leader: None,
            first: None,
            last: None,
            seats: [0; MAX_PLAYERS],
            winner: None,
        }
    }
}

impl Record {
    /// Returns a metric of the game.
    pub fn whole(&self, metric: Whole) -> u32 {
        self.whole[metric as usize]
    }

    /// Returns a metric of a player.
    pub fn side_of(&self, player: usize, metric: Side) -> i32 {
        self.sides[player][metric as usize]
    }

    /// Returns the numbers of attacks and hits by range and chart.
    pub fn struck(&self, range: Range, chart: ChartName) -> (u32, u32) {
        let i = strike(range, chart);
        (self.strikes[i], self.hits[i])
    }
}

impl Recorded for Record {
    const WHOLE: &'static [Metric] = Whole::ALL;
    const SIDE: &'static [Metric] = Side::ALL;
    const ROLES: Roles = Roles {
        rounds: Whole::Rounds as usize,
        margin: Whole::Margin as usize,
        tied: Whole::Tied as usize,
        score: Side::Score as usize,
        lead: Side::Margin as usize,
    };
    const POSITIONS: [&'static str; 3] = [Seat::Defender.name(), Seat::Attacker.name(), Seat::Point.name()];
    const STRIKES: usize = STRIKES;

    fn players(&self) -> usize {
        self.players
    }

    fn winner(&self) -> Option<usize> {
        self.winner
    }

    fn wholes(&self) -> &[u32] {
        &self.whole
    }

    fn side(&self, player: usize) -> &[i32] {
        &self.sides[player]
    }

    fn strikes(&self) -> [&[u32]; 2] {
        [&self.strikes, &self.hits]
    }

    fn lost(&self) -> &[u32] {
        &self.lost
    }

    fn led(&self) -> &[Option<u8>] {
        &self.led
    }

    fn scores(&self, player: usize) -> &[i16] {
        &self.scores[player]
    }

    fn first(&self) -> Option<usize> {
        self.first.map(usize::from)
    }

    fn last(&self) -> Option<usize> {
        self.last.map(usize::from)
    }

    fn position(&self, player: usize) -> usize {
        let seat = match self.seats[..self.players].iter().position(|seat| usize::from(*seat) == player) {
            Some(0) => Seat::Defender,
            Some(place) if place + 1 == self.players => Seat::Point,
            _ => Seat::Attacker,
        };
        seat as usize
    }

    fn signature(&self, game: u64) -> u64 {
        let sides = self.sides[..self.players].as_flattened().iter().map(|value| *value as u32);
        // A fourth range counts only if it was used, so that games without it keep their signature.
        let known = if self.strikes[THREE..].iter().all(|count| *count == 0) { THREE } else { STRIKES };
        // Later metrics are left out: they describe the same games, which keep their signature.
        let whole = &self.whole[..=Whole::Blocked as usize];
        let counts = whole.iter().chain(&self.strikes[..known]).chain(&self.hits[..known]).chain(&self.lost).copied();
        let who = [self.first, self.last, self.winner.map(|winner| winner as u8)];
        let who = who.into_iter().chain(self.led).map(|player| player.map_or(u32::MAX, u32::from));
        let seats = self.seats.iter().map(|seat| u32::from(*seat));
        counts.chain(sides).chain(who).chain(seats).fold(stir(game, 0), stir)
    }
}

/// Returns the index of a range and chart.
pub(crate) fn strike(range: Range, chart: ChartName) -> usize {
    range as usize * ChartName::ALL.len() + chart as usize
}
