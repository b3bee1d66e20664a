//! `hitchart play FILE`: plays the games of a study, or replays one of them.

use super::names::{GameOptions, NameParser, PathParser, count, policies, precision, scenarios, source, whole};
use crate::reply::Reply;
use crate::{AskError, Asking, on_threads};
use crate::{scenario::Scenario, units::RunDescription};
use clap::Args;
use hitchart_config::InputError;
use hitchart_config::words::{counted, grouped};
use hitchart_lab::study::{
    Changes, CountError, Ended, Games, MAX_GAMES, NamedStudy, Precise, ReplayOrigin, Resume, RunCounts, Simulated,
};
use hitchart_lab::{runner::Stopwatch, study};
use hitchart_stats::LEVEL;
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with a study of games, as `games` or `missions`
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Study to play [default: the first study of games]
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Number of games; replaces that of the study
    #[arg(long, value_name = "N", value_parser = count(1..=MAX_GAMES))]
    games: Option<u64>,
    /// Play until the win rate of each player and policy is within X, from 0.001 to 0.5 (0.02: 2 points), instead of a
    /// fixed number of games; --games is then the limit
    #[arg(long, value_name = "X", value_parser = precision, conflicts_with = "replay")]
    precision: Option<f64>,
    /// Policies in the order of the companies; for Apocalypse Frame that of the Aces, then that of the game master; replaces
    /// those of the scenario
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = NameParser(policies), hide_possible_values = true)]
    policies: Option<Vec<String>>,
    /// Let each policy play every seat in turn, with the same random numbers
    #[arg(long)]
    swap_seats: bool,
    /// Play only game K, counted from 0, and write its replay; K may lie beyond the number of games
    #[arg(long, value_name = "K", value_parser = whole)]
    pub replay: Option<u64>,
    /// For --replay, in a study with several rows (such as teams): the row, by name or by number from 1 [default: the first]
    #[arg(long, value_name = "NAME|N", requires = "replay")]
    row: Option<String>,
    /// Folder of replay.html and replay.jsonl [default: replays]
    #[arg(long, value_name = "DIR", requires = "replay")]
    pub out: Option<PathBuf>,
    /// Overwrite files of these names that are not replays, without asking
    #[arg(long, requires = "replay")]
    pub force: bool,
    /// Print the duration of the games on standard error
    #[arg(long)]
    timing: bool,
    #[command(flatten)]
    pub options: GameOptions,
}

/// The study to play, with the changes of the command line.
struct Asked {
    scenario: Scenario,
    study: NamedStudy,
}

impl Asked {
    /// Returns the study as one of games.
    fn games(&self) -> Result<&dyn Games, InputError> {
        let none = || InputError::plain(format!("study `{}` has no games to play", self.study.name));
        self.study.method.games().ok_or_else(none)
    }

    /// Returns the title of the scenario, and of the study if the study has another.
    fn question(&self) -> String {
        let (scenario, study) = (&self.scenario.title, &self.study.title);
        if study.is_empty() || study == scenario { scenario.clone() } else { format!("{scenario}: {study}") }
    }

    fn count(&self, asking: &Asking<'_>) -> Result<Ended, CountError> {
        let (studies, seed, samples) = (std::slice::from_ref(&self.study), self.scenario.seed, self.scenario.samples);
        Simulated { studies, seed, samples }.count(Vec::new(), &|_, _| Ok(()), &asking.progress(), asking.stop)
    }
}

/// Results of games.
struct Outcome<'a> {
    asked: &'a Asked,
    /// Number of games to play.
    requested: u64,
    told: study::Outcome,
    /// True if the games were interrupted.
    is_stopped: bool,
    /// The required precision, and the precision reached.
    precision: Option<[f64; 2]>,
}

/// Plays the games of a study, or replays one of them.
///
/// # Errors
/// Fails on scenarios without games, and if the work was stopped before any game was finished.
pub fn answer(args: &PlayArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let asked = asked(args, asking)?;
    match args.replay {
        Some(game) => answer_replay(args, &asked, game, asking),
        None => answer_games(args, &asked, asking),
    }
}

/// Plays games and returns the winner, also of the games that were finished before a stop.
fn answer_games(args: &PlayArgs, asked: &Asked, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let clock = Stopwatch::start();
    let (name, games) = (&asked.study.name, asked.games()?);
    let requested = games.count();
    let ended = on_threads(asking.threads(args.options.threads()), || asked.count(asking))??;
    let seconds = clock.elapsed().as_secs_f64();
    let is_stopped = matches!(ended, Ended::Stopped(_));
    let counted = match ended {
        Ended::Finished(counted) => counted,
        Ended::Stopped(shorter) => {
            RunCounts(shorter.of(name).map(|tally| (name.clone(), tally.clone())).into_iter().collect())
        }
    };
    let tally = asked.study.method.tally(name, &counted);
    let stopped = AskError::Stopped { done: 0, asked: requested };
    let told = tally.and_then(|tally| games.outcome(name, &tally)).ok_or(stopped)?;
    let mut answer = asked.study.method.answer(name, &counted);
    if is_stopped {
        answer.said.insert(0, format!("Stopped after {} of {} games.", grouped(told.games), grouped(requested)));
    }
    let precision = asked.study.method.precision(name, &counted);
    let outcome = Outcome { asked, requested, told, is_stopped, precision };
    let reply = Reply {
        csv: Some(outcome.told.all.clone()),
        notes: args.timing.then(|| timing(outcome.told.games, seconds)).into_iter().collect(),
        warnings: outcome.told.warnings.iter().map(ToString::to_string).collect(),
        stopped: is_stopped.then_some((outcome.told.games, requested)),
        counts: counted.0.clone(),
        ..Reply::of(asked.question(), &answer, &outcome.source())
    };
    let reply = reply.with_distances(asked.scenario.game, &asked.study.method.players());
    let reply = reply.warned(&asked.scenario.game.doubts(&asked.scenario.rules));
    Ok(reply.finish(&args.options.output, outcome.json()))
}

