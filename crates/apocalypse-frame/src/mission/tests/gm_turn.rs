//! Tests of the GM turn, of Primes and of colossi.

use super::super::action::{Action, Protection};
use super::super::event::{Event, Moving};
use super::super::{Decision, state::Phase};
use super::table::{A, B, Table, ace, arm, encounter, foe, item, rules, with_item};
use crate::ids::{AttackId, Combatant, EnemyId};
use crate::{encounter::Ending, ruleset::ColossusMoves};

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
    assert_eq!(table.harms(Combatant::Ace(A)), [3]);
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
    assert_eq!((table.state.enemies[0].at, table.harms(Combatant::Ace(A))), (away, vec![2]));
    // Trample is Mobile: two movements make it hit harder (A45).
    let mut table = Table::new(vec![ace("M1")], &field("{ kind = \"Herd Animal\", at = \"2,0\" }"));
    let (near, at) = (table.hex(1, 0), table.hex(0, 0));
    table.until_gm().activate(0).act(Action::EnemyMove { enemy: foe(0), to: near });
    let (enemy, attack) = (foe(0), AttackId::new(1));
    table.act(Action::EnemyAttack { enemy, attack, ace: A, before: Some(at), after: None });
    assert_eq!(table.harms(Combatant::Ace(A)), [3]);
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
    assert_eq!((table.harms(Combatant::Ace(B)), table.harms(Combatant::Ace(A))), (vec![2], vec![1]));
    let mut table = Table::new(vec![ace("M1"), ace("L1")], &text);
    table.act(Action::Begin(A)).attack(0, 0, &[3, 1, 1, 1]).act(Action::Keep).enemy_attack(0, 0, 0);
    assert_eq!((table.harms(Combatant::Ace(A)), table.harms(Combatant::Ace(B))), (vec![2], vec![]));
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
    assert_eq!(table.harms(Combatant::Ace(A)), [4, 4]);
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
