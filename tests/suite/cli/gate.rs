//! `baseline` and `check` as typed, with tiny numbers: pass, drift, inconclusive, acknowledged differences and
//! refusals.

use crate::common::{Desk, at, number};
use serde_json::Value;

const SCENARIO: &str = r#"
title = "To be held"
game = "rapid-attack"
rules = "house.toml"
seed = 4

[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-four", "mirror-four"]
policies = ["greedy", "greedy"]
swap_seats = true

[[study]]
kind = "frames"
frames = ["Soldier"]
"#;

const HOUSE: &str = "extends = 'rulebook'\nname = 'house'\n";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("games/x.toml", SCENARIO);
    desk.write("games/house.toml", HOUSE);
    desk.write("blues.toml", "extends = 'rulebook'\nname = 'blues'\n[dice]\ndefense = '1d8'\n");
    desk
}

/// Creates a desk with a baseline, made with these options.
fn made(options: &str) -> Desk {
    let desk = desk();
    let said = desk.ok(&format!("baseline games/x.toml --out b.json {options}"));
    assert!(said.contains("b.json: ") && said.contains("exact numbers"), "{said}");
    desk
}

/// Returns the exit code and the outcome of a check.
fn check(desk: &Desk, options: &str) -> (Option<i32>, Value) {
    let said = desk.say(&format!("check b.json --format json {options}"));
    let json = serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}{}", said.out, said.err));
    (said.code, json)
}

#[test]
fn the_same_program_and_rules_pass() {
    let desk = made("--games 40");
    let (code, json) = check(&desk, "");
    assert_eq!((code, &json["verdict"]), (Some(0), &"pass".into()), "{json:#}");
    for layer in ["exact", "signature", "statistics"] {
        assert_eq!(json["layers"][layer]["verdict"], "pass", "{json:#}");
    }
    assert!(number(&json, "games") == 40.0 && at(&json, "rules").as_array().unwrap().is_empty());
    let text = desk.ok("check b.json");
    let verdict: Vec<&str> = text.lines().take(5).collect();
    assert!(verdict.join(" ").contains("Pass: nothing changed in To be held") && text.contains("no change"), "{text}");
    assert!(text.lines().count() <= 25, "{text}");
    assert!(
        json["summary"][0].as_str().unwrap().starts_with("Pass") && json["line"].as_str().unwrap().starts_with("Pass")
    );
    let part = desk.ok("check b.json --games 10");
    assert!(part.contains("10 games") && part.contains("30 were not played again"), "{part}");
    assert_eq!(desk.ok("check b.json --quiet"), "");
    // The folder can move, and the number of threads changes nothing.
    let one = desk.read("b.json");
    desk.write("moved/games/x.toml", SCENARIO);
    desk.write("moved/games/house.toml", HOUSE);
    desk.write("moved/b.json", &one);
    desk.ok("check moved/b.json --threads 2");
    desk.ok("baseline games/x.toml --out b.json --games 40 --threads 2");
    assert!(desk.read("b.json") == one && one.len() < 60_000, "{} bytes", one.len());
}

/// Another die for blues: exact numbers differ and are shown with both values, games have other results, and the
/// changed fields of the rules are named.
#[test]
fn other_rules_drift() {
    let desk = made("--games 60");
    let (code, json) = check(&desk, "--rules blues.toml");
    assert_eq!((code, &json["verdict"]), (Some(1), &"drift".into()));
    assert_eq!(json["rules"][0]["field"], "dice.defense");
    let exact = &json["layers"]["exact"];
    assert_eq!(exact["verdict"], "drift");
    let measures = exact["measures"].as_array().unwrap();
    let attack = measures.iter().find(|measure| measure["measure"] == "attack").unwrap();
    let first = &attack["differences"][0];
    assert!(first["baseline"].is_number() && first["now"].is_number() && first["baseline"] != first["now"]);
    assert_eq!(json["layers"]["signature"]["verdict"], "drift");
    assert!(number(&json["layers"]["signature"]["studies"][0], "differing") > 0.0);
    // Exact differences can be accepted, and stay listed.
    let (_, accepted) = check(&desk, "--rules blues.toml --accept exact");
    let exact = &accepted["layers"]["exact"];
    assert_eq!((&exact["verdict"], &exact["accepted"]), (&"pass".into(), &true.into()));
    assert!(!exact["measures"][0]["differences"].is_null() && accepted["layers"]["signature"]["verdict"] == "drift");
    // Accepting the signature does not accept the rest.
    let (code, json) = check(&desk, "--rules blues.toml --accept signature");
    assert_eq!((code, &json["layers"]["signature"]["verdict"]), (Some(1), &"pass".into()));
    assert_eq!(json["layers"]["signature"]["accepted"], true);
    let text = desk.say("check b.json --rules blues.toml");
    assert!(text.code == Some(1) && text.out.contains("Drift: ") && text.out.contains("dice.defense"), "{}", text.out);
}

