//! Ranges: distances at which they can be used, and probabilities of coming into range.
//!
//! The probabilities are given by whole steps of distance. Sums of them measure the danger of a place.

use crate::{loadout::Range, ruleset::Ruleset};

// Distances at which ranges can be used, and the tolerance for close calls.

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
    #[inline]
    pub fn end(&self) -> f64 {
        self.far
    }

    /// Returns the edge that a frame at a distance walks to: the nearest edge from outside, the outer edge from inside.
    /// Without an outer edge it is the inner one. The edge lies in the band.
    #[inline]
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

// Probabilities of coming into range.

/// Number of distance steps; the last has no upper end.
pub const STEPS: usize = 32;

/// Pips that no movement die exceeds, except under rare rulesets.
const MOST_MOVED: f64 = 10.0;

/// Division of distances into steps. The first step ends with hand-to-hand; each other step is as long as a frame moves
/// per pip. The ranges of the built-in rulesets end on whole pips, so nothing changes within a step. If ranges do not
/// end on whole pips, or steps must be longer to reach far enough, the middle of a step represents the step.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// End of the first step, and length of the others, in ruler units.
    first: f64,
    length: f64,
    per_unit: f64,
    /// Subtracted from the distance between centres before steps are counted.
    less: f64,
}

impl Steps {
    /// Returns the steps of a ruleset.
    pub fn new(rules: &Ruleset) -> Steps {
        let (first, upp) = (rules.ranges.hand_to_hand, rules.movement.units_per_pip);
        let last = if rules.ranges.bands == 4 { rules.ranges.artillery } else { rules.ranges.direct };
        let farthest = last + MOST_MOVED * upp;
        let length = upp.max((farthest - first) / (STEPS - 2) as f64);
        Steps {
            first,
            length,
            per_unit: 1.0 / length,
            less: 2.0 * rules.movement.frame_radius * rules.table.scale() + first,
        }
    }

    /// Returns the step of two frames from the distance between their centres.
    #[inline]
    pub fn step(&self, centres: f64) -> usize {
        /// 2^52, where the last bit of an `f64` is worth 1: adding it rounds to a whole number in the low bits.
        const WHOLE: f64 = 4_503_599_627_370_496.0;
        /// Rounds up, except for a remainder below 1e-6.
        const UP: f64 = 0.5 - 1e-6;
        const LAST: f64 = (STEPS - 1) as f64;
        let steps = (centres - self.less) * self.per_unit + UP;
        // These comparisons are single instructions; the distance is never NaN.
        let steps = if steps > 0.0 { steps } else { 0.0 };
        let steps = if steps < LAST { steps } else { LAST };
        ((steps + WHOLE).to_bits() & (STEPS as u64 - 1)) as usize
    }

    /// Returns the distance between closest points in the middle of a step.
    fn middle(&self, step: usize) -> f64 {
        (self.first + (step as f64 - 0.5) * self.length).max(0.0)
    }

    /// Returns the probability of bringing a range to bear from each step. `moves` is the probability of moving at
    /// least a distance in ruler units.
    pub fn chances(&self, range: Range, rules: &Ruleset, moves: impl Fn(f64) -> f64) -> [f64; STEPS] {
        let band = RangeBand::new(range, rules);
        std::array::from_fn(|step| {
            let distance = self.middle(step);
            if band.holds(distance) { 1.0 } else { moves((band.edge_from(distance) - distance).abs()) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules_files::load;

    /// Ranges of the built-in rulesets end with whole steps: the result for the middle of a step holds for all of the
    /// step.
    #[test]
    fn within_a_step_nothing_changes() {
        for rules in ["rulebook", "draft-2012", "handbook"].map(|name| load(name).unwrap()) {
            let steps = Steps::new(&rules);
            let upp = rules.movement.units_per_pip;
            for range in Range::of(&rules.ranges) {
                let moves = |units: f64| 1.0 / (1.0 + (units / upp - 1e-6).ceil());
                let (band, chances) = (RangeBand::new(range, &rules), steps.chances(range, &rules, moves));
                for i in 0..240 {
                    let gap = 1.05 + 0.1 * f64::from(i);
                    let exact = match band.holds(gap) {
                        true => 1.0,
                        false => moves((band.edge_from(gap) - gap).abs()),
                    };
                    let step = steps.step(gap + 2.0 * rules.movement.frame_radius);
                    assert_eq!(chances[step], exact, "{range:?} at {gap}");
                }
            }
        }
    }

    /// Checks that a frame at the edge of a range is in the range, however its place is rounded.
    #[test]
    fn edges_belong_to_the_step_that_they_end() {
        let rules = load("rulebook").unwrap();
        let steps = Steps::new(&rules);
        for pips in 0..7 {
            let edge = rules.ranges.direct + f64::from(pips) + 2.0 * rules.movement.frame_radius;
            assert_eq!(steps.step(edge + 1e-9), steps.step(edge - 1e-9));
            assert_ne!(steps.step(edge + 1e-3), steps.step(edge - 1e-3));
        }
    }
}
