//! The command `hitchart ra improve COMPANY`: who beats a company, and the best changes of it.

use super::super::names::{GameOptions, NameParser, PathParser, companies, count, reply_of_games, scenarios};
use crate::reply::Reply;
use crate::scenario::draft::{ScenarioDraft, entries, set_numbers, set_texts, study_of_kind};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::{At, FileKind, InputError, read, read_table, rules::RulesText};
use hitchart_lab::study::Overrides;
use hitchart_rapid_attack::muster::{self, RawCompany, RawEntry, resolve_each};
use hitchart_rapid_attack::{bidding::Size, ruleset::Ruleset};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Table;

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
    set_texts(&mut study, "banned", &args.ban);
    set_texts(&mut study, "required", &args.require);
    set_numbers(&mut study, [("games", args.games), ("test_games", args.test)]);
    let options = [("banned", "--ban"), ("required", "--require"), ("bid", "--keep-bid"), ("test_games", "--test")];
    let scenario = field.draft.check_options(study, &overrides, &options)?;
    let answer = asking.first_answer(&scenario, args.options.threads())?;
    let name = answer.json.as_ref().and_then(|json| json["company"].as_str()).unwrap_or("this company");
    let question = format!("Who beats {name}, and which change helps it most?");
    let reply = reply_of_games(question, &answer, &scenario).with_csv("improve-tested");
    Ok(reply.finish(&args.options.output, answer.json.clone().unwrap_or(Value::Null)))
}

/// A scenario that provides the opponents.
struct FieldFile {
    rules: RulesText,
    draft: ScenarioDraft,
    /// Study with the opponents.
    study: Table,
}

impl FieldFile {
    /// Reads and checks a scenario.
    fn read(path: &Path, overrides: &Overrides, asking: &Asking<'_>) -> Result<FieldFile, InputError> {
        let scenario = asking.scenario(path, overrides)?;
        let draft = ScenarioDraft::of(&scenario.file)?;
        let names = |study: &&Table| study.contains_key("field") || study.contains_key("companies");
        let Some(study) = draft.studies.iter().find(names).cloned() else {
            let problem = format!("{} has no study with a `field` or `companies`", path.display());
            return Err(InputError::plain(problem).with_help(Some("add `field = [\"estars-anvil\", …]` to a study")));
        };
        Ok(FieldFile { rules: scenario.rules, draft, study })
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
        let rules: Arc<Ruleset> = self.rules.read()?;
        let size = self.study.get("size").and_then(|size| Size::deserialize(size.clone()).ok());
        let entry = At { value: RawEntry::Company(Box::new(raw)), span: span.clone() };
        let one = At { value: vec![entry], span };
        resolve_each(&file, &one, size.unwrap_or(Size::Skirmish), &rules)?;
        toml::from_str(&file.text).map(toml::Value::Table).map_err(InputError::plain)
    }

    /// Returns a study of a kind with the same opponents on the same battlefield.
    fn study(&self, kind: &str) -> Table {
        let mut study = study_of_kind(kind);
        study.extend(entries(&self.study, &["size", "battlefield", "policy"]));
        let field = self.study.get("field").or_else(|| self.study.get("companies"));
        study.extend(field.map(|field| ("field".to_owned(), field.clone())));
        study
    }
}
