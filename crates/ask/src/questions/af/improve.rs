//! The command `hitchart af improve SQUAD`: the best single and double changes of a squad's gear.

use super::super::names::{GameOptions, NameParser, count, encounters, policies, reply_of_games, scenarios};
use crate::reply::{Reply, study_reply};
use crate::scenario::check;
use crate::{AskError, Asking};
use clap::Args;
use hitchart_apocalypse_frame::players::{ROLES, Side};
use hitchart_config::{FileKind, FileText, InputError, TextOrigin};
use hitchart_lab::study::Overrides;
use serde_json::Value;

/// Points of a mission: those of a victory without frame damage, or of any victory. The first is the default of studies.
const MEASURES: [&str; 2] = ["frames", "victory"];

#[derive(Debug, Args)]
#[command(
    after_help = "A squad is a scenario; its first study with `aces` has the squad, and also the encounter, the policies and the \
    rules unless options name others. `hitchart new squad` writes such a file.\n\nExamples:\n  \
    hitchart af improve M1 --encounter pack --materials 5\n  \
    hitchart af improve af-example-round --changes armaments,systems"
)]
pub struct ImproveArgs {
    /// Squad: frames such as M1,L1, or a scenario: a file, a built-in name, or `-` for standard input
    #[arg(value_name = "SQUAD", value_parser = NameParser(scenarios), hide_possible_values = true)]
    squad: String,
    /// Encounters, met in turn: built-in names, or files ending in .toml [default: that of the scenario, or patrol]
    #[arg(
        long, value_name = "NAME,…", value_delimiter = ',', value_parser = NameParser(encounters),
        hide_possible_values = true
    )]
    encounter: Vec<String>,
    /// Policy of the Aces [default: that of the scenario, or tactician]
    #[arg(
        long, value_name = "POLICY", value_parser = NameParser(policies),
        hide_possible_values = true
    )]
    policy: Option<String>,
    /// Policy of the game master [default: that of the scenario, or greedy]
    #[arg(
        long, value_name = "POLICY", value_parser = NameParser(policies),
        hide_possible_values = true
    )]
    master: Option<String>,
    /// Number of the only Ace that changes, from 1
    #[arg(long, value_name = "N")]
    ace: Option<u8>,
    /// Kinds of changes: armaments, tags, systems, system-tags, attributes, upgrades, traits, frames [default: the first five]
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    changes: Vec<String>,
    /// Most Materials that all changes together may cost
    #[arg(long, value_name = "N")]
    materials: Option<u32>,
    /// Names that no change may add, such as Shotgun
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    ban: Vec<String>,
    /// Names that at least one Ace must have after the changes
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    require: Vec<String>,
    /// Total missions of the race of single changes; the race of double changes has half as many [default: 40000]
    #[arg(long, value_name = "N", value_parser = count(2..=1_000_000_000))]
    games: Option<u64>,
    /// Missions to test each of the best changes with, on new random seeds [default: 4000]
    #[arg(long, value_name = "N", value_parser = count(2..=1_000_000_000))]
    test: Option<u64>,
    /// Points of a mission: `frames` counts half a point for a victory with frame damage, `victory` a point [default: that of the scenario, or frames]
    #[arg(long, value_name = "POINTS", value_parser = MEASURES)]
    measure: Option<String>,
    #[command(flatten)]
    options: GameOptions,
}

