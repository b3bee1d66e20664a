//! Pools of mixed dice in plain notation, such as `3d6+1d8`.

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use std::{fmt, str::FromStr};

/// Fewest sides of a die.
pub const MIN_SIDES: u8 = 2;
/// Most sides of a die.
pub const MAX_SIDES: u8 = 20;
/// Most dice in a pool.
pub const MAX_DICE: usize = 100;

/// A pool of mixed dice, such as `2d6+1d8`. The rule that uses it defines which value counts (the highest, or the sum).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(into = "String")]
pub struct Pool {
    counts: [u8; MAX_SIDES as usize + 1],
}

/// Error of parsing or building a pool.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// A term is not of the form `3d6`.
    #[error("`{term}` is not dice; write a number, `d` and the sides, joined by `+`, such as `3d6+1d8`")]
    Term {
        /// The term as written.
        term: String,
    },
    /// A term has no dice.
    #[error("`{term}` has no dice; write 1 to {MAX_DICE} dice, or leave the term out")]
    NoDice {
        /// The term as written.
        term: String,
    },
    /// The number of sides is not allowed.
    #[error("`{term}` has dice with the faces 1 to {sides}; allowed: {MIN_SIDES} to {MAX_SIDES} sides")]
    Sides {
        /// The term as written.
        term: String,
        /// Number of sides found.
        sides: u64,
    },
    /// The pool has too many dice in total.
    #[error("the pool has {dice} dice; allowed: at most {MAX_DICE}")]
    TooMany {
        /// Number of dice found.
        dice: u64,
    },
}

impl Pool {
    /// The pool without dice; its highest die counts as 0.
    pub const EMPTY: Pool = Pool { counts: [0; MAX_SIDES as usize + 1] };

    /// Builds a pool of `count` dice with `sides` sides.
    ///
    /// # Errors
    /// [`PoolError::Sides`] outside 2 to 20 sides, [`PoolError::TooMany`] over 100 dice.
    #[inline]
    pub fn of(count: usize, sides: u8) -> Result<Pool, PoolError> {
        Pool::EMPTY.with(count, sides)
    }

    /// Adds `count` dice with `sides` sides to this pool.
    ///
    /// # Errors
    /// As [`Pool::of`].
    pub fn with(mut self, count: usize, sides: u8) -> Result<Pool, PoolError> {
        if !(MIN_SIDES..=MAX_SIDES).contains(&sides) {
            return Err(PoolError::Sides { term: format!("{count}d{sides}"), sides: sides.into() });
        }
        let dice = self.len().saturating_add(count);
        if dice > MAX_DICE {
            return Err(PoolError::TooMany { dice: dice as u64 });
        }
        self.counts[sides as usize] += count as u8;
        Ok(self)
    }

    /// Combines the dice of both pools.
    ///
    /// # Errors
    /// [`PoolError::TooMany`] over 100 dice.
    #[inline]
    pub fn and(self, other: Pool) -> Result<Pool, PoolError> {
        Pool::within_limit(self.len() + other.len(), |i| self.counts[i] + other.counts[i])
    }

    /// Returns this pool with each die repeated `n` times.
    ///
    /// # Errors
    /// [`PoolError::TooMany`] over 100 dice.
    #[inline]
    pub fn times(self, n: u8) -> Result<Pool, PoolError> {
        Pool::within_limit(self.len() * usize::from(n), |i| self.counts[i] * n)
    }

    fn within_limit(dice: usize, count: impl Fn(usize) -> u8) -> Result<Pool, PoolError> {
        if dice > MAX_DICE {
            return Err(PoolError::TooMany { dice: dice as u64 });
        }
        Ok(Pool { counts: std::array::from_fn(count) })
    }

    /// Iterates over the dice as (count, sides), smallest die first, without empty groups.
    #[inline]
    pub fn groups(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.counts.iter().enumerate().filter(|(_, n)| **n > 0).map(|(sides, n)| (*n as usize, sides as u8))
    }

    /// Returns the number of dice.
    #[inline]
    pub fn len(&self) -> usize {
        self.counts.iter().map(|n| *n as usize).sum()
    }

    /// Returns true if the pool has no dice.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.counts.iter().all(|n| *n == 0)
    }

    /// Returns the highest face that any die of the pool can show; 0 for the empty pool.
    #[inline]
    pub fn max_face(&self) -> u8 {
        self.groups().map(|(_, sides)| sides).max().unwrap_or(0)
    }

    /// Returns the sum of the highest faces of all dice.
    #[inline]
    pub fn max_sum(&self) -> usize {
        self.groups().map(|(count, sides)| count * sides as usize).sum()
    }
}

