//! Tests of Aces in scenario files.

use super::*;
use crate::games::apocalypse_frame::ace::{Ace, MAX_ARMAMENTS, MAX_ITEMS};
use crate::games::apocalypse_frame::catalogue::armament::Gear;
use crate::games::apocalypse_frame::catalogue::book;
use crate::games::apocalypse_frame::catalogue::frame::Trait;
use crate::games::apocalypse_frame::catalogue::item::ItemTag;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::rules_files::standard;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use hitchart_config::rules::load;
use hitchart_config::{At, FileText, InputError, from_toml};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    ace: At<RawAce>,
}

fn read_under(text: &str, rules: &Ruleset) -> Result<Ace, InputError> {
    let file = FileText { path: "squad.toml".into(), text: format!("ace = {text}\n") };
    let read: File = from_toml(&file.text).map_err(|error| InputError::read(&file, &error))?;
    resolve(&file, &read.ace, rules)
}

fn read(text: &str) -> Ace {
    read_under(text, &standard()).unwrap()
}

fn refuses_under(rules: &Ruleset, text: &str, parts: &[&str]) {
    let message = read_under(text, rules).unwrap_err().to_string();
    parts.iter().for_each(|part| assert!(message.contains(part), "no `{part}` in\n{message}"));
}

fn refuses(text: &str, parts: &[&str]) {
    refuses_under(&standard(), text, parts);
}

fn resources(ace: &Ace) -> [u8; 3] {
    [ace.vigor, ace.tension, ace.ammo]
}

fn backups(ace: &Ace) -> Vec<&str> {
    ace.backups.iter().map(|backup| backup.name.as_str()).collect()
}

/// The example round's Ace, and the other sheets by the same sums.
#[test]
fn stock_frames_have_the_resources_of_their_sheets() {
    let of = |name: &str| resources(&read(&format!("'{name}'")));
    assert_eq!([of("M1-SOLDIER"), of("L1"), of("vanguard")], [[10, 6, 5], [7, 9, 5], [10, 3, 8]]);
    assert_eq!([of("archer"), of("l2 brawler"), of("H2")], [[8, 6, 7], [7, 10, 4], [10, 5, 6]]);
    assert_eq!([of("SENTINEL"), of("L3"), of("h3-angler")], [[7, 6, 8], [8, 7, 6], [10, 3, 8]]);
    let v1: Ruleset = load("v1.x").unwrap();
    for model in &book().frames {
        let (ace, later) = (stock(model, &standard()), stock(model, &v1));
        assert_eq!(ace.tension, later.tension + 2);
        assert_eq!(ace.backups.iter().map(|backup| &backup.name).collect::<Vec<_>>(), model.backups.each_ref());
        assert_eq!(read(&format!("{{ frame = '{}' }}", model.name)), ace);
    }
}

#[test]
fn a_table_changes_what_it_names() {
    let ace = read(
        "{ frame = 'M1', name = 'Ada', attributes = { drive = 1, speed = 3, control = 2 }, \
         armaments = ['assault rifle + Hot + energy', 'Sniper Rifle', 'Plasma Blade'], \
         modular = ['Elbow Blades + Superhot', 'Shield Projector + projecting', 'Afterburner'], \
         integral = false, trait = 'riot shield', \
         upgrades = ['spirit', 'Exceptional Clarity', 'preparation', 'commitment', 'perseverance', 'Armament slot', \
         'systems-slot'] }",
    );
    assert_eq!((ace.name.as_str(), ace.model.as_str()), ("Ada", "M1-SOLDIER"));
    assert_eq!(resources(&ace), [7 + 1 + 1, 4 + 3 + 1, 4 + 2 + 1]);
    let tags: Vec<Tag> = ace.armaments[0].tags.iter().collect();
    assert_eq!(tags, [Tag::Burst, Tag::Energy, Tag::Hot]);
    assert_eq!(backups(&ace), ["Handgun", "Revolver", "Shiv"]);
    assert!(ace.modular[0].name == "Elbow Spikes" && ace.modular[0].tags.has(ItemTag::Superhot));
    assert_eq!((ace.integral, ace.integral_trait), (None, Some(Trait::RiotShield.into())));
    assert_eq!((ace.reroll_dice, ace.rerolls_a_drop), (1, true));
    assert!(ace.armaments.len() == MAX_ARMAMENTS && ace.modular.len() < MAX_ITEMS);
    let bare = read("{ frame = 'M1', modular = [], trait = false, integral = true }");
    assert!(bare.modular.is_empty() && bare.integral_trait.is_none() && bare.integral.is_some());
}

#[test]
fn rulesets_change_gear() {
    let mut rules = standard();
    rules.armaments.gear = Gear::Stock;
    let vanguard = read_under("'H1'", &rules).unwrap();
    assert!(vanguard.armaments[0].tags.has(Tag::Piercing));
    assert_eq!(backups(&vanguard), ["Revolver", "Revolver"]);
    let v1: Ruleset = load("v1.x").unwrap();
    assert!(item("Reactor Backdraft", &v1).unwrap().tags.has(ItemTag::Efficient));
    assert!(!item("reactor-backdraft", &standard()).unwrap().tags.has(ItemTag::Efficient));
    refuses_under(&v1, "{ frame = 'L2', modular = ['Reactor Backdraft + Efficient'] }", &["Efficient already"]);
    let even = "{ frame = 'L2', attributes = { drive = 2, speed = 2, control = 2 } }";
    assert_eq!(resources(&read(even)), [7, 9, 5]);
    refuses_under(&v1, even, &["squad.toml:1:36", "2/2/2; allowed: 1 to 3 each, 6 in all, but not 2/2/2"]);
}

