//! Sweeps of fields of a ruleset, or of a scenario's studies: responses to their values, the fields that matter, and the nearest ruleset that
//! reaches a target. The module knows no game.
//!
//! Every ruleset is a point of a design, and all points are played on common random numbers.

mod design;
mod field;
mod points;
mod search;
mod sensitivity;
mod summary;
mod tables;
#[cfg(test)]
mod tests;

use super::runner::{Job, Streams};
use super::study::{Answer, Grouped, Limit, Looks, PlayedBy, Quantity, Run, RunCounts, Study, together};
pub use design::{Design, DesignKind, DesignPurpose, FieldValues, MOST_POINTS};
pub use field::{Level, STUDY, SweepField};
use hitchart_config::{InputError, listed, same_name};
use hitchart_report::Warning;
use hitchart_stats::{Bounds, Estimate, LEVEL};
use points::difference;
pub use points::{Batches, Point, PointTally, Sites};
use search::phrase;
pub use search::{Fresh, Reach, SearchOutcome, SearchResult, TargetRange, WrittenTarget};
pub use sensitivity::{Curve, FieldRange, Sensitive, Sensitivity};
use serde_json::Value;
use std::{collections::BTreeSet, sync::Arc};

// A sweep as a study: all points of a design, or the search for the nearest that reaches a target.

/// The games of a study under all rulesets.
#[derive(Clone, Debug)]
pub struct SweepCell {
    /// Name of the study of games.
    pub study: String,
    /// Players: a rung of the ladder, or the policies of the study.
    pub rung: String,
    /// Games under the unchanged ruleset.
    pub base: Arc<Grouped>,
    /// Games at the points of the design, by index.
    pub points: Arc<Sites>,
}

/// Number of games, and contents of the tables.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPlan {
    /// Games at each point of a study and a rung; with a target, the maximum.
    pub games: u64,
    /// Metrics in the tables; if empty, those with a default margin, or the quantity of the target.
    pub metrics: Vec<String>,
    /// Target to search for. `None` to play all points of the design.
    pub target: Option<WrittenTarget>,
}

/// A sweep over fields of a ruleset.
#[derive(Debug)]
pub struct SweepStudy {
    /// Origin for people: rules, scenario, seed.
    pub provenance: String,
    /// Origin as JSON.
    pub origin: Value,
    /// Fields that are swept.
    pub fields: Vec<SweepField>,
    /// Points to play.
    pub design: Design,
    /// Points that the rules do not allow, with the reason.
    pub left_out: Vec<(String, String)>,
    /// Games of every study on every rung.
    pub cells: Vec<SweepCell>,
    /// Number of games, metrics of the tables, and target.
    pub plan: SweepPlan,
    /// Limits of the game.
    pub limits: &'static [Limit],
    /// Doubts about swept fields, such as fields that no player reads.
    pub warnings: Vec<Warning>,
    /// Snapshot of other files for a saved report.
    pub kept: Option<Value>,
}

/// One of the rulesets that are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The unchanged ruleset.
    Base,
    /// A point of the design.
    At(usize),
}

/// Result of a point in one number.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    /// Number that is estimated: its metric, owner and unit.
    pub quantity: &'a Quantity,
    /// Mean per game, or share of another number, with its 95% interval.
    pub estimate: Estimate,
    /// Change from the unchanged ruleset, on common random numbers.
    pub change: Option<Estimate>,
}

impl SweepStudy {
    /// Checks that all settings can be used.
    ///
    /// # Errors
    /// Metrics that no game has, targets that no game has, and games that do not count the same numbers under all
    /// rulesets.
    pub fn check(&self) -> Result<(), InputError> {
        let known = || self.cells.iter().flat_map(|cell| &cell.base.quantities);
        for metric in &self.plan.metrics {
            if !known().any(|known| is_named(metric, known)) {
                let names: BTreeSet<&str> = known().map(|known| known.metric.as_str()).collect();
                return Err(InputError::unknown("metric", metric, names));
            }
        }
        for cell in &self.cells {
            let like = |games: Arc<Grouped>| (games.size, &games.quantities) == (cell.base.size, &cell.base.quantities);
            // The counted quantities follow from the study, not from the rules; the first and the last point stand for
            // all.
            let ends = [0, self.design.settings.len().saturating_sub(1)];
            if !ends.iter().all(|place| cell.points.games(*place).is_some_and(like)) {
                return Err(InputError::plain(format!(
                    "study `{}` does not count the same numbers under all rules",
                    cell.study
                )));
            }
            self.plan.target.as_ref().map(|target| target.aim(&cell.base.quantities)).transpose()?;
        }
        let is_shown = |cell: &SweepCell| (0..cell.base.quantities.len()).any(|place| self.is_shown(cell, place));
        if let Some(cell) = self.cells.iter().find(|cell| !is_shown(cell)) {
            let names: BTreeSet<&str> = cell.base.quantities.iter().map(|known| known.metric.as_str()).collect();
            let problem =
                format!("study `{}` has no metric with a default margin, and `metrics` names none", cell.study);
            return Err(InputError::plain(format!("{problem}; allowed: {}", listed(names))));
        }
        Ok(())
    }

