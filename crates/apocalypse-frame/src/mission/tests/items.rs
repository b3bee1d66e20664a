//! Tests of systems and their tags.

use super::super::Decision;
use super::super::action::{Action, ItemUse, Step};
use super::super::event::{Event, Source};
use super::table::{A, B, Table, ace, arm, at_enemy, foe, for_ally, item, plain, with_item};
use crate::catalogue::item::ItemTag;
use crate::ids::{Combatant, EnemyId, EnemySet, HexId, ItemSlot};

/// Legionnaires: one Close, two together Near, one elsewhere Near, one Far; all with much Vigor.
const FIELD: &str = r#"
aces = "0,0"
enemies = [{ kind = "Legionnaire", at = ["0,0", "1,0", "1,0", "-1,0", "2,0"], vigor = 20 }]
"#;
const CLOSE: EnemyId = foe(0);
const NEAR: [EnemyId; 2] = [foe(1), foe(2)];
const OPPOSITE: EnemyId = foe(3);
const FAR: EnemyId = foe(4);

fn table(name: &str) -> Table {
    Table::new(vec![with_item("M1", &item(name), &[])], FIELD)
}

fn targets(table: &Table) -> Vec<Option<Combatant>> {
    let named = |action: Action| match action {
        Action::Use { target, way: ItemUse::Main, .. } => Some(target),
        _ => None,
    };
    table.candidates().into_iter().filter_map(named).collect()
}

fn enemies(all: &[EnemyId]) -> Vec<Option<Combatant>> {
    all.iter().map(|enemy| Some(Combatant::Enemy(*enemy))).collect()
}

fn losses(table: &Table) -> Vec<u8> {
    (0u8..5).map(|enemy| 20 - table.vigor(enemy)).collect()
}

#[test]
fn strikes_reach_where_they_have_harm() {
    for (name, bands, target, harm) in [
        ("Elbow Spikes", vec![CLOSE], CLOSE, 3),
        ("Shoulder Spear", vec![CLOSE], CLOSE, 5),
        ("Plasma Cannon", vec![NEAR[0], NEAR[1], OPPOSITE], OPPOSITE, 3),
        ("Railgun", vec![FAR], FAR, 4),
        ("Sniper Cannon", vec![FAR], FAR, 3),
        ("Reactor Backdraft", vec![CLOSE], CLOSE, 3),
    ] {
        let mut table = table(name);
        assert_eq!(targets(&table), enemies(&bands), "{name}");
        if name == "Elbow Spikes" {
            table.dice(&[1]);
        }
        table.uses(0, target);
        assert_eq!(20 - table.vigor(target), harm, "{name}");
        assert_eq!(table.resources(0).2, 4, "{name}");
    }
}

#[test]
fn pulse_laser_weakens_with_distance_and_may_spare_ammo() {
    let mut table = table("Pulse Laser");
    table.dice(&[4]).uses(0, NEAR[0]);
    assert_eq!(table.resources(0).2, 5, "Efficient");
    table.uses(0, FAR);
    assert_eq!((losses(&table), table.resources(0).2), (vec![0, 2, 0, 0, 1], 4), "rolled on the first use only (A39)");
}

#[test]
fn backdraft_burns_hotter_at_half_vigor() {
    let mut table = table("Reactor Backdraft");
    table.state.aces[0].vigor = 5;
    table.uses(0, CLOSE);
    assert_eq!(table.vigor(CLOSE), 15);
}

