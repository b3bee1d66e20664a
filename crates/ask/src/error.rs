//! Errors that end a question without an answer.

use hitchart_config::InputError;
use hitchart_config::words::{counted, noun};
use hitchart_lab::study::CountError;

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
