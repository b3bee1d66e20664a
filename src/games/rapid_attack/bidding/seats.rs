//! Starting scores, seats and ties.

use super::Bid;
use crate::games::bids::seated;

/// Tactical position (rulebook, "Tactical Position").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Highest starting score.
    Defender,
    Attacker,
    /// Lowest starting score.
    Point,
}

impl Seat {
    /// Returns the name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::Defender => "defender",
            Seat::Attacker => "attacker",
            Seat::Point => "point",
        }
    }
}

/// Seats that players can tie for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// The highest score (S22).
    Defense,
    /// The lowest score, unless it is the highest too (S23).
    Offense,
}

impl Tie {
    /// Returns the name that people read.
    pub fn name(self) -> &'static str {
        match self {
            Tie::Defense => "defense",
            Tie::Offense => "offense",
        }
    }
}

/// Starting position of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Points per asset; fixed for the battle once ties are broken (R03).
    pub ppa: i8,
    /// Frames and stations.
    pub assets: u16,
    /// Starting score: assets times points per asset.
    pub score: i32,
    pub seat: Seat,
    /// Set for all players who share a score that decides on a seat.
    pub tie: Option<Tie>,
}

/// Computes scores and seats by points per asset, in the order of the bids. Tied players are seated in the order of the
/// bids, as if the earlier player had won the roll.
pub fn standings(bids: &[Bid], ppa: &[i8]) -> Vec<Standing> {
    let order: Vec<usize> = (0..bids.len()).collect();
    standings_by_roll(bids, ppa, &order)
}

/// Computes the same as [`standings`], with `rolled` from the winner of the rolls to the loser: a winner defends, and a
/// loser has the point (S22, S23).
pub fn standings_by_roll(bids: &[Bid], ppa: &[i8], rolled: &[usize]) -> Vec<Standing> {
    let score = |player: usize| i32::from(bids[player].assets()) * i32::from(ppa[player]);
    let scores: Vec<i32> = (0..bids.len()).map(score).collect();
    let ties = ties(&scores);
    let seated = seated(&scores, rolled);
    let seat = |player: usize| match seated.iter().position(|other| *other == player) {
        Some(0) => Seat::Defender,
        Some(place) if place + 1 == seated.len() => Seat::Point,
        _ => Seat::Attacker,
    };
    let standing = |player: usize| Standing {
        ppa: ppa[player],
        assets: bids[player].assets(),
        score: scores[player],
        seat: seat(player),
        tie: ties[player],
    };
    (0..bids.len()).map(standing).collect()
}

/// Returns the tie of each player. A tie of all players is a tie for defense, which is settled first.
pub(super) fn ties(scores: &[i32]) -> Vec<Option<Tie>> {
    let (highest, lowest) = (scores.iter().max(), scores.iter().min());
    let shared = |score: &i32| scores.iter().filter(|other| *other == score).count() > 1;
    let tie = |score: &i32| match Some(score) {
        _ if !shared(score) => None,
        score if score == highest => Some(Tie::Defense),
        score if score == lowest => Some(Tie::Offense),
        _ => None,
    };
    scores.iter().map(tie).collect()
}
