//! Options shared by commands about whole games.

use super::names::{Offered, rulesets};
use super::output::Output;
use crate::cli::numbers::whole;
use crate::scenario::Scenario;
use clap::Args;
use hitchart_lab::study::{Overrides, RulesChoice};

#[derive(Debug, Args)]
pub(crate) struct GameOptions {
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
    /// Returns the changes that the options make to a scenario.
    pub(crate) fn overrides(&self) -> Overrides {
        let rules = self.rules.clone().map(RulesChoice::Named);
        Overrides { seed: self.seed, rules, ..Overrides::default() }
    }

    /// Returns true if the options change which games are played.
    pub(crate) fn changes_games(&self) -> bool {
        self.rules.is_some() || self.seed.is_some()
    }

    /// Returns the number of threads; `None` if not given.
    pub(crate) fn threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }
}

/// Parses half the width of the interval of a win rate: a share, or points with a percent sign.
pub(crate) fn precision(text: &str) -> Result<f64, String> {
    let share = parse_share(text).filter(|share| (0.001..=0.5).contains(share));
    share.ok_or_else(|| "allowed: 0.001 to 0.5, such as 0.02 or 2%".to_owned())
}

/// Parses a share such as `0.7` or `70%`.
pub(crate) fn parse_share(text: &str) -> Option<f64> {
    match text.trim().strip_suffix('%') {
        Some(percent) => percent.trim().parse().ok().map(|percent: f64| percent / 100.0),
        None => text.trim().parse().ok(),
    }
}

/// Returns the source of an answer to a scenario: its rules and seed.
pub(crate) fn source(scenario: &Scenario) -> String {
    format!("{}, seed {}", scenario.rules.name, scenario.seed)
}
