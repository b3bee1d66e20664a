//! Games that stop when every win rate is precise enough.

use crate::common::{Desk, at, number};

/// A study of missions and a study of games, both short.
const MISSIONS: &str = r#"
title = "A patrol"
game = "apocalypse-frame"

[[study]]
kind = "missions"
name = "patrol"
encounter = "patrol"
aces = ["M1-SOLDIER", "L1-RECON"]
policies = ["random", "greedy"]
games = 20
"#;

#[test]
fn play_stops_at_the_precision_and_says_so() {
    let desk = Desk::new();
    desk.write("patrol.toml", MISSIONS);
    let json = desk.json("play patrol.toml --precision 0.08 --threads 2");
    let (goal, reached) = (number(&json, "precision.goal"), number(&json, "precision.reached"));
    assert!(goal == 0.08 && reached <= goal && reached > 0.0, "{json}");
    assert_eq!(json["stopped"], false);
    let games = number(&json, "games");
    assert!(games > 20.0 && games < number(&json, "requested"), "{json}");
    let text = desk.ok("play patrol.toml --precision 8% --threads 1");
    assert!(text.lines().count() <= 25, "{text}");
    let said = text.replace('\n', " ");
    assert!(said.contains("±8.0 points") && said.contains(&format!("{games} games")), "{text}");
    // Half the width needs at least twice the games; a larger limit needs no more.
    let finer = number(&desk.json("play patrol.toml --precision 0.04"), "games");
    assert!(finer > 2.0 * games, "{finer} against {games}");
    let limited = number(&desk.json("play patrol.toml --precision 0.08 --games 20000"), "games");
    assert!(limited < 1.5 * games, "{limited} against {games}");
}

#[test]
fn the_limit_of_games_is_kept_and_named() {
    let desk = Desk::new();
    desk.write("patrol.toml", MISSIONS);
    let json = desk.json("play patrol.toml --precision 0.02 --games 100");
    assert_eq!(number(&json, "games"), 100.0);
    assert!(number(&json, "precision.reached") > 0.02, "{json}");
    let text = desk.ok("play patrol.toml --precision 0.02 --games 100");
    assert!(text.contains("limit of 100 games") && text.contains("goal: ±2.0 points"), "{text}");
    desk.refuses("play patrol.toml --precision 2", &["0.001 to 0.5"]);
}

/// Near 0 an interval reaches farther up than down: the reached precision is its larger side.
#[test]
fn the_reached_precision_holds_the_printed_interval() {
    let desk = Desk::new();
    desk.write("siege.toml", &MISSIONS.replace("\"patrol\"\naces", "\"siege\"\naces"));
    let json = desk.json("play siege.toml --precision 0.03 --games 1000");
    let victory = at(&json, "victory");
    let (low, share, high) = (number(victory, "interval.0"), number(victory, "point"), number(victory, "interval.1"));
    let reached = number(&json, "precision.reached");
    assert!(share < 0.02 && high - share > share - low, "{victory}");
    assert!((reached - (high - share)).abs() < 1e-9 && reached <= 0.03, "{reached} for {victory}");
}

/// A run with a precision is written, rendered again, and equal on any number of threads.
#[test]
fn runs_with_a_precision_are_rendered_again() {
    let desk = Desk::new();
    desk.write("patrol.toml", MISSIONS);
    desk.ok("run patrol.toml --precision 0.08 --threads 1 --out one");
    desk.ok("run patrol.toml --precision 0.08 --threads 2 --out two");
    let report = |folder: &str| desk.read(&format!("{folder}/report.md"));
    assert!(report("one").contains("±8.0 points"), "{}", report("one"));
    assert_eq!(desk.read("one/tables/patrol-outcome.csv"), desk.read("two/tables/patrol-outcome.csv"));
    let before = report("one");
    desk.ok("report one");
    assert_eq!(report("one"), before);
}
