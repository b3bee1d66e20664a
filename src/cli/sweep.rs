//! `hitchart sweep FILE --field PATH=LOW..HIGH`

use super::error::CliError;
use super::names::{OfferedPath, scenarios};
use super::options::GameOptions;
use super::output::{self, Shown};
use crate::cli::numbers::count;
use crate::scenario::{ScenarioGames, Sweeping, check};
use crate::workflow::{self, WorkflowError};
use clap::{Args, ValueEnum};
use hitchart_config::{FileKind, FileText, InputError};
use hitchart_lab::runner::Progress;
use hitchart_lab::study::{NamedStudy, Simulated, Study};
use hitchart_lab::sweep::{DesignKind, MOST_POINTS, SweepStudy};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most games per point.
const MOST: u64 = 100_000_000;

#[derive(Debug, Args)]
pub(crate) struct SweepArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with studies of games. Its ruleset is the one that is changed
    #[arg(value_name = "SCENARIO", value_parser = OfferedPath(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Field of the ruleset and its values: PATH=LOW..HIGH, PATH=LOW..HIGH:STEP, or PATH=A|B; may be repeated
    #[arg(long = "field", value_name = "PATH=VALUES", required = true)]
    fields: Vec<String>,
    /// Selection of the combinations of values
    #[arg(long, value_enum, default_value_t)]
    design: DesignName,
    /// Number of points (latin), trajectories (morris) or rows (sobol) [default: 40, 10, 64]
    #[arg(long, value_name = "N", value_parser = count(2..=MOST_POINTS as u64))]
    points: Option<u64>,
    /// Games per point, study and rung; with --target, the limit of them [default: 1000, with --target 4000]
    #[arg(long, value_name = "N", value_parser = count(2..=MOST))]
    games: Option<u64>,
    /// Studies to play [default: all studies of games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+` [default: the policies of the studies]
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',')]
    rungs: Vec<String>,
    /// Metrics in the tables, or `all`; JSON always contains all [default: win or victory, and that of the target]
    #[arg(long, value_name = "METRIC,…", value_delimiter = ',')]
    metrics: Vec<String>,
    /// Find the nearest ruleset that meets this condition: 'defender wins 50%', 'rounds <= 6', 'victory >= 60%'
    #[arg(long, value_name = "TARGET")]
    target: Option<String>,
    #[command(flatten)]
    options: GameOptions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
enum DesignName {
    /// All combinations of the values
    #[default]
    Grid,
    /// A Latin hypercube: points spread evenly along each field
    Latin,
    /// Trajectories that change one field at a time, for screening by elementary effects
    Morris,
    /// Matrices for Sobol indices: the share of the variance that each field causes
    Sobol,
}

impl DesignName {
    fn kind(self) -> DesignKind {
        match self {
            DesignName::Grid => DesignKind::Grid,
            DesignName::Latin => DesignKind::Latin,
            DesignName::Morris => DesignKind::Morris,
            DesignName::Sobol => DesignKind::Sobol,
        }
    }
}

/// Plays all points, or searches for the point that reaches a target, and prints the answer.
pub(crate) fn run_sweep(args: &SweepArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let pool = workflow::thread_pool(args.options.threads())?;
    let (sweep, seed) = pool.install(|| sweep_asked(args))?;
    let sweep = Arc::new(sweep);
    let study = NamedStudy::alone(NAME, sweep.clone());
    let run = Simulated { studies: &[study], seed, samples: 0 };
    let ended = pool.install(|| run.count(Vec::new(), &|_, _| Ok(()), &Progress::new(false), stop));
    let counted = ended.map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?;
    let answer = sweep.answer(NAME, &counted);
    let fields = args.fields.join(", ");
    let question = match &args.target {
        Some(target) => format!("Which value of {fields} reaches `{target}`?"),
        None => format!("What changes with {fields}?"),
    };
    let shown = Shown::of(question, &answer, sweep.provenance.trim_start_matches("Rules: ").trim_end_matches('.'));
    output::show(&args.options.output, &shown, || answer.json.clone().unwrap_or(Value::Null))
}

/// Name of the tables and of the random streams of a design.
const NAME: &str = "sweep";

/// Builds the sweep from the arguments, and returns it with its seed.
fn sweep_asked(args: &SweepArgs) -> Result<(SweepStudy, u64), InputError> {
    let (file, overrides) = (FileText::named(FileKind::Scenario, &args.file)?, args.options.overrides());
    let scenario = check(file.clone(), &overrides)?;
    let (studies, rungs) = (args.study.clone(), args.rungs.clone());
    let sweeping = Sweeping {
        game: scenario.game,
        rules: scenario.rules,
        on: ScenarioGames { file, overrides, studies, rungs },
        name: NAME.to_owned(),
        fields: args.fields.clone(),
        design: args.design.kind(),
        points: args.points.map(|points| points as usize),
        games: args.games,
        metrics: args.metrics.iter().map(|metric| metric.trim().to_owned()).collect(),
        target: args.target.clone(),
    };
    sweeping.study()
}
