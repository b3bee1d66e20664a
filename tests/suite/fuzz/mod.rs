//! Thousands of files and words that are nearly right, each in a separate process with limits of time and memory. For
//! any input, the program answers or describes the mistake in a few lines.
//!
//! A case is its seed. A failure shows its seed; `FUZZ_SEED=<seed> FUZZ_CASES=1 cargo test --test suite -- --ignored
//! fuzz` runs that case again, and other values run any number of cases.

mod case;
mod child;
mod mutate;
pub(crate) mod sources;

use case::Case;
use child::Outcome;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of cases in every run of the tests.
const CASES: u64 = 1_000;

#[test]
fn a_thousand_cases_are_answered_or_refused() {
    run(0, CASES);
}

/// Runs any number of cases by hand.
#[test]
#[ignore = "as many as FUZZ_CASES says, from FUZZ_SEED on"]
fn fuzz() {
    let number = |name: &str, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    run(number("FUZZ_SEED", CASES), number("FUZZ_CASES", 10_000));
}

/// Runs `cases` cases starting from seed `first`, on all cores.
fn run(first: u64, cases: u64) {
    let (next, failures) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    let saved = sources::saved();
    let worker = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + cases {
                return;
            }
            let case = Case::new(seed, &saved);
            if let Err(fault) = judged(&child::run(&case)) {
                failures.lock().unwrap().push(format!("seed {seed}: {fault}\n{case}"));
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(worker))));
    let failures = failures.into_inner().unwrap();
    let first = failures.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(failures.is_empty(), "{} of {cases} cases failed\n{first}", failures.len());
}

/// Checks the requirements on every outcome.
fn judged(outcome: &Outcome) -> Result<(), String> {
    let (out, err) = (&outcome.out, &outcome.err);
    let fault = |what: String| Err(format!("{what}\n{}", &err[..err.len().min(3_000)]));
    if outcome.late {
        return fault("took too long".to_owned());
    }
    if !matches!(outcome.code, Some(0..=2)) {
        return fault(format!("ended with {:?}", outcome.code));
    }
    if err.len() > 4_096 && outcome.code != Some(0) {
        return fault(format!("said {} bytes", err.len()));
    }
    for word in ["panicked", "untagged enum", "RUST_BACKTRACE", "memory allocation"] {
        if err.contains(word) {
            return fault(format!("said `{word}`"));
        }
    }
    if err.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
        return fault("said control characters".to_owned());
    }
    if outcome.code == Some(2) && outcome.wrote {
        return fault("wrote something, yet refused".to_owned());
    }
    let is_no_number = |word: &str| ["nan", "inf", "infinity"].contains(&word.to_ascii_lowercase().as_str());
    match out.split(|c: char| !c.is_alphanumeric()).find(|word| is_no_number(word)) {
        Some(word) if outcome.code == Some(0) => fault(format!("printed `{word}`\n{}", &out[..out.len().min(2_000)])),
        _ => Ok(()),
    }
}
