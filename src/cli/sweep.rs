//! `hitchart sweep FILE --field PATH=LOW..HIGH`

use super::error::CliError;
use super::options::GameOptions;
use super::output::{self, Shown};
use crate::input::{FileText, InputError};
use crate::runner::Progress;
use crate::scenario::{On, Sweeping, check};
use crate::study::{Asked, Simulated, Study};
use crate::sweep::{Kind, MOST_POINTS, SweepStudy};
use crate::workflow::{self, WorkflowError};
use clap::{Args, ValueEnum};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most games at a point.
const MOST: u64 = 100_000_000;

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// Scenario file with studies of games; the sweep changes its ruleset
    file: PathBuf,
    /// A field of the ruleset and its values: PATH=LOW..HIGH, PATH=LOW..HIGH:STEP, or PATH=A|B; may be repeated
    #[arg(long = "field", value_name = "PATH=VALUES", required = true)]
    fields: Vec<String>,
    /// Choice of the rulesets to play
    #[arg(long, value_enum, default_value_t)]
    design: DesignName,
    /// Points of latin, trajectories of morris, rows of sobol [default: 40, 10, 64]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MOST_POINTS as u64))]
    points: Option<u64>,
    /// Games at each point of a study and a rung; with --target the most games [default: 1000, with --target 4000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MOST))]
    games: Option<u64>,
    /// Studies to play [default: all that play games]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Policies that play, one after the other in all seats, or one a seat joined by `+` [default: the studies' policies]
    #[arg(long, value_name = "POLICY,…", value_delimiter = ',')]
    rungs: Vec<String>,
    /// Metrics to show in tables, or `all`; JSON has all of them [default: win or victory, or the metric of the target]
    #[arg(long, value_name = "METRIC,…", value_delimiter = ',')]
    metrics: Vec<String>,
    /// Search for the nearest ruleset that reaches a target, e.g. 'defender wins 50%', 'rounds <= 6', 'victory >= 60%'
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
    /// The matrices of Sobol indices
    Sobol,
}

impl DesignName {
    fn kind(self) -> Kind {
        match self {
            DesignName::Grid => Kind::Grid,
            DesignName::Latin => Kind::Latin,
            DesignName::Morris => Kind::Morris,
            DesignName::Sobol => Kind::Sobol,
        }
    }
}

/// Plays all points, or searches for the one that reaches a target, and prints the answer.
pub fn run(args: &SweepArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let pool = workflow::thread_pool(args.options.threads())?;
    let (sweep, seed) = pool.install(|| asked(args))?;
    let sweep = Arc::new(sweep);
    let study = Study::alone(NAME, sweep.clone());
    let run = Simulated { studies: &[study], seed, samples: 0 };
    let ended = pool.install(|| run.count(Vec::new(), &|_, _| Ok(()), &Progress::new(false), stop));
    let counted = ended.map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?;
    let answer = sweep.answer(NAME, &counted);
    let fields = args.fields.join(", ");
    let question = match &args.target {
        Some(target) => format!("Which value of {fields} reaches `{target}`?"),
        None => format!("What changes with {fields}?"),
    };
    let shown = Shown::of(question, &answer, &format!("seed {seed}"));
    output::show(&args.options.output, &shown, || answer.json.clone().unwrap_or(Value::Null))
}

/// Name of the tables and of the random streams of a design.
const NAME: &str = "sweep";

/// The sweep as it is to be run, and the seed of its dice.
fn asked(args: &SweepArgs) -> Result<(SweepStudy, u64), InputError> {
    let (file, overrides) = (FileText::read(&args.file)?, args.options.overrides());
    let scenario = check(file.clone(), &overrides)?;
    let (studies, rungs) = (args.study.clone(), args.rungs.clone());
    let sweeping = Sweeping {
        game: scenario.game,
        rules: scenario.rules,
        on: On { file, overrides, studies, rungs },
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
