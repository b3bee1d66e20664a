//! The commands `hitchart af …`: queries about Apocalypse Frame, and the arguments that they share.

mod duel;
mod enemies;
mod improve;
mod odds;
mod rolls;

use super::exact::ExactOptions;
use super::position::{AuditArgs, PositionArgs, answer_position, audit_reply, audited};
use crate::games::apocalypse_frame::studies::OddsTarget;
use crate::{AskError, Asking, Reply};
use clap::{Args, Subcommand};
use hitchart_apocalypse_frame::{catalogue::tag::Tags, odds::single::TargetDefenses, ruleset::Ruleset};
use hitchart_config::InputError;

#[derive(Debug, Subcommand)]
pub enum AfCommand {
    /// Exact odds and expected Harm of every armament
    #[command(
        after_help = "Examples:\n  hitchart af armaments --armor 1 --shields 2\n  hitchart af armaments --with Charge,Scoped --enemies --format csv"
    )]
    Armaments(odds::ArmamentsArgs),
    /// Value of one more tag on every armament
    #[command(after_help = "Examples:\n  hitchart af tags 'Assault Rifle' --shields 1\n  hitchart af tags --best")]
    Tags(odds::TagsArgs),
    /// Expected Harm per Ammo of every system
    #[command(after_help = "Example:\n  hitchart af systems --armor 1")]
    Systems(odds::SystemsArgs),
    /// The most enemies of a kind that a team beats often enough, by simulated missions
    #[command(
        after_help = "The search doubles the number of enemies and then bisects; every number is played on common random numbers. \
        The answer is the most enemies whose share of missions won is at least the share asked for. The range in brackets begins \
        with the most whose whole 95% interval is, and ends before the fewest whose whole interval is below.\n\nExamples:\n  \
        hitchart af enemies Legionnaire --team M1,L1,H1 --victory 70%\n  \
        hitchart af enemies Velite --team M1 --encounter ambush --battles 1 --format line"
    )]
    Enemies(enemies::EnemiesArgs),
    /// Find the best single and double changes of a squad's gear against encounters
    Improve(improve::ImproveArgs),
    /// Expected results of the stock frames in one round
    #[command(after_help = "Example:\n  hitchart af frames --vigor 5")]
    Frames(odds::FramesArgs),
    /// Expected results of a round with some armaments, with the best use of Tension
    #[command(
        after_help = "Examples:\n  hitchart af round 'Plasma Blade' --tension 3\n  hitchart af round 'Plasma Blade + Hot' Shotgun --aim removals --vigor 3"
    )]
    Round(odds::RoundArgs),
    /// Exact chances of a duel of one Ace against one enemy, or against each kind, if both sides play best
    Duel(duel::DuelArgs),
    /// Exact odds of attribute rolls, and of frame damage
    #[command(after_help = "Examples:\n  hitchart af roll\n  hitchart af roll 2 4")]
    Roll(rolls::RollArgs),
    /// Chances to win from a position of a game, and the best action there
    #[command(
        after_help = "Examples:\n  hitchart af position replays/replay.jsonl --round 3\n  hitchart af position replays/replay.jsonl --round 3 --advise --policy search"
    )]
    Position(PositionArgs),
    /// Audit a mission that was played: the chance to win after every turn, luck, and the costliest decisions
    #[command(after_help = "Example:\n  hitchart af audit replays/replay.jsonl")]
    Audit(AuditArgs),
}

/// Options of every exact command.
type Common = ExactOptions<Ruleset>;

/// The attacked enemy.
#[derive(Debug, Args)]
struct TargetArgs {
    /// Armor of the target, 0 to 30
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=30))]
    armor: u8,
    /// Shields of the target, 0 to 30
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=30))]
    shields: u8,
    /// The target is in cover, which counts at Far
    #[arg(long)]
    cover: bool,
}

/// An enemy that may be removed.
#[derive(Debug, Args)]
struct EnemyArgs {
    #[command(flatten)]
    target: TargetArgs,
    /// Vigor of the target, 1 to 30, for the chance to remove it
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=30))]
    vigor: u8,
}

impl TargetArgs {
    fn target(&self) -> TargetDefenses {
        TargetDefenses { armor: self.armor, shields: self.shields, cover: self.cover, ..TargetDefenses::default() }
    }
}

impl EnemyArgs {
    fn against(&self) -> OddsTarget {
        OddsTarget { target: self.target.target(), vigor: self.vigor }
    }
}

/// Looks up tags by name.
fn tags(names: &[String], rules: &Ruleset) -> Result<Tags, InputError> {
    names.iter().map(|name| Ok(rules.catalogue.tag(name)?.does)).collect()
}

impl AfCommand {
    /// Returns true if the answer may need simulations, which a stop interrupts.
    pub fn simulates(&self) -> bool {
        matches!(self, AfCommand::Enemies(_) | AfCommand::Improve(_) | AfCommand::Position(_) | AfCommand::Audit(_))
    }
}

/// Answers one query.
///
/// # Errors
/// Fails on mistakes in the question, and if the work was stopped.
pub fn answer(command: &AfCommand, asking: &Asking<'_>) -> Result<Reply, AskError> {
    match command {
        AfCommand::Position(args) => answer_position("apocalypse-frame", args, asking),
        AfCommand::Audit(args) => audit_reply(args, &audited("apocalypse-frame", args, asking)?),
        AfCommand::Armaments(args) => odds::answer_armaments(args, asking),
        AfCommand::Tags(args) => odds::answer_tags(args, asking),
        AfCommand::Systems(args) => odds::answer_systems(args, asking),
        AfCommand::Enemies(args) => enemies::answer(args, asking),
        AfCommand::Improve(args) => improve::answer(args, asking),
        AfCommand::Frames(args) => odds::answer_frames(args, asking),
        AfCommand::Round(args) => odds::answer_round(args, asking),
        AfCommand::Duel(args) => duel::answer_duel(args, asking),
        AfCommand::Roll(args) => rolls::answer_roll(args, asking),
    }
}
