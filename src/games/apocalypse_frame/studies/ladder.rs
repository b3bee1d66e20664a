//! Policies against policies: every one of the Aces' against every one of the game master's.

use super::super::players::{PolicySpec, Side};
use super::super::record::Tally;
use super::batch::{Batch, COLUMNS, Cell, with_cells};
use super::batched::Batched;
use super::checker::Checker;
use super::ground::Found;
use super::raw::RawLadder;
use crate::input::InputError;
use crate::plot::{Figure, Kind};
use crate::study::{Answer, Asked, Written};
use crate::table::Table;
use std::sync::Arc;

/// Policies against policies.
#[derive(Clone, Debug)]
pub struct LadderStudy(Batch);

impl Batched for LadderStudy {
    const KIND: &'static str = "ladder";

    fn of(batch: Batch) -> LadderStudy {
        LadderStudy(batch)
    }

    fn batch(&self) -> &Batch {
        &self.0
    }

    fn told(&self, name: &str, tally: &Tally) -> Answer {
        answer(name, &self.0, tally)
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, raw): (Found, RawLadder) = checker.on_ground(written)?;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let players = checker.policies(Side::Aces, raw.ace_policies.as_ref())?;
    let masters = checker.policies(Side::Gm, raw.gm_policies.as_ref())?;
    let span = [&raw.ace_policies, &raw.gm_policies].into_iter().flatten().next().map(|policies| &policies.span);
    checker.rows(players.len() * masters.len(), span.unwrap_or(&raw.aces.span))?;
    let pairs = players.iter().flat_map(|player| masters.iter().map(move |master| [player, master]));
    let cell = |pair: [&PolicySpec; 2]| Cell {
        label: format!("{} against {}", pair[0].name(), pair[1].name()),
        series: pair[1].name().to_owned(),
        x: 0,
        aces: aces.clone(),
        plan: shared.plan.clone(),
        policies: pair.map(Clone::clone),
    };
    let cells = pairs.map(cell).collect();
    Ok(Arc::new(LadderStudy(checker.batch(cells, shared.games, shared.kept, raw.aces.span.clone())?)))
}

/// A row for each pair, and the shares won as a map.
fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let table = table(name, asked, tally);
    let [row, column, value] = ["aces_policy", "gm", "victory"].map(str::to_owned);
    let figure = Figure {
        name: format!("{name}-ladder"),
        title: "Missions won by policies".to_owned(),
        alt: format!(
            "Share of missions won by policy of the Aces and of the game master; the numbers are in {name}-ladder."
        ),
        kind: Kind::HeatMap { row, column, value, value_title: "Share of missions won".to_owned() },
    };
    let drawn = table.clone();
    Answer { tables: vec![table], figures: vec![(figure, drawn)], warnings: Vec::new() }
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cells = || asked.cells.iter();
    let note = format!("On {}, with common dice. Means a mission.", asked.cells[0].plan.name);
    let table = Table::new(format!("{name}-ladder"), "Policies against policies", note)
        .text("aces_policy", "Aces", cells().map(|cell| cell.policies[0].name()))
        .text("gm", "Game master", cells().map(|cell| cell.policies[1].name()));
    with_cells(table, &(0..asked.cells.len()).collect::<Vec<_>>(), &COLUMNS, tally)
}
