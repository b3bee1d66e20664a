//! Field effects in play ("Field Effects", A60, A61).

use super::super::Decision;
use super::super::action::{Action, Way};
use super::super::event::{Event, Source};
use super::table::{A, Table, ace, armed, attack, foe, item, with_item};
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::ids::{HexSet, ItemSlot, Who};

#[test]
fn cover_takes_harm_from_far_and_wears() {
    let text = "aces = \"0,0\"\ncover = [{ at = [\"2,0\", \"1,0\"] }]\nenemies = [{ kind = \"Legionnaire\", at = [\"2,0\", \"1,0\"], vigor = 20 }]";
    let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[])], text);
    // Three dice, then the cover's.
    table.attack(0, 0, &[6, 1, 1, 3]);
    assert_eq!(table.vigor(0), 19);
    table.attack(0, 1, &[6, 1, 1]).act(Action::Extra).attack(0, 0, &[6, 1, 1, 2]);
    assert_eq!((table.vigor(0), table.vigor(1)), (18, 18));
    assert_eq!(table.state.fields.cover, HexSet::of(table.hex(1, 0)));
}

#[test]
fn infantry_is_covered_at_all_ranges_and_low_cover_is_for_it_alone() {
    for (sort, infantry, harm) in [("low", false, 2), ("low", true, 1), ("normal", true, 1), ("normal", false, 2)] {
        let text = format!(
            "aces = \"0,0\"\ncover = [{{ at = \"1,0\", sort = \"{sort}\" }}]\nenemies = [{{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20, infantry = {infantry} }}]"
        );
        let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[])], &text);
        let faces: &[u8] = if harm == 1 { &[6, 1, 1, 3] } else { &[6, 1, 1] };
        table.attack(0, 0, faces);
        assert_eq!(20 - table.vigor(0), harm, "{sort} {infantry}");
    }
}

#[test]
fn cover_protects_aces_too() {
    let text = "aces = \"0,0\"\ncover = [{ at = \"0,0\" }]\nenemies = [{ kind = \"Velite\", at = \"2,0\" }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.until_gm().activate(0).dice(&[6]).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Who::Ace(A)), [2]);
}

#[test]
fn hazards_harm_at_the_end_of_a_turn_past_all_guards() {
    let text = "aces = \"0,0\"\nhazards = [\"0,0\", \"2,0\"]\nenemies = [{ kind = \"Torch\", at = \"2,0\" }, { kind = \"Torch\", at = \"3,0\" }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.state.aces[0].shields = 5;
    table.act(Action::EndTurn).activate(1).act(Action::Hold);
    assert_eq!((table.harms(Who::Ace(A)), table.vigor(0), table.vigor(1)), (vec![1], 1, 2));
}

#[test]
fn rooftops_are_climbed_flown_to_and_farther_from_the_ground() {
    let text = "aces = \"0,0\"\nrooftops = \"1,0\"\nenemies = [{ kind = \"Legionnaire\", at = [\"1,0\", \"0,1\"], vigor = 20 }]";
    let team = || vec![with_item("M1", &item("Entry Thrusters"), &[])];
    let mut table = Table::new(team(), text);
    let roof = table.hex(1, 0);
    assert!(!table.may(Action::Move(roof)) && table.may(Action::Climb(roof)));
    assert!(table.may(attack(0, 1)));
    assert!(!table.may(attack(0, 0)), "Near is Far from the ground");
    table.dice(&[2, 1]).act(Action::Climb(roof));
    assert_eq!((table.state.aces[0].hex(), table.state.asked), (table.hex(0, 0), Some(Decision::Answer)));
    let answer = table.candidates()[0];
    table.act(answer).dice(&[6, 1]).act(Action::Climb(roof));
    assert_eq!(table.state.aces[0].hex(), roof);
    let enter =
        Action::Use { item: ItemSlot::new(0), way: Way::Main, target: Some(Who::Enemy(foe(0))), to: Some(roof) };
    assert!(Table::new(team(), text).may(enter));
    // Enemies stay on the ground.
    let mut table = Table::new(team(), text);
    table.until_gm().activate(1);
    assert!(!table.may(Action::EnemyMove { enemy: foe(1), to: roof }));
}

