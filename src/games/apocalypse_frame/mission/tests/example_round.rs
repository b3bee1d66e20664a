//! The example round of the rule text, die by die ("Example Round").

use super::super::Decision;
use super::super::action::{Action, Way};
use super::super::event::{Drop, Event, Source};
use super::table::{A, Table, ace, arm, at_enemy, foe};
use crate::games::apocalypse_frame::ids::{ArmSlot, EnemyId, ItemSlot};

/// The Ace shares a hex with a Decanus; three Legionnaires are Near and two Far, two Velites Far; north is `0,-1`.
const AMBUSH: &str = r#"
aces = "0,0"
enemies = [
  { kind = "Decanus", at = "0,0" },
  { kind = "Legionnaire", at = ["-1,0", "-1,0", "1,0", "1,-2", "1,-2"] },
  { kind = "Velite", at = ["0,-2", "0,-2"] },
]
[[changes]]
round = 1
enemies = [{ kind = "Legionnaire", count = 3, at = "-1,0" }, { kind = "Velite", count = 2, at = "1,0" }]
"#;

const DECANUS: EnemyId = foe(0);
const LOWER_LEFT: [EnemyId; 2] = [foe(1), foe(2)];
const UPPER_RIGHT: [EnemyId; 2] = [foe(4), foe(5)];
const VELITES: [EnemyId; 2] = [foe(6), foe(7)];
const RIFLE: ArmSlot = arm(1);
const MACHINEGUN: ArmSlot = arm(0);

/// Plating is the integral system, then Chaingun and Pulse Laser.
const PLATING: ItemSlot = ItemSlot::new(0);
const CHAINGUN: ItemSlot = ItemSlot::new(1);

fn armaments(table: &Table) -> (ArmSlot, ArmSlot) {
    let named = |name: &str| {
        let at = table.mission.aces[0].armaments.iter().position(|armament| armament.name == name);
        arm(at.unwrap() as u8)
    };
    (named("Machinegun"), named("Assault Rifle"))
}

fn aces_turn(table: &mut Table) {
    let north = table.hex(0, -1);
    table.act(Action::Move(north));
    table.attack(MACHINEGUN, LOWER_LEFT[0], &[1, 3, 4, 6]);
    assert_eq!((table.vigor(LOWER_LEFT[0]), table.vigor(LOWER_LEFT[1])), (1, 2));
    table.act(Action::Extra).attack(MACHINEGUN, LOWER_LEFT[1], &[6, 2, 2, 1]);
    assert_eq!((table.vigor(LOWER_LEFT[0]), table.vigor(LOWER_LEFT[1])), (0, 0));
    table.act(Action::Extra).attack(RIFLE, UPPER_RIGHT[0], &[5, 1, 2, 1]);
    assert_eq!(table.state.asked, Some(Decision::Roll), "a point of Tension is left");
    table.act(Action::Keep);
    assert_eq!(table.vigor(UPPER_RIGHT[0]), 0);
    table.act(Action::Extra).attack(RIFLE, UPPER_RIGHT[1], &[4, 1, 2, 1]);
    assert_eq!(table.state.asked, Some(Decision::Answer), "no Tension, no reroll");
    table.enemy_attack(UPPER_RIGHT[1], 0, 0);
    assert_eq!(table.vigor(UPPER_RIGHT[1]), 0, "it shot and is gone all the same (A04)");
    table.act(at_enemy(CHAINGUN, Way::Other, VELITES[0]));
    table.act(Action::Pick(VELITES[1]));
    assert_eq!((table.vigor(VELITES[0]), table.vigor(VELITES[1])), (0, 0));
    table.uses_plainly(PLATING);
}

#[test]
fn the_example_round_comes_out_as_the_text_tells_it() {
    let mut table = Table::new(vec![ace("M1")], AMBUSH);
    assert_eq!(armaments(&table), (MACHINEGUN, RIFLE));
    assert_eq!(table.resources(0), (10, 3, 5));
    aces_turn(&mut table);
    assert_eq!(table.resources(0), (8, 0, 3));
    table.act(Action::EndTurn);
    assert_eq!(table.state.gm.activations, 1);
    let north = table.hex(0, -1);
    table.activate(DECANUS).act(Action::EnemyMove { enemy: DECANUS, to: north });
    // The rest of the round: Gladius for 3, less 1 Armor; the build trait; six drops.
    table.dice(&[4, 5, 1, 1, 2, 1]).enemy_attack(DECANUS, 0, 0);
    assert_eq!(table.resources(0), (8, 2, 3));
    assert_eq!((table.state.round, table.state.materials), (2, 4));
    let through = table.events.iter().find_map(|event| match event {
        Event::Harmed { source: Source::EnemyAttack { enemy: DECANUS, .. }, through, .. } => Some(*through),
        _ => None,
    });
    assert_eq!(through, Some(2));
    let drops = |drop: Drop| table.count(|event| matches!(event, Event::Dropped { drop: of, .. } if *of == drop));
    assert_eq!((drops(Drop::Tension { to: Some(A) }), drops(Drop::Vigor { to: Some(A) })), (1, 1));
}

#[test]
fn those_taken_out_and_those_that_come_are_those_of_the_text() {
    let mut table = Table::new(vec![ace("M1")], AMBUSH);
    aces_turn(&mut table);
    let gone: Vec<EnemyId> = (table.events.iter())
        .filter_map(|event| match event {
            Event::TakenOut { enemy, for_good: true, .. } => Some(*enemy),
            _ => None,
        })
        .collect();
    let all = [LOWER_LEFT[1], LOWER_LEFT[0], UPPER_RIGHT[0], UPPER_RIGHT[1], VELITES[0], VELITES[1]];
    assert_eq!(gone, all);
    assert_eq!(table.state.drops_due, 6);
    table.act(Action::EndTurn);
    table.activate(DECANUS).dice(&[1; 6]).act(Action::Hold);
    let kinds = |name: &str| {
        let up = table.state.marks.up.iter();
        up.filter(|enemy| table.mission.enemy_name(&table.state, *enemy) == name).count()
    };
    assert_eq!((kinds("Decanus"), kinds("Legionnaire"), kinds("Velite")), (1, 1 + 3, 2));
}
