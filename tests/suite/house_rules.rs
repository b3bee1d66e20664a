//! Rulesets on the command line: a house rule changes exactly what it names, and built-in rulesets follow their texts.

use crate::common::{Desk, number, numbers};
use serde_json::Value;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Commands that together use every chart and every kind of die.
const QUESTIONS: [&str; 11] = [
    "ra attack --attack 3d6 --defense 1d6 --chart hand-to-hand",
    "ra attack --attack 3d6 --defense 1d6 --chart open",
    "ra attack --attack 3d6 --defense 1d6 --chart cover --cover-hits 2",
    "ra attack --attack 3d6 --defense 1d6 --chart frame-cover --cover-hits 3",
    "ra attack --attack 3d6 --defense 1d6 --chart terrain",
    "ra attack RdRd --range direct --target BB",
    "ra attack Rh/dRh/d --range direct --target Y",
    "ra attack Y+SSR2 --range direct --rockets 2 --target Y",
    "ra attack Rd --range direct --target Y --spot-by YY",
    "ra attack Rd --range direct --target Y --covered-by BB",
    "ra frame RhYBG",
];

/// Returns an answer under a ruleset, without the ruleset's name.
fn answer(desk: &Desk, question: &str, rules: &str) -> Value {
    let mut json = desk.json(&format!("{question} --rules {rules}"));
    let all = json.as_object_mut().unwrap();
    ["rules", "line", "summary"].iter().for_each(|key| assert!(all.remove(*key).is_some(), "{key}"));
    json
}

/// Returns the indices of the questions that a house rule on the Handbook answers differently from the Handbook.
fn changed_by(rule: &str) -> Vec<usize> {
    let desk = Desk::new();
    desk.write("house.toml", &format!("name = \"house\"\nextends = \"handbook\"\n{rule}\n"));
    let differs = |question: &str| answer(&desk, question, "house.toml") != answer(&desk, question, "handbook");
    (0..QUESTIONS.len()).filter(|i| differs(QUESTIONS[*i])).collect()
}

#[test]
fn an_empty_house_rule_changes_nothing() {
    assert!(changed_by("").is_empty());
}

#[test]
fn a_chart_changes_its_own_attacks() {
    assert_eq!(changed_by("[charts]\nhand_to_hand = { target = 5 }"), [0, 10]);
    assert_eq!(changed_by("[charts.terrain]\ntarget = 3"), [4]);
    assert_eq!(changed_by("[charts.cover]\ncover = 3"), [2]);
    assert_eq!(changed_by("[charts.frame_cover]\ncover = 4"), [3]);
    assert_eq!(changed_by("[charts]\ncover_order = \"static\""), [2, 3]);
    assert_eq!(changed_by("[cover]\ntwo_blues_immune = false"), [9]);
}

#[test]
fn a_die_changes_its_own_answers() {
    assert_eq!(changed_by("[weapons]\nsecond = \"1d10\""), [5]);
    assert_eq!(changed_by("[weapons]\nhalf = \"1d8\""), [6]);
    assert_eq!(changed_by("[rockets]\ndice = \"1d10\""), [7]);
    assert_eq!(changed_by("[dice]\ndefense = \"1d8\""), [5, 10]);
    assert_eq!(changed_by("[dice]\ncomms = \"1d8\""), [8, 10]);
    assert_eq!(changed_by("[dice]\nmovement = \"1d8\""), [10]);
    assert_eq!(changed_by("[frame]\nsprint = \"1d10\""), [10]);
}

