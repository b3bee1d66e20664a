//! A study that is counted without a scenario, in one call or in several, with a journal of the counted parts.

use super::{CountError, NamedStudy, RunCounts, Simulated};
use crate::runner::{BlockCounts, JournalLine, Progress};
use hitchart_config::sha256;
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

impl NamedStudy {
    /// Describes the inputs that decide the counts, besides the name, the seed and [`Study::inputs`](super::Study::inputs):
    /// the rules, the players, the version of the game. A journal is used again only for a study with the same inputs.
    #[must_use]
    pub fn with_inputs(mut self, inputs: impl Display) -> NamedStudy {
        self.inputs = inputs.to_string();
        self
    }

    /// Returns the run that a journal of the study belongs to: the name, the seed, and a digest of the inputs.
    pub fn run(&self, seed: u64) -> String {
        let inputs = serde_json::json!([self.inputs, self.method.inputs()]).to_string();
        format!("{}, seed {seed}, inputs {}", self.name, &sha256(inputs)[..16])
    }

    /// Counts the study alone. Parts in `journal` are not counted again; all other parts are added to it. Returns `None`
    /// if the work was stopped, here after `most` parts.
    ///
    /// A part is the counts of some neighbouring blocks, and short calls make small parts. Each call reads the whole
    /// journal, so that a few long calls take less time than many short ones.
    ///
    /// # Errors
    /// Parts in the journal that belong to another run or do not fit; and any parts, if the study does not describe its
    /// inputs ([`NamedStudy::with_inputs`]).
    pub fn count(
        &self,
        seed: u64,
        journal: &mut Vec<JournalLine>,
        most: usize,
    ) -> Result<Option<RunCounts>, CountError> {
        let id = self.run(seed);
        self.check_journal(&id, journal)?;
        let (stop, parts) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let keep = |name: &str, part: &BlockCounts| {
            let mut parts = parts.lock().unwrap_or_else(PoisonError::into_inner);
            parts.push(JournalLine::new(&id, name, part));
            stop.fetch_or(parts.len() >= most, Ordering::Relaxed);
            Ok(())
        };
        let run = Simulated { studies: std::slice::from_ref(self), seed, samples: 0 };
        let ended = run.count(journal.clone(), &keep, &Progress::hidden(), &stop)?;
        journal.extend(parts.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok(ended.finished())
    }

    /// Counts the study alone to its end. Parts in `journal` are not counted again; all other parts are added to it.
    ///
    /// # Errors
    /// As [`NamedStudy::count`], and studies that end their own run.
    pub fn count_all(&self, seed: u64, journal: &mut Vec<JournalLine>) -> Result<RunCounts, CountError> {
        self.count(seed, journal, usize::MAX)?.ok_or_else(|| CountError::Stopped(self.name.clone()))
    }

    /// Checks that all parts of a journal belong to a run.
    fn check_journal(&self, run: &str, journal: &[JournalLine]) -> Result<(), CountError> {
        if let Some((part, line)) = (1..).zip(journal).find(|(_, line)| line.run != run) {
            return Err(CountError::OtherRun { part, found: line.run.clone(), run: run.to_owned() });
        }
        if self.inputs.is_empty() && !journal.is_empty() {
            return Err(CountError::NoInputs(self.name.clone()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Arena;
    use crate::tournament::{Plan, Tournament};
    use std::sync::Arc;

    /// Returns a tournament of two entrants in which the first wins every game, or the second, as the rules say.
    fn study(wins: i16, games: u64) -> NamedStudy {
        let names = ["a", "b"].map(str::to_owned).to_vec();
        let arena = Arena::new(names, 1.0, move |_| Box::new(move |_| Box::new(move |_, _| [wins; 2])));
        let tournament = Tournament::of(arena, Plan::round_robin(2, games));
        NamedStudy::alone("t", Arc::new(tournament)).with_inputs(wins)
    }

    #[test]
    fn a_journal_is_used_for_the_same_study_seed_and_inputs_only() {
        let mut journal = Vec::new();
        let whole = study(1, 4000).count_all(7, &mut journal).unwrap();
        let parts = journal.len();
        assert_eq!(study(1, 4000).count_all(7, &mut journal).unwrap(), whole);
        assert_eq!(journal.len(), parts, "nothing is counted again");
        let renamed = NamedStudy { name: "u".to_owned(), ..study(1, 4000) };
        for (other, seed) in [(study(-1, 4000), 7), (study(1, 4000), 8), (study(1, 2000), 7), (renamed, 7)] {
            let error = other.count_all(seed, &mut journal).unwrap_err();
            let CountError::OtherRun { part: 1, found, run } = &error else { panic!("{error}") };
            assert_eq!((found, run), (&study(1, 4000).run(7), &other.run(seed)));
            assert_eq!(journal.len(), parts);
        }
    }

    #[test]
    fn a_journal_needs_described_inputs() {
        let bare = || NamedStudy { inputs: String::new(), ..study(1, 4000) };
        let mut journal = Vec::new();
        bare().count(7, &mut journal, 1).unwrap();
        assert!(!journal.is_empty());
        let error = bare().count_all(7, &mut journal).unwrap_err();
        assert!(matches!(error.clone(), CountError::NoInputs(name) if name == "t"), "{error}");
    }

    #[test]
    fn short_calls_reach_the_counts_of_one_call() {
        let (mut journal, mut calls) = (Vec::new(), 0);
        let whole = study(1, 4000).count_all(7, &mut Vec::new()).unwrap();
        let found = loop {
            calls += 1;
            if let Some(found) = study(1, 4000).count(7, &mut journal, 1).unwrap() {
                break found;
            }
        };
        assert_eq!(found, whole);
        assert!(calls > 1);
    }
}
