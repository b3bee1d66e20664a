//! Tests of bids: from the rulebook, from play, and edge cases.

use super::{ties, *};
use crate::rules_files::rulebook;

fn rules() -> BiddingRules {
    rulebook().bidding
}

fn bids(frames: &[u8], systems: &[u16], stations: u8) -> Vec<Bid> {
    let bid = |(frames, systems): (&u8, &u16)| Bid { frames: *frames, systems: *systems, stations };
    frames.iter().zip(systems).map(bid).collect()
}

fn standings_of(bids: &[Bid]) -> Vec<BidStanding> {
    standings(bids, &ppa(bids, &rules()))
}

fn seats(standings: &[BidStanding]) -> Vec<Seat> {
    standings.iter().map(|standing| standing.seat).collect()
}

fn ties_of(standings: &[BidStanding]) -> Vec<Option<Tie>> {
    standings.iter().map(|standing| standing.tie).collect()
}

/// Rulebook, "Example Scores per Asset" and "Example Tactical Positions".
#[test]
fn the_rulebooks_three_companies() {
    let found = standings_of(&bids(&[5, 4, 4], &[20, 16, 15], 2));
    assert_eq!(
        found.iter().map(|s| (s.ppa, s.assets, s.score)).collect::<Vec<_>>(),
        [(3, 7, 21), (6, 6, 36), (7, 6, 42)]
    );
    assert_eq!(seats(&found), [Seat::Point, Seat::Attacker, Seat::Defender]);
    assert_eq!(ties_of(&found), [None; 3]);
}

/// Four companies from play, two of them tied for offense.
#[test]
fn a_tie_for_offense() {
    let found = standings_of(&bids(&[4, 5, 6, 6], &[16, 20, 24, 24], 2));
    assert_eq!(found.iter().map(|s| (s.ppa, s.score)).collect::<Vec<_>>(), [(7, 42), (5, 35), (3, 24), (3, 24)]);
    assert_eq!(seats(&found), [Seat::Defender, Seat::Attacker, Seat::Attacker, Seat::Point]);
    assert_eq!(ties_of(&found), [None, None, Some(Tie::Offense), Some(Tie::Offense)]);
    let by_roll = standings_by_roll(&bids(&[4, 5, 6, 6], &[16, 20, 24, 24], 2), &[7, 5, 3, 3], &[3, 2, 1, 0]);
    assert_eq!(seats(&by_roll), [Seat::Defender, Seat::Attacker, Seat::Point, Seat::Attacker]);
}

/// If all companies are equal, both adjustments apply (R01). Only the -1, as one app does, would give 3 or 4.
#[test]
fn level_companies_have_the_base() {
    for players in 2..=5 {
        let level = bids(&vec![4; players], &vec![16; players], 2);
        assert_eq!(ppa(&level, &rules()), vec![5; players]);
        let found = standings_of(&level);
        assert!(found.iter().all(|standing| standing.tie == Some(Tie::Defense)));
        assert_eq!((found[0].seat, found[players - 1].seat), (Seat::Defender, Seat::Point));
    }
    assert_eq!(ppa(&bids(&[4, 4], &[16, 15], 3), &rules()), [4, 6]);
}

#[test]
fn all_tied_for_an_extreme_adjust_unless_switched_off() {
    let four = bids(&[4, 4, 5, 5], &[16, 16, 20, 20], 2);
    assert_eq!(ppa(&four, &rules()), [7, 7, 3, 3]);
    assert_eq!(ppa(&four, &BiddingRules { ties_adjust: false, ..rules() }), [5, 5, 3, 3]);
    assert_eq!(ppa(&four[1..3], &BiddingRules { ties_adjust: false, ..rules() }), [7, 3]);
}

#[test]
fn ties_of_the_middle_and_of_the_top() {
    let tie = |scores: &[i32]| ties(scores);
    let (defense, offense) = (Some(Tie::Defense), Some(Tie::Offense));
    assert_eq!(tie(&[30, 30]), [defense, defense]);
    assert_eq!(tie(&[30, 20, 30]), [defense, None, defense]);
    assert_eq!(tie(&[20, 30, 20]), [offense, None, offense]);
    assert_eq!(tie(&[40, 30, 30, 20]), [None; 4]);
    assert_eq!(tie(&[30, 30, 20, 20]), [defense, defense, offense, offense]);
}

