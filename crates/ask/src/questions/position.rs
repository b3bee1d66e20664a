//! `hitchart ra|io|af position FILE` and `hitchart ra|io|af audit REPLAY`: the chances to win from a position, the best
//! action, and the audit of a game that was played.

use super::names::{NameParser, count, policies, threads, whole};
use crate::reply::Reply;
use crate::scenario::{Scenario, check};
use crate::{AskError, Asking, on_threads};
use crate::{games::Entry, options::Output, units::RunDescription};
use clap::Args;
use hitchart_config::{FileKind, FileText, InputError};
use hitchart_lab::positions::{
    AdvicePlan, AuditPlan, advice_answer, advise, audit, audit_answer, place_of, position_answer,
};
use hitchart_lab::replay::{Origin, texts_sha256};
use hitchart_lab::runner::playouts::{PlayoutArm, PlayoutRows};
use hitchart_lab::runner::{Job, Streams, count_one};
use hitchart_lab::study::{Answer, Changes, Overrides, PlayedBy, PositionOf, Positions, ReplayOrigin, games_of};
use hitchart_report::table::tables_json;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Replay of a game (replay.jsonl), or a scenario with a study of games and a table [position]
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
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,
    #[command(flatten)]
    output: Output,
}

/// Policies of which advice shows the choice, and audits play the choice.
const ADVISERS: [&str; 2] = ["tactician", "search"];

/// A game with its positions.
struct Loaded {
    game: &'static Entry,
    positions: Box<dyn Positions>,
    title: String,
    source: String,
}

/// Start of the first line of every replay.
const REPLAY: &str = "{\"schema\":\"hitchart-";

impl Loaded {
    /// Reads a replay, or a scenario with a position, of a game.
    fn read(path: &Path, game: &str, common: &PlayingOn, asking: &Asking<'_>) -> Result<Loaded, AskError> {
        let file = asking.file(FileKind::Scenario, path)?;
        match file.text.starts_with(REPLAY) {
            true => Loaded::replay(&file, game, common),
            false if file.text.trim_start().starts_with('<') => Err(is_a_page(&file).into()),
            false => Loaded::typed(file, game, common, asking),
        }
    }

    /// Reads a replay of a game, and nothing else.
    fn only_replay(path: &Path, game: &str, common: &PlayingOn, asking: &Asking<'_>) -> Result<Loaded, AskError> {
        let file = asking.file(FileKind::Scenario, path)?;
        match file.text.starts_with(REPLAY) {
            true => Loaded::replay(&file, game, common),
            false => Err(no_replay(&file).into()),
        }
    }

    /// Plays the game of a replay again, by the choices in its header. Lines that were edited are an error.
    fn replay(file: &FileText, game: &str, common: &PlayingOn) -> Result<Loaded, AskError> {
        let about = origin(file)?;
        let Some(resume) = &about.resume else { return Err(without_choices().into()) };
        if !resume.lines.is_empty() && resume.lines != texts_sha256(file.text.lines().skip(1)) {
            return Err(edited(file).into());
        }
        let run = RunDescription::deserialize(&resume.run).map_err(|cause| unreadable(file, &cause))?;
        let scenario = run.scenario()?;
        is_of(game, &scenario)?;
        let study = scenario.studies.iter().find(|study| study.name == resume.study);
        let games = study.and_then(|study| study.method.games()).ok_or_else(|| {
            InputError::unknown("study", &resume.study, scenario.studies.iter().map(|study| study.name.as_str()))
        })?;
        let (policies, row) = (resume.policies.as_deref(), resume.row.as_deref());
        let changed = games.changed(&Changes { games: None, policies, swap_seats: resume.swap_seats, row })?;
        let games = changed.games().unwrap_or(games);
        let of = (resume.study.as_str(), about.seed, about.game);
        let positions = games.positions(of, PositionOf::Replay(resume))?;
        Loaded::of(positions, format!("{}, game {}", scenario.title, about.game), &scenario, common)
    }

