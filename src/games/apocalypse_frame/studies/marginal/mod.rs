//! The value of each change to an Ace: the same missions with and without it. Changes that seem to make no difference
//! are dropped early, half of them at a time.

mod changes;
mod games;
mod race;
mod summary;
mod tables;
#[cfg(test)]
mod tests;

use super::super::ace::Ace;
use super::super::record::Tally;
use super::batch::{Batch, Cell};
use super::batched::{BatchStudy, Batched, warned};
use super::checker::Checker;
use super::ground::Found;
use super::raw::RawMarginal;
use changes::{ALL, Change, changes};
use hitchart_config::{InputError, some_of, within};
use hitchart_lab::runner::Job;
use hitchart_lab::study::{Answer, Changes, Games, Run, RunCounts, Study, Written};
use race::Arm;
use std::sync::Arc;

/// Values of the changes to an Ace, found by successive halving; the first cell is the unchanged team.
#[derive(Clone, Debug)]
struct MarginalStudy(BatchStudy<Outright>);

impl MarginalStudy {
    fn batch(&self) -> &Batch {
        &self.0.0.0
    }
}

/// The same with equally many missions for all changes, as used outside of reports.
#[derive(Clone, Debug)]
struct Outright(Batch);

impl Batched for Outright {
    const KIND: &'static str = "marginal";

    fn with(&self, batch: Batch) -> Outright {
        Outright(batch)
    }

    fn batch(&self) -> &Batch {
        &self.0
    }

    fn told(&self, name: &str, tally: &Tally) -> Answer {
        let arms: Vec<Arm> = (1..self.0.cells.len()).map(|cell| Arm { cell, tally: tally.alone(cell) }).collect();
        tables::answer(name, &self.0, &tally.alone(0), &arms)
    }
}

impl Study for MarginalStudy {
    fn kind(&self) -> &'static str {
        Outright::KIND
    }

    fn held(&self) -> u64 {
        self.batch().held()
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        race::next_jobs(self.batch(), run, counted)
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Option<Arc<dyn Study>>, InputError> {
        Ok(Some(Arc::new(MarginalStudy(BatchStudy(Outright(self.batch().changed(changes)?))))))
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let batch = self.batch();
        let (as_it_is, arms) = race::run(batch, name, counted);
        if arms.is_empty() {
            return Answer::default();
        }
        let mut answer = tables::answer(name, batch, &as_it_is, &arms);
        let rows = arms.iter().map(|arm| (&batch.cells[arm.cell], &arm.tally, 0));
        answer.warnings.extend(warned(name, std::iter::once((&batch.cells[0], &as_it_is, 0)).chain(rows)));
        answer
    }
}

/// Checks the study; the first cell is the unchanged team.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (Found, RawMarginal) = checker.on_ground(written)?;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let of = match &raw.ace {
        None => 0,
        Some(ace) => usize::from(within(checker.file, ace, "ace", 1, aces.len() as u8)?) - 1,
    };
    let sorts = match &raw.changes {
        None => ALL.to_vec(),
        Some(sorts) => {
            some_of(checker.file, sorts, "sort of change", ALL.len())?.iter().map(|sort| sort.value).collect()
        }
    };
    let as_it_is = (format!("{} as it is", aces[of].name), "", aces[of].clone());
    let changed = sorts.iter().flat_map(|sort| changes(&aces[of], *sort, &checker.common.rules));
    let cell = |(label, series, ace): Change| {
        let mut team = aces.clone();
        team[of] = Ace { name: aces[of].name.clone(), ..ace };
        let (plan, policies) = (shared.plan.clone(), shared.policies.clone());
        Cell { label, series: series.to_owned(), x: 0, aces: team, plan, policies }
    };
    let cells: Vec<Cell> = std::iter::once(as_it_is).chain(changed).map(cell).collect();
    if cells.len() == 1 {
        let span = raw.changes.as_ref().map_or(raw.aces.span.clone(), |changes| changes.span.clone());
        let problem = format!("nothing of {} can be changed so", aces[of].name);
        return Err(InputError::at(checker.file, span, problem));
    }
    let batch = checker.batch(cells, shared.games, shared.kept, raw.aces.span.clone())?;
    Ok(Arc::new(MarginalStudy(BatchStudy(Outright(batch)))))
}
