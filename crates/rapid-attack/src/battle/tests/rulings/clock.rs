//! The doomsday clock, and the players who are asked about it.

use super::scene::{Placed, Scene};
use crate::battle::state::{Phase, Target};
use crate::battle::{Action, Decision};
use crate::{bidding::Size, loadout::Range, rules_files::rulebook, ruleset::Ruleset};

const THREE: [Placed; 3] = [(0, "Rd", (0.0, 0.0)), (1, "Rd", (10.0, 0.0)), (2, "Rd", (-10.0, 0.0))];

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// Plays a round without actions, with the clock at `clock` before it.
fn evening(rules: Ruleset, clock: u8) -> Scene {
    let mut scene = Scene::new(rules, "", &THREE, &[]);
    scene.state.clock = clock;
    play_round(&mut scene);
    scene
}

fn play_round(scene: &mut Scene) {
    let round = scene.state.round;
    while let (true, Some(Action::Activate(unit))) = (scene.state.round == round, scene.choices().first().copied()) {
        scene.open(unit.number(), Target::Nothing, Range::HandToHand, &[]);
        scene.finish();
    }
}

#[test]
fn r43_r44_the_clock_steps_and_each_may_add_one_from_the_highest_score() {
    let mut scene = evening(rulebook(), 11);
    assert_eq!((scene.state.clock, scene.asked()), (10, (0, Decision::Tick)));
    scene.act(Action::Tick);
    assert_eq!((scene.state.clock, scene.asked()), (9, (1, Decision::Tick)));
    scene.act(Action::Hold);
    assert_eq!((scene.state.clock, scene.asked()), (9, (2, Decision::Tick)));
    scene.act(Action::Hold);
    assert_eq!((scene.state.round, scene.asked()), (2, (0, Decision::Act)));
}

#[test]
fn r43_polling_stops_at_nought_or_goes_on() {
    for keep in [false, true] {
        let mut scene = evening(with(|rules| rules.clock.keep_polling = keep), 2);
        scene.act(Action::Tick);
        assert_eq!(scene.state.clock, 0);
        assert_eq!(scene.state.phase == Phase::Over, !keep);
        if keep {
            assert_eq!(scene.asked(), (1, Decision::Tick));
        }
    }
    let scene = evening(rulebook(), 1);
    assert_eq!(scene.state.phase, Phase::Over);
}

#[test]
fn without_votes_nobody_is_asked() {
    let scene = evening(with(|rules| rules.clock.votes = false), 11);
    assert_eq!((scene.state.clock, scene.state.round), (10, 2));
}

#[test]
fn r45_the_eliminated_are_not_asked_unless_switched_on() {
    for polled in [false, true] {
        let mut scene = Scene::new(with(|rules| rules.clock.poll_eliminated = polled), "", &THREE, &[]);
        scene.put(1, 4.0, 0.0);
        scene.unit_mut(1).loadout = Default::default();
        scene.shoot(0, 1, 2, &[6, 6]);
        scene.finish();
        play_round(&mut scene);
        // The player without assets comes last.
        for player in [0, 2] {
            assert_eq!(scene.asked(), (player, Decision::Tick));
            scene.act(Action::Hold);
        }
        assert_eq!(scene.asked(), if polled { (1, Decision::Tick) } else { (0, Decision::Act) });
    }
}

#[test]
fn r46_a_last_player_with_frames_plays_on_or_concedes() {
    for concede in [false, true] {
        let mut scene =
            Scene::new(with(|rules| rules.clock.concede = concede), "", &[THREE[0], (1, "-", (4.0, 0.0))], &[]);
        scene.shoot(0, 1, 2, &[6, 6]);
        scene.finish();
        scene.act(Action::Hold);
        assert_eq!(scene.state.phase == Phase::Over, concede);
        assert_eq!(scene.state.clock, 10);
    }
}

#[test]
fn the_clock_starts_where_the_ruleset_says() {
    let scene = Scene::new(with(|rules| rules.clock.start = 7), "", &THREE, &[]);
    assert_eq!(scene.state.clock, 7);
}

#[test]
fn s42_a_demo_goes_clockwise_and_its_clock_by_score() {
    let mut battle = super::scene::battle(rulebook(), "", &THREE, 0);
    battle.size = Size::Demo;
    let mut scene = Scene::arranged(battle, &THREE, &[]);
    assert_eq!(scene.state.clock, 5);
    let mut order = Vec::new();
    for _ in 0..3 {
        let (player, what) = scene.asked();
        assert_eq!(what, Decision::Act);
        order.push(player);
        scene.open(player, Target::Nothing, Range::HandToHand, &[]);
        scene.finish();
    }
    assert_eq!(order, [1, 2, 0], "from the left of the player who acted last");
    assert_eq!(scene.asked(), (0, Decision::Tick), "the highest score");
    for _ in 0..3 {
        scene.act(Action::Hold);
    }
    assert_eq!(scene.asked(), (1, Decision::Act));
}
