//! Games of builds against a field.

use super::space::BuildSetting;
use crate::racing::{Halving, Margins, Race, race};
use crate::runner::games::{block_size, key};
use crate::runner::{Countable, Counts, Job, Simulation, Transient};
use crate::study::{Bouts, Contests, Grouped, MeetingTable, RunCounts, each_pair};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Pairs of games at a table; the two games of a pair have the same dice, and swapped seats.
pub struct Trial {
    /// The table, with everything that is prepared for its games.
    table: Transient<MeetingTable>,
    /// Estimated nanoseconds per game, for the remaining time of a run.
    effort: f64,
    /// Numbers of the pairs. With seed and name they name all dice, and they choose the opponent.
    pairs: Range<u64>,
    /// Name of the random streams, together with the seed.
    dice: String,
    seed: u64,
}

impl Trial {
    /// Creates the pairs with these numbers, with dice of this name and seed. `make` sets up the table.
    pub fn new(
        make: impl Fn() -> MeetingTable + Send + Sync + 'static,
        effort: f64,
        pairs: Range<u64>,
        (dice, seed): (String, u64),
    ) -> Trial {
        Trial { table: Transient::new(2 * (pairs.end - pairs.start), make), effort, pairs, dice, seed }
    }
}

/// Returns pairs of games of a build against a field, with dice of this name and seed, to be counted as [`Margins`].
pub(super) fn trial<W: BuildSetting>(
    setting: &Arc<W>,
    (build, field): (&W::Build, &Arc<W::Field>),
    pairs: Range<u64>,
    dice: (String, u64),
) -> Arc<dyn Countable> {
    let effort = setting.effort(build, field);
    let (setting, build, field) = (Arc::clone(setting), build.clone(), Arc::clone(field));
    Arc::new(Trial::new(move || setting.table(&build, &field), effort, pairs, dice))
}

/// Returns games of named builds against a field, as groups. In each group every build plays a pair of games with the
/// same dice against the same opponent.
pub(super) fn against_field<W: BuildSetting>(
    setting: &W,
    builds: Vec<(String, W::Build)>,
    field: &Arc<W::Field>,
) -> Grouped {
    let (entrants, builds): (Vec<String>, Vec<W::Build>) = builds.into_iter().unzip();
    let effort = builds.iter().map(|build| setting.effort(build, field)).sum::<f64>() / builds.len().max(1) as f64;
    let contests = Contests {
        meetings: (0..entrants.len()).map(|entrant| (entrant, None)).collect(),
        dice: vec![0; entrants.len()],
        entrants,
        size: 2,
        effort,
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

impl Simulation for Trial {
    type Counts = Margins;

    fn size(&self) -> u64 {
        2 * (self.pairs.end - self.pairs.start)
    }

    fn block_size(&self) -> u64 {
        block_size(Simulation::size(self), 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Margins> {
        let (table, from, many) = (self.table.take(), games.start / 2, games.end - games.start);
        let mut bouts = table(stop);
        let played = |number: u64| {
            let pair = self.pairs.start + number;
            bouts(key(self.seed, &self.dice, pair), pair)
        };
        let margins = each_pair(games, stop, played)?;
        self.table.counted(many);
        Some(Margins::new(self.pairs.start + from, margins))
    }

    fn fits(&self, margins: &Margins, games: u64) -> bool {
        margins.fits(games, &self.pairs)
    }

    fn effort(&self) -> f64 {
        self.effort
    }
}

/// Builds that race against a field with the same dice.
pub(super) struct Phase<'a, W: BuildSetting> {
    pub setting: &'a W,
    pub field: &'a Arc<W::Field>,
    /// Name of the games and, with the seed, of their dice: the study, and the purpose of the race.
    pub name: String,
    pub builds: Vec<W::Build>,
    /// Approximate pairs of games of all builds together.
    pub pairs: u64,
    /// Number of builds that are left at the end.
    pub left: usize,
    /// Baseline that plays in every heat, for comparison with the others.
    pub beside: Option<W::Build>,
}

/// Progress of a race.
#[derive(Debug)]
pub(super) struct Run {
    pub race: Race,
    /// Games of the baseline.
    pub beside: Margins,
}

impl<W: BuildSetting> Phase<'_, W> {
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
        let (setting, pairs) = (Arc::new(self.setting.clone()), &next.pairs);
        let job = |build: &W::Build| {
            let trial = trial(&setting, (build, self.field), pairs.clone(), (self.name.clone(), seed));
            Job::whole(self.occasion(next.heat, build), trial)
        };
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
        let trial = Trial::new(make, 1.0, 4..24, ("dice".to_owned(), 1));
        let stop = AtomicBool::new(false);
        let played = |games| trial.count(0, games, &stop).unwrap();
        let first = played(0..4);
        assert_eq!(made.load(Ordering::Relaxed), 2, "opponents 1 and 2");
        let all: Vec<_> = first.iter().chain(played(4..40).iter()).collect();
        let naive: Vec<_> = (4..24).map(|pair: u64| (pair, [(pair % 3) as i16, pair as i16])).collect();
        assert_eq!(all, naive);
        assert_eq!(made.load(Ordering::Relaxed), 3);
        assert!(trial.count(0, 0..4, &AtomicBool::new(true)).is_none(), "what was stopped is not counted");
    }
}
