//! Primes: restored, desperate, purged ("Prime", A54, A55).

use super::super::Decision;
use super::super::action::Action;
use super::super::event::Event;
use super::super::state::Phase;
use super::table::{A, Table, ace, foe, item, with_item};
use crate::games::apocalypse_frame::encounter::Ending;
use crate::games::apocalypse_frame::ids::Who;

const CENTURION: &str = "aces = \"0,0\"\nenemies = [{ kind = \"Centurion\", at = \"2,0\" }]";

/// Takes the Centurion out.
fn fell(table: &mut Table) {
    table.state.enemies[0].vigor = 1;
    table.uses(0, 0);
}

fn railgunner() -> Table {
    Table::new(vec![with_item("M1", &item("Railgun"), &[])], CENTURION)
}

#[test]
fn a_prime_comes_back_with_a_free_move_and_may_attack_again() {
    let mut table = railgunner();
    table.state.enemies[0].armor = 0;
    fell(&mut table);
    assert_eq!((table.state.marks.up.bits(), table.state.marks.down.bits(), table.state.drops_due), (0, 1, 0));
    assert_eq!(table.state.phase, Phase::Turn, "not over yet");
    table.act(Action::EndTurn);
    assert_eq!((table.vigor(0), table.state.enemies[0].restorations), (8, 0));
    assert_eq!((table.state.enemies[0].armor, table.state.asked), (1, Some(Decision::Restored)));
    // No restoration is left: the Prime is desperate.
    table.enemy_attack(0, 2, 0).activate(0).enemy_attack(0, 2, 0);
    assert_eq!(table.harms(Who::Ace(A)), [4, 4]);
}

#[test]
fn the_second_time_it_is_gone_for_good_and_leaves_a_drop() {
    let mut table = railgunner();
    fell(&mut table);
    table.act(Action::EndTurn).act(Action::Hold).activate(0).act(Action::Hold);
    table.dice(&[1]);
    fell(&mut table);
    assert_eq!((table.state.ending, table.state.materials), (Some(Ending::Victory), 1));
    let gone = |good| table.count(|event| matches!(event, Event::TakenOut { for_good, .. } if *for_good == good));
    assert_eq!((gone(false), gone(true)), (1, 1));
}

#[test]
fn desperation_waits_for_the_last_restoration_and_the_gm_turn() {
    let mut table = Table::new(vec![ace("M1")], CENTURION);
    table.until_gm().activate(0);
    assert!(!table.may_attack(0, 2, 0));
    table.state.enemies[0].restorations = 0;
    assert!(table.may_attack(0, 2, 0));
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Centurion\", at = \"2,0\" }]";
    let mut table = Table::new(vec![ace("L1")], text);
    table.state.enemies[0].restorations = 0;
    let scout = table.mission.aces[0].armaments.iter().position(|armament| armament.dice == 3).unwrap() as u8;
    table.attack(scout, 0, &[1, 1, 1]).act(Action::Keep);
    assert!(!table.may_attack(0, 2, 0), "an answer is no move of the GM turn");
}

#[test]
fn purge_clears_conditions_of_primes() {
    let mut table = Table::new(vec![ace("M1")], CENTURION);
    table.until_gm().activate(0);
    assert!(!table.may(Action::Purge(foe(0))));
    let marks = &mut table.state.marks;
    for set in [&mut marks.held, &mut marks.emp, &mut marks.painted, &mut marks.distracted] {
        set.insert(foe(0));
    }
    table.act(Action::Purge(foe(0)));
    let marks = table.state.marks;
    assert!((marks.held | marks.emp | marks.painted | marks.distracted).is_empty());
}

#[test]
fn primes_endure_up_to_two_armor() {
    let mut table = Table::new(vec![ace("M1")], CENTURION);
    table.until_gm().activate(0).act(Action::Endure(foe(0)));
    assert_eq!(table.mission.enemy_guard(&table.state, foe(0)).armor, 2);
}
