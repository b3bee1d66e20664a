//! Studies counted stage by stage, until none of them requests more.

use super::{NamedStudy, RunCounts, next_jobs};
use crate::runner::{BlockCounts, Job, JournalLine, Parts, Progress, drive, without_gap};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::BTreeMap, io, sync::Arc};

/// Studies to count, with their random streams.
#[derive(Clone, Copy, Debug)]
pub struct Simulated<'a> {
    /// Studies that request simulations.
    pub studies: &'a [NamedStudy],
    /// Seed of the random streams.
    pub seed: u64,
    /// Samples of each simulated answer.
    pub samples: u64,
}

/// Outcome of a count. Only a finished run has the [`RunCounts`] from which results are made.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// No study requests more.
    Finished(RunCounts),
    /// `stop` was set before the end.
    Stopped(Shorter),
}

/// Counts of a stopped run. They answer no study; each equals the count of a shorter run of one simulation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shorter(RunCounts);

impl Ended {
    /// Returns the counts of a finished run. `None` if the run was stopped.
    pub fn finished(self) -> Option<RunCounts> {
        match self {
            Ended::Finished(counted) => Some(counted),
            Ended::Stopped(_) => None,
        }
    }
}

impl Shorter {
    /// Returns the counts of a simulation over its blocks from the first one to the first gap.
    pub fn of(&self, name: &str) -> Option<&Value> {
        self.0.0.get(name)
    }
}

/// Reasons why counts cannot be used or made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CountError {
    /// Saved counts do not belong to this run.
    #[error("counts of `{name}`, blocks {} to {}, do not fit this run", blocks.0, blocks.1)]
    Misfit {
        /// Name of the simulation.
        name: String,
        /// First block of the counts, and the block after the last.
        blocks: (u64, u64),
    },
    /// Saved blocks appear twice.
    #[error("block {block} of `{name}` is counted twice")]
    Double {
        /// Name of the simulation.
        name: String,
        /// Number of a repeated block.
        block: u64,
    },
    /// The sums of a simulation cannot be those of games.
    #[error(
        "`{0}` has impossible sums: a number is too large (use a larger unit, or fewer games), or a share is outside 0 to 1"
    )]
    Impossible(String),
    /// A study ended its own run.
    #[error("`{0}` stopped before its end")]
    Stopped(String),
    /// The counts could not be written.
    #[error("cannot write the counts: {0}")]
    Journal(Arc<io::Error>),
    /// A journal has counts of another study, of another seed or of other inputs.
    #[error("part {part} of the journal belongs to the run `{found}`; allowed: `{run}`")]
    OtherRun {
        /// Number of the part in the journal, from 1.
        part: usize,
        /// Run of the part.
        found: String,
        /// Run of the study: its name, the seed, and a digest of its inputs.
        run: String,
    },
    /// A journal has counts, but the study does not describe its inputs, so that the counts cannot be checked.
    #[error("`{0}` has a journal, but does not describe its inputs; describe them with `NamedStudy::with_inputs`")]
    NoInputs(String),
}

impl From<io::Error> for CountError {
    fn from(cause: io::Error) -> CountError {
        CountError::Journal(Arc::new(cause))
    }
}

/// Callback for finished parts.
pub type OnNamedPart<'a> = dyn Fn(&str, &BlockCounts) -> io::Result<()> + Sync + 'a;

/// Progress of a count.
pub struct CountProgress<'a> {
    of: Simulated<'a>,
    /// Saved parts of stages still to come.
    earlier: BTreeMap<String, Vec<BlockCounts>>,
    /// Counts of all finished stages.
    pub counted: RunCounts,
    /// Number of finished stages.
    pub stage: u64,
    /// Simulations of the next stage; empty if all stages are done.
    pub jobs: Vec<Job>,
    /// Counted parts of these simulations, in the same order.
    pub parts: Parts,
}

