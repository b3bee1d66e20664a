//! A progress bar for people who wait.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long a run goes on before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on standard error that appears after a second, on terminals only.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    wanted: bool,
    shown: OnceLock<()>,
}

impl Progress {
    /// A bar over `total` samples, games or whatever the plural says; never shown where `quiet` or where standard error
    /// is no terminal.
    pub fn new(total: u64, what: &str, quiet: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template(&format!("{{bar:30}} {{percent}}% of {{human_len}} {what}, {{eta}} left"));
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // A dumb terminal cannot draw over a line.
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let wanted = !quiet && !dumb && std::io::stderr().is_terminal();
        Progress { bar, started: Instant::now(), wanted, shown: OnceLock::new() }
    }

    /// So many more are done.
    pub fn add(&self, done: u64) {
        self.bar.inc(done);
        if self.wanted && self.started.elapsed() > PATIENCE {
            self.shown.get_or_init(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
