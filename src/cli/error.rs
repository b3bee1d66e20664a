//! Ends of a command: errors with their messages and exit codes, and stops by Ctrl-C and SIGTERM.

use super::super::workflow::{FolderError, WorkflowError};
use super::output;
use hitchart_ask::AskError;
use hitchart_config::words::noun;
use hitchart_config::{FileText, InputError, MAX_MESSAGE, clipped};
use hitchart_lab::study::CountError;
use hitchart_play::program::ProgramFault;
use hitchart_report::table::escape::line;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, io::Write, process::ExitCode, sync::Arc};

// Errors that end a command early.

/// Exit code after Ctrl-C, as in shells: 128 plus the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;
/// Exit code for mistakes in the input.
pub(crate) const BAD_INPUT: u8 = 2;
/// Exit code for everything else, such as a full disk.
const FAILED: u8 = 1;
/// Exit code of a check that found drift.
const DRIFT: u8 = 1;
/// Exit code of a check that could not decide.
const INCONCLUSIVE: u8 = 3;

/// Reason why a command did not finish.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error(transparent)]
    Workflow(#[from] WorkflowError),
    /// The lab could not be served.
    #[error(transparent)]
    Serve(#[from] hitchart_serve::ServeError),
    /// Standard output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// Ctrl-C ended a batch of games; the finished games have been reported.
    #[error("stopped after {done} of {asked} {}", noun(*asked, "games"))]
    Stopped { done: u64, asked: u64 },
    /// The program of a game failed; the text says how the command can continue.
    #[error("{0}{1}")]
    Program(ProgramFault, &'static str),
    /// A program does not conform to the protocol, and the checks were printed.
    #[error("the program does not conform to the protocol")]
    NotConforming,
    /// A check found drift, and has printed it.
    #[error("drift")]
    Drift,
    /// A check could not decide, and has printed so.
    #[error("inconclusive")]
    Inconclusive,
}

impl From<AskError> for CliError {
    fn from(error: AskError) -> CliError {
        match error {
            AskError::Stopped { done, asked } => CliError::Stopped { done, asked },
            error => CliError::Workflow(error.into()),
        }
    }
}

impl From<InputError> for CliError {
    fn from(error: InputError) -> CliError {
        CliError::Workflow(error.into())
    }
}

/// Ends a command that has printed its outcome. `found` determines the exit code before printing, so that a missing
/// reader or a full disk does not change it. A failure to print determines the code only if `found` is no error.
///
/// # Errors
/// Returns the error of `found`, or else that of `printed`.
pub(crate) fn ending(found: Result<(), CliError>, printed: Result<(), CliError>) -> Result<(), CliError> {
    if let (Err(_), Err(unprinted)) = (&found, &printed) {
        // Its exit code is ignored in favour of that of `found`.
        let _ = unprinted.report(false);
    }
    found.and(printed)
}

impl CliError {
    /// Returns the failure of a program as the reason of a stop or of a scenario without a game, or else the same error.
    pub(crate) fn or_of(self, fault: Option<ProgramFault>) -> CliError {
        let after = match self {
            CliError::Workflow(WorkflowError::Unfinished) => {
                "\n  The counts are saved. Without a change of the program, the same command with --resume continues; a \
                 changed program needs a new run, without --resume."
            }
            _ => "",
        };
        match fault {
            Some(fault) if self.is_stop() => CliError::Program(fault, after),
            Some(fault) if matches!(self, CliError::Workflow(WorkflowError::Input(_))) => CliError::Program(fault, ""),
            _ => self,
        }
    }

    /// Returns true if the command was stopped before its end.
    fn is_stop(&self) -> bool {
        matches!(
            self,
            CliError::Stopped { .. }
                | CliError::Workflow(
                    WorkflowError::Interrupted
                        | WorkflowError::Unfinished
                        | WorkflowError::Folder(FolderError::Interrupted),
                )
        )
    }

    /// Prints the error on standard error, with colours if `coloured`, and returns the exit code. A reader that closed
    /// the pipe, as `head` does, is no error.
    pub(crate) fn report(&self, coloured: bool) -> ExitCode {
        let code = match self {
            CliError::Output(cause) | CliError::Workflow(WorkflowError::Lines(cause))
                if cause.kind() == io::ErrorKind::BrokenPipe =>
            {
                return ExitCode::SUCCESS;
            }
            CliError::Drift => return ExitCode::from(DRIFT),
            CliError::Inconclusive => return ExitCode::from(INCONCLUSIVE),
            CliError::Workflow(WorkflowError::Input(_)) => BAD_INPUT,
            CliError::Workflow(
                WorkflowError::Journal(_) | WorkflowError::Count(CountError::Misfit { .. } | CountError::Double { .. }),
            ) => BAD_INPUT,
            CliError::Workflow(WorkflowError::Folder(error)) if error.is_refusal() => BAD_INPUT,
            stop if stop.is_stop() => INTERRUPTED,
            _ => FAILED,
        };
        let message = match self {
            // These are clipped when rendered, and coloured for terminals.
            CliError::Workflow(WorkflowError::Input(error)) => cleaned(error).render(coloured),
            CliError::Stopped { .. } => self.to_string(),
            CliError::Program(..) => {
                let text = format!("error: {self}");
                clipped(&text.lines().map(line).collect::<Vec<_>>().join("\n"), MAX_MESSAGE).into_owned()
            }
            other => clipped(&line(&format!("error: {other}")), MAX_MESSAGE).into_owned(),
        };
        // If even standard error is closed, the exit code must suffice.
        let _ = writeln!(io::stderr(), "{message}");
        ExitCode::from(code)
    }
}

/// Returns the error with each text on one line and without control characters. The shown line of the file is cleaned
/// when it is drawn.
fn cleaned(error: &InputError) -> InputError {
    let help = error.help.as_deref().map(line);
    let place = error.place.as_deref().map(|(file, span)| {
        let path = file.path.named(line(&file.path.to_string_lossy()));
        Box::new((FileText { path, text: file.text.clone() }, span.clone()))
    });
    InputError { problem: line(&error.problem), help, place }
}

// Stopping of a command: Ctrl-C and SIGTERM set a flag, and the command ends on its own or is ended.

/// Time that a stopped command has to end on its own. Simulations and writes check the flag far more often.
const GRACE: Duration = Duration::from_secs(2);
/// Interval at which the handler checks whether a stopped command may be ended at once.
const TICK: Duration = Duration::from_millis(10);

/// Message if the grace period was too short for a command with `--resume`. Exact answers have no counts to save.
const RESUMES: &str = "error: interrupted; if counts were saved, the same command with --resume continues from them";

/// The flag that stops a command, and a flag for commands that may be ended at once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    flag: Arc<AtomicBool>,
    holds_nothing: Arc<AtomicBool>,
}

impl Stop {
    /// Returns a flag that Ctrl-C and SIGTERM set. The handler ends the process after a grace period, or at once during
    /// `Stop::holding_nothing`. `resumes` is true if the command has `--resume`; the message then says so.
    pub(crate) fn on_signals(resumes: bool) -> Stop {
        let stop = Stop::default();
        let handled = stop.clone();
        // Without a handler Ctrl-C still ends the program; the next run cleans up half-finished files.
        let _ = ctrlc::set_handler(move || {
            handled.flag.store(true, Ordering::Relaxed);
            handled.wait(GRACE);
            output::note(if resumes { RESUMES } else { "error: interrupted" });
            std::process::exit(INTERRUPTED.into());
        });
        stop
    }

    /// Returns the flag, which simulations and writes check.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Returns the flag, to be shared with programs of games.
    pub(crate) fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Runs work that needs no clean-up, such as waiting for input or computing an exact answer. A signal meanwhile
    /// ends the program at once.
    pub(crate) fn holding_nothing<T>(&self, work: impl FnOnce() -> T) -> T {
        self.holds_nothing.store(true, Ordering::SeqCst);
        let done = work();
        self.holds_nothing.store(false, Ordering::SeqCst);
        done
    }

    /// Waits until the grace period is over, or until the command needs no clean-up.
    fn wait(&self, grace: Duration) {
        let stopped = Instant::now();
        while stopped.elapsed() < grace && !self.holds_nothing.load(Ordering::SeqCst) {
            std::thread::sleep(TICK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a grace period of an hour, the test ends only because no clean-up is needed.
    #[test]
    fn nothing_is_waited_for_where_nothing_is_held() {
        let stop = Stop::default();
        stop.holding_nothing(|| stop.wait(Duration::from_secs(3600)));
        let waits = std::thread::spawn({
            let stop = stop.clone();
            move || stop.wait(Duration::from_secs(3600))
        });
        stop.holding_nothing(|| waits.join()).unwrap();
        assert!(!stop.holds_nothing.load(Ordering::SeqCst));
    }
}
