//! Changed entries of the catalogue in play.

use super::super::action::Action;
use super::table::{A, B, Table, arm, foe};
use crate::games::apocalypse_frame::encounter::{RawEncounter, check};
use crate::games::apocalypse_frame::ids::Who;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use crate::games::apocalypse_frame::squad::stock;
use hitchart_config::rules::written;
use hitchart_config::{FileText, from_toml};
use toml::de::DeTable;

/// Returns a table with stock frames against enemies, by the rules with changes of the catalogue.
fn table(changes: &str, frames: &[&str], enemies: &str) -> Table {
    let file = FileText { path: "house.toml".into(), text: format!("[rules.catalogue]\n{changes}") };
    let mut house = DeTable::parse(&file.text).unwrap().into_inner();
    let rules: Ruleset = written(&file, house.remove("rules")).unwrap_or_else(|error| panic!("{error}"));
    let text = format!("map = {{ hexagon = 4 }}\naces = \"0,0\"\nenemies = [{enemies}]");
    let file = FileText { path: "test.toml".into(), text };
    let raw: RawEncounter = from_toml(&file.text).unwrap();
    let encounter = check(&raw, &file, &rules.catalogue).unwrap();
    let aces = frames.iter().map(|frame| stock(rules.catalogue.frame(frame).unwrap(), &rules)).collect();
    Table::under(rules, aces, encounter)
}

const FAR: &str = "{ kind = \"Legionnaire\", at = \"4,0\" }";
const NEAR: &str = "{ kind = \"Legionnaire\", at = \"1,0\" }";

#[test]
fn shots_have_the_dice_and_harm_of_the_rules() {
    let changes = "armaments.'Scout Rifle' = { dice = 4, harm = 3, tags = ['stationary', 'loud'] }\n\
                   tags.stationary = { dice = 2, harm = 1 }\ntags.Loud = { does = 'burst', harm = 2 }";
    let table = table(changes, &["L1"], NEAR);
    let shot = table.mission.shot(&table.state, A, arm(1), foe(0)).0;
    assert_eq!((shot.dice, shot.harm, shot.six_bonus), (6, 4, 2));
}

/// A pool of no dice: two are rolled, and the lower counts (A02).
#[test]
fn armaments_of_no_dice_throw_two() {
    for (faces, vigor) in [([6, 3], 2), ([3, 6], 2), ([6, 2], 3), ([5, 5], 2)] {
        let mut table = table("armaments.'Scout Rifle' = { dice = 0, harm = 1, tags = [] }", &["L1"], NEAR);
        table.attack(1, 0, &faces).act(Action::Keep);
        assert_eq!(table.vigor(0), vigor, "{faces:?}");
    }
}

#[test]
fn enemies_have_the_boxes_and_harm_of_the_rules() {
    let changes =
        "enemies.Velite = { vigor = 5, armor = 2, attacks.'Light Sniper'.harm = 2 }\ntags.deliberate.harm = 2";
    let mut table = table(changes, &["M1"], "{ kind = \"Velite\", at = \"2,0\" }");
    assert_eq!((table.vigor(0), table.mission.enemy_guard(&table.state, foe(0)).armor), (5, 2));
    // 2 for the attack, 2 for Deliberate in the GM turn, 1 for a die of Stationary (A45).
    table.until_gm().activate(0).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Who::Ace(A)), [5]);
}

#[test]
fn traits_and_builds_give_what_the_rules_say() {
    let mut drones = table("traits.support-drones.vigor = 2", &["M3", "L1"], FAR);
    drones.state.aces.iter_mut().for_each(|ace| ace.vigor = 2);
    drones.act(Action::Begin(A)).act(Action::EndTurn);
    assert_eq!([0u8, 1].map(|ace| drones.resources(ace).0), [4, 4]);
    let plates = table("traits.flared-plating.armor = 3\ntraits.riot-shield.armor = 2", &["H1", "L3"], NEAR);
    assert_eq!(plates.mission.ace_guard(&plates.state, B, Some(1)).armor, 3);
    assert_eq!(plates.mission.ace_guard(&plates.state, A, Some(1)).armor, 0);
    let shield = table("traits.riot-shield.armor = 2", &["L3"], NEAR);
    assert_eq!(shield.mission.ace_guard(&shield.state, A, Some(1)).armor, 2);
    let mut heavy = table("builds.heavy.vigor = 3", &["H1"], FAR);
    heavy.state.aces[0].vigor = 3;
    heavy.hold_gm();
    assert_eq!(heavy.resources(0).0, 6);
}

#[test]
fn what_is_taken_away_does_nothing() {
    let mut drones = table("traits.support-drones.remove = true", &["M3"], FAR);
    drones.state.aces[0].vigor = 2;
    drones.act(Action::EndTurn);
    assert_eq!(drones.resources(0).0, 2);
    let rifle = table("tags.Stationary.remove = true", &["M2"], NEAR);
    let bears = rifle.mission.aces[0].armaments.iter().any(|armament| armament.tag_names().contains(&"Stationary"));
    assert!(!bears);
}
