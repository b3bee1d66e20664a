//! The distances at which ranges can be used, and what counts as close.

use super::super::loadout::Range;
use super::super::ruleset::Ruleset;

/// What counts as close (S32), in ruler units.
pub const CLOSE: f64 = 1e-6;

/// Beyond closeness and rounding: what is this much too far off in one coordinate is too far off.
pub const FAR: f64 = 1e-3;

/// The distances between closest points at which a range can be used (S04, S05).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeBand {
    least: f64,
    most: f64,
    /// Where it begins and ends for somebody who comes from outside; infinite where nobody can.
    near: f64,
    far: f64,
}

impl RangeBand {
    /// The band of a range; one that holds nothing where the rules have no such range.
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

    /// Where it ends; infinite for the last.
    pub fn end(&self) -> f64 {
        self.far
    }

    /// The edge of it that whoever is at a distance walks to: the nearest from without, the outer one from within, the
    /// inner one where there is no other. The band holds it.
    pub fn edge_from(&self, distance: f64) -> f64 {
        /// More than rounding in the place of a frame.
        const HAIR: f64 = 1e-9;
        if self.is_too_near(distance) || self.far.is_infinite() { self.least + HAIR } else { self.far }
    }

    /// Whether a distance lies in it.
    #[inline]
    pub fn holds(&self, distance: f64) -> bool {
        distance >= self.least && distance <= self.most
    }

    /// Whether a distance lies before it.
    #[inline]
    pub fn is_too_near(&self, distance: f64) -> bool {
        distance < self.least
    }

    /// How far a distance is from it, 0 within.
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
