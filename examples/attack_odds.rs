//! The odds of one attack, exact and sampled: an Anvil with a white die shoots at a Soldier in cover that a Hammer has
//! spotted.
//!
//!     cargo run --release --example attack_odds

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use hitchart_dice::exact::attack;
use hitchart_lab::runner::sample;
use hitchart_rapid_attack::attack::{Shelter, plan};
use hitchart_rapid_attack::frame::Frame;
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::loadouts::loadout_of;
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_stats::{LEVEL, mean, proportion};
use std::error::Error;

const SAMPLES: u64 = 1_000_000;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = rulebook();
    let frame = |name| loadout_of(name, &rules).map(|loadout| Frame::new(loadout, &rules));
    let (attacker, spotter, target) = (frame("Anvil")?, frame("Hammer")?, frame("Soldier")?);

    // Convert frames to dice, and dice to a plan that both the exact engine and the kernel read.
    let dice = attacker.attack_dice(Range::Direct, 1, 0, &rules).ok_or("no weapon at this range")?;
    let (spot, defense) = (spotter.spot_dice(0, &rules), target.defense_dice(1, &rules));
    let cover = Shelter::Terrain(2);
    let plan = plan(dice, spot, defense, cover.chart(Range::Direct), cover, &rules);

    let exact = attack(&plan).damage();
    let sampled = sample(&plan, SAMPLES, SEED, "attack_odds").damage();
    let average = mean(&sampled, LEVEL);

    println!("{dice} with a spot of {spot} on {defense} in {}", cover.label());
    println!("N = {SAMPLES} attacks, seed {SEED}; 95% intervals\n");
    println!("damage    exact   sampled   interval");
    for (damage, count) in sampled.iter().enumerate().take_while(|(_, count)| **count > 0) {
        let share = proportion(*count, SAMPLES, LEVEL);
        let (low, high) = share.interval;
        println!("{damage:>6}  {:.5}   {:.5}   {low:.5} to {high:.5}", exact.at(damage), share.point);
    }
    let (low, high) = average.interval;
    println!("{:>6}  {:.5}   {:.5}   {low:.5} to {high:.5}", "mean", exact.mean(), average.point);
    Ok(())
}
