//! `tune` as typed, with tiny numbers: the file it writes, and the committed result.

use crate::common::{Desk, at, number, words};
use assert_cmd::cargo::cargo_bin;
use hitchart_apocalypse_frame::players::tactician::Tactics as AceTactics;
use hitchart_rapid_attack::players::tactician::Tactics;
use serde_json::Value;
use std::process::{Command, Stdio};

pub(super) const SCENARIO: &str = r#"
title = "To tune on"
game = "rapid-attack"
seed = 4

[[study]]
kind = "frames"
frames = ["Soldier"]

[[study]]
kind = "games"
name = "mirror"
companies = ["mirror-four", "mirror-four"]

[[study]]
kind = "games"
name = "plain"
battlefield = "open-plain"
companies = ["suns-fang", "scouts"]

[[study]]
kind = "games"
name = "three"
companies = ["estars-anvil", "suns-fang", "piercing-eye"]

[policies.bold]
base = "aggressor"
kill = 2.5
"#;

/// The tuned parameters that the program uses.
const TUNED: &str = include_str!("../../../crates/rapid-attack/src/players/tactician/tuned.toml");

const TINY: &str = "tune tuning.toml --study mirror,plain --iterations 3 --games 6 --test 10";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("tuning.toml", SCENARIO);
    desk
}

#[test]
fn tunes_tests_and_writes_a_policy() {
    let desk = desk();
    let json = desk.json(&format!("{TINY} --out mine.toml"));
    let file: toml::Table = toml::from_str(&desk.read("mine.toml")).unwrap();
    // The answer has three keys more than the file.
    let mut policy = json.as_object().unwrap().clone();
    ["format_version", "line", "summary"].iter().for_each(|key| assert!(policy.remove(*key).is_some(), "{key}"));
    assert_eq!(serde_json::to_value(&file).unwrap(), Value::Object(policy));
    for parameter in Tactics::PARAMETERS {
        let value = number(&json, parameter.name);
        assert!((parameter.low..=parameter.high).contains(&value), "{} = {value}", parameter.name);
        assert_eq!(number(&json, &format!("provenance.start.{}", parameter.name)), parameter.default);
    }
    assert!(Tactics::PARAMETERS.iter().any(|parameter| number(&json, parameter.name) != parameter.default));
    let from = at(&json, "provenance");
    assert_eq!([&from["seed"], &from["iterations"], &from["games_an_iteration"]], [4, 3, 8]);
    assert_eq!(
        [from["scenario_sha256"].as_str(), from["ruleset_sha256"].as_str()].map(|hash| hash.unwrap().len()),
        [64; 2]
    );
    assert_eq!(from["version"], env!("CARGO_PKG_VERSION"));
    let games = |path: &str| {
        ["wins", "ties", "losses"].map(|key| number(from, &format!("test.{path}{key}"))).iter().sum::<f64>()
    };
    assert_eq!([games(""), games("studies.mirror."), games("studies.plain.")], [12.0, 6.0, 6.0]);
    let text = desk.read("mine.toml").to_lowercase();
    assert!(!text.contains("thread") && !text.contains("second"), "{text}");
}

#[test]
fn threads_change_nothing_and_seeds_everything() {
    let desk = desk();
    let file = |options: &str| {
        desk.ok(&format!("{TINY} {options}"));
        desk.read("tuned.toml")
    };
    let one = file("--threads 1");
    assert!(one == file("--threads 2") && one == file("--threads 7"));
    let values =
        |text: &str| text.lines().take_while(|line| !line.is_empty()).skip(2).collect::<Vec<&str>>().join("\n");
    assert_ne!(values(&one), values(&file("--seed 5")));
    assert_ne!(values(&one), values(&file("--start bold")));
}

