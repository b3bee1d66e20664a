//! Movement and approach: `hitchart ra move`.

use super::super::names::{NameParser, archetypes, named};
use super::super::odds::pmf;
use super::{Common, frames};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{
    InputError,
    words::{counted, noun},
};
use hitchart_dice::{Pool, exact::attack};
use hitchart_rapid_attack::approach::{Approach, MAX_DISTANCE, approach, moves_at_least};
use hitchart_rapid_attack::attack::{Shelter, plan};
use hitchart_rapid_attack::{battle::range_band::RangeBand, loadout::Range, ruleset::Ruleset};
use hitchart_report::table::{Table, number};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "The frame moves straight ahead once a round. The enemy does not move, and fires after each of these moves, \
    without white dice, at a frame in the open without damage.\n\nExamples:\n  \
    hitchart ra move RdYBG\n  hitchart ra move Close-Assault --distance 16 --enemy RaRaYB --whites 1"
)]
pub struct MoveArgs {
    /// Loadout such as RdYBG, or an archetype such as Soldier
    #[arg(value_parser = NameParser(archetypes), hide_possible_values = true)]
    loadout: String,
    /// White dice given to the movement each round
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// Distance of the enemy in ruler units, for the rounds until it is in range
    #[arg(long, value_name = "UNITS")]
    distance: Option<f64>,
    /// Range to reach [default: each range of the frame's weapons]
    #[arg(long, requires = "distance", value_parser = named(&Range::ALL))]
    range: Option<Range>,
    /// Loadout or archetype of the enemy; without it, the enemy can fire at any distance
    #[arg(long, value_name = "LOADOUT", requires = "distance", value_parser = NameParser(archetypes), hide_possible_values = true)]
    enemy: Option<String>,
    #[command(flatten)]
    common: Common,
}

/// A range, and the approach to it; `None` if the frame never reaches it.
type Reached = (Range, Option<Approach>);

/// Returns the chances to move a distance, and the approach to each range.
pub(super) fn answer_move(args: &MoveArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let frame = frames::frame(&args.loadout, &rules)?;
    let whites = frames::whites("--whites", args.whites, &frame, &rules)?;
    let enemy = args.enemy.as_ref().map(|enemy| frames::frame(enemy, &rules)).transpose()?;
    let reached = match args.distance {
        Some(distance) => approaches(args, &frame, whites, (distance, enemy.as_ref()), &rules)?,
        None => Vec::new(),
    };
    let line = format!("{}, exact [{}]", sentence(args, &frame, whites, &reached, &rules), rules.name);
    let mut tables = vec![moves_table(&frame, &rules)];
    if args.distance.is_some() {
        tables.insert(0, approach_table(&reached, enemy.is_some()));
    }
    let movement = frame.frame.movement_value(whites, &rules);
    let data = json!({
        "loadout": frame.name,
        "rules": rules.name,
        "whites": whites,
        "units_per_pip": rules.movement.units_per_pip,
        "movement": pmf(&movement),
        "distance": args.distance,
        "enemy": enemy.as_ref().map(|enemy| &enemy.name),
        "approach": reached.iter().map(to_json).collect::<Vec<_>>(),
    });
    Ok(Reply::short(line, &tables).noted(super::left_out(&rules)).finish(&args.common.output, data))
}

/// Computes the approach to the range that was asked for, or to each range at which the frame can attack.
fn approaches(
    args: &MoveArgs,
    frame: &NamedFrame,
    whites: u8,
    (distance, enemy): (f64, Option<&NamedFrame>),
    rules: &Ruleset,
) -> Result<Vec<Reached>, InputError> {
    if !(0.0..=MAX_DISTANCE).contains(&distance) {
        return Err(InputError::plain(format!("--distance: {distance}; allowed: 0 to {MAX_DISTANCE} units")));
    }
    let can_attack = |range: &Range| frame.frame.may_attack(*range, 0, rules);
    let ranges: Vec<Range> = match args.range {
        Some(range) => vec![range],
        None => Range::of(&rules.ranges).filter(can_attack).collect(),
    };
    let defense = frame.frame.defense_dice(0, rules);
    let damage_at = |range: Range| match enemy {
        None => Some(0.0),
        Some(enemy) => {
            let dice = enemy.frame.attack_dice(range, 0, 0, rules).filter(|dice| !dice.is_empty())?;
            let plan = plan(dice, Pool::EMPTY, defense, Shelter::Open.chart(range), Shelter::Open, rules);
            Some(attack(&plan).damage().mean())
        }
    };
    let shots: Vec<(RangeBand, Option<f64>)> =
        Range::of(&rules.ranges).map(|range| (RangeBand::new(range, rules), damage_at(range))).collect();
    let damage = |distance: f64| {
        let in_reach = shots.iter().filter(|(band, _)| band.holds(distance)).filter_map(|(_, damage)| *damage);
        in_reach.reduce(f64::max)
    };
    Ok(ranges
        .into_iter()
        .map(|range| (range, approach(&frame.frame, whites, (distance, range), &damage, rules)))
        .collect())
}

