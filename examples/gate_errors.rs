//! Error rates of `hitchart check`: false alarms and misses, by simulation of games with known chances.
//!
//!     cargo run --release --example gate_errors -- 1000
//!
//! Two companies meet; in the baseline one wins 45% of games and the other 50%. Then the first wins more and the other
//! less, by the size of the change; the shares of the seats, which are followed too, do not change. First, all games
//! have separate dice, as with plain seats after a change that touches every game. Then two games with swapped seats
//! are one observation, and in half of all pairs both have the same dice, so that the same company wins both. With
//! common random numbers for the baseline and today, a check is wrong less often and needs fewer games.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_dice::Throw;
use hitchart_lab::regression::{CheckStudy, Followed, RecordStudy, Verdict, recorded};
use hitchart_lab::study::{GroupPlayer, Grouped, MetricUnit, NamedStudy, Quantity, RunCounts, Study};
use hitchart_stats::{LEVEL, proportion};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Games of a baseline, and the margin on wins: the defaults of `hitchart baseline`.
const GAMES: u64 = 10_000;
const MARGIN: f64 = 0.03;
/// Checks of each change, by default.
const CHECKS: u64 = 20;
const SEED: u64 = 1;
/// Changes of the first company's win rate.
const CHANGES: [f64; 8] = [0.0, 0.01, 0.015, 0.02, 0.03, 0.04, 0.045, 0.06];
/// Companies and seats with followed wins.
const WHO: [&str; 4] = ["company first", "company second", "defender", "attacker"];

/// Returns games in groups of one or two. The first company wins with the given chance, the second nearly always
/// otherwise.
fn games(size: u64, chance: f64, salt: u64) -> Arc<Grouped> {
    let quantity = |of: &str| Quantity {
        metric: "win".into(),
        of: of.into(),
        unit: MetricUnit::Share,
        under: None,
        how: "1 if it wins",
        title: "Share of games won",
        winner: None,
    };
    let [first, decided] = [chance, 0.95].map(|chance| (chance * 1e6) as usize);
    Arc::new(Grouped::new(WHO.map(quantity).to_vec(), (size, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
        Box::new(move |key, sums| {
            let mut dice = Throw::new(key ^ salt);
            let (defends, shared) = (dice.below(2) == 0, dice.below(2) == 0);
            let mut wins = dice.below(1_000_000);
            for game in 0..size {
                if game > 0 && !shared {
                    wins = dice.below(1_000_000);
                }
                let won = [wins < first, (first..decided).contains(&wins)];
                let seats = if defends == (game == 0) { won } else { [won[1], won[0]] };
                sums.iter_mut().zip(won.into_iter().chain(seats)).for_each(|(sum, won)| *sum += i64::from(won));
            }
        })
    }))
}

fn count(asked: Arc<dyn Study>, seed: u64) -> Result<RunCounts, Box<dyn Error>> {
    let study = NamedStudy::alone("check", asked);
    Ok(study.count_all(seed, &mut Vec::new())?)
}

/// Returns the verdict of a check of a change, and the number of its games.
fn check(size: u64, change: f64, salt: u64, seed: u64) -> Result<(Verdict, u64), Box<dyn Error>> {
    let margins = BTreeMap::from([("win".to_owned(), MARGIN)]);
    let followed = Followed::by_margins(games(size, 0.45, 0), &margins);
    let record = Arc::new(RecordStudy { studies: vec![("games".into(), followed)], games: GAMES });
    let baseline = recorded(&record, &count(record.clone(), seed)?)?;
    let study = Arc::new(CheckStudy::new(&baseline, vec![games(size, 0.45 + change, salt)], GAMES)?);
    let counted = count(study.clone(), seed)?;
    let verdict = Verdict::of(study.standings("check", &counted).iter().map(|standing| standing.verdict));
    let groups: u64 = study.signature("check", &counted).iter().map(|signed| signed.groups).sum();
    Ok((verdict, groups * size))
}

fn main() -> Result<(), Box<dyn Error>> {
    let checks = std::env::args().nth(1).map_or(Ok(CHECKS), |word| word.parse())?;
    println!("N = {checks} checks of {GAMES} games at most, seed {SEED}; margin {MARGIN}; shares with 95% interval\n");
    println!("| seats | change | pass | drift | inconclusive | games |\n|---|---:|---|---|---|---:|");
    let rows = [(1, "plain"), (2, "swapped")].into_iter().flat_map(|size| CHANGES.map(|change| (size, change)));
    for (row, ((size, seats), change)) in (0..).zip(rows) {
        let outcomes: Vec<(Verdict, u64)> = (0..checks)
            .map(|i| check(size, change, 0x5eed_0000 + i, SEED + row * checks + i))
            .collect::<Result<_, Box<dyn Error>>>()?;
        let share = |wanted: Verdict| {
            let found = outcomes.iter().filter(|(verdict, _)| *verdict == wanted).count() as u64;
            let estimate = proportion(found, checks, LEVEL);
            format!("{:.3} ({:.3} to {:.3})", estimate.point, estimate.interval.0, estimate.interval.1)
        };
        let mean = outcomes.iter().map(|(_, games)| games).sum::<u64>() / checks.max(1);
        let [pass, drift, open] = [Verdict::Pass, Verdict::Drift, Verdict::Inconclusive].map(share);
        println!("| {seats} | {change} | {pass} | {drift} | {open} | {mean} |");
    }
    Ok(())
}
