//! Bounds of builds, in the form of files.

use crate::study::MAX_GAMES;
use hitchart_config::{At, FileText, InputError, within};

/// Minimum and maximum of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub least: u16,
    pub most: u16,
}

impl Limit {
    /// Creates a limit that allows only `number`.
    pub fn exactly(number: u16) -> Limit {
        Limit { least: number, most: number }
    }

    /// Returns true if a number lies within the limit.
    pub fn allows(&self, number: u16) -> bool {
        (self.least..=self.most).contains(&number)
    }

    /// Reads a minimum and a maximum within these bounds. Returns these bounds if nothing is written.
    ///
    /// # Errors
    /// Numbers out of these bounds, and a minimum above the maximum.
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

/// Converts a number of games to pairs; `default` applies if nothing is written.
///
/// # Errors
/// Numbers out of bounds.
pub fn pairs(file: &FileText, games: &Option<At<u64>>, what: &str, default: u64) -> Result<u64, InputError> {
    let games = games.as_ref().map_or(Ok(default), |games| within(file, games, what, 2, MAX_GAMES))?;
    Ok(games.div_ceil(2))
}

/// Reads a number within bounds; `default` applies if nothing is written.
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
