//! Points per asset, starting scores and seats ("Determine each player's Points per Asset"; I09 to I11).

use super::ruleset::{BiddingRules, Ruleset};
use super::{attack::MOST_ASSETS, fleet::Bid};
use hitchart_config::{named, words::counted};
use hitchart_mobile_frame::order::{by_seat, seated, step};

/// Fewest and most players of a battle.
pub const PLAYERS: (usize, usize) = (2, 4);
/// Most high value assets of a player: all 16 of a battle of four players with four each.
pub const MOST_HVAS: u8 = 16;

named! {
    /// Seat of a player at the start ("SETTING UP THE TABLE").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Seat {
        /// Highest starting score
        Defender = "defender",
        /// Lowest starting score
        Primary = "primary",
        /// Starting score between the highest and the lowest.
        Secondary = "secondary",
    }
}

/// Points, score and seat of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidStanding {
    /// Points per asset, fixed for the battle.
    pub ppa: u8,
    /// Starting score: points per asset for every ship, company and high value asset.
    pub score: u16,
    /// Seat by starting score.
    pub seat: Seat,
    /// True if the player shares the highest score. The winner of the roll-off may leave a tactical asset behind (I11).
    pub tied: bool,
}

/// Error of bids that no fleets can make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BidError {
    /// A number of players that no battle has.
    #[error("{}; a battle has {} to {} players", counted(*found as u64, "fleets"), PLAYERS.0, PLAYERS.1)]
    Players {
        /// Number of fleets.
        found: usize,
    },
    /// A number that is too small or too large.
    #[error("fleet {fleet} has {found} {what}; allowed: {least} to {most}")]
    Number {
        /// Number of the fleet, from 1.
        fleet: usize,
        /// Counted things: `ships`, `companies`, `systems` or `high value assets`.
        what: &'static str,
        /// Number in the bid.
        found: u16,
        /// Lowest number allowed.
        least: u16,
        /// Highest number allowed.
        most: u16,
    },
}

/// Checks that these bids are possible for some fleets. The fleets may still be illegal in every battle.
///
/// # Errors
/// Fails if there are fewer than 2 or more than 4 fleets. Also fails if a fleet has no ships, more systems than its
/// ships carry, or more assets of a kind than any battle allows. Fleets are counted from 1.
pub fn check_bids(bids: &[Bid], rules: &Ruleset) -> Result<(), BidError> {
    if !(PLAYERS.0..=PLAYERS.1).contains(&bids.len()) {
        return Err(BidError::Players { found: bids.len() });
    }
    let systems = u16::from(rules.ships.capital_systems.max(rules.ships.frigate_systems));
    for (fleet, bid) in (1..).zip(bids) {
        let within = |what, found: u16, least, most| match (least..=most).contains(&found) {
            true => Ok(()),
            false => Err(BidError::Number { fleet, what, found, least, most }),
        };
        let most = u16::from(MOST_ASSETS);
        within("ships", bid.ships.into(), 1, most)?;
        within("companies", bid.companies.into(), 0, most)?;
        within("systems", bid.systems, 0, systems * u16::from(bid.ships))?;
        within("high value assets", bid.hvas.into(), 0, MOST_HVAS.into())?;
    }
    Ok(())
}

/// Computes points per asset, in the order of the bids. The fleets with the most tactical assets get a step less than
/// the base, those with the fewest a step more; the same holds for shipboard systems. All tied players adjust, and high
/// value assets do not count (I09, I10).
pub fn ppa(bids: &[Bid], rules: &BiddingRules) -> Vec<u8> {
    bids.iter().map(|bid| ppa_of(bid, bids, rules)).collect()
}

/// Computes the points per asset of one bid compared with all bids.
pub fn ppa_of(bid: &Bid, bids: &[Bid], rules: &BiddingRules) -> u8 {
    let assets = step(bid.tactical().into(), bids.iter().map(|bid| bid.tactical().into()), true);
    let systems = step(bid.systems, bids.iter().map(|bid| bid.systems), true);
    let of = |steps: i8, step: u8| i16::from(steps) * i16::from(step);
    let points = i16::from(rules.base) + of(assets, rules.step_assets) + of(systems, rules.step_systems);
    // A checked ruleset has a base above both steps together.
    u8::try_from(points).unwrap_or(0)
}

/// Computes points, scores and seats in the order of the bids. `rolled` lists the players from the winner of the rolls
/// to the loser. The highest score defends, the lowest is the primary attacker. The text settles ties only for the
/// first place: of tied players the winner of the rolls defends, and the loser is the primary attacker.
pub fn standings(bids: &[Bid], ppa: &[u8], rolled: &[usize]) -> Vec<BidStanding> {
    let scores: Vec<i32> = bids.iter().zip(ppa).map(|(bid, ppa)| i32::from(*ppa) * i32::from(bid.assets())).collect();
    let order = seated(&scores, rolled);
    let highest = scores.iter().max();
    let tied = scores.iter().filter(|score| Some(*score) == highest).count() > 1;
    let standing = |(player, (score, ppa)): (usize, (&i32, &u8))| BidStanding {
        ppa: *ppa,
        score: u16::try_from(*score).unwrap_or(u16::MAX),
        seat: by_seat(&order, player, [Seat::Defender, Seat::Secondary, Seat::Primary]),
        tied: tied && Some(score) == highest,
    };
    scores.iter().zip(ppa).enumerate().map(standing).collect()
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::standard;
    use super::*;

    fn of(ships: u8, companies: u8, systems: u16, hvas: u8) -> Bid {
        Bid { ships, companies, systems, hvas }
    }

    #[test]
    fn more_is_worth_less_and_level_fleets_keep_the_base() {
        let rules = standard().bidding;
        assert_eq!(ppa(&[of(4, 2, 15, 3), of(3, 3, 10, 3)], &rules), [4, 6]);
        assert_eq!(ppa(&[of(3, 2, 12, 3), of(2, 0, 7, 3)], &rules), [3, 7]);
        assert_eq!(ppa(&[of(3, 2, 12, 3); 3], &rules), [5; 3]);
    }

    #[test]
    fn the_highest_defends_the_lowest_attacks_first_and_a_tie_for_the_first_place_is_rolled() {
        let bids = [of(3, 1, 12, 2), of(5, 3, 20, 2), of(3, 1, 10, 2)];
        let all = standings(&bids, &ppa(&bids, &standard().bidding), &[0, 1, 2]);
        let seats: Vec<(u16, Seat, bool)> = all.iter().map(|one| (one.score, one.seat, one.tied)).collect();
        assert_eq!(seats, [(36, Seat::Secondary, false), (30, Seat::Primary, false), (42, Seat::Defender, false)]);
        let level = [of(3, 2, 12, 3); 2];
        let second_wins = standings(&level, &[5, 5], &[1, 0]);
        assert_eq!((second_wins[0].seat, second_wins[1].seat), (Seat::Primary, Seat::Defender));
        assert!(second_wins.iter().all(|one| one.tied));
    }

    #[test]
    fn what_no_fleet_bids_is_named() {
        let rules = standard();
        let says = |bids: &[Bid]| check_bids(bids, &rules).unwrap_err().to_string();
        assert_eq!(says(&[of(1, 0, 3, 1)]), "1 fleet; a battle has 2 to 4 players");
        assert_eq!(says(&[of(3, 0, 9, 1), of(0, 0, 0, 1)]), "fleet 2 has 0 ships; allowed: 1 to 10");
        assert_eq!(says(&[of(3, 0, 13, 1), of(3, 0, 9, 1)]), "fleet 1 has 13 systems; allowed: 0 to 12");
    }
}
