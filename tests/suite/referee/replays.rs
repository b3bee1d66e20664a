//! Replays of fixed games as lines of JSON: the only link of the referee to the program.

use super::games::Fixture;
use hitchart::scenario::check;
use hitchart_config::FileText;
use hitchart_lab::study::{Changes, Overrides, ReplayOrigin};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// A parsed replay.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    pub header: Value,
    pub lines: Vec<Value>,
}

/// Plays a game and parses its replay.
pub(crate) fn replay(fixture: &Fixture) -> Replay {
    let fails = |problem: &dyn std::fmt::Display| -> ! { panic!("{}: {problem}\n{}", fixture.name, fixture.scenario) };
    let file = FileText { path: format!("{}.toml", fixture.name).into(), text: fixture.scenario.clone() };
    let scenario = check(file, &Overrides::default()).unwrap_or_else(|error| fails(&error));
    let study = &scenario.studies[0];
    let changes = Changes { policies: Some(&fixture.policies), ..Changes::default() };
    let asked = study.method.games().unwrap().changed(&changes).unwrap_or_else(|error| fails(&error));
    let games = asked.games().unwrap();
    let about = ReplayOrigin { seed: scenario.seed, game: fixture.game, ..ReplayOrigin::default() };
    let replay =
        games.replay(&study.name, &about, &AtomicBool::new(false)).unwrap_or_else(|error| fails(&error)).unwrap();
    let mut lines = replay.jsonl.lines().map(|line| serde_json::from_str(line).unwrap());
    let header = lines.next().unwrap();
    Replay { header, lines: lines.collect() }
}