#[test]
fn volleys_reach_every_subset_once() {
    let mut chaingun = table("Chaingun");
    chaingun.uses(0, CLOSE);
    assert_eq!(
        chaingun.candidates(),
        [1, 2, 3].map(|enemy| Action::Pick(foe(enemy))).into_iter().chain([Action::Fire]).collect::<Vec<_>>()
    );
    chaingun.act(Action::Pick(foe(1)));
    // The enemy on the other side is not Near to those picked.
    assert_eq!(chaingun.candidates(), [Action::Pick(foe(2)), Action::Fire]);
    chaingun.act(Action::Pick(foe(2)));
    assert_eq!(losses(&chaingun), [1, 1, 1, 0, 0]);
    chaingun.act(at_enemy(0, ItemUse::Other, 1)).act(Action::Pick(foe(2)));
    assert_eq!(losses(&chaingun), [1, 3, 3, 0, 0]);
    let mut missiles = table("Missile Battery");
    missiles.uses(0, 1).act(Action::Pick(foe(3)));
    assert_eq!(losses(&missiles), [0, 2, 0, 2, 0]);
}

#[test]
fn emp_empties_guards_and_keeps_standard_enemies_from_acting() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Decanus\", count = 3, at = \"1,0\" }]";
    let mut table = Table::new(vec![with_item("M1", &item("EMP Blaster"), &[])], text);
    table.uses(0, 0).act(Action::Pick(foe(1)));
    assert_eq!([0u8, 1, 2].map(|enemy| table.vigor(enemy)), [3, 3, 4]);
    assert_eq!([0, 1, 2].map(|enemy| table.mission.enemy_guard(&table.state, foe(enemy)).armor), [0, 0, 1]);
    // The only enemy that can be activated is activated.
    table.until_gm().activate(2).act(Action::Hold);
    assert_eq!(table.mission.enemy_guard(&table.state, foe(0)).armor, 1, "until the next round");
}

#[test]
fn areas_harm_all_close_by() {
    let mut cannons = table("Point Defense Cannons");
    cannons.uses_plainly(0);
    assert_eq!(losses(&cannons), [2, 0, 0, 0, 0]);
    let mut flames = table("Flamethrower");
    flames.uses_plainly(0);
    assert_eq!(losses(&flames), [3, 0, 0, 0, 0]);
    assert!(!flames.may(plain(0)), "Limited");
}

#[test]
fn discharge_is_worth_the_way_and_recoils() {
    let mut table = table("Kinetic Discharge");
    assert!(targets(&table).is_empty(), "not moved");
    let (there, back) = (table.hex(1, 0), table.hex(0, 0));
    table.act(Action::Move(there)).act(Action::Move(back)).act(Action::Extra).act(Action::Move(there));
    table.act(Action::Extra).act(Action::Move(back)).uses_plainly(0);
    assert_eq!((losses(&table), table.harms(Combatant::Ace(A))), (vec![4, 0, 0, 0, 0], vec![1]));
}

#[test]
fn grenades_harm_and_hold_a_place() {
    let mut table = table("Concussion Grenade");
    let places: Vec<HexId> = (table.candidates().into_iter())
        .filter_map(|action| match action {
            Action::Use { to, .. } => to,
            _ => None,
        })
        .collect();
    assert_eq!(places, [table.hex(-1, 0), table.hex(1, 0)]);
    let place = table.hex(1, 0);
    table.uses_at(0, place);
    assert_eq!((losses(&table), table.state.marks.held), (vec![0, 1, 1, 0, 0], EnemySet::from_iter(NEAR)));
}

#[test]
fn nets_pull_those_they_harm() {
    let text =
        "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\" }, { kind = \"Decanus\", at = \"1,0\" }]";
    let mut table = Table::new(vec![with_item("M1", &item("Net Launcher"), &[])], text);
    let (place, here) = (table.hex(1, 0), table.hex(0, 0));
    table.uses_at(0, place);
    assert_eq!([0, 1].map(|enemy| table.state.enemies[enemy].at), [here, place], "Armor kept the Decanus (A35)");
}

#[test]
fn mortar_rounds_come_down_at_the_start_of_the_next_round() {
    let mut table = table("Arc Mortar");
    let place = table.hex(2, 0);
    table.uses_at(0, place);
    assert_eq!(losses(&table), [0; 5]);
    table.act(Action::EndTurn).hold_gm();
    assert_eq!((losses(&table), table.state.round), (vec![0, 0, 0, 0, 2], 2));
    assert!(table.events.iter().any(|event| matches!(event, Event::Harmed { source: Source::Mortar { .. }, .. })));
}

