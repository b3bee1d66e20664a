//! Armaments ranked by the Harm of a round.

use super::{Against, by_value};
use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::odds::round::{solve, value};
use crate::games::apocalypse_frame::odds::single::of_armament;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use serde::Serialize;

/// A row of the ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmamentRank {
    pub armament: String,
    /// Expected Harm of one attack.
    pub attack: f64,
    /// Probability of a consequence of one attack.
    pub consequence: f64,
    /// Expected Harm of a round.
    pub round: f64,
    /// Harm for each action of the round.
    pub per_action: f64,
    /// Harm that the last point of Tension adds.
    pub per_tension: f64,
    /// Expected consequences of the round.
    pub consequences: f64,
    /// Expected number of enemies removed in a round that is played for removals.
    pub removals: f64,
}

/// Returns all armaments that reach the target, the most Harm in a round first.
pub fn rank_armaments(armaments: &[Armament], against: &Against, rules: &Ruleset) -> Vec<ArmamentRank> {
    let row = |armament: &Armament| {
        let attack = of_armament(armament, &against.circumstance, &against.target, rules)?;
        let alone = std::slice::from_ref(armament);
        let round = solve(&against.round(alone), rules);
        Some(ArmamentRank {
            armament: armament.name.clone(),
            attack: attack.harm.mean(),
            consequence: attack.consequence,
            round: round.harm,
            per_action: round.harm_per_action.unwrap_or(0.0),
            per_tension: round.per_tension.last().copied().unwrap_or(0.0),
            consequences: round.consequences,
            removals: value(&against.removals(alone), rules),
        })
    };
    let mut rows: Vec<ArmamentRank> = armaments.iter().filter_map(row).collect();
    by_value(&mut rows, |row| row.round);
    rows
}
