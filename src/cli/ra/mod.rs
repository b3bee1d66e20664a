//! `hitchart ra …`: one question each.

mod assign;
mod attack;
mod bid;
mod company;
mod durability;
mod frame;
mod improve;
mod loadouts;
mod parse;
mod played;
mod ppa;
mod several;

use super::error::CliError;
use super::names::Offered;
use super::output::Formats;
use super::stop::Stop;
use crate::games::rapid_attack::rules_files::load;
use crate::games::rapid_attack::ruleset::Ruleset;
use crate::input::InputError;
use crate::input::rules::Rules;
use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub enum RaCommand {
    /// The frame graph of a loadout: what it is worth at each action
    #[command(
        after_help = "Examples:\n  hitchart ra frame RdYBG\n  hitchart ra frame Close-Assault --rules draft-2012"
    )]
    Frame(frame::FrameArgs),
    /// The company graph of several loadouts
    #[command(after_help = "Example:\n  hitchart ra company Soldier RdYBB RaRaYY")]
    Company(company::CompanyArgs),
    /// The odds of one attack, exact and, where asked, simulated
    Attack(attack::AttackArgs),
    /// All legal loadouts, filtered and ranked
    Loadouts(loadouts::LoadoutsArgs),
    /// How many attacks a frame survives, and what it should give up first
    #[command(
        after_help = "Examples:\n  hitchart ra durability RdYBG --whites 1 --cover-hits 2\n  hitchart ra durability Tank --objective survive=1,direct=0.5"
    )]
    Durability(durability::DurabilityArgs),
    /// The best assignment of dice after the roll
    Assign(assign::AssignArgs),
    /// The best single and double changes of a company against a field
    Improve(improve::ImproveArgs),
    /// What to bid against a number of frames and systems
    Bid(bid::BidArgs),
    /// Points per asset, starting scores and seats by numbers of frames and systems
    Ppa(ppa::PpaArgs),
}

/// What every question takes.
#[derive(Debug, Args)]
struct Common {
    /// Built-in ruleset, or a file ending in .toml
    #[arg(long, default_value = "rulebook", value_name = "RULES", value_parser = Offered(rulesets), hide_possible_values = true)]
    rules: String,
    #[command(flatten)]
    formats: Formats,
}

/// The game's own rulesets.
fn rulesets() -> Vec<String> {
    Ruleset::BUILT_IN.iter().map(|(name, _)| (*name).to_owned()).collect()
}

impl Common {
    fn rules(&self) -> Result<Ruleset, InputError> {
        load(&self.rules)
    }
}

/// Answers one question.
pub fn run(command: &RaCommand, stop: &Stop) -> Result<(), CliError> {
    match command {
        RaCommand::Attack(args) => attack::run(args, stop.flag()),
        RaCommand::Improve(args) => improve::run(args, stop.flag()),
        RaCommand::Bid(args) => bid::run(args, stop.flag()),
        RaCommand::Frame(args) => stop.holding_nothing(|| frame::run(args)),
        RaCommand::Company(args) => stop.holding_nothing(|| company::run(args)),
        RaCommand::Loadouts(args) => stop.holding_nothing(|| loadouts::run(args)),
        RaCommand::Durability(args) => stop.holding_nothing(|| durability::run(args)),
        RaCommand::Assign(args) => stop.holding_nothing(|| assign::run(args)),
        RaCommand::Ppa(args) => stop.holding_nothing(|| ppa::run(args)),
    }
}
