//! Ramming, passing, collisions, debris, the edge (I52 to I57).

use super::super::super::state::{DEBRIS, Die, Life};
use super::super::super::*;
use super::super::scene::Scene;
use crate::games::intercept_orbit::battle_rules::{HitDebris, TurnedHvas};
use crate::games::intercept_orbit::space::Maneuver;

/// Creates a scene with one ship behind another: the first sails along x into or through the second.
fn meeting(fleets: &[&str], gap: f64, change: impl FnOnce(&mut Ruleset)) -> Scene {
    let mut scene = Scene::with(fleets, change);
    scene.put(0, -10.0, 0.0, 0);
    let halves = scene.battle.space.half_sizes(scene.state.asset(0).body).1 * 2.0;
    scene.put(1, -10.0 + halves + gap, 0.0, 0);
    scene
}

fn sail(scene: &mut Scene, whites: [u8; 2], speed: u8) {
    scene.dice(6, &whites);
    scene.activate(0);
    scene.until(Decision::Proceed);
    let choices = scene.choices();
    let wanted =
        |action: &&Action| matches!(action, Action::Sail { maneuver, .. } if *maneuver == Maneuver::straight(speed));
    let action = *choices.iter().find(wanted).unwrap_or_else(|| panic!("no speed of {speed}: {choices:?}"));
    scene.act(action);
}

/// "Every 1 or 2 on the die damages one of the ramming ship's systems. Every 4-6 damages one of the target ship's
/// systems"; one die for each unit of the intended move. Each side then turns the other by up to the hits that the
/// other took (I53).
#[test]
fn i53_collision_dice_and_turns() {
    let mut scene = meeting(&["C:BBYY", "C:BBYY"], 2.0, |_| {});
    scene.dice(6, &[]);
    scene.dice(6, &[2, 2]).dice(6, &[1, 1]).dice(6, &[1]).dice(6, &[1, 3, 4, 6]);
    scene.activate(0);
    for _ in 0..20 {
        match scene.due() {
            Some(Decision::Lose) => {
                let first = scene.choices()[0];
                scene.act(first);
            }
            Some(Decision::Proceed) => {
                let straight = |action: &Action| matches!(action, Action::Sail { maneuver, .. } if *maneuver == Maneuver::straight(4));
                let action = *scene.choices().iter().find(|action| straight(action)).unwrap();
                scene.act(action);
            }
            Some(Decision::Turn) => break,
            _ => scene.until(Decision::Proceed),
        }
    }
    assert_eq!((scene.state.asset(0).hit_points(), scene.state.asset(1).hit_points()), (5, 4));
    assert!((scene.battle.space.gap(scene.state.placed(0), scene.state.placed(1))).abs() < 1e-6, "it stops in touch");
    assert_eq!((scene.asked(), scene.choices().len()), (Some(0), 5), "the rammer's player turns the target by up to 2");
    scene.act(Action::Turn(1));
    assert_eq!(scene.state.asset(1).pose.heading, 1);
    assert!(scene.battle.space.gap(scene.state.placed(0), scene.state.placed(1)) < 0.1);
    assert_eq!((scene.asked(), scene.choices().len()), (Some(1), 3), "the other turns the rammer by up to 1");
}

/// "If one ship is a frigate, it can use its maneuverability to decide unilaterally"; if neither or both are, the
/// moving ship decides first, then the other (I52).
#[test]
fn i52_who_decides_whether_two_collide() {
    for (fleets, asked) in [
        (["F:BYY", "C:BBYY"], vec![0]),
        (["C:BBYY", "F:BYY"], vec![1]),
        (["F:BYY", "F:BYY"], vec![0, 1]),
        (["C:BBYY", "C:BBYY"], vec![0, 1]),
    ] {
        let mut scene = meeting(&fleets, 0.5, |_| {});
        scene.dice(6, &[6, 6]);
        scene.activate(0);
        scene.until(Decision::Proceed);
        let far = Action::Sail { die: Die::White(0), maneuver: Maneuver::straight(6) };
        scene.act(if scene.choices().contains(&far) { far } else { scene.choices()[0] });
        for player in asked {
            assert_eq!((scene.due(), scene.asked()), (Some(Decision::Ram), Some(player)), "{fleets:?}");
            scene.act(Action::Ram(false));
        }
        assert!(scene.came_up(|event| matches!(event, Event::Passing { asset: 0, other: 1 })), "{fleets:?}");
        assert!(scene.state.asset(0).pose.at.x > scene.state.asset(1).pose.at.x);
    }
}

/// "If either of them want to ram, that ship will ram the other" (I52).
#[test]
fn i52_whoever_wants_it_rams() {
    let mut scene = meeting(&["C:BBYY", "C:BBYY"], 0.5, |_| {});
    sail(&mut scene, [6, 6], 6);
    scene.act(Action::Ram(false));
    scene.act(Action::Ram(true));
    let rammer = scene.last(|event| match event {
        Event::Collided { rammer, target, dice, chosen, .. } => Some((*rammer, *target, *dice, *chosen)),
        _ => None,
    });
    assert_eq!(rammer, (1, 0, 6, true));
}

/// The green ace decides for the ship that it is on, frigate or not (I52).
#[test]
fn i52_the_green_ace_overrides() {
    let mut scene = meeting(&["F:BYY", "C:BBYY C:BBYK; ace=green"], 0.5, |_| {});
    scene.put(2, 12.0, 12.0, 0);
    scene.board(3, 1);
    scene.dice(6, &[6, 6]);
    scene.activate(0);
    scene.until(Decision::Proceed);
    scene.act(Action::Sail { die: Die::White(0), maneuver: Maneuver::straight(6) });
    assert_eq!((scene.due(), scene.asked()), (Some(Decision::Ram), Some(1)));
}

