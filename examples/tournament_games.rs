//! Number of games a tournament needs to find the best entrant, and the cost of the tournament in time. It is compared
//! with a design in which every pair plays the same fixed number of games, each with separate seats and dice.
//!
//!     cargo run --release --example tournament_games
//!     cargo run --release --example tournament_games -- 400
//!
//! Entrants are coins with known chances. Luck favours one seat of a game by a fixed amount, which cancels in pairs
//! with swapped seats. Both designs decide with the same error: an entrant is the best if it is significantly better
//! than every other, with a total error of 5% shared among these comparisons. The tournament stops when it has decided.
//! The fixed design has the fewest games a pair for which it decides correctly in at least 95% as many runs as the
//! tournament.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_dice::{Stream, Throw, job_id};
use hitchart_lab::study::{Arena, Bouts, Duel, NamedStudy};
use hitchart_lab::tournament::{Plan, Standings, Tournament, TournamentAim};
use hitchart_stats::{LEVEL, proportion};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Advantage of a seat by luck.
const LUCK: f64 = 0.3;
/// Runs of each design, by default.
const RUNS: u64 = 40;
/// The fixed design must decide at least this share of the cases that the tournament decides.
const OFTEN: f64 = 0.95;
/// Known matrices by strengths: the first of two entrants wins a game with 0.5 plus the difference of their strengths.
const FIELDS: [(&str, &[f64]); 3] = [
    ("one clear of seven equals", &[0.06, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
    ("a ladder of eight", &[0.12, 0.07, 0.04, 0.0, -0.03, -0.06, -0.09, -0.12]),
    ("two at the top of twelve", &[0.1, 0.06, -0.02, -0.02, -0.04, -0.04, -0.06, -0.06, -0.08, -0.08, -0.1, -0.1]),
];

/// Returns true if a coin with this chance comes up.
fn comes_up(dice: &mut Throw, chance: f64) -> bool {
    dice.below(1_000_000) < (chance.clamp(0.0, 1.0) * 1e6) as usize
}

/// Draws the advantage of the first seat by luck.
fn luck(dice: &mut Throw) -> f64 {
    if comes_up(dice, 0.5) { LUCK } else { -LUCK }
}

fn arena(strengths: &'static [f64]) -> Arena {
    let names = (0..strengths.len()).map(|entrant| format!("{entrant:02}")).collect();
    Arena::new(names, 1.0, move |[a, b]| {
        let chance = 0.5 + strengths[a] - strengths[b];
        Box::new(move |_: &AtomicBool| -> Bouts<'_> {
            Box::new(move |key, _| {
                let mut dice = Throw::new(key);
                let luck = luck(&mut dice);
                [luck, -luck].map(|luck| if comes_up(&mut dice, chance + luck) { 1 } else { -1 })
            })
        })
    })
}

/// Returns whether the best entrant was named, whether another was named, and the number of games.
fn raced(strengths: &'static [f64], seed: u64) -> Result<([bool; 2], u64), Box<dyn Error>> {
    let entrants = strengths.len();
    let meetings = (entrants * (entrants - 1) / 2) as u64;
    let plan = Plan { aim: TournamentAim::Best, margin: 0.0, ..Plan::round_robin(entrants, 1_000 * meetings) };
    let asked = Arc::new(Tournament::of(arena(strengths), plan));
    let study = NamedStudy::alone("race", asked.clone());
    let counted = study.count_all(seed, &mut Vec::new())?;
    let course = asked.course("race", &counted);
    let best = course.standings.ranking(entrants)[0] == 0;
    Ok(([course.settled && best, course.settled && !best], course.standings.games()))
}

/// Returns true if the best is significantly better than all others when every pair plays `games` single games.
fn fixed(strengths: &[f64], games: u64, seed: u64) -> bool {
    let n = strengths.len();
    let mut standings = Standings::new(n, &Plan::round_robin(n, 0).meetings(n));
    for (stream, met) in (0..).zip(&mut standings.met) {
        let [a, b] = met.entrants;
        let mut dice = Throw::new(Stream { seed, job: job_id("fixed"), stream }.key());
        let won = (0..games).filter(|_| {
            let chance = 0.5 + strengths[a] - strengths[b] + luck(&mut dice);
            comes_up(&mut dice, chance)
        });
        let won = won.count() as u64;
        // Each game is a separate observation: a pair that was won or lost entirely.
        let (wins, losses) = (2 * won, 2 * (games - won));
        met.duel = Duel { wins, losses, half_points: [games - won, 0, 0, 0, won], ..Duel::default() };
    }
    let level = 1.0 - 2.0 * (1.0 - LEVEL) / (n - 1) as f64;
    (1..n).all(|other| standings.lead(0, other, level).interval.0 > 0.0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let runs = std::env::args().nth(1).map_or(Ok(RUNS), |runs| runs.parse())?;
    println!("N = {runs} runs of each design, seeds from 0; dice favour a seat by {LUCK}; shares with 95% interval\n");
    println!("field                        right                 wrong   games   a pair fixed   games fixed   part");
    for (name, strengths) in FIELDS {
        let began = Instant::now();
        let (mut right, mut wrong, mut games) = (0, 0, 0);
        for seed in 0..runs {
            let ([is_right, is_wrong], played) = raced(strengths, seed)?;
            right += u64::from(is_right);
            wrong += u64::from(is_wrong);
            games += played;
        }
        let took = began.elapsed();
        let pairs = (strengths.len() * (strengths.len() - 1) / 2) as u64;
        let right_of = |each: u64| (0..runs).filter(|seed| fixed(strengths, each, *seed)).count() as u64;
        let enough = (right as f64 * OFTEN).ceil() as u64;
        // Doubles the number until it decides often enough, then bisects to within one part in thirty.
        let mut high = 16;
        while right_of(high) < enough {
            high *= 2;
        }
        let mut low = high / 2;
        while high - low > high / 30 + 1 {
            let middle = low.midpoint(high);
            if right_of(middle) < enough { low = middle } else { high = middle }
        }
        let (mean, whole) = (games as f64 / runs as f64, high * pairs);
        let decided = proportion(right, runs, LEVEL);
        println!(
            "{name:<27} {:>6.3} [{:.3}, {:.3}]  {:>6.3} {mean:>7.0} {high:>14} {whole:>13} {:>6.2}",
            decided.point,
            decided.interval.0,
            decided.interval.1,
            wrong as f64 / runs as f64,
            mean / whole as f64,
        );
        println!("{:>27} {:.2} microseconds a game, coins and all", "", took.as_secs_f64() * 1e6 / games as f64);
    }
    Ok(())
}
