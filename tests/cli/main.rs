//! The command line as a user types it.

mod answers;
#[path = "../common/mod.rs"]
mod common;
mod formats;
mod help;
mod reports;
mod rules;
