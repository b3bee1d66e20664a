//! Attacks of several frames on one target: `hitchart ra attacks`.

use super::super::names::{NameParser, archetypes, named};
use super::super::odds::{pmf, pool};
use super::attack::DefenseArgs;
use super::{Common, frames};
use crate::games::rapid_attack::studies::NamedFrame;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::InputError;
use hitchart_dice::{Pmf, Pool};
use hitchart_rapid_attack::attack::{MAX_COVER, chart_and_shelter};
use hitchart_rapid_attack::combined::{Attacker, CombinedOdds, CombinedTarget, combined};
use hitchart_rapid_attack::loadout::Range;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_report::table::{Table, number, percent};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "The frames attack in this order. After its attack each one spots the target, and the next one adds the spot. The \
    target rolls its defense once.\n\nExamples:\n  \
    hitchart ra attacks Swarmer Swarmer Swarmer --range hand-to-hand --target Soldier\n  \
    hitchart ra attacks RdY RdY --range direct --defense 1d6 --cover-hits 2 --spot-whites 1"
)]
pub struct AttacksArgs {
    /// Loadouts or archetypes of the attackers, in order; at most 24
    #[arg(required = true, num_args = 1..=24, value_parser = NameParser(archetypes), hide_possible_values = true)]
    attackers: Vec<String>,
    /// Range of all attacks
    #[arg(long, value_parser = named(&Range::ALL))]
    range: Range,
    /// White dice given to each attack
    #[arg(long, value_name = "N", default_value_t = 0)]
    whites: u8,
    /// White dice given to each spot
    #[arg(long, value_name = "N", default_value_t = 0)]
    spot_whites: u8,
    /// Dice of a spot on the target before the first attack
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// No frame spots the target after its attack
    #[arg(long)]
    no_spots: bool,
    #[command(flatten)]
    defense: DefenseArgs,
    /// Damage chart [default: by range and cover]
    #[arg(long, value_parser = named(&ChartName::ALL))]
    chart: Option<ChartName>,
    /// Hits that the cover absorbs, over all attacks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_COVER)))]
    cover_hits: Option<u8>,
    #[command(flatten)]
    common: Common,
}

/// The attackers of the arguments, and their target.
struct Combination {
    names: Vec<String>,
    attackers: Vec<Attacker>,
    spot: Pool,
    target: CombinedTarget,
    frame: Option<NamedFrame>,
}

/// Returns the odds of all attacks together.
pub(super) fn answer_attacks(args: &AttacksArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let asked = combination(args, &rules)?;
    let odds = combined(&asked.attackers, &asked.spot, &asked.target, &rules);
    let line = format!("{}, exact [{}]", sentence(args, &asked, &odds), rules.name);
    let tables = [attacks_table(&asked, &odds, &rules), damage_table(&odds)];
    Ok(Reply::short(line, &tables)
        .noted(super::left_out(&rules))
        .noted(super::ignored_cover(asked.target.chart, args.cover_hits))
        .finish(&args.common.output, to_json(args, &asked, &odds, &rules)))
}

fn combination(args: &AttacksArgs, rules: &Ruleset) -> Result<Combination, InputError> {
    let frames: Vec<NamedFrame> =
        args.attackers.iter().map(|text| frames::frame(text, rules)).collect::<Result<_, _>>()?;
    let attackers = frames.iter().map(|frame| attacker(args, frame, rules)).collect::<Result<_, _>>()?;
    let (chart, shelter) =
        chart_and_shelter(args.range, args.chart, args.cover_hits, rules).map_err(InputError::plain)?;
    let frame = args.defense.frame(rules)?;
    let defense = args.defense.rolled(frame.as_ref(), rules)?;
    let spot = args.spot.as_ref().map_or(Ok(Pool::EMPTY), |dice| pool("--spot", dice))?;
    let names = args.attackers.iter().map(|text| text.trim().to_owned()).collect();
    Ok(Combination { names, attackers, spot, target: CombinedTarget { defense, chart, shelter }, frame })
}

/// Returns the dice of an attacker, which uses each of its white dice once.
fn attacker(args: &AttacksArgs, frame: &NamedFrame, rules: &Ruleset) -> Result<Attacker, InputError> {
    let whites = frames::whites("--whites", args.whites, frame, rules)?;
    let spot_whites = frames::whites("--spot-whites", args.spot_whites, frame, rules)?;
    frames::may_use_whites("--spot-whites", spot_whites, ("spotting.whites", rules.spotting.whites), rules)?;
    if whites + spot_whites > frame.frame.whites {
        let most = frame.frame.whites;
        let problem =
            format!("--whites and --spot-whites use {} white dice; `{}` has {most}", whites + spot_whites, frame.name);
        return Err(InputError::plain(problem));
    }
    let attack = frame.frame.attack_dice(args.range, whites, 0, rules).ok_or_else(|| {
        InputError::plain(format!(
            "`{}` cannot attack at {} range: it has no weapon for it",
            frame.name,
            args.range.name()
        ))
    })?;
    let spot = if args.no_spots { Pool::EMPTY } else { frame.frame.spot_dice(spot_whites, rules) };
    Ok(Attacker { attack, spot })
}