    /// Returns the target in terms of a cell's quantities. `None` without a target.
    pub fn aim(&self, cell: &SweepCell) -> Option<TargetRange> {
        self.plan.target.as_ref()?.aim(&cell.base.quantities).ok()
    }

    /// Returns true if tables contain a quantity of a cell.
    pub fn is_shown(&self, cell: &SweepCell, quantity: usize) -> bool {
        let known = &cell.base.quantities[quantity];
        match self.plan.metrics.as_slice() {
            [] => match self.aim(cell) {
                Some(aim) => aim.quantity == quantity,
                None => cell.base.matters.iter().any(|(metric, _)| *metric == known.metric),
            },
            named => named.iter().any(|named| is_named(named, known)),
        }
    }

    /// Returns the looks at a cell: a single one without a target.
    pub fn looks(&self, cell: &SweepCell) -> Looks {
        let looks = Looks::at(self.plan.games, cell.base.size);
        if self.plan.target.is_none() { looks.last() } else { looks }
    }

    /// Returns the division of a cell's groups into batches.
    pub fn batches(&self, cell: &SweepCell) -> Batches {
        Batches::of(self.looks(cell).groups())
    }

    /// Returns the games of a cell under a ruleset.
    fn point(&self, cell: &SweepCell, place: Place) -> Point {
        let site = match place {
            Place::Base => None,
            Place::At(point) => Some((Arc::clone(&cell.points), point)),
        };
        Point { base: Arc::clone(&cell.base), site, batches: self.batches(cell) }
    }

    /// Returns the unchanged ruleset, as a point of the design if the design contains it.
    pub fn base(&self) -> Place {
        self.design.settings.iter().position(|setting| setting.distance == 0.0).map_or(Place::Base, Place::At)
    }

    /// Returns the name of the games of a look.
    fn occasion(&self, name: &str, cell: &SweepCell, place: Place, what: &str) -> String {
        let point = match place {
            Place::Base => "base".to_owned(),
            Place::At(point) => point.to_string(),
        };
        format!("{name}/{}/{}/{point}/{what}", cell.study, cell.rung)
    }

    /// Returns the games of a look. The dice depend only on the study: all points and rungs have the same.
    pub fn look(&self, run: &Run<'_>, cell: &SweepCell, place: Place, look: usize) -> Job {
        let groups = self.looks(cell).added(look).unwrap_or(0..0);
        let streams = Streams { name: cell.study.clone(), seed: run.seed, groups };
        streams.job(self.occasion(run.name, cell, place, &look.to_string()), self.point(cell, place))
    }

    /// Returns the number of games played at all points together.
    pub fn games(&self, name: &str, counted: &RunCounts) -> u64 {
        let places = || std::iter::once(Place::Base).chain((0..self.design.settings.len()).map(Place::At));
        let of = |cell: &SweepCell, place| {
            let tally = self.tally(name, cell, place, counted, usize::MAX);
            tally.map_or(0, |tally| tally.groups * cell.base.size)
        };
        self.cells.iter().map(|cell| places().map(|place| of(cell, place)).sum::<u64>()).sum()
    }

    /// Returns the results of a ruleset in the first `looks` looks, or in all looks so far. `None` before the first.
    pub fn tally(
        &self,
        name: &str,
        cell: &SweepCell,
        place: Place,
        counted: &RunCounts,
        looks: usize,
    ) -> Option<PointTally> {
        let all = counted.by_look(|look| self.occasion(name, cell, place, &look.to_string()));
        together(all.take(looks.min(self.looks(cell).count())))
    }

    /// Returns games on fresh seeds, for a test.
    pub fn fresh(&self, run: &Run<'_>, cell: &SweepCell, place: Place, test: usize) -> Job {
        let what = format!("fresh-{}", test + 1);
        let (name, groups) = (format!("{}/{what}", cell.study), 0..self.looks(cell).groups());
        let streams = Streams { name, seed: run.seed, groups };
        streams.job(self.occasion(run.name, cell, place, &what), self.point(cell, place))
    }

