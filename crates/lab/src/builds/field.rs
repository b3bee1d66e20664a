//! Games of builds against a field.

use super::space::{BuildSetting, ChangeSet, ChangedBuild, Changes};
use crate::racing::{Halving, Margins, Race, race};
use crate::runner::{Counts, Job, Streams};
use crate::study::{Bouts, Contests, Grouped, MeetingTable, PairTable, RunCounts};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Returns the job of pairs of games of a build against a field, counted as [`Margins`] under a name.
pub(super) fn trial<W: BuildSetting>(
    name: String,
    setting: &Arc<W>,
    (build, field): (&W::Build, &Arc<W::Field>),
    streams: Streams,
) -> Job {
    let effort = setting.effort(field);
    let (setting, build, field) = (Arc::clone(setting), build.clone(), Arc::clone(field));
    PairTable::new(effort, move || setting.table(&build, &field)).job::<Margins>(name, streams)
}

/// Returns games of named builds against a field, as groups. In each group every build plays a pair of games with the
/// same dice against the same opponent.
pub(super) fn against_field<W: BuildSetting>(
    setting: &W,
    builds: Vec<(String, W::Build)>,
    field: &Arc<W::Field>,
) -> Grouped {
    let (entrants, builds): (Vec<String>, Vec<W::Build>) = builds.into_iter().unzip();
    let contests = Contests {
        meetings: (0..entrants.len()).map(|entrant| (entrant, None)).collect(),
        dice: vec![0; entrants.len()],
        entrants,
        size: 2,
        effort: setting.effort(field),
    };
    let (setting, field) = (setting.clone(), Arc::clone(field));
    contests.grouped(move |place| setting.table(&builds[place], &field))
}

/// Returns a table whose pairs of games take turns at several tables, by the cyclic list `turns`. Each table is set up
/// before its first game.
pub fn in_turn(turns: Vec<usize>, table: impl Fn(usize) -> MeetingTable + Send + Sync + 'static) -> MeetingTable {
    let many = turns.iter().max().map_or(0, |last| last + 1);
    let tables: Arc<[OnceLock<MeetingTable>]> = (0..many).map(|_| OnceLock::new()).collect();
    let (table, turns): (_, Arc<[usize]>) = (Arc::new(table), turns.into());
    Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
        let (tables, table, turns) = (Arc::clone(&tables), Arc::clone(&table), Arc::clone(&turns));
        let mut seated: Vec<Option<Bouts<'_>>> = tables.iter().map(|_| None).collect();
        Box::new(move |key, pair| {
            let turn = turns[(pair % turns.len() as u64) as usize];
            let bouts = seated[turn].get_or_insert_with(|| tables[turn].get_or_init(|| table(turn))(stop));
            bouts(key, pair)
        })
    })
}

/// Builds that race against a field with the same dice.
pub(super) struct Phase<'a, W: BuildSetting> {
    setting: &'a W,
    field: &'a Arc<W::Field>,
    /// Name of the games and, with the seed, of their dice: the study, and the purpose of the race.
    name: String,
    builds: Vec<W::Build>,
    /// Approximate pairs of games of all builds together.
    pairs: u64,
    /// Number of builds that are left at the end.
    left: usize,
    /// Baseline that plays in every heat, for comparison with the others.
    beside: Option<W::Build>,
}

impl<W: Changes> ChangeSet<W> {
    /// Returns a race of changes, with the unchanged build as the baseline.
    pub(super) fn phase(
        &self,
        name: String,
        changes: &[ChangedBuild<W::Build, W::Change>],
        size: (u64, usize),
    ) -> Phase<'_, W> {
        let builds = changes.iter().map(|changed| changed.build.clone()).collect();
        Phase::new((&self.setting, &self.field), name, builds, size).beside(&self.own)
    }
}

/// Progress of a race.
#[derive(Debug)]
pub(super) struct Run {
    pub race: Race,
    /// Games of the baseline.
    pub beside: Margins,
}

