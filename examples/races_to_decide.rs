//! How many games a race on common dice needs to find the best of many, against as many unpaired games of each for the same
//! error: on known matrices, with N, seed and intervals.
//!
//!     cargo run --release --example races_to_decide
//!     cargo run --release --example races_to_decide -- 2000
//!
//! Arms are coins of known chances that meet a field. Half of what decides a game is common to all arms: the luck of the
//! dice, which swapped seats cancel within a pair, and which opponent it was. A race (sequential halving) has a fixed number
//! of games; the fixed design has the fewest games an arm, each with dice of its own, at which its error, as often as it names
//! another arm than the best, is no greater.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_dice::{Stream, Throw, job_id};
use hitchart_lab::racing::{Halving, Margins, race};
use hitchart_stats::{LEVEL, proportion};
use std::error::Error;
use std::ops::Range;

/// Runs of each design, unless others are asked for.
const RUNS: u64 = 400;
/// Seed of the races; the fixed designs have others.
const SEED: u64 = 16;
/// What dice favour a seat by, one way or the other.
const LUCK: f64 = 0.2;
/// Pairs of games of a race, an arm.
const PAIRS: u64 = 40;

/// Chances of the arms of a known matrix, the best of which is the first.
struct Matrix {
    name: &'static str,
    chances: Vec<f64>,
}

fn matrices() -> Vec<Matrix> {
    let ladder = |arms: usize, top: f64, step: f64| (0..arms).map(|arm| top - step * arm as f64).collect();
    let one_of = |arms: usize, more: f64| (0..arms).map(|arm| if arm == 0 { 0.5 + more } else { 0.5 }).collect();
    let two = (0..24).map(|arm| [0.6, 0.55].get(arm).copied().unwrap_or(0.45)).collect();
    vec![
        Matrix { name: "one of 32 is better by 0.08", chances: one_of(32, 0.08) },
        Matrix { name: "a ladder of 32, 0.01 a step", chances: ladder(32, 0.62, 0.01) },
        Matrix { name: "two above 22 equals, 0.05 apart", chances: two },
        Matrix { name: "one of 8 is better by 0.06", chances: one_of(8, 0.06) },
    ]
}

fn throw(seed: u64, what: &str, number: u64) -> Throw {
    Throw::new(Stream { seed, job: job_id(what), stream: number }.key())
}

fn unit(throw: &mut Throw) -> f64 {
    throw.below(1 << 40) as f64 / (1_u64 << 40) as f64
}

/// Pairs of games of an arm: half of the games are decided by dice that all arms have in common.
fn paired(seed: u64, arm: usize, chance: f64, pairs: Range<u64>) -> Margins {
    let pair = |number: u64| {
        let (mut common, mut own) = (throw(seed, "common", number), throw(seed, &format!("own {arm}"), number));
        let luck = if common.below(2) == 0 { LUCK } else { -LUCK };
        [luck, -luck].map(|luck| {
            let (shared, theirs, mine) = (common.below(2) == 0, unit(&mut common), unit(&mut own));
            if (if shared { theirs } else { mine }) < chance + luck { 1 } else { -1 }
        })
    };
    Margins::new(pairs.start, pairs.map(pair).collect())
}

fn worth(margins: &Margins) -> f64 {
    margins.half_points() as f64 / margins.pairs().max(1) as f64
}

/// Whether a race names another than the best, and its games.
fn raced(matrix: &Matrix, seed: u64) -> (bool, u64) {
    let plan = Halving { arms: matrix.chances.len(), pairs: PAIRS * matrix.chances.len() as u64, left: 1 };
    let heats = plan.heats();
    let played = |arm: usize, heat: usize| Some(paired(seed, arm, matrix.chances[arm], heats[heat].pairs.clone()));
    let race = race(&plan, played, worth);
    (race.standings[0].arm != 0, race.standings.iter().map(|standing| standing.margins.games()).sum())
}

/// Whether so many unpaired games of each arm name another than the best; of equals one by chance.
fn fixed(matrix: &Matrix, games: u64, seed: u64) -> bool {
    let won = |(arm, chance): (usize, &f64)| {
        let mut dice = throw(seed, "fixed", arm as u64);
        let won = |_: &u64| {
            let luck = if dice.below(2) == 0 { LUCK } else { -LUCK };
            unit(&mut dice) < chance + luck
        };
        let won = (0..games).filter(won).count();
        (won, dice.below(1 << 30), arm)
    };
    matrix.chances.iter().enumerate().map(won).max().is_none_or(|(.., arm)| arm != 0)
}

/// The fewest games of each arm at which the fixed design errs in no more runs than that: doubled until it does, then halved
/// down to a part in forty.
fn needed(matrix: &Matrix, runs: u64, wrong: f64) -> u64 {
    let errs = |each: u64| (0..runs).filter(|run| fixed(matrix, each, SEED + run)).count() as f64 > wrong;
    let mut high = 16;
    while errs(high) {
        high *= 2;
    }
    let mut low = high / 2;
    while high - low > high / 40 + 1 {
        let middle = low.midpoint(high);
        if errs(middle) { low = middle } else { high = middle }
    }
    high
}

fn main() -> Result<(), Box<dyn Error>> {
    let runs = std::env::args().nth(1).map_or(Ok(RUNS), |runs| runs.parse())?;
    println!("N = {runs} runs of each design, seeds from {SEED}; 95% intervals, of the part by those of the error\n");
    println!("matrix                             games raced   error                  games fixed   part");
    for matrix in matrices() {
        let results: Vec<(bool, u64)> = (0..runs).map(|run| raced(&matrix, SEED + run)).collect();
        let wrong = results.iter().filter(|(wrong, _)| *wrong).count() as u64;
        let games = results.iter().map(|(_, games)| games).sum::<u64>() / runs;
        let error = proportion(wrong, runs, LEVEL);
        let arms = matrix.chances.len() as u64;
        let fixed = |error: f64| arms * needed(&matrix, runs, error * runs as f64);
        let part = |error: f64| games as f64 / fixed(error) as f64;
        println!(
            "{:<34} {games:>11}   {:.3} [{:.3}, {:.3}] {:>13}   {:.2} [{:.2}, {:.2}]",
            matrix.name,
            error.point,
            error.interval.0,
            error.interval.1,
            fixed(error.point),
            part(error.point),
            part(error.interval.0),
            part(error.interval.1),
        );
    }
    Ok(())
}
