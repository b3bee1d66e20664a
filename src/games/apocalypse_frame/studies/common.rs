//! Values that all studies of a scenario share.

use super::super::players::spec::{Kind, PolicySpec, Side};
use super::super::ruleset::Ruleset;
use hitchart_config::{At, FileText, InputError};
use hitchart_play::policy::Book;
use hitchart_report::table::counted;
use std::sync::Arc;

/// Number of policies of a study of missions.
const SIDES: usize = 2;

/// Rules and policies of a scenario.
#[derive(Clone, Debug)]
pub struct Common {
    pub rules: Arc<Ruleset>,
    /// Policies that studies may name.
    pub policies: Book<Kind>,
}

impl Common {
    /// Returns the policies of both sides from a study's list.
    pub(super) fn both(
        &self,
        file: &FileText,
        written: Option<&At<Vec<At<toml::Value>>>>,
    ) -> Result<[PolicySpec; 2], InputError> {
        let (book, [aces, gm]) = (&self.policies, [Side::Aces, Side::Gm].map(|side| side as usize));
        let Some(written) = written else { return Ok([book.default(aces)?, book.default(gm)?]) };
        match &written.value[..] {
            [of_aces, of_gm] => Ok([book.written(file, aces, of_aces)?, book.written(file, gm, of_gm)?]),
            other => Err(InputError::at(file, written.span.clone(), needed(other.len()))),
        }
    }

    /// Returns the policies of both sides by name.
    pub(super) fn both_named(&self, names: &[String]) -> Result<[PolicySpec; 2], InputError> {
        match names {
            [aces, gm] => Ok([
                self.policies.named(Side::Aces as usize, aces.trim())?,
                self.policies.named(Side::Gm as usize, gm.trim())?,
            ]),
            _ => Err(InputError::plain(format!("--policies: {}", needed(names.len())))),
        }
    }
}

/// Returns an error text on the number of policies that are needed.
fn needed(found: usize) -> String {
    format!("{}; name {SIDES}: that of the Aces, then that of the game master", counted(found as u64, "policies"))
}
