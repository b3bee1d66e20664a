//! Spots: targets, distances, and the spot that remains.

use super::scene::{Scene, wall};
use crate::battle::state::{Die, SpotDie, Target};
use crate::battle::{Action, Decision};
use crate::{battle::legal::spot_targets, ids::UnitId, loadout::Range, rules_files::rulebook, ruleset::Ruleset};

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// Returns true if a frame at (0, 0) may spot a frame at (x, 0).
fn spots(rules: Ruleset, terrain: &str, loadout: &'static str, x: f64) -> bool {
    let frames = [(0, loadout, (0.0, 0.0)), (1, "RdB", (x, 0.0))];
    let mut scene = Scene::new(rules, terrain, &frames, &[]);
    scene.open(0, Target::Nothing, Range::HandToHand, &[]);
    let turn = *scene.state.turn_in_control().unwrap();
    spot_targets(&scene.battle, &scene.state, &turn, 3).any(|target| target == Target::Frame(UnitId::new(1)))
}

#[test]
fn s06_reach_by_comms_systems() {
    let direct_only = || with(|rules| rules.spotting.hand_to_hand = false);
    for (loadout, x, default, direct) in [
        ("Rd", 1.5, true, false),
        ("RdY", 1.5, true, false),
        ("RdYY", 1.5, true, true),
        ("Rd", 9.0, true, true),
        ("RdY", 9.1, false, false),
        ("RdYY", 20.0, true, true),
    ] {
        assert_eq!(spots(rulebook(), "", loadout, x), default, "{loadout} {x}");
        assert_eq!(spots(direct_only(), "", loadout, x), direct, "{loadout} {x}, direct only");
    }
}

#[test]
fn s06_cover_hides_from_frames_without_comms() {
    assert!(!spots(rulebook(), &wall(12), "Rd", 5.0));
    assert!(spots(rulebook(), &wall(12), "RdY", 5.0));
}

#[test]
fn s07_terrain_may_be_spotted_by_the_switch() {
    for terrain in [false, true] {
        let frames = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
        let rules = with(|rules| (rules.spotting.terrain, rules.spotting.hand_to_hand) = (terrain, !terrain));
        let mut scene = Scene::new(rules, &wall(12), &frames, &[]);
        scene.open(0, Target::Nothing, Range::HandToHand, &[4]);
        scene.act(Action::Finish);
        let at_wall = Action::Spot { die: Die::White(0), target: Target::Piece(0) };
        assert_eq!(
            scene.state.asked.is_some_and(|asked| asked.what == Decision::Spot) && scene.offers(at_wall),
            terrain
        );
        if terrain {
            scene.act(at_wall);
            assert_eq!(scene.state.piece_spots[0], Some(SpotDie { value: 4, by: UnitId::new(0) }));
        }
    }
}

#[test]
fn s08_r22_only_a_higher_spot_takes_the_place_of_another() {
    let frames = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
    for (standing, may) in [(3, true), (4, false), (5, false)] {
        let mut scene = Scene::new(rulebook(), "", &frames, &[]);
        scene.unit_mut(1).spot = Some(SpotDie { value: standing, by: UnitId::new(1) });
        scene.open(0, Target::Nothing, Range::HandToHand, &[4, 2]);
        scene.act(Action::Finish);
        let spot = Action::Spot { die: Die::White(0), target: Target::Frame(UnitId::new(1)) };
        let asked = scene.state.asked.unwrap().what == Decision::Spot;
        assert_eq!(asked && scene.offers(spot), may);
        if may {
            scene.act(spot);
            assert_eq!(scene.unit(1).spot, Some(SpotDie { value: 4, by: UnitId::new(0) }));
        }
    }
}
