//! Bids and their points: `hitchart ra bid` for two players, and `ppa`.

use super::super::names::{GameOptions, count};
use super::{Common, improve};
use crate::games::rapid_attack::studies::bids::{BidsProvenance, SCENARIO, SCENARIO_NAME, Saved, Typed, answer_to};
use crate::reply::{Reply, exact_reply, study_reply, under_rules};
use crate::{AskError, Asking};
use crate::{games::rapid_attack::ENTRY, scenario::check};
use clap::Args;
use hitchart_config::words::{capitalised, counted};
use hitchart_config::{FileText, InputError, listed, sha256};
use hitchart_lab::study::PlayedBy;
use hitchart_rapid_attack::bidding::{Bid, BidStanding, Size, check_bids, limits, ppa, sizes_allowing, standings};
use hitchart_rapid_attack::{rules_files::rulebook, ruleset::Ruleset};
use hitchart_report::table::Table;
use serde_json::Value;
use std::path::PathBuf;

// `hitchart ra bid --against 5/20`

#[derive(Debug, Args)]
#[command(after_help = "Answers come from stored games: skirmishes of two on dense-town by the \
    rulebook, between several companies that were optimised independently for each bid. The intervals therefore include the uncertainty of this search. \
    With --games, the program plays new games, under any ruleset and for any bid; \
    see scenarios/bids.toml and docs/bids.md.\n\nExamples:\n  \
    hitchart ra bid --against 5/20\n  \
    hitchart ra bid --against 5/20 --players 3\n  \
    hitchart ra bid --against 5/17 --games 200 --rules draft-2012")]
#[command(mut_arg("rules", |rules| rules.help("Ruleset of new games (with --games, or with 3 or more players): a built-in \
    one, a house rule, or a file ending in .toml [default: rulebook]")))]
#[command(mut_arg("seed", |seed| seed.help("Seed of new games (with --games, or with 3 or more players) [default: 14]")))]
pub struct BidArgs {
    /// Bid to answer: frames and systems, such as 5/20
    #[arg(long, value_name = "FRAMES/SYSTEMS")]
    pub(super) against: String,
    /// Players at the table; with 3 or more, all opponents make the same bid and the games are played now
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=5))]
    pub(super) players: u8,
    /// Play N new games for each pair of bids, instead of using the stored ones
    #[arg(long, value_name = "N", value_parser = count(2..=1_000_000))]
    pub(super) games: Option<u64>,
    /// Companies to optimise independently for each bid, with --games [default: 6]
    #[arg(long, value_name = "N", value_parser = count(3..=20))]
    pub(super) companies: Option<u64>,
    /// Games to optimise the companies of each bid with, with --games [default: 12000]
    #[arg(long, value_name = "N", value_parser = count(2..=1_000_000))]
    pub(super) build_games: Option<u64>,
    /// File to write the results of new games to
    #[arg(long, value_name = "FILE", requires = "games")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) options: GameOptions,
}

/// Returns the best replies to a bid. New games are also returned as a file, in which `--out` saves them.
///
/// # Errors
/// Fails on bids that no answer is known to, and if the work was stopped.
pub fn answer_bid(args: &BidArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let bid = Typed::parse(&args.against, &rulebook())
        .map_err(|problem| InputError::plain(format!("--against: {problem}")))?;
    if args.players > 2 {
        return improve::answer_several(args, bid, asking);
    }
    if args.games.is_none() && (args.companies.is_some() || args.build_games.is_some()) {
        return Err(InputError::plain("--companies and --build-games need new games: add --games").into());
    }
    let saved = match args.games {
        Some(games) => fresh(args, bid, games, asking)?,
        None if args.options.changes_games() => {
            let problem = "other rules and seeds need new games: add --games";
            return Err(InputError::plain(problem).into());
        }
        None => Saved::built_in()?,
    };
    let Some(place) = saved.grid.place(bid.frames, bid.systems) else {
        let known = saved.grid.bids.iter().map(|built| built.label()).collect::<Vec<_>>();
        let problem = format!(
            "--against: {} is not one of the stored bids: {}",
            args.against.trim(),
            listed(known.iter().map(String::as_str))
        );
        return Err(InputError::plain(problem).with_help(Some("play new games with --games")).into());
    };
    if asking.is_stopped() {
        return Err(AskError::Interrupted);
    }
    let reply = tell(args, &saved, place)?;
    let is_new = args.games.is_some();
    let files = if is_new { vec![(BIDS_FILE.to_owned(), saved.file())] } else { Vec::new() };
    Ok(Reply { files, ..reply }.noted(is_new.then(|| "Played afresh.".to_owned())))
}

/// Name of the file of new games.
const BIDS_FILE: &str = "bids.json";

/// Returns the best replies to the bid at a place of the results.
fn tell(args: &BidArgs, saved: &Saved, place: usize) -> Result<Reply, AskError> {
    let mut answer = answer_to("bid", &saved.grid, place);
    let BidsProvenance { version, scenario, ruleset, seed, .. } = &saved.made;
    answer.said.push(format!("Source: {scenario} by {ruleset}, seed {seed}, version {version}."));
    if let Some(json) = answer.json.as_mut().and_then(|json| json.as_object_mut()) {
        json.insert("made".to_owned(), serde_json::to_value(&saved.made).unwrap_or_default());
    }
    let question = format!("What to bid against {}?", args.against.trim());
    let players = PlayedBy::all(0, [saved.grid.policy.as_str()]);
    let reply = Reply::of(question, &answer, &format!("{ruleset}, seed {seed}")).with_distances(&ENTRY, &players);
    study_reply(&args.options.output, reply, || answer.json.clone().unwrap_or(Value::Null))
}

