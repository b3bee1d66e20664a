//! The commands `hitchart io …`: queries about Intercept Orbit, and the arguments that they share.

mod attack;
mod duel;
mod exact;
mod fleets;
mod ships;

use super::exact::ExactOptions;
use super::position::{AuditArgs, PositionArgs, answer_position, audit_reply, audited};
use crate::{AskError, Asking, Reply};
use clap::Subcommand;
use hitchart_intercept_orbit::ruleset::Ruleset;

#[derive(Debug, Subcommand)]
pub enum IoCommand {
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
    /// Exact duel of two ships: chances to win by band and first turn, under best play
    Duel(duel::ShipDuelArgs),
    /// List all legal ships, filtered and ranked
    Ships(ships::ShipsArgs),
    /// Chances to win from a position of a game, and the best action there
    #[command(
        after_help = "Examples:\n  hitchart io position replays/replay.jsonl --round 3\n  hitchart io position replays/replay.jsonl --round 3 --advise --policy search"
    )]
    Position(PositionArgs),
    /// Audit a battle that was played: the chance to win after every turn, luck, and the costliest decisions
    #[command(after_help = "Example:\n  hitchart io audit replays/replay.jsonl")]
    Audit(AuditArgs),
}

/// Options of every exact command.
type Common = ExactOptions<Ruleset>;

impl IoCommand {
    /// Returns true if the answer may need simulations, which a stop interrupts.
    pub fn simulates(&self) -> bool {
        matches!(self, IoCommand::Attack(_) | IoCommand::Position(_) | IoCommand::Audit(_))
    }
}

/// Answers one query.
///
/// # Errors
/// Fails on mistakes in the question, and if the work was stopped.
pub fn answer(command: &IoCommand, asking: &Asking<'_>) -> Result<Reply, AskError> {
    match command {
        IoCommand::Position(args) => answer_position("intercept-orbit", args, asking),
        IoCommand::Audit(args) => audit_reply(args, &audited("intercept-orbit", args, asking)?),
        IoCommand::Attack(args) => attack::answer(args, asking),
        IoCommand::Fleet(args) => fleets::answer_fleet(args, asking),
        IoCommand::Board(args) => exact::answer_board(args, asking),
        IoCommand::Ram(args) => exact::answer_ram(args, asking),
        IoCommand::Ppa(args) => fleets::answer_ppa(args, asking),
        IoCommand::Durability(args) => ships::answer_durability(args, asking),
        IoCommand::Fuel(args) => exact::answer_fuel(args, asking),
        IoCommand::Duel(args) => duel::answer_duel(args, asking),
        IoCommand::Ships(args) => ships::answer_ships(args, asking),
    }
}
