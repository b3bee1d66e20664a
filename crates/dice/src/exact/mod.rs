//! Exact probabilities and expected values: no function here uses random numbers.

mod attack;
mod choice;
pub mod rounds;
mod survival;

pub use crate::distribution::{defense_of, difference_floored, greater_of, highest_of, plus, sum, sum_of};
pub use attack::{AttackOdds, MAX_DAMAGE_DICE, SeriesOdds, attack, damage_by_dice, expected_damage_by_dice, series};
pub use choice::{Action, Assignment, Choice, Need, RuleOfThumb, Source, highest_dice};
pub use survival::{AttritionGraph, AttritionNode, Destruction, RollUse, Survival, Upkeep, survival};
