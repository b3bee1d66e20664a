//! Two companies against each other, both played by the tactician: how often the first wins, by how much, and in how
//! many rounds.
//!
//!     cargo run --release --example duel -- shield-wall close-assault
//!
//! `hitchart list companies` lists the available companies.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_lab::runner::games::key;
use hitchart_play::{Game, Unwatched, play};
use hitchart_rapid_attack::battle::Battle;
use hitchart_rapid_attack::bidding::Size;
use hitchart_rapid_attack::players::PolicySpec;
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments};
use std::collections::BTreeMap;
use std::error::Error;

const GAMES: u64 = 400;
const SEED: u64 = 1;

/// Number of observations by value.
type Counts = BTreeMap<i32, u64>;

fn main() -> Result<(), Box<dyn Error>> {
    let named: Vec<String> = std::env::args().skip(1).collect();
    let companies = match &named[..] {
        [first, second] => [first.as_str(), second.as_str()],
        _ => ["shield-wall", "close-assault"],
    };
    let battle = Battle::built_in(&companies, "dense-town", Size::Skirmish, &rulebook(), SEED)?;
    let tactician = PolicySpec::named("tactician").ok_or("no such policy")?;
    let mut players = [tactician.build(), tactician.build()];

    // Half points of the first: 2 for a win, 1 for a tie.
    let (mut points, mut leads, mut rounds) = (Counts::new(), Counts::new(), Counts::new());
    for game in 0..GAMES {
        let end = play(&battle, key(SEED, "duel", game), &mut players, &mut Unwatched);
        let scores = battle.scores(&end);
        let won = scores.winner().map_or(1, |winner| if winner == 0 { 2 } else { 0 });
        for (counts, value) in [(&mut points, won), (&mut leads, scores.margin(0)), (&mut rounds, i32::from(end.round))]
        {
            *counts.entry(value).or_default() += 1;
        }
    }

    println!("{} against {}", companies[0], companies[1]);
    println!("N = {GAMES} games, seed {SEED}; 95% intervals\n");
    println!("share of points  {}", told(&points, 0.5, &Bounds::SHARE));
    println!("lead in points   {}", told(&leads, 1.0, &Bounds::WHOLE));
    println!("rounds           {}", told(&rounds, 1.0, &Bounds::COUNT));
    Ok(())
}

/// Formats the mean of counted values in a unit, with its interval.
fn told(counts: &Counts, unit: f64, bounds: &Bounds) -> String {
    let moments = Moments::of_counts(counts.iter().map(|(value, count)| (f64::from(*value) * unit, *count)));
    let Estimate { point, interval: (low, high), .. } = Estimate::of(&moments, bounds, LEVEL);
    format!("{point:>6.3}   interval {low:.3} to {high:.3}")
}
