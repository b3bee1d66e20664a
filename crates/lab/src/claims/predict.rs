//! Predictions as people write them: `share_direct falls`, `win of defender rises`, `win of company A trails company
//! B`.

use crate::study::{Quantity, metric_words};
use std::fmt;

/// Predicted direction of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Rises,
    Falls,
    /// Up or down.
    Changes,
    /// No change beyond the margin.
    Stays,
    /// Lower than the number of another side, under the changed rules.
    Trails,
    /// Higher than the number of another side, under the changed rules.
    Leads,
}

impl Direction {
    /// Directions of one number, by name.
    pub const OF_ONE: [(&'static str, Direction); 4] = [
        ("rises", Direction::Rises),
        ("falls", Direction::Falls),
        ("changes", Direction::Changes),
        ("stays", Direction::Stays),
    ];
    /// Directions of one number against another, by name.
    pub const OF_TWO: [(&'static str, Direction); 2] = [("trails", Direction::Trails), ("leads", Direction::Leads)];

    /// Returns the name of the direction.
    pub fn name(self) -> &'static str {
        let mut all = Direction::OF_ONE.iter().chain(&Direction::OF_TWO);
        all.find(|(_, direction)| *direction == self).map_or("", |(name, _)| name)
    }

    /// Returns the sign of an effect as claimed: 1 up, -1 down, 0 for none or either.
    pub fn sign(self) -> i8 {
        match self {
            Direction::Rises | Direction::Leads => 1,
            Direction::Falls | Direction::Trails => -1,
            Direction::Changes | Direction::Stays => 0,
        }
    }
}

/// Predicted effect of a change on a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prediction {
    pub metric: String,
    /// Owner of the number, as in [`Quantity::of`]; empty for the whole game.
    pub of: String,
    pub direction: Direction,
    /// Owner of the number to compare with, under the changed rules.
    pub than: Option<String>,
}

impl Prediction {
    /// Reads `METRIC [of WHOSE] rises|falls|changes|stays`, and `METRIC of WHOSE trails|leads WHOSE`.
    ///
    /// # Errors
    /// A message if the text has another form.
    pub fn read(text: &str) -> Result<Prediction, String> {
        let wrong = || {
            let names = Direction::OF_ONE.map(|(name, _)| name).join(", ");
            format!(
                "`{text}` is no prediction; write `METRIC rises` or `METRIC of WHOSE falls`, with one of {names}, or \
                 `METRIC of WHOSE trails WHOSE` or `leads`"
            )
        };
        let (what, direction, than) = Self::of_one(text).or_else(|| Self::of_two(text)).ok_or_else(wrong)?;
        let (metric, of) = what.split_once(" of ").unwrap_or((what, ""));
        let (metric, of) = (metric.trim(), of.trim());
        if metric.is_empty() || metric.contains(' ') || (than.is_some() && of.is_empty()) {
            return Err(wrong());
        }
        Ok(Prediction { metric: metric.to_owned(), of: of.to_owned(), direction, than: than.map(str::to_owned) })
    }

    fn of_one(text: &str) -> Option<(&str, Direction, Option<&str>)> {
        let (what, verb) = text.trim().rsplit_once(' ')?;
        let (_, direction) = Direction::OF_ONE.iter().find(|(name, _)| *name == verb)?;
        Some((what, *direction, None))
    }

    fn of_two(text: &str) -> Option<(&str, Direction, Option<&str>)> {
        Direction::OF_TWO.iter().find_map(|(name, direction)| {
            let (what, than) = text.split_once(&format!(" {name} "))?;
            let than = than.trim();
            (!than.is_empty()).then_some((what, *direction, Some(than)))
        })
    }

    /// Returns true if a quantity is the number of the prediction.
    pub fn is_of(&self, quantity: &Quantity) -> bool {
        quantity.metric == self.metric && quantity.of == self.of
    }

    /// Returns true if a quantity is the number to compare with.
    pub fn is_than(&self, quantity: &Quantity) -> bool {
        quantity.metric == self.metric && self.than.as_ref() == Some(&quantity.of)
    }

    /// Returns true if games count all numbers of the prediction.
    pub fn is_counted(&self, quantities: &[Quantity]) -> bool {
        quantities.iter().any(|known| self.is_of(known))
            && (self.than.is_none() || quantities.iter().any(|known| self.is_than(known)))
    }

    /// Returns the prediction in words: `share of hand to hand rises`.
    pub fn words(&self) -> String {
        let whose = if self.of.is_empty() { String::new() } else { format!(" of {}", self.of) };
        let than = self.than.as_ref().map_or(String::new(), |than| format!(" {than}"));
        format!("{}{whose} {}{than}", metric_words(&self.metric), self.direction.name())
    }

    /// Returns the metric and its owner.
    pub fn what(&self) -> String {
        if self.of.is_empty() { self.metric.clone() } else { format!("{} of {}", self.metric, self.of) }
    }
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.what(), self.direction.name())?;
        self.than.as_ref().map_or(Ok(()), |than| write!(f, " {than}"))
    }
}
