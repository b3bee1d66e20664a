//! Comparison of simulation and exact engine.

use crate::runner::Tally;
use hitchart_report::Warning;
use hitchart_stats::{ChiSquare, chi_square, holm};

/// Family-wise level at which simulation and exact engine count as different: one healthy study in a thousand is
/// flagged.
pub const DISAGREEMENT: f64 = 0.001;

/// Tests each tally against its exact joint distribution; p-values are corrected for the number of tests (Holm).
pub fn agreement<'a>(tests: impl Iterator<Item = (&'a str, &'a Tally, &'a [f64])>) -> (Vec<f64>, Vec<Warning>) {
    let (names, p): (Vec<&str>, Vec<f64>) =
        tests.map(|(name, tally, exact)| (name, test(tally, exact).p_value)).unzip();
    let adjusted = holm(&p);
    let suspicious = names.iter().zip(&adjusted).filter(|(_, p)| **p < DISAGREEMENT);
    let warnings = suspicious
        .map(|(name, p)| Warning::Disagreement { what: (*name).to_owned(), p_value: *p, level: DISAGREEMENT })
        .collect();
    (adjusted, warnings)
}

/// Chi-square test of a tally against exact probabilities of the same cells.
pub fn test(tally: &Tally, exact: &[f64]) -> ChiSquare {
    chi_square(&tally.cells(), exact)
}