/// Describes the result in one sentence: `4 attacks at direct range on RdYBG: 5.1 damage (34% destroyed)`.
fn sentence(args: &AttacksArgs, asked: &Combination, odds: &CombinedOdds) -> String {
    let attacks = match asked.names.as_slice() {
        [one] => format!("An attack of {one}"),
        names => format!("Attacks of {}", names.join(", ")),
    };
    let target = match (&args.defense.target, &args.defense.dice) {
        (Some(target), _) => target.trim().to_owned(),
        (None, Some(dice)) => format!("defense {}", dice.trim()),
        (None, None) => "no defense".to_owned(),
    };
    let place = match args.cover_hits {
        Some(hits) if hits > 0 => format!(" in cover {hits}"),
        _ => String::new(),
    };
    let last = odds.after.last();
    let mean = last.map_or(0.0, Pmf::mean);
    let destroyed = asked.frame.as_ref().zip(last).map(|(frame, damage)| damage.at_least(frame.frame.hit_points()));
    let destroyed = destroyed.map_or_else(String::new, |chance| format!(" ({} destroyed)", percent(chance)));
    format!("{attacks} at {} range, vs {target}{place}: {} damage{destroyed}", args.range.name(), number(mean))
}

fn attacks_table(asked: &Combination, odds: &CombinedOdds, rules: &Ruleset) -> Table {
    let or_none = |pool: &Pool, pips| if pool.is_empty() { "none".to_owned() } else { pool.with_pips(pips) };
    let attack = |attacker: &Attacker| or_none(&attacker.attack, rules.modifiers.attack);
    let spot = |attacker: &Attacker| or_none(&attacker.spot, rules.modifiers.spot);
    let means: Vec<f64> = odds.after.iter().map(Pmf::mean).collect();
    let added = means.iter().scan(0.0, |before, mean| Some(mean - std::mem::replace(before, *mean)));
    let note = "Exact: no sampling error. Damage and P(destroyed) are those of all attacks up to this one.";
    let table = Table::new("attacks", "Attacks in order", note)
        .text("attacker", "Attacker", &asked.names)
        .text("attack_dice", "Attack", asked.attackers.iter().map(attack))
        .text("spot", "Spot after it", asked.attackers.iter().map(spot))
        .number("damage_added", "Damage of the attack", 4, added)
        .number("damage", "Damage so far", 4, means.iter().copied());
    match &asked.frame {
        None => table,
        Some(frame) => {
            let hits = frame.frame.hit_points();
            table.number("p_destroyed", "P(destroyed)", 4, odds.after.iter().map(|damage| damage.at_least(hits)))
        }
    }
}

fn damage_table(odds: &CombinedOdds) -> Table {
    let none = Pmf::point(0);
    let damage = odds.after.last().unwrap_or(&none);
    let rows = || 0..=damage.max();
    Table::new("distribution", "Damage of all attacks", "Probability of each damage.")
        .count("value", "Damage", rows().map(|k| k as u64))
        .number("damage", "P(damage)", 6, rows().map(|k| damage.at(k)))
        .number("at_least", "P(at least)", 6, rows().map(|k| damage.at_least(k)))
}

fn to_json(args: &AttacksArgs, asked: &Combination, odds: &CombinedOdds, rules: &Ruleset) -> Value {
    let attackers = asked.names.iter().zip(&asked.attackers).zip(&odds.after).map(|((name, attacker), damage)| {
        json!({
            "loadout": name,
            "attack": attacker.attack.to_string(),
            "spot": attacker.spot.to_string(),
            "damage": damage.mean(),
            "p_destroyed": asked.frame.as_ref().map(|frame| damage.at_least(frame.frame.hit_points())),
        })
    });
    json!({
        "rules": rules.name,
        "range": args.range.name(),
        "chart": asked.target.chart.name(),
        "defense": asked.target.defense.to_string(),
        "target": asked.frame.as_ref().map(|frame| &frame.name),
        "attackers": attackers.collect::<Vec<_>>(),
        "damage": odds.after.last().map(pmf),
    })
}
