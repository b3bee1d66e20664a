//! The chances to bring a range to bear, by whole steps of distance: what danger is summed from, place by place.

use super::super::loadout::Range;
use super::super::ruleset::Ruleset;
use super::range_band::RangeBand;

/// Steps of distance that are told apart; the last goes on for ever.
pub const STEPS: usize = 32;

/// More pips than a movement die shows, but for rare rulesets.
const MOST_MOVED: f64 = 10.0;

/// How distances fall into steps: the first ends with hand-to-hand, and each of the others is as long as a pip carries,
/// so that where ranges end on whole pips, as they do in the built-in rulesets, nothing changes within a step. Where
/// they do not, or the steps would end too soon, a step goes by its middle.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// End of the first step, and length of the others, in ruler units.
    first: f64,
    length: f64,
    per_unit: f64,
    /// Taken off a distance between centres before it is counted.
    less: f64,
}

impl Steps {
    /// The steps of a ruleset.
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

    /// The step of two frames by the distance of their centres.
    #[inline]
    pub fn step(&self, centres: f64) -> usize {
        /// At 2^52 the last bit of a number is worth 1: the sum is rounded to a whole number, which its low bits are.
        const WHOLE: f64 = 4_503_599_627_370_496.0;
        /// Rounds up, but for what is close.
        const UP: f64 = 0.5 - 1e-6;
        const LAST: f64 = (STEPS - 1) as f64;
        let steps = (centres - self.less) * self.per_unit + UP;
        // Comparisons that are single instructions; there is always a distance.
        let steps = if steps > 0.0 { steps } else { 0.0 };
        let steps = if steps < LAST { steps } else { LAST };
        ((steps + WHOLE).to_bits() & (STEPS as u64 - 1)) as usize
    }

    /// A distance between closest points in the middle of a step.
    fn middle(&self, step: usize) -> f64 {
        (self.first + (step as f64 - 0.5) * self.length).max(0.0)
    }

    /// The chances to bring a range to bear from each step, by the chance to move at least so many units.
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
    use crate::games::rapid_attack::rules_files::load;

    /// In the built-in rulesets ranges end with whole steps, and what holds in the middle of one holds all over it.
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

    /// A frame at the edge of a range is in it, whatever rounding makes of its place.
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
