//! Predictions as people write them: `share_direct falls`, `win of defender rises`.

use crate::study::Quantity;
use std::fmt;

/// Which way a number is said to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Rises,
    Falls,
    /// Either way.
    Changes,
    /// Not by more than what matters.
    Stays,
}

impl Direction {
    /// All of them by name.
    pub const ALL: [(&'static str, Direction); 4] = [
        ("rises", Direction::Rises),
        ("falls", Direction::Falls),
        ("changes", Direction::Changes),
        ("stays", Direction::Stays),
    ];

    /// As it is written.
    pub fn name(self) -> &'static str {
        Direction::ALL.iter().find(|(_, direction)| *direction == self).map_or("", |(name, _)| name)
    }
}

/// What a change is said to do to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    pub metric: String,
    /// Whose, as [`Quantity::of`] says; empty for the whole game.
    pub of: String,
    pub direction: Direction,
}

impl Prediction {
    /// Reads `METRIC [of WHOSE] rises|falls|changes|stays`.
    ///
    /// # Errors
    /// Texts of another form, in words.
    pub fn read(text: &str) -> Result<Prediction, String> {
        let wrong = || {
            let names = Direction::ALL.map(|(name, _)| name).join(", ");
            format!("`{text}` is no prediction; write `METRIC rises` or `METRIC of WHOSE falls`, with one of {names}")
        };
        let (what, verb) = text.trim().rsplit_once(' ').ok_or_else(wrong)?;
        let direction = Direction::ALL.iter().find(|(name, _)| *name == verb).ok_or_else(wrong)?.1;
        let (metric, of) = what.split_once(" of ").unwrap_or((what, ""));
        if metric.trim().is_empty() || metric.trim().contains(' ') {
            return Err(wrong());
        }
        Ok(Prediction { metric: metric.trim().to_owned(), of: of.trim().to_owned(), direction })
    }

    /// Whether a number is what it speaks of.
    pub fn is_of(&self, quantity: &Quantity) -> bool {
        quantity.metric == self.metric && quantity.of == self.of
    }

    /// What it speaks of.
    pub fn what(&self) -> String {
        if self.of.is_empty() { self.metric.clone() } else { format!("{} of {}", self.metric, self.of) }
    }
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.what(), self.direction.name())
    }
}
