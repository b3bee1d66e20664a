//! `hitchart show scenario|rules|…`: prints built-in texts.

use super::error::CliError;
use super::names::{Offered, battlefields, companies, encounters, fleets, rulesets, scenarios};
use super::output;
use crate::games::{GAMES, Listed, text};
use clap::Subcommand;
use hitchart_config::rules::unknown;
use hitchart_config::{FileKind, InputError, SearchFolder};

#[derive(Debug, Subcommand)]
pub(crate) enum ShowCommand {
    /// Print a scenario
    #[command(after_help = "Example:\n  hitchart show scenario estars-anvil > mine.toml")]
    Scenario {
        /// Built-in scenario, or a file
        #[arg(value_name = "SCENARIO", value_parser = Offered(scenarios), hide_possible_values = true)]
        name: String,
    },
    /// Print the file of a ruleset or a house rule; `rules show` prints all fields
    #[command(after_help = "Example:\n  hitchart show rules h02-hand-to-hand-2 > reach.toml")]
    Rules {
        /// Built-in ruleset or house rule, or a file
        #[arg(value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
        name: String,
    },
    /// Print a company of Rapid Attack
    #[command(after_help = "Example:\n  hitchart show company estars-anvil > mine.toml")]
    Company {
        /// Built-in company, or a file
        #[arg(value_name = "COMPANY", value_parser = Offered(companies), hide_possible_values = true)]
        name: String,
    },
    /// Print a fleet of Intercept Orbit
    #[command(after_help = "Example:\n  hitchart show fleet long-watch > mine.toml")]
    Fleet {
        /// Built-in fleet, or a file
        #[arg(value_name = "FLEET", value_parser = Offered(fleets), hide_possible_values = true)]
        name: String,
    },
    /// Print a battlefield of Rapid Attack
    #[command(after_help = "Example:\n  hitchart show battlefield dense-town > town.toml")]
    Battlefield {
        /// Built-in battlefield
        #[arg(value_name = "BATTLEFIELD", value_parser = Offered(battlefields), hide_possible_values = true)]
        name: String,
    },
    /// Print an encounter of Apocalypse Frame
    #[command(after_help = "Example:\n  hitchart show encounter patrol > patrol.toml")]
    Encounter {
        /// Built-in encounter
        #[arg(value_name = "ENCOUNTER", value_parser = Offered(encounters), hide_possible_values = true)]
        name: String,
    },
}

/// Prints a text.
pub(crate) fn run_show(command: &ShowCommand) -> Result<(), CliError> {
    let text = match command {
        ShowCommand::Scenario { name } => SearchFolder::here().named(FileKind::Scenario, name)?.text,
        ShowCommand::Rules { name } => rules(name)?,
        ShowCommand::Company { name } => show_entry(FileKind::Company, Listed::Companies, name)?,
        ShowCommand::Fleet { name } => show_entry(FileKind::Fleet, Listed::Fleets, name)?,
        ShowCommand::Battlefield { name } => text(Listed::Battlefields, name)?,
        ShowCommand::Encounter { name } => text(Listed::Encounters, name)?,
    };
    output::print(&text)
}

/// Returns the text of a ruleset.
fn rules(name: &str) -> Result<String, InputError> {
    let all = || GAMES.iter().flat_map(|game| game.rulesets);
    if let Some((_, text)) = all().find(|(known, _)| *known == name) {
        return Ok((*text).to_owned());
    }
    let file = SearchFolder::here().find(FileKind::Ruleset, name)?;
    file.map(|file| file.text).ok_or_else(|| unknown(name, all().map(|(name, _)| *name)))
}

/// Returns the text of a file or of an entry of a list.
fn show_entry(sort: FileKind, what: Listed, name: &str) -> Result<String, InputError> {
    match SearchFolder::here().find(sort, name)? {
        Some(file) => Ok(file.text),
        None => text(what, name),
    }
}