#[test]
fn bombardments_fall_once_on_their_place_or_beside_it() {
    let text =
        "aces = \"0,0\"\nbombardments = \"1,0\"\nenemies = [{ kind = \"Decanus\", at = [\"1,0\", \"2,0\", \"4,0\"] }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.until_gm().activate(2).dice(&[3]).act(Action::Hold);
    assert_eq!([0, 1].map(|enemy| table.vigor(enemy)), [2, 4], "Armor works, Shields do not");
    table.hold_gm();
    assert_eq!(table.count(|event| matches!(event, Event::BombardmentFell { .. })), 1);
    let mut table = Table::new(vec![ace("M1")], text);
    table.until_gm().activate(2).dice(&[2, 1]).act(Action::Hold);
    assert_eq!([0, 1].map(|enemy| table.vigor(enemy)), [4, 2], "astray to the east");
}

#[test]
fn reactive_gas_feeds_energy_and_burns_its_users() {
    let text =
        "aces = \"0,0\"\neverywhere = [\"reactive-gas\"]\nenemies = [{ kind = \"Torch\", at = \"1,0\", vigor = 20 }]";
    let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[Tag::Energy, Tag::Piercing])], text);
    table.attack(0, 0, &[6, 1, 1, 1]);
    assert_eq!((table.vigor(0), table.harms(Who::Ace(A))), (18, vec![1]));
    table.until_gm().activate(0).enemy_attack(0, 0, 0);
    assert_eq!((table.harms(Who::Ace(A)), table.vigor(0)), (vec![1, 2], 17));
}

#[test]
fn lightning_strikes_the_tallest() {
    let text = "aces = \"0,0\"\neverywhere = [\"electrical-storm\"]\nenemies = [{ kind = \"Centurion\", at = \"4,0\" }, { kind = \"Legionnaire\", at = \"4,0\" }]";
    let mut table = Table::new(vec![ace("H1"), ace("L1")], text);
    table.act(Action::Begin(A)).act(Action::EndTurn).dice(&[2]).act(Action::EndTurn);
    assert_eq!(table.vigor(0), 6, "of the heavy frame and the Prime, the second");
    let mut table = Table::new(vec![ace("M1")], &text.replace("Centurion", "Velite"));
    table.dice(&[1]).act(Action::EndTurn);
    assert_eq!(table.harms(Who::Ace(A)), [2], "nobody is tall: all are");
    assert_eq!(table.count(|event| matches!(event, Event::Harmed { source: Source::Lightning, .. })), 1);
}

#[test]
fn low_oxygen_leaves_no_odd_drops() {
    let text = "aces = \"0,0\"\neverywhere = [\"low-oxygen\"]\nenemies = [{ kind = \"Velite\", at = [\"1,0\", \"1,0\", \"4,0\"] }]";
    let mut table = Table::new(vec![with_item("M1", &item("Missile Battery"), &[])], text);
    table.uses(0, 0).act(Action::Pick(foe(1)));
    table.until_gm().activate(2).dice(&[1, 2]).act(Action::Hold);
    assert_eq!(table.state.materials, 1);
}

#[test]
fn a_firefight_dulls_attacks_from_outside_cover() {
    let text = "aces = [\"0,0\", \"0,1\"]\ncover = [{ at = \"0,1\" }]\neverywhere = [\"pitched-firefight\"]\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20 }]";
    let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[]), armed("L1", "Scout Rifle", &[])], text);
    table.act(Action::Begin(A)).attack(0, 0, &[6, 5, 1]);
    assert_eq!(table.state.asked, Some(Decision::Answer), "a four, which nothing can better");
    table.enemy_attack(0, 0, 0);
    assert_eq!(table.vigor(0), 17, "it fired from the open");
    table.act(Action::EndTurn).attack(0, 0, &[6, 5, 1]);
    assert_eq!(table.state.asked, Some(Decision::Act));
}
