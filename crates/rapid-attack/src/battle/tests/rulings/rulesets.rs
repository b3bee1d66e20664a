//! The reading of each ruling in each built-in ruleset.

use crate::battle_rules::{
    AreaBetween, CoverChoice, Dodge, FieldsFirst, Forced, OrderTies, PerUnit, ResponderRolls, Seized, SeizedBy,
    TieForDefense,
};
use crate::{rules_files::load, ruleset::Ruleset};
use hitchart_dice::plan::CoverOrder;

fn three() -> [Ruleset; 3] {
    ["rulebook", "draft-2012", "handbook"].map(|name| load(name).unwrap())
}

/// Returns a reading of all three rulesets.
fn each<T>(read: impl Fn(&Ruleset) -> T) -> [T; 3] {
    three().each_ref().map(read)
}

#[test]
fn each_takes_its_own_column_where_that_speaks() {
    assert_eq!(each(|r| r.charts.cover_order), [CoverOrder::LowFirst, CoverOrder::Static, CoverOrder::LowFirst]); // S01, S02
    assert_eq!(each(|r| r.charts.terrain.target), [4, 3, 4]); // S03
    assert_eq!(each(|r| r.ranges.direct_from), [1.0, 2.0, 1.0]); // S04
    assert_eq!(each(|r| r.ranges.border_both), [false, false, true]); // S05
    assert_eq!(each(|r| r.spotting.hand_to_hand), [true, false, true]); // S06
    assert_eq!(each(|r| r.spotting.terrain), [false, true, false]); // S07
    assert_eq!(each(|r| r.turn.commit_all_first), [false, true, false]); // S11
    assert_eq!(each(|r| r.stations.seized), [Seized::AtOnce, Seized::EndOfTurn, Seized::AtOnce]); // S13
    let by = [SeizedBy::OnlyPlayer, SeizedBy::OnlyFrame, SeizedBy::OnlyPlayer];
    assert_eq!(each(|r| r.stations.seized_by), by); // S13
    assert_eq!(each(|r| r.stations.limbo), [true, false, true]); // S14
    assert_eq!(each(|r| r.stations.dodge), [Dodge::OneUnit, Dodge::OneUnit, Dodge::JustOutside]); // S16
    assert_eq!(each(|r| r.rockets.open_direct_fire), [true, false, true]); // S18
    assert_eq!(each(|r| r.movement.sprint_crosses_cover), [true, false, true]); // S20
    let stations = [(FieldsFirst::Point, true), (FieldsFirst::HighestScore, false), (FieldsFirst::HighestScore, false)];
    assert_eq!(each(|r| (r.fielding.stations_first, r.fielding.stations_together)), stations); // S25
    assert_eq!(each(|r| r.order.forced), [Forced::NobodyAfter, Forced::LowestScore, Forced::NobodyAfter]); // S31
    assert_eq!(each(|r| r.movement.standing_on_cover), [true, false, true]); // S38
    assert_eq!(each(|r| r.movement.standing_on_frames), [false, false, true]); // R35
}

#[test]
fn all_take_the_default_elsewhere() {
    for rules in three() {
        let (turn, stations, options) = (&rules.turn, &rules.stations, &rules.options);
        assert!(turn.capabilities_persist && !turn.destroyed_responder_acts); // S15, S17
        assert!(!turn.responder_renames && !turn.rockets_spent_on_attack && !turn.spot_before_defense); // R11, R16, R20
        assert_eq!(turn.responder_rolls, ResponderRolls::AfterAttackDie); // R13
        assert_eq!((rules.rockets.per_company, rules.rockets.per_frame), (3, 3)); // S19, R49
        assert_eq!(rules.bidding.tie_for_defense, TieForDefense::ChangeFrames); // S22
        assert!(rules.bidding.ties_adjust && rules.bidding.tie_within_limits && !rules.bidding.count_rockets); // R01, R04, R02
        assert!(rules.fielding.late_frames_in_cover); // S27
        assert_eq!((stations.side, stations.reach), (0.8, 1.0)); // S33, S43
        assert!(!stations.in_passing && stations.in_fielding); // R23, R24
        assert!(!stations.dodge_every_damage && stations.covering_frames_dodge); // R27, R28
        assert_eq!((rules.order.per_unit, rules.order.ties), (PerUnit::Off, OrderTies::Roll)); // S35, R05
        assert!(!rules.frame.early_white_loss && !options.jettison && !options.climbing); // S36, S37, R47
        assert_eq!((rules.shelter.between, rules.shelter.prefer), (AreaBetween::Segment, CoverChoice::Terrain)); // R30, R31
        assert!(rules.shelter.pieces_in_turn && rules.shelter.friends_cover); // R32, R34
        assert_eq!((rules.shelter.min_height, rules.shelter.bricks_per_hit), (3, 6)); // R33
        assert_eq!((options.hostile_whites, options.hostile_whites_lost), (1, false)); // S41, R36
        assert_eq!((rules.movement.frame_radius, rules.movement.frames_block), (0.5, true)); // R41
        let clock = &rules.clock;
        assert!(clock.votes && !clock.keep_polling && !clock.poll_eliminated && !clock.concede); // R43, R45, R46
        assert_eq!((options.bricks_per_unit, options.bricks_per_fall_die, options.height_covers), (6, 3, true)); // R47, R48
    }
}
