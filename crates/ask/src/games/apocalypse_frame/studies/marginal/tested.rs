//! The best change for some Materials, tested again on new random seeds.

use super::super::batch::{Batch, difference};
use super::race::{self, Arm, SURE, frames_lost, in_order};
use crate::games::apocalypse_frame::tally::{Compared, Tally};
use hitchart_apocalypse_frame::record::Whole;
use hitchart_lab::runner::{Job, Streams};
use hitchart_lab::study::{Answer, Run, RunCounts};
use hitchart_report::{KeyNumber, table::Table};
use hitchart_stats::{Estimate, holm};

/// Number of missions of the test, for each mission of a row on average.
const TEST: u64 = 4;

/// Returns the number of missions of all heats and of the test.
pub(super) fn missions(batch: &Batch) -> u64 {
    race::missions(batch) + 2 * TEST * batch.games
}

/// Returns the name of the job of the test.
fn test_name(name: &str) -> String {
    format!("{name}/test")
}

/// Returns the winner of the race: among the changes with the most missions, the first in the order of the table.
fn winner(arms: &[Arm]) -> Option<&Arm> {
    let most = arms.iter().map(|arm| arm.tally.games).max()?;
    arms.iter().filter(|arm| arm.tally.games == most).min_by(|a, b| in_order(a, b))
}

/// Returns the job of the next heat, or of the test after the last heat; empty at the end.
pub(super) fn next_jobs(batch: &Batch, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
    let next = race::next_jobs(batch, run, counted);
    let name = test_name(run.name);
    if !next.is_empty() || counted.of::<Tally>(&name).is_some() {
        return next;
    }
    let (_, arms) = race::run(batch, run.name, counted);
    let Some(best) = winner(&arms) else { return Vec::new() };
    let cells = [0, best.cell].map(|cell| batch.cells[cell].clone()).to_vec();
    let streams = Streams { name: name.clone(), seed: run.seed, groups: 0..TEST * batch.games };
    vec![batch.some_wanted(name, cells, Compared::default(), streams)]
}

/// Returns the answer of the race with the test of the winner.
pub(super) fn answer(name: &str, batch: &Batch, counted: &RunCounts) -> Answer {
    let mut answer = super::answer(name, batch, counted);
    let (_, arms) = race::run(batch, name, counted);
    let (Some(best), Some(tally)) = (winner(&arms), counted.of::<Tally>(&test_name(name))) else { return answer };
    let label = batch.cells[best.cell].label.as_str();
    let metrics = [
        (Whole::Victory, "victory", "Victory rate"),
        (Whole::Taken, "harm_taken", "Harm taken"),
        (frames_lost(batch), "frames_out", "Frames lost"),
    ];
    let found = metrics.map(|(which, ..)| difference(&tally, 1, which));
    let p_values = holm(&found.map(|(_, p_value)| p_value));
    let note = "The best change of the race against the team without it, on random seeds that no heat has used. Rows are \
                differences per mission; p-values after Holm.";
    let table = Table::new(format!("{name}-tested"), "The best change, tested", note)
        .text("change", "Change", metrics.iter().map(|_| label))
        .text("metric", "Metric", metrics.iter().map(|(_, column, _)| *column))
        .estimates(["difference", "interval"], "Difference", 4, found.iter().map(|(estimate, _)| *estimate))
        .number("adjusted_p", "Adjusted p", 4, p_values.iter().copied())
        .count("n", "N", metrics.iter().map(|_| tally.games));
    let [victory, harm, lost]: [Estimate; 3] = found.map(|(estimate, _)| estimate);
    let helps = (victory.point > 0.0 && p_values[0] < SURE) || (harm.point < 0.0 && p_values[1] < SURE);
    let what = if helps { "The best first purchase" } else { "The most promising first purchase, not shown to help" };
    answer.said.insert(
        0,
        format!(
            "{what}: {label}. On new random seeds it changes the victory rate by {}, Harm taken by {} and \
             frames lost by {} a mission{}.",
            victory.in_points(),
            harm.signed(),
            lost.signed(),
            race::level_with_arm(batch, &arms, best)
        ),
    );
    answer.numbers.push(KeyNumber::new("Victory rate by the best change, tested", victory.in_points()));
    answer.tables.insert(0, table);
    answer
}
