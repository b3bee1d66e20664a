//! The command `hitchart chain`: exact results of attacks that pass steps such as hit, wound and save.

use super::dice::{at_least, pmf_object};
use super::names::{parse_share, percent_sign};
use super::odds::{SimulatedRolls, Simulation};
use crate::reply::Reply;
use crate::{AskError, Asking};
use crate::{options::Short, scenario::ChainText};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted, grouped};
use hitchart_dice::algebra::Distribution;
use hitchart_dice::chain::{Chain, ChainOdds, MOST_ATTACKS, Step, Unit};
use hitchart_lab::runner::DicePlan;
use hitchart_report::table::{Table, number, object, percent};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "Attacks pass the steps in this order: hit, wound, the steps of --step, save, damage, ignore. A step is a \
    target such as 4+, with details in any order: d10 (the die, else d6), +1 or -1 (modifier), `reroll 1`, `reroll <=2`, \
    `reroll failures`, `always 6`, `never 1`, `extra 1 on 6` (more attacks in the next step), `auto on 6` (the next step \
    passes without a roll). docs/dice.md has all of it.\n\nExamples:\n  \
    hitchart chain --attacks 20 --hit 4+ --wound '4+ reroll 1' --save 5+ --damage d3 --against 3/3/3\n  \
    hitchart chain --attacks 2d6 --hit '3+ extra 1 on 6' --wound 5+ --against 10x1 --chance 50%"
)]
pub struct ChainArgs {
    /// Number of attacks: a number or dice, such as 2d6
    #[arg(long, value_name = "DICE")]
    attacks: String,
    /// Step to hit, such as 4+ or '3+ reroll 1'
    #[arg(long, value_name = "STEP")]
    hit: Option<String>,
    /// Step to wound
    #[arg(long, value_name = "STEP")]
    wound: Option<String>,
    /// Further step after wound, with its name first, such as 'pierce 5+'. Repeat for several
    #[arg(long, value_name = "NAME STEP")]
    step: Vec<String>,
    /// Save: a step that stops the attack if it passes
    #[arg(long, value_name = "STEP")]
    save: Option<String>,
    /// Damage of each attack that gets through: a number or dice
    #[arg(long, value_name = "DICE", default_value = "1")]
    damage: String,
    /// Step for each point of damage; points that pass it are ignored
    #[arg(long, value_name = "STEP")]
    ignore: Option<String>,
    /// Wounds of each model of the target, such as 3/3/3, 10x1 or 4x2/3; models are removed in this order
    #[arg(long, value_name = "UNIT")]
    against: Option<String>,
    /// Let damage beyond the wounds of a model go on to the next model
    #[arg(long, requires = "against")]
    spill: bool,
    /// Chance at which to count the attacks needed to remove all models of the target [default: 90%]
    #[arg(long, value_name = "CHANCE", value_parser = chance)]
    chance: Option<f64>,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    output: Short,
}

/// Default of the chance at which to count the attacks needed.
const CHANCE: f64 = 0.9;

/// Parses a chance.
fn chance(text: &str) -> Result<f64, String> {
    let share = parse_share(text).filter(|share| *share > 0.0 && *share < 1.0);
    share.ok_or_else(|| format!("allowed: more than 0% and less than 100%{}", percent_sign(text)))
}

impl ChainArgs {
    fn at_chance(&self) -> f64 {
        self.chance.unwrap_or(CHANCE)
    }

    /// Returns a note on a chance without a target.
    fn without_effect(&self) -> Option<String> {
        let is_unused = self.chance.is_some() && self.against.is_none();
        is_unused.then(|| "--chance has no effect without --against".to_owned())
    }
}

/// A chain with its results.
struct Solved {
    chain: Chain,
    unit: Option<Unit>,
    odds: ChainOdds,
    /// Attacks that remove all models with the chance; `None` if too many.
    needed: Option<u32>,
    simulated: Option<SimulatedRolls>,
}

/// Returns the results of a chain of attacks.
///
/// # Errors
/// Fails on mistakes in the dice, steps and unit, on chains with too many outcomes, and if a simulation is stopped.
pub fn answer(args: &ChainArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let chain = chain(args)?;
    let unit = args.against.as_deref().map(|text| at("--against", text.parse::<Unit>())).transpose()?;
    let unit = unit.map(|unit| unit.spilling(args.spill));
    let odds = at("the chain", chain.odds(unit.as_ref()))?;
    let needed = match &unit {
        Some(unit) => at("the chain", chain.attacks_needed(unit, unit.models(), args.at_chance()))?,
        None => None,
    };
    let plan = || vec![("chain", DicePlan::of_chain(chain.clone(), unit.clone(), &odds))];
    let (simulated, warnings) = args.simulation.rolls(plan, asking)?;
    let solved = Solved { simulated: simulated.into_iter().next(), chain, unit, odds, needed };
    let line = line(args, &solved);
    let reply = Reply {
        notes: args.without_effect().into_iter().chain(notes(&solved.chain)).collect(),
        warnings: warnings.iter().map(ToString::to_string).collect(),
        ..Reply::short(line, &[steps(&solved), results(&solved)])
    };
    let reply = match &solved.simulated {
        Some(simulated) => reply.with_simulated(&format!("damage: {}", simulated.line(0))),
        None => reply,
    };
    Ok(reply.finish(&args.output, to_json(args, &solved)))
}

/// Names the argument of a mistake.
fn at<T>(argument: &str, result: Result<T, impl ToString>) -> Result<T, InputError> {
    result.map_err(|error| InputError::plain(format!("{argument}: {}", error.to_string())))
}

