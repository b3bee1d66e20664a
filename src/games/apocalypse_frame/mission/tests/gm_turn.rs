//! The GM turn: activations, moves, tags of enemies ("GM Turn", "Enemy Traits").

use super::super::Decision;
use super::super::action::{Action, Protection};
use super::super::event::Event;
use super::table::{A, B, Table, ace, arm, foe};
use crate::games::apocalypse_frame::ids::{AttackId, Who};

fn field(enemies: &str) -> String {
    format!("aces = [\"0,0\", \"0,0\"]\nenemies = [{enemies}]")
}

#[test]
fn the_first_activation_has_two_moves_and_later_ones_have_one() {
    let text = field("{ kind = \"Legionnaire\", at = \"1,0\" }");
    let mut table = Table::new(vec![ace("M1"), ace("L1")], &text);
    table.until_gm().activate(0);
    assert_eq!(table.count(|event| matches!(event, Event::GmTurnBegan { activations: 2 })), 1);
    assert_eq!(table.state.gm.moves, 2);
    table.enemy_attack(0, 0, 0);
    assert!(!table.may_attack(0, 0, 0), "one attack in a GM turn (A41)");
    table.act(Action::Endure(foe(0))).activate(0);
    assert_eq!(table.state.gm.moves, 1);
    assert!(!table.may_attack(0, 0, 1));
    table.act(Action::Shield(foe(0)));
    assert_eq!((table.state.round, table.state.asked), (2, Some(Decision::NextAce)));
}

#[test]
fn stances_are_offered_where_they_change_anything() {
    let text = field(
        "{ kind = \"Legionnaire\", at = \"1,0\" }, { kind = \"Decanus\", at = \"1,0\" }, { kind = \"Slinger\", at = \"2,0\" }",
    );
    let mut table = Table::new(vec![ace("M1")], &text);
    table.state.enemies[0].vigor = 1;
    table.state.enemies[2].shields = 1;
    table.until_gm().activate(0);
    assert!(
        table.may(Action::Reinvigorate(foe(0)))
            && table.may(Action::Endure(foe(0)))
            && table.may(Action::Shield(foe(0)))
    );
    let protect = |other, with| Action::Protect { enemy: foe(0), other: foe(other), with };
    assert!(!table.may(protect(1, Protection::Armor)), "a Decanus has 1 Armor already");
    assert!(table.may(protect(1, Protection::Shields)) && !table.may(protect(2, Protection::Shields)));
    table.act(Action::Reinvigorate(foe(0))).act(protect(1, Protection::Shields));
    assert_eq!((table.vigor(0), table.state.enemies[1].granted), (2, 2));
    // The effects last to the end of the Aces' turn.
    assert_eq!(table.state.round, 2);
    assert_eq!(table.mission.enemy_guard(&table.state, foe(1)).shields, 2);
    table.until_gm();
    assert_eq!(table.mission.enemy_guard(&table.state, foe(1)).shields, 0);
    table.activate(2).act(Action::Shield(foe(2)));
    assert_eq!(table.state.enemies[2].shields, 2, "its own are restored");
}

#[test]
fn sprint_needs_no_ace_within_two_hexes() {
    let mut table = Table::new(vec![ace("M1")], &field("{ kind = \"Legionnaire\", at = [\"3,0\", \"2,0\"] }"));
    table.until_gm().activate(1);
    assert!(table.candidates().iter().all(|action| !matches!(action, Action::EnemySprint { .. })));
    let mut table = Table::new(vec![ace("M1")], &field("{ kind = \"Legionnaire\", at = [\"3,0\", \"2,0\"] }"));
    table.until_gm().activate(0);
    let to = table.hex(1, 0);
    table.act(Action::EnemySprint { enemy: foe(0), to });
    assert_eq!(table.state.enemies[0].at, to);
}

/// Light Sniper: 1 Harm, Far, Deliberate, Stationary; Assault Rifle of the Decanus: 2 Harm, Near, Burst.
#[test]
fn tags_of_enemies_add_harm_where_armaments_add_dice() {
    let mut table = Table::new(
        vec![ace("L1")],
        &field("{ kind = \"Velite\", at = \"2,0\" }, { kind = \"Decanus\", at = \"1,0\" }"),
    );
    let harm = |table: &Table, enemy, attack, answer| {
        table.mission.harm_to(&table.state, foe(enemy), AttackId::new(attack), A, answer).0.harm
    };
    assert_eq!((harm(&table, 0, 0, true), harm(&table, 0, 0, false)), (2, 3));
    assert_eq!((harm(&table, 1, 1, true), harm(&table, 1, 1, false)), (3, 2));
    table.state.enemies[0].moves = 1;
    assert_eq!(harm(&table, 0, 0, false), 2);
    table.state.enemies[0].moves = 0;
    table.until_gm().activate(0).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Who::Ace(A)), [3]);
}

