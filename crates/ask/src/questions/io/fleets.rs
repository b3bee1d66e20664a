//! Fleets and their points: `hitchart io fleet` and `ppa`; and the parsers of arguments of `hitchart io`.

use super::super::names::{NameParser, fleets};
use super::Common;
use crate::reply::{Reply, under_rules};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::words::{capitalised, counted};
use hitchart_config::{FileKind, InputError};
use hitchart_intercept_orbit::bidding::{BidError, BidStanding, MOST_HVAS, PLAYERS, check_bids, ppa, standings};
use hitchart_intercept_orbit::fleet::{Ace, Bid, Fleet, GraphLine, MEASURES, graph, limits};
use hitchart_intercept_orbit::muster::{built_in_fleet, fleet_of_file};
use hitchart_intercept_orbit::{attack::Band, durability::Asset, fleet, ruleset::Ruleset, ship::Ship};
use hitchart_report::table::{Field, Row, Table, number, object};
use serde_json::{Value, json};

// `hitchart io fleet FLEET`

#[derive(Debug, Args)]
#[command(
    after_help = "A fleet is a list of ships separated by spaces: `C:` and 4 systems for a capital ship, `F:` and 3 for a frigate. Systems are \
    Rp, Ra and Rs (weapons), Rp/a, Rp/s and Ra/s (weapons for two bands), B, Y and K. Add `; ace=` and a colour if the fleet has a catapult.\n\n\
    The graph sums over all assets, with systems alone and with every white die on the measure. dogfight to support: expected \
    damage of an attack without spot on a ship in the open without defense; at dogfight, ships attack only with white dice, and by \
    default only ships without weapons. spotting, defense: expected highest yellow \
    and blue die, with the die of a yellow ace added. speed: expected units of a straight move; for companies, the highest green die. fuel: \
    expected highest black die. catapults: expected sum of all black dice, for fuel and repair. repair: expected number of systems that \
    white dice of 5 or 6 repair.\n\nExamples:\n  \
    hitchart io fleet 'C:RpRaBY C:RsRsKK F:RaBK; ace=red' --hvas 3\n  \
    hitchart io fleet 'C:RpRaBY C:RsRsKK F:RaBK; ace=red' --against 'F:RaBK F:RaBK F:BYK; ace=blue'"
)]
pub struct FleetArgs {
    /// Ships and the colour of the ace, such as 'C:RpRaBY F:RaBK; ace=red'; or a file, a built-in name, or `-` for standard
    /// input
    #[arg(value_parser = NameParser(fleets), hide_possible_values = true)]
    fleet: String,
    /// High value assets of each fleet [default: by the number of players]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MOST_HVAS)))]
    hvas: Option<u8>,
    /// Fleet to compare with; may be given up to three times
    #[arg(long, value_name = "FLEET", value_parser = NameParser(fleets), hide_possible_values = true)]
    against: Vec<String>,
    /// Play a major battle, which allows more assets
    #[arg(long)]
    major: bool,
    #[command(flatten)]
    common: Common,
}

/// A fleet and its comparison with others.
struct Asked {
    fleet: Fleet,
    bid: Bid,
    assets: Vec<Asset>,
    major: bool,
    /// Standings of this fleet and the others, this one first; empty without a comparison.
    compared: Vec<FleetPoints>,
}

/// Returns the dice and the cost of a fleet.
pub(super) fn answer_fleet(args: &FleetArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let asked = ask(args, &rules, asking)?;
    let lines = graph(&asked.assets, &rules);
    let mut tables = vec![dice(&asked, &rules), sizes(&asked, &rules)];
    if !asked.compared.is_empty() {
        tables.push(table(&asked.compared));
    }
    tables.push(graph_table(&lines));
    let line = line(&asked, &lines, &rules);
    Ok(Reply::short(line, &tables).finish(&args.common.output, to_json(&asked, &lines, &rules)))
}

