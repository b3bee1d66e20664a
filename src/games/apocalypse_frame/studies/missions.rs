//! One team on one mission: how it ends, what it costs, who does what.

use super::super::ace::{Ace, MAX_ARMAMENTS};
use super::super::record::{CellTally, Pilot, Tally, Whole};
use super::Show;
use super::batch::{self, Batch, Cell};
use super::check::Checker;
use super::ground::Found;
use super::raw::RawMissions;
use crate::input::InputError;
use crate::plot::{Figure, Kind};
use crate::stats::Estimate;
use crate::study::{Answer, Heading, Metric, Study, bounded, count, metric, won};
use crate::table::Table;

/// Metrics that a short answer shows.
pub const HEADLINES: [&str; 15] = [
    "out_of_time",
    "rounds",
    "vigor_left",
    "tension_left",
    "ammo_left",
    "frame_damage",
    "ejected",
    "removed",
    "attacks",
    "failures",
    "systems_used",
    "consequences",
    "harm_dealt",
    "harm_taken",
    "materials",
];

/// Checks the study.
pub(super) fn check(
    checker: &Checker<'_>,
    raw: RawMissions,
    ground: Found,
    number: usize,
) -> Result<Study, InputError> {
    let span = raw.aces.span.clone();
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let mut plan = shared.plan.as_ref().clone();
    if let Some(battles) = &raw.battles {
        plan.battles.extend(checker.battles(battles, plan.battles.len())?);
    }
    let cell = Cell {
        label: plan.name.clone(),
        series: String::new(),
        x: 0,
        aces: checker.aces(&raw.aces)?,
        plan: plan.into(),
        policies: shared.policies,
    };
    let question = checker.batch(Show::Mission, vec![cell], shared.games, shared.kept, span)?;
    checker.named(Heading { name: raw.name, title: raw.title, text: raw.text }, "Missions", number, question)
}

/// Whether it is won, all metrics, and what each Ace and tool did.
pub(super) fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    Answer {
        tables: vec![
            outcome_table(name, asked, tally),
            metrics_table(name, tally, |_| true),
            pilots_table(name, asked, tally),
            tools_table(name, asked, tally),
            rounds_table(name, tally),
        ],
        figures: vec![rounds_figure(name, tally)],
        warnings: Vec::new(),
    }
}

/// One row: how often the mission is won.
pub fn outcome_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let (cell, games) = (&asked.cells[0], tally.games);
    let victory = won(batch::victories(tally, 0), games);
    let [aces, gm] = &cell.policies;
    let note = format!(
        "{} against {}: the share of missions won. Policies: {} for the Aces, {} for the game master. \
         Signature {:016x}.",
        team(&cell.aces),
        cell.plan.name,
        aces.name(),
        gm.name(),
        tally.cells[0].signature,
    );
    Table::new(format!("{name}-outcome"), "Outcome", note)
        .text("mission_name", "Mission", [cell.plan.name.as_str()])
        .count("won", "Won", [victory.count])
        .number("victory", "Share won", 4, [victory.share.point])
        .interval("victory_interval", "95% interval", 4, [victory.share.interval])
        .count("n", "N", [games])
}

