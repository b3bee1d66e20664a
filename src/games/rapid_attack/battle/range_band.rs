//! Distances at which ranges can be used, and the tolerance for close calls.

use super::super::loadout::Range;
use super::super::ruleset::Ruleset;

/// Tolerance for close calls (S32), in ruler units.
pub const CLOSE: f64 = 1e-6;

/// A margin beyond closeness and rounding: an object that is too far in one coordinate by this much is too far.
pub const FAR: f64 = 1e-3;

/// The distances between closest points at which a range can be used (S04, S05).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeBand {
    least: f64,
    most: f64,
    /// Ends of the band for a frame that comes from outside; infinite if no frame can.
    near: f64,
    far: f64,
}

impl RangeBand {
    /// Returns the band of a range; an empty band if the rules have no such range.
    pub fn new(range: Range, rules: &Ruleset) -> RangeBand {
        let ranges = &rules.ranges;
        let beyond = |border: f64| (border + if ranges.border_both { -CLOSE } else { CLOSE }).next_up();
        let (near, far) = match range {
            Range::HandToHand => (f64::NEG_INFINITY, ranges.hand_to_hand),
            Range::Direct if ranges.bands == 2 => (ranges.direct_from.max(ranges.hand_to_hand), f64::INFINITY),
            Range::Direct => (ranges.direct_from.max(ranges.hand_to_hand), ranges.direct),
            Range::Artillery if ranges.bands == 4 => (ranges.direct, ranges.artillery),
            Range::Artillery => (ranges.direct, f64::INFINITY),
            Range::Extreme => (ranges.artillery, f64::INFINITY),
        };
        if range as usize >= ranges.bands.into() {
            return RangeBand {
                least: f64::INFINITY,
                most: f64::NEG_INFINITY,
                near: f64::INFINITY,
                far: f64::INFINITY,
            };
        }
        let least = match range {
            Range::HandToHand => f64::NEG_INFINITY,
            Range::Direct => beyond(ranges.hand_to_hand).max(ranges.direct_from - CLOSE),
            Range::Artillery => beyond(ranges.direct),
            Range::Extreme => beyond(ranges.artillery),
        };
        RangeBand { least, most: far + CLOSE, near, far }
    }

    /// Returns the upper end; infinite for the last band.
    pub fn end(&self) -> f64 {
        self.far
    }

    /// Returns the edge that a frame at a distance walks to: the nearest edge from outside, the outer edge from inside.
    /// Without an outer edge it is the inner one. The edge lies in the band.
    pub fn edge_from(&self, distance: f64) -> f64 {
        /// Larger than the rounding in the place of a frame.
        const HAIR: f64 = 1e-9;
        if self.is_too_near(distance) || self.far.is_infinite() { self.least + HAIR } else { self.far }
    }

    /// Returns true if a distance lies in the band.
    #[inline]
    pub fn holds(&self, distance: f64) -> bool {
        distance >= self.least && distance <= self.most
    }

    /// Returns true if a distance lies before the band.
    #[inline]
    pub fn is_too_near(&self, distance: f64) -> bool {
        distance < self.least
    }

    /// Returns the distance from the band; 0 inside.
    #[inline]
    pub fn gap(&self, distance: f64) -> f64 {
        if self.is_too_near(distance) {
            self.near - distance
        } else if distance > self.most {
            distance - self.far
        } else {
            0.0
        }
    }
}
