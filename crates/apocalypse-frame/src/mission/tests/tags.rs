//! Tests of tags and traits.

use super::super::Decision;
use super::super::action::{Action, ItemUse, Step};
use super::super::event::{Event, Source};
use super::table::{A, B, Table, ace, arm, armed, at_enemy, attack, foe, item, with_item};
use crate::ids::{Combatant, HexSet};
use crate::{ace::Ace, catalogue::entries::Trait, catalogue::tag::Tag};

/// One enemy Near with much Vigor, and one far off.
const NEAR: &str = r#"
aces = "0,0"
enemies = [{ kind = "Legionnaire", at = "1,0", vigor = 30 }, { kind = "Legionnaire", at = "4,0" }]
"#;

/// Returns an Ace with a Scout Rifle: 3 dice, 2 Harm, Near/Far.
fn scout(tags: &[Tag]) -> Ace {
    armed("M1", "Scout Rifle", tags)
}

fn table(tags: &[Tag]) -> Table {
    Table::new(vec![scout(tags)], NEAR)
}

/// Returns the dice and Harm of the attack that is possible now.
fn shot(table: &Table, target: u8) -> (i8, u8) {
    let shot = table.mission.shot(&table.state, A, arm(0), foe(target)).0;
    (shot.dice, shot.harm)
}

/// Returns the attack's Harm for a roll that needs no reroll and no answer.
fn harm(table: &mut Table, target: u8, faces: &[u8]) -> u8 {
    let before = table.vigor(target);
    table.attack(0, target, faces);
    before - table.vigor(target)
}

#[test]
fn burst_needs_a_six() {
    assert_eq!(harm(&mut table(&[Tag::Burst]), 0, &[6, 1, 1]), 3);
    let mut table = table(&[Tag::Burst]);
    table.attack(0, 0, &[5, 1, 1]).act(Action::Keep);
    assert_eq!(table.vigor(0), 28);
}

#[test]
fn charge_counts_once_a_round() {
    let mut table = table(&[Tag::Charge]);
    assert_eq!(shot(&table, 0), (4, 2));
    table.attack(0, 0, &[6, 1, 1, 1]);
    assert_eq!(shot(&table, 0), (3, 2));
    table.act(Action::EndTurn).hold_gm();
    assert_eq!(shot(&table, 0), (4, 2));
}

#[test]
fn a_reroll_of_a_charge_is_the_same_attack() {
    let mut table = table(&[Tag::Charge]);
    table.attack(0, 0, &[1, 1, 1, 2]).dice(&[6, 1, 1, 1]).act(Action::Reroll);
    assert_eq!((table.vigor(0), table.resources(0).1), (28, 2));
}

#[test]
fn tags_of_resources_look_at_halves() {
    let with = |tags: &[Tag], vigor: u8, tension: u8| {
        let mut table = table(tags);
        (table.state.aces[0].vigor, table.state.aces[0].tension) = (vigor, tension);
        shot(&table, 0).1
    };
    // Maximum Vigor 10, maximum Tension 6.
    assert_eq!((with(&[Tag::Critical], 5, 3), with(&[Tag::Critical], 6, 3)), (3, 2));
    assert_eq!((with(&[Tag::Focused], 5, 4), with(&[Tag::Focused], 5, 3)), (3, 2));
    assert_eq!((with(&[Tag::Impulsive], 5, 1), with(&[Tag::Impulsive], 5, 2)), (3, 2));
    assert_eq!((with(&[Tag::Polished], 10, 2), with(&[Tag::Polished], 9, 2)), (3, 2));
}

#[test]
fn impulsive_lets_an_action_be_bought_early() {
    assert!(table(&[Tag::Impulsive]).may(Action::Extra));
    assert!(!table(&[]).may(Action::Extra));
}

#[test]
fn distracting_takes_one_harm_of_the_next_attack() {
    let mut table = table(&[Tag::Distracting]);
    table.attack(0, 0, &[3, 1, 1]).act(Action::Keep).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Combatant::Ace(A)), [1]);
    table.act(Action::EndTurn).activate(0).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Combatant::Ace(A)), [1, 2]);
}

