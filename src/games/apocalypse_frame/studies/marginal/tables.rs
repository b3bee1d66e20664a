//! Changes to an Ace as tables and figures.

use super::super::batch::{Batch, COSTS, are_apart, class, difference, hundredths, with_cells};
use super::race::Arm;
use super::summary::summarise;
use crate::games::apocalypse_frame::record::{Tally, Whole};
use hitchart_lab::study::{Answer, Estimates};
use hitchart_report::plot::{Figure, Kind};
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, benjamini_hochberg};
use std::cmp::Reverse;

/// Explanation of the table of changes.
const NOTE: &str = "Each change against the team without it, in missions with common random numbers: mean differences. One \
                    observation is a pair of missions. Adjusted p: of the difference in Harm taken, corrected for the number of changes \
                    (false discovery rate). Changes are sorted by victory rate in steps of 5 points, then by Harm taken.";
/// Addition to the explanation if changes were dropped early.
const DROPPED: &str = " Changes with little effect on Harm taken and missions won were dropped early, half of them at a \
                       time, so the number of missions differs. The differences of the last changes are slightly too far from 0.";

/// Returns the answer: changes from the greatest gain down, and the unchanged team. Shares of missions won are drawn
/// only if they distinguish changes.
pub fn answer(name: &str, asked: &Batch, as_it_is: &Tally, arms: &[Arm]) -> Answer {
    let changes = table(name, asked, arms);
    let ranking = |column: &str, what: &str| Figure {
        name: format!("{name}-{}", column.replace('_', "-")),
        title: format!("Effect of each change on {what}"),
        alt: format!("Changes by difference in {what}, with intervals; the numbers are in {name}-changes."),
        kind: Kind::Ranking {
            label: "change".to_owned(),
            value: column.to_owned(),
            interval: format!("{column}_interval"),
            value_title: format!("Difference in {what}, 95% intervals"),
            reference: Some(0.0),
        },
    };
    let mut figures = vec![ranking("harm_taken", "Harm taken")];
    if are_apart(std::iter::once(as_it_is).chain(arms.iter().map(|arm| &arm.tally)).map(|tally| hundredths(tally, 0))) {
        figures.push(ranking("victory", "the share of missions won"));
    }
    let figures = figures.into_iter().map(|figure| (figure, changes.clone())).collect();
    let mut answer = Answer { tables: vec![baseline(name, asked, as_it_is), changes], figures, ..Answer::default() };
    summarise(&mut answer, asked, as_it_is, arms);
    answer
}

fn baseline(name: &str, asked: &Batch, as_it_is: &Tally) -> Table {
    let cell = &asked.cells[0];
    let note = format!(
        "Against {}, {} for the Aces and {} for the game master.",
        cell.plan.name,
        cell.policies[0].name(),
        cell.policies[1].name()
    );
    let table = Table::new(format!("{name}-baseline"), "Unchanged", note).text("team", "Team", [cell.label.as_str()]);
    with_cells(table, &[0], &COSTS, as_it_is)
}

fn table(name: &str, asked: &Batch, arms: &[Arm]) -> Table {
    let p: Vec<f64> = arms.iter().map(|arm| difference(&arm.tally, 0, Whole::Taken).1).collect();
    let mut rows: Vec<(&Arm, f64)> = arms.iter().zip(benjamini_hochberg(&p)).collect();
    let more = |arm: &Arm| difference(&arm.tally, 0, Whole::Taken).0.point;
    let key = |arm: &Arm| Reverse(class(&arm.tally, 0));
    rows.sort_by(|a, b| key(a.0).cmp(&key(b.0)).then(more(a.0).total_cmp(&more(b.0))).then(a.0.cell.cmp(&b.0.cell)));
    let equally_long = arms.iter().all(|arm| arm.tally.games == arms[0].tally.games);
    let note = format!("{NOTE}{}", if equally_long { "" } else { DROPPED });
    let mut table = Table::new(format!("{name}-changes"), "Changes, most missions won first, then least Harm", note)
        .text("change", "Change", rows.iter().map(|(arm, _)| asked.cells[arm.cell].label.as_str()))
        .text("sort", "Kind of change", rows.iter().map(|(arm, _)| asked.cells[arm.cell].series.as_str()));
    for (which, column, title, decimals) in [
        (Whole::Taken, "harm_taken", "Harm taken", 2),
        (Whole::FrameDamage, "frame_damage", "Frame damage", 3),
        (Whole::AmmoLeft, "ammo_left", "Ammo left", 2),
        (Whole::Rounds, "rounds", "Rounds", 2),
        (Whole::Victory, "victory", "Victory rate", 4),
    ] {
        let means: Vec<Estimate> = rows.iter().map(|(arm, _)| difference(&arm.tally, 0, which).0).collect();
        table = table.estimates([column, &format!("{column}_interval")], title, decimals, means);
    }
    table.number("adjusted_p", "Adjusted p", 4, rows.iter().map(|(_, p)| *p)).count(
        "n",
        "Missions",
        rows.iter().map(|(arm, _)| arm.tally.games),
    )
}
