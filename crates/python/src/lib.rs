//! The part of the Python package that is written in Rust: questions, own policies, reports, and tables as Arrow streams.

mod arrow;
mod players;
mod question;

use hitchart::workflow::{RunOptions, run};
use hitchart_ask::options::Rows;
use hitchart_ask::{AskError, Asking, LazyAnswer, ScenarioQuestion, answer, mistake_value};
use hitchart_config::InputError;
use hitchart_play::{SharedPlayer, program::SharedPrograms};
use hitchart_program::Programs;
use players::{Policy, Waiting};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Interval at which a question lets Python handle signals, such as Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// Time that stopped work has to end. Games end sooner; an exact computation may take minutes.
const PATIENCE: Duration = Duration::from_secs(1);

/// Stack of the thread that does the work: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// A message of the thread that does the work.
enum Message<T> {
    /// The work is done.
    Done(T),
    /// A policy in Python has to decide.
    Decide(Box<Waiting>),
}

/// Runs work without Python's lock, answers decisions of policies in Python, and stops the work on a signal or an
/// exception. Work that does not end within `patience` after that goes on in its thread, and its result is dropped.
fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    policies: &[Policy],
    patience: Duration,
    work: impl FnOnce(&Arc<AtomicBool>, Vec<SharedPlayer>) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = channel();
    let asked = sender.clone();
    let players = players::players(policies, move |waiting| asked.send(Message::Decide(Box::new(waiting))).is_ok());
    let of_work = Arc::clone(&stop);
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || sender.send(Message::Done(work(&of_work, players))).is_ok())?;
    let received = Mutex::new(receiver);
    let result = receive(py, policies, &received);
    // Games that still wait for an answer find the receiver gone, and end.
    drop(received);
    if result.is_err() {
        stop.store(true, Ordering::Relaxed);
        let since = Instant::now();
        py.detach(|| {
            while !thread.is_finished() && since.elapsed() < patience {
                std::thread::sleep(TICK);
            }
        });
    }
    result
}

/// Receives messages until the work is done.
fn receive<T: Send>(py: Python<'_>, policies: &[Policy], received: &Mutex<Receiver<Message<T>>>) -> PyResult<T> {
    let fault = || PyRuntimeError::new_err("a fault of the program ended the work");
    // All decisions that arrived while Python answered the ones before.
    let next = || -> Result<Vec<Message<T>>, RecvTimeoutError> {
        let received = received.lock().map_err(|_| RecvTimeoutError::Disconnected)?;
        let first = received.recv_timeout(TICK)?;
        Ok(std::iter::once(first).chain(received.try_iter()).collect())
    };
    loop {
        match py.detach(next) {
            Ok(messages) => {
                let mut waiting = Vec::new();
                for message in messages {
                    match message {
                        Message::Done(value) => return Ok(value),
                        Message::Decide(decision) => waiting.push(*decision),
                    }
                }
                players::answer(py, policies, waiting)?;
                py.check_signals()?;
            }
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(fault()),
        }
    }
}

/// An answer. Its sentence and main number are read without writing the whole answer as JSON.
#[pyclass(frozen)]
struct Reply {
    answered: Result<LazyAnswer, Value>,
}

#[pymethods]
impl Reply {
    /// The mistake, as JSON; `None` for an answer.
    #[getter]
    fn mistake(&self) -> Option<String> {
        self.answered.as_ref().err().map(Value::to_string)
    }

    /// The answer as one sentence.
    #[getter]
    fn line(&self) -> String {
        self.answered.as_ref().map(LazyAnswer::line).unwrap_or_default()
    }

    /// The main number, its interval, and the number of games or samples.
    #[getter]
    fn main(&self) -> MainNumber {
        let main = self.answered.as_ref().map(LazyAnswer::main_number).unwrap_or_default();
        let bounds = [&main["interval"][0], &main["interval"][1]].map(Value::as_f64);
        let interval = bounds[0].zip(bounds[1]);
        (main["value"].as_f64(), interval, main["n"].as_u64())
    }

