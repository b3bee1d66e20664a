//! Missions of a study as integer results: a group is a mission of every row, on common random numbers.

use super::super::mission::Action;
use super::super::players::{Player as Deciding, PolicySpec};
use super::super::record::{Record, Whole};
use super::batch::Batch;
use hitchart_lab::runner::games::Stoppable;
use hitchart_lab::study::{Grouped, Metric, Player, Quantity};
use hitchart_play::play;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Metrics that matter by default, each with the largest change to ignore.
const MATTERS: [(&str, f64); 1] = [("victory", 0.03)];

/// The players of a row, for one thread.
type Seated<'a> = [Stoppable<'a, Deciding, Action>; 2];

/// Returns the missions of a batch, row by row.
pub fn grouped(batch: &Batch) -> Grouped {
    let one = batch.cells.len() == 1;
    let of = |label: &str| if one { String::new() } else { label.to_owned() };
    let quantity = |label: &str, known: &Metric| Quantity {
        metric: known.name.to_owned(),
        of: of(label),
        unit: known.unit,
        under: None,
        title: known.title,
        how: known.how,
        winner: None,
    };
    let quantities = batch.cells.iter().flat_map(|cell| Whole::ALL.iter().map(|known| quantity(&cell.label, known)));
    let effort = batch.cells.iter().flat_map(|cell| &cell.policies).map(PolicySpec::effort).sum();
    let cells: Arc<Vec<_>> =
        Arc::new(batch.cells.iter().map(|cell| (cell.mission(&batch.common.rules), cell.policies.clone())).collect());
    Grouped::new(quantities.collect(), (1, effort), move |stop: &AtomicBool| -> Player<'_> {
        let cells = Arc::clone(&cells);
        let seated = |(_, policies): &(_, [PolicySpec; 2])| {
            policies.each_ref().map(|policy| Stoppable::new(policy.build(), stop))
        };
        let mut players: Vec<Seated<'_>> = cells.iter().map(seated).collect();
        Box::new(move |key, sums| {
            let rows = cells.iter().zip(&mut players).zip(sums.chunks_exact_mut(Whole::ALL.len()));
            for (((mission, _), players), sums) in rows {
                let mut record = Record::default();
                play(mission, key, players, &mut record);
                sums.iter_mut().zip(record.wholes()).for_each(|(sum, count)| *sum += i64::from(*count));
            }
            !stop.load(Ordering::Relaxed)
        })
    })
    .that_matters(&MATTERS)
}
