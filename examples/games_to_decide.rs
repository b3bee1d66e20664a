//! Number of games a comparison needs to find a shift of two points of win rate. The alternative is a plan that draws
//! fresh dice for each ruleset and counts all games before it looks.
//!
//!     cargo run --release --example games_to_decide
//!     cargo run --release --example games_to_decide -- 4000 scenarios/three-meetings.toml scenarios/rules/h01-direct-10.toml
//!
//! Each study of the scenario is played under the rulebook and under the change with common random numbers, as in
//! `hitchart compare`. The effect of the change on the first company's wins is then shifted to two points. Groups of
//! games are resampled from those played until the test of `compare` finds the shift. The result is the maximum number
//! of games with which it does so in 95% of comparisons, at a level of 5%. The plan without common random numbers takes
//! (1.96 + 1.645)² times the variances of both shares, divided by the square of the shift.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart::games::ruleset;
use hitchart::scenario::{Arm, Comparison, PRECISION, ScenarioGames};
use hitchart_config::{FileText, SearchFolder};
use hitchart_dice::Throw;
use hitchart_lab::compare::Cell;
use hitchart_lab::runner::games::key;
use hitchart_lab::study::{Looks, Overrides};
use hitchart_stats::{Bounds, LEVEL, Moments, proportion};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Shift to find, level of the test, and share of comparisons that must find it.
const SHIFT: f64 = 0.02;
const ALPHA: f64 = 0.05;
const POWER: f64 = 0.95;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words =
            ["60", "scenarios/three-meetings.toml", "scenarios/rules/h18-spots-d8.toml"].map(str::to_owned).to_vec();
    }
    let [count, scenario, changes @ ..] = &words[..] else {
        return Err("how many groups of games, which scenario, and which rulesets?".into());
    };
    let count: u64 = count.parse()?;
    println!("shift {SHIFT}, level {ALPHA}, found in {POWER}; games by each ruleset; shares with 95% interval");
    println!("N = {count} comparisons of {count} groups of games that were played, seed {SEED}\n");
    println!("| change | study | without common dice | on average | at most | ratio | found |");
    println!("|---|---|---:|---:|---:|---:|---|");
    for change in changes {
        for cell in cells(scenario, change)? {
            let spread = Spread::of(&cell, count)?;
            let (most, [games, found]) = needed(&spread, count);
            let found = proportion(found as u64, count, LEVEL);
            println!(
                "| {change} | {} | {:.0} | {games:.0} | {most} | {:.2} | {:.3} [{:.3}, {:.3}] |",
                cell.study,
                spread.fixed,
                games / spread.fixed,
                found.point,
                found.interval.0,
                found.interval.1
            );
        }
    }
    Ok(())
}

/// Returns the cells of a scenario under the rulebook and under a change.
fn cells(scenario: &str, change: &str) -> Result<Vec<Cell>, Box<dyn Error>> {
    let (game, base) = ruleset("rulebook", &SearchFolder::here())?;
    let changed = (game.rules)(change, &SearchFolder::here())?;
    let rules = vec![Arm::of_rules("rulebook".to_owned(), base), Arm::of_rules(change.to_owned(), changed)];
    let file = FileText::read(Path::new(scenario))?;
    let on =
        ScenarioGames { file, overrides: Overrides::default(), studies: Vec::new(), rungs: Vec::new(), confirm: false };
    let (precision, source, fields) = (PRECISION, String::new(), Vec::new());
    let comparison = Comparison { game, rules, fields, on: Some(on), games: 2, margins: None, precision, source };
    Ok(comparison.study()?.0.cells)
}

/// Spread over groups of games of the change in the first company's wins.
struct Spread {
    /// Number of games in a group.
    size: u64,
    /// Change of the share of games won, for each group played.
    groups: Vec<f64>,
    /// Games that a plan without common random numbers takes.
    fixed: f64,
}

impl Spread {
    /// Measures the spread by playing `count` groups.
    fn of(cell: &Cell, count: u64) -> Result<Spread, Box<dyn Error>> {
        let (games, stop) = (&cell.arms[0], AtomicBool::new(false));
        let is_wins = |of: &str| of.starts_with("company ");
        let place = games.quantities.iter().position(|known| known.metric == "win" && is_wins(&known.of));
        let place = place.ok_or("no company's wins are counted")?;
        let mut players = [0, 1].map(|arm: usize| cell.arms[arm].player(&stop));
        let mut won = [0.0; 2];
        let mut groups = Vec::new();
        for group in 0..count {
            let counted = players.each_mut().map(|player| {
                let mut sums = vec![0; games.quantities.len()];
                player(key(SEED, &cell.study, group), &mut sums);
                sums[place] as f64
            });
            won.iter_mut().zip(counted).for_each(|(sum, more)| *sum += more);
            groups.push((counted[1] - counted[0]) / games.size as f64);
        }
        let variances = won.map(|won| won / (count * games.size) as f64).map(|share| share * (1.0 - share));
        let fixed = (1.959_964f64 + 1.644_854).powi(2) * variances.iter().sum::<f64>() / SHIFT.powi(2);
        let mean = groups.iter().sum::<f64>() / count as f64;
        groups.iter_mut().for_each(|change| *change += SHIFT - mean);
        Ok(Spread { size: games.size, groups, fixed })
    }
}

/// Finds the maximum number of games that finds the shift often enough. Also returns the mean number of games, and how
/// many comparisons found the shift.
fn needed(spread: &Spread, comparisons: u64) -> (u64, [f64; 2]) {
    let (mut low, mut high) = (spread.fixed / 20.0, spread.fixed * 4.0);
    for _ in 0..10 {
        let middle = f64::midpoint(low, high);
        let found = compared(spread, middle as u64, comparisons)[1];
        if found / (comparisons as f64) < POWER { low = middle } else { high = middle }
    }
    (high as u64, compared(spread, high as u64, comparisons))
}

/// Returns the mean number of games of the comparisons, and how many of them found the shift.
fn compared(spread: &Spread, most: u64, comparisons: u64) -> [f64; 2] {
    let looks = Looks::at(most, spread.size);
    let (mut games, mut found) = (0.0, 0.0);
    for comparison in 0..comparisons {
        let mut dice = Throw::new(key(SEED, "drawn", comparison));
        let mut drawn: BTreeMap<u64, u64> = BTreeMap::new();
        for look in 0..looks.count() {
            for _ in looks.added(look).into_iter().flatten() {
                *drawn.entry(spread.groups[dice.below(spread.groups.len())].to_bits()).or_default() += 1;
            }
            let moments = Moments::of_counts(drawn.iter().map(|(change, count)| (f64::from_bits(*change), *count)));
            let p = moments.p_value(&Bounds::DIFFERENCE_OF_SHARES, 0.0);
            let is_found = looks.p_value(look, p) <= ALPHA;
            if is_found || look + 1 == looks.count() {
                games += (looks.end(look) * spread.size) as f64 / comparisons as f64;
                found += f64::from(u8::from(is_found));
                break;
            }
        }
    }
    [games, found]
}
