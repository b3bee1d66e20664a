//! Conversion of answers to a report, and of a report to files.

use super::{Provenance, WorkflowError};
use crate::games::{distance_table, distances};
use crate::scenario::Scenario;
use hitchart_config::words::grouped;
use hitchart_lab::study::{Answer, NamedStudy, RunCounts};
use hitchart_report::plot;
use hitchart_report::table::{Table, escape, schema, unsigned, unsigned_zeros};
use hitchart_report::{Label, Labels, Report, Section, html, markdown, merged};
use rayon::prelude::*;
use std::path::PathBuf;

/// Answers every study and draws the figures.
pub(crate) fn report(
    scenario: &Scenario,
    counted: &RunCounts,
    provenance: &Provenance,
) -> Result<Report, WorkflowError> {
    let answers: Vec<Answer> =
        scenario.studies.par_iter().map(|study| study.method.answer(&study.name, counted)).collect();
    let settled = scenario
        .studies
        .iter()
        .zip(&answers)
        .filter(|(study, answer)| answer.games > 0 && !provenance.games.contains_key(&study.name));
    let games = settled.map(|(study, answer)| (study.name.clone(), answer.games)).collect();
    let mut warnings = merged(answers.iter().flat_map(|answer| answer.warnings.clone()));
    let source = format!("{}, seed {}", scenario.rules.name, scenario.seed);
    let is_shared = |title: &str| scenario.studies.iter().filter(|study| study.title == title).nth(1).is_some();
    let told = |(study, answer): (&NamedStudy, Answer)| {
        debug_assert!(
            names(&answer).all(|name| study.may_write(name)),
            "{}: {:?}",
            study.name,
            names(&answer).collect::<Vec<_>>()
        );
        let from = format!("{} · {}", study.name, scenario.rules.name);
        // Studies without a title have that of their kind.
        let title = match is_shared(&study.title) {
            true => format!("{} ({})", study.title, study.name),
            false => study.title.clone(),
        };
        section([&study.name, &title, &study.text, &source], &from, answer)
    };
    let sections: Result<Vec<Section>, WorkflowError> = scenario.studies.iter().zip(answers).map(told).collect();
    let mut sections = sections?;
    let changed = scenario.game.changed(&scenario.rules);
    warnings.extend(changed.iter().flat_map(|changed| changed.warnings.clone()));
    if let Some(changed) = &changed {
        let title = format!("{} against {}", scenario.rules.name, changed.base);
        let text = "Differences between the rules of this report and the most similar built-in ruleset.";
        sections.push(added(scenario, ["Rules", text], changed.table("changed-rules", title, &scenario.rules.name)));
    }
    let text = "What a trained opponent takes from the policies that play here.";
    sections.extend(
        distance_table(distances(scenario.game, &scenario.players()))
            .map(|table| added(scenario, ["Players", text], table)),
    );
    Ok(Report {
        title: scenario.title.clone(),
        description: scenario.description.clone(),
        provenance: provenance.lines(&games).into_iter().chain(replaced(scenario)).collect(),
        warnings,
        sections,
        labels: labels(scenario),
    })
}

/// Returns the options of the command line that replace settings of the scenario file, as a line of the provenance.
/// `None` without any. Options that no study uses are left out.
fn replaced(scenario: &Scenario) -> Option<(String, String)> {
    let uses = |takes: &dyn Fn(&NamedStudy) -> bool| scenario.studies.iter().any(takes);
    let takes_games = uses(&|study| study.method.takes_games());
    let plays = uses(&|study| study.method.games().is_some());
    let options = [
        scenario.games.filter(|_| takes_games).map(|games| format!("--games {games}")),
        scenario.policies.as_ref().filter(|_| plays).map(|policies| format!("--policies {}", policies.join(","))),
        scenario.precision.filter(|_| plays).map(|precision| format!("--precision {precision}")),
        scenario.budget.map(|budget| format!("--budget {budget}")),
    ];
    let options: Vec<String> = options.into_iter().flatten().collect();
    (!options.is_empty()).then(|| ("Options that replace the scenario's".to_owned(), options.join(" ")))
}

/// Returns titles of the metrics of the scenario's game, and of those that comparisons add.
fn labels(scenario: &Scenario) -> Labels {
    let added = [
        ("win", "Share of games won", true),
        ("points", "Share of points won", true),
        ("skill_gap", "Skill gap", true),
    ];
    let of = |title: &str, share| Label { title: title.to_owned(), share };
    let added = added.into_iter().map(|(name, title, share)| (name.to_owned(), of(title, share)));
    let counted = (scenario.game.metrics)().into_iter().map(|measured| measured.metric);
    let counted = counted.map(|metric| (metric.name.to_owned(), of(&metric.in_words(), metric.unit.name() == "share")));
    added.chain(counted).collect()
}

