//! Each tag of systems in play ("System Tags").

use super::super::Decision;
use super::super::action::{Action, Step, Way};
use super::table::{A, B, Table, ace, arm, at_enemy, foe, for_ally, item, with_item};
use crate::games::apocalypse_frame::catalogue::item::ItemTag;
use crate::games::apocalypse_frame::ids::Who;

const NEAR: &str = r#"
aces = "0,0"
enemies = [{ kind = "Legionnaire", at = ["1,0", "1,0"], vigor = 20 }]
"#;

fn table(name: &str, tag: ItemTag) -> Table {
    Table::new(vec![with_item("M1", &item(name), &[tag])], NEAR)
}

fn pair(name: &str, tag: ItemTag) -> Table {
    let mut table = Table::new(vec![with_item("M1", &item(name), &[tag]), ace("L1")], NEAR);
    table.act(Action::Begin(A));
    table
}

#[test]
fn efficient_spares_ammo_on_a_four() {
    for (face, ammo) in [(3, 4), (4, 5)] {
        let mut table = table("Plasma Cannon", ItemTag::Efficient);
        table.dice(&[face]).uses(0, 0);
        assert_eq!(table.resources(0).2, ammo);
    }
}

#[test]
fn holdout_takes_tension_once_a_round_where_there_is_no_ammo() {
    let mut table = table("Plasma Cannon", ItemTag::Holdout);
    table.state.aces[0].ammo = 1;
    table.uses(0, 0);
    assert!(!table.may(at_enemy(0, Way::Main, 0)), "used this round already");
    table.act(Action::EndTurn).hold_gm();
    table.uses(0, 0);
    assert_eq!(table.resources(0).1, 3);
    assert!(!table.may(at_enemy(0, Way::Main, 0)), "Limited now (A38)");
}

#[test]
fn limited_is_once_a_round() {
    let mut table = table("Plasma Cannon", ItemTag::Limited);
    table.uses(0, 0);
    assert!(!table.may(at_enemy(0, Way::Main, 0)));
    table.act(Action::EndTurn).hold_gm();
    assert!(table.may(at_enemy(0, Way::Main, 0)));
}

#[test]
fn offensive_tags_mark_those_harmed() {
    let mut distracting = table("Plasma Cannon", ItemTag::Distracting);
    distracting.uses(0, 0);
    assert_eq!(distracting.state.marks.distracted.bits(), 1);
    let mut flashy = table("Plasma Cannon", ItemTag::Flashy);
    flashy.uses(0, 0);
    assert_eq!(flashy.state.enemies[0].flashed_by.bits(), 1);
    let mut suppressive = table("Plasma Cannon", ItemTag::Suppressive);
    suppressive.uses(0, 0);
    assert_eq!(suppressive.state.marks.held.bits(), 1);
}

#[test]
fn energy_and_piercing_pass_guards() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Decanus\", at = \"1,0\" }, { kind = \"Torch\", at = \"1,0\" }]";
    let harm = |tags: &[ItemTag], target: u8, faces: &[u8]| {
        let mut table = Table::new(vec![with_item("M1", &item("Missile Battery"), tags)], text);
        table.uses(0, target);
        if target == 0 {
            table.dice(faces).act(Action::Fire);
        } else {
            table.dice(faces);
        }
        table.harms(Who::Enemy(foe(target)))
    };
    assert_eq!((harm(&[], 0, &[]), harm(&[ItemTag::Energy], 0, &[])), (vec![1], vec![2]));
    let torch = |tags: &[ItemTag], faces: &[u8]| {
        let mut table = Table::new(vec![with_item("M1", &item("Missile Battery"), tags)], text);
        table.dice(faces).uses(0, 1);
        table.harms(Who::Enemy(foe(1)))
    };
    assert_eq!((torch(&[], &[1]), torch(&[ItemTag::Piercing], &[])), (vec![0], vec![2]));
}

