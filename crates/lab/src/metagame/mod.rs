//! Metagame analysis: rankings, viable choices, and the uncertainty of both. The module takes results of any games and
//! knows no game.
//!
//! [`Results`] hold the games of each pair. [`analyse`] analyses them, with intervals that include all uncertainty of
//! the games. [`answer`] presents the analysis in words, tables and figures. `docs/meta.md` explains each number.

mod analysis;
mod answer;
mod resample;
mod results;
#[cfg(test)]
mod tests;
mod unseen;

pub use analysis::{Analysis, Cyclic, Quantity, RESAMPLES, analyse, analyse_exact, analyse_repeated, spanned, throw};
pub(crate) use answer::{figures, numbers, summary};
pub use answer::{json, tables};
pub use hitchart_stats::equilibrium::{Domination, DominationVerdict, MeasuredPayoffs, effective, most_even, zero_sum};
pub use hitchart_stats::ratings::{Fit, Flow, PairTally, Split};
pub use hitchart_stats::symmetric::{SharedMixture, Square, SymmetricGame, spreads};
pub use resample::{Repeats, normal, weights};
pub use results::{Flaw, PairCell, Results, read};

use crate::study::Answer;

/// Returns the answer: words first, then tables and figures with names that begin with `name`.
pub fn answer(analysis: &Analysis, name: &str) -> Answer {
    Answer {
        said: summary(analysis),
        numbers: numbers(analysis),
        tables: tables(analysis, name),
        figures: figures(analysis, name),
        warnings: Vec::new(),
        json: Some(json(analysis)),
        ..Answer::default()
    }
}
