//! `hitchart play FILE`

mod json;
mod replay;

use super::error::CliError;
use super::options::GameOptions;
use super::output::{self, Format};
use crate::input::{FileText, InputError};
use crate::scenario::{GamesStudy, MAX_GAMES, Scenario, StudyKind, check, policies_needed};
use crate::study::games::{HEADLINES, breakdown_table, metrics_table, seats_table, too_few};
use crate::systems::rapid_attack::record::Tally;
use crate::table::{Table, grouped};
use crate::workflow;
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Scenario file with a study of kind `games`
    file: PathBuf,
    /// The study to play [default: the first of kind `games`]
    #[arg(long, value_name = "NAME")]
    study: Option<String>,
    /// Number of games, over that of the study
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    games: Option<u64>,
    /// Policies in the order of the companies, over those of the scenario
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    policies: Option<Vec<String>>,
    /// Let the policies take every seat in turn, with the same dice in each
    #[arg(long)]
    swap_seats: bool,
    /// Play this game of the batch again, counted from 0, and write its replay
    #[arg(long, value_name = "K")]
    replay: Option<u64>,
    /// Folder of replay.html and replay.jsonl [default: replays]
    #[arg(long, value_name = "DIR", requires = "replay")]
    out: Option<PathBuf>,
    #[command(flatten)]
    options: GameOptions,
}

/// The games that are played: a study as the command line has changed it.
struct Asked {
    scenario: Scenario,
    name: String,
    study: GamesStudy,
}

/// Games as they came out.
struct Outcome<'a> {
    asked: &'a Asked,
    tally: Tally,
    seconds: f64,
}

/// Plays the games of a study and says who wins, or plays one of them again.
pub fn run(args: &PlayArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let asked = asked(args)?;
    if let Some(game) = args.replay {
        let out = args.out.clone().unwrap_or_else(|| PathBuf::from("replays"));
        return replay::run(&asked, game, &out, args.options.format, stop);
    }
    let pool = workflow::thread_pool(args.options.threads())?;
    let clock = Instant::now();
    let (study, rules, seed) = (&asked.study, &asked.scenario.rules, asked.scenario.seed);
    let tally = pool.install(|| workflow::play(&asked.name, study, rules, seed, false, stop));
    let seconds = clock.elapsed().as_secs_f64();
    let stopped = |done| CliError::Stopped { done, asked: study.games };
    let outcome = Outcome { asked: &asked, tally: tally.ok_or_else(|| stopped(0))?, seconds };
    output::answer(args.options.format, &outcome.tables(args.options.format), || json::outcome(&outcome))?;
    if let Some(warning) = too_few(&asked.name, &outcome.tally) {
        output::note(&format!("warning: {warning}"));
    }
    if outcome.tally.games < study.games { Err(stopped(outcome.tally.games)) } else { Ok(()) }
}

/// The study as it is to be played.
fn asked(args: &PlayArgs) -> Result<Asked, InputError> {
    let overrides = args.options.overrides()?;
    let scenario = check(FileText::read(&args.file)?, overrides)?;
    let (name, mut study) = chosen(&scenario, args.study.as_deref())?;
    study.games = args.games.unwrap_or(study.games);
    study.swap_seats |= args.swap_seats;
    if let Some(names) = &args.policies {
        if names.len() != study.companies.len() {
            let problem = policies_needed(names.len(), study.companies.len());
            return Err(InputError::plain(format!("--policies: {problem}")));
        }
        study.policies = names.iter().map(|name| scenario.policy(name.trim())).collect::<Result<_, _>>()?;
    }
    Ok(Asked { scenario, name, study })
}

/// The study of a name, or the first of games.
fn chosen(scenario: &Scenario, name: Option<&str>) -> Result<(String, GamesStudy), InputError> {
    let games = scenario.studies.iter().filter(|study| matches!(study.kind, StudyKind::Games(_)));
    let names: Vec<&str> = games.map(|study| study.name.as_str()).collect();
    let found = match name {
        None => scenario.studies.iter().find(|study| names.contains(&study.name.as_str())),
        Some(name) => scenario.studies.iter().find(|study| study.name == name),
    };
    match (found.map(|study| (&study.name, &study.kind)), name) {
        (Some((name, StudyKind::Games(study))), _) => Ok((name.clone(), study.clone())),
        (Some((name, other)), _) => {
            Err(InputError::plain(format!("study `{name}` is of kind `{}`; `play` needs one of `games`", other.name())))
        }
        (None, Some(name)) if !names.is_empty() => Err(InputError::unknown("study", name, names)),
        (None, _) => {
            let mut kinds: Vec<&str> = scenario.studies.iter().map(|study| study.kind.name()).collect();
            kinds.dedup();
            let problem = format!("the scenario has no study of kind `games`, only of {}", kinds.join(", "));
            Err(InputError::plain(problem).with_help(Some("add a `[[study]]` with `kind = \"games\"` and `companies`")))
        }
    }
}

impl Outcome<'_> {
    /// A short answer for people; for CSV, all metrics.
    fn tables(&self, format: Format) -> Vec<Table> {
        let (name, study) = (&self.asked.name, &self.asked.study);
        if format == Format::Csv {
            return vec![metrics_table(name, &self.tally, |_| true)];
        }
        let mut seats = seats_table(name, study, &self.tally);
        seats.title = format!("{}: {}", self.asked.scenario.title, seats.title.to_lowercase());
        seats.note = format!("{} {}", seats.note, self.provenance());
        let headlines = metrics_table(name, &self.tally, |metric| HEADLINES.contains(&metric.name));
        vec![seats, breakdown_table(name, study, &self.tally), headlines]
    }

    /// What the numbers were made from, in a sentence.
    fn provenance(&self) -> String {
        format!(
            "{} games ({:.0} a second), seed {}, rules {}, hitchart {}.",
            grouped(self.tally.games),
            self.games_per_second(),
            self.asked.scenario.seed,
            self.asked.scenario.rules.name,
            env!("CARGO_PKG_VERSION"),
        )
    }

    fn games_per_second(&self) -> f64 {
        self.tally.games as f64 / self.seconds.max(f64::MIN_POSITIVE)
    }
}
