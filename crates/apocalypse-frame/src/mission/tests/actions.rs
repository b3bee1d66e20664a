//! Tests of an Ace's turn: actions, systems used meanwhile, frame damage, and the round of the rule text's example.

use super::super::Decision;
use super::super::action::{Action, Damaged, ItemUse};
use super::super::event::{Drop, Event, RollOf, Source};
use super::super::state::{Life, Phase};
use super::table::{A, B, Table, ace, arm, at_enemy, attack, foe, item, rules, with_item, *};
use crate::ids::{ArmSlot, AttackId, Combatant, EnemyId, ItemSet, ItemSlot};
use crate::{encounter::Ending, ruleset::LastDamage};

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
    assert_eq!(table.harms(Combatant::Ace(A)), [3]);
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
    assert_eq!(table.harms(Combatant::Ace(A)), [2, 2, 2]);
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

/// Returns a table that stops before answers.
fn table(aces: Vec<crate::ace::Ace>, text: &str) -> Table {
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
    assert_eq!(table.harms(Combatant::Ace(A)), [0]);
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
    table.act(at_enemy(0, ItemUse::Main, 0)).act(Action::Fire);
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
    assert_eq!((table.state.asked, table.harms(Combatant::Ace(A)).len()), (Some(Decision::Act), 2));
}

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
    let mut table = Table::under(rules, vec![ace("L1"), ace("M1")], encounter(FIELD));
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
const LASER: ItemSlot = ItemSlot::new(2);

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
    table.act(at_enemy(CHAINGUN, ItemUse::Other, VELITES[0]));
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

/// "Looking to next round": after plating and a step to the left, an attack and the Pulse Laser take the Decanus out for
/// sure: with one use after a hit, and with two if every die of the attack fails.
#[test]
fn the_decanus_falls_for_sure() {
    for (faces, uses) in [([5, 1, 2, 1], 1), ([6, 1, 2, 1], 1), ([1, 1, 2, 1], 2)] {
        let mut table = Table::new(vec![ace("M1")], AMBUSH);
        aces_turn(&mut table);
        table.act(Action::EndTurn);
        let north = table.hex(0, -1);
        table.activate(DECANUS).act(Action::EnemyMove { enemy: DECANUS, to: north });
        table.dice(&[4, 5, 1, 1, 2, 1]).enemy_attack(DECANUS, 0, 0);
        table.uses_plainly(PLATING);
        let left = table.hex(-1, 0);
        table.act(Action::Move(left)).attack(RIFLE, DECANUS, &faces);
        if table.state.asked == Some(Decision::Roll) {
            table.act(Action::Keep);
        }
        if table.state.asked == Some(Decision::Answer) {
            table.enemy_attack(DECANUS, 1, 0);
        }
        assert_eq!(table.resources(0).2, 2, "Ammo for two uses");
        // Efficient spends Ammo on a 1, and is rolled for once a round.
        table.dice(&[1]);
        for _ in 0..uses {
            assert!(table.vigor(DECANUS) > 0, "{faces:?}");
            table.uses(LASER, DECANUS);
        }
        assert_eq!((table.vigor(DECANUS), table.resources(0).2), (0, 2 - uses), "{faces:?}");
    }
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
