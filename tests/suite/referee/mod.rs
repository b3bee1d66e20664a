//! An independent referee, which rebuilds games from the lines of their replays alone. For Rapid Attack it rebuilds
//! dice, ranges, cover, charts, scores, stations and clock; for Apocalypse Frame actions, Tension, Ammo, Harm, Shields,
//! activations and frame damage. It uses the texts, the rulings and the numbers of the ruleset in the header. The
//! engine is only used to play the games. How to extend it: `docs/replays.md`, "The referee".

mod apocalypse_frame;
mod campaign;
mod games;
mod intercept_orbit;
mod lines;
mod mutations;
mod plane;
mod rapid_attack;
mod replays;

use self::games::{Fixture, battles, missions};
use self::lines::{Refusal, Ruled};
use self::mutations::{BATTLES, Kind, MISSIONS};
use self::replays::{Replay, replay};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Rules that this version is known to break, each with a description. Remove a rule from this list once it holds
/// again.
const KNOWN: [(&str, &str); 0] = [];

/// Judges a game. Returns the known rules that it breaks.
fn judge(header: &Value, lines: &[&Value], known: &[&str]) -> Ruled<BTreeSet<String>> {
    match header["mission"].is_string() {
        true => apocalypse_frame::judge(header, lines, known),
        false => rapid_attack::judge(header, lines, known),
    }
}

fn judge_replay(replay: &Replay, known: &[&str]) -> Ruled<BTreeSet<String>> {
    let lines: Vec<&Value> = replay.lines.iter().collect();
    judge(&replay.header, &lines, known)
}

/// Judges games. Returns the number of each event, and the known rules that were broken.
fn judge_all(fixtures: &[Fixture]) -> (BTreeMap<String, usize>, BTreeSet<String>) {
    let known = KNOWN.map(|(rule, _)| rule);
    let (mut events, mut broken) = (BTreeMap::new(), BTreeSet::new());
    for fixture in fixtures {
        let replay = replay(fixture);
        match judge_replay(&replay, &known) {
            Ok(rules) => broken.extend(rules),
            Err(Refusal { line, why }) => {
                let before = &replay.lines[line.saturating_sub(12)..line.min(replay.lines.len())];
                let texts: Vec<String> = before.iter().map(|line| line["text"].to_string()).collect();
                panic!("{}: line {line}: {why}\n{}", fixture.name, texts.join("\n"));
            }
        }
        for line in &replay.lines {
            *events.entry(line["event"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    (events, broken)
}

#[test]
fn battles_are_as_the_rules_have_them() {
    let (events, broken) = judge_all(&battles());
    for event in
        ["dodged", "fell", "white-lost", "cover-destroyed", "station-taken", "renamed", "blocked", "order-rolled"]
    {
        assert!(events.contains_key(event), "no {event} in {events:?}");
    }
    assert_eq!(broken, BTreeSet::new(), "known to be broken");
}

#[test]
fn missions_are_as_the_rules_have_them() {
    let (events, broken) = judge_all(&missions());
    for event in
        ["restored", "ace-lost", "frame-damaged", "cover-gone", "fire-set", "mortar-fired", "reinforced", "provoked"]
    {
        assert!(events.contains_key(event), "no {event} in {events:?}");
    }
    assert_eq!(broken, BTreeSet::new(), "known to be broken");
}

/// Returns the replays of the fixtures with these names.
fn named(fixtures: Vec<Fixture>, names: &[&str]) -> Vec<Replay> {
    let find = |name: &&str| {
        let fixture = fixtures.iter().find(|fixture| fixture.name == **name);
        replay(fixture.unwrap_or_else(|| panic!("no game is called {name}")))
    };
    names.iter().map(find).collect()
}

/// Tampers with replays in many places, and checks that each is refused.
fn tamper(kinds: &[Kind], replays: &[Replay]) {
    let known = KNOWN.map(|(rule, _)| rule);
    for kind in kinds {
        let fared = kind.try_on(replays, |header, lines| judge(header, lines, &known).map(|_| ()));
        kind.check(&fared);
    }
}

#[test]
fn tampering_with_battles_is_refused() {
    let names = [
        "per-unit order 0",
        "handbook skirmish 1 greedy",
        "draft-2012 skirmish 0 tactician",
        "rulebook skirmish 1 random",
        "climbing 0",
        "terrain spotted 0",
    ];
    tamper(&BATTLES, &named(battles(), &names));
}

#[test]
fn tampering_with_missions_is_refused() {
    let names = ["gas 0", "v0.3 consul 1", "late last stand 0", "v1.x pack 3", "firefight 1", "storm 0"];
    tamper(&MISSIONS, &named(missions(), &names));
}
