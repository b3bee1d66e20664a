//! The commands `hitchart ra …`: queries about Rapid Attack, and the arguments that they share.

mod attack;
mod attacks;
mod bids;
mod duel;
mod frames;
mod improve;
mod moves;
mod ppa;

pub use bids::{BidArgs, answer_bid};

use super::exact::ExactOptions;
use super::position::{AuditArgs, PositionArgs, answer_position, audit_reply, audited};
use crate::{AskError, Asking, Reply};
use clap::Subcommand;
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};

#[derive(Debug, Subcommand)]
pub enum RaCommand {
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
    /// Exact odds of several attacks on one target, with spots for each other
    Attacks(attacks::AttacksArgs),
    /// Chance to move a distance, and the rounds and shots until a range is reached
    Move(moves::MoveArgs),
    /// List all legal loadouts, filtered and ranked
    Loadouts(frames::LoadoutsArgs),
    /// Number of attacks that a frame survives, and which systems to lose first
    #[command(
        after_help = "Examples:\n  hitchart ra durability RdYBG --whites 1 --cover-hits 2\n  hitchart ra durability Tank --objective survive=1,direct=0.5"
    )]
    Durability(frames::DurabilityArgs),
    /// Exact duel of two frames: chances to win by range and first turn, under best play
    Duel(duel::DuelArgs),
    /// Best assignment of dice after the roll
    Assign(attack::AssignArgs),
    /// Find the best single and double changes of a company against other companies
    Improve(improve::ImproveArgs),
    /// Best answers to a bid of frames and systems
    Bid(BidArgs),
    /// Points per asset, starting scores and seats for given numbers of frames and systems
    Ppa(ppa::PpaArgs),
    /// Chances to win from a position of a game, and the best action there
    #[command(
        after_help = "Examples:\n  hitchart ra position replays/replay.jsonl --round 3\n  hitchart ra position replays/replay.jsonl --round 3 --advise --policy search"
    )]
    Position(PositionArgs),
    /// Audit a battle that was played: the chance to win after every turn, luck, and the costliest decisions
    #[command(after_help = "Example:\n  hitchart ra audit replays/replay.jsonl")]
    Audit(AuditArgs),
}

/// Options of every exact command.
type Common = ExactOptions<Ruleset>;

impl RaCommand {
    /// Returns true if the answer may need simulations, which a stop interrupts.
    pub fn simulates(&self) -> bool {
        matches!(
            self,
            RaCommand::Attack(_)
                | RaCommand::Improve(_)
                | RaCommand::Bid(_)
                | RaCommand::Position(_)
                | RaCommand::Audit(_)
        )
    }
}

/// Returns a note on the extra dice of the rules that an exact answer leaves out; `None` if there are none.
fn left_out(rules: &Ruleset) -> Option<String> {
    let note = "The extra dice and pips of `extra` are left out: they depend on the course of a game.";
    rules.extra.depends_on_play().then(|| note.to_owned())
}

/// Returns a note on cover that a chart does not use.
fn ignored_cover(chart: ChartName, cover_hits: Option<u8>) -> Option<String> {
    let is_ignored = chart == ChartName::HandToHand && cover_hits > Some(0);
    is_ignored.then(|| "The cover has no effect: hand-to-hand attacks ignore it.".to_owned())
}

/// Answers one query.
///
/// # Errors
/// Fails on mistakes in the question, and if the work was stopped.
pub fn answer(command: &RaCommand, asking: &Asking<'_>) -> Result<Reply, AskError> {
    match command {
        RaCommand::Position(args) => answer_position("rapid-attack", args, asking),
        RaCommand::Audit(args) => audit_reply(args, &audited("rapid-attack", args, asking)?),
        RaCommand::Attack(args) => attack::answer_attack(args, asking),
        RaCommand::Attacks(args) => attacks::answer_attacks(args, asking),
        RaCommand::Move(args) => moves::answer_move(args, asking),
        RaCommand::Improve(args) => improve::answer_improve(args, asking),
        RaCommand::Bid(args) => answer_bid(args, asking),
        RaCommand::Frame(args) => frames::answer_frame(args, asking),
        RaCommand::Company(args) => frames::answer_company(args, asking),
        RaCommand::Loadouts(args) => frames::answer_loadouts(args, asking),
        RaCommand::Durability(args) => frames::answer_durability(args, asking),
        RaCommand::Duel(args) => duel::answer_duel(args, asking),
        RaCommand::Assign(args) => attack::answer_assign(args, asking),
        RaCommand::Ppa(args) => ppa::answer(args, asking),
    }
}
