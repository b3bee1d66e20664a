//! Exact duels: one Ace against one enemy, on the range bands Close, Near and Far instead of hexes.
//!
//! A duel ends when the enemy is removed for good, or when the Ace takes frame damage. Rounds, actions, Tension,
//! consequences, Moves and tags are those of the rules; `docs/methods/duels.md` lists what the model keeps and what it
//! leaves out. Both sides know everything and play best: the Ace for the chance to win, the game master against it. A
//! draw counts half.
//!
//! - `state`: the states of a duel
//! - `ace`: the Ace's turn
//! - `enemy`: answers and the GM turn
//! - `model`: the two sides as numbers, and the rules as steps from state to state
//! - `solve`: the values of the starts

mod ace;
mod enemy;
mod model;
mod solve;
mod state;
#[cfg(test)]
mod tests;

pub use enemy::EnemyMove;
pub use model::Opponent;
pub use solve::{Duel, MOST_STATES, Start, solve};

use super::{ace::Ace, catalogue::entries::Trait, catalogue::tag::Tag, ruleset::Ruleset};
use hitchart_config::rules::Unmodelled;
use hitchart_dice::exact::rounds::TooManyStates;

/// Reasons why a duel is not solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelError {
    /// The ruleset has a rule that duels do not model.
    #[error(transparent)]
    Unmodelled(#[from] Unmodelled),
    /// The duel has too many states.
    #[error("{0}; use an enemy with less Vigor or fewer restorations")]
    TooManyStates(#[from] TooManyStates),
}

/// Checks that duels model the rules of an Ace.
///
/// # Errors
/// Returns the first field of the ruleset with a value that duels do not model.
fn check(ace: &Ace, rules: &Ruleset) -> Result<(), Unmodelled> {
    let has = |integral: Trait| ace.integral_trait.as_ref().is_some_and(|mark| mark.does == integral);
    let burns = ace.armaments.iter().any(|armament| armament.tags.has(Tag::Incendiary));
    let one_target = has(Trait::ParallelProcessors) && !rules.traits.parallel_targets_differ;
    let fields = [
        (one_target, "traits.parallel_targets_differ", "true"),
        (burns && !rules.armaments.incendiary_goes, "armaments.incendiary_goes", "true"),
    ];
    Unmodelled::check(rules, fields)
}
