//! `hitchart ra assign LOADOUT`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, archetypes};
use crate::cli::output::{self, Shown};
use crate::games::rapid_attack::studies::assignment::{Worth, worth};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::capitalised;
use hitchart_dice::exact::{Assignment, Source};
use hitchart_rapid_attack::assignment::{ACTIONS, AssignedTurn, MOST_ROLLS, TooManyRolls, Weights};
use hitchart_rapid_attack::attack::{MAX_COVER, chart_and_shelter};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_report::table::{Table, number};
use serde_json::{Map, Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "Value of an assignment: damage x expected damage to the target, minus defense x expected damage of one \
    typical attack on the defense chosen, plus spot x pips of the spot, plus move x pips of movement.\n\nExample:\n  \
    hitchart ra assign RdYBG --range direct --target-defense 3 --roll 'W5 W3 R2 R6 Y4 B1 G3'"
)]
pub(crate) struct AssignArgs {
    /// Loadout such as RdYBG, or an archetype such as Soldier
    #[arg(value_parser = Offered(archetypes), hide_possible_values = true)]
    loadout: String,
    /// Range of the attack
    #[arg(long, value_parser = parse::range())]
    range: Range,
    /// Damage chart [default: by range and cover]
    #[arg(long, value_parser = parse::chart())]
    chart: Option<ChartName>,
    /// Hits that the cover of the target absorbs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover_hits: Option<u8>,
    /// Defense of the target
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=20))]
    target_defense: u8,
    /// Rockets fired with the attack
    #[arg(long, value_name = "N", default_value_t = 0)]
    rockets: u8,
    /// Weight of each effect; effects without a weight count nothing
    #[arg(long, value_name = "WEIGHTS", default_value = "damage=1,defense=1,spot=0.3333333333333333,move=0")]
    weights: String,
    /// Roll of the frame's dice to assign, such as 'W5 W3 R2 R6 Y4 B1 G3'
    #[arg(long, value_name = "ROLL")]
    roll: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// Prints the value of best play, and the best assignment of a roll.
pub(crate) fn run_assign(args: &AssignArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let turn = turn(args, &rules)?;
    let best = match &args.roll {
        None => None,
        Some(text) => {
            let roll = turn.read_roll(text, &rules).map_err(|error| InputError::plain(format!("--roll: {error}")))?;
            Some(turn.choice(&rules).best(&roll.own, &roll.wild))
        }
    };
    TooManyRolls::check(turn.choice(&rules).rolls(), MOST_ROLLS)
        .map_err(|error| InputError::plain(error).with_help(Some(TooManyRolls::HELP)))?;
    let worth = worth(&turn, &rules);
    let line = match &best {
        Some(best) => best_line(best, &rules),
        None => worth_line(&args.loadout, &turn, &worth, &rules),
    };
    let mut tables: Vec<Table> = best.iter().map(best_table).collect();
    tables.push(worth_table(&worth));
    output::show_exact(&args.common.output, &Shown::short(line, &tables), || {
        assign_json(&turn, &worth, best.as_ref(), &rules)
    })
}

fn turn(args: &AssignArgs, rules: &Ruleset) -> Result<AssignedTurn, InputError> {
    let frame = parse::frame(&args.loadout, rules)?;
    let (chart, shelter) =
        chart_and_shelter(args.range, args.chart, args.cover_hits, rules).map_err(InputError::plain)?;
    let names = Weights::default().named().map(|(name, _)| name);
    let [damage, defense, spot, movement] = parse::weights("--weights", &args.weights, names)?;
    Ok(AssignedTurn {
        frame: frame.frame,
        range: args.range,
        target_defense: args.target_defense,
        chart,
        shelter,
        rockets: parse::rockets(args.rockets, &frame)?,
        weights: Weights { damage, defense, spot, movement },
    })
}

