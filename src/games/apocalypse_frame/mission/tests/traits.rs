//! Each trait in play ("Build Traits", "Integral Traits").

use super::super::Decision;
use super::super::action::{Action, Step, Way};
use super::super::event::Event;
use super::table::{A, B, Table, ace, arm, at_enemy, attack, foe, item, with_item};
use crate::games::apocalypse_frame::ace::Ace;
use crate::games::apocalypse_frame::catalogue::frame::Trait;
use crate::games::apocalypse_frame::ids::Who;

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
    assert_eq!(table.harms(Who::Ace(A)), [2]);
}

#[test]
fn flared_plating_covers_others_in_the_hex() {
    let near = field("{ kind = \"Legionnaire\", count = 2, at = \"1,0\" }");
    let mut table = Table::new(vec![with_trait("H1", Trait::FlaredPlating), ace("L1")], &near);
    table.until_gm().activate(0).enemy_attack(0, 0, 0).act(Action::Hold);
    table.activate(1).enemy_attack(1, 0, 1);
    assert_eq!((table.harms(Who::Ace(A)), table.harms(Who::Ace(B))), (vec![2], vec![1]));
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
    assert!(!table.may(at_enemy(0, Way::Main, 0)));
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
        assert_eq!(table.harms(Who::Ace(A)), [harm]);
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
