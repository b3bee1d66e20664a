//! The result of a tuning.

use crate::study::Duel;

/// The result of a tuning; values are in the order of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    pub start: Vec<f64>,
    pub values: Vec<f64>,
    /// Number of iterations of the tuning.
    pub iterations: u64,
    /// Duels of the tuned values against the start, one for each study.
    pub test: Vec<Duel>,
}

/// Returns the games of all studies together.
pub fn total(duels: &[Duel]) -> Duel {
    duels.iter().fold(Duel::default(), Duel::and)
}
