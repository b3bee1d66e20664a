//! Exact comparison of bids by points: starting scores, seats, and the effect of breaking the tie for defense.

use super::grid::Grid;
use crate::games::rapid_attack::bidding::{
    Bid, FrameChange, Limits, Tie, after_change, legal_changes, ppa_of_size, standings,
};
use crate::games::rapid_attack::ruleset::Ruleset;

/// One bid against another before the first die is thrown.
#[derive(Clone, Debug, PartialEq)]
pub struct ByPoints {
    /// Starting score minus the other's.
    pub lead: i64,
    /// Seat, or a note that the roll decides.
    pub seat: &'static str,
    /// Lead after a tie for defense is broken by a frame more, and by one less; `None` without such a tie or if not
    /// allowed (S22, R04).
    pub added: Option<i64>,
    pub removed: Option<i64>,
}

/// Returns the assumed systems of a frame that joins or is given up: those of a full frame.
fn full(rules: &Ruleset) -> u16 {
    rules.frame.max_systems.into()
}

/// Compares one bid with another.
pub fn by_points(grid: &Grid, (own, other): (usize, usize), limits: &Limits, rules: &Ruleset) -> ByPoints {
    let bids = [own, other].map(|place| grid.bids[place].bid(grid.stations));
    let ppa: Vec<i8> = ppa_of_size(grid.size, &bids, &rules.bidding).collect();
    let standings = standings(&bids, &ppa);
    let lead = i64::from(standings[0].score) - i64::from(standings[1].score);
    let tied = standings[0].tie == Some(Tie::Defense);
    let changed = |change: FrameChange| {
        let legal = legal_changes(&bids[0], limits, grid.bids[own].has_spare(), &rules.bidding);
        (tied && legal.contains(&change)).then(|| lead_after(&bids, change, rules))
    };
    ByPoints {
        lead,
        seat: if tied { "rolled for" } else { standings[0].seat.name() },
        added: changed(FrameChange::Add),
        removed: changed(FrameChange::Remove),
    }
}

/// Returns the lead after the tie is broken (R03).
fn lead_after(bids: &[Bid; 2], change: FrameChange, rules: &Ruleset) -> i64 {
    let (bids, ppa) = after_change(bids, 0, change, full(rules), &rules.bidding);
    let score = |player: usize| i64::from(bids[player].assets()) * i64::from(ppa[player]);
    score(0) - score(1)
}

#[cfg(test)]
mod tests {
    use super::super::saved::Saved;
    use super::*;
    use crate::games::rapid_attack::bidding::{Size, limits};
    use crate::games::rapid_attack::rules_files::rulebook;

    /// The company with the fewest frames gains a point per asset and the one with the most loses one, and the same for
    /// systems (rulebook, "Comparing Companies"). A tie changes nothing (R01).
    #[test]
    fn a_system_less_is_worth_two_points_an_asset() {
        let (rules, grid) = (rulebook(), Saved::built_in().unwrap().grid);
        let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
        let place = |frames, systems| grid.place(frames, systems).unwrap();
        let lead = |own, other| by_points(&grid, (own, other), &limits, &rules).lead;
        let (assets, base) = (5 + 3, i64::from(rules.bidding.base));
        assert_eq!(lead(place(5, 19), place(5, 20)), assets * (base + 1) - assets * (base - 1));
        assert_eq!(lead(place(4, 16), place(5, 20)), 7 * (base + 2) - 8 * (base - 2));
        // Equal bids tie, and either player may break the tie by a frame more or less (S22).
        let same = by_points(&grid, (place(5, 20), place(5, 20)), &limits, &rules);
        assert_eq!((same.lead, same.seat), (0, "rolled for"));
        assert_eq!(same.added, Some(9 * (base - 2) - 8 * (base + 2)));
        assert_eq!(same.removed, Some(7 * (base + 2) - 8 * (base - 2)));
    }
}
