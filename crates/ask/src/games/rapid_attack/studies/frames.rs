//! Exact studies of frames, companies and loadouts.
//!
//! The frame graph of each frame and the company graph of each company are computed exactly, and as the Handbook's app
//! rounds them.

use super::raw::{RawCompanies, RawFrames, RawLoadouts};
use super::{Checker, MAX_FRAMES, MAX_ROWS, NamedFrame, distinct};
use super::{summary, summary::loadout_numbers};
use hitchart_config::words::counted;
use hitchart_config::{At, InputError, at_most, not_empty, some_of, within};
use hitchart_lab::study::{Answer, ExactStudy, RunCounts, Study, Written};
use hitchart_rapid_attack::frame;
use hitchart_rapid_attack::frame::{
    Arithmetic, CompanyLine, Frame, GraphLine, company_graph, frame_graph, printed, printed_sum,
};
use hitchart_rapid_attack::loadouts;
use hitchart_rapid_attack::loadouts::{
    Extras, LoadoutFilter, LoadoutSortKey, MAX_CONDITIONS, MOST_STATES_OF_A_STUDY, MeasuredLoadout, TooManyStates, all,
    check_work, measure, named_loadout, pareto_front,
};
use hitchart_rapid_attack::ruleset::Ruleset;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::{Warning, table::Table};
use std::sync::Arc;

// The frame graph of each frame.

/// Checks the study.
pub(super) fn check_frames(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawFrames = written.read()?;
    let frames = checker.distinct_frames(&raw.frames)?;
    let rules = checker.rules();
    Ok(Arc::new(ExactStudy::new(move |name| answer_frames(name, &frames, &rules))))
}

