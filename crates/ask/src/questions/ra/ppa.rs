//! Points per asset, starting scores and seats of bids: `hitchart ra ppa`.

use super::Common;
use crate::games::rapid_attack::studies::bids::full_frame;
use crate::reply::Reply;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted};
use hitchart_rapid_attack::bidding::{
    Bid, BidStanding, FrameChange, Limits, Size, Tie, after_change, check_bids, legal_changes, limits, ppa,
    sizes_allowing, standings as standings_of,
};
use hitchart_rapid_attack::ruleset::Ruleset;
use hitchart_report::table::Table;
use serde_json::{Value, json};

/// Most frames, stations and systems that an argument accepts: far more than in any battle.
const MANY: i64 = 100;
const MANY_SYSTEMS: i64 = 1000;

#[derive(Debug, Args)]
#[command(after_help = "Companies are numbered in the order of the lists. Companies tied for offense, \
    and for defense under rules that only roll off, are seated in this order, as if the earlier one won the roll.\n\nExample:\n  \
    hitchart ra ppa --frames 5,4,4 --systems 20,16,15")]
pub struct PpaArgs {
    /// Frames of each company: 2 to 5 numbers
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=MANY))]
    frames: Vec<u8>,
    /// Systems of each company; a split weapon counts as one, rockets do not count
    #[arg(long, value_name = "N,N", required = true, value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=MANY_SYSTEMS))]
    systems: Vec<u16>,
    /// Stations of each company, or one number for all [default: by the number of players]
    #[arg(long, value_name = "N,N", value_delimiter = ',')]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=MANY))]
    stations: Vec<u8>,
    #[command(flatten)]
    common: Common,
}

/// A bid with its standing.
type Row = (Bid, BidStanding);

/// A change of frames that breaks a tie for defense (S22).
struct TieBreak {
    /// Index of the company that changes its frames.
    chooser: usize,
    change: FrameChange,
    /// All companies after the change.
    rows: Vec<Row>,
}

impl TieBreak {
    fn verb(&self) -> &'static str {
        match self.change {
            FrameChange::Add => "adds",
            FrameChange::Remove => "removes",
        }
    }
}

/// Returns points per asset, starting scores and seats.
pub(super) fn answer(args: &PpaArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let bids = bids(args, &rules)?;
    let standings = standings_of(&bids, &ppa(&bids, &rules.bidding));
    let has_none = args.common.output.formats.shows_table() && sizes_allowing(&args.frames, &rules.sizes).is_empty();
    let note = has_none.then(|| no_size(args.frames.len(), &rules)).transpose()?;
    let note = note.map(|note| format!("warning: {note}"));
    let breaks = tie_breaks(&bids, &standings, &rules);
    let rows: Vec<Row> = bids.into_iter().zip(standings).collect();
    let line = line(&rows, &breaks, &rules);
    let mut json = json!({ "rules": rules.name, "rows": to_json(&rows, &breaks) });
    let mut tables = vec![table(&rows, &breaks)];
    if !breaks.is_empty() {
        let table = table_of_breaks(&breaks);
        json["tie_breaks"] = table.to_json();
        tables.push(table);
    }
    let reply = Reply { csv: tables.first().cloned(), ..Reply::short(line, &tables) };
    Ok(reply.noted(note).finish(&args.common.output, json))
}

