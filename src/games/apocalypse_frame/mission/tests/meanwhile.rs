//! Systems at any moment of a turn: after a roll, before an answer, between two attacks ("Systems"; A68).

use super::super::action::{Action, Decision, Way};
use super::super::event::Event;
use super::table::*;
use crate::games::apocalypse_frame::ids::Who;

/// Returns a table that stops before answers.
fn table(aces: Vec<crate::games::apocalypse_frame::ace::Ace>, text: &str) -> Table {
    let mut table = Table::new(aces, text);
    table.stops_before_answers = true;
    table
}

const NEAR: &str = "aces = '0,0'\nenemies = [{ kind = 'Legionnaire', at = ['1,0', '0,1'] }]";

/// "At any point during your turn": a shield that is raised after a failed roll protects against the answer.
#[test]
fn a_system_is_used_between_a_roll_and_its_answer() {
    let mut table = table(vec![with_item("M1", &item("Shield Generator"), &[])], NEAR);
    table.attack(0, 0, &[1, 2, 1, 2]).act(Action::Keep);
    assert_eq!(table.state.asked, Some(Decision::BeforeAnswer));
    assert!(table.may(Action::Skip) && table.may(plain(0)));
    let ammo = table.resources(A).2;
    table.uses_plainly(0);
    assert_eq!((table.resources(A).2, table.state.ace(A).shields), (ammo - 1, 2));
    table.act(Action::Skip);
    assert_eq!(table.state.asked, Some(Decision::Answer));
    table.dice(&[2]).enemy_attack(0, 0, A);
    assert_eq!(table.harms(Who::Ace(A)), [0]);
    assert_eq!(table.state.asked, Some(Decision::Act));
}

/// An enemy that is taken out in the meantime does not answer.
#[test]
fn who_is_taken_out_before_the_answer_does_not_answer() {
    let text = "aces = '0,0'\nenemies = [{ kind = 'Berserker', at = '1,0' }, { kind = 'Legionnaire', at = '0,1' }]";
    let mut table = table(vec![with_item("M1", &item("Plasma Cannon"), &[])], text);
    // The Berserker has no attack at Near, so the Legionnaire answers.
    table.attack(1, 0, &[3, 1, 1, 1]).act(Action::Keep);
    assert_eq!(table.count(|event| matches!(event, Event::Provoked { .. })), 0);
    table.uses(0, 1).act(Action::Skip);
    assert_eq!((table.state.asked, table.vigor(1)), (Some(Decision::Answer), 0));
    assert!(table.candidates().iter().all(|action| !matches!(action, Action::EnemyAttack { .. })));
}

/// A system that removes Armor and Shields may be used after the attack has succeeded, before its Harm (A34).
#[test]
fn armor_is_laid_bare_between_a_roll_and_its_harm() {
    let text = "aces = '0,0'\nenemies = [{ kind = 'Decanus', at = ['1,0', '0,1'] }]";
    let mut table = table(vec![with_item("M1", &item("EMP Blaster"), &[])], text);
    table.attack(1, 0, &[5, 1, 1, 1]);
    assert_eq!(table.state.asked, Some(Decision::Roll));
    table.act(at_enemy(0, Way::Main, 0)).act(Action::Fire);
    assert_eq!((table.state.asked, table.vigor(0)), (Some(Decision::Roll), 3));
    table.act(Action::Keep);
    assert_eq!(table.vigor(0), 1);
}

/// A system may be used between the two attacks of Parallel Processors (A29).
#[test]
fn a_system_is_used_between_two_parallel_attacks() {
    let text = "aces = '0,0'\nenemies = [{ kind = 'Centurion', at = ['1,0', '0,1'] }]";
    let mut lancer = ace("H2");
    (lancer.integral, lancer.modular) = (None, vec![item("Plasma Cannon")]);
    let mut table = table(vec![lancer], text);
    let dice = table.mission.shot(&table.state, A, arm(0), foe(0)).0.dice;
    table.attack(0, 0, &vec![6; dice as usize]);
    assert_eq!(table.state.asked, Some(Decision::Second));
    let before = table.vigor(1);
    table.uses(0, 1);
    assert_eq!((table.state.asked, table.vigor(1)), (Some(Decision::Second), before - 3));
}

/// A damaged system that fails before an answer provokes one more consequence, which follows; a third is impossible
/// (A49).
#[test]
fn two_consequences_are_answered_in_turn() {
    let mut table = table(vec![with_item("M1", &item("Shield Generator"), &[])], NEAR);
    table.state.aces[0].rolled_items = table.mission.kit(A).all;
    table.attack(0, 0, &[1, 2, 1, 2]).act(Action::Keep);
    let dice = table.mission.item_dice(&table.state, A, 0.into());
    table.dice(&vec![1; dice as usize]).uses_plainly(0);
    assert_eq!(table.state.asked, Some(Decision::BeforeAnswer));
    assert!(!table.may(plain(0)), "two consequences are due");
    table.act(Action::Skip).enemy_attack(0, 0, A);
    assert_eq!(table.state.asked, Some(Decision::BeforeAnswer));
    assert!(table.may(plain(0)));
    table.act(Action::Skip).enemy_attack(1, 0, A);
    assert_eq!((table.state.asked, table.harms(Who::Ace(A)).len()), (Some(Decision::Act), 2));
}