/// Describes the size, score and legality of the fleet in one sentence; if there are other fleets, also points per
/// asset and seat.
fn line(asked: &Asked, lines: &[GraphLine], rules: &Ruleset) -> String {
    let bid = &asked.bid;
    let size = format!(
        "{}: {}, {}, {}, {}",
        asked.fleet,
        counted(bid.ships.into(), "ships"),
        counted(bid.systems.into(), "systems"),
        counted(bid.companies.into(), "companies"),
        counted(u64::from(bid.assets()), "assets")
    );
    let legal: Vec<String> = allowed(asked, rules)
        .into_iter()
        .filter(|(_, _, legal)| *legal)
        .map(|(players, ..)| players.to_string())
        .collect();
    let legal = match legal.as_slice() {
        [] => "legal with no number of players".to_owned(),
        players => format!("legal with {} players", players.join(", ")),
    };
    let points = match asked.compared.first() {
        Some(FleetPoints { standing, .. }) => {
            format!("{} points per asset, starting score {}, {}", standing.ppa, standing.score, standing.seat.name())
        }
        None => format!("base score {}", at_base(asked, rules)),
    };
    let best = lines.iter().zip(&MEASURES).filter(|(_, (_, name))| ["assault", "support"].contains(name));
    let damage: Vec<String> = best.map(|(line, (_, name))| format!("{} {name}", number(line.sys))).collect();
    format!("{size}, {points}, damage {}, {legal}, exact [{}]", damage.join(", "), rules.name)
}

fn ask(args: &FleetArgs, rules: &Ruleset, asking: &Asking<'_>) -> Result<Asked, InputError> {
    let read = |text: &String| fleet(text, rules, asking);
    let fleet = read(&args.fleet)?;
    let others = args.against.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let players = (1 + others.len()).clamp(PLAYERS.0, PLAYERS.1);
    let hvas = args.hvas.unwrap_or(rules.fleet.hvas[players - PLAYERS.0]);
    let bid = fleet.bid(hvas);
    let mut compared = Vec::new();
    if !others.is_empty() {
        let bids: Vec<Bid> = [&fleet].into_iter().chain(&others).map(|fleet| fleet.bid(hvas)).collect();
        check_bids(&bids, rules).map_err(InputError::plain)?;
        compared = FleetPoints::of(bids, rules);
    }
    Ok(Asked { assets: Asset::of(&fleet), fleet, bid, major: args.major, compared })
}

/// Reads a fleet from its notation, a file, or a built-in name.
fn fleet(text: &str, rules: &Ruleset, asking: &Asking<'_>) -> Result<Fleet, InputError> {
    // Systems for two bands contain a slash, so only text without a colon or with a file ending is treated as a name or
    // file.
    if text.trim().is_empty() || (text.contains(':') && !text.ends_with(".toml")) {
        return Fleet::parse(text, rules).map_err(InputError::plain);
    }
    match asking.folder.find(FileKind::Fleet, text)? {
        Some(file) => Ok(fleet_of_file(&file, rules)?.fleet),
        None => {
            let written = "write the fleet itself, such as `C:RpRaBY C:RsRsKK F:RaBK; ace=red`";
            Ok(built_in_fleet(text, rules).map_err(|unknown| unknown.with_help(Some(written)))?.fleet)
        }
    }
}

fn dice(asked: &Asked, rules: &Ruleset) -> Table {
    let each = || asked.assets.iter();
    let reds = |band| each().map(move |asset| asset.reds(band, rules).to_string());
    let note = "Dice by colour. White dice can be given to any action; the highest die of an action counts.";
    Table::new("assets", format!("Fleet {}", asked.fleet), note)
        .text("asset", "Asset", each().map(Asset::name))
        .count("hit_points", "Hits", each().map(|asset| u64::from(asset.hit_points(rules))))
        .count("whites", "White", each().map(|asset| u64::from(asset.whites(rules))))
        .text("reds_dogfight", "Red, dogfight", reds(Band::Dogfight))
        .text("reds_point_defense", "point defense", reds(Band::PointDefense))
        .text("reds_assault", "assault", reds(Band::Assault))
        .text("reds_support", "support", reds(Band::Support))
        .text("blues", "Blue", each().map(|asset| asset.blues(rules).to_string()))
        .text("yellows", "Yellow", each().map(|asset| yellows(asset, rules)))
        .text("blacks", "Black", each().map(|asset| asset.blacks(rules).to_string()))
        .text("greens", "Green", each().map(|asset| asset.greens(rules).to_string()))
}

