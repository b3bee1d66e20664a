//! All integration tests in one program: linked once, run on all cores. Only `tests/allocations.rs`, which counts
//! allocations, is a separate program.

mod architecture;
mod cli;
mod cli_errors;
mod common;
mod coverage;
mod determinism;
mod documents;
mod door;
mod external;
mod fuzz;
mod house_rules;
mod io_oracles;
mod ladder;
mod messages;
mod no_panic;
mod oracles;
mod overlays;
mod positions;
mod programs;
mod questions;
mod readme;
mod referee;
mod report_goldens;
mod rule_lab;
mod series;
mod serve;
mod signatures;
mod tables;
mod tables_and_lists;
mod tampering;
mod texts;
