//! The part of the Python package that is written in Rust: questions, reports, and tables as Arrow streams.

mod arrow;

use hitchart::scenario::check;
use hitchart::workflow::{RunOptions, run};
use hitchart_ask::{Asking, ask_value, takes_long};
use hitchart_config::{FileKind, FileText, SearchFolder};
use hitchart_lab::study::{Overrides, RulesChoice};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Interval at which a long question lets Python handle signals, such as Ctrl-C.
const TICK: Duration = Duration::from_millis(50);

/// Runs work without Python's lock and stops it on a signal.
fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (done, result) = channel();
        let stop = &stop;
        scope.spawn(move || done.send(work(stop)));
        let result = std::sync::Mutex::new(result);
        loop {
            let next = || result.lock().map_err(|_| RecvTimeoutError::Disconnected)?.recv_timeout(TICK);
            match py.detach(next) {
                Ok(value) => return Ok(value),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop.store(true, Ordering::Relaxed);
                        return Err(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("a fault of the program ended the work"));
                }
            }
        }
    })
}

/// Answers a question: JSON in, JSON out, as docs/json.md describes. Names are looked up in the current folder.
#[pyfunction]
fn ask(py: Python<'_>, question: &str) -> PyResult<String> {
    let question: Map<String, Value> = serde_json::from_str(question)
        .map_err(|error| PyValueError::new_err(format!("the question is not a JSON object: {error}")))?;
    let answer = |stop: &AtomicBool| {
        let asking = Asking { quiet: true, ..Asking::here(stop) };
        ask_value(&question, &asking).to_string()
    };
    if takes_long(&question) {
        return interruptible(py, answer);
    }
    Ok(py.detach(|| answer(&AtomicBool::new(false))))
}

/// Options of a run, as `hitchart run` has them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RunQuestion {
    seed: Option<u64>,
    samples: Option<u64>,
    rules: Option<String>,
    games: Option<u64>,
    policies: Option<Vec<String>>,
    precision: Option<f64>,
    threads: Option<usize>,
    resume: bool,
    counts: Vec<PathBuf>,
}

/// Answers a scenario and writes its report into a folder, as `hitchart run` does. Returns the path of the page.
#[pyfunction]
fn write_report(py: Python<'_>, scenario: &str, out: PathBuf, options: &str) -> PyResult<PathBuf> {
    let options: RunQuestion =
        serde_json::from_str(options).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let command = ["hitchart.report".to_owned(), scenario.lines().next().unwrap_or_default().to_owned()];
    let page = out.join("report.html");
    let work = |stop: &AtomicBool| {
        let overrides = Overrides {
            seed: options.seed,
            samples: options.samples,
            rules: options.rules.clone().map(|name| RulesChoice::Named(name, SearchFolder::here())),
            games: options.games,
            policies: options.policies.clone(),
            precision: options.precision,
            ..Overrides::default()
        };
        let file = FileText::named(FileKind::Scenario, scenario.as_ref()).map_err(|error| error.render(false))?;
        let scenario = check(file, &overrides).map_err(|error| error.render(false))?;
        let options = RunOptions {
            threads: options.threads,
            quiet: true,
            resume: options.resume,
            counts: options.counts.clone(),
            command: command.to_vec(),
            settings: None,
        };
        run(&scenario, &out, &options, stop).map(drop).map_err(|error| error.to_string())
    };
    interruptible(py, work)?.map_err(PyValueError::new_err)?;
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
    module.add_function(wrap_pyfunction!(ask, module)?)?;
    module.add_function(wrap_pyfunction!(write_report, module)?)?;
    module.add_function(wrap_pyfunction!(arrow_stream, module)?)
}
