//! The summary of changes to an Ace: the most helpful, the most harmful, and the results of the unchanged team.

use super::super::batch::{Batch, difference, whole};
use super::race::Arm;
use crate::games::apocalypse_frame::record::{Tally, Whole};
use hitchart_lab::study::Answer;
use hitchart_report::KeyNumber;
use hitchart_report::table::{
    capitalised, counted, grouped, number_within, percent_within, points_within, signed_within,
};
use hitchart_stats::{Estimate, benjamini_hochberg};

/// Level of adjusted p-values that shows a difference.
const SURE: f64 = 0.05;

/// A change and its differences.
struct Row<'a> {
    label: &'a str,
    harm: Estimate,
    victory: Estimate,
    /// True if the difference in Harm taken is significant.
    shown: bool,
}

impl Row<'_> {
    /// Formats the difference in Harm taken.
    fn harm(&self) -> String {
        signed_within(self.harm.point, self.harm.interval)
    }
}

/// Fills in the summary and the numbers of an answer.
pub fn summarise(answer: &mut Answer, asked: &Batch, as_it_is: &Tally, arms: &[Arm]) {
    let rows = rows(asked, arms);
    let Some(best) = rows.first() else { return };
    let worst = rows.iter().max_by(|a, b| a.harm.interval.0.total_cmp(&b.harm.interval.0));
    answer.said.push(match best.shown && best.harm.point < 0.0 {
        true => format!(
            "The most helpful change: {}. It changes Harm taken by {} a mission and the victory rate by {}.",
            best.label,
            best.harm(),
            points_within(best.victory.point, best.victory.interval)
        ),
        false => format!(
            "No change is shown to reduce Harm taken. The most promising: {} ({} a mission).",
            best.label,
            best.harm()
        ),
    });
    if let Some(worst) = worst.filter(|row| row.shown && row.harm.point > 0.0) {
        answer.said.push(format!("The most harmful change: {} ({} Harm taken a mission).", worst.label, worst.harm()));
    }
    let shown = rows.iter().filter(|row| row.shown).count() as u64;
    answer.said.push(format!(
        "{} {} are shown to change Harm taken.",
        baseline(asked, as_it_is),
        counted(shown, "changes")
    ));
    let estimate = |which| whole(&as_it_is.cells[0], which, as_it_is);
    let (victory, taken) = (estimate(Whole::Victory), estimate(Whole::Taken));
    answer.numbers = vec![
        KeyNumber::new("Victory rate, unchanged", percent_within(victory.point, victory.interval)),
        KeyNumber::new("Harm taken in a mission, unchanged", number_within(taken.point, taken.interval)),
    ];
    let number = |row: &Row<'_>| KeyNumber::new(format!("Harm taken with {}", row.label), row.harm());
    answer.numbers.extend(rows.iter().take(3).map(number));
}

/// Returns the changes, from the surest reduction of Harm taken to the least sure.
fn rows<'a>(asked: &'a Batch, arms: &[Arm]) -> Vec<Row<'a>> {
    let found: Vec<(Estimate, f64)> = arms.iter().map(|arm| difference(&arm.tally, 0, Whole::Taken)).collect();
    let p = benjamini_hochberg(&found.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let row = |((arm, (harm, _)), p): ((&Arm, &(Estimate, f64)), f64)| Row {
        label: &asked.cells[arm.cell].label,
        harm: *harm,
        victory: difference(&arm.tally, 0, Whole::Victory).0,
        shown: p < SURE,
    };
    let mut rows: Vec<Row<'a>> = arms.iter().zip(&found).zip(p).map(row).collect();
    // Sorted by the upper end of the interval: changes with few missions have the widest intervals.
    rows.sort_by(|a, b| a.harm.interval.1.total_cmp(&b.harm.interval.1));
    rows
}

/// Describes the missions of the unchanged team in a sentence.
fn baseline(asked: &Batch, as_it_is: &Tally) -> String {
    let (cell, won) = (&asked.cells[0], whole(&as_it_is.cells[0], Whole::Victory, as_it_is));
    format!(
        "{} wins {} of {} missions against {}, played by {} with {} as game master.",
        capitalised(&cell.label),
        percent_within(won.point, won.interval),
        grouped(as_it_is.games),
        cell.plan.name,
        cell.policies[0].name(),
        cell.policies[1].name()
    )
}
