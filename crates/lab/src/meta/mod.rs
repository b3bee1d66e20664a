//! Metagame analysis: rankings, viable choices, and the uncertainty of both. The module takes results of any games and
//! knows no game.
//!
//! [`Results`] hold the games of each pair. [`analyse`] analyses them, with intervals that include all uncertainty of
//! the games. [`answer`] presents the analysis in words, tables and figures. `docs/meta.md` explains each number.

mod analysis;
mod davidson;
mod domination;
mod equilibrium;
mod figures;
mod hodge;
mod json;
mod matrix;
mod read;
mod repeats;
mod resample;
mod results;
mod symmetric;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub use analysis::{
    Analysis, Cyclic, ELO, Quantity, RESAMPLES, analyse, analyse_exact, analyse_repeated, spanned, throw,
};
pub use davidson::{Fit, Tally};
pub use domination::{Domination, Measured, Verdict, solved};
pub use equilibrium::{effective, most_even, most_even_within};
pub use figures::figures;
pub use hodge::{Flow, Split, energy, split};
pub use json::json;
pub use matrix::Square;
pub use read::{MOST_ENTRANTS, read};
pub use repeats::{Repeats, weights};
pub use resample::normal;
pub use results::{Cell, Flaw, Results};
pub use symmetric::{Settled, SymmetricGame, spreads};
pub use tables::tables;
pub use words::{numbers, said};

use crate::study::Answer;

/// Returns the answer: words first, then tables and figures with names that begin with `name`.
pub fn answer(analysis: &Analysis, name: &str) -> Answer {
    Answer {
        said: said(analysis),
        numbers: numbers(analysis),
        tables: tables(analysis, name),
        figures: figures(analysis, name),
        warnings: Vec::new(),
        json: Some(json(analysis)),
        ..Answer::default()
    }
}
