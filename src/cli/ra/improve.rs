//! `hitchart ra improve COMPANY`

use super::super::error::CliError;
use super::super::names::{Offered, OfferedPath, companies, scenarios};
use super::super::options::{GameOptions, source};
use super::super::output::{self, Shown};
use super::played::first_answer;
use crate::cli::numbers::count;
use crate::scenario::{Scenario, check};
use clap::Args;
use hitchart_config::{At, FileKind, FileText, InputError, SearchFolder, read, read_table};
use hitchart_lab::study::{Answer, Overrides};
use hitchart_rapid_attack::bidding::Size;
use hitchart_rapid_attack::muster::{RawCompany, RawEntry, built_in, resolve_each};
use hitchart_rapid_attack::ruleset::Ruleset;
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
#[command(
    after_help = "A company file is the table of a company as in a scenario: `name`, `frames`, and optionally `rockets`, `spare` \
    or `policy`. A field is a scenario. Its first study with a `field` or `companies` defines the opponents, the battlefield \
    and the rules.\n\nExamples:\n  \
    hitchart ra improve my-company.toml\n  \
    hitchart ra improve close-assault --keep-bid"
)]
pub(crate) struct ImproveArgs {
    /// Company: a file, a built-in name, or `-` for standard input
    #[arg(value_parser = Offered(companies), hide_possible_values = true)]
    company: String,
    /// Scenario with the companies that it meets: a file, a built-in name, or `-` for standard input
    #[arg(
        long, value_name = "SCENARIO", default_value = "field", value_parser = OfferedPath(scenarios),
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
pub(crate) fn run_improve(args: &ImproveArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let overrides = args.options.overrides();
    let field = FieldFile::read(&args.field, &overrides)?;
    let company = field.company(&args.company)?;
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
    let answer = field.answer(study, &overrides, args.options.threads(), stop)?;
    let name = answer.json.as_ref().and_then(|json| json["company"].as_str()).unwrap_or("this company");
    let question = format!("Who beats {name}, and which change helps it most?");
    let shown = Shown::of(question, &answer, &source(&field.scenario));
    output::show(&args.options.output, &shown, || answer.json.clone().unwrap_or(Value::Null))
}

/// A scenario that provides the opponents.
pub(crate) struct FieldFile {
    scenario: Scenario,
    root: toml::Table,
    study: toml::Table,
}

impl FieldFile {
    /// Reads and checks a scenario.
    pub(crate) fn read(path: &std::path::Path, overrides: &Overrides) -> Result<FieldFile, InputError> {
        let scenario = check(FileText::named(FileKind::Scenario, path)?, overrides)?;
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
    fn company(&self, name: &str) -> Result<toml::Value, InputError> {
        let Some(file) = SearchFolder::here().find(FileKind::Company, name)? else {
            return Ok(built_in(name)?.id.clone().into());
        };
        let table = read_table(&file)?;
        let span = table.span();
        let raw: RawCompany = read(&file, table)?;
        let rules: Ruleset = self.scenario.rules.read()?;
        let size = self.study.get("size").and_then(|size| Size::deserialize(size.clone()).ok());
        let entry = At { value: RawEntry::Company(Box::new(raw)), span: span.clone() };
        let one = At { value: vec![entry], span };
        resolve_each(&file, &one, size.unwrap_or(Size::Skirmish), &rules)?;
        toml::from_str(&file.text).map(toml::Value::Table).map_err(InputError::plain)
    }

    /// Returns a study of a kind with the same opponents on the same battlefield.
    pub(crate) fn study(&self, kind: &str) -> toml::Table {
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
    pub(crate) fn answer(
        &self,
        study: toml::Table,
        overrides: &Overrides,
        threads: Option<usize>,
        stop: &AtomicBool,
    ) -> Result<Answer, CliError> {
        let mut root = self.root.clone();
        root.insert("study".to_owned(), toml::Value::Array(vec![study.into()]));
        let text = toml::to_string(&root).map_err(InputError::plain)?;
        let file = FileText { path: self.scenario.file.path.clone(), text };
        let scenario = check(file, overrides)?;
        first_answer(&scenario, threads, stop)
    }
}
