//! Bids by points alone, exactly: starting scores, seats, and what the tie for defense is worth.

use super::grid::Grid;
use crate::games::rapid_attack::bidding::{
    Bid, FrameChange, Limits, Tie, after_change, legal_changes, ppa_of_size, standings,
};
use crate::games::rapid_attack::ruleset::Ruleset;

/// One bid against another before the first die is thrown.
#[derive(Clone, Debug, PartialEq)]
pub struct ByPoints {
    /// Starting score less the other's.
    pub lead: i64,
    /// Seat, or that the roll decides.
    pub seat: &'static str,
    /// The lead after breaking a tie for defense by a frame more, and by one less, where that is allowed (S22, R04).
    pub added: Option<i64>,
    pub removed: Option<i64>,
}

/// Systems of a frame that joins or is given up, where they are not known: those of a full frame.
fn full(rules: &Ruleset) -> u16 {
    rules.frame.max_systems.into()
}

/// A bid against another.
pub fn by_points(grid: &Grid, (own, other): (usize, usize), limits: &Limits, rules: &Ruleset) -> ByPoints {
    let bids = [own, other].map(|place| grid.bids[place].bid(grid.stations));
    let ppa: Vec<i8> = ppa_of_size(grid.size, &bids, &rules.bidding).collect();
    let standings = standings(&bids, &ppa);
    let lead = i64::from(standings[0].score) - i64::from(standings[1].score);
    let tied = standings[0].tie == Some(Tie::Defense);
    let changed = |change: FrameChange| {
        let legal = legal_changes(&bids[0], limits, grid.bids[own].spare.is_some(), &rules.bidding);
        (tied && legal.contains(&change)).then(|| lead_after(&bids, change, rules))
    };
    ByPoints {
        lead,
        seat: if tied { "rolled for" } else { standings[0].seat.name() },
        added: changed(FrameChange::Add),
        removed: changed(FrameChange::Remove),
    }
}

/// The lead once the tie is broken (R03).
fn lead_after(bids: &[Bid; 2], change: FrameChange, rules: &Ruleset) -> i64 {
    let (bids, ppa) = after_change(bids, 0, change, full(rules), &rules.bidding);
    let score = |player: usize| i64::from(bids[player].assets()) * i64::from(ppa[player]);
    score(0) - score(1)
}
