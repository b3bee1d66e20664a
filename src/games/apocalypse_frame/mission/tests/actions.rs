//! Actions of Aces and consequences ("Ace Turn", A04 to A08).

use super::super::Decision;
use super::super::action::Action;
use super::table::{A, Table, ace, arm, attack, foe};
use crate::games::apocalypse_frame::ids::{AttackId, EnemyId, Who};

#[test]
fn an_ace_has_two_actions_and_buys_more() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"4,0\" }]";
    let mut table = Table::new(vec![ace("M1")], text);
    let (there, back) = (table.hex(0, 1), table.hex(0, 0));
    table.act(Action::Move(there)).act(Action::Move(back));
    assert!(!table.may(Action::Move(there)));
    table.act(Action::Extra).act(Action::Move(there));
    assert_eq!(table.resources(0).1, 2);
}

#[test]
fn sprint_needs_no_enemy_within_two_hexes() {
    for (at, may) in [("3,0", true), ("2,0", false)] {
        let text = format!("aces = \"0,0\"\nenemies = [{{ kind = \"Legionnaire\", at = \"{at}\" }}]");
        let table = Table::new(vec![ace("M1")], &text);
        let to = table.hex(-2, 0);
        assert_eq!(table.may(Action::Sprint(to)), may);
        assert!(!table.may(Action::Sprint(table.hex(-1, 0))));
    }
}

#[test]
fn a_backup_is_for_good() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20 }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.act(Action::Swap(arm(1)));
    assert!(!table.may(Action::Swap(arm(1))));
    let (shot, _) = table.mission.shot(&table.state, A, arm(1), foe(0));
    assert_eq!((shot.dice, shot.harm), (4, 1), "Handgun");
    assert_eq!(table.state.turn.actions, 2);
}

#[test]
fn the_target_answers_first_then_the_hardest_then_anybody_moves() {
    let text = r#"
aces = "0,0"
enemies = [
  { kind = "Legionnaire", at = "0,0", vigor = 20 },
  { kind = "Legionnaire", at = "1,0" },
  { kind = "Decanus", at = "1,0" },
]
"#;
    let mut table = Table::new(vec![ace("M1")], text);
    let attacks = |table: &Table| {
        let of = |action: Action| match action {
            Action::EnemyAttack { enemy, attack, .. } => Some((enemy, attack)),
            _ => None,
        };
        table.candidates().into_iter().filter_map(of).collect::<Vec<_>>()
    };
    // A Service Rifle does not reach Close: of the others the Decanus, with Burst, hits hardest.
    table.attack(0, 0, &[1, 1, 1, 1]).act(Action::Keep);
    assert_eq!(attacks(&table), [(foe(2), AttackId::new(1))]);
    table.enemy_attack(2, 1, 0);
    assert_eq!(table.harms(Who::Ace(A)), [3]);
    table.attack(0, 1, &[1, 1, 1, 1]).act(Action::Keep);
    assert_eq!(attacks(&table), [(foe(1), AttackId::new(0))]);
    let away = table.hex(3, 0);
    table.state.enemies[1].at = away;
    table.state.enemies[2].at = away;
    table.enemy_attack_later();
}

impl Table {
    /// Checks that any enemy may answer with a move if no attack reaches.
    fn enemy_attack_later(&mut self) {
        let enemies: Vec<EnemyId> = (self.candidates().into_iter())
            .filter_map(|action| match action {
                Action::EnemyMove { enemy, .. } => Some(enemy),
                Action::EnemyAttack { .. } => panic!("nobody reaches"),
                _ => None,
            })
            .collect();
        assert!([0, 1, 2].map(foe).iter().all(|enemy| enemies.contains(enemy)));
    }
}

#[test]
fn answers_use_up_nothing_of_the_gm_turn() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20 }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.state.aces[0].tension = 0;
    table.attack(1, 0, &[3, 1, 1, 1]).enemy_attack(0, 0, 0).attack(1, 0, &[3, 1, 1, 1]).enemy_attack(0, 0, 0);
    table.act(Action::EndTurn).activate(0).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Who::Ace(A)), [2, 2, 2]);
}

#[test]
fn rerolls_cost_tension_and_the_new_roll_stands() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20 }]";
    let mut rolls_more = ace("M1");
    rolls_more.reroll_dice = 1;
    let mut table = Table::new(vec![rolls_more], text);
    table.attack(1, 0, &[5, 1, 1, 1]);
    table.dice(&[2, 1, 1, 1, 1]).act(Action::Reroll);
    assert_eq!((table.state.asked, table.resources(0).1), (Some(Decision::Roll), 2));
    table.dice(&[6, 1, 1, 1, 1]).act(Action::Reroll);
    assert_eq!((table.vigor(0), table.resources(0).1, table.state.asked), (16, 1, Some(Decision::Act)));
    assert!(!table.may(attack(1, 1)));
}