#[test]
fn energy_and_piercing_ignore_armor_and_shields() {
    let against = |kind: &str, tags: &[Tag], faces: &[u8]| {
        let text = format!("aces = \"0,0\"\nenemies = [{{ kind = \"{kind}\", at = \"1,0\", vigor = 20 }}]");
        harm(&mut Table::new(vec![scout(tags)], &text), 0, faces)
    };
    assert_eq!(against("Decanus", &[], &[6, 1, 1]), 1);
    assert_eq!(against("Decanus", &[Tag::Energy], &[6, 1, 1]), 2);
    assert_eq!(against("Torch", &[], &[6, 1, 1, 1]), 0);
    assert_eq!(against("Torch", &[], &[6, 1, 1, 2]), 2);
    assert_eq!(against("Torch", &[Tag::Piercing], &[6, 1, 1]), 2);
}

#[test]
fn hot_and_invigorating_reward_the_first_of_a_round() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Velite\", at = \"1,0\", count = 4 }]";
    let mut table = Table::new(vec![scout(&[Tag::Hot, Tag::Invigorating])], text);
    table.state.aces[0].vigor = 5;
    table.attack(0, 0, &[6, 1, 1]).attack(0, 1, &[6, 1, 1]);
    assert_eq!(table.resources(0), (6, 4, 5));
    table.act(Action::EndTurn).activate(2).dice(&[1, 1]).act(Action::Hold);
    table.attack(0, 2, &[6, 1, 1]);
    // Build trait and reward of the second round.
    assert_eq!(table.resources(0), (8, 6, 5));
}

#[test]
fn incendiary_sets_a_fire_that_harms_at_the_end_of_turns_and_goes() {
    let mut table = table(&[Tag::Incendiary]);
    table.attack(0, 0, &[6, 1, 1]);
    let place = table.hex(1, 0);
    assert_eq!(table.state.fires, HexSet::of(place));
    table.act(Action::EndTurn).hold_gm();
    assert_eq!((table.vigor(0), table.state.fires), (27, HexSet::EMPTY));
    assert_eq!(table.count(|event| matches!(event, Event::Harmed { source: Source::Hazard, .. })), 1);
    // An Ace that ends its turn there burns too.
    table.attack(0, 0, &[6, 1, 1]).act(Action::Move(place)).act(Action::EndTurn);
    assert_eq!(table.harms(Combatant::Ace(A)), [1]);
}

#[test]
fn mobile_and_stationary_look_at_movement() {
    let mut moving = table(&[Tag::Mobile]);
    let (there, back) = (moving.hex(0, 1), moving.hex(0, 0));
    moving.act(Action::Move(there));
    assert_eq!(shot(&moving, 0), (3, 2));
    moving.act(Action::Move(back));
    assert_eq!(shot(&moving, 0), (3, 3));
    let mut still = table(&[Tag::Stationary]);
    assert_eq!(shot(&still, 0), (4, 2));
    still.act(Action::Move(there));
    assert_eq!(shot(&still, 0), (3, 2));
}

/// Recoilless Rifle: 1 die, 4 Harm, Far, Scoped already; Kinetic Cannon: 2 dice, 4 Harm, Close, Charge.
#[test]
fn scoped_and_sighted_need_nobody_else() {
    let far = |enemies: &str| format!("aces = \"0,0\"\nenemies = [{enemies}]");
    let one = "{ kind = \"Legionnaire\", at = \"2,0\" }";
    let two = format!("{one}, {{ kind = \"Legionnaire\", at = \"1,0\" }}");
    let rifle = |text: String| Table::new(vec![armed("H1", "Recoilless Rifle", &[])], &text);
    let base = shot(&rifle(far(&two)), 0);
    assert_eq!(shot(&rifle(far(one)), 0), (base.0 + 1, base.1));
    let close = "{ kind = \"Legionnaire\", at = \"0,0\" }";
    let other = format!("{close}, {{ kind = \"Legionnaire\", at = \"2,0\" }}");
    let cannon = |text: String| Table::new(vec![armed("H1", "Kinetic Cannon", &[Tag::Sighted])], &text);
    let base = shot(&cannon(far(&other)), 0);
    assert_eq!(shot(&cannon(far(close)), 0), (base.0 + 1, base.1 + 1));
}

