//! Successive halving of the changes: in every heat the remaining changes and the unchanged team play the same
//! missions. The dice depend only on the numbers of the missions.

use super::super::batch::{Batch, Dice, difference};
use crate::games::apocalypse_frame::record::{Compared, Tally, Whole};
use hitchart_lab::racing::{Halving, Next, Race, race_in_heats};
use hitchart_lab::runner::Job;
use hitchart_lab::study::{Observations, Run, RunCounts, Sums, metric_moments};

/// Number of changes that are played to the end.
const LEFT: usize = 12;

/// A change and its missions.
pub struct Arm {
    /// Index of the cell.
    pub cell: usize,
    /// Tally of the change's missions alone, compared with those of the unchanged team.
    pub tally: Tally,
}

/// Returns the heats: together they have as many missions as if all changes had equally many.
fn plan(batch: &Batch) -> Halving {
    let arms = batch.cells.len() - 1;
    Halving { arms, pairs: batch.games.saturating_mul(arms as u64), left: LEFT }
}

/// Returns the number of missions of all heats, including those of the unchanged team.
pub fn missions(batch: &Batch) -> u64 {
    plan(batch).heats().iter().map(|heat| (heat.arms as u64 + 1) * (heat.pairs.end - heat.pairs.start)).sum()
}

/// Returns the name of the job of a heat.
fn occasion(name: &str, heat: usize) -> String {
    format!("{name}/change/{heat}")
}

/// Returns the tally of the unchanged team and the state of the race, from the heats counted so far.
fn raced(batch: &Batch, name: &str, counted: &RunCounts) -> (Tally, Race<Tally>) {
    let plan = plan(batch);
    let heats: Vec<Tally> = (0..plan.heats().len()).map_while(|heat| counted.of(&occasion(name, heat))).collect();
    let mut as_it_is = Tally::default();
    heats.iter().for_each(|heat| as_it_is.merge(&heat.alone(0)));
    // The cell of the unchanged team comes first, then those of the arms in order.
    let played =
        |next: &Next| heats.get(next.heat).map(|heat| (1..heat.cells.len()).map(|at| heat.alone(at)).collect());
    // Spreads of the first heat, so that past eliminations never change.
    let spreads = WHAT.map(|which| heats.first().map_or(0.0, |first| spread(first, which)));
    (as_it_is, race_in_heats(&plan, played, |tally| distance(tally, spreads)))
}

/// Metrics that distinguish changes.
const WHAT: [Whole; 2] = [Whole::Taken, Whole::Victory];

/// Returns the distance of a change from the unchanged team, in either direction: the larger of those in Harm taken and
/// in missions won, in standard deviations of a mission.
fn distance(tally: &Tally, spreads: [f64; 2]) -> f64 {
    let in_spreads = |(which, spread): (Whole, f64)| {
        let more = difference(tally, 0, which).0.point.abs();
        if spread > 0.0 { more / spread } else { 0.0 }
    };
    WHAT.into_iter().zip(spreads).map(in_spreads).fold(0.0, f64::max)
}

/// Returns the standard deviation of a metric over the missions of all cells.
fn spread(tally: &Tally, which: Whole) -> f64 {
    let mut all = Sums::new(Whole::ALL.len());
    tally.cells.iter().for_each(|cell| all.merge(&cell.metrics));
    let n = tally.games * tally.cells.len() as u64;
    metric_moments(&all, which as usize, Observations::of(n)).standard_error() * (n as f64).sqrt()
}

/// Returns the tally of the unchanged team and all changes played so far; empty before the first heat.
pub fn run(batch: &Batch, name: &str, counted: &RunCounts) -> (Tally, Vec<Arm>) {
    let (as_it_is, race) = raced(batch, name, counted);
    let played = race.standings.into_iter().filter(|standing| standing.heats > 0);
    (as_it_is, played.map(|standing| Arm { cell: standing.arm + 1, tally: standing.margins }).collect())
}

/// Returns the job of the next heat; empty at the end.
pub fn next_jobs(batch: &Batch, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
    let Some(next) = raced(batch, run.name, counted).1.next else { return Vec::new() };
    let cells = std::iter::once(0).chain(next.arms.iter().map(|arm| arm + 1));
    let cells = cells.map(|cell| batch.cells[cell].clone()).collect();
    let dice = Dice { name: run.name.to_owned(), seed: run.seed, numbers: next.pairs };
    vec![batch.some_wanted(occasion(run.name, next.heat), cells, Compared::default(), dice)]
}
