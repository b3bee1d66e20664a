//! Studies of frames and of companies.
//!
//! The frame graph of each frame, exact and as the Handbook's app rounds it.
//!
//! The company graph of each company, exact and as the Handbook's app rounds it.

use super::raw::{RawCompanies, RawFrames};
use super::{Checker, MAX_FRAMES, NamedFrame, summary};
use hitchart_config::words::counted;
use hitchart_config::{InputError, not_empty, some_of};
use hitchart_lab::study::{Answer, RunCounts, Study, Written};
use hitchart_rapid_attack::frame::{
    Arithmetic, CompanyLine, Frame, GraphLine, MEASURES, company_graph, frame_graph, printed, printed_sum,
};
use hitchart_rapid_attack::loadouts::named_loadout;
use hitchart_rapid_attack::ruleset::Ruleset;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::Table;
use std::sync::Arc;

/// Frame graphs.
#[derive(Clone, Debug)]
pub(crate) struct FramesStudy {
    pub rules: Arc<Ruleset>,
    pub frames: Vec<NamedFrame>,
}

/// Checks the study.
pub(super) fn check_frames(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawFrames = written.read()?;
    let frames = checker.distinct_frames(&raw.frames)?;
    Ok(Arc::new(FramesStudy { rules: checker.rules(), frames }))
}

impl Study for FramesStudy {
    fn kind(&self) -> &'static str {
        "frames"
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        answer_frames(name, &self.frames, &self.rules)
    }
}

/// Returns the tables of all frames and the figure.
fn answer_frames(name: &str, frames: &[NamedFrame], rules: &Ruleset) -> Answer {
    let graph = frame_graph_table(name, frames, rules);
    let figure = Figure {
        name: format!("{name}-graph"),
        title: "Frame graph".to_owned(),
        alt: format!(
            "Bars of seven measures for {}: solid for its systems alone, paler with one and with two \
             white dice. The numbers are in the table {name}-graph.",
            counted(frames.len() as u64, "frames")
        ),
        kind: bars(&[("sys", "Sys"), ("plus_1w", "+1W"), ("plus_2w", "+2W")]),
    };
    let graphs: Vec<[GraphLine; 7]> = frames.iter().map(|f| frame_graph(&f.frame, Arithmetic::Exact, rules)).collect();
    let tables = vec![at_a_glance(name, frames, &graphs), graph.clone()];
    let mut answer = Answer { tables, figures: vec![(figure, graph)], ..Answer::default() };
    summary::frames(&mut answer, frames, &graphs);
    answer
}

/// Returns a table with one row per frame: its description, and its measures with one white die.
fn at_a_glance(name: &str, frames: &[NamedFrame], graphs: &[[GraphLine; 7]]) -> Table {
    let role = |frame: &NamedFrame| named_loadout(&frame.frame.loadout).map_or("", |archetype| archetype.role.as_str());
    let note = "Exact. Rh, Rd, Ra: expected damage to a target in the open with a defense of 0; Y, B, G: expected spot, \
                defense, movement; D: typical attacks survived by the Handbook's formula. One white die is given to the \
                measure. A dash: the frame cannot.";
    let table = Table::new(format!("{name}-summary"), "Frames at a glance, with one white die", note)
        .text("frame", "Frame", frames.iter().map(|frame| &frame.name))
        .text("loadout", "Loadout", frames.iter().map(|frame| frame.frame.loadout.to_string()))
        .count("systems", "Systems", frames.iter().map(|frame| frame.frame.loadout.systems() as u64));
    let table = MEASURES.iter().enumerate().fold(table, |table, (i, (_, measure))| {
        table.number(&measure.to_lowercase(), measure, 3, graphs.iter().map(|graph| graph[i].values[1]))
    });
    if frames.iter().all(|frame| role(frame).is_empty()) {
        return table;
    }
    table.text("role", "Role", frames.iter().map(role))
}