/// Changes without a file change the rules that the baseline was recorded with: only the changed field differs.
#[test]
fn changes_are_those_of_the_recorded_rules() {
    for recorded in ["", "--rules blues.toml", "--rules fielding.stations_together=false"] {
        let desk = made(&format!("--games 8 {recorded}"));
        let (_, json) = check(&desk, "--rules clock.start=8");
        let fields: Vec<&Value> = json["rules"].as_array().unwrap().iter().map(|rule| &rule["field"]).collect();
        assert_eq!(fields, ["clock.start"], "{recorded}");
    }
}

/// Rules that change games but no exact number: once acknowledged, undecided with few games, and a pass with wide
/// margins.
#[test]
fn an_acknowledged_signature_leaves_the_numbers_to_decide() {
    let desk = made("--games 40 --margins win=0.03");
    desk.write("clock.toml", "extends = 'rulebook'\nname = 'clock'\n[clock]\nstart = 9\n");
    let (code, json) = check(&desk, "--rules clock.toml --accept signature");
    assert_eq!((code, &json["verdict"]), (Some(3), &"inconclusive".into()), "{json:#}");
    assert_eq!(json["layers"]["exact"]["verdict"], "pass");
    assert_eq!(check(&desk, "--rules clock.toml").0, Some(1), "not acknowledged");
    desk.ok("baseline games/x.toml --out b.json --games 400 --margins win=0.9,rounds=0.01");
    let (_, json) = check(&desk, "--rules clock.toml --accept signature");
    let numbers = json["layers"]["statistics"]["numbers"].as_array().unwrap();
    let of = |metric: &str| numbers.iter().filter(|number| number["metric"] == metric).collect::<Vec<_>>();
    assert!(of("win").iter().all(|win| win["verdict"] == "pass"));
    assert!(of("rounds").iter().all(|rounds| rounds["verdict"] == "drift"), "{numbers:#?}");
}

/// JUnit and Markdown for other programs.
#[test]
fn every_format_tells_the_same() {
    let desk = made("--games 40");
    let said = desk.say("check b.json --rules blues.toml --format junit");
    assert_eq!(said.code, Some(1));
    assert!(said.out.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "));
    let (mut open, mut failures) = (Vec::new(), 0);
    for tag in said.out.split('<').skip(2).filter_map(|part| part.split('>').next()) {
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        failures += usize::from(name == "failure");
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name), "{}", said.out),
            (false, false) => open.push(name),
            (false, true) => {}
        }
        assert!(tag.matches('"').count().is_multiple_of(2), "{tag}");
    }
    assert!(open.is_empty() && failures > 1 && said.out.contains(&format!("failures=\"{failures}\"")), "{}", said.out);
    let markdown = desk.say("check b.json --rules blues.toml --format markdown").out;
    assert!(markdown.starts_with("## Balance: drift\n") && markdown.contains("| exact | drift |"), "{markdown}");
    let place = |part: &str| markdown.find(part).unwrap_or_else(|| panic!("{part}: {markdown}"));
    assert!(place("Rules that changed") < place("Layers") && place("Drift: ") < place("dice.defense"));
    assert!(markdown.contains("<details><summary>") && markdown.contains("</details>"), "{markdown}");
    // Several formats in one run.
    let several = desk.say("check b.json --rules blues.toml --format line --format junit=b.xml --format md=b.md");
    assert!(several.code == Some(1) && several.out.starts_with("Drift: ") && several.out.lines().count() == 1);
    assert_eq!((desk.read("b.xml"), desk.read("b.md")), (said.out, markdown));
}

#[test]
fn missions_are_held_too() {
    let desk = desk();
    desk.write(
        "af.toml",
        "title = 't'\ngame = 'apocalypse-frame'\n[[study]]\nkind = 'missions'\nname = 'm'\naces = ['M1-SOLDIER']\nencounter = 'siege'\npolicies = ['random', 'random']\n",
    );
    desk.write("hard.toml", "extends = 'v0.3'\nname = 'hard'\n[rolls]\nsuccess_from = 4\nclean_from = 6\n");
    desk.ok("baseline af.toml --out b.json --games 12 --margins victory=0.1,rounds=1");
    assert_eq!(check(&desk, "").0, Some(0));
    assert_eq!(check(&desk, "--rules hard.toml").0, Some(1));
    desk.refuses("check b.json --rules rulebook", &["`rulebook` is of rapid-attack, the baseline of apocalypse-frame"]);
}

/// The clock is a field of two games; the changes are of the baseline's.
#[test]
fn changes_of_a_field_of_several_games_are_of_the_baselines_game() {
    let desk = desk();
    let study =
        "kind = 'games'\nname = 'g'\nfleets = ['long-watch', 'salt-runners']\npolicies = ['random', 'random']\n";
    desk.write("io.toml", &format!("title = 't'\ngame = 'intercept-orbit'\n[[study]]\n{study}"));
    desk.ok("baseline io.toml --out b.json --games 8 --margins rounds=1");
    assert_eq!(check(&desk, "--rules clock.start=5").0, Some(1));
}

