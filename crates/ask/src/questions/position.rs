//! `hitchart ra|io|af position FILE` and `hitchart ra|io|af audit REPLAY`: the chances to win from a position, the best
//! action, and the audit of a game that was played.

use super::names::{NameParser, count, policies, whole};
use crate::options::Output;
use crate::reply::{Reply, study_reply};
use crate::units::RunDescription;
use crate::{AskError, Asking, on_threads};
use clap::Args;
use hitchart_config::{FileText, InputError};
use hitchart_lab::positions::{
    AdvicePlan, AuditPlan, advice_answer, advise, audit, audit_answer, place_of, position_answer,
};
use hitchart_lab::replay::Origin;
use hitchart_lab::runner::playouts::{Arm, Rows};
use hitchart_lab::runner::{Job, Streams, count_one};
use hitchart_lab::study::{Answer, Changes, Positions, ReplayOrigin};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Replay of a game (replay.jsonl), or a scenario with a study of games: the position at the start of game K
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The position at the first decision of this round; 0 is before the first round [default: 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=1000))]
    round: Option<u32>,
    /// The position at this decision of the game, from 1
    #[arg(long, value_name = "N", value_parser = count(1..=65_535), conflicts_with = "round")]
    decision: Option<u64>,
    /// Compare the actions: the best one, and what the next best loses
    #[arg(long)]
    advise: bool,
    /// Number of games from the position, and from each of the best actions
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count(2..=1_000_000))]
    games: u64,
    #[command(flatten)]
    common: PlayingOn,
}

#[derive(Debug, Args)]
pub struct AuditArgs {
    /// Replay of a game: the file replay.jsonl of `hitchart play --replay`
    #[arg(value_name = "REPLAY")]
    file: PathBuf,
    /// Number of games from the state after every turn
    #[arg(long, value_name = "N", default_value = "200", value_parser = count(2..=100_000))]
    games: u64,
    /// Number of games from every decision and each of its alternatives
    #[arg(long, value_name = "N", default_value = "40", value_parser = count(2..=100_000))]
    screened: u64,
    /// Folder of a report with the figure
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    common: PlayingOn,
}

/// Options of games that are played on.
#[derive(Debug, Args)]
struct PlayingOn {
    /// Policies that play on: one for all players, or one for each [default: the tactician, or that of the role]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = NameParser(policies), hide_possible_values = true)]
    policy: Option<Vec<String>>,
    /// Seed of the dice to come
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole)]
    seed: u64,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    output: Output,
}

/// Policies of which advice shows the choice, and audits play the choice.
const ADVISERS: [&str; 2] = ["tactician", "search"];

/// A game with its positions.
struct Loaded {
    positions: Box<dyn Positions>,
    title: String,
    source: String,
}

impl Loaded {
    /// Reads a replay, or a scenario of this game, and plays the game up to its end.
    fn read(path: &Path, game: &str, common: &PlayingOn, asking: &Asking<'_>) -> Result<Loaded, AskError> {
        let file = asking.own_file("replay", path)?;
        let about = origin(&file)?;
        let Some(resume) = &about.resume else { return Err(without_choices().into()) };
        let run = RunDescription::deserialize(&resume.run).map_err(|cause| unreadable(&file, &cause))?;
        let scenario = run.scenario()?;
        if scenario.game.name != game {
            let problem = format!("{} is a game of {}, not of {game}", file.name(), scenario.game.name);
            return Err(InputError::plain(problem).into());
        }
        let study = scenario.studies.iter().find(|study| study.name == resume.study);
        let games = study.and_then(|study| study.method.games()).ok_or_else(|| {
            InputError::unknown("study", &resume.study, scenario.studies.iter().map(|study| study.name.as_str()))
        })?;
        let changes = Changes {
            games: None,
            policies: resume.policies.as_deref(),
            swap_seats: resume.swap_seats,
            row: resume.row.as_deref(),
        };
        let changed = games.changed(&changes)?;
        let games = changed.games().unwrap_or(games);
        let mut positions = games.positions(&resume.study, &about)?;
        if let Some(names) = &common.policy {
            positions.play_by(names)?;
        }
        let title = format!("{}, game {}", scenario.title, about.game);
        let source = format!("{}, seed {}", scenario.rules.name, common.seed);
        Ok(Loaded { positions, title, source })
    }
}