    /// Sets up a game of a scenario: at its position, or at its start.
    fn typed(file: FileText, game: &str, common: &PlayingOn, asking: &Asking<'_>) -> Result<Loaded, AskError> {
        let players = asking.players.clone();
        let scenario = check(as_toml(file)?, &Overrides { players, ..Overrides::default() })?;
        is_of(game, &scenario)?;
        let none = || InputError::plain(format!("the scenario has no study of kind `{}`", scenario.game.plays));
        let (name, games) = games_of(&scenario.studies).next().ok_or_else(none)?;
        let of = if scenario.has_position { PositionOf::Typed(&scenario.file) } else { PositionOf::Start };
        let positions = games.positions((name, scenario.seed, 0), of)?;
        Loaded::of(positions, scenario.title.clone(), &scenario, common)
    }

    fn of(
        mut positions: Box<dyn Positions>,
        title: String,
        scenario: &Scenario,
        common: &PlayingOn,
    ) -> Result<Loaded, AskError> {
        if let Some(names) = &common.policy {
            positions.play_by(names)?;
        }
        let source = format!("{}, seed {}", scenario.rules.name, common.seed);
        Ok(Loaded { game: scenario.game, positions, title, source })
    }
}

/// Returns the policies that play on, each once.
fn players(game: &Entry, positions: &dyn Positions) -> Vec<PlayedBy> {
    let has_roles = (game.policies)().iter().any(|policy| policy.role > 0);
    let of = |(player, policy): (usize, &str)| PlayedBy {
        role: if has_roles { player } else { 0 },
        policy: policy.to_owned(),
    };
    PlayedBy::distinct(positions.policies().into_iter().enumerate().map(of))
}

/// Converts a file in JSON to TOML.
fn as_toml(file: FileText) -> Result<FileText, InputError> {
    if !file.text.trim_start().starts_with('{') {
        return Ok(file);
    }
    let wrong = |cause: String| InputError::plain(format!("{}: {cause}", file.name()));
    let value: toml::Value = serde_json::from_str(&file.text).map_err(|cause| wrong(cause.to_string()))?;
    let text = toml::to_string(&value).map_err(|cause| wrong(cause.to_string()))?;
    Ok(FileText { text, ..file })
}

/// Returns an error if a scenario is of another game.
fn is_of(game: &str, scenario: &Scenario) -> Result<(), InputError> {
    if scenario.game.name == game {
        return Ok(());
    }
    Err(InputError::plain(format!("this is a game of {}, not of {game}", scenario.game.name)))
}

/// Reads the origin of a replay from its first line.
fn origin(file: &FileText) -> Result<ReplayOrigin, InputError> {
    let first = file.text.lines().next().unwrap_or_default();
    let origin: Origin = serde_json::from_str(first).map_err(|cause| unreadable(file, &cause))?;
    Ok(origin.about)
}

/// Hint for files that are no replays.
const REPLAY_HELP: &str = "name the file replay.jsonl that `hitchart play SCENARIO --replay K` writes";

/// Returns the error for the page of a replay.
fn is_a_page(file: &FileText) -> InputError {
    InputError::plain(format!("{} is a page for a browser", file.name())).with_help(Some(REPLAY_HELP))
}

/// Returns the error for a file that cannot be audited.
fn no_replay(file: &FileText) -> InputError {
    InputError::plain(format!("{} is no replay, and only a replay can be audited", file.name()))
        .with_help(Some(REPLAY_HELP))
}

fn unreadable(file: &FileText, cause: &serde_json::Error) -> InputError {
    InputError::plain(format!("{} is no replay: {cause}", file.name())).with_help(Some(REPLAY_HELP))
}

/// Returns the error for a replay whose lines are not those that were written with its header.
fn edited(file: &FileText) -> InputError {
    InputError::plain(format!("{} was edited or cut off: its lines are not those of its game", file.name()))
        .with_help(Some("write the replay again: `hitchart play SCENARIO --replay K`"))
}

/// Returns the error for a replay that cannot be played again.
fn without_choices() -> InputError {
    InputError::plain("the replay has no choices, so that its game cannot be played again")
        .with_help(Some("write the replay again with this version: `hitchart play SCENARIO --replay K`"))
}

/// Plays a job on the current threads; `None` if it was stopped.
fn play(job: &Job, asking: &Asking<'_>) -> Option<PlayoutRows> {
    PlayoutRows::deserialize(count_one(job, &asking.progress(), asking.stop)?).ok()
}

