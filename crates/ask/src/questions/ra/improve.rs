//! Commands that play a generated scenario: `hitchart ra improve`, and `hitchart ra bid` at tables of three or more.

use super::super::names::{GameOptions, NameParser, PathParser, companies, count, reply_of_games, scenarios};
use super::bids::BidArgs;
use crate::games::rapid_attack::studies::bids::{SCENARIO, SCENARIO_NAME, Typed};
use crate::reply::{Reply, study_reply};
use crate::scenario::{Scenario, check};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{At, FileKind, FileText, InputError, read, read_table};
use hitchart_lab::study::{Answer, Overrides};
use hitchart_rapid_attack::muster::{self, RawCompany, RawEntry, resolve_each};
use hitchart_rapid_attack::{bidding::Size, ruleset::Ruleset};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{path::PathBuf, sync::Arc};

// `hitchart ra improve COMPANY`

#[derive(Debug, Args)]
#[command(
    after_help = "A company file is the table of a company as in a scenario: `name`, `frames`, and optionally `rockets`, `spare` \
    or `policy`. A field is a scenario. Its first study with a `field` or `companies` defines the opponents, the battlefield \
    and the rules.\n\nExamples:\n  \
    hitchart ra improve my-company.toml\n  \
    hitchart ra improve close-assault --keep-bid"
)]
pub struct ImproveArgs {
    /// Company: a file, a built-in name, or `-` for standard input
    #[arg(value_parser = NameParser(companies), hide_possible_values = true)]
    company: String,
    /// Scenario with the companies that it meets: a file, a built-in name, or `-` for standard input
    #[arg(
        long, value_name = "SCENARIO", default_value = "field", value_parser = PathParser(scenarios),
        hide_possible_values = true
    )]
    field: PathBuf,
    /// Only changes that keep the numbers of frames and systems
    #[arg(long)]
    keep_bid: bool,
    /// Systems that no change may add, such as Rh/d
    #[arg(long, value_name = "SYSTEM,…", value_delimiter = ',')]
    ban: Vec<String>,
    /// Systems of which at least one must stay; SSR is a rocket
    #[arg(long, value_name = "SYSTEM,…", value_delimiter = ',')]
    require: Vec<String>,
    /// Total games of the race of single changes; the race of double changes has half as many [default: 60000]
    #[arg(long, value_name = "N", value_parser = count(2..=1_000_000_000))]
    games: Option<u64>,
    /// Games to test each of the best changes with, on new random seeds [default: 4000]
    #[arg(long, value_name = "N", value_parser = count(2..=1_000_000_000))]
    test: Option<u64>,
    #[command(flatten)]
    options: GameOptions,
}

/// Races the changes of a company and prints the best.
pub(super) fn answer_improve(args: &ImproveArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let overrides = args.options.overrides(asking);
    let field = FieldFile::read(&args.field, &overrides, asking)?;
    let company = field.company(&args.company, asking)?;
    let mut study = field.study("improve");
    study.insert("company".to_owned(), company);
    if args.keep_bid {
        study.insert("bid".to_owned(), "keep".into());
    }
    for (key, list) in [("banned", &args.ban), ("required", &args.require)] {
        if !list.is_empty() {
            study.insert(key.to_owned(), list.iter().map(|token| token.trim()).collect::<Vec<_>>().into());
        }
    }
    for (key, games) in [("games", args.games), ("test_games", args.test)] {
        if let Some(games) = games {
            study.insert(key.to_owned(), (games as i64).into());
        }
    }
    let answer = field.answer(study, &overrides, args.options.threads(), asking)?;
    let name = answer.json.as_ref().and_then(|json| json["company"].as_str()).unwrap_or("this company");
    let question = format!("Who beats {name}, and which change helps it most?");
    let reply = reply_of_games(question, &answer, &field.scenario);
    study_reply(&args.options.output, reply, || answer.json.clone().unwrap_or(Value::Null))
}

/// A scenario that provides the opponents.
pub(super) struct FieldFile {
    scenario: Scenario,
    root: toml::Table,
    study: toml::Table,
}