/// Describes the best use of a roll: `Attack with the red 6, defend with the white 5, move with the green 3, spot with
/// the yellow 4: worth 2.31, exact [rulebook]`.
fn best_line(best: &Assignment, rules: &Ruleset) -> String {
    const VERBS: [&str; ACTIONS.len()] = ["defend", "attack", "move", "spot"];
    const COLOURS: [&str; ACTIONS.len()] = ["blue", "red", "green", "yellow"];
    // The order of a player's decisions, the attack first.
    const ORDER: [usize; ACTIONS.len()] = [1, 0, 3, 2];
    let die = |action: usize| match best.sources[action] {
        Source::None => None,
        Source::Own => Some(format!("{} with the {} {}", VERBS[action], COLOURS[action], best.dice[action])),
        Source::Wild => Some(format!("{} with the white {}", VERBS[action], best.dice[action])),
    };
    let used: Vec<String> = ORDER.into_iter().filter_map(die).collect();
    let unused: Vec<&str> =
        ORDER.into_iter().filter(|action| best.sources[*action] == Source::None).map(|action| VERBS[action]).collect();
    let unused = if unused.is_empty() { String::new() } else { format!("; no die to {}", unused.join(" or ")) };
    let used = if used.is_empty() { "use no die".to_owned() } else { used.join(", ") };
    format!("{}{unused}: worth {}, exact [{}]", capitalised(&used), number(best.value), rules.name)
}

/// Describes the value of a turn before the roll, and the best rule of thumb.
fn worth_line(loadout: &str, turn: &AssignedTurn, worth: &Worth, rules: &Ruleset) -> String {
    let best = worth.rules.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let rule = best.map_or_else(String::new, |(name, value)| {
        format!("; the best rule of thumb, {name}, loses {}", number((worth.best - value).max(0.0)))
    });
    let range = turn.range.name();
    format!("{}: a turn at {range} range is worth {}{rule}, exact [{}]", loadout.trim(), number(worth.best), rules.name)
}

fn best_table(best: &Assignment) -> Table {
    let source = |source: &Source| match source {
        Source::None => "no die",
        Source::Own => "own colour",
        Source::Wild => "white",
    };
    Table::new("best", "Best assignment of the roll", format!("Value {:.4}.", best.value))
        .text("action", "Action", ACTIONS)
        .count("die", "Die", best.dice.iter().map(|die| u64::from(*die)))
        .text("source", "From", best.sources.iter().map(source))
}

fn worth_table(worth: &Worth) -> Table {
    let all = || std::iter::once(("best play", worth.best)).chain(worth.rules.iter().copied());
    Table::new("worth", "Expected value of the turn", "Exact over all rolls; regret is the loss by a rule of thumb.")
        .text("player", "Way to play", all().map(|(name, _)| name))
        .number("expected", "Expected value", 4, all().map(|(_, value)| value))
        .number("regret", "Regret", 4, all().map(|(_, value)| worth.best - value))
}

fn assign_json(turn: &AssignedTurn, worth: &Worth, best: Option<&Assignment>, rules: &Ruleset) -> Value {
    let by_rule = |value: &dyn Fn(f64) -> f64| {
        Value::Object(worth.rules.iter().map(|(name, v)| ((*name).to_owned(), json!(value(*v)))).collect())
    };
    let weights: Map<String, Value> =
        turn.weights.named().iter().map(|(name, weight)| ((*name).to_owned(), json!(weight))).collect();
    let mut json = json!({
        "loadout": turn.frame.loadout.to_string(),
        "rules": rules.name,
        "range": turn.range.name(),
        "chart": turn.chart.name(),
        "target_defense": turn.target_defense,
        "weights": weights,
        "expected": { "best": worth.best, "rules": by_rule(&|value| value) },
        "regret": by_rule(&|value| worth.best - value),
    });
    if let Some(best) = best {
        let mut dice: Map<String, Value> =
            ACTIONS.iter().zip(&best.dice).map(|(action, die)| ((*action).to_owned(), json!(die))).collect();
        dice.insert("value".to_owned(), json!(best.value));
        json["best"] = Value::Object(dice);
    }
    json
}
