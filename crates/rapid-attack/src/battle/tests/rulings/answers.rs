//! Attacked frames that answer: the time of the roll, the actions left, and the order of the turns.

use super::scene::{Placed, Scene};
use crate::battle::state::{Die, Hand, Stage, Target};
use crate::battle::{Action, Decision, Event};
use crate::{battle_rules::ResponderRolls, ids::UnitId, loadout::Range, rules_files::rulebook, ruleset::Ruleset};

const THREE: [Placed; 3] = [(0, "Rd", (0.0, 0.0)), (1, "Rd", (5.0, 0.0)), (0, "RdB", (0.0, 3.0))];

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

fn sorted(frames: &[Placed; 3]) -> [Placed; 3] {
    [frames[0], frames[2], frames[1]]
}

/// Creates a scene with frames 0 and 1 of player 0, and frame 2 of player 1.
fn scene(rules: Ruleset) -> Scene {
    Scene::new(rules, "", &sorted(&THREE), &[])
}

fn aim(target: u8) -> Action {
    Action::Declare { target: Target::Frame(target.into()), range: Range::Direct, rockets: 0 }
}

#[test]
fn r09_r12_the_attacker_ends_its_turn_before_the_answer_goes_on() {
    let mut scene = scene(rulebook());
    scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[6, 6, 1, 1]);
    scene.act(Action::Attack(Die::Own));
    assert_eq!(scene.asked(), (1, Decision::Declare));
    scene.act(aim(0));
    scene.force(Action::Defend(Die::White(0)));
    // Missed; the attacker still moves and spots.
    assert_eq!(scene.asked(), (0, Decision::Proceed));
    scene.act(Action::Finish);
    scene.act(Action::NoSpot);
    assert_eq!(scene.asked(), (1, Decision::Proceed));
    // Its target has a defense: no new link, and no decision in between.
    scene.act(Action::Attack(Die::Own));
    assert_eq!((scene.asked(), scene.strikes(0).len()), ((1, Decision::Proceed), 2));
    scene.finish();
    assert_eq!(scene.asked(), (0, Decision::Act));
}

#[test]
fn r09_answers_chain_with_two_open_turns_at_most() {
    let mut scene = scene(rulebook());
    scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[]);
    scene.act(Action::Attack(Die::Own));
    scene.act(aim(1));
    scene.force(Action::Defend(Die::White(0)));
    scene.finish();
    scene.act(Action::Attack(Die::Own));
    let open = (scene.state.turn.unwrap().unit, scene.state.answer.unwrap().unit);
    assert_eq!((open, scene.asked()), ((UnitId::new(2), UnitId::new(1)), (0, Decision::Declare)));
    assert_eq!(scene.state.answer.unwrap().stage, Stage::Declare);
}

#[test]
fn r13_the_attacked_frame_rolls_after_the_attack_die_or_once_named() {
    for (rolls, early) in [(ResponderRolls::AfterAttackDie, false), (ResponderRolls::WhenNamed, true)] {
        let mut scene = scene(with(|rules| rules.turn.responder_rolls = rolls));
        scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[]);
        assert_eq!(scene.asked(), if early { (1, Decision::Declare) } else { (0, Decision::Proceed) });
        if early {
            scene.act(aim(1));
            scene.force(Action::Defend(Die::White(0)));
            scene.finish();
            // The target of the answer is called up when the answer goes on.
            assert_eq!(scene.asked(), (0, Decision::Declare));
            assert_eq!(scene.state.answer.unwrap().unit, UnitId::new(1));
        }
    }
}

#[test]
fn r11_the_answer_keeps_its_target_or_names_another_once() {
    for renames in [false, true] {
        let mut scene = scene(with(|rules| rules.turn.responder_renames = renames));
        scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[]);
        scene.act(Action::Attack(Die::Own));
        scene.act(aim(0));
        scene.force(Action::Defend(Die::White(0)));
        scene.finish();
        assert_eq!(scene.offers(Action::Rename(Target::Frame(UnitId::new(1)))), renames);
        if renames {
            scene.act(Action::Rename(Target::Frame(UnitId::new(1))));
            assert!(!scene.choices().iter().any(|choice| matches!(choice, Action::Rename(_))));
            scene.act(Action::Attack(Die::Own));
            assert_eq!(scene.state.answer.unwrap().unit, UnitId::new(1));
        }
    }
}

#[test]
fn r11_a_frame_that_cannot_reach_its_target_is_still_asked_for_another() {
    let mut scene = scene(with(|rules| rules.turn.responder_renames = true));
    scene.put(1, 5.0, 12.0);
    scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[]);
    scene.act(Action::Attack(Die::Own));
    scene.act(aim(1));
    // Both whites are gone: no die can move the frame.
    let answer = scene.state.answer.as_mut().unwrap();
    answer.take(Hand { white_count: 0, ..*answer.hand() });
    scene.force(Action::Defend(Die::None));
    scene.finish();
    assert!(scene.offers(Action::Rename(Target::Frame(UnitId::new(0)))));
}

#[test]
fn s17_a_frame_destroyed_while_it_answers_loses_the_rest_of_its_turn() {
    for acts in [false, true] {
        let mut scene = scene(with(|rules| rules.turn.destroyed_responder_acts = acts));
        scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[1, 1, 6, 1]);
        scene.act(Action::Attack(Die::Own));
        scene.act(aim(1));
        scene.load(&[5, 5, 5, 1, 1, 1]);
        scene.force(Action::Defend(Die::None));
        assert!(!scene.unit(2).stands(), "a weapon and two whites");
        scene.finish();
        if acts {
            assert_eq!(scene.asked(), (1, Decision::Proceed));
            assert!(!scene.choices().iter().any(|choice| matches!(choice, Action::Move { .. })));
            scene.act(Action::Attack(Die::Own));
        }
        assert_eq!(scene.unit(1).acted, acts, "its target is activated only by an attack");
    }
}

#[test]
fn r42_a_defense_stands_for_the_round_even_if_it_is_none() {
    let mut scene = scene(rulebook());
    scene.open(0, Target::Frame(UnitId::new(2)), Range::Direct, &[]);
    scene.strike(&[]);
    assert_eq!(scene.unit(2).defense, Some(0));
    scene.finish();
    scene.finish();
    scene.open(1, Target::Frame(UnitId::new(2)), Range::Direct, &[1, 1, 4, 1]);
    scene.act(Action::Attack(Die::Own));
    let strike = scene.strikes(0).pop().unwrap();
    assert_eq!((strike.defense, strike.dice), (0, 4));
    let turns =
        scene.log.0.iter().filter(|event| matches!(event, Event::TurnBegan { unit, .. } if unit.number() == 2)).count();
    assert_eq!(turns, 1);
}