#[test]
fn approach_and_retreat_step_before_or_after() {
    // Divebomb: Close, Approach, Retreat.
    let mut table = Table::new(vec![ace("M1")], &field("{ kind = \"Avian Scavenger\", at = \"1,0\" }"));
    table.until_gm().activate(0);
    let (at, away) = (table.hex(0, 0), table.hex(0, 1));
    let dive = |before, after| Action::EnemyAttack { enemy: foe(0), attack: AttackId::new(0), ace: A, before, after };
    let (here, there) = (Some(at), Some(away));
    assert!(table.may(dive(here, None)) && table.may(dive(here, there)) && !table.may(dive(None, None)));
    table.act(dive(here, there));
    assert_eq!((table.state.enemies[0].at, table.harms(Who::Ace(A))), (away, vec![2]));
    // Trample is Mobile: two movements make it hit harder (A45).
    let mut table = Table::new(vec![ace("M1")], &field("{ kind = \"Herd Animal\", at = \"2,0\" }"));
    let (near, at) = (table.hex(1, 0), table.hex(0, 0));
    table.until_gm().activate(0).act(Action::EnemyMove { enemy: foe(0), to: near });
    let (enemy, attack) = (foe(0), AttackId::new(1));
    table.act(Action::EnemyAttack { enemy, attack, ace: A, before: Some(at), after: None });
    assert_eq!(table.harms(Who::Ace(A)), [3]);
}

#[test]
fn the_held_neither_move_nor_step() {
    let mut table = Table::new(vec![ace("M1")], &field("{ kind = \"Avian Scavenger\", at = \"1,0\" }"));
    table.state.marks.held.insert(foe(0));
    table.until_gm().activate(0);
    assert!(table.candidates().iter().all(|action| {
        !matches!(action, Action::EnemyAttack { .. } | Action::EnemyMove { .. } | Action::EnemySprint { .. })
    }));
}

#[test]
fn splash_of_enemies_harms_aces_beside_the_target_in_the_gm_turn_only() {
    let text = field("{ kind = \"Highwayman\", at = \"0,0\", attack = \"Shotgun\", vigor = 9 }");
    let mut table = Table::new(vec![ace("M1"), ace("L1")], &text);
    table.until_gm().activate(0).enemy_attack(0, 0, 1);
    assert_eq!((table.harms(Who::Ace(B)), table.harms(Who::Ace(A))), (vec![2], vec![1]));
    let mut table = Table::new(vec![ace("M1"), ace("L1")], &text);
    table.act(Action::Begin(A)).attack(0, 0, &[3, 1, 1, 1]).act(Action::Keep).enemy_attack(0, 0, 0);
    assert_eq!((table.harms(Who::Ace(A)), table.harms(Who::Ace(B))), (vec![2], vec![]));
}

#[test]
fn distracting_enemies_take_a_die_of_the_first_roll_of_the_next_turn() {
    let text =
        "aces = \"0,0\"\nenemies = [{ kind = \"Slinger\", at = \"1,0\", attack = \"Stone Launcher\", vigor = 20 }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.until_gm().activate(0).enemy_attack(0, 1, 0).act(Action::Hold);
    let dice = |table: &Table| table.mission.shot(&table.state, A, arm(1), foe(0)).0.dice;
    assert_eq!(dice(&table), 3);
    table.attack(1, 0, &[6, 6, 6, 6]);
    assert_eq!(dice(&table), 4);
}

#[test]
fn reinforce_is_off_unless_the_encounter_names_kinds() {
    let mut table = Table::new(vec![ace("M1")], &field("{ kind = \"Decanus\", at = \"1,0\" }"));
    table.until_gm().activate(0);
    assert!(table.candidates().iter().all(|action| !matches!(action, Action::Reinforce { .. })));
    let text = format!("reinforce = [\"Legionnaire\"]\n{}", field("{ kind = \"Decanus\", at = \"1,0\" }"));
    let mut table = Table::new(vec![ace("M1")], &text);
    table.until_gm().activate(0);
    let at = table.hex(2, 0);
    table.act(Action::Reinforce { enemy: foe(0), kind: 1, at });
    assert_eq!((table.vigor(1), table.state.enemies[1].at), (1, at));
}

#[test]
fn nobody_is_attacked_while_another_flashes_or_hides() {
    let text = field("{ kind = \"Legionnaire\", at = \"1,0\" }");
    let mut table = Table::new(vec![ace("M1"), ace("L1")], &text);
    table.state.enemies[0].flashed_by.insert(B);
    table.until_gm().activate(0);
    assert!(!table.may_attack(0, 0, 0) && table.may_attack(0, 0, 1));
    table.state.enemies[0].flashed_by.remove(B);
    table.state.aces[1].obfuscated = true;
    assert!(table.may_attack(0, 0, 0) && !table.may_attack(0, 0, 1));
    // The only Ace in range can be attacked nevertheless.
    let away = table.hex(-3, 0);
    table.state.aces[0].at = Some(away);
    assert!(table.may_attack(0, 0, 1));
}