/// Returns the names of an answer's files.
fn names(answer: &Answer) -> impl Iterator<Item = &str> {
    let figures = answer.figures.iter().map(|(figure, _)| figure.name.as_str());
    answer.tables.iter().map(|table| table.name.as_str()).chain(figures)
}

/// Returns a section with one more table, under a name that no study has.
fn added(scenario: &Scenario, [title, text]: [&str; 2], mut table: Table) -> Section {
    let stem = table.name.clone();
    let taken = |name: &String| scenario.studies.iter().any(|study| study.name == *name);
    let mut names = std::iter::once(stem.clone()).chain((2..).map(|number| format!("{stem}-{number}")));
    let name = names.find(|name| !taken(name)).unwrap_or_default();
    table.name.clone_from(&name);
    Section {
        name,
        title: title.to_owned(),
        text: text.to_owned(),
        said: Vec::new(),
        line: String::new(),
        numbers: Vec::new(),
        undecided: String::new(),
        tables: vec![table],
        figures: Vec::new(),
        json: None,
    }
}

/// Returns the section of an answer, with a name, title and text. `source` is added to the answer's line, and `from` to
/// the caption of each figure.
pub(crate) fn section(
    [name, title, text, source]: [&str; 4],
    from: &str,
    answer: Answer,
) -> Result<Section, WorkflowError> {
    let line = if answer.said.is_empty() && answer.line.is_empty() { String::new() } else { answer.sourced(source) };
    let drawn = answer.figures.into_par_iter().map(|(figure, table)| {
        let from = format!("{from}{}", counted_in(&table));
        let drawing = plot::draw(&figure, &table, &from).map_err(failed(format!("figure {}", figure.name)))?;
        Ok((figure, drawing))
    });
    let figures: Result<Vec<_>, WorkflowError> = drawn.collect();
    Ok(Section {
        name: name.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
        said: answer.said.iter().map(|said| unsigned(said)).collect(),
        line: unsigned(&line),
        numbers: answer.numbers,
        undecided: unsigned(&answer.undecided),
        tables: answer.tables,
        figures: figures?,
        json: answer.json.map(unsigned_zeros),
    })
}

/// Describes the number of observations in a table; empty if the table has no column `n`.
fn counted_in(table: &Table) -> String {
    let counts = || table.numbers("n").into_iter().flatten().map(|n| n as u64);
    let ends = counts().min().zip(counts().max());
    ends.map_or_else(String::new, |(fewest, most)| match fewest == most {
        true => format!(" · N = {}", grouped(most)),
        false => format!(" · N = {} to {}", grouped(fewest), grouped(most)),
    })
}

/// Returns all files of a report by path within its folder.
pub(crate) fn files(report: &Report) -> Result<Vec<(PathBuf, Vec<u8>)>, WorkflowError> {
    let page = html(report).map_err(failed("report.html"))?;
    let mut files = vec![
        (PathBuf::from("report.html"), page.into_bytes()),
        (PathBuf::from("report.md"), markdown(report).into_bytes()),
    ];
    for table in report.sections.iter().flat_map(|section| &section.tables) {
        let path = |ending: &str| PathBuf::from("tables").join(format!("{}.{ending}", table.name));
        files.push((path("csv"), table.to_csv().map_err(failed(&table.name))?));
        files.push((path("parquet"), table.to_parquet().map_err(failed(&table.name))?));
    }
    for section in &report.sections {
        if let Some(json) = &section.json {
            let path = PathBuf::from("tables").join(format!("{}.json", section.name));
            files.push((path, escape::json(&format!("{json:#}\n")).into_bytes()));
        }
    }
    let tables = schema(report.sections.iter().flat_map(|section| &section.tables));
    files.push((PathBuf::from("tables/schema.json"), escape::json(&format!("{tables:#}\n")).into_bytes()));
    for (figure, drawing) in report.sections.iter().flat_map(|section| &section.figures) {
        let path = |ending: &str| PathBuf::from("plots").join(format!("{}.{ending}", figure.name));
        files.push((path("svg"), drawing.svg.clone().into_bytes()));
        files.push((path("png"), drawing.png.clone()));
    }
    Ok(files)
}

fn failed<E: ToString>(what: impl ToString) -> impl FnOnce(E) -> WorkflowError {
    move |cause| WorkflowError::Content { what: what.to_string(), cause: cause.to_string() }
}
