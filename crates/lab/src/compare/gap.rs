//! Skill gap between two rungs: the share of points that the higher takes from the lower under each ruleset, and its
//! change.

use super::arms::{Arms, winners};
use super::effects::{Change, Effect, Taken};
use crate::study::{Grouped, Quantity, Unit, Winner};
use hitchart_stats::{Bounds, Moments};

/// Name of the number.
pub const SKILL_GAP: &str = "skill_gap";

/// Returns true if games are of two policies that swap seats, and so have a skill gap.
pub fn has_gap(games: &Grouped) -> bool {
    places(games).is_some()
}

/// Returns the skill gap as a quantity of effects.
pub fn quantity() -> Quantity {
    Quantity {
        metric: SKILL_GAP.to_owned(),
        of: String::new(),
        unit: Unit::Share,
        under: None,
        title: "Skill gap",
        how: "share of points that the higher rung takes from the lower, a tie being half a point, seats swapped",
        winner: None,
    }
}

/// Returns the indices of both policies among the winners. `None` unless there are exactly two.
fn places(games: &Grouped) -> Option<[usize; 2]> {
    let of_policy = |i: &usize| matches!(games.quantities[*i].winner, Some(Winner::Policy(_)));
    let places: Vec<usize> =
        winners(&games.quantities).enumerate().filter(|(_, i)| of_policy(i)).map(|(place, _)| place).collect();
    places.try_into().ok()
}

/// Returns the change of the share of points that the first policy takes from the second. `None` if two policies did
/// not meet.
pub fn effect(games: &Grouped, arms: &Arms, taken: Taken<'_>, margin: Option<f64>) -> Option<Effect> {
    let [higher, lower] = places(games)?;
    let size = games.size as f64;
    let points = |wins: &[u32]| (size + f64::from(wins[higher]) - f64::from(wins[lower])) / (2.0 * size);
    let outcomes: Vec<([f64; 2], u64)> =
        arms.outcomes().map(|(wins, groups)| (wins.each_ref().map(|wins| points(wins)), groups)).collect();
    let mean = |arm: usize| {
        let sum: f64 = outcomes.iter().map(|(points, groups)| points[arm] * *groups as f64).sum();
        sum / arms.groups as f64
    };
    let moments = Moments::of_counts(outcomes.iter().map(|([first, second], groups)| (second - first, *groups)));
    let change = Change { means: [mean(0), mean(1)], moments, bounds: Bounds::DIFFERENCE_OF_SHARES };
    Some(Effect::of(quantity(), &change, (arms.groups * games.size, &[taken]), margin))
}
