//! `hitchart meta FILE.csv`

use super::error::CliError;
use super::names::{OfferedPath, results};
use super::output::{self, Output, Shown};
use super::stop::Stop;
use crate::cli::numbers::{count, whole};
use crate::workflow::{self, Heading};
use clap::Args;
use hitchart_config::{FileKind, FileText, InputError};
use hitchart_lab::metagame::{self, Analysis, RESAMPLES, analyse};
use hitchart_lab::study::Answer;
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct MetaArgs {
    /// Results: a file, a built-in name, or `-` for standard input; comma-separated values with the columns a, b, wins, ties,
    /// losses
    #[arg(value_name = "RESULTS", value_parser = OfferedPath(results), hide_possible_values = true)]
    file: PathBuf,
    /// Seed of the resamples
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    seed: u64,
    /// Bootstrap resamples for the intervals
    #[arg(long, value_name = "N", default_value_t = RESAMPLES as u64, value_parser = count(100..=10_000))]
    resamples: u64,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Also write a report with figures into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// Name of tables and figures.
const META_NAME: &str = "meta";

/// Analyses results and prints the answer, the summary first.
pub(crate) fn run_meta(args: &MetaArgs, stop: &Stop) -> Result<(), CliError> {
    let file = FileText::named(FileKind::Results, &args.file)?;
    let results = metagame::read(&file)?;
    let pool = workflow::thread_pool(args.threads.map(usize::from))?;
    let analysed = || pool.install(|| analyse(&results, args.seed, args.resamples as usize));
    let analysis = stop.holding_nothing(analysed);
    let analysis = analysis.map_err(InputError::plain)?;
    if let Some(out) = &args.out {
        let (heading, answer) = (heading(&analysis, &file), metagame::answer(&analysis, META_NAME));
        pool.install(|| workflow::report_alone(&heading, answer, out, stop.flag()))?;
    }
    let answer = Answer { tables: metagame::tables(&analysis, META_NAME), ..metagame::answer(&analysis, META_NAME) };
    let shown = Shown::of(format!("Who beats whom in {}?", file.name()), &answer, &file.name());
    output::show(&args.output, &shown, || with_provenance(&analysis, &file))
}

/// Returns the heading of a report.
fn heading(analysis: &Analysis, file: &FileText) -> Heading {
    let line = |what: &str, value: String| (what.to_owned(), value);
    Heading {
        name: META_NAME.to_owned(),
        title: format!("Who beats whom in {}", file.name()),
        text: "Ratings, equilibrium, dominated entrants and cycles of results as they were given.".to_owned(),
        provenance: vec![
            line("Version", env!("CARGO_PKG_VERSION").to_owned()),
            line("Results", file.name()),
            line("Results SHA-256", file.sha256()),
            line("Seed", analysis.seed.to_string()),
            line("Resamples", analysis.resamples.to_string()),
        ],
    }
}

/// Returns the answer as JSON, with its provenance.
fn with_provenance(analysis: &Analysis, file: &FileText) -> Value {
    let mut answer = metagame::json(analysis);
    answer["provenance"] = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "file": file.name(),
        "sha256": file.sha256(),
        "seed": analysis.seed,
        "resamples": analysis.resamples,
    });
    answer
}