#[test]
fn scoped_and_sighted_add_a_band() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = [\"0,0\", \"1,0\", \"2,0\"] }]";
    let targets = |armament: &str, tags: &[Tag]| {
        let table = Table::new(vec![armed("H1", armament, tags)], text);
        (0..3).filter(|target| table.may(attack(0, *target))).collect::<Vec<u8>>()
    };
    assert_eq!(targets("Assault Rifle", &[]), [1]);
    assert_eq!(targets("Assault Rifle", &[Tag::Scoped]), [1, 2]);
    assert_eq!(targets("Assault Rifle", &[Tag::Sighted]), [0, 1]);
}

#[test]
fn spin_up_remembers_the_last_attack_action() {
    let mut two = ace("M1");
    two.integral_trait = None;
    two.armaments[1] = armed("M1", "Scout Rifle", &[Tag::SpinUp]).armaments[0].clone();
    two.tension = 9;
    let mut table = Table::new(vec![two], NEAR);
    let spin = |table: &Table| table.mission.shot(&table.state, A, arm(1), foe(0)).0.harm;
    assert_eq!(spin(&table), 2);
    table.attack(1, 0, &[6, 1, 1]);
    assert_eq!(spin(&table), 3);
    table.attack(0, 0, &[6, 1, 1, 1]);
    assert_eq!(spin(&table), 2);
    table.act(Action::Extra).attack(1, 0, &[6, 1, 1]).act(Action::EndTurn).hold_gm();
    assert_eq!(spin(&table), 3, "across rounds (A23)");
}

#[test]
fn splash_harms_those_beside_the_target_and_nobody_else() {
    let text = r#"
aces = ["0,0", "1,0"]
enemies = [{ kind = "Decanus", count = 3, at = "1,0", vigor = 9 }, { kind = "Legionnaire", at = "0,1" }]
"#;
    let mut table = Table::new(vec![scout(&[Tag::Splash, Tag::Energy]), ace("M1")], text);
    table.act(Action::Begin(A)).attack(0, 0, &[6, 1, 1]);
    assert_eq!([0u8, 1, 2, 3].map(|enemy| table.vigor(enemy)), [7, 8, 8, 3]);
    assert!(table.harms(Combatant::Ace(B)).is_empty());
    let mut table = Table::new(vec![scout(&[Tag::Splash]), ace("M1")], text);
    table.act(Action::Begin(A)).attack(0, 0, &[6, 1, 1]);
    assert_eq!([0u8, 1].map(|enemy| table.vigor(enemy)), [8, 9], "Armor stops what does not ignore it");
}

#[test]
fn a_failure_harms_nobody_and_a_five_provokes_nobody() {
    let mut table = table(&[Tag::Splash, Tag::Incendiary]);
    table.attack(0, 0, &[2, 1, 1]).act(Action::Keep);
    assert_eq!((table.vigor(0), table.state.fires, table.state.asked), (30, HexSet::EMPTY, Some(Decision::Answer)));
    table.enemy_attack(0, 0, 0).attack(0, 0, &[5, 1, 1]).act(Action::Keep);
    assert_eq!(table.state.asked, Some(Decision::Act));
    assert!(!table.may(attack(0, 0)), "no action is left");
    assert!(table.candidates().iter().all(|action| !matches!(action, Action::Pick(_))));
}

fn with_trait(frame: &str, integral_trait: Trait) -> Ace {
    Ace { integral_trait: Some(integral_trait.into()), ..ace(frame) }
}

fn field(enemies: &str) -> String {
    format!("aces = \"0,0\"\nenemies = [{enemies}]")
}

