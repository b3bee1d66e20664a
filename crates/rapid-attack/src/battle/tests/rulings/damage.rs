//! Damage: losses, and the rest of the current turn.

use super::scene::{Placed, Scene};
use crate::battle::{Action, Decision, Event};
use crate::loadout::{Loadout, SystemKind};
use crate::{
    battle::legal::dodges, battle::measure::to_square, battle::state::Wound, battle_rules::Dodge, ids::UnitId,
    rules_files::rulebook, ruleset::Ruleset,
};
use hitchart_dice::Throw;
use hitchart_mobile_frame::geometry::Point;

const DUEL: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "RdYG", (5.0, 0.0))];
/// Half a unit from the frame at (5, 0).
const STATION: [(Option<u8>, f64, f64); 1] = [(Some(1), 6.4, 0.0)];

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

fn dodge_of(scene: &Scene) -> Option<Point> {
    scene.choices().into_iter().find_map(|choice| if let Action::Dodge(to) = choice { Some(to) } else { None })
}

#[test]
fn s15_rolled_dice_stay_and_capabilities_by_the_switch() {
    for (persist, comms, crosses) in [(true, 1, true), (false, 0, false)] {
        let mut scene = Scene::new(with(|rules| rules.turn.capabilities_persist = persist), "", &DUEL, &[]);
        scene.shoot(0, 1, 2, &[6, 6]);
        assert_eq!(scene.asked(), (1, Decision::Lose));
        scene.act(Action::LoseSystem(SystemKind::Comms));
        scene.act(Action::LoseSystem(SystemKind::Movement));
        scene.finish();
        let turn = scene.state.turn_in_control().unwrap();
        assert_eq!((turn.unit, turn.comms, turn.crosses), (UnitId::new(1), comms, crosses));
        assert!(turn.hand().best[1] > 0 && turn.hand().best[3] > 0, "green and yellow lie on the table");
    }
}

#[test]
fn s16_a_frame_leaves_a_station_in_place_of_damage() {
    for dodge in [Dodge::OneUnit, Dodge::JustOutside, Dodge::Off] {
        let mut scene = Scene::new(with(|rules| rules.stations.dodge = dodge), "", &DUEL, &STATION);
        scene.shoot(0, 1, 2, &[6, 6]);
        assert_eq!(scene.asked(), (1, Decision::Lose));
        let Some(to) = dodge_of(&scene) else {
            assert_eq!(dodge, Dodge::Off);
            continue;
        };
        let gap = scene.battle.from_station(to, &scene.state.stations[0]);
        match dodge {
            Dodge::OneUnit => assert!((to.distance(scene.unit(1).at) - 1.0).abs() < 1e-6),
            _ => assert!(gap > 1.0 && gap < 1.02, "{gap}"),
        }
        scene.act(Action::Dodge(to));
        assert_eq!(scene.state.wounds[0].hits, 1, "one point less");
        assert!(dodge_of(&scene).is_none(), "once an attack (R27)");
    }
}

/// Creates a scene with a frame near a station at (6.4, 0); tests move the frame.
fn beside_a_station(dodge: Dodge, side: f64) -> Scene {
    let frames = [(0, "Rd", (-8.0, 0.0)), (1, "RdYG", (5.0, 0.0))];
    let rules = with(|rules| (rules.stations.dodge, rules.stations.side) = (dodge, side));
    Scene::new(rules, "", &frames, &STATION)
}

/// Returns the gap between a place and the station, and the places where the frame may step from there.
fn steps_from(scene: &mut Scene, (x, y): (f64, f64)) -> (f64, Vec<Point>) {
    scene.put(1, x, y);
    let wound = Wound { unit: UnitId::new(1), hits: 1, dodgeable: true, by: None };
    let places = dodges(&scene.battle, &scene.state, &wound).collect();
    (scene.battle.from_station(Point::new(x, y), &scene.state.stations[0]), places)
}

/// Rulebook: one ruler unit farther away from the station, measured between the closest points as usual.
#[test]
fn s16_the_gap_grows_by_the_full_unit() {
    let (mut throw, mut overlapping, mut within_the_square) = (Throw::new(16), 0, 0);
    let mut between = |low: f64, high: f64| low + (high - low) * throw.below(1_000_000) as f64 / 1e6;
    for side in [0.8, 0.0, 2.0] {
        let mut scene = beside_a_station(Dodge::OneUnit, side);
        for _ in 0..400 {
            let at = (6.4 + between(-2.0, 2.0), between(-2.0, 2.0));
            let (gap, places) = steps_from(&mut scene, at);
            let (station, from) = (&scene.state.stations[0], Point::new(at.0, at.1));
            assert_eq!(places.is_empty(), !scene.battle.reaches_station(from, station));
            for to in &places {
                let grown = scene.battle.from_station(*to, station) - gap;
                assert!((1.0..1.0 + 1e-6).contains(&grown), "{at:?} to {to:?} gains {grown}");
                assert!(gap == 0.0 || (to.distance(from) - 1.0).abs() < 1e-6, "{at:?} to {to:?}");
            }
            overlapping += usize::from(gap == 0.0);
            within_the_square += usize::from(to_square(from, station.at, side) == 0.0);
        }
    }
    assert!(overlapping > 200 && within_the_square > 40, "{overlapping} overlap, {within_the_square} within");
}