impl FromStr for Pool {
    type Err = PoolError;

    /// Parses terms such as `3d6`, `d8` or `1D20` joined by `+`; the empty text is the empty pool.
    fn from_str(text: &str) -> Result<Pool, PoolError> {
        if text.trim().is_empty() {
            return Ok(Pool::EMPTY);
        }
        let mut counts = [0u64; MAX_SIDES as usize + 1];
        for term in text.split('+') {
            // An empty term, as in `2d6+`, is shown with the whole text.
            let empty = || PoolError::Term { term: text.trim().to_owned() };
            let (count, sides) = if term.trim().is_empty() { Err(empty()) } else { parse_term(term.trim()) }?;
            counts[sides as usize] = counts[sides as usize].saturating_add(count);
        }
        let dice = counts.iter().fold(0u64, |sum, n| sum.saturating_add(*n));
        if dice > MAX_DICE as u64 {
            return Err(PoolError::TooMany { dice });
        }
        Ok(Pool { counts: counts.map(|n| n as u8) })
    }
}

impl<'de> Deserialize<'de> for Pool {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pool, D::Error> {
        deserializer.deserialize_str(PoolText)
    }
}

/// Reads a pool from its text.
struct PoolText;

impl Visitor<'_> for PoolText {
    type Value = Pool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dice as a text, such as \"3d6+1d8\"")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Pool, E> {
        text.parse().map_err(E::custom)
    }
}

impl From<Pool> for String {
    fn from(pool: Pool) -> String {
        pool.to_string()
    }
}

/// Parses one term as (count, sides).
fn parse_term(term: &str) -> Result<(u64, u8), PoolError> {
    let bad = || PoolError::Term { term: term.to_owned() };
    let number = |digits: &str| match digits {
        d if !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()) => Ok(d.parse().unwrap_or(u64::MAX)),
        _ => Err(bad()),
    };
    let (count, sides) = term.split_once(['d', 'D']).ok_or_else(bad)?;
    let count = if count.trim().is_empty() { 1 } else { number(count.trim())? };
    let sides = number(sides.trim())?;
    if count == 0 {
        return Err(PoolError::NoDice { term: term.to_owned() });
    }
    if !(u64::from(MIN_SIDES)..=u64::from(MAX_SIDES)).contains(&sides) {
        return Err(PoolError::Sides { term: term.to_owned(), sides });
    }
    Ok((count, sides as u8))
}

impl Pool {
    /// Formats the dice and the pips that are added to their result: `2d6, plus 2`. Empty without dice, which get no pips.
    pub fn with_pips(&self, pips: u8) -> String {
        if pips == 0 || self.is_empty() { self.to_string() } else { format!("{self}, plus {pips}") }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.groups().map(|(count, sides)| format!("{count}d{sides}")).collect();
        f.pad(&terms.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints_plain_notation() {
        for (text, printed) in
            [("3d6+1d8", "3d6+1d8"), ("d8 + 2D6", "2d6+1d8"), ("1d6+1d6", "2d6"), ("", ""), (" ", "")]
        {
            assert_eq!(text.parse::<Pool>().unwrap().to_string(), printed);
        }
        assert_eq!("99d6+1d20".parse::<Pool>().unwrap().len(), 100);
    }

    #[test]
    fn pools_add_up_within_the_limit() {
        let pool: Pool = "2d6+1d8".parse().unwrap();
        assert_eq!(pool.times(3).unwrap().and("1d8".parse().unwrap()).unwrap().to_string(), "6d6+4d8");
        assert_eq!(pool.times(0).unwrap(), Pool::EMPTY);
        assert_eq!(pool.times(34), Err(PoolError::TooMany { dice: 102 }));
        assert_eq!(pool.times(200), Err(PoolError::TooMany { dice: 600 }));
        assert_eq!(pool.with(usize::MAX, 6), Err(PoolError::TooMany { dice: u64::MAX }));
    }

    #[test]
    fn refuses_what_is_no_pool() {
        let error = |text: &str| text.parse::<Pool>().unwrap_err().to_string();
        assert!(error("3x6").contains("`3x6` is not dice"));
        assert!(error("3d6+").contains("`3d6+` is not dice"));
        assert!(error("-1d6").contains("is not dice"));
        assert!(error("0d6").contains("no dice"));
        assert!(error("1d1").contains("2 to 20"));
        assert!(error("1d21").contains("2 to 20"));
        assert!(error("101d6").contains("at most 100"));
        assert!(error("60d6+60d8").contains("120 dice"));
        assert!(error("99999999999999999999d6").contains("at most 100"));
    }
}
