//! Colossi: parts, desperation, immunity to movement ("Colossus", A57).

use super::super::action::Action;
use super::super::event::{Event, Moving};
use super::table::{Table, ace, encounter, foe, item, rules, with_item};
use crate::games::apocalypse_frame::encounter::Ending;
use crate::games::apocalypse_frame::ids::EnemyId;
use crate::games::apocalypse_frame::ruleset::ColossusMoves;

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
fn nobody_moves_the_parts() {
    let mut table = Table::new(vec![with_item("H3", &item("Net Launcher"), &[])], CONSUL);
    let place = table.hex(1, 0);
    for part in 0..14 {
        table.state.enemies[part].armor = 0;
    }
    table.uses_at(0, place);
    assert!(table.state.marks.up.iter().all(|part| table.state.enemy(part).at == place));
}

/// The book gives the Consul a Move: "Barrel forward" (A65).
#[test]
fn a_move_of_a_part_moves_the_whole_colossus_where_all_of_it_has_room() {
    let text =
        "map = { hexagon = 3 }\naces = \"-3,0\"\ncolossi = [{ name = \"Consul\", at = [\"1,0\", \"2,0\", \"3,0\"] }]";
    let mut table = Table::new(vec![ace("M1")], text);
    let (from, to) = (table.hex(1, 0), table.hex(0, 0));
    table.until_gm().activate(0);
    assert!(!table.may(Action::EnemyMove { enemy: foe(0), to: table.hex(2, 0) }), "the last ones have no room");
    assert!(table.may(Action::EnemySprint { enemy: foe(0), to: table.hex(-1, 0) }), "no Ace within 2 of any part");
    table.act(Action::EnemyMove { enemy: foe(0), to });
    for part in 0..14 {
        let want = table.hex(part as i8 % 3, 0);
        assert_eq!(table.state.enemy(foe(part)).at, want, "part {part}");
    }
    assert_eq!(table.count(|event| matches!(event, Event::Moved { how: Moving::Carried, .. })), 13);
    assert_eq!(
        table.count(|event| matches!(event, Event::Moved { how: Moving::Move, from: at, .. } if *at == from)),
        1
    );
}

#[test]
fn other_readings_move_the_part_alone_or_not_at_all() {
    for moves in [ColossusMoves::Parts, ColossusMoves::Never] {
        let rules = rules(|rules| rules.colossi.moves = moves);
        let mut table = Table::under(rules, vec![ace("M1")], encounter(CONSUL));
        table.until_gm().activate(0);
        let to = table.hex(2, 0);
        let step = Action::EnemyMove { enemy: foe(0), to };
        assert_eq!(table.may(step), moves == ColossusMoves::Parts);
        if moves == ColossusMoves::Parts {
            table.act(step);
            assert_eq!((table.state.enemy(foe(0)).at, table.state.enemy(foe(1)).at), (to, table.hex(1, 0)));
        }
    }
}

/// "A Frame Armament rigged up with motors", "placed in a location": turrets stay where they are (A67).
#[test]
fn turrets_neither_walk_nor_sprint() {
    let text = "aces = \"-3,0\"\nenemies = [{ kind = \"Light Turret\", at = \"3,0\" }, { kind = \"Heavy Turret\", at = \"3,0\" }]";
    let walks = |action: &Action| matches!(action, Action::EnemyMove { .. } | Action::EnemySprint { .. });
    for turret in 0..2 {
        let mut table = Table::new(vec![ace("M1")], text);
        table.until_gm().activate(turret);
        assert!(!table.candidates().iter().any(walks));
        let rules = rules(|rules| rules.gm.turrets_walk = true);
        let mut table = Table::under(rules, vec![ace("M1")], encounter(text));
        table.until_gm().activate(turret);
        assert!(table.candidates().iter().any(walks));
    }
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
    // Up to half of the moves of a GM turn: of one taken and two to follow, one; a skipped move does not count.
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
