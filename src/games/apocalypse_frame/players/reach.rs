//! How far attacks of enemies reach with the moves that come before them.

use super::super::catalogue::tag::Bands;

/// Whether an attack may come to reach so many hexes away, by a Move first where the enemy can make one.
#[inline]
pub fn comes_to(moves: bool, bands: Bands, steps: u8) -> bool {
    bands.reaches(steps) || moves && (bands.reaches(steps.saturating_sub(1)) || bands.reaches(steps + 1))
}