#[test]
fn builds_regain_before_drops() {
    let far = field("{ kind = \"Legionnaire\", at = \"4,0\" }");
    for (frame, vigor, tension) in [("L1", 0, 2), ("M1", 1, 1), ("H1", 2, 0)] {
        let mut table = Table::new(vec![ace(frame)], &far);
        (table.state.aces[0].vigor, table.state.aces[0].tension) = (3, 1);
        table.hold_gm();
        let (now, then, _) = table.resources(0);
        assert_eq!((now, then), (3 + vigor, 1 + tension), "{frame}");
    }
}

#[test]
fn feed_motors_add_harm_to_belts() {
    let near = field("{ kind = \"Legionnaire\", at = \"1,0\" }");
    let table = Table::new(vec![ace("M1")], &near);
    let harm = |place| table.mission.shot(&table.state, A, arm(place), foe(0)).0.harm;
    assert_eq!((harm(0), harm(1)), (2, 3));
}

#[test]
fn hairpin_controls_take_the_harm_out_of_the_first_four() {
    let near = field("{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20 }");
    let mut recon = ace("L1");
    recon.tension = 3;
    let mut table = Table::new(vec![recon], &near);
    let scout = table.mission.aces[0].armaments.iter().position(|armament| armament.dice == 3).unwrap() as u8;
    table.attack(scout, 0, &[4, 1, 1]);
    assert_eq!(table.state.asked, Some(Decision::Answer));
    assert!(table.candidates().iter().all(|action| !matches!(action, Action::EnemyAttack { .. })));
    let to = table.hex(1, 1);
    table.act(Action::EnemyMove { enemy: foe(0), to }).act(Action::EndTurn).hold_gm();
    // In the next turn a three allows a harmful answer, and a four later in the same turn does not.
    let place = table.hex(1, 0);
    table.state.enemies[0].at = place;
    table.state.aces[0].tension = 0;
    table.attack(scout, 0, &[3, 1, 1]).enemy_attack(0, 0, 0).attack(scout, 0, &[4, 1, 1]);
    assert!(!table.may_attack(0, 0, 0));
    assert_eq!(table.harms(Combatant::Ace(A)), [2]);
}

#[test]
fn flared_plating_covers_others_in_the_hex() {
    let near = field("{ kind = \"Legionnaire\", count = 2, at = \"1,0\" }");
    let mut table = Table::new(vec![with_trait("H1", Trait::FlaredPlating), ace("L1")], &near);
    table.until_gm().activate(0).enemy_attack(0, 0, 0).act(Action::Hold);
    table.activate(1).enemy_attack(1, 0, 1);
    assert_eq!((table.harms(Combatant::Ace(A)), table.harms(Combatant::Ace(B))), (vec![2], vec![1]));
}

#[test]
fn optics_reach_three_hexes_while_nobody_is_near() {
    let archer = with_item("M2", &item("Sniper Cannon"), &[]);
    let archer = Ace { integral_trait: Some(Trait::LongRangeOptics.into()), ..archer };
    let far = field("{ kind = \"Decanus\", at = \"3,0\", vigor = 20 }");
    let mut table = Table::new(vec![archer.clone()], &far);
    let sniper = table.mission.aces[0].armaments.iter().position(|armament| armament.name == "Sniper Rifle");
    let armament = arm(sniper.unwrap() as u8);
    assert!(table.may(Action::Attack { armament, target: foe(0) }));
    // Two dice, one for standing still, less one for the distance.
    assert_eq!(table.mission.shot(&table.state, A, armament, foe(0)).0.dice, 2);
    table.uses(0, 0);
    assert_eq!(table.vigor(0), 19, "3 Harm, less 1 for the distance, less Armor");
    let near = field("{ kind = \"Decanus\", at = [\"3,0\", \"1,0\"] }");
    let table = Table::new(vec![archer], &near);
    assert!(!table.may(Action::Attack { armament, target: foe(0) }));
    assert!(!table.may(at_enemy(0, ItemUse::Main, 0)));
}