#[test]
fn painted_enemies_draw_dice_and_harm() {
    let mut table = table("Target Painter");
    let dice = |table: &Table| table.mission.shot(&table.state, A, arm(1), NEAR[0]).0.dice;
    assert_eq!(dice(&table), 4);
    table.uses(0, NEAR[0]);
    assert_eq!((table.vigor(NEAR[0]), dice(&table)), (19, 5));
    table.uses(0, NEAR[0]);
    assert_eq!(table.vigor(NEAR[0]), 18, "its own Harm does not grow (A33)");
    assert_eq!(table.mission.item_harm(&table.state, 2, NEAR[0], 1), 3);
    table.act(Action::EndTurn).hold_gm();
    assert_eq!(dice(&table), 4);
}

#[test]
fn repulsor_rams_and_pushes() {
    let mut table = table("Repulsor Shield");
    assert_eq!(targets(&table), enemies(&[CLOSE, NEAR[0], NEAR[1], OPPOSITE]));
    table.uses(0, NEAR[0]);
    let (place, beyond) = (table.hex(1, 0), table.hex(2, 0));
    assert_eq!((table.state.aces[0].hex(), table.vigor(NEAR[0])), (place, 18));
    assert_eq!(table.state.asked, Some(Decision::Shove));
    table.act(Action::Shove(beyond));
    assert_eq!((table.state.enemies[1].at, table.state.asked), (beyond, Some(Decision::Act)));
    assert!(table.state.marks.held.has(NEAR[0]), "Suppressive");
    assert_eq!((table.state.aces[0].moves, table.state.turn.hexes), (1, 1));
}

#[test]
fn thrusters_move_and_harm() {
    let mut enter = table("Entry Thrusters");
    let place = enter.hex(1, 0);
    let target = Some(Combatant::Enemy(NEAR[1]));
    enter.act(Action::Use { item: ItemSlot::new(0), way: ItemUse::Main, target, to: Some(place) });
    assert_eq!((enter.state.aces[0].hex(), losses(&enter)), (place, vec![0, 0, 2, 0, 0]));
    let empty = enter.hex(1, -1);
    enter.uses_at(0, empty);
    assert_eq!(enter.state.aces[0].hex(), empty);
    let mut exit = table("Exit Thrusters");
    exit.uses(0, CLOSE);
    assert_eq!(losses(&exit), [2, 0, 0, 0, 0]);
    assert_eq!(exit.state.asked, Some(Decision::Step { ace: A, why: Step::Exit }));
    assert!(!exit.may(Action::Skip));
    exit.act(Action::Step(place));
    assert_eq!(exit.state.aces[0].hex(), place);
}

#[test]
fn afterburner_lands_two_hexes_away() {
    let mut table = table("Afterburner");
    let place = table.hex(-2, 0);
    assert_eq!(targets(&table).len(), 12);
    table.uses_at(0, place);
    assert_eq!((table.state.aces[0].hex(), table.state.turn.hexes, table.state.aces[0].moves), (place, 2, 1));
}

#[test]
fn shields_last_until_used_or_until_the_round_is_over() {
    let mut generator = table("Shield Generator");
    generator.uses_plainly(0);
    assert_eq!(generator.state.aces[0].shields, 2);
    assert!(targets(&generator).is_empty(), "more of the same is no help (A17)");
    generator.until_gm().activate(1).dice(&[2]).enemy_attack(1, 0, 0).act(Action::Hold);
    assert_eq!((generator.state.aces[0].shields, generator.resources(0).0), (1, 10));
    let mut barrier = table("Assault Barrier");
    barrier.uses_plainly(0);
    assert_eq!(barrier.mission.ace_guard(&barrier.state, A, Some(1)).shields, 3);
    barrier.until_gm().activate(1).dice(&[4]).enemy_attack(1, 0, 0).act(Action::Hold);
    assert_eq!((barrier.state.aces[0].fleeting, barrier.harms(Combatant::Ace(A))), (0, vec![2]));
}

