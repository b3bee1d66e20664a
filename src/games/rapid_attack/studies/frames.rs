//! The frame graph of each frame, exact and as the Handbook's app rounds it.

use super::super::frame_graph::{Arithmetic, Line, MEASURES, frame_graph, printed};
use super::super::roster::named_loadout;
use super::super::ruleset::Ruleset;
use super::checker::{Checker, NamedFrame};
use super::raw::RawFrames;
use super::summary;
use hitchart_config::InputError;
use hitchart_lab::study::{Answer, RunCounts, Study, Written};
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::{Table, counted};
use std::sync::Arc;

/// Frame graphs.
#[derive(Clone, Debug)]
pub struct FramesStudy {
    pub rules: Arc<Ruleset>,
    pub frames: Vec<NamedFrame>,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawFrames = written.read()?;
    let frames = checker.distinct_frames(&raw.frames)?;
    Ok(Arc::new(FramesStudy { rules: checker.rules(), frames }))
}

impl Study for FramesStudy {
    fn kind(&self) -> &'static str {
        "frames"
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        answer(name, &self.frames, &self.rules)
    }
}

/// Returns the tables of all frames and the figure.
fn answer(name: &str, frames: &[NamedFrame], rules: &Ruleset) -> Answer {
    let graph = graph_table(name, frames, rules);
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
    let graphs: Vec<[Line; 7]> = frames.iter().map(|f| frame_graph(&f.frame, Arithmetic::Exact, rules)).collect();
    let tables = vec![at_a_glance(name, frames, &graphs), graph.clone()];
    let mut answer = Answer { tables, figures: vec![(figure, graph)], ..Answer::default() };
    summary::frames(&mut answer, frames, &graphs);
    answer
}

/// Returns a table with one row per frame: its description, and its measures with one white die.
fn at_a_glance(name: &str, frames: &[NamedFrame], graphs: &[[Line; 7]]) -> Table {
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
pub fn graph_table(name: &str, frames: &[NamedFrame], rules: &Ruleset) -> Table {
    let graphs = |arithmetic| -> Vec<Line> {
        frames.iter().flat_map(|frame| frame_graph(&frame.frame, arithmetic, rules)).collect()
    };
    let (exact, handbook) = (graphs(Arithmetic::Exact), graphs(Arithmetic::Handbook));
    let labels = || frames.iter().flat_map(|frame| MEASURES.map(|(_, measure)| (&frame.name, measure)));
    let column = |lines: &[Line], i: usize| lines.iter().map(|line| line.values[i]).collect::<Vec<_>>();
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
pub fn rounded(value: f64) -> f64 {
    printed(value).parse().unwrap_or(value)
}

/// Returns a chart of a frame or company graph with these columns as bars, by name and title.
pub(super) fn bars(columns: &[(&str, &str)]) -> Kind {
    let owned = columns.iter().map(|(column, title)| ((*column).to_owned(), (*title).to_owned()));
    Kind::FrameGraph { bars: owned.collect() }
}
