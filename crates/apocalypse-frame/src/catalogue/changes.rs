//! Tests of overlays on the catalogue: every field of every sort of entry, new entries, removed entries, and errors.

use super::super::attack::{Shot, ShotInputs};
use super::entries::{Build, Trait};
use super::tag::{Band, Tag};
use super::*;
use super::{entries::Gear, numbers::Number};
use crate::{rules_files::standard, ruleset::Ruleset};
use hitchart_config::FileText;
use hitchart_config::rules::{RulesText, differing as fields, load_from, written as written_rules};
use std::collections::BTreeSet;
use toml::de::DeTable;

/// Reads a ruleset over v0.3.
fn read(text: &str) -> Result<Ruleset, InputError> {
    let file = FileText { path: "house.toml".into(), text: format!("[rules]\n{text}") };
    let mut table = DeTable::parse(&file.text).map_err(|error| InputError::toml(&file, &error))?.into_inner();
    written_rules(&file, table.remove("rules"))
}

fn house(text: &str) -> Ruleset {
    read(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Returns the paths of the fields in which a ruleset differs from v0.3.
fn differing(rules: &Ruleset) -> Vec<String> {
    fields(&standard(), rules)
}

/// A change of each field of each sort of entry, below `catalogue`.
const CHANGES: [&str; 73] = [
    "armaments.Carbine.dice = 2",
    "armaments.Carbine.harm = 4",
    "armaments.Carbine.range = ['far']",
    "armaments.Carbine.tags = ['hot', 'spin-up']",
    "armaments.Carbine.pregen = { dice = 1 }",
    "armaments.Gatling.pregen.harm = 9",
    "armaments.Gatling.pregen.range = ['close']",
    "armaments.Gatling.pregen.tags = []",
    "backups.Shiv.dice = 3",
    "backups.Shiv.harm = 1",
    "backups.Shiv.range = ['close', 'near']",
    "backups.Shiv.tags = ['piercing']",
    "systems.Chaingun.class = 'support'",
    "systems.'Pulse Laser'.tags = []",
    "systems.Chaingun.effect.targets = 3",
    "systems.Chaingun.effect.at = ['far']",
    "systems.Chaingun.effect.harm = 2",
    "systems.Chaingun.effect.or_targets = 0",
    "systems.Chaingun.effect.or_harm = 5",
    "systems.Chaingun.effect.together = false",
    "systems.Chaingun.effect.emp = true",
    "systems.Railgun.effect.close = 1",
    "systems.Railgun.effect.near = 1",
    "systems.Railgun.effect.far = 5",
    "systems.Railgun.effect.wounded = 1",
    "systems.Railgun.effect = { does = 'around', harm = 2 }",
    "systems.'Kinetic Discharge'.effect.spare = 2",
    "systems.'Net Launcher'.effect.pull = false",
    "systems.Afterburner.effect.hexes = 3",
    "systems.'Shield Generator'.effect.shields = 3",
    "systems.'Shield Generator'.effect.fleeting = true",
    "systems.'Actuated Plating'.effect.armor = 2",
    "systems.'Chaff Launcher'.effect.less = 2",
    "systems.'Targeting Radar'.effect.dice = 2",
    "frames.M1-SOLDIER.division = 'arrow'",
    "frames.M1-SOLDIER.vigor = 8",
    "frames.M1-SOLDIER.tension = 5",
    "frames.M1-SOLDIER.ammo = 3",
    "frames.M1-SOLDIER.build = 'light'",
    "frames.M1-SOLDIER.trait = 'none'",
    "frames.M1-SOLDIER.integral = 'Flamethrower'",
    "frames.M1-SOLDIER.modular = ['Chaingun', 'Railgun']",
    "frames.M1-SOLDIER.armaments = ['Shotgun', 'Carbine']",
    "frames.M1-SOLDIER.backups = ['Handgun', 'Handgun']",
    "frames.M1-SOLDIER.attributes.drive = 1",
    "enemies.Legionnaire.faction = 'Claw'",
    "enemies.Legionnaire.rank = 'prime'",
    "enemies.Legionnaire.vigor = 4",
    "enemies.Legionnaire.unsourced = true",
    "enemies.Legionnaire.armor = 1",
    "enemies.Legionnaire.shields = 1",
    "enemies.Centurion.restorations = 2",
    "enemies.Slinger.picks_one = false",
    "enemies.Legionnaire.emplaced = true",
    "enemies.Legionnaire.no_drop = true",
    "enemies.Head.part_of = 'Hydra'",
    "enemies.Head.count = 2",
    "enemies.Legionnaire.attacks.'Service Rifle'.harm = 3",
    "enemies.Legionnaire.attacks.'Service Rifle'.range = ['far']",
    "enemies.Legionnaire.attacks.'Service Rifle'.tags = ['burst']",
    "tags.burst.harm = 2",
    "tags.charge.dice = 2",
    "tags.hot.tension = 2",
    "tags.invigorating.vigor = 2",
    "tags.hot = { does = 'invigorating', vigor = 1 }",
    "system_tags.efficient.face = 2",
    "system_tags.enveloping.shields = 2",
    "traits.riot-shield.armor = 2",
    "builds.heavy = { vigor = 3, tension = 1 }",
    "costs = { armament_tag = 1, second_armament_tag = 2, system_tag = 3, gear = 2, frame = 6, random_tag = 1, \
     second_random_tag = 1, random_system_tag = 1, favor_step = 0 }",
    "limits.favors = 2",
    "rewards = { crisis = 50, favor = 1 }",
    "clocks = { favor = 5, crisis = 3, moonshot = 4 }",
];

/// Fields that must change together with another field, such as `integral`; other tests change them.
const OTHERWISE: [&str; 5] = ["integral", "armament_tags", "system_tags", "standard", "remove"];

#[test]
fn every_field_of_every_sort_of_entry_can_be_changed_and_is_told() {
    let mut changed = BTreeSet::new();
    for change in CHANGES {
        let rules = house(&format!("catalogue.{change}"));
        let paths = differing(&rules);
        let keys: Vec<&str> = change.split(" = ").next().unwrap().split('.').collect();
        let entry = keys[..keys.len().min(2)].join(".").replace('\'', "\"");
        assert!(!paths.is_empty(), "{change} changes nothing");
        assert!(paths.iter().all(|path| path.starts_with(&format!("catalogue.{entry}"))), "{change}: {paths:?}");
        changed.extend(paths.iter().map(|path| path.rsplit('.').next().unwrap().to_owned()));
        assert_ne!(RulesText::of(&rules).sha256(), RulesText::of(&standard()).sha256());
    }
    let schema = hitchart_config::rules::schema::<Ruleset>();
    let definitions = schema["$defs"].as_object().unwrap();
    let is_entry = |name: &&String| name.starts_with("Written") && *name != "Written" || *name == "Regained";
    let fields = definitions.keys().filter(is_entry).flat_map(|name| definitions[name]["properties"].as_object());
    let all: BTreeSet<String> = fields.flat_map(|fields| fields.keys().cloned()).collect();
    assert!(all.len() > 30, "{all:?}");
    let tables = ["attacks", "effect", "attributes", "pregen", "light", "medium", "heavy"];
    let left: Vec<&String> = all
        .iter()
        .filter(|field| !changed.contains(*field) && !tables.contains(&field.as_str()))
        .filter(|field| !OTHERWISE.contains(&field.as_str()))
        .collect();
    assert!(left.is_empty(), "no change of {left:?}");
}

#[test]
fn what_goes_with_something_else_is_changed_with_it() {
    let rules = house(
        "catalogue.systems.Flamethrower.integral = false\ncatalogue.frames.H2-LANCER.integral = 'Railgun'\n\
         catalogue.systems.Railgun.integral = true\ncatalogue.frames.L1-RECON.modular = ['Afterburner', 'Flamethrower']\n\
         catalogue.limits = { armament_tags = 3, system_tags = 2 }\ncatalogue.rewards.standard = 100",
    );
    assert_eq!(rules.catalogue.integral.last().unwrap().name, "Net Launcher");
    assert!(rules.catalogue.integral("railgun").is_ok() && rules.catalogue.modular("Flamethrower").is_ok());
    let advancement = &rules.catalogue.advancement;
    assert_eq!(
        (advancement.limits.armament_tags, advancement.limits.system_tags, advancement.rewards.standard),
        (3, 2, 100)
    );
}

/// The rule "Snipers roll one die less" takes three lines, in any spelling of the name.
#[test]
fn an_armament_rolls_a_die_less() {
    for name in ["'Sniper Rifle'", "sniper-rifle", "SniperRifle"] {
        let rules = house(&format!("[rules.catalogue.armaments.{name}]\ndice = 1"));
        assert_eq!(differing(&rules), ["catalogue.armaments.\"Sniper Rifle\".dice"]);
        let dice = |gear| rules.catalogue.armament("Sniper Rifle", gear).unwrap().dice;
        assert_eq!([Gear::Stock, Gear::Pregen].map(dice), [1, 1]);
    }
}

/// A12: a change applies to both lists, unless it names the list of the ready-made sheets.
#[test]
fn both_lists_of_armaments_change() {
    let tags = |rules: &Ruleset| {
        [Gear::Stock, Gear::Pregen].map(|gear| rules.catalogue.armament("Gatling", gear).unwrap().tag_names().join(" "))
    };
    let both = house("catalogue.armaments.Gatling.tags = ['hot']");
    assert_eq!(tags(&both), ["Hot", "Hot"]);
    let one = house("catalogue.armaments.Gatling = { tags = ['hot'], pregen.tags = ['mobile'] }");
    assert_eq!(tags(&one), ["Hot", "Mobile"]);
    let dice = house("catalogue.armaments.Gatling.dice = 4");
    assert_eq!(tags(&dice), tags(&standard()));
    assert_eq!(dice.catalogue.armament("Gatling", Gear::Pregen).unwrap().dice, 4);
}

#[test]
fn entries_are_added_after_the_books() {
    let rules = house(
        "catalogue.armaments.'Long Rifle' = { dice = 2, harm = 3, range = ['far'], tags = ['volatile', 'scoped'] }\n\
         catalogue.tags.Volatile = { does = 'burst', harm = 2 }\n\
         catalogue.enemies.Veteran = { faction = 'Republic', vigor = 5, attacks.Pike = { harm = 3, range = ['close'] } }\n\
         catalogue.traits.'Heavy Drones' = { does = 'support-drones', vigor = 3 }\n\
         catalogue.systems.'Smoke Pot' = { class = 'support', effect = { does = 'chaff', less = 1 } }",
    );
    let catalogue = &rules.catalogue;
    let names: Vec<&str> = catalogue.armaments(Gear::Stock).iter().map(|armament| armament.name.as_str()).collect();
    assert_eq!((names.len(), names[0], names[18]), (19, "Assault Rifle", "Long Rifle"));
    let rifle = catalogue.armament("long rifle", Gear::Pregen).unwrap();
    assert_eq!(rifle.tag_names(), ["Scoped", "Volatile"]);
    let shot = Shot::of(rifle, &ShotInputs::default());
    assert_eq!((shot.dice, shot.harm, shot.six_bonus), (2, 3, 2));
    assert_eq!(catalogue.enemies.last().unwrap().attacks[0].name, "Pike");
    let drones = catalogue.integral_trait("heavy drones").unwrap();
    assert_eq!((drones.does, drones.numbers.get(Number::Vigor)), (Trait::SupportDrones, 3));
    assert!(catalogue.modular("Smoke Pot").is_ok() && rules.catalogue.tag("volatile").is_ok());
    // A file on top can change an added entry in the same way as an entry of the book.
    let folder = tempfile::tempdir().unwrap();
    let first = "[catalogue.armaments.\"Long Rifle\"]\ndice = 2\nharm = 3\nrange = [\"far\"]\n";
    std::fs::write(folder.path().join("first.toml"), first).unwrap();
    let second = "extends = \"first.toml\"\n[catalogue.armaments.\"Long Rifle\"]\ndice = 4\n";
    std::fs::write(folder.path().join("second.toml"), second).unwrap();
    let rules: Ruleset = load_from("second.toml", folder.path()).unwrap();
    assert_eq!(rules.catalogue.armament("Long Rifle", Gear::Stock).unwrap().dice, 4);
}

/// A removed tag or trait is removed from everything that had it; the rest does not change.
#[test]
fn what_is_removed_is_gone() {
    let rules = house("catalogue.tags.Burst.remove = true\ncatalogue.traits.'Riot Shield'.remove = true");
    let catalogue = &rules.catalogue;
    let all = catalogue.armaments(Gear::Stock).iter().chain(catalogue.armaments(Gear::Pregen));
    assert!(all.into_iter().all(|armament| !armament.tags.has(Tag::Burst)));
    assert!(catalogue.enemies.iter().flat_map(|kind| &kind.attacks).all(|attack| !attack.tags.has(Tag::Burst)));
    assert!(catalogue.armament("Carbine", Gear::Stock).unwrap().tags.has(Tag::Mobile));
    assert!(
        catalogue.frame("L3").unwrap().integral_trait.is_none()
            && catalogue.frame("L1").unwrap().integral_trait.is_some()
    );
    let message = catalogue.tag("burst").unwrap_err().to_string();
    assert!(message.contains("the ruleset removes `burst`"), "{message}");
    let rules = house("catalogue.enemies.Drone.remove = true");
    assert_eq!(rules.catalogue.enemies.len(), 29);
    assert!(differing(&rules).iter().all(|path| path.starts_with("catalogue.enemies.Drone.")));
}

/// Overlays that are refused, each with parts of the error message.
const REFUSED: [(&str, &[&str]); 31] = [
    ("armaments.'Snipr Rifle'.dice = 1", &["house.toml:2", "missing key", "did you mean `Sniper Rifle`?"]),
    ("armaments.'Sniper Rifle'.dise = 1", &["`dise`", "did you mean `dice`?"]),
    ("armament.'Sniper Rifle'.dice = 1", &["`armament`", "did you mean `armaments`?"]),
    ("armaments.'Sniper Rifle'.dice = 9", &["\"Sniper Rifle\".dice` is 9; allowed: 0 to 8", "house.toml:2"]),
    ("armaments.'Sniper Rifle'.dice = 'one'", &["\"Sniper Rifle\".dice", "the text \"one\""]),
    ("armaments.'Sniper Rifle'.tags = ['stationery']", &["no tag of that name", "did you mean `Stationary`?"]),
    ("armaments.'Sniper Rifle'.tags = ['hot', 'Hot']", &["another tag with the same effect"]),
    ("armaments.'Sniper Rifle'.tags = ['retreat']", &["is only for attacks of enemies"]),
    ("armaments.'Sniper Rifle'.range = ['farr']", &["`farr`", "did you mean `far`?"]),
    ("armaments.'Sniper Rifle'.range = []", &["is empty"]),
    ("armaments.'Sniper Rifle' = {}", &["Sniper Rifle", "remove = true"]),
    ("armaments.'Sniper Rifle' = 2", &["is an entry; write a table"]),
    ("armaments = { 'Sniper Rifle' = { dice = 1 }, SniperRifle = { harm = 1 } }", &["the same entry"]),
    ("armaments.'Sniper Rifle'.remove = true", &["frames.M2-ARCHER.armaments` is `Sniper Rifle`", "house.toml:2"]),
    ("armaments.Bazooka.remove = true", &["unknown entry `Bazooka`"]),
    ("armaments.Shotgun.remove = false", &["`true`, or be left out"]),
    ("enemies.Drone = { remove = true, vigor = 2 }", &["both removed and changed"]),
    ("enemies.Legionaire.vigor = 4", &["missing key", "did you mean `Legionnaire`?"]),
    ("enemies.Legionnaire.attacks.'Servce Rifle'.harm = 3", &["missing key", "did you mean `Service Rifle`?"]),
    ("enemies.Legionnaire.attacks.'Service Rifle'.remove = true", &["has 0 entries; allowed: 1 to 8"]),
    ("enemies.Legionnaire.attacks.'Service Rifle'.tags = ['hot']", &["does nothing on an enemy's attack"]),
    ("enemies.Legionnaire.vigor = 0", &["vigor` is 0; allowed: 1 to 60"]),
    ("enemies.Legionnaire.restorations = 1", &["restorations` is 1; allowed: 0 to 0"]),
    ("enemies.Legionnaire.count = 2", &["count` is 2; allowed: 1 to 1"]),
    ("enemies.Legionnaire.part_of = 'Consul'", &["a part of a colossus names it"]),
    ("frames.M1-SOLDIER.integral = 'Chaingun'", &["no integral system of that name"]),
    ("frames.M1-SOLDIER.trait = 'riot-sheild'", &["no trait of that name", "did you mean `riot-shield`?"]),
    ("systems.Chaingun.effect = { does = 'volly' }", &["`volly`", "did you mean `volley`?"]),
    ("systems.Chaingun.effect = { does = 'around' }", &["missing key `harm`"]),
    ("systems.Chaingun.tags = ['encouraging']", &["is only for the other class of systems"]),
    ("tags.energy.harm = 1", &["is not a number of Energy, which has no numbers"]),
];

#[test]
fn what_is_unknown_or_contradicts_itself_is_refused_with_its_place() {
    for (overlay, parts) in REFUSED {
        let error = read(&format!("catalogue.{overlay}")).expect_err(overlay).to_string();
        parts.iter().for_each(|part| assert!(error.contains(part), "{overlay}: no `{part}` in\n{error}"));
    }
}

/// The ranges of the schema are the ranges that are checked.
#[test]
fn ranges_of_the_schema_are_checked() {
    let schema = hitchart_config::rules::schema::<Ruleset>();
    let range = |definition: &str, field: &str| {
        let limits = &schema["$defs"][definition]["properties"][field];
        [limits["minimum"].as_i64().unwrap(), limits["maximum"].as_i64().unwrap()]
    };
    for (definition, entry, fields) in [
        ("WrittenArmament", "armaments.Carbine", &["dice", "harm"][..]),
        ("WrittenOtherwise", "armaments.Carbine.pregen", &["dice", "harm"]),
        ("WrittenBackup", "backups.Shiv", &["dice", "harm"]),
        ("WrittenFrame", "frames.M1-SOLDIER", &["vigor", "tension", "ammo"]),
        ("WrittenEnemy", "enemies.Centurion", &["vigor", "armor", "shields", "restorations"]),
        ("WrittenEnemy", "enemies.Head", &["count"]),
        ("WrittenAttack", "enemies.Legionnaire.attacks.'Service Rifle'", &["harm"]),
        ("Regained", "builds.light", &["vigor", "tension"]),
        (
            "WrittenCosts",
            "costs",
            &["armament_tag", "second_armament_tag", "system_tag", "gear", "frame", "favor_step"],
        ),
        ("WrittenLimits", "limits", &["armament_tags", "system_tags", "favors"]),
        ("WrittenClocks", "clocks", &["favor", "crisis", "moonshot"]),
        ("WrittenRewards", "rewards", &["standard", "crisis", "favor"]),
    ] {
        for field in fields {
            let [low, high] = range(definition, field);
            let with = |value: i64| read(&format!("catalogue.{entry}.{field} = {value}"));
            assert!(with(low).is_ok() && with(high).is_ok(), "{entry}.{field}");
            assert!(with(high + 1).is_err() && with(low - 1).is_err(), "{entry}.{field}");
        }
    }
}

/// Writing and reading a complete ruleset gives the same ruleset.
#[test]
fn a_ruleset_is_read_as_it_is_written() {
    let changed = house("catalogue.tags.Volatile = { does = 'burst', harm = 2 }\ncatalogue.builds.light.vigor = 1");
    for rules in [standard(), changed] {
        let file = FileText { path: "all.toml".into(), text: RulesText::of(&rules).toml().to_owned() };
        let again: Ruleset = hitchart_config::rules::complete(&file).unwrap();
        assert_eq!(again, rules);
    }
    assert_eq!(house("catalogue.builds.light.vigor = 1").catalogue.regained(Build::Light), (1, 2));
}

/// The book's tags and traits are listed in the order of their discriminants.
#[test]
fn marks_are_in_their_places() {
    fn held<K: EffectKind>() {
        K::BOOK.iter().enumerate().for_each(|(place, does)| assert_eq!(does.place(), place));
    }
    held::<Tag>();
    held::<ItemTag>();
    held::<Trait>();
    let plain = standard();
    let carbine = plain.catalogue.armament("Carbine", Gear::Stock).unwrap();
    assert_eq!(carbine.bands.iter().collect::<Vec<_>>(), [Band::Close, Band::Near]);
}
