//! Files of counts with edited numbers: all are refused, and nothing aborts.

use crate::common::{Desk, SMALL, sealed};
use hitchart::scenario::{Scenario, check};
use hitchart::workflow::{RunOptions, WorkflowError, merge, render_again, run};
use hitchart_ask::options::Rows;
use hitchart_config::FileText;
use hitchart_lab::study::Overrides;
use serde_json::Value;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

static NO_STOP: AtomicBool = AtomicBool::new(false);

const RAPID_ATTACK: &str = r#"
[[study]]
kind = "games"
name = "duel"
companies = ["mirror-five", "mirror-five"]
policies = ["greedy", "random"]
swap_seats = true
games = 11

[[study]]
kind = "tournament"
name = "cup"
companies = ["mirror-five", "estars-anvil"]
policies = ["random"]
games = 40
"#;

const APOCALYPSE_FRAME: &str = r#"
title = "Missions"
game = "apocalypse-frame"
samples = 2_000

[[study]]
kind = "armaments"
simulate = true

[[study]]
kind = "missions"
name = "alone"
encounter = "patrol"
aces = ["M1-SOLDIER"]
games = 6

[[study]]
kind = "campaign"
name = "campaign"
aces = ["M1-SOLDIER"]
length = 2
games = 5
"#;

const INTERCEPT_ORBIT: &str = r#"
title = "Fleets"
game = "intercept-orbit"

[[study]]
kind = "games"
name = "clash"
fleets = ["wasp-nest", "long-watch"]
policies = ["greedy", "greedy"]
games = 6

[[study]]
kind = "optimise"
name = "best"
policy = "random"
field = ["wasp-nest", "long-watch"]
population = 3
generations = 1
games = 12
test_games = 4
"#;

/// A scenario with its counts in all forms: a report, a shard of the whole, and the files of an unfinished run.
struct Counted {
    desk: Desk,
    scenario: Scenario,
}

impl Counted {
    fn new(text: &str) -> Counted {
        let desk = Desk::new();
        desk.write("s.toml", text);
        desk.ok("run s.toml --out report --quiet");
        desk.ok("run s.toml --shard 1/1 --out shard --quiet");
        let mut lines: Vec<String> = desk.read("shard/shard.jsonl").lines().map(str::to_owned).collect();
        lines.pop();
        let mut heading: Value = serde_json::from_str(&lines[0]).unwrap();
        heading.as_object_mut().unwrap().remove("shard");
        lines[0] = sealed(heading);
        desk.write("left/.hitchart-counts", &(lines.join("\n") + "\n"));
        let file = FileText { path: desk.path("s.toml").into(), text: text.to_owned() };
        let scenario = check(file, &Overrides::default()).unwrap();
        Counted { desk, scenario }
    }

    fn all() -> impl Iterator<Item = Counted> {
        let texts = [format!("{SMALL}{RAPID_ATTACK}"), APOCALYPSE_FRAME.to_owned(), INTERCEPT_ORBIT.to_owned()];
        texts.into_iter().map(|text| Counted::new(&text))
    }

    fn run(&self, out: &str, options: RunOptions) -> Result<(), WorkflowError> {
        let options = RunOptions { threads: Some(1), quiet: true, ..options };
        run(&self.scenario, &self.desk.path(out), &options, &NO_STOP).map(drop)
    }

    fn report(&self) -> Result<(), WorkflowError> {
        render_again(&self.desk.path("report"), &Rows::default(), &NO_STOP).map(drop)
    }
}