    /// Returns the results of a test.
    pub fn tested(
        &self,
        name: &str,
        cell: &SweepCell,
        place: Place,
        counted: &RunCounts,
        test: usize,
    ) -> Option<PointTally> {
        counted.of(&self.occasion(name, cell, place, &format!("fresh-{}", test + 1)))
    }

    /// Returns all numbers of a point, with their changes from the unchanged ruleset.
    pub fn responses<'a>(
        &self,
        cell: &'a SweepCell,
        tally: &PointTally,
        base: Option<&PointTally>,
    ) -> Vec<Response<'a>> {
        (0..cell.base.quantities.len()).filter_map(|i| self.response(cell, tally, base, i)).collect()
    }

    /// Returns one number of a point. `None` for a share of nothing.
    pub fn response<'a>(
        &self,
        cell: &'a SweepCell,
        tally: &PointTally,
        base: Option<&PointTally>,
        i: usize,
    ) -> Option<Response<'a>> {
        let estimate = tally.estimate(&cell.base, i, LEVEL)?;
        let change = base.and_then(|base| change(&cell.base, &self.batches(cell), [base, tally], (i, LEVEL)));
        Some(Response { quantity: &cell.base.quantities[i], estimate, change })
    }
}

/// Returns true if a quantity is requested: by its metric, by its owner and its metric, or with `all`.
fn is_named(named: &str, quantity: &Quantity) -> bool {
    named == "all" || same_name(named, &quantity.metric) || same_name(named, &phrase(quantity))
}

/// Returns the change of a quantity from the first tally to the second, with its interval at a level: the difference of
/// the two means if both have the same groups, or else the change over the batches that are complete in both. The spread
/// is that of these batches. `None` with too few batches.
fn change(
    games: &Grouped,
    batches: &Batches,
    [base, tally]: [&PointTally; 2],
    (i, level): (usize, f64),
) -> Option<Estimate> {
    // Games that never differed may still differ, unless they are the same games.
    let is_base = std::ptr::eq(base, tally);
    let step = if is_base { 0.0 } else { base.step(games, i).max(tally.step(games, i)) };
    let bounds = games.quantities[i].bounds_of_change(step);
    let bounds = if is_base { Bounds { step: 0.0, ..bounds } } else { bounds };
    let totals = [base, tally].map(|tally| tally.totals(games, batches, i));
    let change = difference(&totals, (base.groups.min(tally.groups), tally.groups * games.size), (&bounds, level))?;
    if base.groups != tally.groups {
        return Some(change);
    }
    // A look may end within a batch.
    let [before, after] = [base, tally].map(|tally| Some(tally.estimate(games, i, level)?.point));
    let point = after? - before?;
    let at = |end: f64| (end + point - change.point).clamp(bounds.low, bounds.high);
    Some(Estimate { point, interval: (at(change.interval.0), at(change.interval.1)), ..change })
}

impl Study for SweepStudy {
    fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::distinct(self.cells.iter().flat_map(|cell| cell.base.players.clone()))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        if self.plan.target.is_some() {
            return self.cells.iter().flat_map(|cell| search::next_jobs(self, run, cell, counted)).collect();
        }
        let points = || (0..self.design.settings.len()).map(Place::At);
        let all = self.cells.iter().flat_map(|cell| {
            let base = Some(self.base()).filter(|place| *place == Place::Base);
            base.into_iter().chain(points()).map(move |place| self.look(run, cell, place, 0))
        });
        all.filter(|job| !counted.has(&job.name)).collect()
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn kept(&self) -> Option<Value> {
        self.kept.clone()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let curves = sensitivity::curves(self, name, counted);
        let (tables, figures) = (tables::all(self, name, &curves), tables::figures(self, name, &curves));
        let effects = sensitivity::sensitive(self, name, counted);
        let sensitive = sensitivity::table(self, name, &effects);
        let target = tables::target(self, name, counted);
        // Single points of the other designs have no meaning.
        let points = (self.design.shape == DesignPurpose::Points).then(|| tables::points(self, name, counted));
        let all = [target, sensitive].into_iter().flatten().chain(tables).chain(points);
        let tables = all.filter(|table| table.rows() > 0).collect();
        let mut said = summary::summary(self, name, counted);
        said.extend(summary::moved(self, &curves));
        said.extend(summary::sensitivities(self, &effects));
        let (numbers, undecided) = (summary::numbers(self, name, counted), summary::undecided(self, name, counted));
        let json = Some(tables::to_json(self, name, counted));
        let games = self.games(name, counted);
        let warnings = self.warnings.clone();
        Answer { said, numbers, undecided, tables, figures, warnings, games, json, ..Answer::default() }
    }
}
