//! `hitchart ra bid --against 5/20`

use super::super::error::{CliError, ending};
use super::super::options::GameOptions;
use super::super::output::{self, Shown};
use super::played::first_answer;
use super::several;
use crate::cli::numbers::count;
use crate::games::rapid_attack::studies::bids::{BidsProvenance, SCENARIO, SCENARIO_NAME, Saved, Typed, answer_to};
use crate::scenario::check;
use crate::workflow::{BIDS, FileClaim, WorkflowError};
use clap::Args;
use hitchart_config::{FileText, InputError, listed, sha256};
use hitchart_rapid_attack::rules_files::rulebook;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug, Args)]
#[command(after_help = "Answers come from stored games: skirmishes of two on dense-town by the \
    rulebook, between several companies that were optimised independently for each bid. The intervals therefore include the uncertainty of this search. \
    With --games, the program plays new games, under any ruleset and for any bid; \
    see scenarios/bids.toml and docs/bids.md.\n\nExamples:\n  \
    hitchart ra bid --against 5/20\n  \
    hitchart ra bid --against 5/20 --players 3\n  \
    hitchart ra bid --against 5/17 --games 200 --rules draft-2012")]
pub(crate) struct BidArgs {
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
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) options: GameOptions,
}

/// Prints the best replies to a bid.
pub(crate) fn run_bid(args: &BidArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let bid = Typed::parse(&args.against, &rulebook())
        .map_err(|problem| InputError::plain(format!("--against: {problem}")))?;
    if args.players > 2 {
        return several::run_several(args, bid, stop);
    }
    if args.games.is_none() && (args.companies.is_some() || args.build_games.is_some()) {
        return Err(InputError::plain("--companies and --build-games need new games: add --games").into());
    }
    let claim = args.out.as_deref().map(|out| FileClaim::take(BIDS, out));
    let claim = claim.transpose().map_err(WorkflowError::from)?;
    let saved = match args.games {
        Some(games) => fresh(args, bid, games, stop)?,
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
    if stop.load(Ordering::Relaxed) {
        return Err(WorkflowError::Interrupted.into());
    }
    // Both contain hours of games: a file that cannot be written must not lose the answer, and vice versa.
    let written = claim.map_or(Ok(()), |claim| claim.write(&saved.file(), stop));
    ending(written.map_err(|error| WorkflowError::from(error).into()), tell(args, &saved, place))
}

/// Prints the best replies to the bid at a place of the results.
fn tell(args: &BidArgs, saved: &Saved, place: usize) -> Result<(), CliError> {
    let mut answer = answer_to("bid", &saved.grid, place);
    let BidsProvenance { version, scenario, ruleset, seed, .. } = &saved.made;
    answer.said.push(format!("Source: {scenario} by {ruleset}, seed {seed}, version {version}."));
    if let Some(json) = answer.json.as_mut().and_then(|json| json.as_object_mut()) {
        json.insert("made".to_owned(), serde_json::to_value(&saved.made).unwrap_or_default());
    }
    let question = format!("What to bid against {}?", args.against.trim());
    let shown = Shown::of(question, &answer, &format!("{ruleset}, seed {seed}"));
    output::show(&args.options.output, &shown, || answer.json.clone().unwrap_or(Value::Null))
}

/// Plays the bids of the built-in scenario, and this bid, in new games.
fn fresh(args: &BidArgs, bid: Typed, games: u64, stop: &AtomicBool) -> Result<Saved, CliError> {
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
    let scenario = check(file, &args.options.overrides())?;
    let json = first_answer(&scenario, args.options.threads(), stop)?.json.unwrap_or_default();
    let made = BidsProvenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: SCENARIO_NAME.to_owned(),
        scenario_sha256: sha256(&scenario.file.text),
        ruleset: scenario.rules.name.clone(),
        ruleset_sha256: scenario.rules.sha256(),
        seed: scenario.seed,
    };
    output::note("Played afresh.");
    Ok(Saved { made, grid: serde_json::from_value(json).map_err(InputError::plain)? })
}
