//! Errors of expressions: the column, the mistake and the nearest form that is allowed.

use super::distribution::{MAX_OUTCOMES, MAX_VALUE};
use std::fmt;

/// Most elementary steps of an evaluation, some seconds of work.
pub const MAX_WORK: u64 = 2_000_000_000;
/// Deepest nesting of an expression, in levels. Each term of a sum is a level, and so is the
/// number of dice of a term: `1 + 1 + 1` has three levels, and `d6 + d6 + d6` four.
pub const MAX_DEPTH: usize = 200;
/// Deepest nesting of a text, in parentheses and signs inside one another.
pub const MAX_NESTING: usize = 64;
/// Longest text of an expression, in characters.
pub const MAX_LENGTH: usize = 4_000;

/// Mistake in an expression, with its column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct AlgebraError {
    /// Column of the mistake, counted in characters from 1; 0 if the expression was built without a text.
    pub column: usize,
    /// The mistake.
    pub mistake: Mistake,
}

impl fmt::Display for AlgebraError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "{}", self.mistake),
            column => write!(f, "column {column}: {}", self.mistake),
        }
    }
}

/// Kind of mistake in an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mistake {
    /// The text is longer than [`MAX_LENGTH`].
    #[error("the expression has {length} characters; allowed: at most {MAX_LENGTH}")]
    TooLong {
        /// Number of characters.
        length: usize,
    },
    /// The nesting is deeper than [`MAX_DEPTH`] or [`MAX_NESTING`].
    #[error(
        "the expression has too many terms in a row, or parentheses in one another; allowed: at most {MAX_DEPTH} terms and \
         {MAX_NESTING} levels of parentheses"
    )]
    TooDeep,
    /// Something else was expected here.
    #[error("{found}; expected {expected}")]
    Unexpected {
        /// The text found, in words.
        found: String,
        /// The forms allowed here.
        expected: String,
    },
    /// A word that is no function and no name.
    #[error("unknown word `{word}`; {help}")]
    UnknownWord {
        /// The word.
        word: String,
        /// The nearest word, or the words allowed.
        help: String,
    },
    /// A number that is too large.
    #[error("{number} is too large; allowed: at most {most}")]
    Number {
        /// The number as written.
        number: String,
        /// Largest number allowed here.
        most: i64,
    },
    /// A form that is refused, with the form to write instead.
    #[error("{problem}; {help}")]
    Form {
        /// The problem.
        problem: String,
        /// The nearest form that is allowed.
        help: String,
    },
    /// The work is more than [`MAX_WORK`].
    #[error("this takes more than {} million steps; write fewer dice, fewer faces or fewer kept dice", MAX_WORK / 1_000_000)]
    Work,
    /// Too many outcomes.
    #[error("this has {outcomes} possible outcomes; allowed: at most {MAX_OUTCOMES}")]
    Outcomes {
        /// Number of outcomes on the lattice.
        outcomes: u128,
    },
    /// An outcome is beyond [`MAX_VALUE`].
    #[error("an outcome is beyond {MAX_VALUE}; write smaller numbers")]
    TooLarge,
}

impl Mistake {
    /// Returns a refused form with the form to write instead.
    pub(super) fn form(problem: impl Into<String>, help: impl Into<String>) -> Mistake {
        Mistake::Form { problem: problem.into(), help: help.into() }
    }

    /// Returns the mistake at a column.
    pub(super) fn at(self, column: usize) -> AlgebraError {
        AlgebraError { column, mistake: self }
    }
}

/// Reason why an operation on distributions has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Too much work.
    Work,
    /// Too many outcomes.
    TooWide { outcomes: u128 },
    /// Outcomes that are too large.
    TooLarge,
}

impl From<Fault> for Mistake {
    fn from(fault: Fault) -> Mistake {
        match fault {
            Fault::Work => Mistake::Work,
            Fault::TooWide { outcomes } => Mistake::Outcomes { outcomes },
            Fault::TooLarge => Mistake::TooLarge,
        }
    }
}

/// Work that an evaluation may still do, in elementary steps.
#[derive(Debug)]
pub(super) struct Budget {
    left: f64,
}

impl Budget {
    /// Returns the work of one evaluation.
    pub(super) fn full() -> Budget {
        Budget { left: MAX_WORK as f64 }
    }

    /// Takes steps from the budget, before they are done.
    pub(super) fn spend(&mut self, steps: f64) -> Result<(), Fault> {
        self.left -= steps;
        if self.left < 0.0 { Err(Fault::Work) } else { Ok(()) }
    }
}

/// Returns the word of a list that is nearest to a word, if at most a third of the letters differ.
pub(super) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let measured = known.map(|name| (distance(word, name), name));
    let (edits, name) = measured.min_by_key(|(edits, _)| *edits)?;
    (edits <= name.chars().count().max(word.chars().count()) / 3).then_some(name)
}

/// Returns the number of letters to insert, delete or replace from one word to another (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
