//! Order of play: passing, forced actions, ties.

use super::scene::{Placed, Scene};
use crate::battle::{Action, Decision, Event};
use crate::battle_rules::{Forced, OrderTies};
use crate::{battle::state::Target, loadout::Range, rules_files::rulebook, ruleset::Ruleset};
use hitchart_mobile_frame::PlayerId;

const THREE: [Placed; 4] =
    [(0, "Rd", (0.0, 0.0)), (0, "Rd", (0.0, 3.0)), (1, "Rd", (10.0, 0.0)), (2, "Rd", (-10.0, 0.0))];

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

fn idle(scene: &mut Scene, unit: u8) {
    scene.open(unit, Target::Nothing, Range::HandToHand, &[]);
    scene.finish();
}

/// Returns the player who is asked to act.
fn next(scene: &Scene) -> u8 {
    let (player, what) = scene.asked();
    assert_eq!(what, Decision::Act);
    player
}

#[test]
fn r06_passing_binds_nobody() {
    let mut scene = Scene::new(rulebook(), "", &THREE, &[]);
    assert_eq!(next(&scene), 0);
    scene.act(Action::Pass);
    assert_eq!(next(&scene), 1);
    idle(&mut scene, 2);
    assert_eq!(next(&scene), 0, "asked again from the highest score");
}

#[test]
fn s31_r07_r08_the_last_with_a_frame_must_act() {
    let mut scene = Scene::new(rulebook(), "", &THREE, &[]);
    scene.act(Action::Pass);
    scene.act(Action::Pass);
    assert_eq!(next(&scene), 2);
    assert!(!scene.offers(Action::Pass));
    idle(&mut scene, 3);
    scene.act(Action::Pass);
    assert_eq!(next(&scene), 1);
    assert!(!scene.offers(Action::Pass), "no player after has a frame left");
}

#[test]
fn s31_in_the_draft_only_the_lowest_must_and_a_round_of_passes_ends_the_wait() {
    let mut scene = Scene::new(with(|rules| rules.order.forced = Forced::LowestScore), "", &THREE, &[]);
    scene.act(Action::Pass);
    scene.act(Action::Pass);
    assert!(!scene.offers(Action::Pass), "the lowest must");
    idle(&mut scene, 3);
    scene.act(Action::Pass);
    assert_eq!(next(&scene), 1);
    assert!(scene.offers(Action::Pass), "the lowest is spent");
    scene.act(Action::Pass);
    assert_eq!(next(&scene), 0);
    scene.act(Action::Pass);
    assert!(next(&scene) == 1 && !scene.offers(Action::Pass), "all have passed once");
    idle(&mut scene, 2);
    assert_eq!(next(&scene), 0);
    assert!(scene.offers(Action::Pass), "and are free again");
}

/// Creates a scene with players 0 and 1 tied, each with two frames far from all others.
fn level(ties: OrderTies) -> Scene {
    let frames = [
        (0, "Rd", (0.0, 0.0)),
        (0, "Rd", (0.0, 3.0)),
        (1, "Rd", (10.0, 0.0)),
        (1, "Rd", (10.0, 3.0)),
        (2, "Rd", (-10.0, 0.0)),
    ];
    let mut scene = Scene::new(with(|rules| rules.order.ties = ties), "", &frames, &[]);
    scene.state.players[1].points_per_asset = scene.state.players[0].points_per_asset;
    scene
}

#[test]
fn r05_ties_are_rolled_alternate_or_stay() {
    let mut scene = level(OrderTies::Alternate);
    let mut order = Vec::new();
    for _ in 0..4 {
        let player = next(&scene);
        order.push(player);
        let Some(Action::Activate(unit)) = scene.choices().first().copied() else { panic!() };
        idle(&mut scene, unit.number());
    }
    // The order before the tie comes first, then the players alternate.
    assert_eq!(order, [0, 1, 0, 1]);
    let mut scene = level(OrderTies::Sticky);
    idle(&mut scene, 0);
    assert_eq!(next(&scene), 0);
    idle(&mut scene, 1);
    let mut scene = level(OrderTies::Roll);
    idle(&mut scene, 0);
    assert!(scene.told(|event| matches!(event, Event::RolledOff { .. })));
    let mut firsts = [0; 2];
    for key in 0..64 {
        let mut scene = level(OrderTies::Roll);
        scene.state.key = key;
        idle(&mut scene, 0);
        firsts[usize::from(next(&scene))] += 1;
    }
    assert!(firsts[0] > 16 && firsts[1] > 16, "{firsts:?}");
}

#[test]
fn s23_the_loser_of_a_tie_for_offense_is_last_until_it_breaks() {
    for key in 0..16 {
        let mut scene = Scene::new(rulebook(), "", &THREE, &[(Some(1), 10.0, 12.0), (Some(2), -10.0, 12.0)]);
        scene.state.key = key;
        scene.state.players[1].points_per_asset = scene.state.players[2].points_per_asset;
        scene.state.tied_last = Some(PlayerId::new(1));
        idle(&mut scene, 0);
        scene.act(Action::Pass);
        assert_eq!(next(&scene), 2, "regardless of a roll");
        // One more point breaks the tie for good.
        scene.state.players[1].stations += 1;
        idle(&mut scene, 3);
        scene.act(Action::Pass);
        assert_eq!((next(&scene), scene.state.tied_last), (1, None));
    }
}

#[test]
fn s40_who_has_no_frames_left_is_passed_over() {
    let mut scene = Scene::new(rulebook(), "", &[THREE[0], (1, "-", (4.0, 0.0)), THREE[3]], &[(Some(1), 20.0, 0.0)]);
    scene.shoot(0, 1, 2, &[6, 6]);
    assert!(!scene.unit(1).stands());
    scene.finish();
    assert_eq!(next(&scene), 2);
    assert!(scene.state.score(PlayerId::new(1)) > 0, "its station still counts");
    idle(&mut scene, 2);
    // Its player is still asked about the clock.
    assert_eq!(scene.asked(), (0, Decision::Tick));
    scene.act(Action::Hold);
    assert_eq!(scene.asked(), (1, Decision::Tick));
}