/// Returns a mean with its noun, in the singular for 1.
fn amount(mean: &str, what: &str) -> String {
    let n = if mean == "1" { 1 } else { 2 };
    format!("{mean} {}", noun(n, what))
}

/// Describes the movement, and the approach, in one sentence: `RdYBG: moves 3.5 units a turn, from 16 units it reaches
/// direct range in 3.1 rounds (2.1 shots on the way), without white dice`.
fn sentence(args: &MoveArgs, frame: &NamedFrame, whites: u8, reached: &[Reached], rules: &Ruleset) -> String {
    let mean = frame.frame.movement_value(whites, rules).mean() * rules.movement.units_per_pip;
    let to = |(range, found): &Reached| match found {
        None => format!("never reaches {} range", range.name()),
        Some(found) if found.gap == 0.0 => format!("reaches {} range at once", range.name()),
        Some(found) => {
            let shots = number(found.shots.mean());
            let (shots, rounds) = (amount(&shots, "shots"), amount(&number(found.mean_rounds), "rounds"));
            format!("reaches {} range in {rounds} ({shots} on the way)", range.name())
        }
    };
    let reached: Vec<String> = reached.iter().map(to).collect();
    let approach = match args.distance {
        Some(distance) if !reached.is_empty() => {
            let units = if distance == 1.0 { "unit" } else { "units" };
            format!(", from {distance} {units} it {}", reached.join(", "))
        }
        _ => String::new(),
    };
    let dice = if whites == 0 {
        "without white dice".to_owned()
    } else {
        format!("with {}", counted(whites.into(), "white dice"))
    };
    format!("{}: moves {} units a turn{approach}, {dice}", frame.name, number(mean))
}

/// Returns the table of chances to move at least each number of units, with each number of white dice.
fn moves_table(frame: &NamedFrame, rules: &Ruleset) -> Table {
    let most = frame.frame.movement_value(frame.frame.whites, rules).max();
    let units: Vec<f64> = (1..=most).map(|pips| pips as f64 * rules.movement.units_per_pip).collect();
    let note = "Chance to move at least this far in a turn, by the number of white dice given to the movement.";
    let table = Table::new("moves", "Movement", note).number("move_units", "Units", 2, units.iter().copied());
    (0..=frame.frame.whites).fold(table, |table, whites| {
        let chances = units.iter().map(|units| moves_at_least(&frame.frame, whites, *units, rules));
        let (name, title) = match whites {
            0 => ("p_sys".to_owned(), "Own dice".to_owned()),
            n => (format!("p_plus_{n}w"), format!("+{n}W")),
        };
        table.number(&name, &title, 4, chances)
    })
}

/// Rounds that have a column.
const ROUNDS: [(usize, &str, &str); 3] =
    [(1, "p_round_1", "P(1 round)"), (2, "p_round_2", "P(2 rounds)"), (3, "p_round_3", "P(3 rounds)")];

fn approach_table(reached: &[Reached], has_enemy: bool) -> Table {
    let found = || reached.iter().map(|(_, found)| found.as_ref());
    let within = |found: &Approach, rounds: usize| found.reached.get(rounds).copied().unwrap_or(1.0);
    let note =
        "Rounds until the range is reached, and shots of the enemy before. No number: the frame never reaches it.";
    let table = Table::new("approach", "Approach", note)
        .text("range", "Range", reached.iter().map(|(range, _)| range.name()))
        .number("units_to_go", "Units to go", 2, found().map(|found| found.map(|found| found.gap)))
        .number("rounds", "Mean rounds", 4, found().map(|found| found.map(|found| found.mean_rounds)));
    let table = ROUNDS.iter().fold(table, |table, (rounds, name, title)| {
        table.number(name, title, 4, found().map(|found| found.map(|found| within(found, *rounds))))
    });
    let table = table.number(
        "shots_on_the_way",
        "Shots on the way",
        4,
        found().map(|found| found.map(|found| found.shots.mean())),
    );
    if !has_enemy {
        return table;
    }
    table.number("damage", "Mean damage on the way", 4, found().map(|found| found.map(|found| found.damage)))
}

fn to_json((range, found): &Reached) -> Value {
    let Some(found) = found else { return json!({ "range": range.name(), "reached": null }) };
    json!({
        "range": range.name(),
        "gap": found.gap,
        "reached": found.reached,
        "mean_rounds": found.mean_rounds,
        "shots": pmf(&found.shots),
        "damage": found.damage,
    })
}
