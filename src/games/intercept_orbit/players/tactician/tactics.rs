//! The tactician's parameters: weights with defaults and bounds.
//!
//! Tuning started from the values here. The tactician plays with the tuned values in `tuned.toml`.

use hitchart_play::policy::parameters;

parameters! {
    /// The tactician's weights. Values are in points of score, unless another unit is named.
    Tactics = TUNED; {
        /// Value of damage equal to all hit points of an asset, in assets.
        attrition: 0.8, 0.0..=3.0;
        /// Extra value of destroying an asset, in assets.
        kill: 1.0, 0.0..=3.0;
        /// Weight of rivals who do not lead; the leader has weight 1.
        rivals: 0.6, 0.0..=1.0;
        /// Weight of the expected damage by enemies at a place.
        danger: 0.3, 0.0..=3.0;
        /// Value of capturing a ship by boarding, as a factor of the points that change hands.
        board: 1.0, 0.0..=3.0;
        /// Value of a captured ship that is held, relative to a ship that may be captured.
        held: 1.3, 0.0..=5.0;
        /// Assumed chance that an own captured ship comes back.
        comes_back: 0.6, 0.0..=1.0;
        /// Share of a ship's value that remains if it cannot be held to the end.
        tempo: 0.45, 0.0..=1.0;
        /// Factor on the value of boarding for each attempt after the first.
        again: 0.5, 0.0..=1.0;
        /// Value of a high value asset that changes hands, as a factor of its points.
        hva: 0.9, 0.0..=3.0;
        /// Share of this value lost for each remaining round in which it may be taken back.
        hva_back: 0.05, 0.0..=0.5;
        /// Value of guarding an own high value asset, in assets.
        guard: 0.15, 0.0..=2.0;
        /// Value of repelling boarders from an own ship, as a factor of the cost of losing it.
        repel: 1.0, 0.0..=3.0;
        /// Value of a company that stays on its carrier, in assets: it defends the ship, and can launch later.
        reserve: 0.1, 0.0..=2.0;
        /// Cost of a company that runs out of fuel, in assets.
        drift: 1.0, 0.0..=3.0;
        /// Share of this cost for a company with fuel left, but not enough for the rest of the battle.
        stranded: 0.5, 0.0..=1.0;
        /// Assumed chance to run out of fuel for a company whose fuel is just enough to return.
        just_enough: 1.0, 0.0..=2.0;
        /// Value of rescuing a company adrift, in assets.
        rescue: 0.6, 0.0..=3.0;
        /// Value of a repaired system, relative to the value of all hit points.
        repair: 1.0, 0.0..=3.0;
        /// Share of this value for an own ship in enemy hands, where the repair may help the enemy.
        mend_captured: 1.0, 0.0..=1.0;
        /// Value of a pip of a white die that stays free for other uses, in assets.
        white: 0.015, 0.0..=0.5;
        /// Value of a pip of defense against enemies that may still attack, as a factor of their expected damage.
        defense: 0.12, 0.0..=1.0;
        /// Value of having an enemy in range of the weapons after a move, as a factor of their expected damage.
        bear: 0.6, 0.0..=3.0;
        /// Cost of a course towards a near edge of the table, in assets.
        edge: 0.8, 0.0..=3.0;
        /// Value of each unit nearer to a high value asset of another player, in assets.
        advance: 0.02, 0.0..=0.5;
        /// Weight of the damage that a spot adds to attacks of friends that still act this round.
        spot: 0.8, 0.0..=3.0;
        /// Minimum value of a turn, in assets; below it, the player passes.
        patience: 0.1, 0.0..=2.0;
        /// Value of taking a carrier's turn late, in assets.
        late: 0.4, -2.0..=3.0;
        /// Weight of the expected change of points where a high value asset ends its move.
        escort: 0.0, 0.0..=5.0;
        /// Value of the turn of an asset with comms while friends still act this round, in assets.
        scout: 0.0, 0.0..=2.0;
        /// Weight of an asset's expected attack in the choice of the next asset to act.
        eager: 1.0, 0.0..=3.0;
        /// Value of taking a captured ship's turn early, in assets; late if its captor is not aboard.
        captive: 0.0, -2.0..=5.0;
        /// Minimum gain to ram, in assets.
        ram: 0.1, -1.0..=3.0;
        /// Minimum lead to count the clock down, in assets.
        tick: 0.2, -3.0..=5.0;
        /// Value of a weapon in the choice of losses.
        keep_weapon: 1.0, 0.0..=3.0;
        /// Value of a defense in the choice of losses.
        keep_defense: 0.8, 0.0..=3.0;
        /// Value of comms in the choice of losses.
        keep_comms: 0.5, 0.0..=3.0;
        /// Value of a catapult, or of a company's movement, in the choice of losses.
        keep_movement: 0.9, 0.0..=3.0;
        /// Cost of the fuel of a dodge, on the same scale as the values of losses.
        dodge: 1.5, 0.0..=10.0;
        /// Cost of a dodge that leaves a boarded or held ship, on the same scale.
        leaving: 5.0, 0.0..=10.0;
    }
}

/// The tuned values with their provenance.
const TUNED: &str = include_str!("tuned.toml");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tuned_values_are_complete_and_within_bounds() {
        let tuned: toml::Table = toml::from_str(TUNED).unwrap();
        let others = ["base", "provenance"];
        let names = tuned.keys().filter(|name| !others.contains(&name.as_str()));
        assert_eq!(names.count(), Tactics::PARAMETERS.len());
        for (parameter, value) in Tactics::PARAMETERS.iter().zip(Tactics::default().values()) {
            assert_eq!(tuned[parameter.name].as_float(), Some(value), "{}", parameter.name);
        }
    }

    #[test]
    fn every_default_is_within_bounds_and_says_what_it_is() {
        assert!(Tactics::PARAMETERS.iter().all(|p| (p.low..=p.high).contains(&p.default) && !p.meaning.is_empty()));
    }
}