impl<'a> CountProgress<'a> {
    /// Starts at the first stage that earlier counts do not complete.
    ///
    /// # Errors
    /// Earlier counts that do not fit.
    pub fn after(of: Simulated<'a>, earlier: Vec<JournalLine>) -> Result<CountProgress<'a>, CountError> {
        let mut course = CountProgress::started(of, earlier)?;
        while !course.is_done() && course.is_whole() {
            course.advance()?;
        }
        Ok(course)
    }

    /// Starts at the first stage, also if earlier counts complete it.
    fn started(of: Simulated<'a>, earlier: Vec<JournalLine>) -> Result<CountProgress<'a>, CountError> {
        let (counted, earlier) = (RunCounts::default(), by_name(earlier));
        let mut course = CountProgress { of, earlier, counted, stage: 0, jobs: Vec::new(), parts: Vec::new() };
        course.ask()?;
        Ok(course)
    }

    /// Returns true if no study requests more.
    pub fn is_done(&self) -> bool {
        self.jobs.is_empty()
    }

    /// Returns true if all simulations of this stage are counted.
    pub fn is_whole(&self) -> bool {
        self.jobs.iter().zip(&self.parts).all(|(job, parts)| end(job, parts) == job.blocks.end)
    }

    /// Ends a stage and requests the next.
    ///
    /// # Errors
    /// Earlier counts that do not fit the next stage.
    pub fn advance(&mut self) -> Result<(), CountError> {
        self.sum();
        self.next_stage()
    }

    fn next_stage(&mut self) -> Result<(), CountError> {
        // A simulation without a sum would be requested again and again.
        if let Some(job) = self.jobs.iter().find(|job| !self.counted.0.contains_key(&job.name)) {
            return Err(CountError::Impossible(job.name.clone()));
        }
        self.stage += 1;
        self.ask()
    }

    /// Adds the parts of this stage, up to the first gap, to the counts.
    fn sum(&mut self) {
        for (job, parts) in self.jobs.iter().zip(&self.parts) {
            let sum = job.count.sum(&mut without_gap(parts, job.blocks.start));
            self.counted.0.extend(sum.map(|sum| (job.name.clone(), sum)));
        }
    }

    /// Returns the counts of all finished stages, and those of this stage up to the first gap of each simulation: the
    /// counts of a shorter run.
    pub fn so_far(mut self) -> RunCounts {
        self.sum();
        self.counted
    }

    fn ask(&mut self) -> Result<(), CountError> {
        self.jobs = next_jobs(self.of.studies, self.of.seed, self.of.samples, &self.counted);
        let mut there = |job: &Job| fitting(job, self.earlier.remove(&job.name).unwrap_or_default());
        self.parts = self.jobs.iter().map(&mut there).collect::<Result<Parts, CountError>>()?;
        Ok(())
    }
}

impl Simulated<'_> {
    /// Counts all studies on rayon's current pool; blocks in `earlier` are not counted again.
    ///
    /// # Errors
    /// Earlier counts that do not fit, and errors of the callback.
    pub fn count(
        &self,
        earlier: Vec<JournalLine>,
        told: &OnNamedPart<'_>,
        progress: &Progress,
        stop: &AtomicBool,
    ) -> Result<Ended, CountError> {
        let mut course = CountProgress::started(*self, earlier)?;
        let keep = |job: &Job, part: &BlockCounts| told(&job.name, part);
        while !course.is_done() {
            if !course.is_whole() {
                let there = std::mem::take(&mut course.parts);
                course.parts = drive(&course.jobs, there, &keep, progress, stop)?;
            }
            let is_whole = course.is_whole();
            course.sum();
            if is_whole {
                self.studies.iter().for_each(|study| study.method.prepare(&course.counted, stop));
            }
            if !is_whole || stop.load(Ordering::Relaxed) {
                return Ok(Ended::Stopped(Shorter(course.counted)));
            }
            course.next_stage()?;
        }
        Ok(Ended::Finished(course.counted))
    }

    /// Checks that saved counts cover all simulations, each in full.
    ///
    /// # Errors
    /// The name of the first simulation with missing counts or counts that do not fit.
    pub fn check(&self, saved: &RunCounts) -> Result<(), String> {
        let missing = self.after(saved)?.into_iter().find(|job| !saved.0.contains_key(&job.name));
        missing.map_or(Ok(()), |job| Err(job.name))
    }

    /// Returns the simulations of the first stage that saved counts do not cover; empty if they cover all stages.
    ///
    /// # Errors
    /// The name of the first simulation with counts that do not fit.
    pub fn after(&self, saved: &RunCounts) -> Result<Vec<Job>, String> {
        let mut counted = RunCounts::default();
        loop {
            let jobs = next_jobs(self.studies, self.seed, self.samples, &counted);
            if jobs.is_empty() || jobs.iter().any(|job| !saved.0.contains_key(&job.name)) {
                return Ok(jobs);
            }
            for job in jobs {
                let fits = |counts| {
                    let part = BlockCounts { blocks: job.blocks.clone(), counts };
                    job.count.sum(&mut [&part].into_iter())
                };
                let found = saved.0.get(&job.name).cloned().and_then(fits);
                counted.0.insert(job.name.clone(), found.ok_or(job.name)?);
            }
        }
    }
}

/// Returns the end of the consecutive parts from the first requested block.
fn end(job: &Job, parts: &BTreeMap<u64, BlockCounts>) -> u64 {
    without_gap(parts, job.blocks.start).last().map_or(job.blocks.start, |part| part.blocks.end)
}

/// Groups lines by simulation.
pub fn by_name(lines: Vec<JournalLine>) -> BTreeMap<String, Vec<BlockCounts>> {
    let mut all: BTreeMap<String, Vec<BlockCounts>> = BTreeMap::new();
    for line in lines {
        all.entry(line.name.clone()).or_default().push(line.part());
    }
    all
}

/// Returns the parts by first block, after checking that each fits the simulation and none overlaps another.
///
/// # Errors
/// Parts that do not fit, and blocks that appear twice.
pub fn fitting(job: &Job, parts: Vec<BlockCounts>) -> Result<BTreeMap<u64, BlockCounts>, CountError> {
    let mut all = BTreeMap::new();
    for part in parts {
        let blocks = (part.blocks.start, part.blocks.end);
        let within = blocks.0 < blocks.1 && job.blocks.start <= blocks.0 && blocks.1 <= job.blocks.end;
        if !within || job.count.sum(&mut [&part].into_iter()).is_none() {
            return Err(CountError::Misfit { name: job.name.clone(), blocks });
        }
        if all.insert(blocks.0, part).is_some() {
            return Err(CountError::Double { name: job.name.clone(), block: blocks.0 });
        }
    }
    let mut end = 0;
    for part in all.values() {
        if part.blocks.start < end {
            return Err(CountError::Double { name: job.name.clone(), block: part.blocks.start });
        }
        end = part.blocks.end;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Run, Study};
    use super::*;
    use crate::runner::{Counts, Simulation};
    use std::ops::Range;
    use std::sync::Mutex;

    /// Counts its numbers, in blocks of three.
    struct Numbers(u64);

    #[derive(serde::Serialize, serde::Deserialize)]
    struct Many(u64);

    impl Counts for Many {
        fn add(&mut self, other: &Many) {
            self.0 += other.0;
        }
    }

    impl Simulation for Numbers {
        type Counts = Many;

        fn size(&self) -> u64 {
            self.0
        }

        fn block_size(&self) -> u64 {
            3
        }

        fn count(&self, _: u64, range: Range<u64>, _: &AtomicBool) -> Option<Many> {
            Some(Many(range.end - range.start))
        }

        fn fits(&self, many: &Many, size: u64) -> bool {
            many.0 == size
        }

        fn effort(&self) -> f64 {
            1.0
        }
    }

    /// Requests ten numbers, and then twice as many as were counted.
    #[derive(Debug)]
    struct Twice;

    impl Study for Twice {
        fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
            let [first, second] = ["first", "second"].map(|stage| format!("{}/{stage}", run.name));
            match (counted.of::<Many>(&first), counted.has(&second)) {
                (None, _) => vec![Job::whole(first, Arc::new(Numbers(10)))],
                (Some(many), false) => vec![Job::whole(second, Arc::new(Numbers(2 * many.0)))],
                (Some(_), true) => Vec::new(),
            }
        }

        fn answer(&self, _: &str, _: &RunCounts) -> Answer {
            Answer::default()
        }
    }

