//! Questions with files in their answers, with tiny numbers: baselines and checks, policies and networks.

use super::{ask_value, schema, takes_long};
use crate::Asking;
use hitchart_config::SearchFolder;
use serde_json::{Map, Value, json};
use std::{path::Path, sync::atomic::AtomicBool};

const SCENARIO: &str = r#"
title = "Mirror"
game = "rapid-attack"
seed = 4

[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-four", "mirror-four"]
policies = ["greedy", "greedy"]
swap_seats = true

[policies.bold]
base = "aggressor"
kill = 2.5
"#;

/// Another die for blues: exact numbers and games change.
const BLUES: &str = "extends = 'rulebook'\nname = 'blues'\n[dice]\ndefense = '1d8'\n";

/// Another clock: games change, and no exact number does.
const CLOCK: &str = "extends = 'rulebook'\nname = 'clock'\n[clock]\nstart = 9\n";

/// Adds arguments to a question.
fn with(question: Value, more: Value) -> Map<String, Value> {
    let mut question = question.as_object().unwrap().clone();
    question.extend(more.as_object().unwrap().clone());
    question
}

fn answered(question: Value, more: Value) -> Value {
    ask_value(&with(question, more), &Asking::data(&AtomicBool::new(false)))
}

fn answer(question: Value, more: Value) -> Value {
    let answer = answered(question, more);
    assert_eq!(answer["ok"], true, "{answer:#}");
    answer
}

/// Returns the error of a question with a mistake.
fn mistake(question: Value, more: Value) -> Value {
    let answer = answered(question, more);
    assert_eq!((&answer["ok"], &answer["error"]["kind"]), (&json!(false), &json!("input")), "{answer:#}");
    answer["error"].clone()
}

fn says(error: &Value, parts: &[&str]) {
    let message = error["message"].as_str().unwrap();
    parts.iter().for_each(|part| assert!(message.contains(part), "no `{part}` in {message}"));
}

fn file<'a>(answer: &'a Value, name: &str) -> &'a str {
    answer["files"][name].as_str().unwrap_or_else(|| panic!("no {name} in {answer:#}"))
}

