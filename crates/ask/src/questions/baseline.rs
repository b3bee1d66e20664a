//! `hitchart baseline FILE --out FILE`: records the results of a scenario, for `check`.

use super::compare::{margin, margins_by_metric};
use super::names::{NameParser, PathParser, count, rulesets, scenarios, threads, whole};
use crate::reply::Reply;
use crate::scenario::{Scenario, grounds};
use crate::{AskError, Asking};
use clap::Args;
use hitchart_config::rules::is_file;
use hitchart_config::words::{counted, grouped};
use hitchart_config::{InputError, TextOrigin, is_text};
use hitchart_lab::compare::check_shares;
use hitchart_lab::regression::{
    Baseline, BaselineOrigin, BaselineRules, BaselineScenario, FORMAT, Followed, MOST_GAMES, RecordStudy,
    RecordedStudy, VERSION, asked, few, measures, path_from, recorded,
};
use hitchart_lab::study::{Grouped, Overrides, RulesChoice};
use hitchart_report::table::escape;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Debug, Args)]
pub struct BaselineArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of games, as `games` or `missions`
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// File to write the baseline to
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Built-in ruleset or house rule, or a file ending in .toml, instead of the scenario's rules; or changes of the
    /// scenario's rules: `PATH=VALUE`, several with `;` between them
    #[arg(long, value_name = "RULES", value_parser = NameParser(rulesets), hide_possible_values = true)]
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
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u16>,
    /// Print only errors, and show no progress bar
    #[arg(long, short)]
    pub quiet: bool,
}

/// Name of the file of a baseline.
pub const BASELINE_FILE: &str = "baseline.json";

/// The games to record, and their scenario.
pub struct Recording<'a> {
    args: &'a BaselineArgs,
    scenario: Scenario,
    study: Arc<RecordStudy>,
}

/// Plays the games of a scenario, and returns their results with the exact numbers as a file.
///
/// # Errors
/// Fails on mistakes in the arguments and in the scenario, and if the work was stopped.
pub fn answer_baseline(args: &BaselineArgs, asking: &Asking<'_>) -> Result<Reply, AskError> {
    let recording = Recording::of(args, asking)?;
    recording.reply(&recording.baseline(asking)?)
}

impl<'a> Recording<'a> {
    /// Builds the study of the games from the arguments.
    ///
    /// # Errors
    /// Fails on mistakes in the arguments and in the scenario.
    pub fn of(args: &'a BaselineArgs, asking: &Asking<'_>) -> Result<Recording<'a>, InputError> {
        let rules = args.rules.clone().map(|name| RulesChoice::Named(name, asking.folder.clone()));
        let programs = asking.programs.clone();
        let overrides = Overrides { seed: args.seed, rules, programs, ..Overrides::default() };
        let scenario = asking.scenario(&args.file, &overrides)?;
        let study = Arc::new(record(args, &scenario)?);
        Ok(Recording { args, scenario, study })
    }

    /// Computes the exact numbers, plays the games and records their results.
    ///
    /// # Errors
    /// Fails on numbers that a baseline cannot hold, and if the work was stopped.
    pub fn baseline(&self, asking: &Asking<'_>) -> Result<Baseline, AskError> {
        let exact = measures(&(self.scenario.game.exact)(&self.scenario.rules)?);
        let asking = Asking { quiet: asking.quiet || self.args.quiet, ..asking.clone() };
        let threads = self.args.threads.map(usize::from);
        let counted = asking.counted_alone("baseline", self.study.clone(), self.scenario.seed, threads)?;
        let studies = recorded(&self.study, &counted)?;
        Ok(Baseline { exact, studies, ..heading(self.args, &self.scenario, &self.study) }.signed())
    }

    /// Returns a baseline as an answer, with its file.
    ///
    /// # Errors
    /// Fails on numbers that JSON cannot hold.
    pub fn reply(&self, baseline: &Baseline) -> Result<Reply, AskError> {
        let content =
            |cause: serde_json::Error| AskError::Content { what: "baseline".into(), cause: cause.to_string() };
        let text = escape::json(&baseline.to_json().map_err(content)?);
        let title = &self.scenario.title;
        let data = json!({
            "scenario": title,
            "system": baseline.game,
            "ruleset": baseline.rules.name,
            "seed": baseline.seed,
            "games": baseline.games,
            "studies": baseline.studies.iter().map(|study| &study.study).collect::<Vec<_>>(),
            "exact": exact_count(baseline),
            "numbers": number_count(baseline),
        });
        Ok(Reply {
            data,
            files: vec![(BASELINE_FILE.to_owned(), text)],
            warnings: baseline.studies.iter().filter_map(warning).collect(),
            ..Reply::short(format!("The baseline of {title} has {}", contents(baseline)), &[])
        })
    }
}