#[test]
fn a_house_rule_may_extend_another_and_be_compared() {
    let desk = Desk::new();
    desk.write("rules/base.toml", "name = \"base\"\nextends = \"draft-2012\"\n[frame]\nwhites = 3\n");
    desk.write("house.toml", "name = \"house\"\nextends = \"rules/base.toml\"\n[frame]\nmax_systems = 5\n");
    let diff = desk.json("rules diff draft-2012 house.toml");
    let fields: Vec<&str> = diff.as_array().unwrap().iter().map(|row| row["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["frame.max_systems", "frame.whites"]);
    assert_eq!(desk.json("ra frame RdYBGE --rules house.toml")["hit_points"], 8);
    desk.ok("ra attack RdYBG --range direct --whites 3 --rules house.toml");
}

/// Changes without a file are those of the file, also on another base and where no game is named, and mistakes in them
/// are refused.
#[test]
fn changes_need_no_file() {
    let desk = Desk::new();
    desk.write("house.toml", "extends = \"draft-2012\"\ncharts.open.target = 5\nmovement.standing_on_cover = true\n");
    let typed = "'extends=draft-2012; charts.open.target=5; movement.standing_on_cover = true'";
    for question in &QUESTIONS[..3] {
        assert_eq!(answer(&desk, question, typed), answer(&desk, question, "house.toml"), "{question}");
    }
    let answered = desk.ok("ra attack --attack 3d6 --defense 1d6 --chart open --rules charts.open.target=5");
    assert!(answered.contains("charts.open.target=5"), "{answered}");
    let compared = |rules: &str| {
        let json = desk.json(&format!("compare rulebook {rules} --exact"));
        let rows = json["exact"].as_array().unwrap().iter();
        rows.map(|row| (row["item"].clone(), row["changed"].clone())).collect::<Vec<_>>()
    };
    assert!(!compared(typed).is_empty() && compared(typed) == compared("house.toml"));
    assert!(desk.ok(&format!("rules check {typed}")).contains("standing_on_cover"));
    assert!(desk.ok("rules diff intercept-orbit boarding.threshold=2").contains("boarding.threshold"));
    desk.refuses("ra attack Soldier --range direct --rules chart.open.target=5", &["unknown key `chart`", "`charts`"]);
    desk.refuses("ra attack Soldier --range direct --rules charts.open.target=9", &["1 to 7"]);
    desk.refuses("ra attack Soldier --range direct --rules 'extends=nowhere; charts.open.target=5'", &["nowhere"]);
}

#[test]
fn limits_are_those_of_the_ruleset() {
    let desk = Desk::new();
    desk.write("tight.toml", "name = \"tight\"\n[frame]\nmax_per_type = 1\n[weapons]\nsplit_allowed = false\n");
    desk.refuses("ra frame RdRdYB --rules tight.toml", &["2 Rd systems", "at most 1"]);
    desk.refuses("ra frame Rh/dYB --rules tight.toml", &["split weapons", "`tight`", "weapons.split_allowed"]);
    // Sets of at most four of the six types: 1 + 6 + 15 + 20 + 15.
    assert_eq!(desk.json("ra loadouts --rules tight.toml")["rows"].as_array().unwrap().len(), 57);
}

/// S03: under the draft, terrain is hit on 3 and higher, four faces instead of three.
#[test]
fn the_draft_hits_terrain_on_three() {
    let desk = Desk::new();
    let mean = |rules| number(&answer(&desk, QUESTIONS[4], rules), "damage.mean");
    assert!(close(mean("draft-2012") / mean("rulebook"), 4.0 / 3.0));
    assert_eq!(answer(&desk, QUESTIONS[4], "handbook"), answer(&desk, QUESTIONS[4], "rulebook"));
}

/// S01, S02: under the draft, no die goes through ruined cover, so only sixes hit a target that began in cover.
#[test]
fn the_draft_has_static_cover() {
    let desk = Desk::new();
    for hits in 1..=4 {
        let question = format!("ra attack --attack 4d6+1d8 --spot 1d6 --chart cover --cover-hits {hits}");
        let (draft, rulebook) = (answer(&desk, &question, "draft-2012"), answer(&desk, &question, "rulebook"));
        assert!(close(number(&draft, "damage.mean"), number(&draft, "damage_dice.mean") / 6.0));
        assert!(number(&rulebook, "damage.mean") > number(&draft, "damage.mean"));
        assert_eq!(numbers(&draft, "cover.pmf").len(), numbers(&rulebook, "cover.pmf").len());
    }
}

/// S18: under the draft, a rocket alone does not allow direct fire.
#[test]
fn the_draft_needs_a_weapon_to_fire_rockets() {
    let desk = Desk::new();
    desk.ok(QUESTIONS[7]);
    desk.refuses(&format!("{} --rules draft-2012", QUESTIONS[7]), &["cannot attack at direct range"]);
}

/// An overlay inside a scenario and a separate file are the same house rule.
#[test]
fn an_overlay_in_a_scenario_is_a_house_rule() {
    let desk = Desk::new();
    let study = "[[study]]\nkind = \"frames\"\nname = \"frames\"\nframes = [\"RhYBG\"]\n";
    let head = "title = \"T\"\nsystem = \"rapid-attack\"\n";
    desk.write("house.toml", "name = \"house\"\nextends = \"handbook\"\n[frame]\nsprint = \"1d12\"\n");
    desk.write("file.toml", &format!("{head}rules = \"house.toml\"\n{study}"));
    let overlay = "[rules]\nextends = \"handbook\"\nframe = { sprint = \"1d12\" }\n";
    desk.write("overlay.toml", &format!("{head}{overlay}{study}"));
    desk.write("plain.toml", &format!("{head}{study}"));
    let table = |name: &str| {
        desk.ok(&format!("run {name}.toml --quiet"));
        desk.read(&format!("reports/{name}/tables/frames-graph.csv"))
    };
    assert_eq!(table("file"), table("overlay"));
    assert_ne!(table("file"), table("plain"));
}
