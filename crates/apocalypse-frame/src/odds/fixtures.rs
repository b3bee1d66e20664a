//! Fixtures of several tests.

use super::super::catalogue::entries::Armament;
use crate::catalogue::tag::{Band, Tag};
use crate::rules_files::standard;
use crate::ruleset::{RollRules, Ruleset};

/// Returns the default ruleset.
pub(crate) fn ruleset() -> Ruleset {
    standard()
}

/// Returns the rules of rolls of the default ruleset.
pub(crate) fn roll_rules() -> RollRules {
    standard().rolls
}

/// Returns an armament.
pub(crate) fn armament(name: &str, dice: u8, harm: u8, bands: &[Band], tags: &[Tag]) -> Armament {
    let (bands, tags) = (bands.iter().copied().collect(), tags.iter().copied().collect());
    Armament { name: name.into(), dice, harm, bands, tags, ..Armament::default() }
}
