//! Signatures: fixed games have fixed results. A change that does not touch rules or players must not change a line of
//! `data/signatures.txt`. Any other change says so and rewrites the file:
//!
//!     UPDATE_SIGNATURES=1 cargo test --test suite signatures

use crate::common::Desk;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Numbers of a row with results of missions, for studies without a signature.
const TOLD: [&str; 8] = ["victory", "frame_damage", "rounds", "vigor_left", "removed", "earned", "spent", "bought"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pinned() -> PathBuf {
    root().join("tests/suite/data/signatures.txt")
}

/// Returns the pinned games: arguments of `play` within `scenarios/`.
fn games() -> Vec<String> {
    let mut games = Vec::new();
    for rules in ["rulebook", "draft-2012", "handbook"] {
        for policy in ["random", "greedy", "tactician"] {
            games.push(format!("mirror-five.toml --rules {rules} --policies {policy},{policy} --games 40"));
            games
                .push(format!("three-companies.toml --rules {rules} --policies {policy},{policy},{policy} --games 20"));
        }
    }
    games.push("mirror-five.toml --policies sniper,swarm --swap-seats --games 41".to_owned());
    games.push("estars-anvil.toml --policies tactician,greedy --swap-seats --games 30".to_owned());
    games.push("mirror-five.toml --policies search-leads,tactician --swap-seats --games 4".to_owned());
    games.push("three-companies.toml --policies search-leads,tactician,random --games 2".to_owned());
    for rules in ["v0.3", "v1.x"] {
        games.push(format!("af-example-round.toml --rules {rules} --games 60"));
        games.push(format!("af-campaign.toml --rules {rules} --games 20"));
        games.push(format!("af-campaign.toml --study bare --rules {rules} --games 20"));
    }
    games.push("af-campaign.toml --study clocks --games 1".to_owned());
    games.push("af-ladder.toml --study siege --games 2".to_owned());
    games.push("af-ladder.toml --study consul --games 1".to_owned());
    games.push("af-difficulty.toml --games 3".to_owned());
    games.push("af-marginal.toml --games 3".to_owned());
    games.push("af-stock-frames.toml --study alone --games 5".to_owned());
    games
}

/// Appends the results of a study, in the order of its rows.
fn told(json: &Value, into: &mut String) {
    match json {
        Value::Array(items) => items.iter().for_each(|item| told(item, into)),
        Value::Object(fields) => {
            for (key, value) in fields {
                if TOLD.contains(&key.as_str()) && value.is_number() {
                    into.push_str(&format!("{key}={value};"));
                }
                told(value, into);
            }
        }
        _ => {}
    }
}

/// Returns the signature of the study, or a 64-bit hash (FNV-1a) of its results.
fn signature(json: &Value) -> String {
    if let Some(own) = json["signature"].as_str() {
        return own.to_owned();
    }
    let mut text = String::new();
    told(json, &mut text);
    assert!(!text.is_empty(), "no digest in {json:#}");
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

#[test]
fn signatures_are_as_pinned() {
    let desk = Desk::new();
    let line = |game: &String| {
        let json = desk.json(&format!("play {}/scenarios/{game}", root().display()));
        format!("{} {game}\n", signature(&json))
    };
    let now: String = games().iter().map(line).collect();
    if std::env::var_os("UPDATE_SIGNATURES").is_some() {
        fs::write(pinned(), &now).unwrap();
    }
    let pinned = fs::read_to_string(pinned()).unwrap();
    assert!(now == pinned, "games come out otherwise:\n{now}\npinned:\n{pinned}");
}