/// Returns a table with one row per frame and measure: all three columns of the graph, exact and by the Handbook.
pub(crate) fn frame_graph_table(name: &str, frames: &[NamedFrame], rules: &Ruleset) -> Table {
    let graphs = |arithmetic| -> Vec<GraphLine> {
        frames.iter().flat_map(|frame| frame_graph(&frame.frame, arithmetic, rules)).collect()
    };
    let (exact, handbook) = (graphs(Arithmetic::Exact), graphs(Arithmetic::Handbook));
    let labels = || frames.iter().flat_map(|frame| MEASURES.map(|(_, measure)| (&frame.name, measure)));
    let column = |lines: &[GraphLine], i: usize| lines.iter().map(|line| line.values[i]).collect::<Vec<_>>();
    let as_printed = |i: usize| handbook.iter().map(move |line| line.values[i].map(rounded)).collect::<Vec<_>>();
    let note = "Sys: the frame's systems alone; +1W, +2W: with one or two white dice. Exact, and as the Handbook's app \
                prints it after rounding every mean die to two decimals.";
    Table::new(format!("{name}-graph"), "Frame graph", note)
        .text("frame", "Frame", labels().map(|(frame, _)| frame))
        .text("measure", "Measure", labels().map(|(_, measure)| measure))
        .number("sys", "Sys", 4, column(&exact, 0))
        .number("plus_1w", "+1W", 4, column(&exact, 1))
        .number("plus_2w", "+2W", 4, column(&exact, 2))
        .number("handbook_sys", "Handbook Sys", 2, as_printed(0))
        .number("handbook_plus_1w", "Handbook +1W", 2, as_printed(1))
        .number("handbook_plus_2w", "Handbook +2W", 2, as_printed(2))
}

/// Rounds a value to the number that the app prints.
pub(crate) fn rounded(value: f64) -> f64 {
    printed(value).parse().unwrap_or(value)
}

/// Returns a chart of a frame or company graph with these columns as bars, by name and title.
pub(super) fn bars(columns: &[(&str, &str)]) -> FigureKind {
    let owned = columns.iter().map(|(column, title)| ((*column).to_owned(), (*title).to_owned()));
    FigureKind::FrameGraph { bars: owned.collect() }
}

/// Most companies of a study.
const MAX_COMPANIES: usize = 200;

/// A company of frames.
#[derive(Clone, Debug)]
pub(crate) struct Company {
    pub name: String,
    pub frames: Vec<NamedFrame>,
}

/// Company graphs.
#[derive(Clone, Debug)]
pub(crate) struct CompaniesStudy {
    pub rules: Arc<Ruleset>,
    pub companies: Vec<Company>,
}

/// Checks the study.
pub(super) fn check_companies(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawCompanies = written.read()?;
    let mut companies: Vec<Company> = Vec::new();
    let listed = some_of(checker.file, &raw.companies, "company", MAX_COMPANIES)?;
    let all: usize = listed.iter().map(|company| company.frames.value.len()).sum();
    if all > MAX_FRAMES {
        let problem = format!("the companies have {all} frames; allowed: at most {MAX_FRAMES}");
        return Err(InputError::at(checker.file, raw.companies.span.clone(), problem));
    }
    for company in listed {
        let name = not_empty(checker.file, &company.name, "name")?;
        if companies.iter().any(|other| other.name == name) {
            let problem = format!("two companies are named `{name}`");
            return Err(InputError::at(checker.file, company.name.span.clone(), problem));
        }
        companies.push(Company { name, frames: checker.frames(&company.frames)? });
    }
    Ok(Arc::new(CompaniesStudy { rules: checker.rules(), companies }))
}

impl Study for CompaniesStudy {
    fn kind(&self) -> &'static str {
        "companies"
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        answer_companies(name, &self.companies, &self.rules)
    }
}