/// Handbook: just outside of contesting range.
#[test]
fn s16_every_way_out_is_out_of_reach() {
    let mut scene = beside_a_station(Dodge::JustOutside, 0.8);
    for at in [(6.4, 1.3), (5.3, 1.1), (7.6, -1.0), (6.4, 0.9), (6.5, 0.1)] {
        let (_, places) = steps_from(&mut scene, at);
        assert!(places.len() >= 3, "straight and askew");
        let station = &scene.state.stations[0];
        let gaps = places.iter().map(|to| scene.battle.from_station(*to, station));
        assert!(gaps.clone().all(|gap| gap > 1.0 && gap < 1.02), "{places:?}");
    }
}

/// A frame between two stations gives up one of them; it may still be at the other.
#[test]
fn s16_of_two_stations_one_is_left() {
    let held = [(Some(1), 6.4, 0.0), (Some(1), 5.0, 1.8)];
    let scene = Scene::new(rulebook(), "", &[DUEL[0], (1, "RdYG", (5.2, 0.3))], &held);
    let wound = Wound { unit: UnitId::new(1), hits: 1, dodgeable: true, by: None };
    let from = scene.unit(1).at;
    let places: Vec<Point> = dodges(&scene.battle, &scene.state, &wound).collect();
    assert_eq!(places.len(), 2, "one way from each");
    for (to, station) in places.iter().zip(scene.state.stations()) {
        let gap = |at: Point| scene.battle.from_station(at, station);
        assert!(gap(*to) - gap(from) >= 1.0);
    }
}

/// If no place a unit farther away is free, there is no dodge, not even a shorter one.
#[test]
fn s16_no_room_no_dodge() {
    let blocked = [DUEL[0], DUEL[1], (1, "Rd", (4.6, 0.3))];
    for frames in [&DUEL[..], &blocked[..]] {
        let rules = with(|rules| rules.movement.standing_on_frames = false);
        let scene = Scene::new(rules, "", frames, &STATION);
        let wound = Wound { unit: UnitId::new(1), hits: 1, dodgeable: true, by: None };
        assert_eq!(dodges(&scene.battle, &scene.state, &wound).count(), usize::from(frames.len() == 2));
    }
}

#[test]
fn r27_one_damage_an_attack_or_every_one() {
    for every in [true, false] {
        let mut scene = Scene::new(with(|rules| rules.stations.dodge_every_damage = every), "", &DUEL, &STATION);
        // The frame touches the station.
        scene.put(1, 6.4, 0.9);
        scene.shoot(0, 1, 2, &[6, 6]);
        let to = dodge_of(&scene).unwrap();
        scene.act(Action::Dodge(to));
        let reach = scene.battle.reaches_station(to, &scene.state.stations[0]);
        assert!(reach, "it touched the station, so that a unit farther is within reach");
        assert_eq!((scene.asked(), dodge_of(&scene).is_some()), ((1, Decision::Lose), every));
    }
}

#[test]
fn r27_r41_a_dodge_needs_a_free_place_and_goes_around_cover() {
    let behind = "pieces = [{ shape = \"box\", at = [3.9, 0.0], size = [0.4, 6.0] }]";
    for (loadout, may) in [("RdY", false), ("RdG", true)] {
        let frames = [(0, "Rd", (0.0, 0.0)), (1, loadout, (5.0, 0.0))];
        let rules = with(|rules| rules.movement.standing_on_cover = true);
        let scene = Scene::new(rules, behind, &frames, &STATION);
        let wound = Wound { unit: UnitId::new(1), hits: 1, dodgeable: true, by: None };
        assert_eq!(dodges(&scene.battle, &scene.state, &wound).next().is_some(), may, "{loadout}");
    }
    // The sprint die crosses cover if the ruleset allows it, but does not let the frame stand on cover.
    for (crosses, may) in [(true, true), (false, false)] {
        let thin = "pieces = [{ shape = \"box\", at = [4.35, 0.0], size = [0.1, 6.0] }]";
        let frames = [(0, "Rd", (0.0, 0.0)), (1, "Y", (4.95, 0.0))];
        let rules = with(|rules| {
            rules.movement.sprint_crosses_cover = crosses;
            rules.movement.frame_radius = 0.1;
        });
        let scene = Scene::new(rules, thin, &frames, &[(Some(1), 6.4, 0.0)]);
        let wound = Wound { unit: UnitId::new(1), hits: 1, dodgeable: true, by: None };
        assert_eq!(dodges(&scene.battle, &scene.state, &wound).next().is_some(), may, "crosses {crosses}");
    }
}

