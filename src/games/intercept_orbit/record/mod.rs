//! Records of whole battles: the counts of an observer.

mod metrics;
mod observe;
mod shares;
#[cfg(test)]
mod tests;

pub use metrics::{Side, Whole};
pub use shares::SHARES;

use super::band::{BANDS, Band};
use hitchart_lab::matches::{ROUNDS, Recorded, Roles, stir};
use hitchart_lab::study::Metric;
use hitchart_play::MAX_PLAYERS;

/// Kind of the target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Ship,
    Company,
    Debris,
}

/// Shelter of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelter {
    Open,
    /// Debris or another asset
    Cover,
    /// Defenses or a blue ace (I42)
    Screen,
}

impl Hit {
    /// All kinds with their names.
    pub const ALL: [(Hit, &'static str); 3] = [(Hit::Ship, "ship"), (Hit::Company, "company"), (Hit::Debris, "debris")];
}

impl Shelter {
    /// All shelters with their names.
    pub const ALL: [(Shelter, &'static str); 3] =
        [(Shelter::Open, "open"), (Shelter::Cover, "cover"), (Shelter::Screen, "screen")];
}

/// Number of combinations of band, target and shelter.
pub const STRIKES: usize = BANDS * Hit::ALL.len() * Shelter::ALL.len();

/// Counts of one battle. A record lives on the stack, and counts without allocating.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    players: usize,
    whole: [u32; Whole::ALL.len()],
    sides: [[i32; Side::ALL.len()]; MAX_PLAYERS],
    /// Attacks by band, target and shelter, bands outermost.
    strikes: [u32; STRIKES],
    /// Hits on assets that were the target, in the same order.
    hits: [u32; STRIKES],
    /// Tactical assets destroyed or lost by round.
    lost: [u32; ROUNDS],
    /// The sole leader at the end of each round.
    led: [Option<u8>; ROUNDS],
    /// Scores at the end of each round, by player. Round 0 is the set-up; rounds after the end repeat the last scores.
    scores: [[i16; ROUNDS]; MAX_PLAYERS],
    /// The last sole leader.
    leader: Option<u8>,
    first: Option<u8>,
    last: Option<u8>,
    /// Players from the highest starting score down.
    seats: [u8; MAX_PLAYERS],
    winner: Option<usize>,
    /// Masks of tactical assets that are out of the battle, and of companies that have run out of fuel.
    gone: u64,
    adrift: u64,
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
            gone: 0,
            adrift: 0,
        }
    }
}

impl Record {
    /// Returns a metric of the battle.
    pub fn whole(&self, metric: Whole) -> u32 {
        self.whole[metric as usize]
    }

    /// Returns a metric of a player.
    pub fn side_of(&self, player: usize, metric: Side) -> i32 {
        self.sides[player][metric as usize]
    }

    /// Returns the numbers of attacks and of hits by band, target and shelter.
    pub fn struck(&self, band: Band, hit: Hit, shelter: Shelter) -> (u32, u32) {
        let place = strike(band, hit, shelter);
        (self.strikes[place], self.hits[place])
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
    const POSITIONS: [&'static str; 3] = ["defender", "secondary", "primary"];
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
        match self.seats[..self.players].iter().position(|seat| usize::from(*seat) == player) {
            Some(0) => 0,
            Some(place) if place + 1 == self.players => 2,
            _ => 1,
        }
    }

    fn signature(&self, game: u64) -> u64 {
        let sides = self.sides[..self.players].as_flattened().iter().map(|value| *value as u32);
        let counts = self.whole.iter().chain(&self.strikes).chain(&self.hits).chain(&self.lost).copied();
        let who = [self.first, self.last, self.winner.map(|winner| winner as u8)];
        let who = who.into_iter().chain(self.led).map(|player| player.map_or(u32::MAX, u32::from));
        let seats = self.seats.iter().map(|seat| u32::from(*seat));
        counts.chain(sides).chain(who).chain(seats).fold(stir(game, 0), stir)
    }
}

/// Returns the index of a band, a target and its shelter.
pub(crate) fn strike(band: Band, hit: Hit, shelter: Shelter) -> usize {
    (band as usize * Hit::ALL.len() + hit as usize) * Shelter::ALL.len() + shelter as usize
}

/// Lists band, target and shelter of all kinds of attacks, in order.
pub fn kinds_of_strikes() -> impl Iterator<Item = [&'static str; 3]> {
    let targets = || Hit::ALL.iter().flat_map(|(_, hit)| Shelter::ALL.iter().map(move |(_, shelter)| [*hit, *shelter]));
    Band::ALL.iter().flat_map(move |(_, band)| targets().map(move |[hit, shelter]| [*band, hit, shelter]))
}