/// Returns the tables of the companies and their graphs, and the figure.
pub(crate) fn answer_companies(name: &str, companies: &[Company], rules: &Ruleset) -> Answer {
    let graph = company_graph_table(name, companies, rules);
    let figure = Figure {
        name: format!("{name}-graph"),
        title: "Company graph".to_owned(),
        alt: format!(
            "Bars of seven measures for {}: solid for systems alone, paler with all white dice. The \
             numbers are in the table {name}-graph.",
            counted(companies.len() as u64, "companies")
        ),
        kind: bars(&[("sys", "Sys"), ("plus_w", "+W")]),
    };
    let tables = vec![roll_call(name, companies), graph.clone()];
    let mut answer = Answer { tables, figures: vec![(figure, graph)], ..Answer::default() };
    let values: Vec<Vec<Option<f64>>> = companies.iter().map(|company| alone(company, rules)).collect();
    summary::companies(&mut answer, companies, &values);
    answer
}

/// Returns the measures of a company with systems alone, in the order of the graph.
fn alone(company: &Company, rules: &Ruleset) -> Vec<Option<f64>> {
    let frames: Vec<Frame> = company.frames.iter().map(|frame| frame.frame).collect();
    company_graph(&frames, Arithmetic::Exact, rules)
        .iter()
        .map(|line| Some(line.sys).filter(|sum| *sum > 0.0))
        .collect()
}

/// Describes the measures of a company in a sentence without a full stop.
pub(crate) fn worth(company: &Company, rules: &Ruleset) -> String {
    summary::company(&alone(company, rules))
}

/// Returns a table with one row per company: its frames and their totals.
fn roll_call(name: &str, companies: &[Company]) -> Table {
    let sum = |of: fn(&Frame) -> u64| companies.iter().map(move |c| c.frames.iter().map(|f| of(&f.frame)).sum::<u64>());
    let frames = |company: &Company| {
        let names: Vec<String> = company.frames.iter().map(|frame| frame.frame.loadout.to_string()).collect();
        names.join(", ")
    };
    Table::new(format!("{name}-companies"), "Companies", "Rockets are no systems.")
        .text("company", "Company", companies.iter().map(|company| &company.name))
        .count("frames", "Frames", companies.iter().map(|company| company.frames.len() as u64))
        .count("systems", "Systems", sum(|frame| frame.loadout.systems() as u64))
        .count("rockets", "Rockets", sum(|frame| frame.loadout.rockets().into()))
        .count("hit_points", "Hits to destroy", sum(|frame| frame.hit_points() as u64))
        .text("loadouts", "Loadouts", companies.iter().map(frames))
}

fn company_graph_table(name: &str, companies: &[Company], rules: &Ruleset) -> Table {
    let graphs = |arithmetic| -> Vec<CompanyLine> {
        let frames = |company: &Company| company.frames.iter().map(|frame| frame.frame).collect::<Vec<_>>();
        companies.iter().flat_map(|company| company_graph(&frames(company), arithmetic, rules)).collect()
    };
    let (exact, handbook) = (graphs(Arithmetic::Exact), graphs(Arithmetic::Handbook));
    let labels = || companies.iter().flat_map(|company| MEASURES.map(|(_, measure)| (&company.name, measure)));
    let as_printed = |value: f64| printed_sum(value).parse::<f64>().unwrap_or(value);
    let note = "Sums over the frames: Sys with systems alone, +W with every white die given to the measure. Exact, and as \
                the Handbook's app prints it. Frames that attack at several ranges count at each, though a turn has one \
                attack.";
    Table::new(format!("{name}-graph"), "Company graph", note)
        .text("frame", "Company", labels().map(|(company, _)| company))
        .text("measure", "Measure", labels().map(|(_, measure)| measure))
        .number("sys", "Sys", 4, exact.iter().map(|line| line.sys))
        .number("plus_w", "+W", 4, exact.iter().map(|line| line.plus_w))
        .number("handbook_sys", "Handbook Sys", 2, handbook.iter().map(|line| as_printed(line.sys)))
        .number("handbook_plus_w", "Handbook +W", 2, handbook.iter().map(|line| as_printed(line.plus_w)))
}