/// Returns the yellow dice, with those that a yellow ace adds.
fn yellows(asset: &Asset, rules: &Ruleset) -> String {
    let second = asset.second_spot(rules);
    let dice = asset.yellows(rules).to_string();
    if second.is_empty() { dice } else { format!("{dice}, and {second}") }
}

/// Returns the fewest and most assets for each number of players, and true if the fleet is legal.
fn allowed(asked: &Asked, rules: &Ruleset) -> Vec<(usize, (u8, u8), bool)> {
    let of = |players| (players, limits(players, asked.major, rules));
    let is_legal = |players| asked.fleet.check_size(players, asked.major, rules).is_ok();
    (PLAYERS.0..=PLAYERS.1).map(of).map(|(players, limits)| (players, limits, is_legal(players))).collect()
}

/// Returns the score of the fleet at the base, before any comparison.
fn at_base(asked: &Asked, rules: &Ruleset) -> u64 {
    u64::from(asked.bid.assets()) * u64::from(rules.bidding.base)
}

fn sizes(asked: &Asked, rules: &Ruleset) -> Table {
    let (bid, rows) = (&asked.bid, allowed(asked, rules));
    let note = format!(
        "{} with {}, {}, {}: {}, which before comparison score {} at {} each.",
        counted(bid.ships.into(), "ships"),
        counted(bid.systems.into(), "systems"),
        counted(bid.companies.into(), "companies"),
        counted(bid.hvas.into(), "HVAs"),
        counted(bid.assets().into(), "assets"),
        at_base(asked, rules),
        counted(rules.bidding.base.into(), "points")
    );
    Table::new("sizes", "Legality by number of players", note)
        .count("players", "Players", rows.iter().map(|row| row.0 as u64))
        .count("tactical", "Tactical assets", rows.iter().map(|_| u64::from(bid.tactical())))
        .count("least", "At least", rows.iter().map(|row| u64::from(row.1.0)))
        .count("most", "At most", rows.iter().map(|row| u64::from(row.1.1)))
        .flag("legal", "Legal", rows.iter().map(|row| row.2))
}

fn graph_table(lines: &[GraphLine]) -> Table {
    let note = "Exact expectations, summed over the assets: with systems alone, and with every white die on the measure. \
                --help explains each.";
    Table::new("graph", "Fleet graph", note)
        .text("measure", "Measure", MEASURES.map(|(_, name)| name))
        .number("sys", "Sys", 4, lines.iter().map(|line| line.sys))
        .number("plus_w", "+W", 4, lines.iter().map(|line| line.plus_w))
}

