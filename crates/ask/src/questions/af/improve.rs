//! The command `hitchart af improve SQUAD`: the best single and double changes of a squad's gear.

use super::super::names::{GameOptions, NameParser, count, encounters, policies, reply_of_games, scenarios};
use crate::reply::Reply;
use crate::scenario::check;
use crate::scenario::draft::{ScenarioDraft, entries, set_numbers, set_texts, study_of_kind};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_apocalypse_frame::players::{ROLES, Side};
use hitchart_config::{FileKind, InputError};
use hitchart_lab::study::Overrides;
use serde_json::Value;
use toml::Table;

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
    let (draft, mut study) = squad(args, &overrides, asking)?;
    for (key, list) in [("changes", &args.changes), ("banned", &args.ban), ("required", &args.require)] {
        set_texts(&mut study, key, list);
    }
    if !args.encounter.is_empty() {
        study.remove("encounter");
        set_texts(&mut study, "encounters", &args.encounter);
    }
    if args.policy.is_some() || args.master.is_some() {
        let both = policies_of(study.get("policies"), [&args.policy, &args.master]);
        study.insert("policies".to_owned(), both);
    }
    let (ace, materials) = (args.ace.map(u64::from), args.materials.map(u64::from));
    let numbers = [("ace", ace), ("materials", materials), ("games", args.games), ("test_games", args.test)];
    set_numbers(&mut study, numbers);
    study.extend(args.measure.as_ref().map(|measure| ("measure".to_owned(), measure.as_str().into())));
    let counts_frames = study.get("measure").is_none_or(|measure| measure.as_str() == Some(MEASURES[0]));
    let scenario = draft.check_options(study, &overrides, &OPTIONS)?;
    let answer = asking.first_answer(&scenario, args.options.threads())?;
    let name = answer.json.as_ref().and_then(|json| json["squad"].as_str()).unwrap_or("this squad");
    let question = format!("Which change of gear helps {name} most?");
    let frames = "`--measure victory` counts every victory as a point.";
    let reply = reply_of_games(question, &answer, &scenario)
        .with_csv("improve-tested")
        .noted(counts_frames.then(|| frames.to_owned()));
    Ok(reply.finish(&args.options.output, answer.json.clone().unwrap_or(Value::Null)))
}

/// Keys of the study with the options that set them.
const OPTIONS: [(&str, &str); 5] = [
    ("required", "--require"),
    ("banned", "--ban"),
    ("changes", "--changes"),
    ("materials", "--materials"),
    ("test_games", "--test"),
];

/// Returns the policies of the Aces and of the game master: those that are named, or those of the scenario, or the
/// default ones.
fn policies_of(written: Option<&toml::Value>, named: [&Option<String>; 2]) -> toml::Value {
    let of = |side: usize| match named[side] {
        Some(name) => name.trim().into(),
        None => written.and_then(|written| written.get(side)).cloned().unwrap_or_else(|| ROLES[side].default.into()),
    };
    toml::Value::Array([Side::Aces, Side::Gm].map(|side| of(side as usize)).to_vec())
}

/// Reads the squad of a question: a scenario without studies, and a study of the changes of its squad.
fn squad(args: &ImproveArgs, overrides: &Overrides, asking: &Asking<'_>) -> Result<(ScenarioDraft, Table), InputError> {
    let mut study = study_of_kind("improve");
    let Some(file) = asking.folder.find(FileKind::Scenario, &args.squad)? else {
        let frames: Vec<String> = args.squad.split(',').map(str::to_owned).collect();
        set_texts(&mut study, "aces", &frames);
        let settings = [("title", "A squad"), ("game", "apocalypse-frame")];
        let settings = settings.map(|(key, value)| (key.to_owned(), value.into())).into_iter().collect();
        return Ok((ScenarioDraft::new("typed".into(), settings), study));
    };
    // Mistakes of the file are reported with their places.
    let draft = ScenarioDraft::of(&check(file, overrides)?.file)?;
    let Some(found) = draft.studies.iter().find(|study| study.contains_key("aces")) else {
        let problem = format!("{} has no study with `aces`", args.squad);
        return Err(InputError::plain(problem).with_help(Some("`hitchart new squad FILE` writes a squad")));
    };
    study.extend(entries(found, &["aces", "encounter", "encounters", "then", "policies"]));
    Ok((draft, study))
}