/// Returns the ways to break a tie for defense, in the order of the tied companies; none if a roll decides.
fn tie_breaks(bids: &[Bid], standings: &[BidStanding], rules: &Ruleset) -> Vec<TieBreak> {
    let frames: Vec<u8> = bids.iter().map(|bid| bid.frames).collect();
    let sizes = sizes_allowing(&frames, &rules.sizes).into_iter();
    let limits: Vec<Limits> = sizes.filter_map(|size| limits(bids.len(), size, &rules.sizes).ok()).collect();
    let tied = (0..bids.len()).filter(|player| standings[*player].tie == Some(Tie::Defense));
    tied.flat_map(|chooser| {
        let allowed = |change: &FrameChange| {
            limits.iter().any(|limits| legal_changes(&bids[chooser], limits, true, &rules.bidding).contains(change))
        };
        let changes = [FrameChange::Add, FrameChange::Remove].into_iter().filter(allowed);
        let broken = changes.map(|change| {
            let (bids, ppa) = after_change(bids, chooser, change, full_frame(rules), &rules.bidding);
            let standings = standings_of(&bids, &ppa);
            TieBreak { chooser, change, rows: bids.into_iter().zip(standings).collect() }
        });
        broken.collect::<Vec<_>>()
    })
    .collect()
}

/// Describes points per asset, seat and starting score of each company in one sentence.
fn line(rows: &[Row], breaks: &[TieBreak], rules: &Ruleset) -> String {
    let all = match breaks.first() {
        None => format!("{}{}", each(rows), rolled_off(rows)),
        Some(first) => tied_for_defense(rows, breaks, first.chooser),
    };
    format!("{}, exact [{}]", capitalised(&all), rules.name)
}

/// Describes each company of a bid or of a tie that is broken.
fn each(rows: &[Row]) -> String {
    let company = |(number, (bid, standing)): (usize, &Row)| {
        let seat = match standing.seat.name() {
            "defender" => "defends".to_owned(),
            "attacker" => "attacks".to_owned(),
            seat => format!("is {seat}"),
        };
        let (frames, systems) = (counted(bid.frames.into(), "frames"), counted(bid.systems.into(), "systems"));
        let (ppa, score) = (standing.ppa, standing.score);
        format!(
            "company {} ({frames}, {systems}) has {ppa} points per asset, starts with {score} and {seat}",
            number + 1
        )
    };
    rows.iter().enumerate().map(company).collect::<Vec<_>>().join("; ")
}

/// Adds that a roll decides on seats, if companies are tied.
fn rolled_off(rows: &[Row]) -> &'static str {
    match rows.iter().any(|(_, standing)| standing.tie.is_some()) {
        true => "; a roll-off decides between the tied companies, which are listed as if the earlier one won it",
        false => "",
    }
}

/// Describes a tie for defense, and how the first of the tied companies may break it (S22).
fn tied_for_defense(rows: &[Row], breaks: &[TieBreak], chooser: usize) -> String {
    let (_, standing) = &rows[chooser];
    let tied = rows.iter().filter(|(_, standing)| standing.tie == Some(Tie::Defense)).count() as u64;
    let broken = breaks.iter().filter(|tie| tie.chooser == chooser).map(|tie| {
        let change = tie.verb();
        format!("if company {} {change} one, {}{}", chooser + 1, each(&tie.rows), rolled_off(&tie.rows))
    });
    format!(
        "{} tie for defense with {} points each; the winner of a roll adds or removes a frame or leaves that to another of \
         them, and points are computed again: {}",
        counted(tied, "companies"),
        standing.score,
        broken.collect::<Vec<_>>().join("; ")
    )
}

/// Builds the bids from the three lists.
fn bids(args: &PpaArgs, rules: &Ruleset) -> Result<Vec<Bid>, InputError> {
    let players = args.frames.len();
    let allowed = limits(players, Size::Battle, &rules.sizes).map_err(InputError::plain)?;
    let lengths = |argument: &str, found: usize, also: &str| {
        let problem = format!(
            "{argument} has {}, --frames {players}; give one for each company{also}",
            counted(found as u64, "numbers")
        );
        Err(InputError::plain(problem))
    };
    if args.systems.len() != players {
        return lengths("--systems", args.systems.len(), "");
    }
    let stations = match args.stations.as_slice() {
        [] => vec![allowed.stations; players],
        [all] => vec![*all; players],
        each if each.len() == players => each.to_vec(),
        other => return lengths("--stations", other.len(), ", or one for all"),
    };
    let each = args.frames.iter().zip(&args.systems).zip(stations);
    let bids: Vec<Bid> =
        each.map(|((frames, systems), stations)| Bid { frames: *frames, systems: *systems, stations }).collect();
    check_bids(&bids, rules).map_err(InputError::plain)?;
    Ok(bids)
}