fn to_json(asked: &Asked, lines: &[GraphLine], rules: &Ruleset) -> Value {
    let bid = &asked.bid;
    let line = |(line, (_, name)): (&GraphLine, &(_, &'static str))| {
        (*name, json!({ "sys": line.sys, "plus_w": line.plus_w }))
    };
    json!({
        "rules": rules.name,
        "fleet": asked.fleet.to_string(),
        "ace": asked.fleet.ace.map(|ace| ace.name()),
        "ships": bid.ships,
        "companies": bid.companies,
        "systems": bid.systems,
        "tactical": bid.tactical(),
        "hvas": bid.hvas,
        "assets": bid.assets(),
        "base": { "ppa": rules.bidding.base, "score": at_base(asked, rules) },
        "sizes": sizes(asked, rules).without("tactical").to_json(),
        "compared": (!asked.compared.is_empty()).then(|| FleetPoints::json(&asked.compared)),
        "dice": asked.assets.iter().map(|asset| asset_json(asset, rules)).collect::<Vec<_>>(),
        "graph": object(lines.iter().zip(&MEASURES).map(line)),
    })
}

/// Returns an asset's dice and its measures as JSON; null if the asset cannot perform the action.
fn asset_json(asset: &Asset, rules: &Ruleset) -> Value {
    let reds = Band::ALL.map(|(band, name)| (name, Value::from(asset.reds(band, rules).to_string())));
    let measures = MEASURES.map(|(measure, name)| {
        let value = |whites| fleet::value(asset, measure, whites, rules);
        (name, json!({ "sys": value(0), "plus_w": value(asset.whites(rules)) }))
    });
    json!({
        "asset": asset.name(),
        "hit_points": asset.hit_points(rules),
        "whites": asset.whites(rules),
        "red": object(reds),
        "blue": asset.blues(rules).to_string(),
        "yellow": asset.yellows(rules).to_string(),
        "second_yellow": asset.second_spot(rules).to_string(),
        "black": asset.blacks(rules).to_string(),
        "green": asset.greens(rules).to_string(),
        "graph": object(measures),
    })
}

// `hitchart io ppa --ships N,N --companies N,N --systems N,N --hvas N,N`

#[derive(Debug, Args)]
#[command(
    after_help = "Fleets are numbered in the order of the lists. Fleets tied for the highest score roll off, and the \
    winner may leave a tactical asset behind. Here the earlier fleet wins the roll and leaves nothing behind.\n\nExample:\n  \
    hitchart io ppa --ships 4,3 --companies 2,3 --systems 15,10 --hvas 3,3"
)]
pub struct PpaArgs {
    /// Ships of each fleet: 2 to 4 numbers
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    ships: Vec<u8>,
    /// Companies of each fleet
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    companies: Vec<u8>,
    /// Shipboard systems of each fleet, including catapults; a weapon for two bands counts as one
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    systems: Vec<u16>,
    /// High value assets of each fleet, or one number for all [default: by the number of players]
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    hvas: Vec<u8>,
    #[command(flatten)]
    common: Common,
}

/// Returns points per asset, starting scores and seats.
pub(super) fn answer_ppa(args: &PpaArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let rows = FleetPoints::of(bids(args, &rules)?, &rules);
    let line = ppa_line(&rows, &rules);
    let tables = [table(&rows)];
    Ok(Reply::short(line, &tables)
        .finish(&args.common.output, under_rules(FleetPoints::json(&rows).into(), &rules.name)))
}

/// Describes points per asset, starting score and seat of each fleet in one sentence.
fn ppa_line(rows: &[FleetPoints], rules: &Ruleset) -> String {
    let fleet = |FleetPoints { number, bid, standing }: &FleetPoints| {
        let (ships, systems) = (counted(bid.ships.into(), "ships"), counted(bid.systems.into(), "systems"));
        let (seat, tied) = (standing.seat.name(), if standing.tied { " after a roll-off" } else { "" });
        format!(
            "fleet {number} ({ships}, {systems}) has {} points per asset, starts with {} and is {seat}{tied}",
            standing.ppa, standing.score
        )
    };
    let all: Vec<String> = rows.iter().map(fleet).collect();
    format!("{}, exact [{}]", capitalised(&all.join("; ")), rules.name)
}

