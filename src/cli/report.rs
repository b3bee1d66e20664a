//! The command `hitchart report DIR`, a report on the terminal, and the opening of a report's page.

use super::super::workflow;
use super::{error::CliError, output};
use clap::Args;
use hitchart_ask::Reply;
use hitchart_ask::options::{Format, Output};
use hitchart_report::{Report, Section};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{ffi::OsStr, io, sync::atomic::AtomicBool, thread::sleep, time::Duration};

// `hitchart report DIR`

#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Folder of a report that `hitchart run` wrote
    dir: PathBuf,
    /// Print only errors and the formats of --format
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    output: Output,
}

/// Renders a saved report again and prints its path.
pub(crate) fn run(args: &ReportArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let report = workflow::render_again(&args.dir, &args.output.rows, stop)?;
    show(&report, &args.dir, &args.output, args.quiet)
}

// A report on the terminal: its answers on one screen, and the path of its page.

/// Most warnings that are printed; the report contains all.
const MOST_WARNINGS: usize = 3;

/// Prints the answers of a report in `out`, and its warnings on standard error. With `quiet`, people on standard output
/// get nothing; programs and files still get their formats.
pub(crate) fn show(report: &Report, out: &Path, output: &Output, quiet: bool) -> Result<(), CliError> {
    if !quiet {
        warn(report);
    }
    let page = out.join("report.html").display().to_string();
    let answers: Vec<&Section> = report.sections.iter().filter(|section| !section.line.is_empty()).collect();
    let tables: Vec<_> = report.sections.iter().flat_map(|section| section.tables.clone()).collect();
    let all = Reply {
        question: report.title.clone(),
        // The last tables are those of the rules and of the players.
        csv: tables.first().cloned(),
        tables,
        source: source(report),
        more: format!("Report: {page}"),
        ..Reply::default()
    };
    let reply = match answers[..] {
        [only] => Reply {
            summary: only.said.clone(),
            line: only.line.clone(),
            numbers: only.numbers.clone(),
            undecided: only.undecided.clone(),
            ..all
        },
        _ => Reply {
            answers: answers.iter().map(|section| answer(section)).collect(),
            line: answers.iter().map(|section| section.line.as_str()).collect::<Vec<_>>().join("\n"),
            ..all
        },
    };
    let mut reply = reply.finish(output, to_json(report, &page));
    reply.targets.retain(|target| !quiet || target.format != Format::Table || target.file.is_some());
    output::show(&reply)
}

/// Returns the rules and the seed of a report.
fn source(report: &Report) -> String {
    let value = |what: &str| report.provenance.iter().find(|(name, _)| name == what).map(|(_, value)| value.as_str());
    // The hash of the rules is in the report.
    let rules = value("Rules").map(|rules| rules.split(" (").next().unwrap_or(rules).to_owned());
    let seed = value("Seed").map(|seed| format!("seed {seed}"));
    rules.into_iter().chain(seed).collect::<Vec<_>>().join(", ")
}

/// Returns the title of a section and the first sentence of its answer.
fn answer(section: &Section) -> String {
    let title = if section.title.is_empty() { &section.name } else { &section.title };
    format!("{title}: {}", section.said.first().unwrap_or(&section.line))
}

/// Prints the first warnings.
fn warn(report: &Report) {
    report.warnings.iter().take(MOST_WARNINGS).for_each(|warning| output::warn(&warning.to_string()));
    if report.warnings.len() > MOST_WARNINGS {
        output::note(&format!("{} more warnings are in the report", report.warnings.len() - MOST_WARNINGS));
    }
}

/// Returns the answers as JSON; their numbers are in the files of the report.
fn to_json(report: &Report, page: &str) -> Value {
    let studies = report.sections.iter().map(|section| {
        json!({ "name": section.name, "title": section.title, "summary": section.said, "line": section.line,
            "undecided": section.undecided, "tables": section.tables.iter().map(|table| &table.name).collect::<Vec<_>>() })
    });
    json!({ "title": report.title, "report": page, "studies": studies.collect::<Vec<_>>(),
        "warnings": report.warnings.iter().map(ToString::to_string).collect::<Vec<_>>() })
}

// Opening of files with the system's default program.

/// Number of checks whether an opener has failed, and the pause between them. Most openers end at once; some run as
/// long as the file is open.
const ASKED: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Opens a file.
///
/// # Errors
/// Fails on systems without an opener, and if the opener fails at once.
pub(crate) fn open(path: &Path) -> io::Result<()> {
    // An absolute path never looks like an option.
    open_address(std::path::absolute(path)?.as_os_str())
}

/// Opens the address of a page, or an absolute path, with the system's program for pages.
///
/// # Errors
/// As [`open`].
pub(crate) fn open_address(address: &OsStr) -> io::Result<()> {
    let mut opener = opener();
    let child = opener.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let name = opener.get_program().to_string_lossy().into_owned();
    let mut child = child.map_err(|cause| io::Error::new(cause.kind(), format!("`{name}`: {cause}")))?;
    match failed(&mut child)? {
        Some(status) => Err(io::Error::other(format!("`{name}`: {status}"))),
        None => Ok(()),
    }
}

/// Returns the exit status of an opener that failed; `None` if it succeeded or is still running.
fn failed(child: &mut Child) -> io::Result<Option<std::process::ExitStatus>> {
    for _ in 0..ASKED {
        match child.try_wait()? {
            Some(status) => return Ok((!status.success()).then_some(status)),
            None => sleep(PAUSE),
        }
    }
    Ok(None)
}

#[cfg(target_os = "macos")]
fn opener() -> Command {
    Command::new("open")
}

/// Does the same as `start`, without a shell that would interpret the path.
#[cfg(windows)]
fn opener() -> Command {
    let mut opener = Command::new("rundll32");
    opener.arg("url.dll,FileProtocolHandler");
    opener
}

#[cfg(not(any(target_os = "macos", windows)))]
fn opener() -> Command {
    Command::new("xdg-open")
}
