//! `hitchart ra bid --against 5/20 --players 3`: best replies if all opponents make the same bid, from new games.

use super::bid::BidArgs;
use super::played::first_answer;
use crate::cli::error::CliError;
use crate::cli::options::source;
use crate::cli::output::{self, Shown};
use crate::games::rapid_attack::studies::bids::{SCENARIO, SCENARIO_NAME, Typed};
use crate::scenario::check;
use hitchart_config::{FileText, InputError};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// Default number of companies of each bid, of games to build them, and of games of each bid: about a minute on two
/// cores.
const COMPANIES: u64 = 6;
const BUILD_GAMES: u64 = 5_000;
const GAMES: u64 = 900;

/// Plays the bids at a table of three or more, and prints the best replies.
pub(crate) fn run_several(args: &BidArgs, bid: Typed, stop: &AtomicBool) -> Result<(), CliError> {
    if args.out.is_some() {
        return Err(InputError::plain("--out saves results of 2 players only").into());
    }
    let (companies, build_games) = (args.companies.unwrap_or(COMPANIES), args.build_games.unwrap_or(BUILD_GAMES));
    let games = args.games.unwrap_or(GAMES);
    let scenario = check(file(args.players, bid, [companies, build_games, games])?, &args.options.overrides())?;
    output::note(&format!(
        "Playing {games} games of each bid, after {build_games} to build {companies} companies for it; --games, --build-games and \
         --companies change these numbers."
    ));
    let mut answer = first_answer(&scenario, args.options.threads(), stop)?;
    let made = json!({ "ruleset": scenario.rules.name, "ruleset_sha256": scenario.rules.sha256(), "seed": scenario.seed,
        "companies": companies, "build_games": build_games, "games": games });
    if let Some(json) = answer.json.as_mut().and_then(Value::as_object_mut) {
        json.insert("made".to_owned(), made);
    }
    let question = format!("What to bid against {} at a table of {}?", args.against.trim(), args.players);
    let shown = Shown::of(question, &answer, &source(&scenario));
    output::show(&args.options.output, &shown, || answer.json.clone().unwrap_or(Value::Null))
}

/// Returns the built-in scenario of bids, with more players and one bid to answer.
fn file(players: u8, bid: Typed, [companies, build_games, games]: [u64; 3]) -> Result<FileText, InputError> {
    let mut root: toml::Table = toml::from_str(SCENARIO).map_err(InputError::plain)?;
    let study = root.get_mut("study").and_then(toml::Value::as_array_mut).and_then(|studies| studies.first_mut());
    if let Some(study) = study.and_then(toml::Value::as_table_mut) {
        study.remove("bids");
        study.insert("against".to_owned(), format!("{}/{}", bid.frames, bid.systems).into());
        // A study counts pairs of games; a group at a larger table has a game for each player.
        let in_pairs = (2 * build_games / u64::from(players)).max(2);
        let numbers =
            [("players", u64::from(players)), ("companies", companies), ("build_games", in_pairs), ("games", games)];
        study.extend(numbers.map(|(key, number)| (key.to_owned(), toml::Value::from(number as i64))));
    }
    Ok(FileText { path: SCENARIO_NAME.into(), text: toml::to_string(&root).map_err(InputError::plain)? })
}
