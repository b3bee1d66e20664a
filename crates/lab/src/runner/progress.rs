//! A progress bar for people who wait.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long a run goes on before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// One bar over a whole run on standard error, with the name of what is counted and the time left; it appears after a
/// second, on terminals only.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    wanted: bool,
    shown: OnceLock<()>,
    /// Nanoseconds of work that were announced and done so far, as estimated.
    work: Mutex<(f64, f64)>,
}

impl Progress {
    /// A bar; never shown where `quiet` or where standard error is no terminal.
    pub fn new(quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {percent}%, {eta} left: {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // A dumb terminal cannot draw over a line.
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let wanted = !quiet && !dumb && std::io::stderr().is_terminal();
        Progress { bar, started: Instant::now(), wanted, shown: OnceLock::new(), work: Mutex::new((0.0, 0.0)) }
    }

    /// A bar that nobody sees.
    pub fn hidden() -> Progress {
        Progress::new(true)
    }

    /// So many nanoseconds of work more are ahead, as estimated.
    pub fn announce(&self, nanoseconds: f64) {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner);
        work.0 += nanoseconds;
        self.bar.set_length(work.0 as u64);
    }

    /// What is counted now.
    pub fn begin(&self, what: &str) {
        if self.wanted {
            self.bar.set_message(what.to_owned());
        }
    }

    /// So many nanoseconds of work more are done, as estimated.
    pub fn add(&self, nanoseconds: f64) {
        if !self.wanted {
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
