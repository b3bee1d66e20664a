//! Check that a battlefield leaves enough room to field companies.

use super::{Battlefield, BattlefieldError};
use crate::geometry::Point;

/// Least share of the lattice on which frames must be able to stand.
const FREE: f64 = 0.6;
/// Least share of the lattice outside a perimeter around the centre, the place from which a station commands most. If
/// this share is less than the third of S28, the defender is made to stand elsewhere, so that a long ruler may leave a
/// quarter.
const APPROACH: f64 = 0.25;

/// Rejects a battlefield that is too crowded to field companies on.
pub(super) fn check(field: &Battlefield) -> Result<(), BattlefieldError> {
    let all = field.table().lattice(1.0, field.rules().radius).len() as f64;
    let free = field.spots().len() as f64 / all;
    if free < FREE {
        return Err(BattlefieldError::Crowded { free: 100.0 * free, needed: 100.0 * FREE });
    }
    let is_outside = |at: Point| at.length() > field.rules().ruler;
    let approach = field.spots().iter().filter(|spot| is_outside(spot.at)).count() as f64 / all;
    if approach < APPROACH {
        return Err(BattlefieldError::NoApproach { free: 100.0 * approach, needed: 100.0 * APPROACH });
    }
    Ok(())
}
