//! The answer of a scenario's first study, for commands that generate the scenario.

use crate::cli::error::CliError;
use crate::scenario::Scenario;
use crate::workflow::{WorkflowError, simulated, thread_pool};
use hitchart_lab::runner::Progress;
use hitchart_lab::study::Answer;
use std::sync::atomic::AtomicBool;

/// Runs all simulations of a scenario and answers its first study; the answer is empty if there is no study.
///
/// # Errors
/// Fails if threads cannot be started, or on interruption.
pub(crate) fn first_answer(scenario: &Scenario, threads: Option<usize>, stop: &AtomicBool) -> Result<Answer, CliError> {
    let pool = thread_pool(threads)?;
    let count = || simulated(scenario).count(Vec::new(), &|_, _| Ok(()), &Progress::new(false), stop);
    let counted = pool.install(count).map_err(WorkflowError::from)?.finished().ok_or(WorkflowError::Interrupted)?;
    let first = scenario.studies.first();
    Ok(first.map(|study| study.method.answer(&study.name, &counted)).unwrap_or_default())
}