/// Builds the bids from the lists.
fn bids(args: &PpaArgs, rules: &Ruleset) -> Result<Vec<Bid>, InputError> {
    let players = args.ships.len();
    let long = |argument: &str, found: usize, also: &str| match found == players {
        true => Ok(()),
        false => Err(InputError::plain(format!(
            "{argument} has {}, --ships {players}; give one for each fleet{also}",
            counted(found as u64, "numbers")
        ))),
    };
    long("--companies", args.companies.len(), "")?;
    long("--systems", args.systems.len(), "")?;
    let hvas = match args.hvas.as_slice() {
        [] => vec![rules.fleet.hvas[players.clamp(PLAYERS.0, PLAYERS.1) - PLAYERS.0]; players],
        [all] => vec![*all; players],
        each => long("--hvas", each.len(), ", or one for all").map(|()| each.to_vec())?,
    };
    let each = args.ships.iter().zip(&args.companies).zip(&args.systems).zip(hvas);
    let bid = |(((ships, companies), systems), hvas): (((&u8, &u8), &u16), u8)| Bid {
        ships: *ships,
        companies: *companies,
        systems: *systems,
        hvas,
    };
    let bids: Vec<Bid> = each.map(bid).collect();
    let named = |error: BidError| match error {
        BidError::Number { what: "high value assets", .. } => format!("--hvas: {error}"),
        BidError::Number { what, .. } => format!("--{what}: {error}"),
        BidError::Players { .. } => format!("--ships: {error}"),
    };
    check_bids(&bids, rules).map_err(|error| InputError::plain(named(error)))?;
    Ok(bids)
}

/// Note on a tie for the first place.
const TIED: &str = "Fleets tied for the first place roll off; the winner may leave a tactical asset behind. Here the \
                        earlier fleet wins the roll and leaves nothing behind.";

/// Returns a table of points, scores and seats of fleets in their order.
fn table(rows: &[FleetPoints]) -> Table {
    let note = if rows.iter().any(|row| row.standing.tied) { TIED } else { "" };
    Table::new("ppa", "Points per asset", note).of(rows)
}

/// The points of a fleet of several.
struct FleetPoints {
    /// Number of the fleet, from 1.
    number: usize,
    bid: Bid,
    standing: BidStanding,
}

impl FleetPoints {
    /// Returns the points of fleets with these bids, which fit the rules.
    fn of(bids: Vec<Bid>, rules: &Ruleset) -> Vec<FleetPoints> {
        let rolled: Vec<usize> = (0..bids.len()).collect();
        let standings = standings(&bids, &ppa(&bids, &rules.bidding), &rolled);
        let each = (1..).zip(bids).zip(standings);
        each.map(|((number, bid), standing)| FleetPoints { number, bid, standing }).collect()
    }
}

impl Row for FleetPoints {
    fn fields() -> Vec<Field<Self>> {
        vec![
            Field::text("fleet", "Fleet", |row: &Self| row.number.to_string()).table_only(),
            Field::count("ships", "Ships", |row| Some(row.bid.ships.into())),
            Field::count("companies", "Companies", |row| Some(row.bid.companies.into())),
            Field::count("systems", "Systems", |row| Some(row.bid.systems.into())),
            Field::count("hvas", "HVAs", |row: &Self| Some(row.bid.hvas.into())).means("assets", "High value assets"),
            Field::count("ppa", "Points per asset", |row| Some(row.standing.ppa.into())),
            Field::count("score", "Score", |row| Some(row.standing.score.into())),
            Field::text("seat", "Seat", |row| row.standing.seat.name().to_owned()),
            Field::text("tie", "Tie", |row| if row.standing.tied { "roll-off".to_owned() } else { String::new() }),
        ]
    }
}

// Parsers of the values of arguments.

/// Parses a ship in notation, or a company with or without an ace.
pub(super) fn asset(text: &str, rules: &Ruleset) -> Result<Asset, InputError> {
    let lower = text.trim().to_lowercase();
    let Some(ace) = lower.strip_prefix("company") else {
        return Ship::parse(text, rules).map(Asset::Ship).map_err(|error| {
            InputError::plain(error).with_help(Some("name a ship such as C:RpRaBY, `company`, or `company+blue`"))
        });
    };
    match ace.trim().strip_prefix('+').map(str::trim) {
        None if ace.trim().is_empty() => Ok(Asset::Company(None)),
        ace => {
            let name = ace.unwrap_or_default();
            let known = || InputError::unknown("ace", name, Ace::ALL.map(|(_, name)| name));
            Ok(Asset::Company(Some(Ace::named(name).ok_or_else(known)?)))
        }
    }
}
