//! Names and units of the features.

/// Declares the features in order: identifier, name and unit.
macro_rules! numbers {
    ($($place:ident $name:literal $unit:literal),+ $(,)?) => {
        /// A feature by its index.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Number {
            $($place),+
        }

        /// All names, in order.
        pub(crate) const FEATURES: &[&str] = &[$($name),+];

        /// Units in order: one unit is a feature value of 1. Units keep large counts within a network's bounds.
        pub(crate) const UNITS: &[f64] = &[$($unit),+];
    };
}

numbers!(
    Ready "aces ready" 1.0,
    Down "aces down" 1.0,
    Gone "aces gone" 1.0,
    Vigor "vigor" 2.0,
    Lives "whole lives" 1.0,
    Life "life left in eighths" 1.0,
    WeakestVigor "least vigor of an ace" 1.0,
    WeakestLives "least whole lives of an ace" 1.0,
    Tension "tension" 2.0,
    Ammo "ammo" 2.0,
    Shields "shields" 1.0,
    Hits "frame hits" 1.0,
    Covered "aces in cover" 1.0,
    Burning "aces in hazards" 1.0,
    Fire "harm of attacks in reach" 1.0,
    Guns "harm of the best armaments" 1.0,
    Way "hexes to the nearest enemies" 2.0,
    Danger "harm that activations may bring" 1.0,
    Worst "harm that activations may bring to one ace" 1.0,
    Answers "harm of answers" 1.0,
    Enemies "enemies" 2.0,
    EnemyVigor "vigor of enemies" 4.0,
    ArmoredVigor "vigor of enemies behind armor" 4.0,
    EnemyShields "shields of enemies" 2.0,
    Restored "vigor of restorations" 4.0,
    Primes "primes" 1.0,
    PrimesDown "primes down" 1.0,
    Parts "parts of colossi" 1.0,
    Harm "harm of enemies" 4.0,
    Activated "harm of the hardest enemies" 1.0,
    Close "enemies within 1" 2.0,
    Near "enemies at 2" 2.0,
    Further "enemies at 3 or 4" 2.0,
    Apart "enemies farther" 2.0,
    EnemyCovered "enemies in cover" 2.0,
    EnemyWay "hexes of enemies to the nearest aces" 8.0,
    Waves "vigor of waves to come" 4.0,
    Situations "faces with a situation to come" 1.0,
    Activations "activations" 1.0,
    Team "team" 1.0,
    Round "round" 1.0,
    RoundsLeft "rounds left" 2.0,
    Winning "limit is a victory" 1.0,
    Battles "battles to come" 1.0,
    Hazards "hazards" 4.0,
    Bombardments "bombardments" 2.0,
    Gas "reactive gas" 1.0,
    Storm "electrical storm" 1.0,
    Firefight "pitched firefight" 1.0,
    Outnumbered "share of enemies in all strength in eighths" 1.0,
    ToTake "rounds to take all enemies" 1.0,
    ToLose "eighths of vigor that activations may take" 1.0,
);
