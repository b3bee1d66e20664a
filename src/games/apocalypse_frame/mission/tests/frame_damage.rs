//! Frame damage, ejection, last stand ("Frame Damage", A46 to A50).

use super::super::Decision;
use super::super::action::{Action, Damaged};
use super::super::event::{Event, RollOf};
use super::super::state::{Life, Phase};
use super::table::{A, B, Table, ace, arm, foe, item, rules, with_item};
use crate::games::apocalypse_frame::encounter::Ending;
use crate::games::apocalypse_frame::ids::{ItemSet, ItemSlot};
use crate::games::apocalypse_frame::ruleset::LastDamage;

const FIELD: &str = r#"
aces = "0,0"
enemies = [{ kind = "Legionnaire", at = ["1,0", "1,0"], vigor = 30 }]
"#;

/// Takes an Ace down in the GM turn and lets it recover with this result.
fn damaged(mut table: Table, face: u8) -> Table {
    down(&mut table);
    table.dice(&[face]);
    finish_gm(&mut table);
    table
}

fn down(table: &mut Table) {
    table.until_gm();
    table.state.aces[0].vigor = 1;
    table.activate(0).enemy_attack(0, 0, 0);
    assert_eq!(table.state.aces[0].life, Life::Down);
}

fn finish_gm(table: &mut Table) {
    table.act(Action::Hold);
}

#[test]
fn an_ace_without_vigor_waits_and_comes_back_whole() {
    let mut table = Table::new(vec![ace("M1")], FIELD);
    (table.state.aces[0].ammo, table.state.aces[0].tension) = (2, 1);
    down(&mut table);
    assert!(!table.may_attack(0, 0, 0) && table.resources(0).0 == 0);
    table.dice(&[3]);
    finish_gm(&mut table);
    // One more Tension at most, one Ammo, Vigor and Tension full; the turn continues.
    assert_eq!((table.resources(0), table.state.aces[0].max_tension), ((10, 7, 3), 7));
    assert_eq!((table.state.aces[0].sensors, table.state.asked), (1, Some(Decision::Act)));
    assert_eq!(table.state.turn.actions, 2);
}

#[test]
fn each_result_takes_hold() {
    let m1 = || Table::new(vec![ace("M1")], FIELD);
    assert_eq!(damaged(m1(), 1).state.aces[0].max_vigor, 8);
    let mut legs = damaged(m1(), 2);
    let there = legs.hex(0, 1);
    // Speed 2: two dice to move; on a failure the Ace stays, and an enemy answers.
    legs.dice(&[2, 1]).act(Action::Move(there));
    assert_eq!((legs.state.aces[0].hex(), legs.state.asked), (legs.hex(0, 0), Some(Decision::Answer)));
    legs.enemy_attack(0, 0, 0).dice(&[5, 1]).act(Action::Move(there));
    assert_eq!(legs.state.aces[0].hex(), there);
    let sensors = damaged(m1(), 3);
    assert_eq!(sensors.mission.shot(&sensors.state, A, arm(1), foe(0)).0.dice, 3);
    let mut armament = damaged(m1(), 4);
    let backup = |place| Action::Damage(Damaged::Armament(arm(place)));
    assert_eq!(armament.candidates(), [backup(0), backup(1)]);
    armament.act(backup(1));
    assert_eq!(armament.state.aces[0].backups.bits(), 0b10);
    let mut shoulder = damaged(m1(), 5);
    let module = |place| Action::Damage(Damaged::Item(ItemSlot::new(place)));
    assert_eq!(shoulder.candidates(), [module(1), module(2)]);
    shoulder.act(module(2));
    assert_eq!(shoulder.state.aces[0].rolled_items.bits(), 0b100);
    assert_eq!(damaged(m1(), 6).state.aces[0].rolled_items.bits(), 0b1);
}

#[test]
fn damaged_systems_need_a_roll() {
    // Control 1: one die (A49).
    let table = || {
        let mut table = Table::new(vec![with_item("M1", &item("Plasma Cannon"), &[])], FIELD);
        table.state.aces[0].rolled_items = ItemSet::of_bits(1);
        table
    };
    let mut failure = table();
    failure.dice(&[2]).uses(0, 0);
    assert_eq!((failure.vigor(0), failure.resources(0).2), (30, 4));
    failure.enemy_attack(0, 0, 0);
    let mut mixed = table();
    mixed.dice(&[4]).uses(0, 0);
    assert_eq!((mixed.vigor(0), mixed.state.asked), (27, Some(Decision::Answer)));
    let mut full = table();
    full.dice(&[5]).uses(0, 0);
    assert_eq!((full.vigor(0), full.state.asked), (27, Some(Decision::Act)));
    let first = RollOf::Item { item: ItemSlot::new(0) };
    assert_eq!(full.count(|event| matches!(event, Event::Rolled { of, .. } if *of == first)), 1);
}

#[test]
fn going_down_in_ones_own_turn_ends_it_and_voids_consequences() {
    let mut table = Table::new(vec![ace("M1"), ace("L1")], FIELD);
    table.act(Action::Begin(A));
    (table.state.aces[0].vigor, table.state.aces[0].tension) = (1, 0);
    table.attack(1, 0, &[3, 1, 1, 1]).enemy_attack(0, 0, 0);
    assert_eq!((table.state.turn.ace, table.state.aces[0].life), (Some(B), Life::Down));
    table.act(Action::EndTurn);
    assert_eq!(table.state.gm.activations, 2, "it counts (A40)");
}

#[test]
fn the_third_damage_ejects_and_without_aces_the_battle_is_lost() {
    let mut table = Table::new(vec![ace("M1")], FIELD);
    table.state.aces[0].damage = 2;
    table.until_gm();
    table.state.aces[0].vigor = 1;
    table.activate(0).enemy_attack(0, 0, 0);
    assert_eq!((table.state.aces[0].life, table.state.phase), (Life::Ejected, Phase::Over));
    assert_eq!(table.state.ending, Some(Ending::Defeat));
}

#[test]
fn a_last_stand_is_one_turn_beyond_harm_and_limits() {
    let rules = rules(|rules| (rules.damage.last, rules.damage.allowed) = (LastDamage::LastStand, 0));
    let mut table = Table::under(rules, vec![ace("L1"), ace("M1")], super::table::encounter(FIELD));
    table.state.aces[0].sensors = 1;
    table.until_gm();
    table.state.aces[0].vigor = 1;
    table.activate(0).enemy_attack(0, 0, 0).act(Action::Hold).activate(1).act(Action::Hold);
    table.act(Action::Begin(A));
    let stand = table.state.aces[0];
    assert_eq!((stand.life, stand.sensors), (Life::LastStand, 0));
    assert_eq!((stand.tension, stand.ammo), (stand.max_tension + 5, table.mission.aces[0].ammo + 5));
    let railgun = (table.mission.kit(A).items.iter()).position(|item| format!("{:?}", item.effect).contains("far: 4"));
    let railgun = railgun.unwrap() as u8;
    let far = table.hex(2, 0);
    table.state.enemies[0].at = far;
    table.uses(railgun, 0).uses(railgun, 0);
    assert_eq!(table.vigor(0), 22, "Limited no more");
    table.act(Action::EndTurn);
    assert_eq!(table.state.aces[0].life, Life::Lost);
    assert_eq!(table.count(|event| matches!(event, Event::AceLost { ace: A })), 1);
}
