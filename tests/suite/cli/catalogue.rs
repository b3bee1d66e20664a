//! "What if Snipers rolled one die less", as a person types it: rules, questions, scenarios, comparisons, reports.

use crate::common::{Desk, at};
use serde_json::Value;

const SNIPERS: &str = "[catalogue.armaments.\"Sniper Rifle\"]\ndice = 1\n";

const SCENARIO: &str = r#"
title = "Archers on patrol"
game = "apocalypse-frame"
rules = "snipers.toml"

[[study]]
kind = "missions"
name = "patrol"
encounter = "patrol"
aces = ["M2-ARCHER", "M3-SENTINEL"]
policies = ["greedy", "greedy"]
games = 40
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("snipers.toml", SNIPERS);
    desk.write("missions.toml", SCENARIO);
    desk
}

/// Returns a number of the Sniper Rifle.
fn rifle(armaments: &Value, key: &str) -> f64 {
    let all = armaments["rows"].as_array().unwrap();
    let rifle = all.iter().find(|armament| armament["name"] == "Sniper Rifle").unwrap();
    rifle.pointer(key).and_then(Value::as_f64).unwrap()
}

#[test]
fn three_lines_change_a_catalogue() {
    let desk = desk();
    let rows = desk.json("rules diff v0.3 snipers.toml");
    let row = &rows.as_array().unwrap()[0];
    let told = ["field", "a", "b"].map(|key| row[key].as_str().unwrap());
    assert_eq!(told, ["catalogue.armaments.\"Sniper Rifle\".dice", "2", "1"]);
    assert!(desk.ok("rules check snipers.toml").contains("differs from v0.3 in"));
    assert!(desk.ok("rules check v1.x").contains("v1.x is a ruleset of Apocalypse Frame"));
    let [plain, changed] = ["v0.3", "snipers.toml"].map(|rules| desk.json(&format!("af armaments --rules {rules}")));
    assert_eq!([rifle(&plain, "/dice"), rifle(&changed, "/dice")], [2.0, 1.0]);
    assert!(rifle(&changed, "/harm/mean") < rifle(&plain, "/harm/mean"));
    let compared = desk.json("compare v0.3 snipers.toml");
    let exact = compared["exact"].as_array().unwrap();
    assert!(
        !exact.is_empty()
            && exact.iter().all(|change| {
                let item = change["item"].as_str().unwrap();
                item.contains("Sniper Rifle") || item == "M2-ARCHER"
            })
    );
    let played = desk.json("compare v0.3 snipers.toml --scenario missions.toml --games 40");
    assert!(!played["effects"].as_array().unwrap().is_empty());
}

#[test]
fn reports_tell_what_their_rules_change() {
    let desk = desk();
    desk.ok("run missions.toml --out changed");
    assert!(desk.read("changed/report.md").contains("catalogue.armaments.\"Sniper Rifle\".dice"));
    desk.write("plain.toml", &SCENARIO.replace("rules = \"snipers.toml\"\n", ""));
    desk.ok("run plain.toml --out plain");
    assert!(!desk.read("plain/report.md").contains("catalogue."));
    desk.write("drones.toml", "[catalogue.traits.support-drones]\nvigor = 3\n");
    desk.write("blind.toml", &SCENARIO.replace("snipers.toml", "drones.toml"));
    desk.ok("run blind.toml --out blind");
    assert!(desk.read("blind/report.md").contains("catalogue.traits.support-drones.vigor"));
    // The counts include the rules, so the overlay file is no longer needed.
    std::fs::remove_file(desk.path("drones.toml")).unwrap();
    let before = desk.read("blind/report.md");
    desk.ok("report blind");
    assert_eq!(desk.read("blind/report.md"), before);
}

/// An armament with no dice rolls two and uses the lower (A02). It fails with 1 or 2 on either die, 20 of 36 throws,
/// and is a full success with 5 or 6 on both, 4 of 36. Three Harm in 16 of 36 throws average 4/3.
#[test]
fn no_dice_are_two_of_which_the_lower_counts() {
    let desk = desk();
    desk.write("snipers.toml", "[catalogue.armaments.\"Sniper Rifle\"]\ndice = 0\nharm = 3\ntags = []\n");
    let rows = desk.json("af armaments --rules snipers.toml");
    for (key, value) in
        [("/dice", 0.0), ("/p_failure", 20.0 / 36.0), ("/p_full", 4.0 / 36.0), ("/harm/mean", 4.0 / 3.0)]
    {
        assert!((rifle(&rows, key) - value).abs() < 1e-12, "{key}: {}", rifle(&rows, key));
    }
    let played = desk.json("play missions.toml --games 8 --policies tactician,greedy");
    assert!(!played.as_object().unwrap().is_empty());
    desk.write("snipers.toml", "[catalogue.armaments.\"Sniper Rifle\"]\ndice = 9\n");
    desk.refuses("rules check snipers.toml", &["dice", "9", "0 to 8"]);
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    let desk = desk();
    desk.write("typo.toml", "[catalogue.armaments.\"Snipr Rifle\"]\ndice = 1\n");
    desk.refuses("rules check typo.toml", &["typo.toml:1", "`harm`", "did you mean `Sniper Rifle`?"]);
    desk.write("gone.toml", "[catalogue.enemies.Velite]\nremove = true\n");
    assert!(desk.ok("rules diff v0.3 gone.toml").contains("catalogue.enemies.Velite.vigor"));
    desk.write("missions.toml", &SCENARIO.replace("snipers.toml", "gone.toml"));
    desk.refuses("play missions.toml", &["patrol.toml", "unknown enemy `Velite`", "the ruleset removes `Velite`"]);
    desk.write("frame.toml", "[catalogue.armaments.\"Sniper Rifle\"]\nremove = true\n");
    desk.refuses("rules show frame.toml", &["frames.M2-ARCHER.armaments` is `Sniper Rifle`", "frame.toml:1"]);
}

/// A ruleset that is shown in full reads back unchanged, including removed entries.
#[test]
fn a_shown_ruleset_reads_back() {
    let desk = desk();
    desk.write("less.toml", "extends = \"v1.x\"\nname = \"less\"\n[catalogue.tags.burst]\nremove = true\n");
    let shown = desk.ok("rules show less.toml");
    desk.write("copy.toml", &shown);
    assert_eq!(desk.ok("rules show copy.toml"), shown);
    assert_eq!(desk.json("rules diff less.toml copy.toml").as_array().unwrap().len(), 0);
}

#[test]
fn the_schema_knows_every_entry() {
    let text = Desk::new().ok("schema ruleset");
    let schema: Value = serde_json::from_str(&text).unwrap();
    for name in ["Armament", "Backup", "Item", "Frame", "Enemy", "Attack", "Tag", "ItemTag", "Trait"] {
        let place = format!("$defs.apocalypse-frame-Written{name}.properties.remove.const");
        assert_eq!(at(&schema, &place), &Value::Bool(true));
    }
}
