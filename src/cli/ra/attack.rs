//! `hitchart ra attack`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::names::{Offered, archetypes};
use crate::cli::odds::{distribution, pmf, pool};
use crate::cli::output::{self, Shown};
use crate::cli::simulated::Simulation;
use crate::games::rapid_attack::studies::NamedFrame;
use clap::Args;
use hitchart_config::InputError;
use hitchart_dice::Pool;
use hitchart_dice::exact::{AttackOdds, attack};
use hitchart_dice::plan::{AttackPlan, DefenseDice};
use hitchart_rapid_attack::attack::{self, MAX_COVER, Shelter, plan};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_report::table::{Table, number, percent};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hitchart ra attack --attack 3d6+1d8 --spot 1d6 --defense 2d6 --chart cover --cover-hits 2\n  \
    hitchart ra attack RdRdYB --range direct --whites 1 --target YYBG --target-whites 1 --spot-by YY")]
pub(crate) struct AttackArgs {
    /// Attacking loadout or archetype; or give its dice with --attack
    #[arg(required_unless_present = "attack", requires = "range", value_parser = Offered(archetypes), hide_possible_values = true)]
    attacker: Option<String>,
    /// Attack dice, such as 3d6+1d8; the highest counts
    #[arg(long, value_name = "DICE", conflicts_with_all = ["attacker", "whites", "rockets"])]
    attack: Option<String>,
    /// Range of the attack
    #[arg(long, value_parser = parse::range())]
    range: Option<Range>,
    /// White dice given to the attack
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// Rockets fired (direct range only)
    #[arg(long, value_name = "N", default_value_t = 0)]
    rockets: u8,
    /// Loadout or archetype of the target; or give its dice with --defense
    #[arg(long, value_name = "LOADOUT", value_parser = Offered(archetypes), hide_possible_values = true)]
    target: Option<String>,
    /// White dice given to the target's defense
    #[arg(long, value_name = "N", default_value_t = 0, requires = "target")]
    target_whites: u8,
    /// Defense dice; the highest counts. Without dice, the defense is 0
    #[arg(long, value_name = "DICE", conflicts_with = "target")]
    defense: Option<String>,
    /// Dice of the spot on the target
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// Loadout or archetype that spots the target
    #[arg(long, value_name = "LOADOUT", conflicts_with = "spot", value_parser = Offered(archetypes), hide_possible_values = true)]
    spot_by: Option<String>,
    /// White dice given to that spot
    #[arg(long, value_name = "N", default_value_t = 0, requires = "spot_by")]
    spot_whites: u8,
    /// Damage chart [default: by range and cover]
    #[arg(long, value_parser = parse::chart())]
    chart: Option<ChartName>,
    /// Hits that the cover absorbs; for frame-cover, the hit points of the covering frame
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover_hits: Option<u8>,
    /// Loadout or archetype of the frame that covers the target
    #[arg(long, value_name = "LOADOUT", conflicts_with = "cover_hits", value_parser = Offered(archetypes), hide_possible_values = true)]
    covered_by: Option<String>,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    common: Common,
}

/// An attack from the arguments.
struct Asked {
    plan: AttackPlan,
    chart: ChartName,
    shelter: Shelter,
    target: Option<NamedFrame>,
}

/// Prints the odds of an attack.
pub(crate) fn run_attack(args: &AttackArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let asked = lower(args, &rules)?;
    let odds = attack(&asked.plan);
    let simulated = args.simulation.run(&asked.plan, &odds, stop)?;
    let exact = distribution(&odds);
    let distribution = simulated.as_ref().map_or(exact.clone(), |simulated| simulated.beside(exact));
    output::show_exact(
        &args.common.output,
        &Shown::short(line(args, &asked, &odds, &rules), &[summary(&asked, &odds), distribution]),
        || {
            let mut json = to_json(&asked, &odds, &rules);
            if let Some(simulated) = &simulated {
                json["simulated"] = simulated.to_json();
            }
            json
        },
    )
}

/// Describes the odds in one sentence: `RdRdYB +1W direct, spot YY, vs YYBG +1W in cover 2: 1.38 damage (73% hit, 0.4%
/// destroyed), exact [rulebook]`.
fn line(args: &AttackArgs, asked: &Asked, odds: &AttackOdds, rules: &Ruleset) -> String {
    let whites = |count: u8| if count > 0 { format!(" +{count}W") } else { String::new() };
    let rockets = if args.rockets > 0 { format!(" +{}SSR", args.rockets) } else { String::new() };
    let range = args.range.map_or_else(String::new, |range| format!(" {}", range.name()));
    let attacker = match &args.attacker {
        Some(attacker) => format!("{}{}{rockets}{range}", attacker.trim(), whites(args.whites)),
        None => asked.plan.attack.to_string() + &range,
    };
    let spot = match &args.spot_by {
        Some(spotter) => format!(", spot {}{}", spotter.trim(), whites(args.spot_whites)),
        None if asked.plan.spot.is_empty() => String::new(),
        None => format!(", spot {}", asked.plan.spot),
    };
    let target = match &args.target {
        Some(target) => target.trim().to_owned() + &whites(args.target_whites),
        None if asked.plan.defense.is_empty() => "no defense".to_owned(),
        None => asked.plan.defense.to_string(),
    };
    let place = match (&args.covered_by, asked.plan.cover.hits()) {
        (Some(frame), _) => format!(" behind {}", frame.trim()),
        (None, 0) => String::new(),
        (None, hits) => format!(" in cover {hits}"),
    };
    let damage = odds.damage();
    let destroyed = asked.target.as_ref().map(|target| damage.at_least(target.frame.hit_points()));
    let destroyed = destroyed.map_or_else(String::new, |chance| format!(", {} destroyed", percent(chance)));
    let hit = percent(damage.at_least(1));
    let mean = number(damage.mean());
    format!("{attacker}{spot}, vs {target}{place}: {mean} damage ({hit} hit{destroyed}), exact [{}]", rules.name)
}

