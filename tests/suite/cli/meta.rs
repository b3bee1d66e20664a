//! `meta` as typed: the answer, the files written, and refusals.

use crate::common::{Desk, at, number};
use std::fs;

/// Rock, paper, scissors, and an entrant that loses to all.
const RESULTS: &str = "a,b,wins,ties,losses
rock,scissors,160,0,40
scissors,paper,158,0,42
paper,rock,163,0,37
rock,pebble,150,10,40
paper,pebble,171,0,29
scissors,pebble,180,0,20
";

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("rps.csv", RESULTS);
    desk
}

#[test]
fn json_has_the_names_of_the_documentation() {
    let json = serde_json::from_str(&desk().ok("meta rps.csv --format json")).unwrap();
    for key in ["ratings", "nash", "regret"] {
        let all = at(&json, key).as_array().unwrap();
        assert_eq!(all.len(), 4, "{key}");
        let value = if key == "nash" { "share" } else { "point" };
        for one in all {
            let (low, high) = (number(one, "interval.0"), number(one, "interval.1"));
            assert!(one["name"].is_string() && low <= number(one, value) && number(one, value) <= high, "{one}");
        }
    }
    assert!((number(&json, "effective_choices.point") - 3.0).abs() < 0.1);
    assert!(number(&json, "cyclic_share.p") < 0.05 && number(&json, "cyclic_share.interval.0") > 0.2);
    assert!(at(&json, "dominated").is_array());
    assert_eq!(number(&json, "games"), 1200.0);
    assert_eq!(at(&json, "provenance.file"), "rps.csv");
}

#[test]
fn the_answer_in_words_comes_first_in_every_form_for_people() {
    let desk = desk();
    let short = desk.ok("meta rps.csv");
    let first = short.lines().take(5).collect::<Vec<_>>().join(" ");
    assert!(short.lines().count() <= 25 && first.contains("rps.csv") && first.contains("rating"), "{short}");
    assert!(short.contains("no single best choice") && short.contains("Effective choices"), "{short}");
    let line = desk.ok("meta rps.csv --format line");
    assert!(line.lines().count() == 1 && line.contains("rating"), "{line}");
    let page = desk.ok("meta rps.csv --format md");
    assert!(page.contains("no single best choice") && page.contains("There is rock-paper-scissors: "), "{page}");
    assert!(page.contains("\n\n| "), "an empty line before the tables:\n{page}");
    assert!(desk.ok("meta rps.csv --format csv").starts_with("entrant,against,games_won"));
}

/// Threads and the order of rows change nothing.
#[test]
fn answers_repeat() {
    let desk = desk();
    let mut rows: Vec<&str> = RESULTS.lines().collect();
    rows[1..].reverse();
    desk.write("turned.csv", &rows.join("\n"));
    let answer = |words: &str| desk.ok(&format!("meta {words} --seed 7"));
    let first = answer("rps.csv --threads 1");
    assert!(first == answer("rps.csv --threads 4") && first == answer("turned.csv").replace("turned.csv", "rps.csv"));
}

#[test]
fn a_report_has_the_figures() {
    let desk = desk();
    desk.ok("meta rps.csv --out report");
    for figure in ["equilibrium", "rating", "matrix", "network"] {
        assert!(desk.path(format!("report/plots/meta-{figure}.svg")).is_file(), "{figure}");
    }
    let page = fs::read_to_string(desk.path("report/report.md")).unwrap();
    assert!(page.contains("There is rock-paper-scissors"), "{page}");
    desk.ok("meta rps.csv --out report");
}

#[test]
fn a_mistake_has_its_place_and_writes_nothing() {
    let desk = desk();
    desk.write("bad.csv", "a,b,wins,ties,losses\nx,y,3,1,-2\n");
    desk.refuses("meta bad.csv --out report", &["bad.csv:2:9", "losses", "-2"]);
    desk.write("bad.csv", "a,b,win,ties,losses\nx,y,3,1,2\n");
    desk.refuses("meta bad.csv --out report", &["bad.csv:1:5", "did you mean `wins`?"]);
    desk.write("bad.csv", "a,b,wins,ties,losses\nx,y,3,1,2\nz,x,0,0,0\n");
    desk.refuses("meta bad.csv --out report", &["bad.csv:3:1", "`z` met nobody"]);
    assert!(!desk.path("report").exists());
    desk.refuses("meta none.csv", &["none.csv"]);
}
