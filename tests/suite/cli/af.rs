//! Commands `af …`, and missions played from scenarios.

use crate::common::{Desk, at, number, numbers};
use serde_json::Value;

/// Missions of a team that wins some and loses some.
const MISSIONS: &str = r#"
title = "Three in a row"
game = "apocalypse-frame"

[[study]]
kind = "armaments"
name = "guns"
with = ["Charge"]

[[study]]
kind = "missions"
name = "duel"
encounter = "centurion"
aces = ["M1-SOLDIER", { frame = "L1-RECON", name = "Wing", armaments = ["Plasma Blade", "Scout Rifle + Hot"] }]
policies = ["random", "greedy"]
games = 40
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("missions.toml", MISSIONS);
    desk
}

fn find<'a>(list: &'a Value, name: &str) -> &'a Value {
    let found = list["rows"].as_array().unwrap().iter().find(|entry| entry["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn frame_damage_counts_the_rolls_that_a_frame_can_take() {
    let desk = desk();
    desk.write("three.toml", "extends = \"v0.3\"\nname = \"Three\"\ndamage.allowed = 3\n");
    let of = |command: &str| {
        let json = desk.json(command);
        (number(&json, "frame_damage_allowed"), number(&json["frame_damage"][5], "p_in_allowed"))
    };
    // A core is hit once at most: none of two dice, none of three.
    for (command, allowed) in [("af roll", 2), ("af roll --rules three.toml", 3)] {
        let (told, core) = of(command);
        assert_eq!(told, f64::from(allowed));
        close(core, 1.0 - (5.0_f64 / 6.0).powi(allowed));
    }
}

#[test]
fn odds_of_armaments() {
    let json = Desk::new().json("af armaments");
    // The stock list has 18 armaments, and there are three backups.
    assert_eq!(json["rows"].as_array().unwrap().len(), 21);
    let rifle = find(&json, "Assault Rifle");
    assert_eq!(number(rifle, "dice"), 4.0);
    close(number(rifle, "p_failure"), 1.0 / 81.0);
    close(number(rifle, "p_mixed"), 15.0 / 81.0);
    close(number(rifle, "p_full"), 65.0 / 81.0);
    // 2 Harm, 3 with a 6.
    let six = 1.0 - (5.0f64 / 6.0).powi(4);
    let pmf = numbers(rifle, "harm.pmf");
    [1.0 / 81.0, 0.0, 80.0 / 81.0 - six, six].into_iter().zip(&pmf).for_each(|(p, found)| close(*found, p));
    close(number(rifle, "harm.mean"), 2.0 * (80.0 / 81.0) + six);
}

#[test]
fn odds_against_armor_and_shields() {
    let json = Desk::new().json("af armaments --armor 1 --shields 2");
    // 4 Harm at Close, Piercing: Armor takes 1, Shields nothing.
    close(number(find(&json, "Kinetic Cannon"), "harm.mean"), 3.0 * 8.0 / 9.0);
    // Energy: Armor takes nothing, Shields hold on 1 and 2.
    close(number(find(&json, "Electrolaser"), "harm.mean"), 2.0 * (26.0 / 27.0) * (4.0 / 6.0));
    close(number(find(&json, "Machinegun"), "harm.mean"), 0.0);
    assert_eq!(numbers(find(&json, "Machinegun"), "harm.pmf")[0], 1.0);
}

#[test]
fn circumstances_are_off_unless_named() {
    let desk = Desk::new();
    let (off, on) = (desk.json("af armaments"), desk.json("af armaments '--with=charge,Stationary,spin up'"));
    for (name, dice) in [("Plasma Blade", [1.0, 2.0]), ("Kinetic Cannon", [2.0, 3.0]), ("Sniper Rifle", [2.0, 3.0])] {
        assert_eq!([&off, &on].map(|json| number(find(json, name), "dice")), dice, "{name}");
    }
    assert_eq!(numbers(find(&off, "Gatling"), "harm.pmf").len(), 5);
    assert_eq!(numbers(find(&on, "Gatling"), "harm.pmf").len(), 6);
    let said = desk.say("af armaments --with Burst");
    assert_eq!(said.code, Some(0));
    assert!(said.err.contains("Burst always counts"), "{}", said.err);
}

#[test]
fn both_gear_lists() {
    let desk = Desk::new();
    let (stock, pregen) = (desk.json("af armaments"), desk.json("af armaments --gear pregen"));
    let tags = |json: &Value, name: &str| find(json, name)["tags"].to_string();
    assert_ne!(tags(&stock, "Gatling"), tags(&pregen, "Gatling"));
    assert_eq!(tags(&stock, "Scout Rifle"), tags(&pregen, "Scout Rifle"));
    assert_eq!(find(&stock, "Recoilless Rifle")["range"], "Far");
    assert_eq!(find(&pregen, "Recoilless Rifle")["range"], "Near/Far");
}

#[test]
fn other_questions() {
    let desk = Desk::new();
    let systems = desk.json("af systems --armor 1");
    close(number(find(&systems, "Shoulder Spear"), "harm_per_ammo.0"), 4.0);
    // A Flamethrower is part of a frame: it is named, but not to be bought.
    let systems = desk.ok("af systems --armor 1 --shields 2 --format line");
    assert!(!systems.contains("buy Flamethrower") && systems.contains("belong to a frame"), "{systems}");
    let tags = desk.json("af tags 'Assault Rifle'");
    assert_eq!(tags["rows"].as_array().unwrap().len(), 17);
    // Of equal gains, the one without a condition is bought.
    let said = desk.ok("af tags 'Assault Rifle' --full");
    assert!(said.contains("Buy Impulsive") && said.contains("has 2 actions"), "{said}");
    desk.write("three.toml", "name = 'T'\nextends = 'v1.x'\n[turn]\nactions = 3\n");
    assert!(desk.ok("af tags 'Assault Rifle' --full --rules three.toml").contains("has 3 actions"));
    let best = desk.json("af tags --best --shields 3");
    assert_eq!(best["rows"].as_array().unwrap().len(), 18);
    // The sentence and the first row name the same tag.
    let best = desk.json("af tags --best");
    let (row, line) = (&best["rows"][0], desk.ok("af tags --best --format line"));
    let [armament, tag] = ["armament", "tag"].map(|key| row[key].as_str().unwrap());
    assert!(line.to_lowercase().starts_with(&format!("buy {tag} for {armament} first").to_lowercase()), "{row} {line}");
    let frames = desk.json("af frames");
    assert_eq!(frames["rows"].as_array().unwrap().len(), 9);
    let round = desk.json("af round 'Assault Rifle' --tension 0");
    // Two attacks without Tension.
    let six = 1.0 - (5.0f64 / 6.0).powi(4);
    close(number(&round, "harm"), 2.0 * (2.0 * (80.0 / 81.0) + six));
    assert!(number(&desk.json("af round 'Assault Rifle' --tension 1"), "harm") > number(&round, "harm"));
}

/// The sentence on a round has the whole condition of a reroll, and the chance to remove one enemy or a number of enemies.
#[test]
fn the_sentence_on_a_round_says_when_to_reroll_and_what_is_removed() {
    let desk = Desk::new();
    let line = |round: &str| desk.ok(&format!("af round {round} --format line"));
    for (round, said) in [
        ("Gatling --tension 4", "with 0 actions and 4 Tension left, reroll 1, 2 (the table has other rerolls)"),
        ("'Plasma Blade' --tension 3", "with 1 action and 1 or 2 or 3 Tension left, reroll 1, 2,"),
        ("'Assault Rifle' --tension 3", "chance to remove one enemy of 3 Vigor: 99.999995%,"),
        ("'Assault Rifle' --tension 3 --aim removals", "3.24 enemies of 3 Vigor removed,"),
    ] {
        assert!(line(round).contains(said), "{}", line(round));
    }
}

#[test]
fn every_answer_in_every_format() {
    let desk = Desk::new();
    for line in ["af armaments --enemies", "af tags Shotgun", "af systems", "af frames", "af round Shotgun"] {
        assert!(desk.ok(line).contains('─'), "{line}");
        assert!(desk.ok(&format!("{line} --format md")).contains('|'), "{line}");
        let csv = desk.ok(&format!("{line} --format csv"));
        assert!(csv.lines().count() > 1 && csv.lines().next().unwrap().contains(','), "{line}");
        assert!(desk.json(line).is_object() || desk.json(line).is_array(), "{line}");
    }
}

#[test]
fn missions_are_played() {
    let desk = desk();
    let json = desk.json("play missions.toml");
    assert_eq!((number(&json, "games"), number(&json, "victory.n")), (40.0, 40.0));
    assert_eq!((at(&json, "policies.aces"), at(&json, "policies.gm")), (&"random".into(), &"greedy".into()));
    let interval = numbers(&json, "victory.interval");
    let point = number(&json, "victory.point");
    assert!(interval[0] <= point && point <= interval[1]);
    assert!(number(&json, "rounds.mean") >= 1.0 && number(&json, "harm_taken.mean") > 0.0);
    let aces: Vec<&Value> = at(&json, "aces").as_array().unwrap().iter().map(|ace| &ace["ace"]).collect();
    assert_eq!(aces, ["M1-SOLDIER", "Wing"]);
    let less = desk.json("play missions.toml --games 7 --policies greedy,spread --seed 5");
    assert_eq!((number(&less, "games"), at(&less, "policies.gm")), (7.0, &"spread".into()));
    let short = desk.ok("play missions.toml");
    let first = short.lines().take(5).collect::<Vec<_>>().join(" ");
    assert!(
        short.lines().count() <= 25 && first.contains("M1-SOLDIER, Wing win ") && first.contains("40 missions"),
        "{short}"
    );
    assert!(desk.ok("play missions.toml --full").contains("Share won"));
}

#[test]
fn missions_in_a_report_and_rendered_again() {
    let desk = desk();
    desk.ok("run missions.toml --out report --quiet");
    let first = desk.read("report/report.md");
    assert!(first.contains("With what") && first.contains("Apocalypse Frame"));
    assert!(desk.path("report/plots/duel-rounds.svg").is_file());
    assert!(desk.path("report/tables/guns-odds.csv").is_file());
    std::fs::remove_file(desk.path("missions.toml")).unwrap();
    desk.ok("report report");
    assert_eq!(desk.read("report/report.md"), first);
}

#[test]
fn encounters_in_files_are_kept_with_the_counts() {
    let desk = Desk::new();
    desk.write("bridge.toml", "name = \"Bridge\"\nenemies = [{ kind = \"Velite\", count = 2 }]\n");
    let study = "kind = \"missions\"\nencounter = \"bridge.toml\"\naces = [\"L2\"]\npolicies = [\"random\", \"gentle\"]\ngames = 9";
    desk.write("s.toml", &format!("title = \"T\"\nsystem = \"apocalypse-frame\"\n[[study]]\n{study}\n"));
    desk.ok("run s.toml --out report --quiet");
    let first = desk.read("report/report.md");
    std::fs::remove_file(desk.path("bridge.toml")).unwrap();
    desk.ok("report report");
    assert_eq!(desk.read("report/report.md"), first);
}

#[test]
fn replays_of_missions() {
    let desk = desk();
    let json = desk.json("play missions.toml --replay 3 --out film");
    let page = desk.read("film/replay.html");
    assert!(page.contains("Centurion") && page.contains("Wing"));
    let lines = desk.read("film/replay.jsonl");
    let header: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((number(&header, "game"), header["scenario"].as_str()), (3.0, Some("Three in a row")));
    assert!(["victory", "defeat"].contains(&at(&json, "ending").as_str().unwrap()));
    let again = desk.json("play missions.toml --replay 3 --out again");
    assert_eq!((desk.read("again/replay.jsonl"), at(&again, "round")), (lines, at(&json, "round")));
}

#[test]
fn a_duel_has_a_row_for_each_range_and_chances_that_sum_to_one() {
    let desk = Desk::new();
    let duel = desk.json("af duel L3 'Heavy Turret' --rounds 2");
    let starts = duel["starts"].as_array().unwrap();
    assert_eq!(starts.len(), 6, "a Heavy Turret carries one of two attacks: {duel:#}");
    for start in starts {
        let sum: f64 = ["wins", "broken", "draws"].map(|key| number(start, key)).iter().sum();
        assert!((sum - 1.0).abs() < 1e-8, "{start}");
        assert!(number(start, "rounds") <= 2.0 && start["unsourced"] == true, "{start}");
    }
    assert_eq!(duel["ace"], "L3-GLADIATOR");
}

#[test]
fn a_duel_can_name_one_attack_of_its_enemy() {
    let desk = Desk::new();
    let starts = |enemy: &str| {
        let duel = desk.json(&format!("af duel L3 '{enemy}' --rounds 1"));
        duel["starts"].as_array().unwrap().clone()
    };
    let both = starts("Slinger");
    let one = starts("slinger (stone launcher)");
    assert_eq!((both.len(), one.as_slice()), (6, &both[3..]), "{both:#?}");
    let line = desk.ok("af duel L3 Slinger --rounds 1 --format line");
    assert!(line.contains("the hardest of its attacks"), "{line}");
    desk.refuses("af duel L3 Consul", &["Consul", "colossus", "Railguns", "Control Center"]);
    desk.refuses("af duel L3 Slingr", &["did you mean `Slinger`"]);
}

#[test]
fn rulesets_of_both_games() {
    let desk = Desk::new();
    assert!(desk.ok("rules show v1.x").contains("tension_less = 2"));
    assert!(desk.ok("rules diff v0.3 v1.x").contains("traits.suppression"));
    assert!(desk.ok("rules list").contains("apocalypse-frame"));
    desk.write("house.toml", "extends = \"v0.3\"\n[turn]\nactions = 3\n");
    assert!(desk.ok("rules diff v0.3 house.toml").contains("turn.actions"));
    let two = number(&desk.json("af round Shotgun --tension 0"), "harm");
    let three = number(&desk.json("af round Shotgun --tension 0 --rules house.toml"), "harm");
    close(three, 1.5 * two);
}

#[test]
fn vigor_says_what_is_removed() {
    let desk = Desk::new();
    let removals = |options: &str| number(&desk.json(&format!("af round 'Machinegun + Hot' {options}")), "removals");
    assert!(removals("--vigor 1") > 0.99);
    let by_vigor = [1, 3, 5, 30].map(|vigor| removals(&format!("--vigor {vigor}")));
    assert!(by_vigor.windows(2).all(|pair| pair[0] > pair[1]) && by_vigor[3] == 0.0, "{by_vigor:?}");
    // No policy removes an enemy with higher probability than the policy that is best for removal.
    for vigor in [2, 4, 5] {
        let best = removals(&format!("--vigor {vigor} --aim removal"));
        assert!(removals(&format!("--vigor {vigor}")) <= best + 1e-12);
    }
    // With one attack and no Tension there is nothing to decide, so every aim gives the same result.
    let one = |aim: &str| removals(&format!("--tension 0 --vigor 2 --aim {aim}"));
    close(one("harm"), one("removal"));
    let csv = desk.ok("af round 'Machinegun + Hot' --vigor 1 --format csv");
    assert!(csv.contains("removals,Chance to remove one enemy,0.99"), "{csv}");
}

#[test]
fn vigor_counts_for_one_attack_and_is_refused_where_nothing_is_removed() {
    let desk = Desk::new();
    for (vigor, least) in [(1, 0), (2, 2), (3, 3)] {
        let json = desk.json(&format!("af armaments --vigor {vigor}"));
        let rifle = find(&json, "Assault Rifle");
        let pmf = numbers(rifle, "harm.pmf");
        close(number(rifle, "p_removed"), pmf[least.max(1)..].iter().sum());
    }
    let json = desk.ok("af armaments --vigor 9 --format json");
    assert!(json.contains("\"p_removed\": 0.0") && !json.contains("-0.0"), "a chance of nothing has no sign");
    let csv = |vigor: u8| desk.ok(&format!("af armaments --vigor {vigor} --format csv"));
    assert!(csv(1) != csv(4) && csv(1).starts_with("armament,target,range,dice,"));
    desk.refuses("af systems --vigor 2", &["unexpected argument '--vigor'"]);
}

const ROWS: &str = r#"
title = "Rows"
game = "apocalypse-frame"

[[study]]
kind = "squads"
name = "teams"
frames = ["M1", "L1", "H1"]
sizes = [2]
policies = ["random", "gentle"]
games = 3

[[study]]
kind = "difficulty"
name = "numbers"
aces = ["M1"]
kinds = ["Legionnaire"]
numbers = [1, 3]
policies = ["random", "random"]
games = 3

[[study]]
kind = "ladder"
name = "ladder"
aces = ["M1"]
ace_policies = ["random", "greedy"]
gm_policies = ["gentle", "spread"]
games = 3

[[study]]
kind = "missions"
name = "one"
aces = ["M1"]
policies = ["random", "random"]
encounter = "centurion"
games = 3
"#;

#[test]
fn replays_of_any_row() {
    let desk = Desk::new();
    desk.write("rows.toml", ROWS);
    let names = |json: &Value, key: &str| -> Vec<String> {
        at(json, key).as_array().unwrap().iter().map(|ace| ace["name"].as_str().unwrap().to_owned()).collect()
    };
    let header = |line: &str| -> Value {
        desk.json(&format!("play rows.toml --replay 1 --out film {line}"));
        serde_json::from_str(desk.read("film/replay.jsonl").lines().next().unwrap()).unwrap()
    };
    let teams = desk.json("play rows.toml --study teams");
    for row in at(&teams, "teams-teams").as_array().unwrap() {
        let team = row["team"].as_str().unwrap();
        assert_eq!(names(&header(&format!("--study teams --row '{team}'")), "aces").join(", "), team);
    }
    assert_eq!(names(&header("--study teams"), "aces"), names(&header("--study teams --row 1"), "aces"));
    assert_ne!(names(&header("--study teams --row 3"), "aces"), names(&header("--study teams --row 1"), "aces"));
    assert_eq!(
        header("--study ladder --row 'greedy against spread'")["policies"],
        serde_json::json!(["greedy", "spread"])
    );
    let three = desk.json("play rows.toml --replay 0 --out film --study numbers --row 'Legionnaire, 3'");
    assert_eq!(three["row"], "Legionnaire, 3");
    desk.refuses(
        "play rows.toml --replay 0 --study ladder --row 'greedy against spred'",
        &["--row", "`greedy against spred`", "1 to 4", "did you mean `greedy against spread`?"],
    );
    desk.refuses("play rows.toml --replay 0 --study teams --row 9", &["no row 9", "1 to 3"]);
    desk.refuses("play rows.toml --row 1", &["--replay"]);
}

#[test]
fn parts_of_colossi_come_back_as_parts_alone() {
    let desk = Desk::new();
    let part = "name = \"B\"\ncolossi = [{ name = \"Consul\" }]\n[[changes]]\nround = 2\nenemies = [{ kind = \"Railguns\" }]\n";
    desk.write("b.toml", part);
    let study = "kind = \"missions\"\nencounter = \"b.toml\"\naces = [\"L2\"]\ngames = 1";
    desk.write("s.toml", &format!("title = \"T\"\nsystem = \"apocalypse-frame\"\n[[study]]\n{study}\n"));
    desk.refuses("play s.toml", &["b.toml:5", "`Railguns` is a part", "under `parts`"]);
    desk.write("b.toml", &part.replace("enemies = [{", "parts = [{ colossus = \"Consul\","));
    desk.ok("play s.toml");
}
