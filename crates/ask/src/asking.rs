//! The circumstances of a question: where its names are looked up, and how it is stopped; and reasons for no answer.

use super::scenario::{Scenario, check};
use super::units::simulated;
use hitchart_config::words::{counted, noun};
use hitchart_config::{FileKind, FileText, InputError, SearchFolder, is_text};
use hitchart_lab::runner::Progress;
use hitchart_lab::study::{Answer, CountError, NamedStudy, Overrides, RunCounts, Simulated, Study};
use hitchart_play::SharedPlayer;
use hitchart_play::program::{ProgramFault, SharedPrograms};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{path::Path, sync::Arc};

/// The circumstances of a question.
#[derive(Clone, Debug)]
pub struct Asking<'a> {
    /// Flag that stops simulations.
    pub stop: &'a AtomicBool,
    /// Folder in which files are looked up by name.
    pub folder: SearchFolder,
    /// True to show no progress on the terminal.
    pub quiet: bool,
    /// True if a program reads the answer as data; false if the command line prints it in the formats asked for.
    pub as_data: bool,
    /// Players outside the program, which questions may name as policies.
    pub players: Vec<SharedPlayer>,
    /// Programs of games that scenarios may start; none by default.
    pub programs: SharedPrograms,
}

impl<'a> Asking<'a> {
    /// Returns the circumstances of a question on the command line: files of the current folder.
    pub fn here(stop: &'a AtomicBool) -> Asking<'a> {
        Asking {
            stop,
            folder: SearchFolder::here(),
            quiet: false,
            as_data: false,
            players: Vec::new(),
            programs: SharedPrograms::default(),
        }
    }

    /// Returns the circumstances of a question as data: it can name built-in files only.
    pub fn data(stop: &'a AtomicBool) -> Asking<'a> {
        Asking {
            stop,
            folder: SearchFolder::nowhere(),
            quiet: true,
            as_data: true,
            players: Vec::new(),
            programs: SharedPrograms::default(),
        }
    }

    /// Reads a file by path, by built-in name, or from the argument itself.
    ///
    /// # Errors
    /// As [`SearchFolder::named`].
    pub fn file(&self, kind: FileKind, name: &Path) -> Result<FileText, InputError> {
        match name.to_str() {
            Some(name) => self.folder.named(kind, name),
            None => FileText::read(name),
        }
    }

    /// Reads a file of a kind without built-in files: by path, or from the argument itself. `noun` is the name of the
    /// kind in messages.
    ///
    /// # Errors
    /// As [`SearchFolder::read`].
    pub fn own_file(&self, noun: &str, path: &Path) -> Result<FileText, InputError> {
        match path.to_str() {
            Some(text) if is_text(text) => Ok(FileText::carried(noun, text)),
            Some(name) => self.folder.read(name),
            None => FileText::read(path),
        }
    }

    /// Reads and checks a scenario.
    ///
    /// # Errors
    /// Returns the first mistake, with its place.
    pub fn scenario(&self, name: &Path, overrides: &Overrides) -> Result<Scenario, InputError> {
        check(self.file(FileKind::Scenario, name)?, overrides)
    }

    /// Returns true if the work was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the bar of a simulation that people wait for.
    pub fn progress(&self) -> Progress {
        Progress::new(self.quiet)
    }

    /// Returns the number of threads of a simulation. With players outside the program there are many by default: each
    /// waits for its answer, so that a player gets many decisions at once.
    pub fn threads(&self, given: Option<usize>) -> Option<usize> {
        const WAITING: usize = 64;
        given.or((!self.players.is_empty()).then_some(WAITING))
    }

    /// Counts studies on a number of threads, one per core by default.
    ///
    /// # Errors
    /// Fails if the threads cannot be started, and with [`AskError::Interrupted`] if the work was stopped.
    pub fn counted(&self, studies: &Simulated<'_>, threads: Option<usize>) -> Result<RunCounts, AskError> {
        let count = || studies.count(Vec::new(), &|_, _| Ok(()), &self.progress(), self.stop);
        on_threads(self.threads(threads), count)??.finished().ok_or(AskError::Interrupted)
    }

    /// Counts the studies of a scenario and answers the first; the answer is empty if there is no study.
    ///
    /// # Errors
    /// As [`Asking::counted`].
    pub fn first_answer(&self, scenario: &Scenario, threads: Option<usize>) -> Result<Answer, AskError> {
        let counted = self.counted(&simulated(scenario), threads)?;
        let first = scenario.studies.first();
        Ok(first.map(|study| study.method.answer(&study.name, &counted)).unwrap_or_default())
    }

    /// Counts a single study, without samples.
    ///
    /// # Errors
    /// As [`Asking::counted`].
    pub fn counted_alone(
        &self,
        name: &str,
        study: Arc<dyn Study>,
        seed: u64,
        threads: Option<usize>,
    ) -> Result<RunCounts, AskError> {
        self.counted(&Simulated { studies: &[NamedStudy::alone(name, study)], seed, samples: 0 }, threads)
    }
}

/// Returns a pool of `threads` threads, or of one per core.
///
/// # Errors
/// Fails if the threads cannot be started.
pub fn thread_pool(threads: Option<usize>) -> Result<rayon::ThreadPool, AskError> {
    let threads = threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|cause| AskError::Threads { threads, cause: cause.to_string() })
}

/// Runs work on `threads` threads, or on one per core; a page has only its own thread.
///
/// # Errors
/// Fails if the threads cannot be started.
pub fn on_threads<T: Send>(threads: Option<usize>, work: impl FnOnce() -> T + Send) -> Result<T, AskError> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    Ok(thread_pool(threads)?.install(work))
}

/// Reason why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// A mistake in the question, or in a file that it names.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The content of an answer could not be produced.
    #[error("cannot make {what}: {cause}")]
    Content {
        /// Name of the content.
        what: String,
        /// Reason, in words.
        cause: String,
    },
    /// The program of a game failed.
    #[error(transparent)]
    Program(#[from] ProgramFault),
    /// Counts that do not fit, or that could not be kept.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The requested threads could not be started.
    #[error("cannot start {}: {cause}", counted(*threads as u64, "threads"))]
    Threads {
        /// Number of threads.
        threads: usize,
        /// Reason, in words.
        cause: String,
    },
    /// The user stopped a batch of games before the first was finished.
    #[error("stopped after {done} of {asked} {}", noun(*asked, "games"))]
    Stopped {
        /// Number of finished games.
        done: u64,
        /// Number of games that were asked for.
        asked: u64,
    },
    /// The user stopped the work.
    #[error("interrupted; there is no result, and nothing was written")]
    Interrupted,
}