    fn studies() -> Vec<NamedStudy> {
        vec![NamedStudy::alone("s", Arc::new(Twice))]
    }

    fn line(name: &str, blocks: Range<u64>, counts: u64) -> JournalLine {
        JournalLine::new("r", name, &BlockCounts { blocks, counts: counts.into() })
    }

    #[test]
    fn a_study_is_counted_stage_by_stage_from_wherever_it_was() {
        let (studies, stop) = (studies(), AtomicBool::new(false));
        let all = Simulated { studies: &studies, seed: 1, samples: 1 };
        let whole = all.count(Vec::new(), &|_, _| Ok(()), &Progress::hidden(), &stop).unwrap();
        let counted = whole.clone().finished().unwrap();
        assert!(all.check(&counted).is_ok());
        assert_eq!(counted.0["s/second"], 20);
        for (earlier, stage, missing) in [
            (vec![], 0, 4),
            (vec![line("s/first", 1..3, 6)], 0, 2),
            (vec![line("s/first", 0..4, 10)], 1, 7),
            (vec![line("s/second", 0..2, 6), line("s/first", 2..4, 4), line("s/first", 0..2, 6)], 1, 5),
        ] {
            let course = CountProgress::after(all, earlier.clone()).unwrap();
            assert_eq!((course.stage, course.jobs.len()), (stage, 1));
            let counted: Mutex<u64> = Mutex::new(0);
            let told = |name: &str, part: &BlockCounts| {
                *counted.lock().unwrap() +=
                    if name == course.jobs[0].name { part.blocks.end - part.blocks.start } else { 0 };
                Ok(())
            };
            assert_eq!(all.count(earlier, &told, &Progress::hidden(), &stop).unwrap(), whole);
            assert_eq!(*counted.lock().unwrap(), missing);
        }
        let done = vec![line("s/first", 0..4, 10), line("s/second", 0..7, 20)];
        assert!(CountProgress::after(all, done).unwrap().is_done());
    }

