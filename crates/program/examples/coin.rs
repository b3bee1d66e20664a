//! A toss of coins as a program for hitchart: the seat with more heads wins.
//!
//! `hitchart conform -- target/debug/examples/coin` checks it.

use serde_json::{Value, json};
use std::io::{BufRead, Write, stdin, stdout};

fn describe() -> Value {
    json!({
        "hitchart": 1,
        "name": "coins",
        "seats": 2,
        "entrants": [{ "name": "fair" }, { "name": "heavy", "about": "a coin that shows heads in 60% of tosses" }],
        "rules": [{ "name": "tosses", "default": 5, "least": 1, "most": 60 }],
        "metrics": [{ "name": "heads", "unit": "heads", "per_seat": true }],
    })
}

/// Mixes the bits of a number (the finaliser of SplitMix64, G. Steele et al., 2014).
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Plays a game. Each toss has its number, so that a change of the rules changes no other toss.
fn play(rules: &Value, game: &Value) -> Value {
    let seed = game["seed"].as_u64().unwrap_or_default();
    let tosses = rules["tosses"].as_u64().unwrap_or_default();
    let heads = |seat: u64| {
        let chance = if game["seats"][seat as usize] == "heavy" { 60 } else { 50 };
        (0..tosses).filter(|toss| mixed(seed ^ mixed(seat * 1000 + toss)) % 100 < chance).count()
    };
    let heads = [heads(0), heads(1)];
    json!({ "seed": seed, "points": heads, "seats": heads.map(|heads| json!({ "heads": heads })) })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let mut out = stdout().lock();
        match question["play"]["games"].as_array() {
            None => writeln!(out, "{}", describe())?,
            Some(games) => {
                for game in games {
                    writeln!(out, "{}", play(&question["play"]["rules"], game))?;
                }
            }
        }
        out.flush()?;
    }
    Ok(())
}