/// Returns a warning for numbers of frames that no size of battle allows.
fn no_size(players: usize, rules: &Ruleset) -> Result<String, InputError> {
    let allowed = |size| limits(players, size, &rules.sizes).map_err(InputError::plain);
    Ok(format!(
        "with {players} players, companies have {} frames each in a skirmish and {} in a battle; these numbers fit neither",
        allowed(Size::Skirmish)?,
        allowed(Size::Battle)?
    ))
}

/// Returns the table of the bids before a tie for defense is broken.
fn table(rows: &[Row], breaks: &[TieBreak]) -> Table {
    let note = match rows.iter().any(|(_, standing)| standing.tie.is_some()) {
        true if !breaks.is_empty() => "Before the tie for defense is broken. Tied companies have no seats yet.",
        true => "Tied companies are seated in the order given, as if the earlier one won the roll.",
        false => "",
    };
    let tie = |standing: &BidStanding| standing.tie.map_or("", |tie| tie.name());
    let seat = |standing: &BidStanding| match standing.tie {
        Some(Tie::Defense) if !breaks.is_empty() => "",
        _ => standing.seat.name(),
    };
    let table = Table::new("ppa", "Points per asset", note).text(
        "company",
        "Company",
        (1..=rows.len()).map(|number| number.to_string()),
    );
    with_standings(table, &rows.iter().collect::<Vec<_>>())
        .text("seat", "Seat", rows.iter().map(|(_, standing)| seat(standing)))
        .text("tie", "Tie", rows.iter().map(|(_, standing)| tie(standing)))
}

/// Returns the table of all companies after each way to break a tie for defense.
fn table_of_breaks(breaks: &[TieBreak]) -> Table {
    let rows: Vec<(&TieBreak, usize, &Row)> =
        breaks.iter().flat_map(|tie| tie.rows.iter().enumerate().map(move |(place, row)| (tie, place, row))).collect();
    let note = "A frame that joins or leaves has all the systems that a frame may have. The roll decides who chooses.";
    let table = Table::new("ppa-tie-breaks", "Points per asset after the tie is broken", note)
        .text("chooser", "Chooser", rows.iter().map(|(tie, ..)| format!("company {}", tie.chooser + 1)))
        .text("change", "Change", rows.iter().map(|(tie, ..)| format!("{} a frame", tie.verb())))
        .text("company", "Company", rows.iter().map(|(_, place, _)| (place + 1).to_string()));
    with_standings(table, &rows.iter().map(|(.., row)| *row).collect::<Vec<_>>()).text(
        "seat",
        "Seat",
        rows.iter().map(|(.., (_, standing))| standing.seat.name()),
    )
}

/// Adds the columns of a bid and its score.
fn with_standings(table: Table, rows: &[&Row]) -> Table {
    table
        .count("frames", "Frames", rows.iter().map(|(bid, _)| u64::from(bid.frames)))
        .count("systems", "Systems", rows.iter().map(|(bid, _)| u64::from(bid.systems)))
        .count("stations", "Stations", rows.iter().map(|(bid, _)| u64::from(bid.stations)))
        .count("ppa", "Points per asset", rows.iter().map(|(_, standing)| u64::try_from(standing.ppa).ok()))
        .count("assets", "Assets", rows.iter().map(|(_, standing)| u64::from(standing.assets)))
        .count("score", "Score", rows.iter().map(|(_, standing)| u64::try_from(standing.score).ok()))
}

/// Returns the rows of the table as JSON. Only tied companies have a key for the tie.
fn to_json(rows: &[Row], breaks: &[TieBreak]) -> Value {
    let mut json = table(rows, breaks).without("company").to_json();
    for company in json.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        company.retain(|_, value| !value.is_null());
    }
    json
}
