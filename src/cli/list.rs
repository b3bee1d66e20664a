//! `hitchart list armaments|policies|…`

use super::error::CliError;
use super::library;
use super::names::{house_rules, of, offering, scenarios};
use super::output::{self, Formats};
use crate::games::{Listed, list};
use clap::{Args, Subcommand};
use hitchart_config::{InputError, same_name};
use hitchart_report::table::Table;

/// A list of named things.
#[derive(Debug, Subcommand)]
pub(crate) enum ListCommand {
    /// Built-in scenarios: game, kinds of studies, and what each answers
    #[command(mut_arg("names", offering(scenarios)))]
    #[command(
        after_help = "Examples:\n  hitchart list scenarios\n  hitchart list scenarios estars-anvil claims --format json"
    )]
    Scenarios(ListArgs),
    /// Built-in house rules: game, the ruleset that each changes, and what it changes
    #[command(mut_arg("names", offering(house_rules)))]
    #[command(after_help = "Examples:\n  hitchart list house-rules\n  hitchart list house-rules h02-hand-to-hand-2")]
    HouseRules(ListArgs),
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
pub(crate) struct ListArgs {
    /// Names to list [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    #[command(flatten)]
    formats: Formats,
}

impl ListCommand {
    /// Returns the list, the name of one entry in messages, and the arguments.
    fn parts(&self) -> Result<(Table, &'static str, &ListArgs), InputError> {
        let (what, args) = match self {
            ListCommand::Scenarios(args) => return Ok((library::scenarios(), "scenario", args)),
            ListCommand::HouseRules(args) => return Ok((library::house_rules()?, "house rule", args)),
            ListCommand::Armaments(args) => (Listed::Armaments, args),
            ListCommand::Policies(args) => (Listed::Policies, args),
            ListCommand::Companies(args) => (Listed::Companies, args),
            ListCommand::Fleets(args) => (Listed::Fleets, args),
            ListCommand::Battlefields(args) => (Listed::Battlefields, args),
            ListCommand::Encounters(args) => (Listed::Encounters, args),
            ListCommand::Archetypes(args) => (Listed::Archetypes, args),
            ListCommand::Metrics(args) => (Listed::Metrics, args),
        };
        Ok((list(what), what.entry(), args))
    }
}

/// Prints a list.
pub(crate) fn run_list(command: &ListCommand) -> Result<(), CliError> {
    let (table, entry, args) = command.parts()?;
    let table = chosen(table, entry, &args.names)?;
    output::list(&args.formats, &table, || table.to_json())
}

/// Returns the entries of these names, or all if there are no names.
fn chosen(table: Table, entry: &str, names: &[String]) -> Result<Table, InputError> {
    let known = table.texts("name").to_vec();
    for name in names {
        if !known.iter().any(|known| same_name(known, name)) {
            let each = known.iter().enumerate().filter(|(row, name)| !known[..*row].contains(name));
            return Err(InputError::unknown(entry, name.trim(), each.map(|(_, name)| name.as_str())));
        }
    }
    let asked = |row: usize| names.is_empty() || names.iter().any(|name| same_name(&known[row], name));
    Ok(table.filtered(asked))
}
