//! The bar of a run on the terminal, and the watch of its chunks.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{io, io::IsTerminal};

/// Duration of a run before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// One bar for a whole run on standard error, with the name of the current simulation and the time left. It appears
/// after a second, and only on terminals.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    visible: bool,
    shown: OnceLock<()>,
    /// Estimated nanoseconds of work, announced and done so far.
    work: Mutex<(f64, f64)>,
}

impl Progress {
    /// Creates a bar; it is never shown if `quiet` is true or standard error is not a terminal.
    pub fn new(quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {percent}%, {eta} left: {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // A dumb terminal cannot redraw a line.
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let visible = !quiet && !dumb && io::stderr().is_terminal();
        Progress { bar, started: Instant::now(), visible, shown: OnceLock::new(), work: Mutex::new((0.0, 0.0)) }
    }

    /// Creates a bar that is never shown.
    pub fn hidden() -> Progress {
        Progress::new(true)
    }

    /// Adds an estimate of the work ahead, in nanoseconds.
    pub fn announce(&self, nanoseconds: f64) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.0 += nanoseconds;
        self.bar.set_length(work.0 as u64);
    }

    /// Sets the name of the current simulation.
    pub fn begin(&self, what: &str) {
        if self.visible {
            self.bar.set_message(what.to_owned());
        }
    }

    /// Adds an estimate of the work done, in nanoseconds.
    pub fn add(&self, nanoseconds: f64) {
        if !self.visible {
            return;
        }
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.1 += nanoseconds;
        self.bar.set_position(work.1 as u64);
        if self.started.elapsed() > PATIENCE {
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A watch of elapsed time.
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts a watch.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