fn lower(args: &AttackArgs, rules: &Ruleset) -> Result<Asked, InputError> {
    let target = args.target.as_ref().map(|target| parse::frame(target, rules)).transpose()?;
    let (chart, shelter) = chart_and_shelter(args, rules)?;
    let attack = attack_dice(args, rules)?;
    let defense = match (&target, &args.defense) {
        (Some(target), _) => {
            target.frame.defense_dice(parse::whites("--target-whites", args.target_whites, rules)?, rules)
        }
        (None, Some(dice)) => pool("--defense", dice)?.into(),
        (None, None) => DefenseDice::default(),
    };
    let spot = match (&args.spot_by, &args.spot) {
        (Some(spotter), _) => {
            let whites = parse::whites("--spot-whites", args.spot_whites, rules)?;
            parse::frame(spotter, rules)?.frame.spot_dice(whites, rules)
        }
        (None, Some(dice)) => pool("--spot", dice)?,
        (None, None) => Pool::EMPTY,
    };
    Ok(Asked { plan: plan(attack, spot, defense, chart, shelter, rules), chart, shelter, target })
}

fn attack_dice(args: &AttackArgs, rules: &Ruleset) -> Result<Pool, InputError> {
    let none = "an attack needs at least one die";
    let (Some(attacker), Some(range)) = (&args.attacker, args.range) else {
        let dice = pool("--attack", args.attack.as_deref().unwrap_or_default())?;
        return if dice.is_empty() { Err(InputError::plain(format!("--attack: {none}"))) } else { Ok(dice) };
    };
    let frame = parse::frame(attacker, rules)?;
    let whites = parse::whites("--whites", args.whites, rules)?;
    let rockets = parse::rockets(args.rockets, &frame)?;
    let dice = frame.frame.attack_dice(range, whites, rockets, rules).ok_or_else(|| {
        InputError::plain(format!("`{}` cannot attack at {} range: it has no weapon for it", frame.name, range.name()))
    })?;
    if dice.is_empty() {
        let problem = format!("`{}` has no die for an attack at {} range: {none}", frame.name, range.name());
        return Err(InputError::plain(problem).with_help(Some("give it white dice with --whites")));
    }
    Ok(dice)
}

fn chart_and_shelter(args: &AttackArgs, rules: &Ruleset) -> Result<(ChartName, Shelter), InputError> {
    if let Some(covering) = &args.covered_by {
        let shelter = Shelter::behind(&parse::frame(covering, rules)?.frame, rules);
        let chart = args.range.map_or(ChartName::FrameCover, |range| shelter.chart(range));
        return match args.chart {
            Some(asked) if asked != chart => {
                Err(InputError::plain(format!("--chart {} cannot be used with --covered-by", asked.name())))
            }
            _ => Ok((chart, shelter)),
        };
    }
    let read = match args.range {
        Some(range) => attack::chart_and_shelter(range, args.chart, args.cover_hits, rules),
        None => {
            let chart = args.chart.unwrap_or(attack::ranged_chart(args.cover_hits));
            attack::shelter(chart, args.cover_hits, rules).map(|shelter| (chart, shelter))
        }
    };
    read.map_err(InputError::plain)
}

fn summary(asked: &Asked, odds: &AttackOdds) -> Table {
    let damage = odds.damage();
    let plan = &asked.plan;
    let or_none = |pool: &Pool| if pool.is_empty() { "none".to_owned() } else { pool.to_string() };
    let table = Table::new("attack", "Attack", "Exact: no sampling error.")
        .text("attack_dice", "Attack", [or_none(&plan.attack)])
        .text("spot", "Spot", [or_none(&plan.spot)])
        .text(
            "defense_dice",
            "Defense",
            [if plan.defense.is_empty() { "none".to_owned() } else { plan.defense.to_string() }],
        )
        .text("chart", "Chart", [asked.chart.name()])
        .text("place", "Target is", [asked.shelter.label()])
        .number("damage", "Mean damage", 4, [damage.mean()])
        .number("p_damage", "P(damage)", 4, [damage.at_least(1)])
        .number("cover_hits", "Mean hits on cover", 4, [odds.cover().mean()]);
    match &asked.target {
        None => table,
        Some(target) => table
            .number("p_destroyed", "P(destroyed)", 4, [damage.at_least(target.frame.hit_points())])
            .number("wasted", "Wasted", 4, [damage.excess_over(target.frame.hit_points())]),
    }
}

fn to_json(asked: &Asked, odds: &AttackOdds, rules: &Ruleset) -> Value {
    let plan = &asked.plan;
    let damage = odds.damage();
    let mut json = json!({
        "rules": rules.name,
        "attack": plan.attack.to_string(),
        "spot": plan.spot.to_string(),
        "defense": plan.defense.to_string(),
        "chart": asked.chart.name(),
        "cover_hits": plan.cover.hits(),
        "damage_dice": pmf(&odds.damage_dice),
        "damage": pmf(&damage),
        "cover": pmf(&odds.cover()),
    });
    if let Some(target) = &asked.target {
        json["target"] = json!({
            "loadout": target.name,
            "hit_points": target.frame.hit_points(),
            "p_destroyed": damage.at_least(target.frame.hit_points()),
            "wasted": damage.excess_over(target.frame.hit_points()),
        });
    }
    json
}
