//! `hitchart baseline FILE --out FILE`

use super::compare::margin;
use super::error::CliError;
use super::names::{Offered, OfferedPath, rulesets, scenarios};
use super::output;
use crate::cli::numbers::{count, whole};
use crate::scenario::grounds;
use crate::scenario::{Scenario, check};
use crate::workflow::{self, BASELINE, FileClaim, WorkflowError};
use clap::Args;
use hitchart_config::rules::is_file;
use hitchart_config::words::{counted, grouped};
use hitchart_config::{FileKind, FileText, InputError, TextOrigin};
use hitchart_lab::regression::{
    Baseline, BaselineOrigin, BaselineRules, BaselineScenario, FORMAT, Followed, MOST_GAMES, RecordStudy,
    RecordedStudy, VERSION, asked, few, measures, path_from, recorded,
};
use hitchart_lab::runner::{BlockCounts, Progress};
use hitchart_lab::study::{Grouped, NamedStudy, Overrides, RulesChoice, Simulated};
use hitchart_report::table::escape;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Debug, Args)]
pub(crate) struct BaselineArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of games, as `games` or `missions`
    #[arg(value_name = "SCENARIO", value_parser = OfferedPath(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// File to write the baseline to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Built-in ruleset or house rule, or a file ending in .toml; replaces that of the scenario
    #[arg(long, value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
    rules: Option<String>,
    /// Studies to play [default: all studies of games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Games of each study; also the limit of games of a later check
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = count(1..=MOST_GAMES))]
    games: u64,
    /// Largest change of a metric to ignore, such as win=0.03 [default: win=0.03, or victory=0.03]
    #[arg(long, value_name = "METRIC=X,…", value_delimiter = ',', value_parser = margin)]
    margins: Vec<(String, f64)>,
    /// Seed of all random streams; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print only errors, and show no progress bar
    #[arg(long, short)]
    quiet: bool,
}

/// Plays the games of a scenario and saves their results with the exact numbers.
pub(crate) fn run_baseline(args: &BaselineArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let rules = args.rules.clone().map(RulesChoice::Named);
    let overrides = Overrides { seed: args.seed, rules, ..Overrides::default() };
    let scenario = check(FileText::named(FileKind::Scenario, &args.file)?, &overrides)?;
    let record = Arc::new(record(args, &scenario)?);
    let claim = FileClaim::take(BASELINE, &args.out).map_err(WorkflowError::from)?;
    let exact = measures(&(scenario.game.exact)(&scenario.rules)?);
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let name = "baseline".to_owned();
    let study = NamedStudy::alone(name, record.clone());
    let simulated = Simulated { studies: &[study], seed: scenario.seed, samples: 0 };
    let told = |_: &str, _: &BlockCounts| Ok(());
    let ended = pool.install(|| simulated.count(Vec::new(), &told, &Progress::new(args.quiet), stop));
    let counted = ended.map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?;
    let studies = recorded(&record, &counted)?;
    let baseline = Baseline { exact, studies, ..heading(args, &scenario, &record) }.signed();
    let content =
        |cause: serde_json::Error| WorkflowError::Content { what: "baseline".into(), cause: cause.to_string() };
    let text = escape::json(&baseline.to_json().map_err(content)?);
    claim.write(&text, stop).map_err(WorkflowError::from)?;
    if args.quiet {
        return Ok(());
    }
    baseline.studies.iter().filter_map(warning).for_each(|warning| output::note(&warning));
    output::print(&recorded_sentence(args, &baseline))
}

/// Returns the study of the games to record.
fn record(args: &BaselineArgs, scenario: &Scenario) -> Result<RecordStudy, InputError> {
    let games = grounds(scenario, &args.study, |games| games.grouped().map(Arc::new))?;
    let usual =
        || games.iter().flat_map(|(_, games)| games.matters).map(|(metric, margin)| ((*metric).to_owned(), *margin));
    let margins: BTreeMap<String, f64> =
        if args.margins.is_empty() { usual().collect() } else { args.margins.iter().cloned().collect() };
    let known = || games.iter().flat_map(|(_, games)| &games.quantities).map(|known| known.metric.as_str());
    for metric in margins.keys() {
        if !known().any(|known| known == metric) {
            return Err(InputError::unknown("metric", metric, known().collect::<BTreeSet<&str>>()));
        }
    }
    let followed = |(name, games): (String, Arc<Grouped>)| (name, Followed::by_margins(games, &margins));
    let studies: Vec<(String, Followed)> = games.into_iter().map(followed).collect();
    match studies.iter().find(|(_, followed)| followed.quantities.is_empty()) {
        None => Ok(RecordStudy { studies, games: args.games }),
        Some((name, followed)) => {
            let known = followed.games.quantities.iter().map(|known| known.metric.as_str());
            let known: Vec<&str> = known.collect::<BTreeSet<&str>>().into_iter().collect();
            let problem = format!("study `{name}` has none of the metrics of --margins; it has {}", known.join(", "));
            Err(InputError::plain(problem)
                .with_help(Some("add a margin for one of them, or leave the study out with --study")))
        }
    }
}

