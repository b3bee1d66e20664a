//! `ra ppa`: points per asset, starting scores, seats and ties.

use crate::common::Desk;
use serde_json::{Value, json};

/// Returns the value of a key in every row; null if a row has none.
fn column(json: &Value, key: &str) -> Vec<Value> {
    json["rows"].as_array().unwrap().iter().map(|row| row.get(key).cloned().unwrap_or_default()).collect()
}

#[test]
fn the_rulebooks_three_companies() {
    let json = Desk::new().json("ra ppa --frames 5,4,4 --systems 20,16,15 --stations 2");
    assert_eq!(
        json["rows"][0],
        json!({
            "frames": 5, "systems": 20, "stations": 2, "ppa": 3, "assets": 7, "score": 21, "seat": "point"
        })
    );
    assert_eq!(column(&json, "ppa"), [3, 6, 7]);
    assert_eq!(column(&json, "score"), [21, 36, 42]);
    assert_eq!(column(&json, "seat"), ["point", "attacker", "defender"]);
    assert_eq!(column(&json, "tie"), [Value::Null, Value::Null, Value::Null]);
}

#[test]
fn a_tie_for_offense() {
    let json = Desk::new().json("ra ppa --frames 4,5,6,6 --systems 16,20,24,24 --stations 2");
    assert_eq!(column(&json, "ppa"), [7, 5, 3, 3]);
    assert_eq!(column(&json, "score"), [42, 35, 24, 24]);
    assert_eq!(column(&json, "seat"), ["defender", "attacker", "attacker", "point"]);
    assert_eq!(column(&json, "tie"), [Value::Null, Value::Null, "offense".into(), "offense".into()]);
}

/// Both adjustments apply if all companies are level (R01): 5 points, not 3.
#[test]
fn level_companies_tie_for_defense() {
    let desk = Desk::new();
    for players in 2..=5 {
        let each = |n: &str| vec![n; players].join(",");
        let json = desk.json(&format!("ra ppa --frames {} --systems {}", each("4"), each("16")));
        assert_eq!(column(&json, "ppa"), vec![5; players]);
        assert_eq!(column(&json, "tie"), vec!["defense"; players]);
        assert_eq!(column(&json, "seat"), vec![Value::Null; players]);
        let rolled = desk.json(&format!(
            "ra ppa --frames {} --systems {} --rules bidding.tie_for_defense=roll-off",
            each("4"),
            each("16")
        ));
        assert_eq!(
            (&rolled["rows"][0]["seat"], &rolled["rows"][players - 1]["seat"]),
            (&json!("defender"), &json!("point"))
        );
        assert_eq!(rolled.get("tie_breaks"), None);
    }
}

/// The winner of the roll adds or removes a frame, and points are computed again (S22, R03): the company with more frames
/// and systems has two points less than the base, the other two more.
#[test]
fn a_tie_for_defense_is_broken_by_a_frame() {
    let desk = Desk::new();
    let json = desk.json("ra ppa --frames 4,4 --systems 16,16");
    let broken = json["tie_breaks"].as_array().unwrap();
    // Four frames are the fewest of a skirmish of two, so that none can be removed.
    let all: Vec<[&Value; 5]> =
        broken.iter().map(|row| ["chooser", "company", "ppa", "score", "seat"].map(|key| &row[key])).collect();
    let expected = [
        ["company 1", "1", "3", "24", "point"],
        ["company 1", "2", "7", "49", "defender"],
        ["company 2", "1", "7", "49", "defender"],
        ["company 2", "2", "3", "24", "point"],
    ];
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    assert_eq!(all.len(), expected.len(), "{json}");
    for (row, expected) in all.iter().zip(expected) {
        assert_eq!(row.map(text), expected);
    }
    let line = desk.ok("ra ppa --frames 4,4 --systems 16,16 --format line");
    for fact in
        ["tie for defense with 35 points", "adds one", "company 1 (5 frames, 20 systems) has 3 points per asset"]
    {
        assert!(line.contains(fact), "{line}");
    }
}