/// Names of the files of a replay: the page, and its lines.
pub const REPLAY_FILES: [&str; 2] = ["replay.html", "replay.jsonl"];

/// Replays a game, and returns the replay as files.
fn answer_replay(args: &PlayArgs, asked: &Asked, game: u64, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let about = ReplayOrigin {
        program: format!("hitchart {}", env!("CARGO_PKG_VERSION")),
        scenario: asked.scenario.title.clone(),
        seed: asked.scenario.seed,
        game,
        resume: Some(Resume {
            run: serde_json::to_value(RunDescription::of(&asked.scenario)).unwrap_or_default(),
            study: asked.study.name.clone(),
            policies: args.policies.clone(),
            swap_seats: args.swap_seats,
            row: args.row.clone(),
            ..Resume::default()
        }),
    };
    let replay = asked.games()?.replay(&asked.study.name, &about, asking.stop)?.ok_or(AskError::Interrupted)?;
    let files = REPLAY_FILES.map(str::to_owned).into_iter().zip([replay.html, replay.jsonl]).collect();
    let reply = Reply { files, ..Reply::short(format!("Game {game}: {}", replay.said), &[]) };
    let mut data = json!({ "game": game, "seed": about.seed });
    if let Value::Object(data) = &mut data {
        data.extend(replay.json);
    }
    Ok(reply.finish(&args.options.output.formats, data))
}

/// Formats the duration of games. It is not part of an answer, because two equal runs would differ in it.
fn timing(games: u64, seconds: f64) -> String {
    let rate = games as f64 / seconds.max(f64::MIN_POSITIVE);
    format!("{} in {seconds:.1} s, {rate:.0} a second", counted(games, "games"))
}

/// Builds the study to play from the arguments.
fn asked(args: &PlayArgs, asking: &Asking<'_>) -> Result<Asked, InputError> {
    let scenario = asking.scenario(&args.file, &args.options.overrides(asking))?;
    let (study, games) = chosen(&scenario, args.study.as_deref())?;
    let changes = Changes {
        games: args.games,
        policies: args.policies.as_deref(),
        swap_seats: args.swap_seats,
        row: args.row.as_deref(),
    };
    let changed = games.changed(&changes)?;
    let precise = args.precision.map(|goal| Precise::of(changed.as_ref(), goal, args.games)).transpose()?.flatten();
    let study = NamedStudy { method: precise.unwrap_or(changed), ..study.clone() };
    Ok(Asked { scenario, study })
}

/// Returns the study of a name, or the first study of games.
fn chosen<'a>(scenario: &'a Scenario, name: Option<&str>) -> Result<(&'a NamedStudy, &'a dyn Games), InputError> {
    let (studies, plays) = (&scenario.studies, scenario.game.plays);
    let names: Vec<&str> = study::games_of(studies).map(|(name, _)| name).collect();
    let found = match name {
        None => studies.iter().find(|study| names.contains(&study.name.as_str())),
        Some(name) => studies.iter().find(|study| study.name == name),
    };
    match (found.map(|study| (study, study.method.games())), name) {
        (Some((study, Some(games))), _) => Ok((study, games)),
        (Some((study, None)), _) => Err(InputError::plain(format!(
            "study `{}` is of kind `{}`; `play` needs one of `{plays}`",
            study.name, study.kind
        ))),
        (None, Some(name)) if !names.is_empty() => Err(InputError::unknown("study", name, names)),
        (None, _) => {
            let mut kinds: Vec<&str> = studies.iter().map(|study| study.kind).collect();
            kinds.dedup();
            let problem = format!("the scenario has no study of kind `{plays}`, only of {}", kinds.join(", "));
            Err(InputError::plain(problem).with_help(Some(format!("add a `[[study]]` with `kind = \"{plays}\"`"))))
        }
    }
}

impl Outcome<'_> {
    /// Returns the source of the numbers; of games that were stopped, also their number.
    fn source(&self) -> String {
        let whole = source(&self.asked.scenario);
        match self.is_stopped {
            true => format!("{whole}, stopped after {} of {} games", self.told.games, self.requested),
            false => whole,
        }
    }

    /// Returns the JSON keys of every game, and those of this game.
    fn json(&self) -> Value {
        let (scenario, games) = (&self.asked.scenario, self.told.games);
        let mut all = json!({
            "scenario": scenario.title,
            "study": self.asked.study.name,
            "version": env!("CARGO_PKG_VERSION"),
            "system": scenario.game.name,
            "ruleset": scenario.rules.name,
            "seed": scenario.seed,
            "level": LEVEL,
            "games": games,
            "requested": self.requested,
            "stopped": self.is_stopped,
        });
        if let Value::Object(all) = &mut all {
            all.extend(self.told.json.clone());
            let precision = self.precision.map(|[goal, reached]| json!({ "goal": goal, "reached": reached }));
            all.extend(precision.map(|precision| ("precision".to_owned(), precision)));
        }
        all
    }
}