#[test]
fn superhot_burns_one_target_more() {
    let mut single = table("Plasma Cannon", ItemTag::Superhot);
    single.uses(0, 0);
    assert_eq!(single.vigor(0), 16);
    let mut several = table("Missile Battery", ItemTag::Superhot);
    several.uses(0, 0).act(Action::Pick(foe(1)));
    let burns = |enemy| Action::Choose(Who::Enemy(foe(enemy)));
    assert_eq!(several.candidates(), [burns(0), burns(1)]);
    several.act(burns(1));
    assert_eq!((several.vigor(0), several.vigor(1)), (18, 17));
}

#[test]
fn encouraging_adds_to_the_next_attack() {
    let mut table = table("Actuated Plating", ItemTag::Encouraging);
    let harm = |table: &Table| table.mission.shot(&table.state, A, arm(1), foe(0)).0.harm;
    assert_eq!(harm(&table), 2);
    table.uses_plainly(0);
    assert_eq!(harm(&table), 3);
    table.attack(1, 0, &[5, 5, 5, 5]).act(Action::Keep);
    assert_eq!((table.vigor(0), harm(&table)), (17, 2));
}

#[test]
fn enveloping_shields_one_of_those_affected() {
    let mut generator = table("Shield Generator", ItemTag::Enveloping);
    generator.uses_plainly(0);
    assert_eq!(generator.state.aces[0].shields, 3);
    let mut plating = table("Actuated Plating", ItemTag::Enveloping);
    plating.uses_plainly(0);
    assert_eq!(plating.state.aces[0].shields, 1);
    let mut chaff = pair("Chaff Launcher", ItemTag::Enveloping);
    chaff.uses_plainly(0);
    assert_eq!(chaff.candidates(), [A, B].map(|ace| Action::Choose(Who::Ace(ace))));
    chaff.act(Action::Choose(Who::Ace(B)));
    assert_eq!((chaff.state.aces[0].shields, chaff.state.aces[1].shields), (0, 1));
}

#[test]
fn motivating_moves_everyone_affected() {
    let mut table = pair("Chaff Launcher", ItemTag::Motivating);
    table.uses_plainly(0);
    let place = table.hex(0, 1);
    assert_eq!(table.state.asked, Some(Decision::Step { ace: A, why: Step::Motivated }));
    table.act(Action::Skip);
    assert_eq!(table.state.asked, Some(Decision::Step { ace: B, why: Step::Motivated }));
    table.act(Action::Step(place));
    assert_eq!((table.state.aces[1].hex(), table.state.aces[1].moves), (place, 1));
}

#[test]
fn obfuscating_lasts_until_the_next_turn() {
    let mut table = pair("Chaff Launcher", ItemTag::Obfuscating);
    table.uses_plainly(0);
    assert!(table.state.aces[0].obfuscated && table.state.aces[1].obfuscated);
    table.act(Action::EndTurn);
    assert!(!table.state.aces[1].obfuscated && table.state.aces[0].obfuscated, "its own turn has begun");
}

#[test]
fn projecting_reaches_allies_for_tension() {
    let mut table = pair("Actuated Plating", ItemTag::Projecting);
    table.act(for_ally(0, Way::Projected, B));
    assert_eq!((table.state.aces[0].plate, table.state.aces[1].plate), (0, 1));
    assert_eq!(table.resources(0), (10, 2, 4));
    let mut far = Table::new(
        vec![with_item("M1", &item("Shield Projector"), &[ItemTag::Projecting]), ace("L1")],
        "aces = [\"0,0\", \"0,1\"]\nenemies = [{ kind = \"Legionnaire\", at = \"4,0\" }]",
    );
    far.act(Action::Begin(A));
    assert!(!far.may(for_ally(0, Way::Main, B)));
    far.act(for_ally(0, Way::Projected, B));
    assert_eq!((far.state.aces[1].shields, far.resources(0).1), (2, 2));
}

#[test]
fn protective_takes_one_harm_once() {
    let mut table = table("Targeting Radar", ItemTag::Protective);
    table.uses_plainly(0);
    table.until_gm().activate(0).enemy_attack(0, 0, 0);
    assert!(!table.state.aces[0].protected);
    assert_eq!(table.harms(Who::Ace(A)), [1]);
}
