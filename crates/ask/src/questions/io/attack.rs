//! The command `hitchart io attack`: exact odds of one attack, and a simulation to compare with.

use super::super::{names::named, odds::Simulation};
use super::Common;
use crate::questions::odds::{attack_pool, attack_reply, distribution, pmf, pool};
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::InputError;
use hitchart_dice::exact::{AttackOdds, attack};
use hitchart_dice::plan::AttackPlan;
use hitchart_intercept_orbit::attack::{AttackAim, Band, Shelter, TargetKind, plan};
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_report::table::{Table, number, percent};
use serde_json::{Value, json};

/// Most hits of cover: as many as the most damage dice of an attack.
const MAX_COVER: i64 = 40;

#[derive(Debug, Args)]
#[command(
    after_help = "Damage dice: the highest attack die plus the highest spot die, minus the highest defense die. \
    White dice given to an action join its pool: a ship with Ra and Ra attacks at assault band with 2d6+1d8, and with a \
    white die with 3d6+1d8. An attacker with a spot may spare the cover after the roll. The hits that it would absorb are then \
    lost, so the damage is that of --cover.\n\nExamples:\n  \
    hitchart io attack --attack 2d6+1d8 --spot 1d6 --defense 2d6 --band assault --target ship --cover\n  \
    hitchart io attack --attack 3d6 --defense 1d6 --band support --target ship --cover-hits 1\n  \
    hitchart io attack --attack 2d6+1d8 --defense 1d6 --band assault --target company --red-ace"
)]
pub struct AttackArgs {
    /// Attack dice, of which the highest counts, such as 2d6+1d8
    #[arg(long, value_name = "DICE")]
    attack: String,
    /// Dice of the spot on the target; the highest counts
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// Dice that a yellow ace adds to the spot, such as 1d8
    #[arg(long, value_name = "DICE")]
    ace_spot: Option<String>,
    /// Defense dice; the highest counts. Without dice, the defense is 0
    #[arg(long, value_name = "DICE")]
    defense: Option<String>,
    /// Band of the weapon
    #[arg(long, value_parser = named(&Band::ALL))]
    band: Band,
    /// Kind of target
    #[arg(long, value_parser = named(&TargetKind::ALL))]
    target: TargetKind,
    /// The target is in lasting cover: a ship, or the screen of two defenses or of a blue ace
    #[arg(long)]
    cover: bool,
    /// The target is in cover that N hits destroy; debris takes 1
    #[arg(long, value_name = "N", conflicts_with = "cover", value_parser = clap::value_parser!(u8).range(0..=MAX_COVER))]
    cover_hits: Option<u8>,
    /// A red ace attacks: up to assault band, with the chart against companies, and ignoring cover
    #[arg(long)]
    red_ace: bool,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    common: Common,
}

/// An attack from the arguments.
struct Asked {
    plan: AttackPlan,
    aim: AttackAim,
    shelter: Shelter,
}

/// Returns the odds of an attack.
pub(super) fn answer(args: &AttackArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let asked = lower(args, &rules)?;
    let odds = attack(&asked.plan);
    let simulated = args.simulation.run(&asked.plan, &odds, asking)?;
    let texts = (line(&asked, &odds, &rules), summary(&asked, &odds));
    let tables = (distribution(&odds), simulated);
    attack_reply(&args.common.output, texts, tables, to_json(&asked, &odds, &rules))
}

/// Describes the odds in one sentence: `2d6+1d8 at assault band, spot 1d6, vs a ship with 2d6 in cover 1: 1.38 damage
/// (73% hit), exact [intercept-orbit]`.
fn line(asked: &Asked, odds: &AttackOdds, rules: &Ruleset) -> String {
    let (plan, damage) = (&asked.plan, odds.damage());
    let spot = spot(plan);
    let spot = if spot.is_empty() { String::new() } else { format!(", spot {spot}") };
    let ace = if asked.aim.red_ace { " by a red ace" } else { "" };
    let defense = plan.defense.to_string();
    let defense = if defense.is_empty() { "without defense".to_owned() } else { format!("with {defense}") };
    let place = match asked.shelter {
        Shelter::Open => String::new(),
        Shelter::Lasting => " in lasting cover".to_owned(),
        Shelter::Hits(hits) => format!(" in cover {hits}"),
    };
    format!(
        "{}{ace} at {} band{spot}, vs {} {defense}{place}: {} damage ({} hit), exact [{}]",
        plan.attack,
        asked.aim.band.name(),
        asked.aim.target.name(),
        number(damage.mean()),
        percent(damage.at_least(1)),
        rules.name
    )
}

fn lower(args: &AttackArgs, rules: &Ruleset) -> Result<Asked, InputError> {
    let aim = AttackAim { band: args.band, target: args.target, red_ace: args.red_ace };
    aim.check(rules).map_err(|error| InputError::plain(format!("--band: {error}")))?;
    let dice = |argument, text: &Option<String>| pool(argument, text.as_deref().unwrap_or_default());
    let attack = attack_pool(&args.attack)?;
    let shelter = match (args.cover, args.cover_hits) {
        (true, _) => Shelter::Lasting,
        (false, Some(hits)) => Shelter::Hits(hits),
        (false, None) => Shelter::Open,
    };
    let (spot, defense) = (dice("--spot", &args.spot)?, dice("--defense", &args.defense)?);
    let plan = plan(attack, spot, defense, aim, shelter, rules);
    Ok(Asked { plan: AttackPlan { second_spot: dice("--ace-spot", &args.ace_spot)?, ..plan }, aim, shelter })
}

/// Returns the dice of the spot, with those of a yellow ace.
fn spot(plan: &AttackPlan) -> String {
    let dice = [plan.spot, plan.second_spot].map(|pool| pool.to_string());
    dice.into_iter().filter(|dice| !dice.is_empty()).collect::<Vec<_>>().join(", ")
}

fn summary(asked: &Asked, odds: &AttackOdds) -> Table {
    let (plan, damage) = (&asked.plan, odds.damage());
    let or_none = |dice: String| if dice.is_empty() { "none".to_owned() } else { dice };
    Table::new("attack", "Attack", "Exact: no sampling error.")
        .text("attack_dice", "Attack", [or_none(plan.attack.to_string())])
        .text("spot", "Spot", [or_none(spot(plan))])
        .text("defense_dice", "Defense", [or_none(plan.defense.to_string())])
        .text("band", "Band", [asked.aim.band.name()])
        .text("target", "Target", [asked.aim.target.name()])
        .text("place", "Target is", [asked.shelter.label()])
        .number("damage", "Mean damage", 4, [damage.mean()])
        .number("p_damage", "P(damage)", 4, [damage.at_least(1)])
        .number("cover_hits", "Mean hits on cover", 4, [odds.cover().mean()])
}

fn to_json(asked: &Asked, odds: &AttackOdds, rules: &Ruleset) -> Value {
    let plan = &asked.plan;
    json!({
        "rules": rules.name,
        "attack": plan.attack.to_string(),
        "spot": plan.spot.to_string(),
        "ace_spot": plan.second_spot.to_string(),
        "defense": plan.defense.to_string(),
        "band": asked.aim.band.name(),
        "target": asked.aim.target.name(),
        "red_ace": asked.aim.red_ace,
        "cover": asked.shelter.label(),
        "damage_dice": pmf(&odds.damage_dice),
        "damage": pmf(&odds.damage()),
        "absorbed": (asked.shelter != Shelter::Open).then(|| pmf(&odds.cover())),
    })
}
