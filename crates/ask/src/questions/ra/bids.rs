//! Best replies to a bid: `hitchart ra bid`, from stored games or new ones.

use super::super::names::reply_of_games;
use super::super::names::{GameOptions, count};
use crate::games::rapid_attack::ENTRY;
use crate::games::rapid_attack::studies::bids::{BidsProvenance, SCENARIO, SCENARIO_NAME, Saved, Typed, answer_to};
use crate::reply::Reply;
use crate::scenario::{
    Scenario,
    draft::{ScenarioDraft, set_numbers},
};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{FileText, InputError, listed, sha256};
use hitchart_lab::study::PlayedBy;
use hitchart_rapid_attack::rules_files::rulebook;
use serde_json::{Value, json};
use std::path::PathBuf;
use toml::Table;

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
        return answer_several(args, bid, asking);
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
    Ok(reply.finish(&args.options.output, answer.json.clone().unwrap_or(Value::Null)))
}

/// Checks the built-in scenario of bids after a change of its study.
fn built_in(args: &BidArgs, asking: &Asking<'_>, change: impl FnOnce(&mut Table)) -> Result<Scenario, InputError> {
    let mut draft = ScenarioDraft::of(&FileText { path: SCENARIO_NAME.into(), text: SCENARIO.to_owned() })?;
    let mut studies = std::mem::take(&mut draft.studies);
    change(&mut studies[0]);
    draft.check(studies, &args.options.overrides(asking))
}

/// Plays the bids of the built-in scenario, and this bid, in new games.
fn fresh(args: &BidArgs, bid: Typed, games: u64, asking: &Asking<'_>) -> Result<Saved, AskError> {
    let scenario = built_in(args, asking, |study| {
        let numbers = [("games", Some(games)), ("companies", args.companies), ("build_games", args.build_games)];
        set_numbers(study, numbers);
        let label = format!("{}/{}", bid.frames, bid.systems);
        let bids = study.get_mut("bids").and_then(toml::Value::as_array_mut);
        if let Some(bids) = bids.filter(|bids| bids.iter().all(|known| known.as_str() != Some(&label))) {
            bids.push(label.into());
        }
    })?;
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

// `hitchart ra bid --against 5/20 --players 3`: best replies if all opponents make the same bid, from new games.

/// Default number of companies of each bid, of games to build them, and of games of each bid: about a minute on two
/// cores.
const COMPANIES: u64 = 6;
const BUILD_GAMES: u64 = 5_000;
const GAMES: u64 = 900;

/// Plays the bids at a table of three or more, and prints the best replies.
fn answer_several(args: &BidArgs, bid: Typed, asking: &Asking<'_>) -> Result<Reply, AskError> {
    if args.out.is_some() {
        return Err(InputError::plain("--out saves results of 2 players only").into());
    }
    let (companies, build_games) = (args.companies.unwrap_or(COMPANIES), args.build_games.unwrap_or(BUILD_GAMES));
    let games = args.games.unwrap_or(GAMES);
    let scenario = built_in(args, asking, |study| {
        study.remove("bids");
        study.insert("against".to_owned(), format!("{}/{}", bid.frames, bid.systems).into());
        // A study counts pairs of games; a group at a larger table has a game for each player.
        let in_pairs = (2 * build_games / u64::from(args.players)).max(2);
        let players = ("players", Some(args.players.into()));
        let numbers =
            [players, ("companies", Some(companies)), ("build_games", Some(in_pairs)), ("games", Some(games))];
        set_numbers(study, numbers);
    })?;
    let note = format!(
        "{games} games of each bid, after {build_games} to build {companies} companies for it; --games, --build-games and \
         --companies change these numbers."
    );
    let mut answer = asking.first_answer(&scenario, args.options.threads())?;
    let made = json!({ "ruleset": scenario.rules.name, "ruleset_sha256": scenario.rules.sha256(), "seed": scenario.seed,
        "companies": companies, "build_games": build_games, "games": games });
    if let Some(json) = answer.json.as_mut().and_then(Value::as_object_mut) {
        json.insert("made".to_owned(), made);
    }
    let question = format!("What to bid against {} at a table of {}?", args.against.trim(), args.players);
    let reply = reply_of_games(question, &answer, &scenario).noted(Some(note));
    Ok(reply.finish(&args.options.output, answer.json.clone().unwrap_or(Value::Null)))
}