#[test]
fn projector_shields_an_ally() {
    let team = vec![with_item("M3", &item("Shield Projector"), &[]), with_item("L1", &item("Shield Generator"), &[])];
    let mut table = Table::new(team, FIELD);
    table.act(Action::Begin(A)).uses_for(0, B);
    assert_eq!((table.state.aces[0].shields, table.state.aces[1].shields), (0, 2));
}

#[test]
fn plating_chaff_and_radar_last_as_long_as_they_say() {
    let mut plating = table("Actuated Plating");
    plating.uses_plainly(0);
    assert_eq!(plating.mission.ace_guard(&plating.state, A, None).armor, 1);
    plating.act(Action::EndTurn).hold_gm();
    assert_eq!(plating.mission.ace_guard(&plating.state, A, None).armor, 0);
    let mut chaff = table("Chaff Launcher");
    chaff.uses_plainly(0);
    let less = |steps| chaff.mission.ace_guard(&chaff.state, A, Some(steps)).less;
    assert_eq!((less(0), less(1), less(2)), (0, 1, 1));
    let mut radar = table("Targeting Radar");
    let dice = |table: &Table| table.mission.shot(&table.state, A, arm(1), foe(1)).0.dice;
    radar.uses_plainly(0);
    assert_eq!(dice(&radar), 5);
    radar.act(Action::EndTurn);
    assert_eq!(dice(&radar), 4);
    assert_eq!(radar.state.marks.up.iter().count(), 5);
}

const LEGIONNAIRES: &str = r#"
aces = "0,0"
enemies = [{ kind = "Legionnaire", at = ["1,0", "1,0"], vigor = 20 }]
"#;

fn tagged(name: &str, tag: ItemTag) -> Table {
    Table::new(vec![with_item("M1", &item(name), &[tag])], LEGIONNAIRES)
}

fn pair(name: &str, tag: ItemTag) -> Table {
    let mut table = Table::new(vec![with_item("M1", &item(name), &[tag]), ace("L1")], LEGIONNAIRES);
    table.act(Action::Begin(A));
    table
}

#[test]
fn efficient_spares_ammo_on_a_four() {
    for (face, ammo) in [(3, 4), (4, 5)] {
        let mut table = tagged("Plasma Cannon", ItemTag::Efficient);
        table.dice(&[face]).uses(0, 0);
        assert_eq!(table.resources(0).2, ammo);
    }
}

#[test]
fn holdout_takes_tension_once_a_round_where_there_is_no_ammo() {
    let mut table = tagged("Plasma Cannon", ItemTag::Holdout);
    table.state.aces[0].ammo = 1;
    table.uses(0, 0);
    assert!(!table.may(at_enemy(0, ItemUse::Main, 0)), "used this round already");
    table.act(Action::EndTurn).hold_gm();
    table.uses(0, 0);
    assert_eq!(table.resources(0).1, 3);
    assert!(!table.may(at_enemy(0, ItemUse::Main, 0)), "Limited now (A38)");
}

#[test]
fn limited_is_once_a_round() {
    let mut table = tagged("Plasma Cannon", ItemTag::Limited);
    table.uses(0, 0);
    assert!(!table.may(at_enemy(0, ItemUse::Main, 0)));
    table.act(Action::EndTurn).hold_gm();
    assert!(table.may(at_enemy(0, ItemUse::Main, 0)));
}