#[test]
fn limits_by_players_and_size() {
    let row =
        |players, size| limits(players, size, &rulebook().sizes).map(|l| (l.stations, l.min_frames, l.max_frames));
    let skirmish = [(3, 4, 6), (2, 3, 5), (2, 3, 4), (1, 3, 4)];
    let battle = [(3, 5, 8), (2, 4, 7), (2, 4, 6), (1, 3, 5)];
    for players in 2..=5 {
        assert_eq!(row(players, Size::Skirmish), Ok(skirmish[players - 2]));
        assert_eq!(row(players, Size::Battle), Ok(battle[players - 2]));
        assert_eq!(row(players, Size::Demo), Ok((0, 2, 2)));
    }
    for found in [0, 1, 6, usize::MAX] {
        assert_eq!(row(found, Size::Battle), Err(PlayersError { found }));
    }
    assert_eq!(
        limits(6, Size::Battle, &rulebook().sizes).unwrap_err().to_string(),
        "6 companies; a battle has 2 to 5 players"
    );
}

#[test]
fn a_demo_gives_all_the_base() {
    let of_size = |size: Size, bids: &[Bid]| -> Vec<i8> { ppa_of_size(size, bids, &rules()).collect() };
    assert_eq!(of_size(Size::Demo, &bids(&[2, 2], &[8, 5], 0)), [5, 5]);
    assert_eq!(of_size(Size::Skirmish, &bids(&[4, 4], &[16, 15], 3)), [4, 6]);
}

#[test]
fn changes_stay_within_the_limits() {
    let limits = limits(2, Size::Skirmish, &rulebook().sizes).unwrap();
    let legal = |frames, spare| legal_changes(&Bid { frames, systems: 16, stations: 3 }, &limits, spare, &rules());
    assert_eq!(legal(4, true), [FrameChange::Add]);
    assert_eq!(legal(4, false), []);
    assert_eq!(legal(5, true), [FrameChange::Add, FrameChange::Remove]);
    assert_eq!(legal(6, true), [FrameChange::Remove]);
    let roll_off = BiddingRules { tie_for_defense: TieForDefense::RollOff, ..rules() };
    assert_eq!(legal_changes(&bids(&[5], &[20], 3)[0], &limits, true, &roll_off), []);
}

#[test]
fn a_changed_company_is_compared_anew() {
    let level = bids(&[5, 5], &[20, 20], 3);
    let (changed, points) = after_change(&level, 1, FrameChange::Remove, 4, &rules());
    assert_eq!((changed[1].frames, changed[1].systems), (4, 16));
    assert_eq!(points, [3, 7]);
    assert_eq!(seats(&standings(&changed, &points)), [Seat::Point, Seat::Defender]);
    assert_eq!(after_change(&level, 0, FrameChange::Add, 0, &rules()).1, [4, 6]);
}

#[test]
fn impossible_bids() {
    let rules = rulebook();
    let says = |frames: &[u8], systems: &[u16], part: &str| {
        let message = check_bids(&bids(frames, systems, 2), &rules).unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    };
    says(&[4], &[16], "1 company; a battle has 2 to 5 players");
    says(&[4; 6], &[16; 6], "6 companies; a battle has 2 to 5 players");
    says(&[4, 0], &[16, 0], "company 2 has no frames");
    says(&[4, 5], &[17, 20], "company 1 has 17 systems on 4 frames; at most 16 fit under `rulebook`");
    assert_eq!(check_bids(&bids(&[255, 1], &[1020, 0], 2), &rules), Ok(()));
    let mut counted = rulebook();
    counted.bidding.count_rockets = true;
    assert_eq!(check_bids(&bids(&[4, 5], &[19, 20], 2), &counted), Ok(()));
}

#[test]
fn sizes_that_allow_all() {
    assert_eq!(sizes_allowing(&[5, 4, 4], &rulebook().sizes), [Size::Skirmish, Size::Battle]);
    assert_eq!(sizes_allowing(&[4, 5, 6, 6], &rulebook().sizes), [Size::Battle]);
    assert_eq!(sizes_allowing(&[4, 7], &rulebook().sizes), []);
    assert_eq!(sizes_allowing(&[4; 6], &rulebook().sizes), []);
}