/// Returns the tables of all frames and the figure.
fn answer_frames(name: &str, frames: &[NamedFrame], rules: &Ruleset) -> Answer {
    let graph = frame_graph_table(name, frames, rules);
    let figure = Figure::new(
        format!("{name}-graph"),
        "Frame graph",
        format!(
            "Bars of seven measures for {}: solid for its systems alone, paler with one and with two \
             white dice. The numbers are in the table {name}-graph.",
            counted(frames.len() as u64, "frames")
        ),
        bars(&[("sys", "Sys"), ("plus_1w", "+1W"), ("plus_2w", "+2W")]),
    );
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
                defense, movement; D: typical attacks to destroy it by the Handbook's formula. One white die is given to the \
                measure. A dash: the frame cannot.";
    let table = Table::new(format!("{name}-summary"), "Frames at a glance, with one white die", note)
        .text("frame", "Frame", frames.iter().map(|frame| &frame.name))
        .text("loadout", "Loadout", frames.iter().map(|frame| frame.frame.loadout.to_string()))
        .count("systems", "Systems", frames.iter().map(|frame| frame.frame.loadout.systems() as u64));
    let table = frame::MEASURES.iter().enumerate().fold(table, |table, (i, (_, measure))| {
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
    let labels = || frames.iter().flat_map(|frame| frame::MEASURES.map(|(_, measure)| (&frame.name, measure)));
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

// The company graph of each company.

/// Most companies of a study.
const MAX_COMPANIES: usize = 200;

/// A company of frames.
#[derive(Clone, Debug)]
pub(crate) struct Company {
    pub name: String,
    pub frames: Vec<NamedFrame>,
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
    let rules = checker.rules();
    Ok(Arc::new(ExactStudy::new(move |name| answer_companies(name, &companies, &rules))))
}

/// Returns the tables of the companies and their graphs, and the figure.
pub(crate) fn answer_companies(name: &str, companies: &[Company], rules: &Ruleset) -> Answer {
    let graph = company_graph_table(name, companies, rules);
    let figure = Figure::new(
        format!("{name}-graph"),
        "Company graph",
        format!(
            "Bars of seven measures for {}: solid for systems alone, paler with all white dice. The \
             numbers are in the table {name}-graph.",
            counted(companies.len() as u64, "companies")
        ),
        bars(&[("sys", "Sys"), ("plus_w", "+W")]),
    );
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
    let labels = || companies.iter().flat_map(|company| frame::MEASURES.map(|(_, measure)| (&company.name, measure)));
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

// All legal loadouts, filtered and ranked, with their Pareto front.

/// Most scatter plots of a study: one for each ordered pair of measures.
const MAX_SCATTER: usize = loadouts::MEASURES.len() * (loadouts::MEASURES.len() - 1);

/// Headings of the measures, in the order of the measures.
const TITLES: [&str; 7] = ["Hand-to-hand", "Direct", "Artillery", "Defense", "Movement", "Spotting", "Durability"];

/// The measures as titles of axes, with their units.
const AXES: [&str; 7] = [
    "Hand-to-hand, expected damage",
    "Direct, expected damage",
    "Artillery, expected damage",
    "Expected defense",
    "Expected movement, units",
    "Expected spot",
    "Durability, typical attacks to destroy",
];

/// A ranking of all legal loadouts.
#[derive(Clone, Debug)]
pub(crate) struct LoadoutsStudy {
    pub rules: Arc<Ruleset>,
    pub extras: Extras,
    pub whites: u8,
    pub filters: Vec<LoadoutFilter>,
    pub sort: Option<LoadoutSortKey>,
    pub pareto_only: bool,
    pub top: Option<usize>,
    /// Pairs of measures to plot against each other, by name.
    pub scatter: Vec<(String, String)>,
}

impl LoadoutsStudy {
    /// Returns the first rows of a ranking, as many as the table lists.
    pub(crate) fn listed<'a>(&self, rows: &'a [LoadoutRow]) -> &'a [LoadoutRow] {
        &rows[..self.top.map_or(rows.len(), |top| rows.len().min(top))]
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let place = written.kind.clone();
    let raw: RawLoadouts = written.read()?;
    let at = |text: &At<String>| {
        let span = text.span.clone();
        move |error: InputError| error.or_at(checker.file, span)
    };
    let span = raw.filters.last().map_or(0..0, |last| last.span.clone());
    at_most(raw.filters.len(), "where", MAX_CONDITIONS).map_err(|error| error.or_at(checker.file, span))?;
    if let Some(scatter) = &raw.scatter {
        let span = scatter.span.clone();
        at_most(scatter.value.len(), "scatter", MAX_SCATTER).map_err(|error| error.or_at(checker.file, span))?;
    }
    let filters = raw.filters.iter().map(|text| LoadoutFilter::parse(&text.value).map_err(at(text)));
    let sort = raw.sort.as_ref().map(|text| LoadoutSortKey::parse(&text.value).map_err(at(text)));
    let measure = |text: &At<String>| match loadouts::MEASURES.contains(&text.value.as_str()) {
        true => Ok(text.value.clone()),
        false => Err(at(text)(InputError::unknown("measure", &text.value, loadouts::MEASURES))),
    };
    let scatter = raw.scatter.iter().flat_map(|scatter| &scatter.value).map(|[x, y]| Ok((measure(x)?, measure(y)?)));
    let study = LoadoutsStudy {
        rules: checker.rules(),
        extras: Extras { split: raw.split, environment: raw.environment, rockets: raw.rockets },
        whites: checker.optional(&raw.whites, "whites", 0, checker.rules.frame.whites)?,
        filters: filters.collect::<Result<_, _>>()?,
        sort: sort.transpose()?,
        pareto_only: raw.pareto,
        top: raw.top.as_ref().map(|top| within(checker.file, top, "top", 1, MAX_ROWS)).transpose()?,
        scatter: distinct(scatter.collect::<Result<_, InputError>>()?),
    };
    check_work(study.extras, checker.rules, MOST_STATES_OF_A_STUDY)
        .map_err(|error| InputError::at(checker.file, place, error).with_help(Some(TooManyStates::HELP)))?;
    Ok(Arc::new(study))
}

impl Study for LoadoutsStudy {
    fn files(&self) -> Vec<String> {
        self.scatter.iter().map(|(x, y)| pair(x, y)).collect()
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        answer(name, self)
    }
}

/// Returns the part of a file name for two measures.
fn pair(x: &str, y: &str) -> String {
    format!("{x}-{y}").replace('_', "-")
}

/// Returns the ranked table and a scatter plot for each pair of measures.
fn answer(name: &str, asked: &LoadoutsStudy) -> Answer {
    let (rows, all, warnings) = chosen(name, asked);
    let table = lay_out(name, asked, asked.listed(&rows));
    let figures = match table.rows() {
        0 => Vec::new(),
        _ => asked.scatter.iter().map(|(x, y)| (scatter(name, x, y, table.rows()), table.clone())).collect(),
    };
    let said = summary::loadouts(asked, &rows, all);
    let line = said.first().map_or_else(String::new, |said| format!("{}, exact", said.trim_end_matches('.')));
    let numbers = loadout_numbers(&rows);
    Answer { said, line, numbers, tables: vec![table], figures, warnings, ..Answer::default() }
}

/// A loadout with its measures, and true if it is on the Pareto front.
pub(crate) type LoadoutRow = (MeasuredLoadout, bool);

/// Returns the loadouts that meet the conditions of a study, ranked: all of them, or those of the Pareto front; and the
/// number of all of them.
pub(crate) fn chosen(name: &str, asked: &LoadoutsStudy) -> (Vec<LoadoutRow>, usize, Vec<Warning>) {
    let rules = &asked.rules;
    let measured = all(asked.extras, rules).into_iter().map(|loadout| measure(loadout, asked.whites, rules));
    let mut chosen: Vec<MeasuredLoadout> = measured.filter(|m| asked.filters.iter().all(|f| f.accepts(m))).collect();
    if let Some(sort) = &asked.sort {
        sort.sort(&mut chosen);
    }
    let (front, all) = (pareto_front(&chosen), chosen.len());
    let pairs = chosen.into_iter().zip(front).filter(|(_, on_front)| *on_front || !asked.pareto_only);
    let rows: Vec<LoadoutRow> = pairs.collect();
    let warnings = match rows.is_empty() {
        true => vec![Warning::NothingSelected { what: name.to_owned() }],
        false => Vec::new(),
    };
    (rows, all, warnings)
}

/// Returns the table of a ranking, one row per loadout.
pub(crate) fn lay_out(name: &str, asked: &LoadoutsStudy, rows: &[LoadoutRow]) -> Table {
    let archetype = |m: &MeasuredLoadout| named_loadout(&m.loadout).map_or("", |archetype| archetype.name.as_str());
    let dice = match asked.whites {
        1 => "one white die".to_owned(),
        n => format!("{n} white dice"),
    };
    let note = format!(
        "Exact, with {dice} given to each measure in turn. Expected damage at each range to a target in the open with a \
         defense of 0; expected defense, movement, spot; durability: typical attacks up to the one that destroys it, \
         losing systems in the best order. Front: no other loadout that meets the conditions is at least as good in every \
         measure and better in one."
    );
    let table = Table::new(format!("{name}-loadouts"), "Loadouts", note)
        .text("loadout", "Loadout", rows.iter().map(|(m, _)| m.loadout.to_string()))
        .text("archetype", "Archetype", rows.iter().map(|(m, _)| archetype(m)))
        .count("systems", "Systems", rows.iter().map(|(m, _)| m.loadout.systems() as u64));
    let table = loadouts::MEASURES.iter().zip(TITLES).enumerate().fold(table, |table, (i, (measure, title))| {
        table.number(measure, title, 3, rows.iter().map(|(m, _)| Some(m.values[i]).filter(|v| v.is_finite())))
    });
    table.flag("front", "Front", rows.iter().map(|(_, front)| *front))
}

fn scatter(name: &str, x: &str, y: &str, loadouts: usize) -> Figure {
    let place = |measure: &str| loadouts::MEASURES.iter().position(|known| *known == measure).unwrap_or(0);
    let title = |measure: &str| TITLES[place(measure)].to_lowercase();
    let axis = |measure: &str| AXES[place(measure)].to_owned();
    let (x_title, y_title) = (title(x), title(y));
    Figure::new(
        format!("{name}-{}", pair(x, y)),
        format!("Loadouts by {x_title} and {y_title}"),
        format!(
            "Scatter plot of {loadouts} loadouts, {y_title} against {x_title}, those on the Pareto front labelled. The front \
             is over every measure, so another loadout may be better in both measures of this plot. The numbers are in the \
             table {name}-loadouts."
        ),
        FigureKind::Pareto {
            x: x.to_owned(),
            y: y.to_owned(),
            x_title: axis(x),
            y_title: axis(y),
            label: "loadout".to_owned(),
            front: "front".to_owned(),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of the Pareto front names the number of loadouts that were compared, not only that of the front.
    #[test]
    fn a_list_of_the_front_counts_all_loadouts() {
        let study = LoadoutsStudy {
            rules: Arc::new(hitchart_rapid_attack::rules_files::rulebook()),
            extras: Extras { split: false, environment: false, rockets: false },
            whites: 2,
            filters: Vec::new(),
            sort: None,
            pareto_only: true,
            top: None,
            scatter: Vec::new(),
        };
        let (rows, all, _) = chosen("l", &study);
        assert!(rows.len() < all);
        let said = answer("l", &study).said.join(" ");
        let (front, of) = (rows.len(), format!("{} of {all} loadouts are on the Pareto front", rows.len()));
        assert!(said.contains(&format!("Of the {front} loadouts on the Pareto front")) && said.contains(&of), "{said}");
    }
}
