//! The examples of the text.

use super::super::state::{Die, Life, Part, Parts};
use super::super::*;
use super::scene::Scene;
use crate::games::intercept_orbit::space::Maneuver;

/// "It's the FC Carrier Wilcat's turn. Onboard is the mobile frame company Wang's Wobblies has: 2 white dice, 1 weapon,
/// and 1 defensive system left. The Wildcat rolls a 5 and, as the owner of the Wobblies, opts to replace its sensor
/// system. If the die had been a 6, the owner of the Wobblies could repair the movement system, as well" (I21).
#[test]
fn the_carrier_that_restores_a_sensor() {
    for (die, restored) in [(5, vec![Part::Comms]), (6, vec![Part::Comms, Part::Movement])] {
        let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB"]);
        scene.board(1, 0);
        scene.state.asset_mut(1).parts = Parts(1 << Part::Weapon as u8 | 1 << Part::Defense as u8);
        scene.dice(6, &[1, 2]).dice(6, &[3, 3, 4, die]);
        scene.activate(0);
        scene.until(Decision::Launch);
        let wanted = Parts(restored.iter().map(|part| 1 << *part as u8).sum());
        scene.act(Action::Mend { company: 1, die: Die::Black(0), parts: wanted, whites: 0 });
        let company = scene.state.asset(1);
        assert_eq!((company.parts.count() + company.whites, company.life()), (die, Life::Standing));
        assert!(restored.iter().all(|part| company.parts.has(*part)));
    }
}

/// "The player has used one maneuver pip to click the first hinge by one click in order to turn. Because this ship is a
/// frigate, the player could have chosen to click it again with the same maneuver point"; "the player has used one
/// maneuver pip to reduce the ship's forward movement from 4 to 3" (I47, I49 to I51).
#[test]
fn the_frigates_turn() {
    let mut scene = Scene::new(&["F:RaBY", "C:RaRaBB"]);
    let (frigate, capital) = (scene.state.asset(0), scene.state.asset(1));
    let cost = |asset, maneuver| legal::maneuver::pips(&scene.battle, asset, &maneuver);
    let once = Maneuver::straight(4).with_turn(0, 1);
    let twice = Maneuver::straight(4).with_turn(0, 2);
    assert_eq!((cost(frigate, once), cost(frigate, twice)), (Some(1), Some(1)));
    assert_eq!((cost(capital, once), cost(capital, twice)), (Some(1), None), "capital ships click a hinge once");
    assert_eq!(cost(frigate, twice.with_turn(1, 1)), Some(2));
    assert_eq!((cost(frigate, Maneuver::straight(3)), cost(frigate, Maneuver::straight(6))), (Some(1), Some(2)));
    assert_eq!(cost(frigate, Maneuver::straight(9)), None, "the ruler has eight units");
    assert_eq!(cost(frigate, Maneuver::straight(0)), Some(4), "ships may stop, and not reverse");

    let slower = Maneuver::straight(3).with_turn(0, 2);
    scene.put(0, 0.0, -8.0, 0);
    scene.dice(6, &[1, 1]).dice(6, &[4, 2, 5]);
    scene.activate(0);
    scene.until(Decision::Proceed);
    scene.act(Action::Sail { die: Die::Own, maneuver: slower });
    let pose = scene.state.asset(0).pose;
    assert_eq!(pose.heading, 2, "two clicks to the left");
    let way = scene.battle.space.direction(2);
    assert!((pose.at.x - (1.0 + 2.0 * way.x)).abs() < 1e-9 && (pose.at.y - (-8.0 + 2.0 * way.y)).abs() < 1e-9);
}

/// "1. Increase their score of the capturing player by their own PPA. 2. Reduce the score of the losing player by their
/// own PPA" (I33 to I35).
#[test]
fn score_changes_of_a_capture() {
    let mut scene = Scene::new(&["C:BBYK; ace=red", "F:RaBB F:RaBB"]);
    scene.board(1, 2);
    let (mine, theirs) = (scene.state.players[0].points_per_asset, scene.state.players[1].points_per_asset);
    assert_ne!(mine, theirs);
    let before = [scene.state.score(0), scene.state.score(1)];
    scene.dice(6, &[3]).dice(8, &[1]);
    scene.end_round();
    assert_eq!(scene.state.asset(2).side(), 0);
    assert_eq!(
        [scene.state.score(0), scene.state.score(1)],
        [before[0] + i32::from(mine), before[1] - i32::from(theirs)]
    );
}
