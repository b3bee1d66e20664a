//! Stopping of a command: Ctrl-C and SIGTERM set a flag, and the command ends on its own or is ended.

use super::error::INTERRUPTED;
use super::output;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time that a stopped command has to end on its own. Simulations and writes check the flag far more often.
const GRACE: Duration = Duration::from_secs(2);
/// Interval at which the handler checks whether a stopped command may be ended at once.
const TICK: Duration = Duration::from_millis(10);

/// Message if the grace period was too short for a command with `--resume`.
const RESUMES: &str = "error: interrupted; the same command with --resume continues from the saved counts";

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
