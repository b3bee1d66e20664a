//! A toss of coins as a program for hitchart: the seat with more heads wins.
//!
//! `hitchart conform -- target/debug/examples/coin` checks it.

use serde_json::{Value, json};
use std::cmp::Ordering;
use std::io::{BufRead, Write, stdin, stdout};

fn describe() -> Value {
    json!({
        "hitchart": 1,
        "name": "coins",
        "seats": 2,
        "entrants": [{ "name": "fair" }, { "name": "heavy", "about": "a coin that shows heads in 60% of tosses" }],
        "rules": [{ "name": "tosses", "default": 5, "least": 1, "most": 60 }],
        "metrics": [{ "name": "heads", "unit": "heads", "per_seat": true, "count": true }],
        "counts": true,
    })
}

/// Mixes the bits of a number (the finaliser of SplitMix64, G. Steele et al., 2014).
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Returns the heads of each seat. Each toss has its number, so that a change of the rules changes no other toss.
fn heads(rules: &Value, seats: &Value, seed: u64) -> [i64; 2] {
    let tosses = rules["tosses"].as_u64().unwrap_or_default();
    let heads = |seat: u64| {
        let chance = if seats[seat as usize] == "heavy" { 60 } else { 50 };
        (0..tosses).filter(|toss| mixed(seed ^ mixed(seat * 1000 + toss)) % 100 < chance).count() as i64
    };
    [heads(0), heads(1)]
}

/// Plays a game.
fn play(rules: &Value, game: &Value) -> Value {
    let seed = game["seed"].as_u64().unwrap_or_default();
    let heads = heads(rules, &game["seats"], seed);
    json!({ "seed": seed, "points": heads, "seats": heads.map(|heads| json!({ "heads": heads })) })
}

/// Plays a batch, and returns its counts: sums of the heads, of their squares and of their cubes.
fn count(batch: &Value) -> Value {
    let (mut won, mut tied, mut sums) = ([0, 0], 0, [[0; 3]; 2]);
    let seeds: Vec<u64> = batch["seeds"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    for seed in &seeds {
        let heads = heads(&batch["rules"], &batch["seats"], *seed);
        match heads[0].cmp(&heads[1]) {
            Ordering::Greater => won[0] += 1,
            Ordering::Less => won[1] += 1,
            Ordering::Equal => tied += 1,
        }
        for (sums, heads) in sums.iter_mut().zip(heads) {
            sums.iter_mut().zip(1..).for_each(|(sum, power)| *sum += heads.pow(power));
        }
    }
    let seats = sums.map(|sums| json!({ "heads": sums }));
    json!({ "games": seeds.len(), "won": won, "tied": tied, "seats": seats })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line?)?;
        let mut out = stdout().lock();
        match question["play"]["games"].as_array() {
            None if question["count"].is_object() => writeln!(out, "{}", count(&question["count"]))?,
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
