//! What a tuning has found.

use crate::study::Duel;

/// What tuning has found; values are in the order of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    pub start: Vec<f64>,
    pub values: Vec<f64>,
    /// Iterations of the tuning.
    pub iterations: u64,
    /// The tuned values against the start, one for each study.
    pub test: Vec<Duel>,
}

/// The games of all studies.
pub fn total(duels: &[Duel]) -> Duel {
    duels.iter().fold(Duel::default(), Duel::and)
}
