//! The tactician's parameters: what it weighs, by how much, within which bounds.

use crate::policy::parameters;

parameters! {
    /// The tactician's weights. Worth is counted in points of an Ace's Vigor unless said otherwise.
    Tactics {
        /// Worth of a point of an enemy's Vigor.
        harm: 1.0, 0.0..=5.0;
        /// Worth of taking an enemy out, for each point of Harm of its best attack.
        kill: 0.17, 0.0..=5.0;
        /// The same where the game master has an activation for every enemy that is left, so that each one less is felt.
        last: 0.13, 0.0..=5.0;
        /// Worth of the drop of an enemy taken out for good.
        drop: 0.5, 0.0..=5.0;
        /// Worth of a point of an Ace's Vigor that an answer to a consequence takes.
        answer: 1.75, 0.0..=5.0;
        /// Worth of the Move that an enemy makes where it cannot answer with Harm.
        answer_move: 0.2, 0.0..=2.0;
        /// Worth of an Ace that goes down, beyond its Vigor; counted twice where it would eject.
        down: 0.7, 0.0..=20.0;
        /// Weight of the Harm that enemies may do in the GM turn to an Ace where it stands.
        exposure: 0.3, 0.0..=3.0;
        /// Weight of the same where the enemy could choose another Ace instead, 0 for none.
        shared: 0.12, 0.0..=1.0;
        /// Worth of each hex nearer to where an armament reaches an enemy.
        advance: 0.8, 0.0..=3.0;
        /// Growth by the round of what an enemy's Vigor and being nearer are worth, so that nobody waits for ever.
        impatience: 0.1, 0.0..=1.0;
        /// Price of a point of Tension.
        tension: 1.0, 0.0..=5.0;
        /// Share of that price for Tension that the build trait would give back in vain.
        spare: 0.1, 0.0..=1.0;
        /// Price of a point of Ammo in the last battle.
        ammo: 1.1, 0.0..=5.0;
        /// Added to the price of Ammo for each battle to come.
        ammo_later: 0.5, 0.0..=5.0;
        /// Weight of attacks after the next one in a plan, whose targets may be gone.
        follow: 0.75, 0.0..=1.0;
        /// Weight of what support systems spare or add.
        support: 1.5, 0.0..=5.0;
        /// Least worth of a plan of movement beyond staying.
        patience: 0.13, 0.0..=2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_within_bounds_and_every_parameter_has_a_meaning() {
        assert!(Tactics::PARAMETERS.iter().all(|p| (p.low..=p.high).contains(&p.default) && !p.meaning.is_empty()));
        assert_eq!(Tactics::of_values(&Tactics::default().values()), Tactics::default());
    }
}