#[test]
fn what_cannot_be_held_is_refused() {
    let desk = made("--games 8");
    let b = desk.read("b.json");
    desk.refuses("check c.json", &["cannot read c.json", "did you mean b.json?"]);
    desk.refuses("check b.json --games 9", &["--games is 9; the baseline has 8 games"]);
    desk.refuses("check b.json --rules rulebok", &["did you mean `rulebook`?"]);
    desk.write("games/house.toml", &HOUSE.replace("house", "home"));
    desk.refuses("check b.json", &["the rules are `home`, but the baseline has `house`: no field differs", "--rules"]);
    desk.write("games/house.toml", &format!("{}[dice]\ndefense = '1d8'\n", HOUSE.replace("house", "home")));
    desk.refuses("check b.json", &["`dice.defense` was", "1d8"]);
    desk.write("games/house.toml", HOUSE);
    desk.write("games/x.toml", &SCENARIO.replace("\"greedy\", \"greedy\"", "\"greedy\", \"random\""));
    desk.refuses("check b.json", &["other games than the baseline", "study.mirror.policies.1", "random"]);
    desk.write("games/x.toml", &SCENARIO.replace("To be held", "Another title"));
    desk.ok("check b.json");
    for (from, to, parts) in [
        ("\"version\": 1", "\"version\": 2", &["`version` is 2", "reads version 1"][..]),
        ("\"game\": \"rapid-attack\"", "\"game\": \"chess\"", &["unknown game `chess`"]),
        ("\"game\": \"rapid-attack\"", "\"game\": \"apocalypse-frame\"", &["rapid-attack", "apocalypse-frame"]),
        ("\"study\": \"mirror\"", "\"study\": \"miror\"", &["other games", "study.mirror"]),
        ("{\n", "", &["broken.json:1:"]),
    ] {
        desk.write("broken.json", &b.replacen(from, to, 1));
        desk.refuses("check broken.json", parts);
    }
}

/// Parts removed from a baseline are missed, even with acknowledged differences.
#[test]
fn a_baseline_without_its_numbers_does_not_pass() {
    let desk = made("--games 8");
    let whole: Value = serde_json::from_str(&desk.read("b.json")).unwrap();
    type Edit = (fn(&mut Value), &'static str);
    let edits: [Edit; 4] = [
        (|b| b["studies"][0]["numbers"] = Value::Array(Vec::new()), "study `mirror`: `numbers` is empty"),
        (|b| b["studies"][0]["columns"] = Value::Array(Vec::new()), "has no column"),
        (|b| b["studies"][0]["groups"] = 3.into(), "study `mirror`: 3 groups of 2 games"),
        (|b| b["seed"] = 5.into(), "`sha256`"),
    ];
    for (edit, said) in edits {
        let mut edited = whole.clone();
        edit(&mut edited);
        desk.write("edited.json", &edited.to_string());
        for accepted in ["", "--accept signature"] {
            desk.refuses(&format!("check edited.json {accepted}"), &["edited.json: ", said]);
        }
    }
    let mut margins = whole;
    margins["studies"][0]["numbers"][0]["margin"] = 0.25.into();
    desk.write("edited.json", &margins.to_string());
    desk.ok("check edited.json");
    desk.refuses("baseline games/x.toml --out c.json --games 8 --margins victory=0.1", &["unknown metric `victory`"]);
}

/// The exit code is that of the verdict, even if the output has no reader.
#[cfg(target_os = "linux")]
#[test]
fn a_verdict_does_not_depend_on_its_reader() {
    use crate::common::words;
    use std::process::{Command, Stdio};
    let desk = made("--games 40 --margins win=0.03");
    desk.write("clock.toml", "extends = 'rulebook'\nname = 'clock'\n[clock]\nstart = 9\n");
    let run = |options: &str, out: Stdio| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hitchart"));
        command.args(words(&format!("check b.json {options}"))).current_dir(desk.path(""));
        let mut child = command.stdin(Stdio::null()).stdout(out).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let undecided = "--rules clock.toml --accept signature";
    for (options, code, on_a_full_disk) in [("", 0, 1), ("--rules blues.toml", 1, 1), (undecided, 3, 3)] {
        assert_eq!(run(options, Stdio::piped()), (code, String::new()), "{options}: nobody reads");
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let (code, said) = run(options, full.into());
        assert_eq!(code, on_a_full_disk, "{options}: a full disk");
        assert!(said.starts_with("error: cannot write the output") && said.lines().count() == 1, "{options}: {said}");
    }
}

/// A mistake writes nothing, and a file that is not a baseline is not overwritten.
#[test]
fn a_mistake_harms_no_file() {
    let desk = desk();
    desk.write("precious.json", "mine\n");
    for (line, part) in [
        ("baseline games/x.toml --out precious.json", "precious.json"),
        ("baseline games/y.toml --out b.json", "did you mean games/x.toml?"),
        ("baseline games/x.toml --out b.json --margins wim=0.1", "did you mean `win`?"),
        ("baseline games/x.toml --out b.json --margins win=-1", "above 0"),
        ("baseline games/x.toml --out b.json --study miror", "did you mean `mirror`?"),
        ("baseline games/x.toml --out b.json --games 0", "allowed: 1 to"),
        ("baseline games/x.toml --out no/such/b.json", "no/such"),
    ] {
        desk.refuses(line, &[part]);
    }
    assert_eq!(desk.read("precious.json"), "mine\n");
}