/// Returns the heading of the baseline, without results.
fn heading(args: &BaselineArgs, scenario: &Scenario, record: &RecordStudy) -> Baseline {
    let folder = args.out.parent().unwrap_or(Path::new(""));
    let names: Vec<&str> = record.studies.iter().map(|(name, _)| name.as_str()).collect();
    let all: Vec<&str> = scenario.studies.iter().map(|study| study.name.as_str()).collect();
    let from = args.rules.as_deref().and_then(|name| match name {
        // The text of standard input is not available later; a check names its rules itself.
        "-" => None,
        name if is_file(name) => Some(path_from(folder, Path::new(name))),
        name => Some(name.to_owned()),
    });
    let made = BaselineOrigin { hitchart: env!("CARGO_PKG_VERSION").to_owned(), command: args.command() };
    Baseline {
        format: FORMAT.to_owned(),
        version: VERSION,
        made,
        game: scenario.game.name.to_owned(),
        scenario: BaselineScenario {
            file: scenario_from(folder, &scenario.file.path, &args.file),
            asked: asked(&scenario.file, &all, &names),
        },
        rules: BaselineRules::of(&scenario.rules, from),
        seed: scenario.seed,
        games: args.games,
        exact: Vec::new(),
        studies: Vec::new(),
        sha256: None,
    }
}

/// Returns the scenario as a check will look for it: a path from the folder of the baseline, or a built-in name.
fn scenario_from(folder: &Path, place: &TextOrigin, typed: &Path) -> String {
    match place.is_built_in() {
        true => place.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        false if place.as_os_str() == typed => path_from(folder, typed),
        // Standard input: a check names its scenario itself.
        false => place.display().to_string(),
    }
}

impl BaselineArgs {
    /// Returns the command line, without options that do not affect results.
    fn command(&self) -> String {
        let quoted =
            |word: &str| if word.contains(char::is_whitespace) { format!("'{word}'") } else { word.to_owned() };
        let margins: Vec<String> = self.margins.iter().map(|(metric, margin)| format!("{metric}={margin}")).collect();
        let options = [
            ("rules", self.rules.clone()),
            ("study", Some(self.study.join(",")).filter(|names| !names.is_empty())),
            ("games", Some(self.games.to_string())),
            ("margins", Some(margins.join(",")).filter(|margins| !margins.is_empty())),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("out", Some(self.out.display().to_string())),
        ];
        let options = options.into_iter().filter_map(|(name, value)| Some(format!(" --{name} {}", quoted(&value?))));
        format!("hitchart baseline {}{}", quoted(&self.file.display().to_string()), options.collect::<String>())
    }
}

/// Returns a warning if a later check may have too few games to decide.
fn warning(study: &RecordedStudy) -> Option<String> {
    let (number, needed) = few(study)?;
    let whose = if number.of.is_empty() { String::new() } else { format!(" of {}", number.of) };
    Some(format!(
        "warning: study `{}`: if games play differently but equally well, a check may need {} to pass `{}`{whose} at a margin of {}; \
         the baseline has {}, so a check may end inconclusive",
        study.study,
        counted(needed, "games"),
        number.metric,
        number.margin,
        grouped(number.n),
    ))
}

fn recorded_sentence(args: &BaselineArgs, baseline: &Baseline) -> String {
    let exact: u64 = baseline.exact.iter().map(|measure| measure.count).sum();
    let numbers: usize = baseline.studies.iter().map(|study| study.numbers.len()).sum();
    format!(
        "Saved {}: {}, and {} with margins over {} of each of {}",
        args.out.display(),
        counted(exact, "exact numbers"),
        counted(numbers as u64, "numbers"),
        counted(baseline.games, "games"),
        counted(baseline.studies.len() as u64, "studies"),
    )
}