#[test]
fn drive_motor_moves_after_an_enemy_close_by_is_out() {
    let close = field("{ kind = \"Swarming Pest\", at = [\"0,0\", \"1,0\", \"4,0\"] }");
    let brawler = with_trait("L2", Trait::KineticDriveMotor);
    let mut table = Table::new(vec![brawler], &close);
    let carbine = table.mission.aces[0].armaments.iter().position(|armament| armament.name == "Carbine").unwrap() as u8;
    table.attack(carbine, 1, &[6, 1, 1]);
    assert_eq!(table.state.asked, Some(Decision::Act), "that one was Near");
    table.attack(carbine, 0, &[6, 1, 1]);
    assert_eq!(table.state.asked, Some(Decision::Step { ace: A, why: Step::Drive }));
    let to = table.hex(0, 1);
    table.act(Action::Step(to));
    assert_eq!((table.state.aces[0].hex(), table.state.aces[0].moves), (to, 1));
}

#[test]
fn parallel_processors_attack_twice_with_one_action() {
    let near = field("{ kind = \"Legionnaire\", count = 2, at = \"1,0\", vigor = 20 }");
    let mut table = Table::new(vec![ace("H2")], &near);
    let dice = |table: &Table, place| table.mission.shot(&table.state, A, arm(place), foe(0)).0.dice;
    let faces = |count: i8| vec![6; count as usize];
    let first = faces(dice(&table, 0));
    table.attack(0, 0, &first);
    assert_eq!(table.state.asked, Some(Decision::Second));
    let is_use = |action: &Action| matches!(action, Action::Use { .. });
    let targets: Vec<Action> = table.candidates().into_iter().filter(|action| !is_use(action)).collect();
    assert_eq!(targets, [attack(1, 1), Action::Skip]);
    let second = faces(table.mission.shot(&table.state, A, arm(1), foe(1)).0.dice);
    table.attack(1, 1, &second);
    assert_eq!((table.state.asked, table.state.turn.actions), (Some(Decision::Act), 1));
    let third = faces(dice(&table, 0));
    table.attack(0, 0, &third);
    assert_eq!(table.state.asked, Some(Decision::Act), "the first attack of a round only");
}

#[test]
fn drones_mend_all_close_by_at_the_end_of_the_turn() {
    let far = field("{ kind = \"Legionnaire\", at = \"4,0\" }");
    let mut table = Table::new(vec![ace("M3"), ace("L1"), ace("L2")], &far);
    table.state.aces.iter_mut().for_each(|ace| ace.vigor = 2);
    table.state.aces[2].at = Some(table.hex(1, 0));
    table.act(Action::Begin(A)).act(Action::EndTurn);
    assert_eq!([0u8, 1, 2].map(|ace| table.resources(ace).0), [3, 3, 2]);
}

#[test]
fn riot_shield_armors_against_those_apart() {
    for (at, harm) in [("0,0", 3), ("1,0", 1)] {
        let text = field(&format!("{{ kind = \"Decanus\", at = \"{at}\" }}"));
        let mut table = Table::new(vec![with_trait("L3", Trait::RiotShield)], &text);
        let attack = u8::from(at != "0,0");
        table.until_gm().activate(0).enemy_attack(0, attack, 0);
        assert_eq!(table.harms(Combatant::Ace(A)), [harm]);
    }
}

#[test]
fn suppression_targeting_holds_those_it_harms() {
    let near = field("{ kind = \"Decanus\", at = [\"1,0\", \"1,0\"], vigor = 20 }");
    let angler = with_trait("H3", Trait::SuppressionTargeting);
    let mut table = Table::new(vec![angler], &near);
    let shotgun = table.mission.aces[0].armaments.iter().position(|armament| armament.name == "Shotgun").unwrap() as u8;
    table.attack(shotgun, 0, &[5, 1, 1]);
    if table.state.asked == Some(Decision::Roll) {
        table.act(Action::Keep);
    }
    table.until_gm().activate(0);
    assert!(table.candidates().iter().all(|action| !matches!(action, Action::EnemyMove { .. })));
    table.act(Action::Hold);
    table.until_gm();
    assert!(table.state.marks.held.is_empty(), "until the round is over");
    assert_eq!(table.count(|event| matches!(event, Event::RoundEnded { .. })), 1);
}