/// Runs a command until it has begun to count, then kills it; if it ends first, starts again. Counting has begun once
/// the first whole line is written: a run killed earlier leaves nothing to resume.
fn cut_off(desk: &Desk, line: &str, out: &str) {
    const TRIES: usize = 20;
    let counts = desk.path(format!("{out}.counts"));
    let begun = || std::fs::read_to_string(&counts).is_ok_and(|text| text.contains('\n'));
    for _ in 0..TRIES {
        let run = Command::new(cargo_bin!("hitchart"))
            .current_dir(desk.path(""))
            .args(words(line))
            .stdout(Stdio::null())
            .spawn();
        let mut child = run.unwrap();
        while !begun() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // The lock of a killed run blocks no other run, and the next run removes it.
        let _ = std::fs::remove_file(desk.path(format!(".{out}.hitchart-lock")));
        if begun() {
            return;
        }
        [desk.path(out), counts.clone()].iter().filter(|left| left.exists()).for_each(|left| {
            std::fs::remove_file(left).unwrap();
        });
    }
    panic!("each of {TRIES} runs ended before it was killed");
}

/// A tuning resumes the counts of a run with the same description; here a killed run has counted half.
#[test]
fn a_killed_tuning_goes_on_to_the_same_file() {
    let desk = desk();
    let long = "tune tuning.toml --study mirror,plain --iterations 200 --games 6 --test 10";
    desk.ok(&format!("{long} --out whole.toml"));
    cut_off(&desk, &format!("{long} --out cut.toml"), "cut.toml");
    desk.refuses(&format!("{long} --out cut.toml --resume --seed 5"), &["belongs to another run", "--resume"]);
    // Another command with the same file says whose counts these are.
    let other = "exploit tuning.toml --study mirror --policy greedy --out cut.toml";
    desk.refuses(other, &["the counts of a `hitchart tune` that was stopped", "--out"]);
    desk.ok(&format!("{long} --out cut.toml --resume"));
    assert!(!desk.path("cut.toml.counts").exists());
    assert_eq!(desk.read("cut.toml"), desk.read("whole.toml"));
}

/// A file that is in the place of a tuning's counts but is not the program's own belongs to the user.
#[test]
fn a_file_of_the_user_beside_the_tuned_one_is_left_alone() {
    let desk = desk();
    for text in ["precious", "precious\n", "{\"run\": \"mine\"}\n"] {
        desk.write("tuned.toml.counts", text);
        let before = desk.files();
        for option in ["", "--resume"] {
            let said = desk.say(&format!("{TINY} {option}"));
            assert!(said.code != Some(0) && said.err.contains("tuned.toml.counts"), "{}", said.err);
        }
        assert!(desk.files() == before);
    }
}

/// The same command tunes policies for missions; the game master is that of the scenario.
#[test]
fn aces_are_tuned_as_companies_are() {
    let desk = Desk::new();
    desk.write(
        "aces.toml",
        "title = 'T'\ngame = 'apocalypse-frame'\n[[study]]\nkind = 'missions'\nname = 'patrol'\naces = ['M1', 'L1']\n\
         [[study]]\nkind = 'campaign'\nname = 'long'\naces = ['M1']\n",
    );
    let json = desk.json("tune aces.toml --study patrol --iterations 3 --games 8 --test 12");
    for parameter in AceTactics::PARAMETERS {
        assert!((parameter.low..=parameter.high).contains(&number(&json, parameter.name)), "{}", parameter.name);
    }
    assert_eq!(number(&json, "provenance.test.games"), 12.0);
    desk.refuses("tune aces.toml", &["`long`", "tunes nothing", "`patrol`", "--study"]);
    desk.refuses(
        "tune aces.toml --study patrol --start ruthless",
        &["`ruthless` is a policy of a game master", "not a policy of Aces"],
    );
}

