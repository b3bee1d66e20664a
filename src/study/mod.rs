//! Studies: what each asks the engines, and the tables and figures that answer it.

pub mod assignment;
pub mod attacks;
pub mod companies;
pub mod durability;
pub mod frames;
pub mod games;
pub mod loadouts;

use crate::plot::{Figure, Kind};
use crate::report::Warning;
use crate::runner::{Counts, Job, Tally};
use crate::scenario::{GamesStudy, Scenario, Study, StudyKind};
use crate::stats::{ChiSquare, chi_square, holm};
use crate::table::Table;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The answer to a study.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub tables: Vec<Table>,
    /// Each figure with the table it reads.
    pub figures: Vec<(Figure, Table)>,
    pub warnings: Vec<Warning>,
}

/// Everything that was counted in a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Counted {
    /// Simulated attacks, by job.
    #[serde(rename = "counts")]
    pub jobs: Counts,
    /// Games, by study.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub games: games::Tallies,
}

/// The simulations of attacks that a scenario asks for.
pub fn jobs(scenario: &Scenario) -> Vec<Job> {
    let jobs = |study: &Study| match &study.kind {
        StudyKind::Attacks(asked) if asked.simulate => attacks::jobs(&study.name, asked, &scenario.rules),
        StudyKind::Durability(asked) if asked.simulate => durability::jobs(&study.name, asked, &scenario.rules),
        _ => Vec::new(),
    };
    scenario.studies.iter().flat_map(jobs).collect()
}

/// The studies of games of a scenario, by name.
pub fn games_of(scenario: &Scenario) -> impl Iterator<Item = (&str, &GamesStudy)> {
    scenario.studies.iter().filter_map(|study| match &study.kind {
        StudyKind::Games(asked) => Some((study.name.as_str(), asked)),
        _ => None,
    })
}

/// The answer to one study of a scenario; `counted` holds the counts of its jobs or games.
pub fn answer(study: &Study, scenario: &Scenario, counted: &Counted) -> Answer {
    let (name, rules, counts) = (study.name.as_str(), &scenario.rules, &counted.jobs);
    match &study.kind {
        StudyKind::Frames(frames) => frames::answer(name, frames, rules),
        StudyKind::Companies(companies) => companies::answer(name, companies, rules),
        StudyKind::Attacks(asked) => attacks::answer(name, asked, rules, counts),
        StudyKind::Loadouts(asked) => loadouts::answer(name, asked, rules),
        StudyKind::Durability(asked) => durability::answer(name, asked, rules, counts),
        StudyKind::Assignment(asked) => assignment::answer(name, asked, rules),
        StudyKind::Games(asked) => games::answer(name, asked, counted.games.get(name)),
    }
}

/// A frame or company graph with these columns as bars, by name and title.
fn bars(columns: &[(&str, &str)]) -> Kind {
    let owned = columns.iter().map(|(column, title)| ((*column).to_owned(), (*title).to_owned()));
    Kind::FrameGraph { bars: owned.collect() }
}

/// Family-wise level at which simulation and exact engine are said to disagree: one healthy study in a thousand is
/// flagged.
pub const DISAGREEMENT: f64 = 0.001;

/// Tests each tally against its exact joint distribution; p-values are corrected for the number of tests (Holm).
fn agreement<'a>(tests: impl Iterator<Item = (&'a str, &'a Tally, &'a [f64])>) -> (Vec<f64>, Vec<Warning>) {
    let (names, p): (Vec<&str>, Vec<f64>) =
        tests.map(|(name, tally, exact)| (name, test(tally, exact).p_value)).unzip();
    let adjusted = holm(&p);
    let suspicious = names.iter().zip(&adjusted).filter(|(_, p)| **p < DISAGREEMENT);
    let warnings = suspicious
        .map(|(name, p)| Warning::Disagreement { what: (*name).to_owned(), p_value: *p, level: DISAGREEMENT })
        .collect();
    (adjusted, warnings)
}

/// Chi-square test of a tally against exact probabilities of the same cells.
pub fn test(tally: &Tally, exact: &[f64]) -> ChiSquare {
    chi_square(&tally.cells(), exact)
}
