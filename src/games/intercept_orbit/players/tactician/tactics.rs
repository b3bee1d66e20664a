//! The tactician's parameters: what it weighs, by how much, within which bounds.
//!
//! The values here are the start that tuning climbed from; what it found is `tuned.toml`, and the tactician plays by that.

use crate::policy::parameters;

parameters! {
    /// The tactician's weights. Worth is counted in points of score unless said otherwise.
    Tactics = TUNED; {
        /// Worth of damage: a whole life in hit points, in assets.
        attrition: 0.8, 0.0..=3.0;
        /// Worth of destroying an asset, in assets, beyond the damage.
        kill: 1.0, 0.0..=3.0;
        /// Weight of rivals who do not lead, against 1 for the one who does.
        rivals: 0.6, 0.0..=1.0;
        /// Weight of the damage that enemies may deal at a place.
        danger: 0.3, 0.0..=3.0;
        /// Worth of taking a ship by boarding, in the points that change hands.
        board: 1.0, 0.0..=3.0;
        /// Worth of a captured ship that is held, in that of one that may be taken.
        held: 1.3, 0.0..=5.0;
        /// The chance that an own ship in other hands comes back.
        comes_back: 0.6, 0.0..=1.0;
        /// The part of a ship's worth that is left where it cannot be held to the end.
        tempo: 0.45, 0.0..=1.0;
        /// The part that is left to hope for after the first attempt to board, for each further one.
        again: 0.5, 0.0..=1.0;
        /// Worth of a high value asset that changes hands, in the points that do.
        hva: 0.9, 0.0..=3.0;
        /// The part of that which is lost for each round that is left to take it back.
        hva_back: 0.05, 0.0..=0.5;
        /// Worth of standing by an own high value asset, in assets.
        guard: 0.15, 0.0..=2.0;
        /// Worth of driving boarders off an own ship, in what it would cost to lose it.
        repel: 1.0, 0.0..=3.0;
        /// Worth of a company that stays on its carrier, in assets: it holds the ship, and comes later.
        reserve: 0.1, 0.0..=2.0;
        /// Cost of a company that runs out of fuel, in assets.
        drift: 1.0, 0.0..=3.0;
        /// The part of that for a company whose fuel is far from its end but does not last to that of the battle.
        stranded: 0.5, 0.0..=1.0;
        /// The chance to drift of a company whose fuel just takes it home.
        just_enough: 1.0, 0.0..=2.0;
        /// Worth of a company adrift that is fetched, in assets.
        rescue: 0.6, 0.0..=3.0;
        /// Worth of a system restored, in the worth of a whole life.
        repair: 1.0, 0.0..=3.0;
        /// The part of that for an own ship in other hands, which it may serve against its first owner.
        mend_captured: 1.0, 0.0..=1.0;
        /// Worth of a pip of a white that is left for something else, in assets.
        white: 0.015, 0.0..=0.5;
        /// Worth of a pip of defense against those who may still attack, in what they would do.
        defense: 0.12, 0.0..=1.0;
        /// Worth of having weapons bear on an enemy after a move, in what they would do.
        bear: 0.6, 0.0..=3.0;
        /// Cost of heading for the near edge of the table, in assets.
        edge: 0.8, 0.0..=3.0;
        /// Worth of each unit nearer to a high value asset of others, in assets.
        advance: 0.02, 0.0..=0.5;
        /// Weight of the damage that a spot adds for friends still to act.
        spot: 0.8, 0.0..=3.0;
        /// Least worth of a turn to be taken rather than passed, in assets.
        patience: 0.1, 0.0..=2.0;
        /// Worth of a carrier's turn that comes late, in assets.
        late: 0.4, -2.0..=3.0;
        /// Weight of whom a high value asset meets where its move ends, in the points that change hands.
        escort: 0.0, 0.0..=5.0;
        /// Worth of the turn of an asset with comms while friends are still to act, in assets.
        scout: 0.0, 0.0..=2.0;
        /// Weight of the attack that an asset may make in whose turn comes first.
        eager: 1.0, 0.0..=3.0;
        /// Worth of a captured ship's turn that comes early, in assets; late, where who holds it is not aboard.
        captive: 0.0, -2.0..=5.0;
        /// Least gain of ramming, in assets.
        ram: 0.1, -1.0..=3.0;
        /// Lead needed to count the clock down, in assets.
        tick: 0.2, -3.0..=5.0;
        /// Worth of a weapon when damage is taken.
        keep_weapon: 1.0, 0.0..=3.0;
        /// Worth of a defense when damage is taken.
        keep_defense: 0.8, 0.0..=3.0;
        /// Worth of comms when damage is taken.
        keep_comms: 0.5, 0.0..=3.0;
        /// Worth of a catapult, or of a company's movement, when damage is taken.
        keep_movement: 0.9, 0.0..=3.0;
        /// Cost of the fuel of a dodge, beside those.
        dodge: 1.5, 0.0..=10.0;
        /// Cost of a dodge off a ship that is boarded or held, beside those.
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
