//! Stopping a command: Ctrl-C and SIGTERM set a flag, and the command ends by itself or is ended.

use super::error::INTERRUPTED;
use super::output;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a command has to end by itself once it is stopped: simulations and writing ask after the flag far more often.
const GRACE: Duration = Duration::from_secs(2);
/// How often the handler asks whether a command that was stopped may be ended at once.
const TICK: Duration = Duration::from_millis(10);

/// The end of a command with `--resume` that the grace was too short for.
const RESUMES: &str = "error: interrupted; the same command with --resume continues from the saved counts";

/// The flag that stops a command, and whether it may be ended at once.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    holds_nothing: Arc<AtomicBool>,
}

impl Stop {
    /// A flag that Ctrl-C and SIGTERM set. What has not ended after a grace is then ended, and what holds nothing at once;
    /// `resumes` says that the command has kept what it counted.
    pub fn on_signals(resumes: bool) -> Stop {
        let stop = Stop::default();
        let handled = stop.clone();
        // Without a handler Ctrl-C still ends the program; what it leaves half done, the next run undoes.
        let _ = ctrlc::set_handler(move || {
            handled.flag.store(true, Ordering::Relaxed);
            handled.wait(GRACE);
            output::note(if resumes { RESUMES } else { "error: interrupted" });
            std::process::exit(INTERRUPTED.into());
        });
        stop
    }

    /// The flag, which simulations and writing ask after.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// Does what has nothing to clean up, such as waiting for input or computing an exact answer: a signal meanwhile ends
    /// the program at once.
    pub fn holding_nothing<T>(&self, work: impl FnOnce() -> T) -> T {
        self.holds_nothing.store(true, Ordering::SeqCst);
        let done = work();
        self.holds_nothing.store(false, Ordering::SeqCst);
        done
    }

    /// Waits until the grace is over, or until the command holds nothing.
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

    /// With a grace of an hour the test ends only because nothing is held.
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
