//! Ships: losses, repairs, and movement (I06, I07, I13, I22, I47 to I51).

use super::super::super::candidates::moves::Maneuvers;
use super::super::super::legal::losses::losses;
use super::super::super::legal::maneuver::pips;
use super::super::super::state::{Die, Life, Loss, Victim, Wound};
use super::super::super::*;
use super::super::scene::Scene;
use crate::games::intercept_orbit::ship::System;
use crate::games::intercept_orbit::space::{MAX_SPEED, Maneuver};
use std::collections::HashSet;

/// Systems are lost before whites, as the owner chooses; without either the ship is destroyed (I06, I07).
#[test]
fn i06_i07_what_a_ship_loses() {
    let mut scene = Scene::new(&["F:RaBB", "F:RaBB"]);
    assert_eq!(
        losses(scene.state.asset(0)).collect::<Vec<_>>(),
        [Loss::System(System::Assault), Loss::System(System::Defense)]
    );
    scene.edit(|play| {
        play.wound(Wound { victim: Victim::Asset(0), hits: 5, by: Some(1) });
        play.wound_step();
    });
    scene.act(Action::Lose { asset: 0, loss: Loss::System(System::Assault) });
    assert_eq!(scene.state.asset(0).life(), Life::Destroyed, "what is left has no choice");
    assert!(scene.came_up(|event| matches!(event, Event::Destroyed { asset: 0, by: Some(1) })));
}

/// "If any white dice are a 5 or 6, you may spend each to repair one system that the ship has lost" (I22).
#[test]
fn i22_a_ship_repairs_itself() {
    let mut scene = Scene::new(&["F:RaBY", "F:RaBB"]);
    let ship = scene.state.asset_mut(0);
    ship.systems = ship.systems.minus(System::Comms).unwrap().minus(System::Assault).unwrap();
    scene.dice(6, &[5, 4]).dice(6, &[3, 3]);
    scene.activate(0);
    scene.until(Decision::Repair);
    assert!(!scene.choices().contains(&Action::Repair { white: 1, system: System::Comms }), "a 4 repairs nothing");
    assert!(!scene.choices().contains(&Action::Repair { white: 0, system: System::Defense }), "it was not lost");
    scene.act(Action::Repair { white: 0, system: System::Comms });
    assert_eq!(scene.state.asset(0).systems.count(System::Comms), 1);
    assert_eq!(scene.due(), Some(Decision::Proceed), "the other white repairs nothing");
}

/// High value assets sail four units straight ahead, or are steered with a white (I13).
#[test]
fn i13_high_value_assets_sail_straight() {
    let mut scene = Scene::with(&["F:BYY", "C:BBYY"], |rules| rules.fleet.hvas = [1; 3]);
    scene.put(2, 0.0, 0.0, 0);
    scene.activate(2);
    assert_eq!((scene.state.asset(2).pose.at.x, scene.state.asset(2).pose.heading), (4.0, 0));
    let mut scene = Scene::with(&["F:BYY", "C:BBYY"], |rules| {
        rules.fleet.hvas = [1; 3];
        rules.hvas.whites = 1;
    });
    scene.put(2, 0.0, 0.0, 0);
    scene.dice(6, &[3]);
    scene.activate(2);
    assert!(scene.due() == Some(Decision::Proceed) && scene.choices().len() > 10);
}

/// Momentum: a ship starts each turn from a speed of 4, or from the speed of its last move (I47).
#[test]
fn i47_speed() {
    for (carries, cost) in [(false, Some(2)), (true, Some(0))] {
        let mut scene = Scene::with(&["F:RaBY", "F:RaBB"], |rules| rules.movement.carries_speed = carries);
        scene.state.asset_mut(0).speed = 6;
        assert_eq!(pips(&scene.battle, scene.state.asset(0), &Maneuver::straight(6)), cost);
    }
}

/// A ship turns after the unit of the clicked hinge, and continues in its new direction (I51).
#[test]
fn i51_a_turn_comes_after_its_hinge() {
    for hinge in [0, 2, 3] {
        let mut scene = Scene::new(&["F:RaBY", "C:RaRaBB"]);
        scene.put(0, 0.0, -8.0, 0);
        scene.dice(6, &[1, 1]).dice(6, &[4, 2, 5]);
        scene.activate(0);
        scene.until(Decision::Proceed);
        scene.force(Action::Sail { die: Die::Own, maneuver: Maneuver::straight(4).with_turn(hinge, 1) });
        let (straight, way) = (1.0 + hinge as f64, scene.battle.space.direction(1));
        let (pose, rest) = (scene.state.asset(0).pose, 4.0 - straight);
        assert_eq!(pose.heading, 1);
        assert!((pose.at.x - straight - rest * way.x).abs() < 1e-9 && (pose.at.y + 8.0 - rest * way.y).abs() < 1e-9);
    }
}

/// The net of maneuvers is a part of all maneuvers that the pips allow, and has each once (I48 to I51).
#[test]
fn i48_to_i51_the_net_of_maneuvers_is_legal() {
    for (fleet, share) in [("F:RaBY", true), ("C:RaBYY", true), ("F:RaBY", false)] {
        let scene = Scene::with(&[fleet, "F:RaBB"], |rules| rules.movement.clicks_share_a_pip = share);
        let ship = scene.state.asset(0);
        for budget in 0..=6 {
            let all = naive(&scene, budget);
            let net = Maneuvers::new(&scene.battle, &scene.state, 0, budget);
            let mut seen = HashSet::new();
            for nth in 0..net.count() {
                let (maneuver, cost) = net.nth(nth).unwrap();
                assert_eq!(pips(&scene.battle, ship, &maneuver), Some(cost), "{maneuver:?}");
                assert!(cost <= budget && all.contains(&maneuver), "{maneuver:?}");
                assert!(seen.insert(maneuver), "{maneuver:?} twice");
            }
            assert!(net.nth(net.count()).is_none() && seen.len() <= all.len());
            let speeds: HashSet<u8> = all.iter().map(|maneuver| maneuver.speed).collect();
            assert_eq!(speeds, seen.iter().map(|maneuver| maneuver.speed).collect(), "every speed is there");
        }
    }
}

/// Lists every maneuver that `budget` pips pay for, hinge by hinge.
fn naive(scene: &Scene, budget: u8) -> HashSet<Maneuver> {
    let ship = scene.state.asset(0);
    let mut all = HashSet::new();
    for speed in 0..=8u8 {
        let mut open = vec![(Maneuver::straight(speed), 0)];
        while let Some((maneuver, hinge)) = open.pop() {
            if pips(&scene.battle, ship, &maneuver).is_none_or(|cost| cost > budget) {
                continue;
            }
            if hinge < usize::from(speed).min(MAX_SPEED) {
                open.extend((-2..=2).map(|clicks| (maneuver.with_turn(hinge, clicks), hinge + 1)));
            }
            all.insert(maneuver);
        }
    }
    all
}