/// Names of a team's Aces.
pub fn team(aces: &[Ace]) -> String {
    aces.iter().map(|ace| ace.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// An estimate of a metric of a mission.
pub fn whole(cell: &CellTally, which: usize, tally: &Tally) -> Estimate {
    metric(&Whole::ALL[which], &cell.metrics, which, tally.observations())
}

/// One row a metric, a mission on average.
pub fn metrics_table(name: &str, tally: &Tally, wanted: impl Fn(&Metric) -> bool) -> Table {
    let cell = &tally.cells[0];
    let rows: Vec<(&Metric, Estimate)> = (Whole::ALL.iter().enumerate())
        .filter(|(_, known)| wanted(known))
        .map(|(i, known)| (known, whole(cell, i, tally)))
        .collect();
    let note = "Means a mission.";
    Table::new(format!("{name}-metrics"), "How the missions went", note)
        .text("metric", "Metric", rows.iter().map(|(known, _)| known.name))
        .number("mean", "Mean", 3, rows.iter().map(|(_, estimate)| estimate.point))
        .interval("interval", "95% interval", 3, rows.iter().map(|(_, estimate)| bounded(estimate)))
        .text("unit", "Unit", rows.iter().map(|(known, _)| known.unit))
        .text("how", "What is counted", rows.iter().map(|(known, _)| known.how))
        .count("n", "N", rows.iter().map(|_| tally.games))
}

fn pilots_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let sums = asked.cells[0].aces.iter().zip(&tally.cells[0].pilots);
    let rows: Vec<(&str, &Metric, Estimate)> = sums
        .flat_map(|(ace, sums)| {
            let each = Pilot::ALL.iter().enumerate();
            each.map(|(i, known)| (ace.name.as_str(), known, metric(known, sums, i, tally.observations())))
        })
        .collect();
    Table::new(format!("{name}-aces"), "Each Ace", "Means a mission.")
        .text("ace", "Ace", rows.iter().map(|(ace, ..)| *ace))
        .text("metric", "Metric", rows.iter().map(|(_, known, _)| known.name))
        .number("mean", "Mean", 3, rows.iter().map(|(.., estimate)| estimate.point))
        .interval("interval", "95% interval", 3, rows.iter().map(|(.., estimate)| bounded(estimate)))
        .text("unit", "Unit", rows.iter().map(|(_, known, _)| known.unit))
        .text("how", "What is counted", rows.iter().map(|(_, known, _)| known.how))
        .count("n", "N", rows.iter().map(|_| tally.games))
}

/// Names of an Ace's tools in the order of a record.
pub fn tools(ace: &Ace) -> Vec<(usize, String)> {
    let armaments = ace.armaments.iter().enumerate().map(|(i, armament)| (i, armament.name.clone()));
    let backups = (ace.backups.iter().enumerate()).map(|(i, backup)| (MAX_ARMAMENTS + i, backup.name.clone()));
    let items = ace.integral.iter().chain(&ace.modular).enumerate();
    let items = items.map(|(i, item)| (2 * MAX_ARMAMENTS + i, item.name.clone()));
    armaments.chain(backups).chain(items).collect()
}

fn tools_table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let mut rows: Vec<(&str, String, [Estimate; 3])> = Vec::new();
    for (ace, sums) in asked.cells[0].aces.iter().zip(&tally.cells[0].tools) {
        rows.extend(tools(ace).into_iter().map(|(i, tool)| {
            let units = [(0, "uses"), (1, "Harm"), (2, "enemies")];
            let each = units.map(|(of, unit)| count(sums, 3 * i + of, unit, tally.observations()));
            (ace.name.as_str(), tool, each)
        }));
    }
    let note = "A mission on average. Harm is what reached enemies; Splash counts with its \
                armament.";
    let mut table = Table::new(format!("{name}-tools"), "With what", note)
        .text("ace", "Ace", rows.iter().map(|(ace, ..)| *ace))
        .text("tool", "Armament or system", rows.iter().map(|(_, tool, _)| tool.as_str()));
    for (i, (column, title)) in [("uses", "Uses"), ("harm", "Harm"), ("removed", "Removed")].into_iter().enumerate() {
        table = table.number(column, title, 3, rows.iter().map(|(.., each)| each[i].point)).interval(
            &format!("{column}_interval"),
            "95% interval",
            3,
            rows.iter().map(|(.., each)| bounded(&each[i])),
        );
    }
    table.count("n", "N", rows.iter().map(|_| tally.games))
}

/// Rounds that came up, with their missions.
fn rounds(tally: &Tally) -> Vec<(u64, u64)> {
    let counts = tally.cells[0].rounds.iter().enumerate();
    counts.filter(|(_, missions)| **missions > 0).map(|(rounds, missions)| (rounds as u64, *missions)).collect()
}

fn rounds_table(name: &str, tally: &Tally) -> Table {
    let rows: Vec<(u64, u64, Estimate)> =
        rounds(tally).into_iter().map(|(rounds, count)| (rounds, count, won(count, tally.games).share)).collect();
    Table::new(format!("{name}-rounds"), "Rounds of a mission", "Over all its battles.")
        .count("rounds", "Rounds", rows.iter().map(|row| row.0))
        .count("missions", "Missions", rows.iter().map(|row| row.1))
        .number("share", "Share", 4, rows.iter().map(|row| row.2.point))
        .interval("interval", "95% interval", 4, rows.iter().map(|row| row.2.interval))
        .count("n", "N", rows.iter().map(|_| tally.games))
}

fn rounds_figure(name: &str, tally: &Tally) -> (Figure, Table) {
    let title = "Rounds of a mission";
    let rows = rounds(tally);
    let drawn = Table::new(format!("{name}-rounds-figure"), title, "")
        .text("series", "Series", rows.iter().map(|_| title))
        .count("x", title, rows.iter().map(|row| row.0))
        .number("share", "Share", 4, rows.iter().map(|row| row.1 as f64 / tally.games as f64));
    let [series, x, y] = ["series", "x", "share"].map(str::to_owned);
    let figure = Figure {
        name: format!("{name}-rounds"),
        title: title.to_owned(),
        alt: format!("Share of missions by number of rounds; the numbers are in the table {name}-rounds."),
        kind: Kind::Pmf { series, x, y, x_title: "rounds".to_owned() },
    };
    (figure, drawn)
}
