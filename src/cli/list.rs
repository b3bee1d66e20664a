//! `hitchart list armaments|policies|…`

use super::error::CliError;
use super::names::{of, offering};
use super::output::{self, Formats};
use crate::games::{Listed, list};
use crate::input::{InputError, same_name};
use crate::table::Table;
use clap::{Args, Subcommand};

/// What is listed.
#[derive(Debug, Subcommand)]
pub enum ListCommand {
    /// Armaments of Apocalypse Frame: dice, Harm, range and tags
    #[command(mut_arg("names", offering(|| of(Listed::Armaments))))]
    #[command(after_help = "Examples:\n  hitchart list armaments\n  hitchart list armaments Plasma-Blade Shotgun")]
    Armaments(ListArgs),
    /// Policies of all games
    #[command(mut_arg("names", offering(|| of(Listed::Policies))))]
    #[command(
        after_help = "Examples:\n  hitchart list policies\n  hitchart list policies tactician search --format json"
    )]
    Policies(ListArgs),
    /// Built-in companies of Rapid Attack
    #[command(mut_arg("names", offering(|| of(Listed::Companies))))]
    #[command(after_help = "Example:\n  hitchart list companies")]
    Companies(ListArgs),
    /// Built-in fleets of Intercept Orbit
    #[command(mut_arg("names", offering(|| of(Listed::Fleets))))]
    #[command(after_help = "Example:\n  hitchart list fleets")]
    Fleets(ListArgs),
    /// Built-in battlefields of Rapid Attack
    #[command(mut_arg("names", offering(|| of(Listed::Battlefields))))]
    #[command(after_help = "Example:\n  hitchart list battlefields")]
    Battlefields(ListArgs),
    /// Built-in encounters of Apocalypse Frame
    #[command(mut_arg("names", offering(|| of(Listed::Encounters))))]
    #[command(after_help = "Examples:\n  hitchart list encounters\n  hitchart list encounters patrol siege")]
    Encounters(ListArgs),
    /// The 35 archetypes of the Commander's Handbook
    #[command(mut_arg("names", offering(|| of(Listed::Archetypes))))]
    #[command(
        after_help = "Examples:\n  hitchart list archetypes --format csv\n  hitchart list archetypes Soldier Tank"
    )]
    Archetypes(ListArgs),
    /// Metrics of games and missions: name, title, unit, meaning
    #[command(mut_arg("names", offering(|| of(Listed::Metrics))))]
    #[command(after_help = "Examples:\n  hitchart list metrics\n  hitchart list metrics margin victory")]
    Metrics(ListArgs),
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Names to list [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    formats: Formats,
}

impl ListCommand {
    fn parts(&self) -> (Listed, &ListArgs) {
        match self {
            ListCommand::Armaments(args) => (Listed::Armaments, args),
            ListCommand::Policies(args) => (Listed::Policies, args),
            ListCommand::Companies(args) => (Listed::Companies, args),
            ListCommand::Fleets(args) => (Listed::Fleets, args),
            ListCommand::Battlefields(args) => (Listed::Battlefields, args),
            ListCommand::Encounters(args) => (Listed::Encounters, args),
            ListCommand::Archetypes(args) => (Listed::Archetypes, args),
            ListCommand::Metrics(args) => (Listed::Metrics, args),
        }
    }
}

/// Prints a list.
pub fn run(command: &ListCommand) -> Result<(), CliError> {
    let (what, args) = command.parts();
    let table = chosen(list(what), what, &args.names)?;
    output::list(&args.formats, &table, || table.to_json())
}

/// The entries of these names, or all.
fn chosen(table: Table, what: Listed, names: &[String]) -> Result<Table, InputError> {
    let known = table.texts("name").to_vec();
    for name in names {
        if !known.iter().any(|known| same_name(known, name)) {
            let each = known.iter().enumerate().filter(|(row, name)| !known[..*row].contains(name));
            return Err(InputError::unknown(what.entry(), name.trim(), each.map(|(_, name)| name.as_str())));
        }
    }
    let asked = |row: usize| names.is_empty() || names.iter().any(|name| same_name(&known[row], name));
    Ok(table.filtered(asked))
}