#[test]
fn stations_by_number_of_players_or_as_given() {
    let desk = Desk::new();
    for (lists, stations) in [
        ("--frames 4,5 --systems 16,20", vec![3, 3]),
        ("--frames 4,5,5 --systems 16,20,20", vec![2; 3]),
        ("--frames 4,5,5,5 --systems 16,20,20,20", vec![2; 4]),
        ("--frames 4,5,5,5,4 --systems 16,20,20,20,15", vec![1; 5]),
        ("--frames 4,5 --systems 16,20 --stations 0", vec![0, 0]),
        ("--frames 4,5 --systems 16,20 --stations 3,1", vec![3, 1]),
    ] {
        assert_eq!(column(&desk.json(&format!("ra ppa {lists}")), "stations"), stations, "{lists}");
    }
}

#[test]
fn a_house_rule_changes_the_points() {
    let desk = Desk::new();
    desk.write("house.toml", "[bidding]\nbase = 7\nties_adjust = false\n");
    let json = desk.json("ra ppa --frames 4,4 --systems 16,15 --rules house.toml");
    assert_eq!(column(&json, "ppa"), [5, 7]);
}

#[test]
fn every_format() {
    let desk = Desk::new();
    let line = "ra ppa --frames 4,4 --systems 16,16";
    let csv = desk.ok(&format!("{line} --format csv"));
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("company,frames,systems,stations,ppa,assets,score,seat,tie"));
    assert_eq!(lines.next(), Some("1,4,16,3,5,7,35,,defense"));
    assert!(desk.ok(&format!("{line} --rules bidding.tie_for_defense=roll-off")).contains("won the roll"));
    assert!(desk.ok(&format!("{line} --format md")).contains("| defense |"));
}

/// Bids are scored even if no size of battle allows them, but people get a warning.
#[test]
fn a_warning_where_no_size_of_battle_fits() {
    let desk = Desk::new();
    let odd = desk.say("ra ppa --frames 2,9 --systems 8,30");
    assert_eq!(odd.code, Some(0));
    assert!(odd.err.contains("warning: ") && odd.err.contains("4 to 6") && odd.err.contains("5 to 8"), "{}", odd.err);
    for fine in ["ra ppa --frames 2,9 --systems 8,30 --format json", "ra ppa --frames 4,6 --systems 16,24"] {
        assert_eq!(desk.say(fine).err, "", "{fine}");
    }
}

#[test]
fn mistakes() {
    let desk = Desk::new();
    for (line, parts) in [
        ("--frames 4,4,4,4,4,4 --systems 9,9,9,9,9,9", ["6 companies", "2 to 5 players"]),
        ("--frames 4 --systems 16", ["1 company", "2 to 5 players"]),
        ("--frames 4,4 --systems 16", ["--systems has 1 number", "--frames 2"]),
        ("--frames 4,4 --systems 16,16,16", ["--systems has 3 numbers", "--frames 2"]),
        ("--frames 4,4,4 --systems 9,9,9 --stations 2,2", ["--stations has 2 numbers", "or one for all"]),
        ("--frames 4,4 --systems 17,16", ["company 1 has 17 systems on 4 frames", "at most 16"]),
        ("--frames 0,4 --systems 0,16", ["'0'", "--frames"]),
        ("--frames 4,x --systems 16,16", ["'x'", "--frames"]),
        ("--frames 4,,4 --systems 16,16", ["''", "--frames"]),
        ("--frames 4,4 --systems 16,99999999", ["'99999999'", "--systems"]),
        ("--frames 4,4", ["--systems", "required"]),
        ("--frames 4,4 --systems 16,16 --rules rulebok", ["rulebok", "did you mean `rulebook`?"]),
    ] {
        desk.refuses(&format!("ra ppa {line}"), &parts);
    }
    desk.refuses("ra ppa --frames 4,4 --systems=-1,16", &["--systems", "-1"]);
}
