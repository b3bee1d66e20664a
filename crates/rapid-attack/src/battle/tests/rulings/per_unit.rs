//! Per-unit turn order (S35).

use super::scene::{Placed, Scene, battle};
use crate::battle::state::{Die, Target};
use crate::battle::{Action, Decision, Event};
use crate::{battle_rules::PerUnit, ids::UnitId, loadout::Range, rules_files::rulebook, ruleset::Ruleset};

const TWO: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "RdYBG", (5.0, 0.0))];

fn rules(per_unit: PerUnit) -> Ruleset {
    let mut rules = rulebook();
    rules.order.per_unit = per_unit;
    rules
}

/// Creates the first round with these twenty-sided dice.
fn scene(per_unit: PerUnit, frames: &[Placed], dice: &[u8]) -> Scene {
    let battle = battle(rules(per_unit), "", frames, 0);
    let mut thrown = Scene { state: crate::battle::steps::fresh(&battle, 1), battle, log: Default::default() };
    thrown.load(dice);
    Scene::arranged(thrown.battle, frames, &[])
}

fn idle(scene: &mut Scene) {
    scene.act(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
    scene.force(Action::Defend(Die::None));
    scene.finish();
}

#[test]
fn s35_a_fitted_frame_has_one_die_and_an_underfitted_one_two() {
    let scene = scene(PerUnit::EveryRound, &TWO, &[7, 3, 5]);
    assert_eq!((scene.unit(0).order, scene.unit(1).order), ([7, 3], [5, 0]));
    // At 3 the owner of two dice is asked.
    assert_eq!((scene.asked(), scene.state.count), ((0, Decision::Act), 3));
    assert_eq!(scene.choices(), [Action::Activate(UnitId::new(0)), Action::Pass]);
}

#[test]
fn s35_two_dice_are_chosen_as_they_come_up() {
    let mut scene = scene(PerUnit::EveryRound, &TWO, &[7, 3, 5]);
    scene.act(Action::Pass);
    // At 5 the other frame's turn begins without a decision; then 7 is the last chance.
    assert_eq!((scene.asked(), scene.state.count), ((1, Decision::Declare), 5));
    idle(&mut scene);
    assert_eq!((scene.asked(), scene.state.count), ((0, Decision::Declare), 7));
}

#[test]
fn s35_a_frame_attacked_before_its_number_has_had_its_turn() {
    let mut scene = scene(PerUnit::EveryRound, &TWO, &[7, 3, 5]);
    scene.act(Action::Activate(UnitId::new(0)));
    scene.act(Action::Declare { target: Target::Frame(UnitId::new(1)), range: Range::Direct, rockets: 0 });
    scene.force(Action::Defend(Die::None));
    scene.strike(&[]);
    scene.finish();
    scene.finish();
    assert_eq!(scene.asked().1, Decision::Tick, "nobody acts twice");
}

#[test]
fn s35_equal_numbers_go_by_score_and_their_owner_chooses_among_frames() {
    let frames = [(0, "RdYBG", (0.0, 0.0)), (1, "RdYBG", (9.0, 0.0)), (1, "RdYBG", (9.0, 4.0))];
    let mut scene = scene(PerUnit::EveryRound, &frames, &[4, 4, 4]);
    assert_eq!(scene.asked(), (0, Decision::Declare));
    idle(&mut scene);
    assert_eq!(
        scene.choices(),
        [Action::Activate(UnitId::new(1)), Action::Activate(UnitId::new(2))],
        "no die to wait for"
    );
    scene.act(Action::Activate(UnitId::new(2)));
    idle(&mut scene);
    assert_eq!(scene.asked(), (1, Decision::Declare));
}

#[test]
fn s35_rolled_every_round_or_once_with_the_chosen_die_for_good() {
    for (per_unit, rolls) in [(PerUnit::EveryRound, 4), (PerUnit::Once, 2)] {
        let mut scene = scene(per_unit, &TWO, &[7, 3, 5]);
        scene.act(Action::Pass);
        idle(&mut scene);
        idle(&mut scene);
        for _ in 0..2 {
            scene.act(Action::Hold);
        }
        let rolled = scene.log.0.iter().filter(|event| matches!(event, Event::OrderRolled { .. })).count();
        assert_eq!(rolled, rolls);
        if per_unit == PerUnit::Once {
            assert_eq!(scene.unit(0).order, [7, 0]);
        }
    }
}

#[test]
fn s35_frames_who_lost_systems_keep_their_one_die() {
    let mut scene = scene(PerUnit::EveryRound, &TWO, &[7, 3, 5]);
    scene.unit_mut(1).loadout = Default::default();
    scene.act(Action::Activate(UnitId::new(0)));
    idle(&mut scene);
    idle(&mut scene);
    for _ in 0..2 {
        scene.act(Action::Hold);
    }
    assert_eq!(scene.unit(1).order[1], 0);
}
