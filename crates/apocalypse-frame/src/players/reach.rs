//! Reach of enemy attacks with a Move before them.

use super::super::catalogue::tag::Bands;

/// Returns true if an attack reaches `steps` hexes away, at once or after a Move if the enemy can make one.
#[inline]
pub(super) fn comes_to(moves: bool, bands: Bands, steps: u8) -> bool {
    bands.reaches(steps) || moves && (bands.reaches(steps.saturating_sub(1)) || bands.reaches(steps + 1))
}