/// Reads the origin of a replay from its first line.
fn origin(file: &FileText) -> Result<ReplayOrigin, InputError> {
    let first = file.text.lines().next().unwrap_or_default();
    let origin: Origin = serde_json::from_str(first).map_err(|cause| unreadable(file, &cause))?;
    Ok(origin.about)
}

fn unreadable(file: &FileText, cause: &serde_json::Error) -> InputError {
    InputError::plain(format!("{} is no replay: {cause}", file.name()))
        .with_help(Some("name the file replay.jsonl that `hitchart play SCENARIO --replay K` writes"))
}

/// Returns the error for a replay that cannot be played again.
fn without_choices() -> InputError {
    InputError::plain("the replay has no choices, so that its game cannot be played again")
        .with_help(Some("write the replay again with this version: `hitchart play SCENARIO --replay K`"))
}

/// Plays a job on the current threads; `None` if it was stopped.
fn play(job: &Job, asking: &Asking<'_>) -> Option<Rows> {
    Rows::deserialize(count_one(job, &asking.progress(), asking.stop)?).ok()
}

/// Answers who wins from a position, and what to do there.
///
/// # Errors
/// Files that are no replays of this game, rounds and decisions that the game has not, and if the work was stopped.
pub(super) fn answer_position(game: &str, args: &PositionArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let common = &args.common;
    let Loaded { positions, title, source } = Loaded::read(&args.file, game, common, asking)?;
    let at = place_of(positions.points(), args.round, args.decision.map(|number| number as usize))?;
    let plan =
        AdvicePlan { games: args.games, seed: common.seed, policies: ADVISERS.map(str::to_owned).to_vec() };
    let streams = Streams { name: "position".to_owned(), seed: common.seed, groups: 0..args.games };
    let answered = || -> Option<Answer> {
        let rows = play(&positions.job(&[Arm { at, action: None }], streams), asking)?;
        let mut answer = position_answer(positions.as_ref(), at, &rows);
        if args.advise {
            let advice = advise(positions.as_ref(), at, &plan, &|job| play(job, asking))?;
            advice_answer(&mut answer, positions.as_ref(), at, &advice);
        }
        Some(answer)
    };
    let answer = on_threads(asking.threads(common.threads.map(usize::from)), answered)?.ok_or(AskError::Interrupted)?;
    reply(format!("{title}: who wins from here?"), &answer, &source, common)
}

/// Audits a replay.
///
/// # Errors
/// Files that are no replays of this game, and if the work was stopped.
pub(super) fn answer_audit(game: &str, args: &AuditArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let common = &args.common;
    let Loaded { positions, title, source } = Loaded::read(&args.file, game, common, asking)?;
    let policies = ADVISERS[..1].iter().map(|name| (*name).to_owned()).collect();
    let plan = AuditPlan { games: args.games, screened: args.screened, seed: common.seed, policies };
    let audited = || audit(positions.as_ref(), &plan, &|job| play(job, asking));
    let audit = on_threads(asking.threads(common.threads.map(usize::from)), audited)?.ok_or(AskError::Interrupted)?;
    let answer = audit_answer(positions.as_ref(), &audit);
    reply(format!("{title}: who was lucky, and what decided it?"), &answer, &source, common)
}

fn reply(question: String, answer: &Answer, source: &str, common: &PlayingOn) -> Result<Reply, AskError> {
    let reply = Reply::of(question, answer, source);
    study_reply(&common.output, reply, || {
        let tables = answer.tables.iter().map(|table| (table.name.clone(), table.to_json()));
        let mut all = json!({ "seed": common.seed, "source": source });
        if let Value::Object(all) = &mut all {
            all.extend(tables);
            all.extend(answer.json.clone().and_then(|json| json.as_object().cloned()).unwrap_or_default());
        }
        all
    })
}
