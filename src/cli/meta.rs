//! `hitchart meta`: the analysis of results is printed, and written as a report on request.

use super::super::workflow::{Heading, report_alone};
use super::error::{CliError, Stop};
use super::output;
use hitchart_ask::questions::compare::{META_NAME, MetaArgs, analysed, answer_meta};
use hitchart_ask::{Asking, on_threads};
use hitchart_config::FileText;
use hitchart_lab::metagame::{self, Analysis};

/// Analyses results and prints the answer, the summary first.
pub(crate) fn run(args: &MetaArgs, stop: &Stop, asking: &Asking<'_>) -> Result<(), CliError> {
    if let Some(out) = &args.out {
        let (analysis, file) = stop.holding_nothing(|| analysed(args, asking))?;
        let (heading, answer) = (heading(&analysis, &file), metagame::answer(&analysis, META_NAME));
        let write = || report_alone(&heading, answer, out, stop.flag());
        on_threads(args.threads.map(usize::from), write)??;
    }
    output::show(&stop.holding_nothing(|| answer_meta(args, asking))?)
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
