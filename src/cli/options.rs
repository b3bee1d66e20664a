//! Options that commands about whole games share.

use super::names::{Offered, rulesets};
use super::output::Output;
use crate::cli::numbers::whole;
use crate::scenario::Scenario;
use crate::study::{Overrides, RulesChoice};
use clap::Args;

#[derive(Debug, Args)]
pub struct GameOptions {
    /// Built-in ruleset or house rule, or a file ending in .toml; replaces that of the scenario
    #[arg(long, value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
    rules: Option<String>,
    /// Seed of all random streams; replaces that of the scenario
    #[arg(long, value_name = "N", value_parser = whole)]
    seed: Option<u64>,
    /// Number of threads; results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    pub output: Output,
}

impl GameOptions {
    /// What they change of a scenario.
    pub fn overrides(&self) -> Overrides {
        let rules = self.rules.clone().map(RulesChoice::Named);
        Overrides { seed: self.seed, rules, ..Overrides::default() }
    }

    /// Whether they change what is played.
    pub fn changes_games(&self) -> bool {
        self.rules.is_some() || self.seed.is_some()
    }

    /// The number of threads, if it was given.
    pub fn threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }
}

/// The source of an answer to a scenario: its rules and seed.
pub fn source(scenario: &Scenario) -> String {
    format!("{}, seed {}", scenario.rules.name, scenario.seed)
}