impl FieldFile {
    /// Reads and checks a scenario.
    pub(super) fn read(
        path: &std::path::Path,
        overrides: &Overrides,
        asking: &Asking<'_>,
    ) -> Result<FieldFile, InputError> {
        let scenario = asking.scenario(path, overrides)?;
        let mut root: toml::Table = toml::from_str(&scenario.file.text).map_err(InputError::plain)?;
        let studies = match root.remove("study") {
            Some(toml::Value::Array(studies)) => studies,
            _ => Vec::new(),
        };
        let tables = studies.into_iter().filter_map(|study| study.try_into::<toml::Table>().ok());
        let names = |study: &toml::Table| study.contains_key("field") || study.contains_key("companies");
        let Some(study) = tables.into_iter().find(names) else {
            let problem = format!("{} has no study with a `field` or `companies`", path.display());
            return Err(InputError::plain(problem).with_help(Some("add `field = [\"estars-anvil\", …]` to a study")));
        };
        Ok(FieldFile { scenario, root, study })
    }

    /// Reads a company: from a file, as a table of a study, or a built-in one by name. Mistakes are reported with their
    /// place in that file.
    fn company(&self, name: &str, asking: &Asking<'_>) -> Result<toml::Value, InputError> {
        let Some(file) = asking.folder.find(FileKind::Company, name)? else {
            return Ok(muster::COMPANIES.named(name)?.id.clone().into());
        };
        let table = read_table(&file)?;
        let span = table.span();
        let raw: RawCompany = read(&file, table)?;
        let rules: Arc<Ruleset> = self.scenario.rules.read()?;
        let size = self.study.get("size").and_then(|size| Size::deserialize(size.clone()).ok());
        let entry = At { value: RawEntry::Company(Box::new(raw)), span: span.clone() };
        let one = At { value: vec![entry], span };
        resolve_each(&file, &one, size.unwrap_or(Size::Skirmish), &rules)?;
        toml::from_str(&file.text).map(toml::Value::Table).map_err(InputError::plain)
    }

    /// Returns a study of a kind with the same opponents on the same battlefield.
    pub(super) fn study(&self, kind: &str) -> toml::Table {
        let mut study = toml::Table::new();
        study.insert("kind".to_owned(), kind.into());
        study.insert("name".to_owned(), kind.into());
        for key in ["size", "battlefield", "policy"] {
            study.extend(self.study.get(key).map(|value| (key.to_owned(), value.clone())));
        }
        let field = self.study.get("field").or_else(|| self.study.get("companies"));
        study.extend(field.map(|field| ("field".to_owned(), field.clone())));
        study
    }

    /// Counts and answers a study that replaces those of the file.
    pub(super) fn answer(
        &self,
        study: toml::Table,
        overrides: &Overrides,
        threads: Option<usize>,
        asking: &Asking<'_>,
    ) -> Result<Answer, AskError> {
        let mut root = self.root.clone();
        root.insert("study".to_owned(), toml::Value::Array(vec![study.into()]));
        let text = toml::to_string(&root).map_err(InputError::plain)?;
        let file = FileText { path: self.scenario.file.path.clone(), text };
        let scenario = check(file, overrides)?;
        asking.first_answer(&scenario, threads)
    }
}

// `hitchart ra bid --against 5/20 --players 3`: best replies if all opponents make the same bid, from new games.

/// Default number of companies of each bid, of games to build them, and of games of each bid: about a minute on two
/// cores.
const COMPANIES: u64 = 6;
const BUILD_GAMES: u64 = 5_000;
const GAMES: u64 = 900;

/// Plays the bids at a table of three or more, and prints the best replies.
pub(super) fn answer_several(args: &BidArgs, bid: Typed, asking: &Asking<'_>) -> Result<Reply, AskError> {
    if args.out.is_some() {
        return Err(InputError::plain("--out saves results of 2 players only").into());
    }
    let (companies, build_games) = (args.companies.unwrap_or(COMPANIES), args.build_games.unwrap_or(BUILD_GAMES));
    let games = args.games.unwrap_or(GAMES);
    let scenario = check(file(args.players, bid, [companies, build_games, games])?, &args.options.overrides(asking))?;
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
    study_reply(&args.options.output, reply, || answer.json.clone().unwrap_or(Value::Null))
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