/// Plays the bids of the built-in scenario, and this bid, in new games.
fn fresh(args: &BidArgs, bid: Typed, games: u64, asking: &Asking<'_>) -> Result<Saved, AskError> {
    let mut root: toml::Table = toml::from_str(SCENARIO).map_err(InputError::plain)?;
    let study = root.get_mut("study").and_then(toml::Value::as_array_mut).and_then(|studies| studies.first_mut());
    if let Some(study) = study.and_then(toml::Value::as_table_mut) {
        study.insert("games".to_owned(), (games as i64).into());
        study.extend(args.companies.map(|companies| ("companies".to_owned(), (companies as i64).into())));
        study.extend(args.build_games.map(|games| ("build_games".to_owned(), (games as i64).into())));
        let label = format!("{}/{}", bid.frames, bid.systems);
        let bids = study.get_mut("bids").and_then(toml::Value::as_array_mut);
        if let Some(bids) = bids.filter(|bids| bids.iter().all(|known| known.as_str() != Some(&label))) {
            bids.push(label.into());
        }
    }
    let text = toml::to_string(&root).map_err(InputError::plain)?;
    let file = FileText { path: SCENARIO_NAME.into(), text };
    let scenario = check(file, &args.options.overrides(asking))?;
    let json = asking.first_answer(&scenario, args.options.threads())?.json.unwrap_or_default();
    let made = BidsProvenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: SCENARIO_NAME.to_owned(),
        scenario_sha256: sha256(&scenario.file.text),
        ruleset: scenario.rules.name.clone(),
        ruleset_sha256: scenario.rules.sha256(),
        seed: scenario.seed,
    };
    Ok(Saved { made, grid: serde_json::from_value(json).map_err(InputError::plain)? })
}

// `hitchart ra ppa --frames N,N --systems N,N`

/// Most frames, stations and systems that an argument accepts: far more than in any battle.
const MANY: i64 = 100;
const MANY_SYSTEMS: i64 = 1000;

#[derive(Debug, Args)]
#[command(after_help = "Companies are numbered in the order of the lists. Companies tied for defense or offense \
    are seated in this order, as if the earlier one won the roll.\n\nExample:\n  \
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

/// Returns points per asset, starting scores and seats.
pub(super) fn answer_ppa(args: &PpaArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let rules = args.common.rules(asking)?;
    let bids = bids(args, &rules)?;
    let standings = standings(&bids, &ppa(&bids, &rules.bidding));
    let has_none = args.common.output.formats.shows_table() && sizes_allowing(&args.frames, &rules.sizes).is_empty();
    let note = has_none.then(|| no_size(args.frames.len(), &rules)).transpose()?;
    let note = note.map(|note| format!("warning: {note}"));
    let rows: Vec<(Bid, BidStanding)> = bids.into_iter().zip(standings).collect();
    let line = line(&rows, &rules);
    let tables = [table(&rows)];
    exact_reply(&args.common.output, Reply::short(line, &tables).noted(note), || {
        under_rules(to_json(&rows), &rules.name)
    })
}

/// Describes points per asset, seat and starting score of each company in one sentence.
fn line(rows: &[(Bid, BidStanding)], rules: &Ruleset) -> String {
    let company = |(number, (bid, standing)): (usize, &(Bid, BidStanding))| {
        format!(
            "company {} ({}, {}) has {} points per asset, starts with {} and {}",
            number + 1,
            counted(bid.frames.into(), "frames"),
            counted(bid.systems.into(), "systems"),
            standing.ppa,
            standing.score,
            match standing.seat.name() {
                "defender" => "defends".to_owned(),
                "attacker" => "attacks".to_owned(),
                seat => format!("is {seat}"),
            }
        )
    };
    let all: Vec<String> = rows.iter().enumerate().map(company).collect();
    let tied = match rows.iter().any(|(_, standing)| standing.tie.is_some()) {
        true => "; a roll-off decides between the tied companies, which are listed as if the earlier one won it",
        false => "",
    };
    format!("{}{tied}, exact [{}]", capitalised(&all.join("; ")), rules.name)
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

fn table(rows: &[(Bid, BidStanding)]) -> Table {
    let note = match rows.iter().any(|(_, standing)| standing.tie.is_some()) {
        true => "Tied companies are seated in the order given, as if the earlier one won the roll.",
        false => "",
    };
    let tie = |standing: &BidStanding| standing.tie.map_or("", |tie| tie.name());
    Table::new("ppa", "Points per asset", note)
        .text("company", "Company", (1..=rows.len()).map(|number| number.to_string()))
        .count("frames", "Frames", rows.iter().map(|(bid, _)| u64::from(bid.frames)))
        .count("systems", "Systems", rows.iter().map(|(bid, _)| u64::from(bid.systems)))
        .count("stations", "Stations", rows.iter().map(|(bid, _)| u64::from(bid.stations)))
        .count("ppa", "Points per asset", rows.iter().map(|(_, standing)| u64::try_from(standing.ppa).ok()))
        .count("assets", "Assets", rows.iter().map(|(_, standing)| u64::from(standing.assets)))
        .count("score", "Score", rows.iter().map(|(_, standing)| u64::try_from(standing.score).ok()))
        .text("seat", "Seat", rows.iter().map(|(_, standing)| standing.seat.name()))
        .text("tie", "Tie", rows.iter().map(|(_, standing)| tie(standing)))
}

/// Returns the rows of the table as JSON. Only tied companies have a key for the tie.
fn to_json(rows: &[(Bid, BidStanding)]) -> Value {
    let mut json = table(rows).without("company").to_json();
    for company in json.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        company.retain(|_, value| !value.is_null());
    }
    json
}
