//! Typing mistakes and machine failures: one message, the right exit code, and no damage.

mod af;
mod arguments;
mod bounds;
#[cfg(unix)]
mod endings;
mod folders;
mod games;
mod reads;
mod rulesets;
mod scenarios;
#[cfg(target_os = "linux")]
mod stops;
mod tournaments;
