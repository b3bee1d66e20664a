//! The command `hitchart play FILE`: plays the games of a study, or replays one of them.

use super::super::scenario::{Scenario, check};
use super::super::workflow;
use super::super::workflow::{Claim, FolderError, WorkflowError, any_folder};
use super::error::{CliError, ending};
use super::names::{GameOptions, Offered, OfferedPath, count, policies, precision, scenarios, source, whole};
use super::output;
use super::output::{Format, Formats, Shown};
use clap::Args;
use hitchart_config::files::begins;
use hitchart_config::words::counted;
use hitchart_config::{FileKind, FileText, InputError};
use hitchart_lab::runner::Progress;
use hitchart_lab::study;
use hitchart_lab::study::{
    Changes, CountError, Ended, Games, MAX_GAMES, NamedStudy, Precise, ReplayOrigin, RunCounts, Simulated,
};
use hitchart_report::table::escape;
use hitchart_stats::LEVEL;
use serde_json::{Value, json};
use std::io;
use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with a study of games, as `games` or `missions`
    #[arg(value_name = "SCENARIO", value_parser = OfferedPath(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Study to play [default: the first study of games]
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Number of games; replaces that of the study
    #[arg(long, value_name = "N", value_parser = count(1..=MAX_GAMES))]
    games: Option<u64>,
    /// Play until every win rate is within X (0.02: 2 points), instead of a fixed number of games; --games is then the limit
    #[arg(long, value_name = "X", value_parser = precision, conflicts_with = "replay")]
    precision: Option<f64>,
    /// Policies in the order of the companies; replaces those of the scenario
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = Offered(policies), hide_possible_values = true)]
    policies: Option<Vec<String>>,
    /// Let each policy play every seat in turn, with the same random numbers
    #[arg(long)]
    swap_seats: bool,
    /// Play only game K of the batch (from 0), and write its replay
    #[arg(long, value_name = "K", value_parser = whole)]
    replay: Option<u64>,
    /// For --replay, in a study with several rows (such as teams): the row, by name or by number from 1 [default: the first]
    #[arg(long, value_name = "NAME|N", requires = "replay")]
    row: Option<String>,
    /// Folder of replay.html and replay.jsonl [default: replays]
    #[arg(long, value_name = "DIR", requires = "replay")]
    out: Option<PathBuf>,
    /// Overwrite files of these names that are not replays, without asking
    #[arg(long, requires = "replay")]
    force: bool,
    /// Print the duration of the games on standard error
    #[arg(long)]
    timing: bool,
    #[command(flatten)]
    options: GameOptions,
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

    fn count(&self, stop: &AtomicBool) -> Result<Ended, CountError> {
        let (studies, seed, samples) = (std::slice::from_ref(&self.study), self.scenario.seed, self.scenario.samples);
        Simulated { studies, seed, samples }.count(Vec::new(), &|_, _| Ok(()), &Progress::new(false), stop)
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

/// Plays the games of a study and prints the winner, or replays one of them.
pub(crate) fn run(args: &PlayArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let asked = asked(args)?;
    if let Some(game) = args.replay {
        let out = args.out.clone().unwrap_or_else(|| PathBuf::from("replays"));
        let into = Into { folder: &out, force: args.force };
        return run_replay(&asked, game, into, &args.options.output.formats, stop);
    }
    let pool = workflow::thread_pool(args.options.threads())?;
    let clock = Instant::now();
    let games = asked.games()?;
    let count = games.count();
    let ended = pool.install(|| asked.count(stop)).map_err(WorkflowError::from)?;
    let seconds = clock.elapsed().as_secs_f64();
    let stopped = |done| CliError::Stopped { done, asked: count };
    let name = &asked.study.name;
    let is_stopped = matches!(ended, Ended::Stopped(_));
    let counted = match ended {
        Ended::Finished(counted) => counted,
        Ended::Stopped(shorter) => {
            RunCounts(shorter.of(name).map(|tally| (name.clone(), tally.clone())).into_iter().collect())
        }
    };
    let tally = asked.study.method.tally(name, &counted);
    let told = tally.and_then(|tally| games.outcome(name, &tally)).ok_or_else(|| stopped(0))?;
    let answer = asked.study.method.answer(name, &counted);
    let precision = asked.study.method.precision(name, &counted);
    let outcome = Outcome { asked: &asked, requested: count, told, is_stopped, precision };
    let finished = if is_stopped { Err(stopped(outcome.told.games)) } else { Ok(()) };
    let shown =
        Shown { csv: Some(outcome.told.all.clone()), ..Shown::of(asked.question(), &answer, &source(&asked.scenario)) };
    let printed = output::show(&args.options.output, &shown, || outcome.json());
    if args.timing {
        output::note(&timing(outcome.told.games, seconds));
    }
    outcome.told.warnings.iter().for_each(|warning| output::warn(&warning.to_string()));
    ending(finished, printed)
}

/// Formats the duration of games. It is not part of an answer, because two equal runs would differ in it.
fn timing(games: u64, seconds: f64) -> String {
    let rate = games as f64 / seconds.max(f64::MIN_POSITIVE);
    format!("{} in {seconds:.1} s, {rate:.0} a second", counted(games, "games"))
}

/// Builds the study to play from the arguments.
fn asked(args: &PlayArgs) -> Result<Asked, InputError> {
    let scenario = check(FileText::named(FileKind::Scenario, &args.file)?, &args.options.overrides())?;
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
            study.name,
            study.method.kind()
        ))),
        (None, Some(name)) if !names.is_empty() => Err(InputError::unknown("study", name, names)),
        (None, _) => {
            let mut kinds: Vec<&str> = studies.iter().map(|study| study.method.kind()).collect();
            kinds.dedup();
            let problem = format!("the scenario has no study of kind `{plays}`, only of {}", kinds.join(", "));
            Err(InputError::plain(problem).with_help(Some(format!("add a `[[study]]` with `kind = \"{plays}\"`"))))
        }
    }
}

