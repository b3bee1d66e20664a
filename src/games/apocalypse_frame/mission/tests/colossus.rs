//! Colossi: parts, desperation, immunity to movement ("Colossus", A57).

use super::super::action::Action;
use super::super::event::Event;
use super::table::{Table, ace, foe, item, with_item};
use crate::games::apocalypse_frame::encounter::Ending;
use crate::games::apocalypse_frame::ids::EnemyId;

const CONSUL: &str = r#"
aces = "0,0"
colossi = [{ name = "Consul", at = ["1,0"] }]
"#;

/// Laser PDCs 0 to 5, Railguns 6 to 11, Control Centers 12 and 13.
const CENTER: EnemyId = foe(12);
const OTHER_CENTER: EnemyId = foe(13);

fn gone(table: &mut Table, parts: u8) {
    EnemyId::first(usize::from(parts)).for_each(|part| table.state.marks.up.remove(part));
    table.state.parts[0].0 -= parts;
}

#[test]
fn every_part_stands_on_its_own_and_leaves_a_drop() {
    let mut table = Table::new(vec![with_item("M1", &item("Plasma Cannon"), &[])], CONSUL);
    assert_eq!((table.state.parts[0], table.state.marks.up.len()), ((14, 14), 14));
    assert_eq!(table.mission.enemy_name(&table.state, CENTER), "Control Center");
    table.uses(0, 0);
    assert_eq!((table.vigor(0), table.state.parts[0], table.state.drops_due), (0, (13, 14), 1));
}

#[test]
fn parts_neither_move_nor_are_moved() {
    let mut table = Table::new(vec![with_item("H3", &item("Net Launcher"), &[])], CONSUL);
    let place = table.hex(1, 0);
    for part in 0..14 {
        table.state.enemies[part].armor = 0;
    }
    table.uses_at(0, place);
    assert!(table.state.marks.up.iter().all(|part| table.state.enemy(part).at == place));
    table.until_gm().activate(0);
    assert!(table.candidates().iter().all(|action| !matches!(action, Action::EnemyMove { .. })));
}

#[test]
fn a_colossus_is_desperate_with_half_its_parts_left() {
    let mut table = Table::new(vec![ace("M1"), ace("L1")], CONSUL);
    table.until_gm().activate(CENTER);
    gone(&mut table, 6);
    assert!(!table.may_attack(CENTER, 0, 0));
    table.state.marks.up.remove(foe(6));
    table.state.parts[0].0 -= 1;
    assert!(table.may_attack(CENTER, 0, 0));
    // Up to half of the moves of a GM turn: of one taken and two to come, one; what is passed is no move.
    table.enemy_attack(CENTER, 0, 0).act(Action::Hold).activate(OTHER_CENTER);
    assert!(!table.may_attack(OTHER_CENTER, 0, 0), "of three, one");
    table.state.gm.taken = 2;
    assert!(table.may_attack(OTHER_CENTER, 0, 0), "of four, two");
}

#[test]
fn desperate_colossi_answer_with_desperation() {
    let mut table = Table::new(vec![ace("M1")], CONSUL);
    gone(&mut table, 7);
    table.attack(0, CENTER, &[1, 1, 1, 1]).act(Action::Keep);
    table.enemy_attack(CENTER, 0, 0);
    assert_eq!(table.resources(0).0, 6);
}

#[test]
fn without_parts_it_is_gone() {
    let mut table = Table::new(vec![with_item("M1", &item("Plasma Cannon"), &[])], CONSUL);
    EnemyId::first(13).for_each(|part| table.state.marks.up.remove(part));
    table.state.enemies[13].vigor = 1;
    table.dice(&[1]).uses(0, 13);
    assert_eq!(table.state.ending, Some(Ending::Victory));
    assert_eq!(table.count(|event| matches!(event, Event::Dropped { .. })), 1);
}