/// Races the changes of a squad and prints the best.
pub(super) fn answer(args: &ImproveArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let overrides = args.options.overrides(asking);
    let Squad { path, mut root, mut study } = squad(args, &overrides, asking)?;
    for (key, list) in [("changes", &args.changes), ("banned", &args.ban), ("required", &args.require)] {
        if !list.is_empty() {
            study.insert(key.to_owned(), texts(list));
        }
    }
    if !args.encounter.is_empty() {
        study.remove("encounter");
        study.insert("encounters".to_owned(), texts(&args.encounter));
    }
    if args.policy.is_some() || args.master.is_some() {
        let both = policies_of(study.get("policies"), [&args.policy, &args.master]);
        study.insert("policies".to_owned(), both);
    }
    let numbers = [
        ("ace", args.ace.map(u64::from)),
        ("materials", args.materials.map(u64::from)),
        ("games", args.games),
        ("test_games", args.test),
    ];
    for (key, number) in numbers {
        study.extend(number.map(|number| (key.to_owned(), toml::Value::from(number as i64))));
    }
    study.extend(args.measure.as_ref().map(|measure| ("measure".to_owned(), measure.as_str().into())));
    let counts_frames = study.get("measure").is_none_or(|measure| measure.as_str() == Some(MEASURES[0]));
    root.insert("study".to_owned(), toml::Value::Array(vec![study.into()]));
    let text = toml::to_string(&root).map_err(InputError::plain)?;
    // Places in a generated text mean nothing to users.
    let file = FileText { path, text };
    let scenario = check(file, &overrides).map_err(|error| InputError { place: None, ..error })?;
    let answer = asking.first_answer(&scenario, args.options.threads())?;
    let name = answer.json.as_ref().and_then(|json| json["squad"].as_str()).unwrap_or("this squad");
    let question = format!("Which change of gear helps {name} most?");
    let frames = "A victory with frame damage is half a point; `--measure victory` counts victories.";
    let reply = reply_of_games(question, &answer, &scenario).noted(counts_frames.then(|| frames.to_owned()));
    study_reply(&args.options.output, reply, || answer.json.clone().unwrap_or(Value::Null))
}

/// Returns the policies of the Aces and of the game master: those that are named, or those of the scenario, or the
/// default ones.
fn policies_of(written: Option<&toml::Value>, named: [&Option<String>; 2]) -> toml::Value {
    let of = |side: usize| match named[side] {
        Some(name) => name.trim().into(),
        None => written.and_then(|written| written.get(side)).cloned().unwrap_or_else(|| ROLES[side].default.into()),
    };
    toml::Value::Array([Side::Aces, Side::Gm].map(|side| of(side as usize)).to_vec())
}

/// Returns texts as a TOML list.
fn texts(list: &[String]) -> toml::Value {
    list.iter().map(|text| text.trim()).collect::<Vec<_>>().into()
}

/// A scenario without studies, and a study of the changes of its squad.
struct Squad {
    /// Path of the scenario, for files that it names.
    path: TextOrigin,
    root: toml::Table,
    study: toml::Table,
}

/// Reads the squad of a question.
fn squad(args: &ImproveArgs, overrides: &Overrides, asking: &Asking<'_>) -> Result<Squad, InputError> {
    let mut study = toml::Table::new();
    study.insert("kind".to_owned(), "improve".into());
    study.insert("name".to_owned(), "improve".into());
    let Some(file) = asking.folder.find(FileKind::Scenario, &args.squad)? else {
        let frames: Vec<String> = args.squad.split(',').map(|frame| frame.trim().to_owned()).collect();
        study.insert("aces".to_owned(), texts(&frames));
        let root = [("title", "A squad"), ("game", "apocalypse-frame")];
        let root = root.map(|(key, value)| (key.to_owned(), value.into())).into_iter().collect();
        return Ok(Squad { path: "typed".into(), root, study });
    };
    // Mistakes of the file are reported with their places.
    let scenario = check(file, overrides)?;
    let mut root: toml::Table = toml::from_str(&scenario.file.text).map_err(InputError::plain)?;
    let studies = match root.remove("study") {
        Some(toml::Value::Array(studies)) => studies,
        _ => Vec::new(),
    };
    let mut tables = studies.into_iter().filter_map(|study| study.try_into::<toml::Table>().ok());
    let Some(found) = tables.find(|study| study.contains_key("aces")) else {
        let problem = format!("{} has no study with `aces`", args.squad);
        return Err(InputError::plain(problem).with_help(Some("`hitchart new squad FILE` writes a squad")));
    };
    for key in ["aces", "encounter", "encounters", "then", "policies"] {
        study.extend(found.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    Ok(Squad { path: scenario.file.path, root, study })
}