#[test]
fn r28_a_dodge_comes_before_systems_are_chosen() {
    let mut scene = Scene::new(rulebook(), "", &DUEL, &STATION);
    scene.shoot(0, 1, 2, &[6, 6]);
    assert!(dodge_of(&scene).is_some());
    scene.act(Action::LoseSystem(SystemKind::Comms));
    assert!(dodge_of(&scene).is_none());
}

#[test]
fn r28_covering_frames_dodge_too_by_the_switch() {
    let frames = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0)), (1, "YG", (3.8, 0.0))];
    for dodges in [true, false] {
        let rules = with(|rules| rules.stations.covering_frames_dodge = dodges);
        let mut scene = Scene::new(rules, "", &frames, &[(Some(1), 3.8, 1.4)]);
        let strike = scene.shoot(0, 1, 1, &[5]);
        assert_eq!((strike.on_cover, scene.state.wounds[0].unit), (1, UnitId::new(2)));
        assert_eq!(dodge_of(&scene).is_some(), dodges);
        if dodges {
            scene.act(Action::Dodge(dodge_of(&scene).unwrap()));
            assert_eq!(scene.unit(2).loadout.systems(), 2);
        }
    }
}

#[test]
fn r29_damage_already_rolled_stays_whatever_moves() {
    let mut scene = Scene::new(rulebook(), "", &DUEL, &STATION);
    scene.shoot(0, 1, 3, &[6, 6, 6]);
    scene.act(Action::Dodge(dodge_of(&scene).unwrap()));
    assert_eq!(scene.state.wounds[0].hits, 2);
}

#[test]
fn s36_a_white_may_go_early_but_never_the_last() {
    for early in [false, true] {
        let mut scene = Scene::new(with(|rules| rules.frame.early_white_loss = early), "", &DUEL, &[]);
        scene.shoot(0, 1, 2, &[6, 6]);
        assert_eq!(scene.offers(Action::LoseWhite), early);
        if early {
            scene.act(Action::LoseWhite);
            assert!(!scene.offers(Action::LoseWhite));
        }
    }
}

#[test]
fn r38_systems_go_first_then_whites_then_the_frame() {
    let frames = [(0, "Rd", (0.0, 0.0)), (1, "E", (5.0, 0.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &[]);
    scene.shoot(0, 1, 3, &[6, 6, 6]);
    let order: Vec<&Event> = scene
        .log
        .0
        .iter()
        .filter(|event| matches!(event, Event::SystemLost { .. } | Event::WhiteLost { .. } | Event::Destroyed { .. }))
        .collect();
    assert!(matches!(
        order[..],
        [
            Event::SystemLost { kind: SystemKind::Environment, .. },
            Event::WhiteLost { .. },
            Event::WhiteLost { .. },
            Event::Destroyed { by: Some(by), .. }
        ] if by.number() == 0
    ));
    assert_eq!(scene.state.players[1].frames, 0);
}

#[test]
fn s41_r36_hostile_ground_costs_a_white_to_roll_and_none_to_lose() {
    let frames = [(0, "RdE", (0.0, 0.0)), (1, "Y", (5.0, 0.0))];
    for (lost, stands) in [(false, true), (true, false)] {
        let rules = with(|rules| rules.options.hostile_whites_lost = lost);
        let mut scene = Scene::new(rules, "hostile = true", &frames, &[]);
        scene.shoot(0, 1, 2, &[6, 6]);
        let whites = |unit: u8| {
            scene.log.0.iter().find_map(|event| match event {
                Event::Rolled { unit: rolled, faces } if *rolled == unit.into() => {
                    Some(faces.iter().filter(|face| face.colour.is_none()).count())
                }
                _ => None,
            })
        };
        assert_eq!((whites(0), whites(1)), (Some(2), Some(1)));
        assert_eq!(scene.unit(1).stands(), stands, "a system and a white gone");
    }
    let rules = with(|rules| rules.options.hostile_whites = 0);
    let scene = Scene::new(rules, "hostile = true", &frames, &[]);
    assert_eq!(crate::battle::dice::whites_rolled(&scene.battle, &scene.state, UnitId::new(1)), 2);
}

#[test]
fn s37_systems_are_jettisoned_before_the_roll_where_the_rules_let_them() {
    for allowed in [false, true] {
        let mut scene = Scene::new(with(|rules| rules.options.jettison = allowed), "", &DUEL, &[]);
        scene.act(Action::Activate(UnitId::new(0)));
        assert_eq!(scene.offers(Action::Jettison(SystemKind::Direct)), allowed);
        if allowed {
            scene.act(Action::Jettison(SystemKind::Direct));
            assert_eq!(scene.unit(0).loadout, Loadout::default());
            scene.open_only(&[1, 1, 8]);
            assert_eq!(scene.state.turn_in_control().unwrap().hand().best[1], 8, "it sprints now (S21)");
        }
    }
}

impl Scene {
    /// Declares no target; the hand shows `faces`.
    fn open_only(&mut self, faces: &[u8]) {
        use crate::battle::state::Target;
        use crate::loadout::Range;
        self.load(faces);
        self.act(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
    }
}
