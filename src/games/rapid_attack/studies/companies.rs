//! The company graph of each company, exact and as the Handbook's app rounds it.

use super::super::company::{CompanyLine, company_graph, printed};
use super::super::frame::Frame;
use super::super::frame_graph::{Arithmetic, MEASURES};
use super::super::ruleset::Ruleset;
use super::checker::{Checker, MAX_FRAMES, NamedFrame};
use super::frames::bars;
use super::raw::RawCompanies;
use super::summary;
use hitchart_config::{InputError, not_empty, some_of};
use hitchart_lab::study::{Answer, RunCounts, Study, Written};
use hitchart_report::plot::Figure;
use hitchart_report::table::{Table, counted};
use std::sync::Arc;

/// Most companies of a study.
const MAX_COMPANIES: usize = 200;

/// A company of frames.
#[derive(Clone, Debug)]
pub struct Company {
    pub name: String,
    pub frames: Vec<NamedFrame>,
}

/// Company graphs.
#[derive(Clone, Debug)]
pub struct CompaniesStudy {
    pub rules: Arc<Ruleset>,
    pub companies: Vec<Company>,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
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
        answer(name, &self.companies, &self.rules)
    }
}

/// Returns the tables of the companies and their graphs, and the figure.
pub fn answer(name: &str, companies: &[Company], rules: &Ruleset) -> Answer {
    let graph = graph_table(name, companies, rules);
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
pub fn worth(company: &Company, rules: &Ruleset) -> String {
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

fn graph_table(name: &str, companies: &[Company], rules: &Ruleset) -> Table {
    let graphs = |arithmetic| -> Vec<CompanyLine> {
        let frames = |company: &Company| company.frames.iter().map(|frame| frame.frame).collect::<Vec<_>>();
        companies.iter().flat_map(|company| company_graph(&frames(company), arithmetic, rules)).collect()
    };
    let (exact, handbook) = (graphs(Arithmetic::Exact), graphs(Arithmetic::Handbook));
    let labels = || companies.iter().flat_map(|company| MEASURES.map(|(_, measure)| (&company.name, measure)));
    let as_printed = |value: f64| printed(value).parse::<f64>().unwrap_or(value);
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