/// A ship that is turned into a third ship collides with it, with the clicks that are left (I54).
#[test]
fn i54_chains() {
    for (chain, chains) in [(10, true), (0, false)] {
        let mut scene = meeting(&["C:BBYY", "C:BBYY C:BBYY"], 2.0, |rules| rules.collisions.chain = chain);
        let other = scene.state.asset(1).pose.at;
        scene.put(2, other.x + 0.9, other.y + 1.65, 0);
        scene.dice(6, &[2, 2]).dice(6, &[1, 1]).dice(6, &[1]).dice(6, &[4, 4, 4, 4]).dice(6, &[3, 3, 3]);
        scene.activate(0);
        scene.until(Decision::Proceed);
        let straight = *scene
            .choices()
            .iter()
            .find(|a| matches!(a, Action::Sail { maneuver, .. } if *maneuver == Maneuver::straight(4)))
            .unwrap();
        scene.act(straight);
        while scene.due() == Some(Decision::Lose) {
            let first = scene.choices()[0];
            scene.act(first);
        }
        scene.act(Action::Turn(3));
        let collided =
            scene.came_up(|event| matches!(event, Event::Collided { rammer: 1, target: 2, chosen: false, .. }));
        assert_eq!(collided, chains);
    }
}

/// "It can avoid the debris at the cost of one maneuver pip. Otherwise, stop the ship where it touches the debris and
/// roll collision dice"; the debris is then removed or moved (I55).
#[test]
fn i55_debris() {
    for (whites, passes) in [([1, 1], true), ([1, 1], false)] {
        let mut scene = meeting(&["F:BYY", "C:BBYY"], 15.0, |rules| rules.collisions.debris = HitDebris::Removed);
        scene.debris(0, -8.0, 0.0);
        scene.dice(6, &whites);
        scene.activate(0);
        scene.until(Decision::Proceed);
        let spares = |action: &&Action| matches!(action, Action::Sail { die: Die::Own | Die::White(_), maneuver } if *maneuver == Maneuver::straight(4));
        let action = *scene.choices().iter().find(spares).expect("a die whose pip is kept for the debris");
        scene.act(action);
        assert_eq!(scene.due(), Some(Decision::Avoid));
        scene.act(Action::Avoid(passes));
        assert_eq!(scene.state.debris_left == 1, passes);
        assert_eq!(scene.came_up(|event| matches!(event, Event::Collided { target: DEBRIS, dice: 4, .. })), !passes);
    }
}

#[test]
fn i55_debris_is_moved_by_the_speed_of_the_ship() {
    let mut scene = meeting(&["C:BBYY", "C:BBYY"], 15.0, |rules| rules.collisions.debris = HitDebris::Chosen);
    scene.debris(0, -7.0, 0.0);
    scene.dice(6, &[1, 1]).dice(6, &[1, 1]).dice(6, &[1]).dice(6, &[3; 4]);
    scene.activate(0);
    scene.until(Decision::Proceed);
    let plain = Action::Sail { die: Die::None, maneuver: Maneuver::straight(4) };
    scene.act(plain);
    assert_eq!(scene.due(), Some(Decision::Debris));
    let moves: Vec<_> = scene.choices().into_iter().filter(|action| *action != Action::RemoveDebris).collect();
    for action in &moves {
        let Action::MoveDebris(to) = action else { panic!("{action:?}") };
        assert!((to.distance(crate::geometry::Point::new(-7.0, 0.0)) - 4.0).abs() < 1e-9);
    }
    scene.act(moves[0]);
    assert_eq!(scene.state.debris_left, 1);
}

/// "If a ship leaves the edge of the table, it's lost in space"; a company docked on it is lost with it, or drifts
/// where the ship left (I56).
#[test]
fn i56_a_ship_that_leaves_is_lost() {
    for (with_companies, life) in [(true, Life::Lost), (false, Life::Drifting)] {
        let mut scene = Scene::with(&["C:BBYK; ace=red", "C:BBYY"], |r| r.edge.with_companies = with_companies);
        scene.put(0, 13.0, 0.0, 0);
        let before = scene.state.score(0);
        scene.activate(0);
        scene.until(Decision::Proceed);
        scene.act(Action::Sail { die: Die::None, maneuver: Maneuver::straight(4) });
        assert_eq!((scene.state.asset(0).life(), scene.state.asset(1).life()), (Life::Lost, life));
        let told = scene.came_up(|event| matches!(event, Event::LostAboard { asset: 1, ship: 0, .. }));
        assert_eq!(told, with_companies);
        assert_eq!(scene.state.score(0), before - 2 * i32::from(scene.state.players[0].points_per_asset));
    }
}

/// "If an HVA hits the edge of the table, the player with the highest score, other than the player who owns the HVA,
/// rotates it"; or the HVA turns to the centre (I57).
#[test]
fn i57_a_high_value_asset_at_the_edge_is_turned() {
    for turned in [TurnedHvas::Centre, TurnedHvas::Opponent] {
        let mut scene = Scene::with(&["F:BYY", "C:BBYY"], |rules| {
            rules.fleet.hvas = [1; 3];
            rules.edge.hvas = turned;
        });
        scene.put(2, 14.0, 0.0, 0);
        scene.activate(2);
        if turned == TurnedHvas::Opponent {
            assert_eq!((scene.due(), scene.asked()), (Some(Decision::Head), Some(1)));
            let first = scene.choices()[0];
            scene.act(first);
        } else {
            assert_eq!(scene.state.asset(2).pose.heading, 8);
        }
        let pose = scene.state.asset(2).pose;
        assert!((15.99..=16.0).contains(&pose.at.x) && scene.battle.space.direction(pose.heading).x < 0.0);
    }
}
