//! Exact probabilities and expected values: no function here uses random numbers.

mod attack;
mod attrition;
mod choice;
mod pools;
mod series;
mod survival;
mod upkeep;

pub use attack::{AttackOdds, attack, damage_by_dice, expected_damage_by_dice};
pub use attrition::{AttritionGraph, AttritionNode, Destruction};
pub use choice::{Action, Assignment, Choice, RuleOfThumb, Source};
pub use pools::{defense_of, difference_floored, greater_of, highest_of, plus, sum, sum_of};
pub use series::{SeriesOdds, series};
pub use survival::{Survival, survival};
pub use upkeep::{Kept, Stand, Upkeep};
