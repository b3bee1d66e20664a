//! Regression tests of balance: `hitchart check FILE` and `hitchart baseline FILE --out FILE`.
//!
//! A baseline records the results of a scenario. A check compares current results with it.

use super::super::workflow::{BASELINE, FileClaim, WorkflowError};
use super::error::{CliError, ending};
use super::output;
use hitchart_ask::options::Format;
use hitchart_ask::questions::baseline::{BaselineArgs, Recording, contents};
use hitchart_ask::questions::check::{CheckArgs, check_reply, checked};
use hitchart_ask::{Asking, Reply};
use hitchart_config::words::counted;
use hitchart_lab::regression::{CheckResult, Verdict, junit};
use hitchart_report::table::{escape, unsigned};

// `hitchart check FILE`

/// Compares current results with a baseline, and prints the verdict.
pub(crate) fn run_check(args: &CheckArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let outcome = checked(args, asking)?;
    let found = match outcome.verdict() {
        Verdict::Pass => Ok(()),
        Verdict::Drift => Err(CliError::Drift),
        Verdict::Inconclusive => Err(CliError::Inconclusive),
    };
    let reply = check_reply(args, &outcome);
    let printed = output::shown_unsorted(&reply, |reply| {
        output::deliver(&reply.targets, |format, width| match format {
            Format::Table if args.quiet => Ok(String::new()),
            Format::Junit => Ok(junit(&outcome)),
            Format::Md => Ok(markdown(&outcome, reply)),
            _ => output::text(reply, format, width),
        })
    });
    ending(found, printed)
}

/// Rows of each table that a terminal shows.
const ROWS: u32 = 5;

/// Returns the Markdown for a pull request: the verdict, the changed rules, and the tables; long tables are folded.
fn markdown(outcome: &CheckResult, reply: &Reply) -> String {
    let inline = |text: &str| escape::markdown(&unsigned(text));
    let mut out = format!("## Balance: {}\n", outcome.verdict().name());
    for sentence in reply.summary.iter().chain(Some(&reply.undecided).filter(|text| !text.is_empty())) {
        out += &format!("\n{}\n", inline(sentence));
    }
    for table in &reply.tables {
        let note = if table.note.is_empty() { String::new() } else { format!("\n{}\n", inline(&table.note)) };
        let (title, rows) = (inline(&table.title), table.to_markdown());
        out += &match table.rows() > ROWS as usize {
            true => format!(
                "\n<details><summary>{title} ({})</summary>\n\n{rows}{note}\n</details>\n",
                counted(table.rows() as u64, "rows")
            ),
            false => format!("\n### {title}\n\n{rows}{note}"),
        };
    }
    out
}

// `hitchart baseline FILE --out FILE`

/// Plays the games of a scenario and saves their results with the exact numbers.
pub(crate) fn run_baseline(args: &BaselineArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let recording = Recording::of(args, asking)?;
    let claim = FileClaim::take(BASELINE, &args.out).map_err(WorkflowError::from)?;
    let baseline = recording.baseline(asking)?;
    let reply = recording.reply(&baseline)?;
    let text = reply.files.first().map(|(_, text)| text.as_str()).unwrap_or_default();
    claim.write(text, asking.stop).map_err(WorkflowError::from)?;
    if args.quiet {
        return Ok(());
    }
    reply.warnings.iter().for_each(|warning| output::note(&format!("warning: {warning}")));
    output::print(&format!("Saved {}: {}", args.out.display(), contents(&baseline)))
}
