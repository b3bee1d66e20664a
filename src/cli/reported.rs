//! A report on the terminal: its answers on one screen, and the path of its page.

use super::error::CliError;
use super::output::{self, Output, Shown};
use hitchart_report::{Report, Section};
use serde_json::{Value, json};
use std::path::Path;

/// Most warnings that are printed; the report contains all.
const MOST_WARNINGS: usize = 3;

/// Prints the answers of a report in `out`, and its warnings on standard error.
pub(crate) fn show(report: &Report, out: &Path, output: &Output) -> Result<(), CliError> {
    warn(report);
    let page = out.join("report.html").display().to_string();
    let answers: Vec<&Section> = report.sections.iter().filter(|section| !section.line.is_empty()).collect();
    let tables: Vec<_> = report.sections.iter().flat_map(|section| section.tables.clone()).collect();
    let all = Shown {
        question: report.title.clone(),
        tables: tables.into(),
        source: source(report),
        more: format!("Report: {page}"),
        ..Shown::default()
    };
    let shown = match answers[..] {
        [only] => Shown {
            summary: only.said.as_slice().into(),
            line: only.line.clone(),
            numbers: only.numbers.as_slice().into(),
            undecided: only.undecided.as_str().into(),
            ..all
        },
        _ => Shown {
            answers: answers.iter().map(|section| answer(section)).collect(),
            line: answers.iter().map(|section| section.line.as_str()).collect::<Vec<_>>().join("\n"),
            ..all
        },
    };
    output::show(output, &shown, || to_json(report, &page))
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
            "tables": section.tables.iter().map(|table| &table.name).collect::<Vec<_>>() })
    });
    json!({ "title": report.title, "report": page, "studies": studies.collect::<Vec<_>>(),
        "warnings": report.warnings.iter().map(ToString::to_string).collect::<Vec<_>>() })
}
