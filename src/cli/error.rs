//! What ends a command early, and how it is told.

use hitchart_config::{FileText, InputError, MAX_MESSAGE, clipped};
use hitchart_lab::study::CountError;
use hitchart_report::table::escape::line;
use hitchart_report::table::noun;
use crate::workflow::{FolderError, WorkflowError};
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code after Ctrl-C, as shells have it: 128 and the signal's number.
pub const INTERRUPTED: u8 = 130;
/// Exit code for mistakes in the input.
pub const BAD_INPUT: u8 = 2;
/// Exit code for everything else, such as a full disk.
const FAILED: u8 = 1;
/// Exit code of a check that found drift.
const DRIFT: u8 = 1;
/// Exit code of a check that could not decide.
const INCONCLUSIVE: u8 = 3;

/// Why a command did not finish.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Workflow(#[from] WorkflowError),
    /// Standard output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// Ctrl-C ended a batch of games; what was finished has been reported.
    #[error("stopped after {done} of {asked} {}", noun(*asked, "games"))]
    Stopped { done: u64, asked: u64 },
    /// A check found drift, and has said so.
    #[error("drift")]
    Drift,
    /// A check could not decide, and has said so.
    #[error("inconclusive")]
    Inconclusive,
}

impl From<InputError> for CliError {
    fn from(error: InputError) -> CliError {
        CliError::Workflow(error.into())
    }
}

/// Ends a command that has printed its outcome. `found` decides the exit code before anything is printed: a reader that
/// goes away or a full disk does not change it. Only where `found` is no error does a failure to print decide.
///
/// # Errors
/// That of `found`, or else that of `printed`.
pub fn ending(found: Result<(), CliError>, printed: Result<(), CliError>) -> Result<(), CliError> {
    if let (Err(_), Err(unprinted)) = (&found, &printed) {
        // Its code gives way to that of what was found.
        let _ = unprinted.report(false);
    }
    found.and(printed)
}

impl CliError {
    /// Says what happened on standard error, with colours if asked, and gives the exit code. A reader that went away, as `head` does, is no
    /// error.
    pub fn report(&self, coloured: bool) -> ExitCode {
        let code = match self {
            CliError::Output(cause) if cause.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            CliError::Drift => return ExitCode::from(DRIFT),
            CliError::Inconclusive => return ExitCode::from(INCONCLUSIVE),
            CliError::Workflow(WorkflowError::Input(_)) => BAD_INPUT,
            CliError::Workflow(
                WorkflowError::Journal(_) | WorkflowError::Count(CountError::Misfit { .. } | CountError::Double { .. }),
            ) => BAD_INPUT,
            CliError::Workflow(WorkflowError::Folder(error)) if error.is_refusal() => BAD_INPUT,
            CliError::Stopped { .. }
            | CliError::Workflow(
                WorkflowError::Interrupted
                | WorkflowError::Unfinished
                | WorkflowError::Folder(FolderError::Interrupted),
            ) => INTERRUPTED,
            _ => FAILED,
        };
        let message = match self {
            // Clipped by itself, and coloured for terminals.
            CliError::Workflow(WorkflowError::Input(error)) => told(error).render(coloured),
            CliError::Stopped { .. } => self.to_string(),
            other => clipped(&line(&format!("error: {other}")), MAX_MESSAGE).into_owned(),
        };
        // Where even standard error is closed, the exit code must do.
        let _ = writeln!(io::stderr(), "{message}");
        ExitCode::from(code)
    }
}

/// The error with its words on one line each and without what a terminal obeys. The line of the file is made harmless
/// where it is drawn.
fn told(error: &InputError) -> InputError {
    let help = error.help.as_deref().map(line);
    let place = error.place.as_deref().map(|(file, span)| {
        let path = file.path.named(line(&file.path.to_string_lossy()));
        Box::new((FileText { path, text: file.text.clone() }, span.clone()))
    });
    InputError { problem: line(&error.problem), help, place }
}