/// A file without a proven improvement says so in its first line, and the program on standard error.
#[test]
fn the_verdict_is_told_in_every_place() {
    let desk = desk();
    let said = desk.say(TINY);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let file = desk.read("tuned.toml");
    let verdict =
        toml::from_str::<toml::Table>(&file).unwrap()["provenance"]["test"]["verdict"].as_str().unwrap().to_owned();
    assert!(said.out.contains(if verdict == "pass" { "is stronger than" } else { "is not shown" }), "{}", said.out);
    assert_eq!(verdict == "pass", file.lines().next().unwrap().contains("stronger"));
    assert_eq!(verdict != "pass", said.err.contains("warning"), "{}", said.err);
    assert!(said.err.contains("Written: tuned.toml"), "{}", said.err);
}

#[test]
fn the_file_can_be_pasted_as_a_policy() {
    let desk = desk();
    desk.ok(TINY);
    let pasted = format!("{SCENARIO}\n[policies.tuned]\n{}", desk.read("tuned.toml"));
    desk.write("pasted.toml", &pasted);
    let json = desk.json("play pasted.toml --study mirror --policies tuned,untuned --games 2");
    assert_eq!(at(&json, "seats.0.policy"), "tuned");
}

#[test]
fn what_is_written_wrong_is_refused_and_nothing_is_written() {
    let desk = desk();
    desk.write(
        "none.toml",
        "title = \"T\"\ngame = \"rapid-attack\"\n[[study]]\nkind = \"frames\"\nframes = [\"Tank\"]\n",
    );
    desk.write("letter.txt", "precious");
    desk.refuses("tune none.toml", &["no study of kind `games`"]);
    desk.refuses("tune tuning.toml --study miror", &["unknown study `miror`", "did you mean `mirror`?"]);
    desk.refuses("tune tuning.toml --study frames-1", &["of kind `frames`"]);
    desk.refuses("tune tuning.toml", &["`three`: it has 3 companies", "`mirror`, `plain`", "--study"]);
    desk.refuses(&format!("{TINY} --start greedy"), &["`greedy` is not a tactician"]);
    desk.refuses(&format!("{TINY} --start bolt"), &["did you mean `bold`?"]);
    desk.refuses("tune tuning.toml --iterations 0", &["--iterations", "allowed: 1 to"]);
    desk.refuses("tune tuning.toml --games 0", &["--games", "allowed: 1 to"]);
    desk.refuses("tune tuning.toml --step 0", &["--step", "0.0001 to 0.4"]);
    desk.refuses("tune tuning.toml --spread NaN", &["--spread", "0.0001 to 0.4"]);
    for out in ["letter.txt", ".", "tuning.toml"] {
        desk.refuses(&format!("{TINY} --out {out}"), &[out, "is not a file of tuned tactics", "--out"]);
    }
    let before = desk.files();
    desk.refuses(&format!("{TINY} --out ''"), &["--out"]);
    let said = desk.say(&format!("{TINY} --out nowhere/tuned.toml"));
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{}", said.err);
    assert!(said.err.contains("cannot write into nowhere"), "{}", said.err);
    assert!(desk.files() == before);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere.toml", desk.path("link")).unwrap();
        let said = desk.say(&format!("{TINY} --out link"));
        assert_eq!((said.code, desk.path("link").is_symlink()), (Some(2), true), "{}", said.err);
    }
}

/// The committed values come from the committed scenario: today's program makes the same provenance, except for the
/// hash of the ruleset. The hash changes with every new field, even one that does not affect the values.
#[test]
fn the_committed_result_comes_from_the_committed_scenario() {
    let committed: Value = serde_json::to_value(toml::from_str::<toml::Table>(TUNED).unwrap()).unwrap();
    let from = at(&committed, "provenance");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/tuning.toml");
    let options = format!("--seed {} --iterations 1 --games 8 --test 8", from["seed"]);
    let json = Desk::new().json(&format!("tune '{scenario}' {options}"));
    for key in ["method", "scenario", "scenario_sha256", "studies", "ruleset", "start"] {
        assert_eq!(at(&json, "provenance")[key], from[key], "{key}");
    }
    assert_eq!(at(from, "test.verdict"), "pass");
    assert!(number(from, "test.decided_interval.0") > 0.5 && number(from, "test.points_interval.0") > 0.5);
}
