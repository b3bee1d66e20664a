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
    /// The name that people read.
    pub const fn name(self) -> &'static str {
        match self {
            Seat::Defender => "defender",
            Seat::Attacker => "attacker",
            Seat::Point => "point",
        }
    }
}

/// What a player is tied for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// The highest score (S22).
    Defense,
    /// The lowest score, unless it is the highest too (S23).
    Offense,
}

impl Tie {
    /// The name that people read.
    pub fn name(self) -> &'static str {
        match self {
            Tie::Defense => "defense",
            Tie::Offense => "offense",
        }
    }
}

/// Where a player starts.
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

/// Scores and seats by points per asset, in the order of the bids. Among the tied, seats go by order of the bids: the
/// earlier is taken as the winner of the roll.
pub fn standings(bids: &[Bid], ppa: &[i8]) -> Vec<Standing> {
    let order: Vec<usize> = (0..bids.len()).collect();
    standings_by_roll(bids, ppa, &order)
}

/// As [`standings`], with the players from the winner of the rolls to their loser: a winner defends, and a loser has
/// the point (S22, S23).
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

/// Who is tied for what. A tie of everybody is one for defense, which is settled first.
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