/// Answers who wins from a position, and what to do there.
///
/// # Errors
/// Files that are no replays of this game, rounds and decisions that the game has not, and if the work was stopped.
pub(super) fn answer_position(game: &str, args: &PositionArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let common = &args.common;
    let Loaded { game, mut positions, title, source } = Loaded::read(&args.file, game, common, asking)?;
    let at = place_of(positions.points(), args.round, args.decision.map(|number| number as usize))?;
    let plan = AdvicePlan { games: args.games, seed: common.seed, policies: ADVISERS.map(str::to_owned).to_vec() };
    let streams = Streams { name: "position".to_owned(), seed: common.seed, groups: 0..args.games };
    let answered = || -> Option<Answer> {
        let rows = play(&positions.job(&[PlayoutArm { at, action: None }], streams), asking)?;
        let mut answer = position_answer(positions.as_ref(), at, &rows);
        if args.advise {
            let advice = advise(positions.as_mut(), at, &plan, &|job| play(job, asking))?;
            advice_answer(&mut answer, positions.as_ref(), at, &advice);
        }
        Some(answer)
    };
    let answer = on_threads(asking.threads(common.threads.map(usize::from)), answered)?.ok_or(AskError::Interrupted)?;
    let played = (game, players(game, positions.as_ref()));
    reply(format!("{title}: who wins from here?"), &answer, (&source, &played), common)
}

/// An audit with its texts.
pub struct Audited {
    /// Title of the game.
    pub title: String,
    /// Rules and seed.
    pub source: String,
    /// The tables, the figure and the summary.
    pub answer: Answer,
    /// The game, and the policies that play on.
    players: (&'static Entry, Vec<PlayedBy>),
    /// Inputs of the audit, for its report.
    pub provenance: Vec<(String, String)>,
}

/// Audits a replay.
///
/// # Errors
/// Files that are no replays of this game, and if the work was stopped.
pub fn audited(game: &str, args: &AuditArgs, asking: &Asking<'_>) -> Result<Audited, AskError> {
    let common = &args.common;
    let Loaded { game, mut positions, title, source } = Loaded::only_replay(&args.file, game, common, asking)?;
    if positions.result().is_none() {
        return Err(InputError::plain("only a replay of a whole game can be audited")
            .with_help(Some(REPLAY_HELP))
            .into());
    }
    let policies = ADVISERS[..1].iter().map(|name| (*name).to_owned()).collect();
    let plan = AuditPlan { games: args.games, screened: args.screened, seed: common.seed, policies };
    let audit = || audit(positions.as_mut(), &plan, &|job| play(job, asking));
    let audit = on_threads(asking.threads(common.threads.map(usize::from)), audit)?.ok_or(AskError::Interrupted)?;
    let provenance = [
        ("Version", env!("CARGO_PKG_VERSION").to_owned()),
        ("Game", title.clone()),
        ("Rules and seed", source.clone()),
        ("Policies that play on", positions.policies().join(", ")),
        ("Games after every turn", args.games.to_string()),
        ("Games of every decision", args.screened.to_string()),
    ];
    let provenance = provenance.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let players = (game, players(game, positions.as_ref()));
    Ok(Audited { answer: audit_answer(positions.as_ref(), &audit), title, source, players, provenance })
}

/// Returns the answer of an audit.
///
/// # Errors
/// Never fails.
pub fn audit_reply(args: &AuditArgs, audited: &Audited) -> Result<Reply, AskError> {
    let question = format!("{}: who was lucky, and what decided it?", audited.title);
    reply(question, &audited.answer, (&audited.source, &audited.players), &args.common)
}

/// Completes an answer with its source, and the distances of the policies of a game that play on.
fn reply(
    question: String,
    answer: &Answer,
    (source, (game, players)): (&str, &(&'static Entry, Vec<PlayedBy>)),
    common: &PlayingOn,
) -> Result<Reply, AskError> {
    let reply = Reply::of(question, answer, source).with_distances(game, players);
    let mut data = json!({ "seed": common.seed, "source": source });
    if let Value::Object(all) = &mut data {
        all.extend(tables_json(&answer.tables));
        all.extend(answer.json.clone().and_then(|json| json.as_object().cloned()).unwrap_or_default());
    }
    Ok(reply.finish(&common.output, data))
}
