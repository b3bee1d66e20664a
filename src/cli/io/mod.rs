//! The commands `hitchart io …`: queries about Intercept Orbit, and the arguments that they share.

mod attack;
mod exact;
mod fleets;
mod ships;

use super::error::CliError;
use super::error::Stop;
use super::names::Offered;
use super::output::Short;
use clap::{Args, Subcommand};
use hitchart_config::InputError;
use hitchart_config::rules::Rules;
use hitchart_intercept_orbit::ruleset::{Ruleset, load};

#[derive(Debug, Subcommand)]
pub(crate) enum IoCommand {
    /// Dice, companies, cost in points and expected results of a fleet
    Fleet(fleets::FleetArgs),
    /// Exact odds of one attack, and a simulation to compare with
    Attack(attack::AttackArgs),
    /// Odds of a boarding action: the new owner of the ship, and the losses of each side
    Board(exact::BoardArgs),
    /// Hits on both sides of a collision at a given speed
    #[command(after_help = "Examples:\n  hitchart io ram --speed 5\n  hitchart io ram --speed 4 --target hva")]
    Ram(exact::RamArgs),
    /// Points per asset, starting scores and seats for given numbers of ships, companies and systems
    Ppa(fleets::PpaArgs),
    /// Number of attacks that a ship or company survives, with repair in between
    Durability(ships::DurabilityArgs),
    /// Number of rounds that a company flies on its fuel, with and without dodges
    Fuel(exact::FuelArgs),
    /// List all legal ships, filtered and ranked
    Ships(ships::ShipsArgs),
}

/// Options of every exact command.
#[derive(Debug, Args)]
struct Common {
    /// Built-in ruleset or house rule, or a file ending in .toml
    #[arg(long, default_value = "intercept-orbit", value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
    rules: String,
    #[command(flatten)]
    output: Short,
}

/// Returns the names of the game's rulesets.
fn rulesets() -> Vec<String> {
    Ruleset::BUILT_IN.iter().map(|(name, _)| (*name).to_owned()).collect()
}

impl Common {
    fn rules(&self) -> Result<Ruleset, InputError> {
        load(&self.rules)
    }
}

/// Runs one query.
pub(crate) fn run(command: &IoCommand, stop: &Stop) -> Result<(), CliError> {
    match command {
        IoCommand::Attack(args) => attack::run(args, stop.flag()),
        IoCommand::Fleet(args) => stop.holding_nothing(|| fleets::run_fleet(args)),
        IoCommand::Board(args) => stop.holding_nothing(|| exact::run_board(args)),
        IoCommand::Ram(args) => stop.holding_nothing(|| exact::run_ram(args)),
        IoCommand::Ppa(args) => stop.holding_nothing(|| fleets::run_ppa(args)),
        IoCommand::Durability(args) => stop.holding_nothing(|| ships::run_durability(args)),
        IoCommand::Fuel(args) => stop.holding_nothing(|| exact::run_fuel(args)),
        IoCommand::Ships(args) => stop.holding_nothing(|| ships::run_ships(args)),
    }
}
