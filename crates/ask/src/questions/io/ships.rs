//! Ships and their durability: `hitchart io ships` and `durability`.

use super::super::odds::{attack_pool, pool};
use super::super::{names::named, rows::ListArgs};
use super::{Common, fleets};
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::{Args, ValueEnum};
use hitchart_config::InputError;
use hitchart_config::words::{ROUNDING, ties};
use hitchart_dice::{Pool, exact::Survival};
use hitchart_intercept_orbit::attack::{AttackAim, Band};
use hitchart_intercept_orbit::durability::{Asset, Ordeal, durability};
use hitchart_intercept_orbit::ruleset::Ruleset;
use hitchart_intercept_orbit::ship::{
    Class, MEASURES, MeasuredShip, Ship, ShipFilter, ShipSortKey, all, measure, pareto_front,
};
use hitchart_report::table::{Field, Row, Table, number};
use serde_json::{Value, json};

// `hitchart io ships`

#[derive(Debug, Args)]
#[command(
    after_help = "Fields: systems, frigate (1 or 0), point_defense, assault, support, defense, spotting, speed, fuel, \
    catapults, durability, and numbers of systems: Rp, Ra, Rs, Rp/a, Rp/s, Ra/s, B, Y, K. Measures are those of `io fleet`; \
    durability: number of typical attacks that destroy it, with repair in between.\n\nExamples:\n  \
    hitchart io ships --where 'assault >= 2' --where 'B >= 1' --sort durability --top 10\n  \
    hitchart io ships --class frigate --pareto --whites 1"
)]
pub struct ShipsArgs {
    /// Keep only ships of this class
    #[arg(long)]
    class: Option<ClassArg>,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    common: Common,
}

/// A class of ships.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ClassArg {
    /// Capital ships
    Capital,
    /// Frigates
    Frigate,
}

/// Returns the requested ships.
pub(super) fn answer_ships(args: &ShipsArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let filters: Vec<ShipFilter> = args.list.filters()?;
    let sort: Option<ShipSortKey> = args.list.sort()?;
    let ships = ships(args, &rules)?;
    let of = |class: Class, word: &str| {
        let count = ships.iter().filter(|ship| ship.class == class).count();
        (count > 0).then(|| format!("{count} {word}"))
    };
    // A class that was not asked for has no ships here.
    let classes = [of(Class::Capital, "capital ships"), of(Class::Frigate, "frigates")];
    let counted = format!(
        "{} are legal {} weapons for two bands.",
        classes.into_iter().flatten().collect::<Vec<_>>().join(" and "),
        if args.list.split { "with" } else { "without" }
    );
    let mut chosen = measure(&ships, args.list.whites, &rules);
    chosen.retain(|one| filters.iter().all(|filter| filter.accepts(one)));
    sort.iter().for_each(|sort| sort.sort(&mut chosen));
    let front = pareto_front(&chosen);
    let pairs = chosen.into_iter().zip(front).filter(|(_, on_front)| *on_front || !args.list.pareto);
    let rows: Vec<(MeasuredShip, bool)> = pairs.collect();
    let listed = args.list.top.map_or(rows.len(), |top| rows.len().min(top as usize));
    let table = table(&rows[..listed], args.list.whites, &counted);
    let line = line(&rows, sort.as_ref(), &counted, &rules);
    Ok(Reply::short(line, std::slice::from_ref(&table))
        .finish(&args.common.output, json!({ "rules": rules.name, "legal": ships.len(), "ships": table.to_json() })))
}

