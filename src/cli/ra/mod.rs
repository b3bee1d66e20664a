//! The commands `hitchart ra …`: queries about Rapid Attack, and the arguments that they share.

mod attack;
mod bids;
mod frames;
mod improve;

use super::error::CliError;
use super::error::Stop;
use super::names::Offered;
use super::output::Short;
use clap::{Args, Subcommand};
use hitchart_config::InputError;
use hitchart_config::rules::Rules;
use hitchart_rapid_attack::rules_files::load;
use hitchart_rapid_attack::ruleset::Ruleset;

#[derive(Debug, Subcommand)]
pub(crate) enum RaCommand {
    /// Frame graph of a loadout: its expected results at each action
    #[command(
        after_help = "Examples:\n  hitchart ra frame RdYBG\n  hitchart ra frame Close-Assault --rules draft-2012"
    )]
    Frame(frames::FrameArgs),
    /// Company graph: the frame graphs of several loadouts, added up
    #[command(after_help = "Example:\n  hitchart ra company Soldier RdYBB RaRaYY")]
    Company(frames::CompanyArgs),
    /// Exact odds of one attack, and a simulation to compare with
    Attack(attack::AttackArgs),
    /// List all legal loadouts, filtered and ranked
    Loadouts(frames::LoadoutsArgs),
    /// Number of attacks that a frame survives, and which systems to lose first
    #[command(
        after_help = "Examples:\n  hitchart ra durability RdYBG --whites 1 --cover-hits 2\n  hitchart ra durability Tank --objective survive=1,direct=0.5"
    )]
    Durability(frames::DurabilityArgs),
    /// Best assignment of dice after the roll
    Assign(attack::AssignArgs),
    /// Find the best single and double changes of a company against other companies
    Improve(improve::ImproveArgs),
    /// Best answers to a bid of frames and systems
    Bid(bids::BidArgs),
    /// Points per asset, starting scores and seats for given numbers of frames and systems
    Ppa(bids::PpaArgs),
}

/// Options of every exact command.
#[derive(Debug, Args)]
struct Common {
    /// Built-in ruleset or house rule, or a file ending in .toml
    #[arg(long, default_value = "rulebook", value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
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
pub(crate) fn run(command: &RaCommand, stop: &Stop) -> Result<(), CliError> {
    match command {
        RaCommand::Attack(args) => attack::run_attack(args, stop.flag()),
        RaCommand::Improve(args) => improve::run_improve(args, stop.flag()),
        RaCommand::Bid(args) => bids::run_bid(args, stop.flag()),
        RaCommand::Frame(args) => stop.holding_nothing(|| frames::run_frame(args)),
        RaCommand::Company(args) => stop.holding_nothing(|| frames::run_company(args)),
        RaCommand::Loadouts(args) => stop.holding_nothing(|| frames::run_loadouts(args)),
        RaCommand::Durability(args) => stop.holding_nothing(|| frames::run_durability(args)),
        RaCommand::Assign(args) => stop.holding_nothing(|| attack::run_assign(args)),
        RaCommand::Ppa(args) => stop.holding_nothing(|| bids::run_ppa(args)),
    }
}