impl<'a, W: BuildSetting> Phase<'a, W> {
    /// Creates a race of builds that ends with `left` of them.
    pub(super) fn new(
        (setting, field): (&'a W, &'a Arc<W::Field>),
        name: String,
        builds: Vec<W::Build>,
        (pairs, left): (u64, usize),
    ) -> Phase<'a, W> {
        Phase { setting, field, name, builds, pairs, left, beside: None }
    }

    /// Returns the race with a baseline.
    pub(super) fn beside(self, build: &W::Build) -> Phase<'a, W> {
        Phase { beside: Some(build.clone()), ..self }
    }

    fn plan(&self) -> Halving {
        Halving { arms: self.builds.len(), pairs: self.pairs, left: self.left }
    }

    /// Returns the name of a build's games in a heat.
    fn occasion(&self, heat: usize, build: &W::Build) -> String {
        format!("{}/{heat}/{}", self.name, W::key(build))
    }

    fn played(&self, heat: usize, build: &W::Build, counted: &RunCounts) -> Option<Margins> {
        counted.of(&self.occasion(heat, build))
    }

    /// Runs the race on the counts so far. `worth` scores a build from its games and the baseline's games on the same
    /// pairs.
    pub(super) fn run(&self, counted: &RunCounts, worth: impl Fn(&Margins, &Margins) -> f64) -> Run {
        let mut beside = Margins::default();
        if let Some(build) = &self.beside {
            let heats = (0..self.plan().heats().len()).map_while(|heat| self.played(heat, build, counted));
            heats.for_each(|games| beside.add(&games));
        }
        let race = race(
            &self.plan(),
            |arm, heat| self.played(heat, &self.builds[arm], counted),
            |margins| worth(margins, &beside),
        );
        Run { race, beside }
    }

    /// Returns the games of the next heat; empty at the end.
    pub(super) fn next_jobs(&self, run: &Run, seed: u64) -> Vec<Job> {
        let Some(next) = &run.race.next else { return Vec::new() };
        let setting = Arc::new(self.setting.clone());
        let streams = Streams { name: self.name.clone(), seed, groups: next.pairs.clone() };
        let job =
            |build: &W::Build| trial(self.occasion(next.heat, build), &setting, (build, self.field), streams.clone());
        let arms = next.arms.iter().map(|arm| &self.builds[*arm]);
        arms.chain(&self.beside).map(job).collect()
    }
}

/// Scores a build by its points alone.
pub(super) fn by_points(margins: &Margins, _: &Margins) -> f64 {
    margins.half_points() as f64 / (4 * margins.pairs().max(1)) as f64
}

/// Scores a build by its distance from the baseline, in either direction.
pub(super) fn by_distance(margins: &Margins, beside: &Margins) -> f64 {
    margins.more_than(beside, hitchart_stats::LEVEL).points.point.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Progress, count_one};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Pairs meet the opponents in order and cyclically, from any first pair of a block. Each table is set up once,
    /// before its first game.
    #[test]
    fn opponents_are_met_in_turn() {
        let made = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&made);
        let table = in_turn(vec![0, 1, 2], move |turn| {
            counter.fetch_add(1, Ordering::Relaxed);
            Box::new(move |_| Box::new(move |_, pair| [turn as i16, pair as i16]))
        });
        let table = Arc::new(table);
        let make = move || -> MeetingTable {
            let table = Arc::clone(&table);
            Box::new(move |stop: &AtomicBool| -> Bouts<'_> { table(stop) })
        };
        let trial = |groups| {
            let streams = Streams { name: "dice".to_owned(), seed: 1, groups };
            let make = make.clone();
            let job = PairTable::new(1.0, make).job::<Margins>("trial".to_owned(), streams);
            let counted = count_one(&job, &Progress::hidden(), &AtomicBool::new(false)).unwrap();
            serde_json::from_value::<Margins>(counted).unwrap()
        };
        let first = trial(4..6);
        assert_eq!(made.load(Ordering::Relaxed), 2, "opponents 1 and 2");
        let all: Vec<_> = first.iter().chain(trial(6..24).iter()).collect();
        let naive: Vec<_> = (4..24).map(|pair: u64| (pair, [(pair % 3) as i16, pair as i16])).collect();
        assert_eq!(all, naive);
        assert_eq!(made.load(Ordering::Relaxed), 3);
    }
}