fn chain(args: &ChainArgs) -> Result<Chain, InputError> {
    let text = ChainText {
        attacks: &args.attacks,
        hit: args.hit.as_deref(),
        wound: args.wound.as_deref(),
        steps: &args.step,
        save: args.save.as_deref(),
        damage: &args.damage,
        ignore: args.ignore.as_deref(),
    };
    text.chain().map_err(|(key, problem)| InputError::plain(format!("--{key}: {problem}")))
}

/// Describes the results in one sentence.
fn line(args: &ChainArgs, solved: &Solved) -> String {
    let damage = number(solved.odds.damage.mean());
    let attacks = match solved.chain.attacks().as_constant() {
        Some(attacks) => counted(attacks.unsigned_abs(), "attacks"),
        None => format!("{} attacks", args.attacks.trim()),
    };
    let Some((unit, removed)) = solved.unit.as_ref().zip(solved.odds.removed.as_ref()) else {
        return format!(
            "{attacks}: {damage} damage, at least 1 damage {}, exact",
            percent(solved.odds.damage.at_least(1))
        );
    };
    let models = unit.models();
    let all = percent(removed.at_least(models as i64));
    let needed = match solved.needed {
        Some(1) => format!("1 attack removes all {}", with_chance(args.at_chance())),
        Some(needed) => format!("{needed} attacks remove all {}", with_chance(args.at_chance())),
        None if solved.odds.damage.max() <= 0 && solved.chain.attacks().max() > 0 => {
            "no number of attacks removes a model".to_owned()
        }
        None => format!(
            "more than {} attacks would be needed to remove all {}",
            grouped(MOST_ATTACKS.into()),
            with_chance(args.at_chance())
        ),
    };
    let (mean, of) = (number(removed.mean()), counted(models as u64, "models"));
    format!("{attacks}: {damage} damage, {mean} of {of} removed, all removed {all}; {needed}, exact")
}

/// Returns notes on steps that no face passes, or all faces pass.
fn notes(chain: &Chain) -> Vec<String> {
    let note = |(name, step, chance): (&str, &Step, f64)| match chance {
        // Sums of chances of faces may differ from 1 by rounding.
        _ if chance <= 0.0 => Some(format!("no face of d{} passes `{name} {step}`", step.sides)),
        _ if chance >= 1.0 - 1e-12 => Some(format!("every face of d{} passes `{name} {step}`", step.sides)),
        _ => None,
    };
    chain.steps().filter_map(note).collect()
}

fn with_chance(chance: f64) -> String {
    format!("with a chance of {}", percent(chance))
}

fn steps(solved: &Solved) -> Table {
    let rows: Vec<(&str, String, f64)> =
        solved.chain.steps().map(|(name, step, chance)| (name, step.to_string(), chance)).collect();
    Table::new("steps", "Steps", "The chance that an attack goes on after each step, without extra attacks.")
        .text("step_name", "Step", rows.iter().map(|(name, ..)| *name))
        .text("roll", "Roll", rows.iter().map(|(_, roll, _)| roll.as_str()))
        .number("p_passes", "P(goes on)", 4, rows.iter().map(|(.., chance)| *chance))
}

fn results(solved: &Solved) -> Table {
    let odds = &solved.odds;
    let most = [Some(&odds.damage), odds.removed.as_ref()].into_iter().flatten().map(Distribution::max).max();
    let rows = 0..=most.unwrap_or(0);
    let values =
        |of: &Distribution| -> Vec<Option<f64>> { rows.clone().map(|k| (k <= of.max()).then(|| of.at(k))).collect() };
    let damage: Vec<f64> = rows.clone().map(|k| odds.damage.at(k)).collect();
    let note = "Damage is the total of all attacks, even beyond the wounds of the target.";
    let table = Table::new("chain", "Results", note)
        .count("amount", "Value", rows.clone().map(|k| k.unsigned_abs()))
        .number("p_total", "P(damage)", 6, values(&odds.damage))
        .number("at_least", "P(at least)", 6, at_least(&damage));
    let table = match (&odds.lost, &odds.removed) {
        (Some(lost), Some(removed)) => table.number("p_lost", "P(wounds lost)", 6, values(lost)).number(
            "p_models",
            "P(models removed)",
            6,
            values(removed),
        ),
        _ => table,
    };
    let Some(simulated) = &solved.simulated else { return table };
    let mut table = simulated.beside(table, 0, rows.map(|k| (k, k)));
    let each = ["damage", "wounds lost", "models removed"].into_iter().take(simulated.results());
    for (i, what) in each.enumerate() {
        table.note += &format!(" {}: {}", capitalised(what), simulated.note(i));
    }
    table
}

fn distribution(odds: &Distribution) -> Value {
    json!({ "pmf": pmf_object(odds), "mean": odds.mean(), "sd": odds.sd() })
}

fn to_json(args: &ChainArgs, solved: &Solved) -> Value {
    let steps = steps(solved).renamed("step_name", "name").renamed("roll", "step").renamed("p_passes", "chance");
    let odds = &solved.odds;
    let removed = odds.removed.as_ref().zip(solved.unit.as_ref());
    let mut json = json!({
        "attacks": args.attacks.trim(),
        "steps": steps.to_json(),
        "through": distribution(&odds.through),
        "damage": distribution(&odds.damage),
        "against": solved.unit.as_ref().map(ToString::to_string),
        "lost": odds.lost.as_ref().map(distribution),
        "removed": odds.removed.as_ref().map(distribution),
        "p_wiped_out": removed.map(|(removed, unit)| removed.at_least(unit.models() as i64)),
        "needed": removed.map(|_| json!({ "chance": args.at_chance(), "attacks": solved.needed })),
    });
    if let Some(simulated) = &solved.simulated {
        let results = ["damage", "lost", "removed"].into_iter().take(simulated.results()).enumerate();
        json["simulated"] = object(results.map(|(i, key)| (key, simulated.to_json(i)))).into();
    }
    json
}