/// Returns the study of the games to record.
fn record(args: &BaselineArgs, scenario: &Scenario) -> Result<RecordStudy, InputError> {
    let games = grounds(scenario, &args.study, |games| games.grouped().map(Arc::new))?;
    let usual = || {
        games.iter().flat_map(|(_, games)| games.matters.iter()).map(|(metric, margin)| ((*metric).to_owned(), *margin))
    };
    let margins: BTreeMap<String, f64> =
        if args.margins.is_empty() { usual().collect() } else { margins_by_metric(&args.margins)? };
    let known = || games.iter().flat_map(|(_, games)| &games.quantities).map(|known| known.metric.as_str());
    for metric in margins.keys() {
        if !known().any(|known| known == metric) {
            return Err(InputError::unknown("metric", metric, known().collect::<BTreeSet<&str>>()));
        }
    }
    check_shares(&margins, games.iter().flat_map(|(_, games)| &games.quantities))?;
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
        text if is_text(text) => None,
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
        // Standard input, or a text: a check names its scenario itself.
        false => place.display().to_string(),
    }
}

impl BaselineArgs {
    /// Returns the command line, without options that do not affect results.
    fn command(&self) -> String {
        let quoted =
            |word: &str| if word.contains(char::is_whitespace) { format!("'{word}'") } else { word.to_owned() };
        // A command reads a text from standard input.
        let named = |word: String| if is_text(&word) { "-".to_owned() } else { word };
        let margins: Vec<String> = self.margins.iter().map(|(metric, margin)| format!("{metric}={margin}")).collect();
        let options = [
            ("rules", self.rules.clone().map(named)),
            ("study", Some(self.study.join(",")).filter(|names| !names.is_empty())),
            ("games", Some(self.games.to_string())),
            ("margins", Some(margins.join(",")).filter(|margins| !margins.is_empty())),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("out", Some(self.out.display().to_string())),
        ];
        let options = options.into_iter().filter_map(|(name, value)| Some(format!(" --{name} {}", quoted(&value?))));
        format!("hitchart baseline {}{}", quoted(&named(self.file.display().to_string())), options.collect::<String>())
    }
}

/// Returns a warning if a later check may have too few games to decide.
fn warning(study: &RecordedStudy) -> Option<String> {
    let (number, needed) = few(study)?;
    let whose = if number.of.is_empty() { String::new() } else { format!(" of {}", number.of) };
    Some(format!(
        "study `{}`: if games play differently but equally well, a check may need {} to pass `{}`{whose} at a margin of {}; \
         the baseline has {}, so a check may end inconclusive",
        study.study,
        counted(needed, "games"),
        number.metric,
        number.margin,
        grouped(number.n),
    ))
}

/// Describes the contents of a baseline.
pub fn contents(baseline: &Baseline) -> String {
    // A group of games is recorded as a whole, so that a study may have more games than were asked for.
    let most = baseline.studies.iter().map(|study| study.groups * study.size).max().unwrap_or(baseline.games);
    format!(
        "{}, and {} with margins over {} of each of {}",
        counted(exact_count(baseline), "exact numbers"),
        counted(number_count(baseline), "numbers"),
        counted(most, "games"),
        counted(baseline.studies.len() as u64, "studies"),
    )
}

fn exact_count(baseline: &Baseline) -> u64 {
    baseline.exact.iter().map(|measure| measure.count).sum()
}

fn number_count(baseline: &Baseline) -> u64 {
    baseline.studies.iter().map(|study| study.numbers.len() as u64).sum()
}