    #[test]
    fn a_stopped_run_has_no_counts_to_make_a_result_from() {
        let (studies, stop) = (studies(), AtomicBool::new(false));
        let all = Simulated { studies: &studies, seed: 1, samples: 1 };
        let told = |name: &str, _: &BlockCounts| {
            stop.store(name == "s/second", Ordering::Relaxed);
            Ok(())
        };
        let ended = all.count(Vec::new(), &told, &Progress::hidden(), &stop).unwrap();
        let Ended::Stopped(shorter) = &ended else { panic!("{ended:?}") };
        assert_eq!(shorter.of("s/first"), Some(&Value::from(10)));
        assert!(shorter.of("s/second").and_then(Value::as_u64).is_none_or(|many| many < 20), "{shorter:?}");
        assert!(ended.finished().is_none());
    }

    /// The same numbers, and a fit between both stages, during which somebody stops the run.
    #[derive(Debug)]
    struct StoppedFit;

    impl Study for StoppedFit {
        fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
            Twice.next_jobs(run, counted)
        }

        fn prepare(&self, _: &RunCounts, stop: &AtomicBool) {
            stop.store(true, Ordering::Relaxed);
        }

        fn answer(&self, _: &str, _: &RunCounts) -> Answer {
            Answer::default()
        }
    }

    #[test]
    fn a_stop_while_a_study_prepares_is_no_result() {
        let (studies, stop) = (vec![NamedStudy::alone("s", Arc::new(StoppedFit))], AtomicBool::new(false));
        let all = Simulated { studies: &studies, seed: 1, samples: 1 };
        let ended = all.count(Vec::new(), &|_, _| Ok(()), &Progress::hidden(), &stop).unwrap();
        let Ended::Stopped(shorter) = ended else { panic!("{ended:?}") };
        assert_eq!((shorter.of("s/first"), shorter.of("s/second")), (Some(&10.into()), None));
    }

    #[test]
    fn counts_that_do_not_fit_are_refused() {
        let studies = studies();
        let all = Simulated { studies: &studies, seed: 1, samples: 1 };
        let refused =
            |lines: &[JournalLine]| CountProgress::after(all, lines.to_vec()).err().map(|error| error.to_string());
        for (lines, problem) in [
            (vec![line("s/first", 0..2, 7)], "blocks 0 to 2, do not fit"),
            (vec![line("s/first", 3..5, 4)], "blocks 3 to 5, do not fit"),
            (vec![line("s/first", 0..2, 6), line("s/first", 0..1, 3)], "block 0 of `s/first` is counted twice"),
            (vec![line("s/first", 0..2, 6), line("s/first", 1..3, 6)], "block 1 of `s/first` is counted twice"),
        ] {
            let said = refused(&lines).unwrap_or_default();
            assert!(said.contains(problem), "{said}");
        }
    }
}
