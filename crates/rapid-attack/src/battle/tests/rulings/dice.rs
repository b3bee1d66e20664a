//! Dice, and the actions that they are given to.

use super::scene::{Placed, Scene};
use crate::battle::state::{Colour, Die, Target};
use crate::battle::{Action, Decision};
use crate::rules_files::{load, rulebook};
use crate::{battle::legal::dice, ids::UnitId, loadout::Range, ruleset::Ruleset};

const DUEL: [Placed; 2] = [(0, "Rd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];

fn committing() -> Ruleset {
    let mut rules = rulebook();
    rules.turn.commit_all_first = true;
    rules
}

#[test]
fn s11_dice_are_given_as_actions_are_reached() {
    let mut scene = Scene::new(rulebook(), "", &DUEL, &[]);
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[5, 3, 2, 1]);
    assert_eq!(scene.asked(), (0, Decision::Proceed));
    for die in [Die::White(0), Die::White(1), Die::Own] {
        assert!(scene.offers(Action::Attack(die)));
    }
    scene.act(Action::Attack(Die::White(0)));
    scene.answer();
    assert!(!scene.choices().iter().any(|choice| matches!(choice, Action::Move { die: Die::White(0), .. })), "used up");
    assert!(scene.choices().iter().any(|choice| matches!(choice, Action::Move { die: Die::White(1), .. })));
}

#[test]
fn s11_or_all_at_once() {
    let mut scene = Scene::new(committing(), "", &DUEL, &[]);
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[5, 3, 2, 1]);
    assert_eq!(scene.asked(), (0, Decision::Commit));
    scene.act(Action::Commit { movement: Die::White(1), attack: Die::White(0), spot: Die::None });
    assert!(scene.offers(Action::Attack(Die::White(0))) && !scene.offers(Action::Attack(Die::Own)));
    let moves = scene.choices().into_iter().filter(|choice| matches!(choice, Action::Move { .. }));
    assert!(
        moves.clone().count() > 0
            && moves.clone().all(|choice| matches!(choice, Action::Move { die: Die::White(1), .. }))
    );
    scene.act(Action::Attack(Die::White(0)));
    // The answering frame commits before the attack is resolved.
    scene.act(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
    scene.force(Action::Defend(Die::None));
    assert_eq!((scene.asked(), scene.strikes(0).len()), ((1, Decision::Commit), 0));
    scene.act(Action::Commit { movement: Die::White(0), attack: Die::None, spot: Die::White(1) });
    assert_eq!(scene.strikes(0).len(), 1);
    scene.finish();
    assert_eq!(scene.asked(), (1, Decision::Proceed));
}

#[test]
fn s11_equal_whites_are_two_dice_all_the_same() {
    let mut scene = Scene::new(committing(), "", &DUEL, &[]);
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[4, 4, 2, 1]);
    assert!(scene.offers(Action::Commit { movement: Die::White(0), attack: Die::White(1), spot: Die::None }));
    assert!(
        !scene.offers(Action::Commit { movement: Die::White(1), attack: Die::White(0), spot: Die::None }),
        "the same"
    );
    let choices = scene.choices();
    assert!((0..choices.len()).all(|i| !choices[i + 1..].contains(&choices[i])), "none twice");
}

#[test]
fn s11_a_committed_die_that_cannot_be_used_is_lost() {
    let mut scene = Scene::new(committing(), "", &DUEL, &[]);
    scene.open(0, Target::Frame(UnitId::new(1)), Range::HandToHand, &[5, 3]);
    scene.act(Action::Commit { movement: Die::None, attack: Die::White(0), spot: Die::None });
    // Out of range and without a die to move: no decision is left.
    assert_eq!(scene.asked().1, Decision::Act);
    assert!(!scene.unit(1).acted);
}

#[test]
fn r40_a_d8_may_show_8() {
    let frames = [(0, "RdRd", (0.0, 0.0)), (1, "RdB", (5.0, 0.0))];
    let mut scene = Scene::new(rulebook(), "", &frames, &[]);
    scene.open(0, Target::Frame(UnitId::new(1)), Range::Direct, &[1, 1, 2, 2, 8]);
    assert_eq!(scene.strike(&[]).attack, 8);
}

/// The Handbook's example of assigning dice (seed 004): `WWRdBG` rolls blue 4, whites 3 and 5, green 2, reds 3 and 5. It
/// defends with the blue 4, moves 5 with a white, attacks with the red 5, and the white 3 is left for a spot.
#[test]
fn s11_the_handbooks_example_of_a_turn() {
    let frames = [(0, "RdBG", (0.0, 0.0)), (1, "RdB", (12.6, 0.0))];
    let mut scene = Scene::new(load("handbook").unwrap(), "", &frames, &[]);
    scene.act(Action::Activate(UnitId::new(0)));
    scene.load(&[3, 5, 3, 5, 4, 2]);
    scene.act(Action::Declare { target: Target::Frame(UnitId::new(1)), range: Range::Direct, rockets: 0 });
    scene.unload();
    let hand = *scene.state.turn_in_control().unwrap().hand();
    let [blue, red, green] = [Colour::Blue, Colour::Red, Colour::Green].map(|colour| hand.value(colour, Die::Own));
    assert_eq!((blue, red, green, hand.value(Colour::Yellow, Die::Own)), (4, 5, 2, 0));
    let white =
        |pips: u8| [Die::White(0), Die::White(1)].into_iter().find(|die| hand.value(Colour::Green, *die) == pips);
    let (three, five) = (white(3).unwrap(), white(5).unwrap());
    let free = |scene: &Scene, colour| dice(scene.state.turn_in_control().unwrap(), colour).collect::<Vec<Die>>();
    // The defense takes the blue 4 or one of the whites.
    assert_eq!(free(&scene, Colour::Blue), [Die::Own, three, five]);
    scene.act(Action::Defend(Die::Own));
    assert_eq!(scene.unit(0).defense, Some(4));
    // Out of range: the green 2 does not reach, the white 5 moves into range.
    assert!(!scene.choices().iter().any(|choice| matches!(choice, Action::Attack(_))));
    assert_eq!(free(&scene, Colour::Green), [Die::Own, three, five]);
    let ahead = scene.choices().into_iter().filter_map(|choice| match choice {
        Action::Move { die, path } if die == five => Some((path.to.x, choice)),
        _ => None,
    });
    let farthest = ahead.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a move with the white 5");
    assert!(farthest.0 > 2.0, "farther than the green 2");
    scene.act(farthest.1);
    // The attack takes a red, of which the 5 counts, or the white 3. The white 5 is used up.
    assert_eq!(free(&scene, Colour::Red), [Die::Own, three]);
    assert_eq!(scene.strike(&[1, 1, 1, 1, 1]).attack, 5);
    // Without a yellow die, only the white 3 may spot, and it need not.
    assert_eq!(scene.asked(), (0, Decision::Spot));
    assert_eq!(free(&scene, Colour::Yellow), [three]);
    assert!(scene.offers(Action::NoSpot));
}
