//! The race of the changes: in every heat those that are left and the team as it is play the same missions; the dice are
//! those of the study's missions of these numbers, whoever plays them.

use super::super::batch::{Batch, Dice, difference};
use crate::games::apocalypse_frame::record::{Compared, Tally, Whole};
use hitchart_lab::racing::{Halving, Next, Race, race_in_heats};
use hitchart_lab::runner::Wanted;
use hitchart_lab::study::{Counted, Observations, Run, Sums, metric_moments};

/// Changes that are played to the end.
const LEFT: usize = 12;

/// A change and its missions.
pub struct Arm {
    /// Its place among the cells.
    pub cell: usize,
    /// Of its missions alone, against those of the team as it is.
    pub tally: Tally,
}

/// The heats: together they have as many missions as if all changes were played equally long.
fn plan(batch: &Batch) -> Halving {
    let arms = batch.cells.len() - 1;
    Halving { arms, pairs: batch.games.saturating_mul(arms as u64), left: LEFT }
}

/// Missions of all heats, those of the team as it is among them.
pub fn missions(batch: &Batch) -> u64 {
    plan(batch).heats().iter().map(|heat| (heat.arms as u64 + 1) * (heat.pairs.end - heat.pairs.start)).sum()
}

/// What the missions of a heat are called.
fn occasion(name: &str, heat: usize) -> String {
    format!("{name}/change/{heat}")
}

/// The missions of the team as it is, and the race, as far as they are counted.
fn raced(batch: &Batch, name: &str, counted: &Counted) -> (Tally, Race<Tally>) {
    let plan = plan(batch);
    let heats: Vec<Tally> = (0..plan.heats().len()).map_while(|heat| counted.of(&occasion(name, heat))).collect();
    let mut as_it_is = Tally::default();
    heats.iter().for_each(|heat| as_it_is.merge(&heat.alone(0)));
    // The cell of the team as it is comes first, then those of the arms in their order.
    let played =
        |next: &Next| heats.get(next.heat).map(|heat| (1..heat.cells.len()).map(|at| heat.alone(at)).collect());
    // Those of the first heat, so that who left it is the same ever after.
    let spreads = WHAT.map(|which| heats.first().map_or(0.0, |first| spread(first, which)));
    (as_it_is, race_in_heats(&plan, played, |tally| distance(tally, spreads)))
}

/// What changes are told apart by.
const WHAT: [Whole; 2] = [Whole::Taken, Whole::Victory];

/// How far a change seems to be from the team as it is, in either direction: in Harm taken or in missions won, whichever is
/// more, in spreads of a mission.
fn distance(tally: &Tally, spreads: [f64; 2]) -> f64 {
    let in_spreads = |(which, spread): (Whole, f64)| {
        let more = difference(tally, 0, which).0.point.abs();
        if spread > 0.0 { more / spread } else { 0.0 }
    };
    WHAT.into_iter().zip(spreads).map(in_spreads).fold(0.0, f64::max)
}

/// The standard deviation of a metric over the missions of all cells.
fn spread(tally: &Tally, which: Whole) -> f64 {
    let mut all = Sums::new(Whole::ALL.len());
    tally.cells.iter().for_each(|cell| all.merge(&cell.metrics));
    let n = tally.games * tally.cells.len() as u64;
    metric_moments(&all, which as usize, Observations::of(n)).standard_error() * (n as f64).sqrt()
}

/// The team as it is and all changes with what they have played; nothing before the first heat.
pub fn run(batch: &Batch, name: &str, counted: &Counted) -> (Tally, Vec<Arm>) {
    let (as_it_is, race) = raced(batch, name, counted);
    let played = race.standings.into_iter().filter(|standing| standing.heats > 0);
    (as_it_is, played.map(|standing| Arm { cell: standing.arm + 1, tally: standing.margins }).collect())
}

/// The missions of the next heat; none at the end.
pub fn wants(batch: &Batch, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
    let Some(next) = raced(batch, run.name, counted).1.next else { return Vec::new() };
    let cells = std::iter::once(0).chain(next.arms.iter().map(|arm| arm + 1));
    let cells = cells.map(|cell| batch.cells[cell].clone()).collect();
    let dice = Dice { name: run.name.to_owned(), seed: run.seed, numbers: next.pairs };
    vec![batch.some_wanted(occasion(run.name, next.heat), cells, Compared::default(), dice)]
}