#[test]
fn offensive_tags_mark_those_harmed() {
    let mut distracting = tagged("Plasma Cannon", ItemTag::Distracting);
    distracting.uses(0, 0);
    assert_eq!(distracting.state.marks.distracted.bits(), 1);
    let mut flashy = tagged("Plasma Cannon", ItemTag::Flashy);
    flashy.uses(0, 0);
    assert_eq!(flashy.state.enemies[0].flashed_by.bits(), 1);
    let mut suppressive = tagged("Plasma Cannon", ItemTag::Suppressive);
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
        table.harms(Combatant::Enemy(foe(target)))
    };
    assert_eq!((harm(&[], 0, &[]), harm(&[ItemTag::Energy], 0, &[])), (vec![1], vec![2]));
    let torch = |tags: &[ItemTag], faces: &[u8]| {
        let mut table = Table::new(vec![with_item("M1", &item("Missile Battery"), tags)], text);
        table.dice(faces).uses(0, 1);
        table.harms(Combatant::Enemy(foe(1)))
    };
    assert_eq!((torch(&[], &[1]), torch(&[ItemTag::Piercing], &[])), (vec![0], vec![2]));
}

#[test]
fn superhot_burns_one_target_more() {
    let mut single = tagged("Plasma Cannon", ItemTag::Superhot);
    single.uses(0, 0);
    assert_eq!(single.vigor(0), 16);
    let mut several = tagged("Missile Battery", ItemTag::Superhot);
    several.uses(0, 0).act(Action::Pick(foe(1)));
    let burns = |enemy| Action::Choose(Combatant::Enemy(foe(enemy)));
    assert_eq!(several.candidates(), [burns(0), burns(1)]);
    several.act(burns(1));
    assert_eq!((several.vigor(0), several.vigor(1)), (18, 17));
}

#[test]
fn encouraging_adds_to_the_next_attack() {
    let mut table = tagged("Actuated Plating", ItemTag::Encouraging);
    let harm = |table: &Table| table.mission.shot(&table.state, A, arm(1), foe(0)).0.harm;
    assert_eq!(harm(&table), 2);
    table.uses_plainly(0);
    assert_eq!(harm(&table), 3);
    table.attack(1, 0, &[5, 5, 5, 5]).act(Action::Keep);
    assert_eq!((table.vigor(0), harm(&table)), (17, 2));
}

#[test]
fn enveloping_shields_one_of_those_affected() {
    let mut generator = tagged("Shield Generator", ItemTag::Enveloping);
    generator.uses_plainly(0);
    assert_eq!(generator.state.aces[0].shields, 3);
    let mut plating = tagged("Actuated Plating", ItemTag::Enveloping);
    plating.uses_plainly(0);
    assert_eq!(plating.state.aces[0].shields, 1);
    let mut chaff = pair("Chaff Launcher", ItemTag::Enveloping);
    chaff.uses_plainly(0);
    assert_eq!(chaff.candidates(), [A, B].map(|ace| Action::Choose(Combatant::Ace(ace))));
    chaff.act(Action::Choose(Combatant::Ace(B)));
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
    table.act(for_ally(0, ItemUse::Projected, B));
    assert_eq!((table.state.aces[0].plate, table.state.aces[1].plate), (0, 1));
    assert_eq!(table.resources(0), (10, 2, 4));
    let mut far = Table::new(
        vec![with_item("M1", &item("Shield Projector"), &[ItemTag::Projecting]), ace("L1")],
        "aces = [\"0,0\", \"0,1\"]\nenemies = [{ kind = \"Legionnaire\", at = \"4,0\" }]",
    );
    far.act(Action::Begin(A));
    assert!(!far.may(for_ally(0, ItemUse::Main, B)));
    far.act(for_ally(0, ItemUse::Projected, B));
    assert_eq!((far.state.aces[1].shields, far.resources(0).1), (2, 2));
}

#[test]
fn protective_takes_one_harm_once() {
    let mut table = tagged("Targeting Radar", ItemTag::Protective);
    table.uses_plainly(0);
    table.until_gm().activate(0).enemy_attack(0, 0, 0);
    assert!(!table.state.aces[0].protected);
    assert_eq!(table.harms(Combatant::Ace(A)), [1]);
}
