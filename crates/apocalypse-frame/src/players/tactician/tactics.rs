//! The tactician's parameters: meanings, defaults and bounds.

use hitchart_play::policy::parameters;

parameters! {
    /// The tactician's weights. Values are in points of an Ace's Vigor, unless another unit is named.
    Tactics {
        /// Value of a point of an enemy's Vigor.
        harm: 1.0, 0.0..=5.0;
        /// Value of taking an enemy out, per point of Harm of its best attack.
        kill: 0.17, 0.0..=5.0;
        /// Additional value per point of Harm if the game master has an activation for every enemy left.
        last: 0.13, 0.0..=5.0;
        /// Value of the drop of an enemy that is removed for good.
        drop: 0.5, 0.0..=5.0;
        /// Value of a point of an Ace's Vigor lost to an answer to a consequence.
        answer: 1.75, 0.0..=5.0;
        /// Value of an enemy's Move in answer to a consequence, if it cannot do Harm.
        answer_move: 0.2, 0.0..=2.0;
        /// Extra value of an Ace that goes down, beyond its Vigor; counted twice if it would eject.
        down: 0.7, 0.0..=20.0;
        /// Weight of the Harm that enemies may do to an Ace at its place in the GM turn.
        exposure: 0.3, 0.0..=3.0;
        /// Weight of the same if the enemy could choose another Ace instead; 0 ignores it.
        shared: 0.12, 0.0..=1.0;
        /// Value of each hex nearer to a place from which an armament reaches an enemy.
        advance: 0.8, 0.0..=3.0;
        /// Growth per round of the values of an enemy's Vigor and of moving nearer; it prevents endless waiting.
        impatience: 0.1, 0.0..=1.0;
        /// Price of a point of Tension.
        tension: 1.0, 0.0..=5.0;
        /// Share of this price for Tension that the build trait would give back anyway.
        spare: 0.1, 0.0..=1.0;
        /// Price of a point of Ammo in the last battle.
        ammo: 1.1, 0.0..=5.0;
        /// Addition to the price of Ammo for each later battle.
        ammo_later: 0.5, 0.0..=5.0;
        /// Weight of the attacks of a plan after the next one; their targets may be gone by then.
        follow: 0.75, 0.0..=1.0;
        /// Weight of the Harm that support systems prevent or add.
        support: 1.5, 0.0..=5.0;
        /// Minimum value of a move over staying in place.
        patience: 0.0, 0.0..=2.0;
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
