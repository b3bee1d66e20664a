//! The questions of the rulebook's chapter "Settings & Rule Hacks", each field with scripted dice.

use super::scene::{Placed, Scene, wall};
use crate::battle::state::{Colour, Die, Target};
use crate::battle::{Action, Decision};
use crate::battle_rules::{PerUnit, SpotReach};
use crate::loadout::{Range, SystemKind};
use crate::ruleset::{Circumstance, Ruleset};
use crate::{battle::event::Event, battle::legal::spot_targets, ids::UnitId, rules_files::rulebook};

const DUEL: [Placed; 2] = [(0, "RdYBG", (0.0, 0.0)), (1, "RdBB", (5.0, 0.0))];

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// Opens a frame's turn with these dice rolled at another frame: whites, reds, blues, greens, yellows.
fn rolled(rules: Ruleset, frames: &[Placed], target: Target, faces: &[u8]) -> Scene {
    let mut scene = Scene::new(rules, "", frames, &[]);
    scene.act(Action::Activate(UnitId::new(0)));
    scene.load(faces);
    scene.act(Action::Declare { target, range: Range::Direct, rockets: 0 });
    scene.unload();
    scene
}

/// Returns the values of a frame's best dice: blue, green, red, yellow.
fn values(rules: Ruleset, frames: &[Placed], faces: &[u8]) -> [u8; 4] {
    let scene = rolled(rules, frames, Target::Frame(UnitId::new(1)), faces);
    let hand = *scene.state.turn_in_control().unwrap().hand();
    [Colour::Blue, Colour::Green, Colour::Red, Colour::Yellow].map(|colour| hand.value(colour, Die::Own))
}

#[test]
fn h16_blues_may_be_added_up() {
    let frames = [(0, "RdBB", (0.0, 0.0)), (1, "RdBB", (5.0, 0.0))];
    let faces = [1, 2, 3, 4, 5, 6];
    assert_eq!(values(rulebook(), &frames, &faces), [6, 0, 4, 0]);
    assert_eq!(values(with(|rules| rules.defense.sum_blues = true), &frames, &faces), [11, 0, 4, 0]);
}

#[test]
fn h17_whites_may_be_kept_from_the_defense() {
    for (whites, offered) in [(true, vec![Die::Own, Die::White(0)]), (false, vec![Die::Own])] {
        let rules = with(|rules| rules.defense.whites = whites);
        let scene = rolled(rules, &DUEL, Target::Frame(UnitId::new(1)), &[6, 2, 1, 1, 3, 1, 1]);
        assert_eq!(scene.choices(), offered.into_iter().map(Action::Defend).collect::<Vec<_>>());
    }
}

#[test]
fn h26_a_modifier_is_added_to_a_die_that_is_given_and_to_none() {
    let faces = [1, 1, 2, 3, 4, 5, 6];
    assert_eq!(values(rulebook(), &DUEL, &faces), [4, 5, 3, 6]);
    let modified = with(|rules| {
        let modifiers = &mut rules.modifiers;
        (modifiers.attack, modifiers.defense, modifiers.movement, modifiers.spot) = (1, 2, 3, 4);
    });
    assert_eq!(values(modified.clone(), &DUEL, &faces), [6, 8, 4, 10]);
    let mut scene = rolled(modified, &DUEL, Target::Frame(UnitId::new(1)), &faces);
    scene.force(Action::Defend(Die::None));
    assert_eq!(scene.unit(0).defense, Some(0));
    scene.load(&[6; 4]);
    let strike = scene.strike(&[]);
    // 3 and 1 against nothing: an action without a die gets no bonus.
    assert_eq!((strike.attack, strike.defense, strike.dice), (4, 0, 4));
}

#[test]
fn h30_yellow_dice_may_help_the_frames_own_attack() {
    let faces = [1, 1, 2, 3, 6, 4, 5, 5];
    assert_eq!(values(with(|rules| rules.weapons.comms = "1d6".parse().unwrap()), &DUEL, &faces), [4, 5, 6, 5]);
}

#[test]
fn h31_a_frame_that_stood_still_has_its_extra_dice_in_the_next_turn() {
    let rules = with(|rules| {
        rules.extra.when = Circumstance::StoodStill;
        (rules.extra.attack, rules.extra.defense) = ("1d8".parse().unwrap(), "1d8".parse().unwrap());
    });
    // Without the extra dice, and with them after an idle turn.
    for (stood_still, expected) in [(false, [4, 5, 3, 6]), (true, [7, 5, 8, 6])] {
        let mut scene = Scene::new(rules.clone(), "", &DUEL, &[]);
        scene.unit_mut(0).stood_still = stood_still;
        scene.act(Action::Activate(UnitId::new(0)));
        scene.load(&[1, 1, 2, 3, 4, 5, 6, 8, 7]);
        scene.act(Action::Declare { target: Target::Frame(UnitId::new(1)), range: Range::Direct, rockets: 0 });
        let hand = *scene.state.turn_in_control().unwrap().hand();
        let found = [Colour::Blue, Colour::Green, Colour::Red, Colour::Yellow].map(|c| hand.value(c, Die::Own));
        assert_eq!(found, expected);
        scene.unload();
        scene.force(Action::Defend(Die::None));
        scene.finish();
        assert!(scene.unit(0).stood_still);
    }
}