/// Describes the first ship of a sorted list, or the first of the most durable ones of an unsorted list, in one sentence.
fn line(rows: &[(MeasuredShip, bool)], sort: Option<&ShipSortKey>, counted: &str, rules: &Ruleset) -> String {
    let counted = counted.trim_end_matches('.');
    let value =
        |name: &str, one: &MeasuredShip| MEASURES.iter().position(|known| *known == name).map(|i| one.values[i]);
    let durability = |one: &MeasuredShip| value("durability", one).unwrap_or(0.0);
    let ranked = |one: &MeasuredShip| sort.map_or_else(|| durability(one), |sort| sort.number(one));
    // Of equals the first, which is also the first of them in the table.
    let most = rows.iter().map(|(one, _)| durability(one)).fold(0.0, f64::max);
    let found = match sort {
        Some(_) => rows.first(),
        None => rows.iter().find(|(one, _)| durability(one) >= most - ROUNDING),
    };
    let Some((one, _)) = found else {
        return format!("No ship meets the conditions; {counted} [{}]", rules.name);
    };
    let first = sort.map_or_else(|| "Most durable".to_owned(), |sort| format!("First by {}", sort.name()));
    let ties = ties(rows.iter().map(|(row, _)| ranked(row)), ranked(one));
    let like = ties.map_or_else(String::new, |ties| format!(" ({ties})"));
    format!(
        "{first} of {}: {}{like}, which takes {} typical attacks to destroy and deals {} damage at assault band, {} at support; \
         {counted}, exact [{}]",
        rows.len(),
        one.ship,
        number(durability(one)),
        number(value("assault", one).unwrap_or(0.0)),
        number(value("support", one).unwrap_or(0.0)),
        rules.name
    )
}

fn ships(args: &ShipsArgs, rules: &Ruleset) -> Result<Vec<Ship>, InputError> {
    let max = rules.ships.whites;
    if args.list.whites > max {
        let problem = format!("--whites is {}; a ship has {max} white dice under `{}`", args.list.whites, rules.name);
        return Err(InputError::plain(problem));
    }
    let classes = match args.class {
        Some(ClassArg::Capital) => vec![Class::Capital],
        Some(ClassArg::Frigate) => vec![Class::Frigate],
        None => vec![Class::Capital, Class::Frigate],
    };
    Ok(classes.into_iter().flat_map(|class| all(class, args.list.split, rules)).collect())
}

/// Headings of the measures, in the order of the measures.
const TITLES: [&str; MEASURES.len()] =
    ["Point defense", "Assault", "Support", "Defense", "Spotting", "Speed", "Fuel", "Catapults", "Durability"];

fn table(rows: &[(MeasuredShip, bool)], whites: u8, counted: &str) -> Table {
    let note = format!(
        "{counted} Exact, with white dice given to each measure in turn: {whites}. Front: no other ship that meets the \
         conditions is at least as good in every measure and better in one."
    );
    let table = Table::new("ships", "Ships", note)
        .text("ship", "Ship", rows.iter().map(|(one, _)| one.ship.to_string()))
        .count("systems", "Systems", rows.iter().map(|(one, _)| u64::from(one.ship.systems.total())));
    let table = MEASURES.iter().zip(TITLES).enumerate().fold(table, |table, (i, (measure, title))| {
        table.number(measure, title, 3, rows.iter().map(|(one, _)| Some(one.values[i]).filter(|v| v.is_finite())))
    });
    table.flag("front", "Front", rows.iter().map(|(_, front)| *front))
}

// `hitchart io durability ASSET`

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
pub struct DurabilityArgs {
    /// Ship such as C:RpRaBY, `company`, or a company led by an ace, such as `company+blue`
    asset: String,
    /// Dice of each attack [default: the ruleset's typical attack]
    #[arg(long, value_name = "DICE")]
    attack: Option<String>,
    /// Dice of the spot on each attack [default: the ruleset's typical spot]
    #[arg(long, value_name = "DICE")]
    spot: Option<String>,
    /// Band of the attacks [default: the ruleset's typical band for ships or for companies]
    #[arg(long, value_parser = named(&Band::ALL))]
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
struct RepairRow {
    mending: String,
    kept: Survival,
}

impl Row for RepairRow {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("mending", "Mended by", |row| row.mending.clone()),
            Field::number("durability", "Attacks", 4, |row: &Self| row.kept.mean_attacks).keyed("mean_attacks"),
            Field::json_only("alive_after", |row| row.kept.alive_after.clone().into()),
        ]
    }
}

