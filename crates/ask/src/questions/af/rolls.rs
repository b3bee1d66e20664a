//! Rolls of attributes and of frame damage: `hitchart af roll`.

use super::Common;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_apocalypse_frame::odds::frame_damage::{RESULTS, within};
use hitchart_apocalypse_frame::odds::roll::{OutcomeOdds, outcomes, result};
use hitchart_apocalypse_frame::{attack::MAX_POOL, ruleset::Ruleset};
use hitchart_config::words::counted;
use hitchart_report::table::{Table, percent};
use serde_json::json;

#[derive(Debug, Args)]
pub struct RollArgs {
    /// Number of dice; may be repeated [default: 0 to 3, the dice of attributes]
    #[arg(value_name = "DICE", value_parser = clap::value_parser!(i8).range(0..=i64::from(MAX_POOL)))]
    dice: Vec<i8>,
    #[command(flatten)]
    common: Common,
}

/// Returns the odds of rolls with these numbers of dice, and of frame damage.
pub(super) fn answer_roll(args: &RollArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let dice: Vec<i8> = if args.dice.is_empty() { (0..=3).collect() } else { args.dice.clone() };
    let odds: Vec<(i8, OutcomeOdds)> = dice.iter().map(|dice| (*dice, outcomes(*dice, &rules.rolls))).collect();
    let says = |(dice, odds): &(i8, OutcomeOdds)| {
        let (success, full) = (percent(odds.mixed + odds.full), percent(odds.full));
        let verb = if *dice == 1 { "succeeds" } else { "succeed" };
        let dice = counted(*dice as u64, "dice");
        format!("{dice} {verb} in {success} of rolls, {full} without a consequence")
    };
    let line = format!("{}, exact [{}]", odds.iter().map(says).collect::<Vec<_>>().join("; "), rules.name);
    let tables = [rolls_table(&odds, &rules), damage_table(&rules)];
    let rolls = odds.iter().map(|(dice, odds)| {
        let pmf = result(*dice, &rules.rolls);
        json!({ "dice": dice, "outcomes": odds, "result": { "pmf": pmf.as_slice(), "mean": pmf.mean() } })
    });
    let data = json!({
        "rules": rules.name,
        "rolls": rolls.collect::<Vec<_>>(),
        "frame_damage_allowed": rules.damage.allowed,
        "frame_damage": damage_table(&rules).without("hit_effect").renamed("face", "result").to_json(),
    });
    Ok(Reply::short(line, &tables).finish(&args.common.output, data))
}

fn rolls_table(odds: &[(i8, OutcomeOdds)], rules: &Ruleset) -> Table {
    let each = |of: fn(&OutcomeOdds) -> f64| odds.iter().map(move |(_, odds)| of(odds));
    let note = "The highest die counts. Exact: no sampling error.";
    Table::new("rolls", "Rolls by number of dice", note)
        .count("dice", "Dice", odds.iter().map(|(dice, _)| *dice as u64))
        .number("p_failure", "P(failure)", 4, each(|odds| odds.failure))
        .number("p_mixed", "P(success with a consequence)", 4, each(|odds| odds.mixed))
        .number("p_full", "P(success without)", 4, each(|odds| odds.full))
        .number("mean_result", "Mean result", 4, odds.iter().map(|(dice, _)| result(*dice, &rules.rolls).mean()))
}

fn damage_table(rules: &Ruleset) -> Table {
    let allowed = rules.damage.allowed;
    let [once, in_allowed] = [1, allowed].map(|rolls| within(rolls, &rules.damage));
    let rolls = counted(allowed.into(), "rolls");
    let note = format!("Chance of each result of frame damage, of one roll and in the {rolls} that a frame can take.");
    Table::new("frame-damage", "Frame damage", note)
        .count("face", "Result", 1..=RESULTS.len() as u64)
        .text("name", "Hit", RESULTS.iter().map(|(name, _)| *name))
        .text("hit_effect", "Effect", RESULTS.iter().map(|(_, effect)| *effect))
        .number("p_once", "P(one roll)", 4, once)
        .number("p_in_allowed", &format!("P(in {rolls})"), 4, in_allowed)
}