impl Outcome<'_> {
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

// `--replay`: the replay of one game, written to files.

const FILES: [&str; 2] = ["replay.html", "replay.jsonl"];

/// Marks near the start of the page and of the first line of every replay.
const MARKS: [&str; 2] = [r#"id="replay">{"header":{"schema":"hitchart-"#, r#"{"schema":"hitchart-"#];

/// Number of bytes searched for the mark; the page's style comes first.
const EARLY: u64 = 1 << 18;

/// Destination of a replay.
#[derive(Clone, Copy)]
struct Into<'a> {
    pub folder: &'a Path,
    /// True if files that are not replays may be replaced without asking.
    pub force: bool,
}

/// Replays a game, writes the replay into a folder and prints the result.
fn run_replay(asked: &Asked, game: u64, into: Into, formats: &Formats, stop: &AtomicBool) -> Result<(), CliError> {
    let out = into.folder;
    let claim = Claim::take(out, any_folder).map_err(WorkflowError::from)?;
    may_replace(into).map_err(WorkflowError::from)?;
    let about = ReplayOrigin {
        program: format!("hitchart {}", env!("CARGO_PKG_VERSION")),
        scenario: asked.scenario.title.clone(),
        seed: asked.scenario.seed,
        game,
    };
    let replay = asked.games()?.replay(&asked.study.name, &about, stop)?.ok_or(WorkflowError::Interrupted)?;
    let texts = [replay.html, replay.jsonl].map(String::into_bytes);
    let files: Vec<(PathBuf, Vec<u8>)> = FILES.map(PathBuf::from).into_iter().zip(texts).collect();
    claim.put(&files, stop).map_err(WorkflowError::from)?;
    let paths = FILES.map(|file| out.join(file).display().to_string());
    let line = format!("Game {game}: {}", replay.said);
    if !formats.has(Format::Json) {
        let [page, lines] = paths;
        return output::print(&format!("{}\n{page}\n{lines}", escape::line(&line)));
    }
    let mut told = json!({ "game": game, "seed": about.seed, "files": paths });
    if let Value::Object(told) = &mut told {
        told.extend(replay.json);
    }
    output::show_short(formats, &Shown::short(line, &[]), || told.clone())
}

/// Checks that files that are not replays may be replaced: allowed by `--force`, or by the user at the terminal.
fn may_replace(into: Into) -> Result<(), FolderError> {
    let paths = FILES.map(|file| into.folder.join(file));
    let foreign = |(path, mark): &(&PathBuf, &str)| path.symlink_metadata().is_ok() && !is_replay(path, mark);
    for (path, _) in paths.iter().zip(MARKS).filter(foreign) {
        if path.is_dir() {
            return Err(FolderError::Taken(path.clone()));
        }
        if !into.force && !agreed(path, &mut io::stdin().lock()) {
            return Err(FolderError::NoReplay(path.clone()));
        }
    }
    Ok(())
}

/// Returns true if a file is a replay. Devices, pipes and links are not.
fn is_replay(path: &Path, mark: &str) -> bool {
    let early = begins(path, EARLY).unwrap_or_default();
    !path.is_symlink() && early.windows(mark.len()).any(|bytes| bytes == mark.as_bytes())
}

/// Asks the user whether a file may be replaced; returns false without a terminal.
fn agreed(path: &Path, answers: &mut (impl BufRead + IsTerminal)) -> bool {
    if !answers.is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    let asked = write!(
        io::stderr(),
        "{} was not written by hitchart. Replace it? [y/N] ",
        escape::line(&path.to_string_lossy())
    );
    let mut answer = String::new();
    asked.is_ok()
        && answers.read_line(&mut answer).is_ok()
        && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}