/// Returns the durability of an asset.
pub(super) fn answer_durability(args: &DurabilityArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let asset = fleets::asset(&args.asset, &rules)?;
    let ordeal = ordeal(args, &asset, &rules)?;
    let of = |(mending, ordeal): (String, Ordeal)| RepairRow {
        mending,
        kept: durability(&asset, &ordeal, args.attacks.into(), &rules),
    };
    let rows: Vec<RepairRow> = ways(&asset, &ordeal, &rules).into_iter().map(of).collect();
    let line = durability_line(&asset, &ordeal, &rows, &rules);
    Ok(Reply::short(line, &[summary(&asset, &ordeal, &rows, &rules), curves(&rows)])
        .finish(&args.common.output, to_json(&asset, &ordeal, &rows, &rules)))
}

/// Describes the number of attacks up to the one that destroys the asset in one sentence.
fn durability_line(asset: &Asset, ordeal: &Ordeal, rows: &[RepairRow], rules: &Ruleset) -> String {
    let way = |row: &RepairRow| {
        let attacks = row.kept.mean_attacks.map_or_else(|| "any number".to_owned(), number);
        match row.mending.as_str() {
            "none" => format!("{attacks} without repair"),
            mending => format!("{attacks} with repair by {mending}"),
        }
    };
    let ways: Vec<String> = rows.iter().map(way).collect();
    let place = if ordeal.covered { ", in cover" } else { "" };
    let spot = if ordeal.spot.is_empty() { String::new() } else { format!(" with spot {}", ordeal.spot) };
    format!(
        "Attacks of {}{spot} at {} band{place} to destroy {}: {} on average, exact [{}]",
        ordeal.attack,
        ordeal.band.name(),
        asset.name(),
        ways.join(", "),
        rules.name
    )
}

fn ordeal(args: &DurabilityArgs, asset: &Asset, rules: &Ruleset) -> Result<Ordeal, InputError> {
    let typical = Ordeal::typical(asset.kind(), rules);
    let band = args.band.unwrap_or(typical.band);
    let aim = AttackAim { band, target: asset.kind(), red_ace: false };
    aim.check(rules).map_err(|error| InputError::plain(format!("--band: {error}")))?;
    let attack = args.attack.as_deref().map_or(Ok(typical.attack), attack_pool)?;
    let spot = args.spot.as_deref().map_or(Ok(typical.spot), |text| pool("--spot", text))?;
    Ok(Ordeal { attack, spot, band, covered: args.cover, ..typical })
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

fn summary(asset: &Asset, ordeal: &Ordeal, rows: &[RepairRow], rules: &Ruleset) -> Table {
    let spot = if ordeal.spot.is_empty() { String::new() } else { format!(" with a spot of {}", ordeal.spot) };
    let note = format!(
        "Exact. {} hits destroy it. Each round one attack of {}{spot} at {} band{}; attacks up to the one that destroys, \
         under the best choices of its owner.",
        asset.hit_points(rules),
        ordeal.attack,
        ordeal.band.name(),
        if ordeal.covered { ", in cover" } else { "" }
    );
    Table::new("durability", format!("Durability of {}", asset.name()), note).of(rows)
}

fn curves(rows: &[RepairRow]) -> Table {
    let each = || rows.iter().flat_map(|row| row.kept.alive_after.iter().enumerate().map(move |point| (row, point)));
    Table::new("curves", "Survival", "Probability of survival, by number of attacks.")
        .text("mending", "Mended by", each().map(|(row, _)| row.mending.as_str()))
        .count("attacks", "Attacks", each().map(|(_, (attacks, _))| attacks as u64))
        .number("alive", "Stands", 4, each().map(|(_, (_, alive))| *alive))
}

fn to_json(asset: &Asset, ordeal: &Ordeal, rows: &[RepairRow], rules: &Ruleset) -> Value {
    json!({
        "rules": rules.name,
        "asset": asset.name(),
        "hit_points": asset.hit_points(rules),
        "attack": ordeal.attack.to_string(),
        "spot": ordeal.spot.to_string(),
        "band": ordeal.band.name(),
        "cover": ordeal.covered,
        "durability": RepairRow::json(rows),
    })
}
