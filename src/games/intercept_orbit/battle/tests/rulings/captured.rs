//! Captured ships and high value assets (I33 to I36, I58).

use super::super::super::state::{Die, Given, Life};
use super::super::super::*;
use super::super::scene::Scene;

/// Creates a scene in which a company of the first player, asset 1, has captured the second player's carrier, asset 2.
fn taken(change: impl FnOnce(&mut Ruleset)) -> Scene {
    let mut scene = Scene::with(&["C:BBYK; ace=red", "C:RaRaBK; ace=blue"], change);
    scene.board(1, 2);
    scene.edit(|play| play.take_asset(2, 0));
    scene
}

/// "The original owner may allocate them as they wish on that ship's turn, even replacing higher colored dice" (I33).
#[test]
fn i33_the_first_owner_gives_the_whites() {
    let mut scene = taken(|_| {});
    scene.dice(6, &[2, 3]).dice(6, &[6]).dice(6, &[6]);
    scene.activate(2);
    scene.until(Decision::Give);
    assert_eq!(scene.asked(), Some(1));
    scene.act(Action::Give(Given { defense: Die::White(0), ..Given::NONE }));
    assert_eq!(scene.state.asset(2).defense, Some(2), "a white of 2 in place of a blue of 6");
    assert!(scene.asked() == Some(0) || scene.due().is_none());

    let mut scene = taken(|rules| rules.captured.owner_gives_whites = false);
    scene.dice(6, &[2, 3]).dice(6, &[6]).dice(6, &[6]);
    scene.activate(2);
    assert!(!scene.came_up(|event| matches!(event, Event::Given { .. })));
}

/// "If the last company of the player abandons it by flying at least 1 unit away, by being destroyed, or by running out
/// of fuel, the ship immediately returns to the control of the original owner" (I34).
#[test]
fn i34_a_ship_that_is_left_goes_back() {
    for (reverts, side) in [(true, 1), (false, 0)] {
        let mut scene = taken(|rules| rules.captured.reverts = reverts);
        let score = scene.state.score(1);
        let at = scene.state.asset(2).pose.at;
        scene.put(1, at.x + 2.1, at.y, 0);
        scene.edit(|play| play.look_at_captured());
        assert_eq!(scene.state.asset(2).side(), 0, "half a unit away is not left");
        scene.put(1, at.x + 2.7, at.y, 0);
        scene.edit(|play| play.look_at_captured());
        assert_eq!(scene.state.asset(2).side(), side);
        assert_eq!(scene.state.score(1) > score, reverts);
    }
}

/// Companies docked on a captured carrier stay with their owner, or go with the carrier (I35).
#[test]
fn i35_docked_companies() {
    assert_eq!(taken(|_| {}).state.asset(3).side(), 1);
    assert_eq!(taken(|rules| rules.captured.companies_stay = false).state.asset(3).side(), 0);
}

/// The loss of a captured ship costs its captor points, or else the first owner (I36).
#[test]
fn i36_the_end_of_a_captured_ship() {
    for (costs_captor, change) in [(true, [-1, 0]), (false, [0, -1])] {
        let mut scene = taken(|rules| rules.captured.end_costs_captor = costs_captor);
        let points = [0, 1].map(|player| i32::from(scene.state.players[player].points_per_asset));
        let before = [scene.state.score(0), scene.state.score(1)];
        scene.edit(|play| play.remove(2, Life::Destroyed));
        let now = [scene.state.score(0), scene.state.score(1)];
        assert_eq!(now, [before[0] + change[0] * points[0], before[1] + change[1] * points[1]]);
    }
}

/// "When one player is the only one with either ships within point defense range of, or companies within dogfight range
/// of, an HVA, that player may take immediate possession"; until then its holder does not change (I58).
#[test]
fn i58_high_value_assets_go_to_whoever_is_alone_there() {
    let mut scene = Scene::with(&["F:RaBB", "F:RaBB"], |rules| rules.fleet.hvas = [1; 3]);
    // Assets 0 and 1 are the ships, 2 and 3 the high value assets.
    scene.put(3, 0.0, 0.0, 0);
    scene.put(1, 2.5, 0.0, 0);
    scene.edit(|play| play.look_at_hvas());
    assert_eq!(scene.state.asset(3).side(), 1);
    scene.put(0, -2.5, 0.0, 0);
    scene.edit(|play| play.look_at_hvas());
    assert_eq!(scene.state.asset(3).side(), 1, "its owner's presence contests it");
    scene.put(1, 8.0, 0.0, 0);
    let before = scene.state.score(1);
    scene.edit(|play| play.look_at_hvas());
    assert_eq!((scene.state.asset(3).side(), scene.state.score(1) < before), (0, true));
    scene.put(0, -9.0, 0.0, 0);
    scene.edit(|play| play.look_at_hvas());
    assert_eq!(scene.state.asset(3).side(), 0, "the last to be near keeps it");
}