#[test]
fn extra_dice_come_with_their_circumstance() {
    for (when, stations, clock, has) in [
        (Circumstance::Never, &[(Some(0), 0.5, 0.0)][..], 1, false),
        (Circumstance::Always, &[], 9, true),
        (Circumstance::AtOwnStation, &[(Some(0), 0.5, 0.0)], 9, true),
        (Circumstance::AtOwnStation, &[(Some(0), 6.0, 0.0)], 9, false),
        (Circumstance::AtStationOfOthers, &[(Some(1), 0.5, 0.0)], 9, true),
        (Circumstance::AtStationOfOthers, &[(Some(0), 0.5, 0.0)], 9, false),
        (Circumstance::BesideCover, &[], 9, true),
        (Circumstance::Late, &[], 3, true),
        (Circumstance::Late, &[], 4, false),
        (Circumstance::Outnumbered, &[], 3, false),
    ] {
        let rules = with(|rules| (rules.extra.when, rules.extra.movement) = (when, "1d8".parse().unwrap()));
        let terrain = if when == Circumstance::BesideCover { wall(12) } else { String::new() };
        let frames = [(0, "Rd", (3.0, 0.0)), (1, "RdBB", (8.0, 0.0))];
        let frames = if when == Circumstance::BesideCover { frames } else { [(0, "Rd", (0.0, 0.0)), frames[1]] };
        let mut scene = Scene::new(rules, &terrain, &frames, stations);
        scene.state.clock = clock;
        scene.act(Action::Activate(UnitId::new(0)));
        scene.load(&[1, 1, 8]);
        scene.act(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
        let best = scene.state.turn_in_control().unwrap().hand().best[Colour::Green as usize];
        assert_eq!(best == 8, has, "{when:?}");
    }
}

/// Pips by circumstance change every die that is given, and a die counts at least 1.
#[test]
fn pips_come_and_go_with_their_circumstance() {
    let rules = with(|rules| {
        rules.extra.when = Circumstance::Late;
        let extra = &mut rules.extra;
        (extra.attack_pips, extra.defense_pips, extra.movement_pips, extra.spot_pips) = (2, -1, 1, -6);
    });
    // Blue, green, red and yellow.
    for (clock, expected) in [(4, [4, 5, 3, 6]), (3, [3, 6, 5, 1])] {
        let mut scene = Scene::new(rules.clone(), "", &DUEL, &[]);
        scene.state.clock = clock;
        scene.act(Action::Activate(UnitId::new(0)));
        scene.load(&[1, 1, 2, 3, 4, 5, 6]);
        scene.act(Action::Declare { target: Target::Frame(UnitId::new(1)), range: Range::Direct, rockets: 0 });
        let hand = *scene.state.turn_in_control().unwrap().hand();
        let found = [Colour::Blue, Colour::Green, Colour::Red, Colour::Yellow].map(|c| hand.value(c, Die::Own));
        assert_eq!(found, expected, "clock {clock}");
        assert_eq!(hand.value(Colour::Yellow, Die::None), 0, "no die, no pips");
        scene.unload();
        scene.force(Action::Defend(Die::None));
        assert_eq!(scene.unit(0).defense, Some(0));
    }
}

#[test]
fn h29_a_white_left_over_restores_a_system() {
    for (white, face, restored) in [(5, 5, true), (4, 5, false), (6, 21, false)] {
        let mut scene = Scene::new(with(|rules| rules.repair.face = face), "", &DUEL, &[]);
        let whole = scene.unit(0).loadout;
        scene.unit_mut(0).loadout = whole.minus(SystemKind::Defense).unwrap().minus(SystemKind::Direct).unwrap();
        scene.open(0, Target::Nothing, Range::HandToHand, &[white, 1]);
        scene.finish();
        let told = scene.told(|event| *event == Event::Repaired { unit: UnitId::new(0), kind: SystemKind::Direct });
        assert_eq!((told, scene.unit(0).loadout.count(SystemKind::Direct)), (restored, u8::from(restored)));
        assert_eq!(scene.unit(0).loadout.count(SystemKind::Defense), 0);
    }
}

/// Returns true if a frame at (0, 0) may spot a frame at (x, 0).
fn spots(change: impl Fn(&mut Ruleset), terrain: &str, loadout: &'static str, x: f64) -> bool {
    let frames = [(0, loadout, (0.0, 0.0)), (1, "RdB", (x, 0.0))];
    let mut scene = Scene::new(with(change), terrain, &frames, &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[]);
    let turn = *scene.state.turn_in_control().unwrap();
    spot_targets(&scene.battle, &scene.state, &turn, 3).any(|target| target == Target::Frame(UnitId::new(1)))
}

#[test]
fn h10_h11_h12_h25_reach_and_cover_by_comms_systems() {
    assert!(!spots(|_| {}, &wall(12), "Rd", 5.0));
    assert!(spots(|rules| rules.spotting.none.through_cover = true, &wall(12), "Rd", 5.0));
    assert!(!spots(|rules| rules.spotting.none.reach = SpotReach::Nowhere, "", "Rd", 5.0));
    assert!(spots(|rules| rules.spotting.none.reach = SpotReach::Nowhere, "", "RdY", 5.0));
    assert!(!spots(|rules| rules.spotting.one.reach = SpotReach::HandToHand, "", "RdY", 5.0));
    assert!(spots(|rules| rules.spotting.one.reach = SpotReach::HandToHand, "", "RdY", 1.5));
    assert!(!spots(|rules| rules.spotting.two.through_cover = false, &wall(12), "RdYY", 5.0));
    assert!(spots(|rules| rules.spotting.two.through_cover = false, "", "RdYY", 20.0));
}

#[test]
fn h13_two_yellows_may_spot_two_frames() {
    let frames = [(0, "RdYY", (0.0, 0.0)), (1, "RdB", (5.0, 0.0)), (1, "RdB", (0.0, 5.0))];
    let mut scene = Scene::new(with(|rules| rules.spotting.two.targets = 2), "", &frames, &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[1, 1, 3, 6]);
    scene.finish_but_spots();
    scene.act(Action::Spot { die: Die::Own, target: Target::Frame(UnitId::new(1)) });
    assert_eq!(scene.asked().1, Decision::Spot);
    // Not the same frame again: the second spot needs another target.
    assert!(!scene.offers(Action::Spot { die: Die::Own, target: Target::Frame(UnitId::new(1)) }));
    scene.act(Action::Spot { die: Die::Own, target: Target::Frame(UnitId::new(2)) });
    let spot = |unit: u8| scene.unit(unit).spot.map(|spot| spot.value);
    assert_eq!((spot(1), spot(2)), (Some(6), Some(3)));
    assert_ne!(scene.asked().1, Decision::Spot);
}

#[test]
fn h19_whites_may_be_kept_from_spots() {
    for whites in [true, false] {
        let frames = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
        let mut scene = Scene::new(with(|rules| rules.spotting.whites = whites), "", &frames, &[]);
        scene.open(0, Target::Nothing, Range::HandToHand, &[4, 2]);
        scene.finish_but_spots();
        assert_eq!(scene.asked().1 == Decision::Spot, whites);
    }
}

#[test]
fn the_clock_falls_by_its_step_and_by_votes() {
    let rules = with(|rules| (rules.clock.step, rules.clock.vote) = (2, 3));
    let mut scene = Scene::new(rules, "", &DUEL, &[]);
    scene.state.clock = 11;
    for unit in [0, 1] {
        scene.open(unit, Target::Nothing, Range::HandToHand, &[]);
        scene.finish();
    }
    assert_eq!((scene.state.clock, scene.asked().1), (9, Decision::Tick));
    scene.act(Action::Tick);
    assert_eq!(scene.state.clock, 6);
}

#[test]
fn per_unit_order_has_dice_of_its_own() {
    let rules = with(|rules| {
        rules.order.per_unit = PerUnit::EveryRound;
        (rules.order.per_unit_sides, rules.order.per_unit_second) = (6, false);
    });
    let frames = [(0, "Rd", (0.0, 0.0)), (1, "RdYBG", (5.0, 0.0))];
    let scene = Scene::new(rules, "", &frames, &[]);
    let order = |unit: u8| scene.unit(unit).order;
    assert!((1..=6).contains(&order(0)[0]) && order(0)[1] == 0 && order(1)[1] == 0);
}

#[test]
fn h03_bigger_units_make_frames_stations_and_table_smaller() {
    let scene = Scene::new(with(|rules| rules.table.unit = 10.0), &wall(12), &DUEL, &[]);
    let (rules, field) = (&scene.battle.rules, scene.battle.field(&scene.state));
    assert_eq!((rules.movement.frame_radius, rules.stations.side), (0.25, 0.4));
    assert_eq!(field.table().half(), 12.0);
    assert!((field.pieces()[0].area - 0.2).abs() < 1e-12);
    // Two frames with centres 5 units apart: smaller frames leave a larger gap.
    assert_eq!(scene.battle.between(scene.unit(0).at, scene.unit(1).at), 4.5);
}

#[test]
fn h04_h05_ranges_by_their_number() {
    let reach = |bands: u8, range: Range, distance: f64| {
        let rules = with(|rules| (rules.ranges.bands, rules.ranges.artillery) = (bands, 14.0));
        Scene::new(rules, "", &DUEL, &[]).battle.in_range(range, distance)
    };
    for (bands, distance, expected) in [
        (2, 5.0, [false, true, false, false]),
        (2, 20.0, [false, true, false, false]),
        (3, 20.0, [false, false, true, false]),
        (4, 9.0, [false, false, true, false]),
        (4, 14.0, [false, false, true, false]),
        (4, 14.1, [false, false, false, true]),
        (4, 0.5, [true, false, false, false]),
    ] {
        assert_eq!(Range::ALL.map(|(range, _)| reach(bands, range, distance)), expected, "{bands} ranges, {distance}");
    }
}