/// Finds the numbers in a JSON text, outside of strings.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut in_text, bytes) = (Vec::new(), false, text.as_bytes());
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if in_text => at += 1,
            b'"' => in_text = !in_text,
            b'-' | b'0'..=b'9' if !in_text => {
                let end = bytes[at..].iter().position(|byte| !b"-+.eE0123456789".contains(byte));
                let end = end.map_or(bytes.len(), |end| at + end);
                found.push(at..end);
                at = end - 1;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Returns copies of a text with one number edited in different ways.
fn edits(text: &str, place: &Range<usize>) -> impl Iterator<Item = String> {
    let number: i128 = text[place.clone()].parse().unwrap_or(7);
    let others = [number * 10 + 1, number - 1, 0, i128::from(u64::MAX), i128::from(i64::MAX)];
    let edited = |other: i128| text[..place.start].to_owned() + &other.to_string() + &text[place.end..];
    others.into_iter().filter(|other| *other != number).map(edited).collect::<Vec<_>>().into_iter()
}

/// Edits at most `most` evenly spread numbers of a file, one at a time; the command must refuse each edit.
fn refused(counted: &Counted, file: &str, most: usize, act: impl Fn() -> Result<(), WorkflowError>) {
    let whole = counted.desk.read(file);
    let places = numbers(&whole);
    assert!(places.len() > 100, "{file}: {} numbers", places.len());
    for (i, place) in places.iter().enumerate().step_by(places.len().div_ceil(most)) {
        let all: Vec<String> = edits(&whole, place).collect();
        counted.desk.write(file, &all[i % all.len()]);
        assert!(act().is_err(), "{file}: {} at {place:?} of {}", &whole[place.clone()], counted.scenario.title);
    }
    counted.desk.write(file, &whole);
}

#[test]
fn an_edited_number_of_a_file_of_counts_is_refused() {
    for counted in Counted::all() {
        let path = |name: &str| counted.desk.path(name);
        refused(&counted, "report/counts.json", 400, || counted.report());
        refused(&counted, "shard/shard.jsonl", 150, || {
            merge(&[path("shard")], (&path("merged"), &Rows::default()), Vec::new(), &NO_STOP).map(drop)
        });
        refused(&counted, "shard/shard.jsonl", 100, || {
            let counts: Vec<PathBuf> = vec![path("shard/shard.jsonl")];
            counted.run("other", RunOptions { counts, ..RunOptions::default() })
        });
        refused(&counted, "left/.hitchart-counts", 100, || {
            counted.run("left", RunOptions { resume: true, ..RunOptions::default() })
        });
        // The original files are all accepted.
        counted.report().unwrap();
        merge(&[path("shard")], (&path("merged"), &Rows::default()), Vec::new(), &NO_STOP).unwrap();
        counted.run("left", RunOptions { resume: true, ..RunOptions::default() }).unwrap();
    }
}

/// Does the same on the command line, for some of the numbers.
#[test]
fn an_edited_number_ends_each_command_with_a_message() {
    let counted = Counted::new(&format!("{SMALL}{RAPID_ATTACK}"));
    let desk = &counted.desk;
    for (file, line) in [
        ("report/counts.json", "report report"),
        ("shard/shard.jsonl", "merge shard --out merged"),
        ("shard/shard.jsonl", "run s.toml --counts shard/shard.jsonl --out other"),
        ("shard/shard.jsonl", "work --units s.toml --counts shard/shard.jsonl"),
        ("left/.hitchart-counts", "run s.toml --resume --out left"),
    ] {
        let whole = desk.read(file);
        let places = numbers(&whole);
        for place in places.iter().step_by(places.len() / 5) {
            desk.write(file, &edits(&whole, place).next().unwrap());
            desk.refuses(line, &[file.rsplit('/').next().unwrap()]);
        }
        desk.write(file, &whole);
    }
}

/// An edited number with a corrected hash is checked by the consistency rules of counts; files that pass are rendered.
#[test]
fn an_edited_number_under_a_new_hash_never_aborts() {
    for counted in Counted::all() {
        let whole = counted.desk.read("report/counts.json");
        let counts = whole.find("\"counts\": ").unwrap();
        let (mut rendered, mut refused) = (0, 0);
        let step = numbers(&whole).len().div_ceil(150);
        for place in numbers(&whole).iter().filter(|place| place.start > counts).step_by(step) {
            for edited in edits(&whole, place) {
                let Ok(value) = serde_json::from_str::<Value>(&edited) else { continue };
                counted.desk.write("report/counts.json", &sealed(value));
                // Rendering takes most of the time, so only some of the accepted files are rendered.
                if rendered > 12 {
                    break;
                }
                match counted.report() {
                    Ok(()) => rendered += 1,
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(refused > 3 * rendered, "{}: {refused} refused, {rendered} rendered", counted.scenario.title);
    }
}
