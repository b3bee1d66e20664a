//! The company graph of each company, exact and as the Handbook's app rounds it.

use super::super::company::{CompanyLine, company_graph, printed};
use super::super::frame::Frame;
use super::super::frame_graph::{Arithmetic, MEASURES};
use super::super::ruleset::Ruleset;
use super::Company;
use crate::plot::Figure;
use crate::study::Answer;
use crate::table::{Table, counted};

/// Companies, their graph and its figure.
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
        kind: super::bars(&[("sys", "Sys"), ("plus_w", "+W")]),
    };
    Answer {
        tables: vec![roll_call(name, companies), graph.clone()],
        figures: vec![(figure, graph)],
        warnings: Vec::new(),
    }
}

/// One row a company: its frames and what they add up to.
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