fn names(answer: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = answer["files"].as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

fn policy(answer: &Value, name: &str) -> toml::Table {
    toml::from_str(file(answer, name)).unwrap()
}

fn baseline() -> Value {
    json!({ "ask": "baseline", "scenario": "mirror-five", "games": 40 })
}

fn tune() -> Value {
    json!({ "ask": "tune", "scenario": SCENARIO, "iterations": 2, "games": 4, "test": 4 })
}

fn learn() -> Value {
    json!({ "ask": "learn", "scenario": SCENARIO, "games": 40, "states": 6, "hidden": [6, 4], "epochs": 5 })
}

fn exploit() -> Value {
    json!({ "ask": "exploit", "scenario": SCENARIO, "policy": "random", "responses": ["bold", "random"], "screen": 6,
        "iterations": 1, "games": 2, "test": 20, "climbs": 1, "learn": 20 })
}

#[test]
fn a_baseline_is_a_file_that_passes_its_check() {
    let made = answer(baseline(), json!({}));
    assert_eq!((&made["data"]["games"], &made["data"]["ruleset"]), (&json!(40), &json!("rulebook, ties rolled off")));
    assert!(made["line"].as_str().unwrap().contains("exact numbers"), "{}", made["line"]);
    assert_eq!(names(&made), ["baseline.json"]);
    assert!(made["command"].as_str().unwrap().ends_with("--out baseline.json"), "{}", made["command"]);
    let text = file(&made, "baseline.json");
    let parsed: Value = serde_json::from_str(text).unwrap();
    assert_eq!(parsed["made"]["command"], "hitchart baseline mirror-five --games 40 --out baseline.json");
    let pass = answer(json!({ "ask": "check", "file": text }), json!({}));
    assert_eq!((&pass["data"]["verdict"], &pass["data"]["games"]), (&json!("pass"), &json!(80)));
    assert!(pass["line"].as_str().unwrap().starts_with("Pass") && !pass["tables"].as_array().unwrap().is_empty());
    let few = mistake(json!({ "ask": "check", "file": text }), json!({ "games": 50 }));
    assert_eq!(few["argument"], "games", "{few}");
}

#[test]
fn drift_and_inconclusive_are_answers() {
    let made = answer(baseline(), json!({ "scenario": SCENARIO }));
    let check = |more: Value| {
        let question = json!({ "ask": "check", "file": file(&made, "baseline.json"), "scenario": SCENARIO });
        answer(question, more)["data"].clone()
    };
    let drift = check(json!({ "rules": BLUES }));
    assert!(drift["verdict"] == "drift" && drift["rules"].to_string().contains("dice.defense"), "{drift:#}");
    let accepted = check(json!({ "rules": CLOCK, "accept": ["exact", "signature"] }));
    assert_eq!(accepted["verdict"], "inconclusive", "{accepted:#}");
    let other = mistake(
        json!({ "ask": "check", "file": file(&made, "baseline.json"), "scenario": SCENARIO }),
        json!({ "rules": "extends = 'v0.3'\nname = 'missions'\n" }),
    );
    says(&other, &["`missions` is of apocalypse-frame", "the baseline of rapid-attack"]);
}

/// A baseline of texts names no file: a check gives the texts again.
#[test]
fn a_baseline_of_texts_is_checked_with_texts() {
    let made = answer(baseline(), json!({ "scenario": SCENARIO, "rules": CLOCK }));
    let text = file(&made, "baseline.json");
    let parsed: Value = serde_json::from_str(text).unwrap();
    assert_eq!(parsed["made"]["command"], "hitchart baseline - --rules - --games 40 --out baseline.json");
    let check = || json!({ "ask": "check", "file": text });
    says(&mistake(check(), json!({})), &["cannot read scenario", "--scenario"]);
    says(&mistake(check(), json!({ "scenario": SCENARIO })), &["the baseline has `clock`", "--rules"]);
    let pass = answer(check(), json!({ "scenario": SCENARIO, "rules": CLOCK }));
    assert_eq!(pass["data"]["verdict"], "pass");
    says(&mistake(check(), json!({ "scenario": "mirror-five" })), &["defines other games than the baseline"]);
}

/// With a folder, the files that a baseline names are in the folder of the baseline.
#[test]
fn a_baseline_in_a_folder_finds_its_files() {
    let desk = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(desk.path().join(name), text).unwrap();
    std::fs::create_dir(desk.path().join("games")).unwrap();
    write("games/mirror.toml", SCENARIO);
    let made = answer(baseline(), json!({ "scenario": SCENARIO }));
    let named = file(&made, "baseline.json").replace("\"file\": \"scenario\"", "\"file\": \"mirror.toml\"");
    write("games/b.json", &named);
    let stop = AtomicBool::new(false);
    let asking = Asking { folder: SearchFolder::folder(desk.path()), ..Asking::data(&stop) };
    let question = |file: &Path| with(json!({ "ask": "check" }), json!({ "file": file }));
    let pass = ask_value(&question(Path::new("games/b.json")), &asking);
    assert_eq!(pass["data"]["verdict"], "pass", "{pass:#}");
    // A question without a folder reads no file.
    let refused = ask_value(&question(&desk.path().join("games/b.json")), &Asking::data(&stop));
    says(&refused["error"], &["has no folder"]);
}

#[test]
fn a_tuned_policy_is_a_file() {
    let tuned = answer(tune(), json!({}));
    let policy = policy(&tuned, "tuned.toml");
    assert_eq!((policy["base"].as_str(), names(&tuned).len()), (Some("tactician"), 1));
    assert_eq!(serde_json::to_value(&policy["provenance"]).unwrap(), tuned["data"]["provenance"]);
    assert_eq!(
        (&tuned["main"]["n"], &tuned["main"]["value"]),
        (&json!(4), &tuned["data"]["provenance"]["test"]["points"])
    );
    assert!(tuned["main"]["interval"].is_array());
    assert!(tuned["warnings"].to_string().contains("no improvement is shown"), "{}", tuned["warnings"]);
    says(&mistake(tune(), json!({ "step": 0 })), &["0.0001 to 0.4"]);
    says(&mistake(tune(), json!({ "start": "tacticain" })), &["tactician"]);
}

#[test]
fn a_network_is_a_file() {
    let learned = answer(learn(), json!({}));
    assert_eq!(learned["data"]["games"], json!({ "fitted": 35, "held_out": 5 }));
    assert_eq!(names(&learned), ["network.toml"]);
    assert_eq!((&learned["main"]["n"], learned["main"]["interval"].is_array()), (&json!(5), true));
    assert_eq!(policy(&learned, "network.toml")["provenance"]["seed"].as_integer(), Some(4));
    assert_eq!(learned, answer(learn(), json!({})));
    says(&mistake(learn(), json!({ "study": "miror" })), &["did you mean `mirror`?"]);
    says(&mistake(learn(), json!({ "rate": 2 })), &["0.000001 to 1"]);
}

#[test]
fn a_response_and_its_network_are_files() {
    let found = answer(exploit(), json!({}));
    assert_eq!(names(&found), ["response-network.toml", "response.toml"]);
    let response = policy(&found, "response.toml");
    assert_eq!(serde_json::to_value(&response).unwrap(), found["data"]["response"]);
    let share = &found["data"]["exploit-best"][1]["points"];
    assert_eq!((&found["main"]["value"], &found["main"]["n"]), (share, &json!(20)), "{found:#}");
    assert!(policy(&found, "response-network.toml").contains_key("provenance"));
    says(&mistake(exploit(), json!({ "responses": "bald" })), &["unknown response", "bold"]);
    let plain = answer(exploit(), json!({ "climbs": 0, "learn": 0 }));
    assert_eq!((plain.get("files"), plain["data"].get("response")), (None, None));
}

/// Numbers have the notations of other writers of JSON, and an option that needs no value may be true or false.
#[test]
fn numbers_and_flags_of_other_writers() {
    let rolled = |simulate: Value| {
        let answer = answer(json!({ "ask": "dice", "expressions": "d6" }), json!({ "simulate": simulate }));
        answer["data"]["results"][0]["simulated"]["samples"].as_u64()
    };
    let all = [json!(1e3), json!(1000.0), json!("1e3"), json!(true), json!(false)].map(rolled);
    assert_eq!(all, [Some(1_000), Some(1_000), Some(1_000), Some(1_000_000), None]);
    says(&mistake(json!({ "ask": "dice", "expressions": "d6", "simulate": 1.5 }), json!({})), &["--simulate", "1.5"]);
    says(&mistake(json!({ "ask": "ra move", "loadout": "RdYBG", "whites": "x" }), json!({})), &["not a whole number"]);
}

#[test]
fn an_error_quotes_a_part_of_a_long_text() {
    let long = "a".repeat(100_000);
    for question in [
        json!({ "ask": "dice", "expressions": [long] }),
        json!({ "ask": "ra frame", "loadout": long }),
        json!({ "ask": "play", "scenario": long }),
        json!({ "ask": long }),
        json!({ "ask": "dice", "expressions": ["3d6"], (long.as_str()): 1 }),
        json!({ "ask": "dice", "expressions": ["3d6"], "at_least": long }),
    ] {
        let error = mistake(question, json!({})).to_string();
        assert!(error.len() < 5_000, "{} bytes: {:.200}", error.len(), error);
    }
}

/// The five questions are stopped like any other, and have no options on files and printing.
#[test]
fn questions_with_files_stop_and_write_none() {
    let check = json!({ "ask": "check", "file": file(&answer(baseline(), json!({})), "baseline.json") });
    let forms = schema()["oneOf"].as_array().unwrap().clone();
    for question in [baseline(), check, tune(), learn(), exploit()] {
        let question = with(question, json!({}));
        assert!(takes_long(&question));
        let stopped = ask_value(&question, &Asking::data(&AtomicBool::new(true)));
        assert_eq!(stopped["error"]["kind"], "stopped", "{stopped:#}");
        let form = forms.iter().find(|form| form["title"] == question["ask"]).unwrap();
        for option in ["out", "force", "resume", "quiet", "format", "full", "top", "sort"] {
            assert!(form["properties"].get(option).is_none(), "{option}");
            says(&mistake(question.clone().into(), json!({ option: "x" })), &["unknown argument", option]);
        }
    }
}

#[test]
fn new_files_and_schemas_are_texts() {
    let new = answer(json!({ "ask": "new", "kind": "house-rule" }), json!({ "game": "intercept-orbit" }));
    assert!(new["text"].as_str().unwrap().starts_with("#:schema"), "{new}");
    says(&mistake(json!({ "ask": "new", "kind": "fleet" }), json!({ "game": "rapid-attack" })), &["--game"]);
    let schema = answer(json!({ "ask": "schema", "file": "ruleset" }), json!({}));
    assert_eq!(serde_json::from_str::<Value>(schema["text"].as_str().unwrap()).unwrap(), schema["data"]);
}

/// Outside the command line there is no standard input: `-` is the loadout without systems.
#[test]
fn a_company_of_one_frame_without_systems_is_answered() {
    let reply = answer(json!({ "ask": "ra company", "loadouts": ["-"] }), json!({}));
    assert!(reply["line"].as_str().unwrap().contains("movement 4.5"), "{reply}");
}

/// Dice that the rules forbid are refused, pips that they add are shown, and dice that an answer leaves out are named.
#[test]
fn attacks_say_what_the_rules_add_and_leave_out() {
    let attack = json!({ "ask": "ra attack", "attacker": "RdYBG", "range": "direct", "target": "YB" });
    let rules = |text: &str| json!({ "rules": format!("extends = 'rulebook'\nname = 'x'\n{text}") });
    let plain = answer(attack.clone(), json!({}));
    assert_eq!(plain["notes"], json!([]), "{plain}");
    let pips = answer(attack.clone(), rules("[modifiers]\nattack = 2\n"));
    assert_eq!((&pips["data"]["attack"], &plain["data"]["attack"]), (&json!("2d6, plus 2"), &json!("2d6")));
    let late = answer(attack.clone(), rules("[extra]\nwhen = 'late'\nattack = '1d8'\n"));
    assert_eq!(late["data"]["damage"], plain["data"]["damage"]);
    assert!(late["notes"][0].as_str().unwrap().contains("left out"), "{late}");
    let no_whites = rules("[defense]\nwhites = false\n");
    let whites = with(attack, json!({ "target-whites": 1 }));
    says(&mistake(whites.into(), no_whites), &["--target-whites is 1", "allowed: 0", "`defense.whites`"]);
}
