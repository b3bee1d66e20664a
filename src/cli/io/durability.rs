//! `hitchart io durability ASSET`

use super::{Common, parse};
use crate::cli::error::CliError;
use crate::cli::odds::pool;
use crate::cli::output;
use crate::cli::output::Shown;
use clap::Args;
use hitchart_config::InputError;
use hitchart_dice::Pool;
use hitchart_dice::exact::Survival;
use hitchart_intercept_orbit::attack::{AttackAim, Band};
use hitchart_intercept_orbit::durability::{Asset, Ordeal, durability};
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_report::table::{Table, number};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "Each round, the asset takes its turn with the dice that it has left, and then takes one attack. A ship \
    defends with its best blue or a white die, and repairs a lost system with each other white die of 5 or 6. A company is repaired by \
    the best black die of a carrier before its turn. The owner makes the choices that let it survive longest. The count of attacks \
    includes the one that destroys it.\n\nExamples:\n  \
    hitchart io durability C:RpRaBY\n  \
    hitchart io durability F:RaBB --attack 3d6+1d8 --band support --cover\n  \
    hitchart io durability company+blue"
)]
pub(crate) struct DurabilityArgs {
    /// Ship such as C:RpRaBY, `company`, or a company led by an ace, such as `company+blue`
    asset: String,
    /// Dice of each attack [default: the ruleset's typical attack]
    #[arg(long, value_name = "DICE")]
    attack: Option<String>,
    /// Dice of the spot on each attack [default: the ruleset's typical spot]
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// Band of the attacks [default: the ruleset's typical band for ships or for companies]
    #[arg(long, value_parser = parse::band())]
    band: Option<Band>,
    /// The target is in lasting cover
    #[arg(long)]
    cover: bool,
    /// Number of attacks to list
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=100))]
    attacks: u8,
    #[command(flatten)]
    common: Common,
}

/// A kind of repair, and the durability with it.
struct Row {
    mending: String,
    kept: Survival,
}

/// Prints the durability of an asset.
pub(crate) fn run_durability(args: &DurabilityArgs) -> Result<(), CliError> {
    let rules = args.common.rules()?;
    let asset = parse::asset(&args.asset, &rules)?;
    let ordeal = ordeal(args, &asset, &rules)?;
    let of = |(mending, ordeal): (String, Ordeal)| Row {
        mending,
        kept: durability(&asset, &ordeal, args.attacks.into(), &rules),
    };
    let rows: Vec<Row> = ways(&asset, &ordeal, &rules).into_iter().map(of).collect();
    let line = durability_line(&asset, &ordeal, &rows, &rules);
    output::show_exact(
        &args.common.output,
        &Shown::short(line, &[summary(&asset, &ordeal, &rows, &rules), curves(&rows)]),
        || to_json(&asset, &ordeal, &rows, &rules),
    )
}

/// Describes the number of attacks that the asset survives in one sentence.
fn durability_line(asset: &Asset, ordeal: &Ordeal, rows: &[Row], rules: &Ruleset) -> String {
    let way = |row: &Row| {
        let mending = if row.mending == "none" { "without repair".to_owned() } else { format!("with {}", row.mending) };
        format!("{} {mending}", row.kept.mean_attacks.map_or_else(|| "any number of".to_owned(), number))
    };
    let ways: Vec<String> = rows.iter().map(way).collect();
    let place = if ordeal.covered { ", in cover" } else { "" };
    format!(
        "{} stands {} attacks of {} at {} band{place}, exact [{}]",
        asset.name(),
        ways.join(", "),
        ordeal.attack,
        ordeal.band.name(),
        rules.name
    )
}

fn ordeal(args: &DurabilityArgs, asset: &Asset, rules: &Ruleset) -> Result<Ordeal, InputError> {
    let typical = Ordeal::typical(asset.kind(), rules);
    let dice = |argument, text: &Option<String>, default| match text {
        Some(text) => pool(argument, text),
        None => Ok(default),
    };
    let band = args.band.unwrap_or(typical.band);
    let aim = AttackAim { band, target: asset.kind(), red_ace: false };
    aim.check(rules).map_err(|error| InputError::plain(format!("--band: {error}")))?;
    let attack = dice("--attack", &args.attack, typical.attack)?;
    if attack.is_empty() {
        return Err(InputError::plain("--attack: an attack needs at least one die"));
    }
    Ok(Ordeal { attack, spot: dice("--spot", &args.spot, typical.spot)?, band, covered: args.cover, ..typical })
}

/// Returns the asset without repair, and with each possible kind of repair.
fn ways(asset: &Asset, ordeal: &Ordeal, rules: &Ruleset) -> Vec<(String, Ordeal)> {
    let none = ("none".to_owned(), Ordeal { mends: false, ..*ordeal });
    let carrier = |carrier: Pool, what: &str| (format!("{what} ({carrier})"), Ordeal { carrier, ..*ordeal });
    match asset {
        Asset::Ship(_) => vec![none, (format!("whites of {} or more", rules.repair.face), *ordeal)],
        Asset::Company(_) => {
            vec![none, carrier(rules.dice.catapult, "a catapult"), carrier(rules.dice.catapults, "two catapults")]
        }
    }
}

fn summary(asset: &Asset, ordeal: &Ordeal, rows: &[Row], rules: &Ruleset) -> Table {
    let spot = if ordeal.spot.is_empty() { String::new() } else { format!(" with a spot of {}", ordeal.spot) };
    let note = format!(
        "Exact. {} hits destroy it. Each round one attack of {}{spot} at {} band{}; attacks up to the one that destroys, \
         under the best choices of its owner.",
        asset.hit_points(rules),
        ordeal.attack,
        ordeal.band.name(),
        if ordeal.covered { ", in cover" } else { "" }
    );
    Table::new("durability", format!("Durability of {}", asset.name()), note)
        .text("mending", "Mended by", rows.iter().map(|row| row.mending.as_str()))
        .number("durability", "Attacks", 4, rows.iter().map(|row| row.kept.mean_attacks))
}

fn curves(rows: &[Row]) -> Table {
    let each = || rows.iter().flat_map(|row| row.kept.alive_after.iter().enumerate().map(move |point| (row, point)));
    Table::new("curves", "Survival", "Probability of survival, by number of attacks.")
        .text("mending", "Mended by", each().map(|(row, _)| row.mending.as_str()))
        .count("attacks", "Attacks", each().map(|(_, (attacks, _))| attacks as u64))
        .number("alive", "Stands", 4, each().map(|(_, (_, alive))| *alive))
}

fn to_json(asset: &Asset, ordeal: &Ordeal, rows: &[Row], rules: &Ruleset) -> Value {
    let row = |row: &Row| json!({ "mending": row.mending, "mean_attacks": row.kept.mean_attacks, "alive_after": row.kept.alive_after });
    json!({
        "rules": rules.name,
        "asset": asset.name(),
        "hit_points": asset.hit_points(rules),
        "attack": ordeal.attack.to_string(),
        "spot": ordeal.spot.to_string(),
        "band": ordeal.band.name(),
        "cover": ordeal.covered,
        "durability": rows.iter().map(row).collect::<Vec<_>>(),
    })
}
