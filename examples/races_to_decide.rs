//! Number of games a race on common random numbers needs to find the best of many. It is compared with unpaired games
//! of each arm at the same error, on known matrices, with N, seed and intervals.
//!
//!     cargo run --release --example races_to_decide
//!     cargo run --release --example races_to_decide -- 2000
//!
//! Arms are coins with known chances that meet a field. Half of the games are decided by dice that all arms have in
//! common: the luck, which swapped seats cancel within a pair, and the opponent. A race (sequential halving) has a
//! fixed number of games. In the fixed design each arm plays the same number of games, with separate dice. This number
//! is the lowest for which the error is no greater than that of the race. The error is the share of runs that name an
//! arm other than the best.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_dice::{Stream, Throw, job_id};
use hitchart_lab::racing::{Halving, Margins, race};
use hitchart_stats::{LEVEL, proportion};
use std::error::Error;
use std::ops::Range;

/// Runs of each design, by default.
const RUNS: u64 = 400;
/// Seed of the races; the fixed designs use other streams.
const SEED: u64 = 16;
/// Advantage of a seat by luck, in one direction or the other.
const LUCK: f64 = 0.2;
/// Pairs of games of a race per arm.
const PAIRS: u64 = 40;

/// Chances of the arms of a known matrix; the first arm is the best.
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

/// Plays pairs of games of an arm; half of the games are decided by dice that all arms have in common.
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

/// Returns true if a race names an arm other than the best, and the number of its games.
fn raced(matrix: &Matrix, seed: u64) -> (bool, u64) {
    let plan = Halving { arms: matrix.chances.len(), pairs: PAIRS * matrix.chances.len() as u64, left: 1 };
    let heats = plan.heats();
    let played = |arm: usize, heat: usize| Some(paired(seed, arm, matrix.chances[arm], heats[heat].pairs.clone()));
    let race = race(&plan, played, worth);
    (race.standings[0].arm != 0, race.standings.iter().map(|standing| standing.margins.games()).sum())
}

/// Returns true if `games` unpaired games of each arm name an arm other than the best; ties are broken by chance.
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

/// Finds the fewest games of each arm for which the fixed design errs in at most `wrong` runs. Doubles the number until
/// it does, then bisects to within one part in forty.
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