#[test]
fn backups_share_a_band_also_one_that_a_tag_adds() {
    let ace = read("{ frame = 'M1', armaments = ['Assault Rifle + Scoped'], backups = ['Revolver'] }");
    assert_eq!(backups(&ace), ["Revolver"]);
    refuses(
        "{ frame = 'M1', armaments = ['Assault Rifle'], backups = ['Revolver'] }",
        &["squad.toml:1:65", "`Revolver` (Far) shares no range band with `Assault Rifle` (Near)", "`Handgun` does"],
    );
    refuses("{ frame = 'M1', backups = ['Shiv'] }", &["squad.toml:1:33", "1 backups; allowed: 2 to 2"]);
    refuses(
        "{ frame = 'M1', backups = ['Shiv', 'Handgun + Energy'] }",
        &["1 tags added to `Handgun`; allowed: at most 0"],
    );
}

#[test]
fn mistakes_are_named_with_their_place() {
    refuses("'M1-SOLDEIR'", &["squad.toml:1:7", "unknown frame `M1-SOLDEIR`", "did you mean `M1-SOLDIER`?"]);
    refuses("'glaidator'", &["did you mean `L3-GLADIATOR`?"]);
    refuses("3", &["the name of a frame, or a table with `frame`"]);
    refuses("{ name = 'Ada' }", &["missing field `frame`"]);
    refuses("{ frame = 'M1', armament = [] }", &["unknown field `armament`", "did you mean `armaments`?"]);
    refuses("{ frame = 'M1', name = ' ' }", &["squad.toml:1:30", "`name` is empty"]);
    let attributes = "{ frame = 'M1', attributes = { drive = 3, speed = 3, control = 1 } }";
    refuses(attributes, &["attributes 3/3/1; allowed: 1 to 3 each, 6 in all"]);
    refuses("{ frame = 'M1', attributes = { drive = 4, speed = 1, control = 1 } }", &["4/1/1"]);
    refuses("{ frame = 'M1', attributes = { drive = 300, speed = 1, control = 1 } }", &["squad.toml:1:"]);
    refuses("{ frame = 'M1', trait = 'Riot Sheild' }", &["squad.toml:1:31", "did you mean `Riot Shield`?"]);
    refuses("{ frame = 'M1', trait = 3 }", &["`trait` is the name of an integral trait, or `false`"]);
    refuses("{ frame = 'M1', upgrades = ['spirit', 'Spirit'] }", &["squad.toml:1:45", "`spirit` is given twice"]);
    refuses("{ frame = 'M1', upgrades = ['claritty'] }", &["unknown upgrade", "did you mean `clarity`?"]);
    refuses("{ frame = 'M1', upgrades = ['Mark of Heroism'] }", &["Mark of Heroism"]);
}

#[test]
fn gear_is_checked_with_its_tags() {
    let armaments = |list: &str, parts: &[&str]| refuses(&format!("{{ frame = 'M1', armaments = [{list}] }}"), parts);
    armaments("", &["squad.toml:1:35", "0 armaments; allowed: 1 to 2"]);
    armaments("'Shotgun', 'Carbine', 'Gatling'", &["3 armaments; allowed: 1 to 2", "armament-slot"]);
    armaments("'Asault Rifle'", &["squad.toml:1:36", "unknown armament", "did you mean `Assault Rifle`?"]);
    armaments("'Shiv'", &["`Shiv` is a backup armament"]);
    armaments("'Carbine + Burst'", &["squad.toml:1:36", "`Carbine` has the tag Burst already"]);
    armaments("'Carbine + Hot + Hot'", &["`Carbine` has the tag Hot already"]);
    armaments("'Carbine + Hott'", &["unknown tag `Hott`", "did you mean `Hot`?"]);
    armaments("'Carbine + Deliberate'", &["unknown tag `Deliberate`"]);
    armaments("'Carbine +'", &["unknown tag ``"]);
    armaments("'Carbine + Hot + Energy + Piercing'", &["3 tags added to `Carbine`; allowed: at most 2"]);
    let modular = |list: &str, parts: &[&str]| refuses(&format!("{{ frame = 'M1', modular = [{list}] }}"), parts);
    modular("'Railgun', 'Railgun', 'Railgun'", &["3 modular systems; allowed: 0 to 2", "systems-slot"]);
    modular("'Chaingun + Energy + Holdout'", &["2 tags added to `Chaingun`; allowed: at most 1"]);
    modular("'Afterburner + Energy'", &["squad.toml:1:34", "Energy", "`Afterburner`, a support system"]);
    modular(
        "'Railgun + Projecting'",
        &["an offensive system; allowed: Efficient, Holdout, Distracting, Energy, Flashy"],
    );
    modular("'Railgun + Limited'", &["`Railgun` has the tag Limited already"]);
    modular("'Flamethrower'", &["`Flamethrower` is the integral system of H2-LANCER"]);
    modular("'Chain gunn'", &["did you mean `Chaingun`?"]);
}

#[test]
fn the_schema_has_both_forms() {
    let schema = schemars::schema_for!(RawAce).to_value().to_string();
    ["anyOf", "armaments", "\"trait\"", "upgrades"].iter().for_each(|part| assert!(schema.contains(part), "{schema}"));
}