    /// Returns the answer as JSON, as docs/json.md describes it; the answers of commands have figures on request only.
    fn json(&self, py: Python<'_>, figures: bool) -> PyResult<String> {
        let answer = match &self.answered {
            Err(mistake) => Ok(mistake.clone()),
            Ok(answer) if figures => py.detach(|| answer.json()),
            Ok(answer) => Ok(py.detach(|| answer.without_figures())),
        };
        answer.map(|answer| answer.to_string()).map_err(undrawn)
    }

    /// Draws the figures, and returns them as JSON.
    fn figures(&self, py: Python<'_>) -> PyResult<String> {
        let Ok(answered) = &self.answered else { return Ok("[]".to_owned()) };
        py.detach(|| answered.figures()).map(|figures| figures.to_string()).map_err(undrawn)
    }
}

/// Returns the exception for figures that cannot be drawn.
#[allow(clippy::needless_pass_by_value, reason = "a function for `map_err`")]
fn undrawn(error: AskError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Value, interval and number of games or samples.
type MainNumber = (Option<f64>, Option<(f64, f64)>, Option<u64>);

/// Answers a question, as docs/json.md describes. Names are looked up in the current folder. The question can name
/// `policies` as policies of games; `as_json` converts values of other types than JSON has.
#[pyfunction]
fn ask(
    py: Python<'_>,
    question: &Bound<'_, PyDict>,
    policies: Vec<Policy>,
    as_json: &Bound<'_, PyAny>,
) -> PyResult<Reply> {
    let question = question::to_json(question, as_json)?;
    let answered = move |stop: &Arc<AtomicBool>, players: Vec<SharedPlayer>| {
        let programs = SharedPrograms(Some(Arc::new(Programs::stopping(Arc::clone(stop)))));
        let asking = Asking { quiet: true, as_data: true, players, programs, ..Asking::here(stop) };
        Reply { answered: answer(&question, &asking).map_err(|error| mistake_value(&question, &error)) }
    };
    interruptible(py, &policies, PATIENCE, answered)
}

/// Answers a scenario and writes its report into a folder, as `hitchart run` does. `question` is that for units of work;
/// `counts` are files. Returns the path of the page.
///
/// # Errors
/// A mistake in the question is a `ValueError` with the mistake as JSON; a failure is a `RuntimeError`.
#[pyfunction]
fn write_report(
    py: Python<'_>,
    question: &Bound<'_, PyDict>,
    as_json: &Bound<'_, PyAny>,
    out: PathBuf,
    resume: bool,
    counts: Vec<PathBuf>,
) -> PyResult<PathBuf> {
    let question = question::to_json(question, as_json)?;
    let page = out.join("report.html");
    let work = move |stop: &Arc<AtomicBool>, _: Vec<SharedPlayer>| {
        let mistake = |error: InputError| PyValueError::new_err(mistake_value(&question, &error.into()).to_string());
        let asked = ScenarioQuestion::read(question.clone()).map_err(mistake)?;
        let scenario = asked.scenario(&Asking::here(stop)).map_err(mistake)?;
        let options = RunOptions {
            threads: asked.threads,
            quiet: true,
            resume,
            counts,
            command: vec!["hitchart.report".to_owned(), scenario.file.name()],
            settings: None,
            rows: Rows::default(),
        };
        run(&scenario, &out, &options, stop).map(drop).map_err(|error| PyRuntimeError::new_err(error.to_string()))
    };
    // A run writes its report at the end: it must have ended before anyone can start another one.
    interruptible(py, &[], Duration::MAX, work)??;
    Ok(page)
}

/// Returns a table of an answer, in JSON, as an Arrow stream in a capsule.
#[pyfunction]
fn arrow_stream<'py>(py: Python<'py>, table: &str) -> PyResult<Bound<'py, PyCapsule>> {
    let table: arrow::Table =
        serde_json::from_str(table).map_err(|error| PyValueError::new_err(format!("not a table: {error}")))?;
    let stream = arrow::stream(&table).map_err(|error| PyValueError::new_err(error.to_string()))?;
    PyCapsule::new_with_value(py, arrow::ReadByAddress(stream), c"arrow_array_stream")
}

/// The module `hitchart._hitchart`.
#[pymodule]
fn _hitchart(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Reply>()?;
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(write_report, module)?)?;
    module.add_function(wrap_pyfunction!(arrow_stream, module)?)
}
