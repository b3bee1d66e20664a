//! Exact duels: one frame against one, with the whole turn of the rules on range bands instead of positions.
//!
//! A duel is a game of two players for the last frame. Rounds, turns, combat order, dice and losses are those of the
//! rules; `docs/methods/duels.md` lists what the model keeps and what it leaves out. Both players know everything, and
//! only one decides at a time, so that every state has a value: the chance of the first frame to win under best play of
//! both. A draw counts half.
//!
//! Damage, lost cover and fired rockets never return. States are solved from the most damaged pair on, and each pair
//! only waits for itself: rounds in which nothing is lost. These are solved by value iteration (Shapley 1953), with
//! extrapolation.
//!
//! - `bands`: places of the bands, and the bands that a movement die reaches
//! - `hands`: all rolls of a frame, as the choices that they leave
//! - `sides`: the states of a frame in a duel
//! - `round`: the value of one round, from the values of the next
//! - `attacks`: the attack of the frame that acts first
//! - `replies`: the last turn of the frame that acts second
//! - `solve`: the values of all states
//! - `iterate`: the values of a pair of states that needs itself

mod attacks;
mod bands;
mod hands;
mod iterate;
mod replies;
mod round;
mod sides;
mod solve;
#[cfg(test)]
mod tests;
mod worth;

pub use hitchart_dice::exact::rounds::MAX_ROUNDS;
pub use solve::{Duels, FirstAction, MOST_PAIRS, MOST_PAIRS_OF_A_STUDY, PairValues, Rule, Setting, Start, solve};

use super::battle_rules::{PerUnit, ResponderRolls};
use super::ruleset::{Circumstance, RepairRules, Ruleset};
use hitchart_config::rules::Unmodelled;

/// Most hits of cover in a duel: each hit of either frame's cover is a state more.
pub const MAX_COVER: u8 = 4;

/// Reasons why a duel is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelError {
    /// The ruleset has a rule that duels do not model.
    #[error(transparent)]
    Unmodelled(#[from] Unmodelled),
    /// The frames have too many states of damage.
    #[error("the duels have more than {most} pairs of states; use less cover, fewer rockets or fewer frames")]
    TooManyPairs {
        /// Largest number of pairs that is allowed.
        most: usize,
    },
}

/// Checks that duels model the rules.
///
/// # Errors
/// Returns the first field of the ruleset whose value duels do not model.
pub(crate) fn check(rules: &Ruleset) -> Result<(), Unmodelled> {
    let turn = &rules.turn;
    let extra = matches!(rules.extra.when, Circumstance::Never | Circumstance::Always);
    let unmodelled = [
        (!extra, "extra.when", "a circumstance", "never, always"),
        (rules.repair.face != RepairRules::NEVER, "repair.face", "a face of a die", "21"),
        (turn.commit_all_first, "turn.commit_all_first", "true", "false"),
        (
            turn.responder_rolls != ResponderRolls::AfterAttackDie,
            "turn.responder_rolls",
            "when-named",
            "after-attack-die",
        ),
        (turn.destroyed_responder_acts, "turn.destroyed_responder_acts", "true", "false"),
        (turn.rockets_spent_on_attack, "turn.rockets_spent_on_attack", "true", "false"),
        (rules.order.per_unit != PerUnit::Off, "order.per_unit", "on", "off"),
        (rules.options.jettison, "options.jettison", "true", "false"),
    ];
    Unmodelled::first(unmodelled).map_or(Ok(()), Err)
}
