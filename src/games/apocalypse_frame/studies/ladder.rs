//! Every policy of the Aces against every policy of the game master.

use super::super::players::spec::ROLES;
use super::super::players::{PolicySpec, Side};
use super::super::record::{Compared, Rung, Tally};
use super::batch::{Batch, COSTS, Cell, tells_apart, with_cells};
use super::batched::{BatchStudy, Batched};
use super::checker::Checker;
use super::ground::Found;
use super::mission_summary;
use super::raw::RawLadder;
use hitchart_config::InputError;
use hitchart_lab::study::{Answer, Estimates, Study, Written, won};
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;
use std::sync::Arc;

/// Policies against policies.
#[derive(Clone, Debug)]
pub struct LadderStudy(Batch);

impl Batched for LadderStudy {
    const KIND: &'static str = "ladder";

    fn with(&self, batch: Batch) -> LadderStudy {
        LadderStudy(batch)
    }

    fn batch(&self) -> &Batch {
        &self.0
    }

    fn compared(&self) -> Compared {
        Compared { rungs: [rungs(&self.0), masters(&self.0)].concat(), ..Compared::default() }
    }

    fn told(&self, name: &str, tally: &Tally) -> Answer {
        answer(name, &self.0, tally)
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
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
    let batch = checker.batch(cells, shared.games, shared.kept, raw.aces.span.clone())?;
    Ok(Arc::new(BatchStudy(LadderStudy(batch))))
}

/// Returns the number of game masters.
fn master_count(asked: &Batch) -> usize {
    asked.cells.iter().take_while(|cell| cell.policies[0] == asked.cells[0].policies[0]).count()
}

/// Returns pairs of cells: each policy of the Aces and the one listed before it, against the same game master.
fn rungs(asked: &Batch) -> Vec<[usize; 2]> {
    let masters = master_count(asked);
    (masters..asked.cells.len()).map(|cell| [cell - masters, cell]).collect()
}

/// Returns pairs of cells: each game master and the reference game master, against the same Aces. The reference is the
/// default one, or else the first. A worse result for the Aces is better for the game master.
fn masters(asked: &Batch) -> Vec<[usize; 2]> {
    let masters = master_count(asked).max(1);
    let names = || asked.cells.iter().take(masters).map(|cell| cell.policies[1].name());
    let by = names().position(|name| name == ROLES[Side::Gm as usize].default).unwrap_or(0);
    let others = (0..asked.cells.len()).filter(|cell| cell % masters != by);
    others.map(|cell| [cell, cell - cell % masters + by]).collect()
}

/// Returns the answer: comparisons of neighbouring policies, then a row for each pair, and a map of costs.
fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let table = table(name, asked, tally);
    let map = |column: &str, title: &str, value_title: &str| {
        let [row, across, value] = ["aces_policy", "gm", column].map(str::to_owned);
        Figure {
            name: format!("{name}-{}", column.replace('_', "-")),
            title: title.to_owned(),
            alt: format!(
                "{value_title} by policy of the Aces and of the game master; the numbers are in {name}-ladder."
            ),
            kind: Kind::HeatMap { row, column: across, value, value_title: value_title.to_owned() },
        }
    };
    let mut figures = vec![map("harm_taken", "Harm taken by policies", "Harm taken in a mission")];
    if tells_apart(tally) {
        figures.push(map("victory", "Missions won by policies", "Share of missions won"));
    }
    let figures = figures.into_iter().map(|figure| (figure, table.clone())).collect();
    let compared = [rungs_table(name, asked, tally), masters_table(name, asked, tally)];
    let tables = compared.into_iter().filter(|table| table.rows() > 0).chain([table]).collect();
    let mut answer = Answer { tables, figures, ..Answer::default() };
    mission_summary::ladder(&mut answer, asked, tally, master_count(asked));
    answer
}

/// Explanation of the comparison of two missions, for all notes.
const DECIDED: &str = "Of two missions, the better is the one that is won; if both or neither are won, the one with more \
                       Vigor left less Harm taken. The share counts missions in which one is better.";

/// Returns the table of neighbouring policies: a victory decides if only one of the two has it, otherwise Vigor left
/// less Harm taken.
fn rungs_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let pairs = rungs(asked);
    let policy = |cell: usize, side: usize| asked.cells[cell].policies[side].name();
    let note = format!("Each policy against the one before it, on common random numbers. {DECIDED}");
    let table = Table::new(format!("{name}-rungs"), "Rung by rung", note)
        .text("aces_policy", "Aces", pairs.iter().map(|[_, cell]| policy(*cell, 0)))
        .text("below", "Against", pairs.iter().map(|[below, _]| policy(*below, 0)))
        .text("gm", "Game master", pairs.iter().map(|[_, cell]| policy(*cell, 1)));
    with_rungs(table, tally.rungs.iter().take(pairs.len()), tally)
}

/// Returns the table of game masters, compared by the results of the same Aces.
fn masters_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let pairs = masters(asked);
    let policy = |cell: usize, side: usize| asked.cells[cell].policies[side].name();
    let note = format!(
        "Game masters against the same Aces, on common random numbers; a worse mission for the Aces is a better one for \
         the game master. {DECIDED}"
    );
    let table = Table::new(format!("{name}-masters"), "Game masters compared", note)
        .text("gm", "Game master", pairs.iter().map(|[cell, _]| policy(*cell, 1)))
        .text("below", "Against", pairs.iter().map(|[_, by]| policy(*by, 1)))
        .text("aces_policy", "Aces", pairs.iter().map(|[cell, _]| policy(*cell, 0)));
    with_rungs(table, tally.rungs.iter().skip(rungs(asked).len()), tally)
}

fn with_rungs<'a>(table: Table, rungs: impl Iterator<Item = &'a Rung> + Clone, tally: &Tally) -> Table {
    let share = |rung: &Rung| won(rung.won[0] + rung.better[0], rung.decided().unwrap_or(0)).share;
    table
        .estimates(["decided", "decided_interval"], "Decided won", 3, rungs.clone().map(share))
        .count("missions_decided", "Decided", rungs.clone().map(|rung| rung.decided().unwrap_or(0)))
        .count("by_victory", "By victory", rungs.clone().map(|rung| rung.won.iter().sum::<u64>()))
        .count("n", "N", rungs.map(|_| tally.games))
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cells = || asked.cells.iter();
    let note = format!("On {}, on common random numbers. Means per mission.", asked.cells[0].plan.name);
    let table = Table::new(format!("{name}-ladder"), "Policies against policies", note)
        .text("aces_policy", "Aces", cells().map(|cell| cell.policies[0].name()))
        .text("gm", "Game master", cells().map(|cell| cell.policies[1].name()));
    with_cells(table, &(0..asked.cells.len()).collect::<Vec<_>>(), &COSTS, tally)
}
