//! Bounds of what may be built, as files write them.

use hitchart_config::{At, FileText, InputError, within};
use crate::study::MAX_GAMES;

/// Least and most of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub least: u16,
    pub most: u16,
}

impl Limit {
    /// Just so many.
    pub fn exactly(number: u16) -> Limit {
        Limit { least: number, most: number }
    }

    /// Whether a number is neither too small nor too great.
    pub fn allows(&self, number: u16) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// Least and most as written, which these bound; these where nothing is written.
    ///
    /// # Errors
    /// Numbers out of these bounds, and a least that is more than the most.
    pub fn narrowed(self, file: &FileText, written: &Option<At<[u16; 2]>>, what: &str) -> Result<Limit, InputError> {
        let Some(written) = written else { return Ok(self) };
        let [least, most] = written.value;
        for value in [least, most] {
            within(file, &At { value, span: written.span.clone() }, what, self.least, self.most)?;
        }
        if least > most {
            let problem = format!("`{what}` is {least} to {most}; write the lesser first");
            return Err(InputError::at(file, written.span.clone(), problem));
        }
        Ok(Limit { least, most })
    }
}

/// A number of games as pairs, or so many where nothing is written.
///
/// # Errors
/// Numbers out of bounds.
pub fn pairs(file: &FileText, games: &Option<At<u64>>, what: &str, default: u64) -> Result<u64, InputError> {
    let games = games.as_ref().map_or(Ok(default), |games| within(file, games, what, 2, MAX_GAMES))?;
    Ok(games.div_ceil(2))
}

/// A number within bounds, or one where nothing is written.
///
/// # Errors
/// Numbers out of bounds.
pub fn number(
    file: &FileText,
    written: &Option<At<u64>>,
    what: &str,
    (low, high): (u64, u64),
    default: u64,
) -> Result<u64, InputError> {
    written.as_ref().map_or(Ok(default), |written| within(file, written, what, low, high))
}
