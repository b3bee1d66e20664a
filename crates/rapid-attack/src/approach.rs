//! Movement in the open: the chance to move a distance, and the rounds and the shots of an approach.
//!
//! A frame moves once a round, straight ahead by its die. The target stands still and acts after the
//! frame. Distances are between closest points, in ruler units.

use super::battle::range_band::{CLOSE, RangeBand};
use super::{frame::Frame, loadout::Range, ruleset::Ruleset};
use hitchart_dice::Pmf;

/// Largest distance of an approach, in ruler units: several tables.
pub const MAX_DISTANCE: f64 = 100.0;

/// The approach of a frame to a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// Distance to the range at the start, in ruler units; 0 within it.
    pub gap: f64,
    /// `reached[k]`: chance to be within the range after `k` rounds, up to the round in which it is certain.
    pub reached: Vec<f64>,
    /// Mean number of rounds.
    pub mean_rounds: f64,
    /// Distribution of the number of shots that the target can fire before the range is reached.
    pub shots: Pmf,
    /// Expected damage of these shots.
    pub damage: f64,
}

/// Expected damage of a shot of the target over a distance; `None` if the target cannot fire over this distance.
pub type ShotDamage<'a> = dyn Fn(f64) -> Option<f64> + 'a;

/// Returns the chance that a frame moves at least `units` in a turn.
pub fn moves_at_least(frame: &Frame, whites: u8, units: f64, rules: &Ruleset) -> f64 {
    frame.movement_value(whites, rules).at_least(pips_for(units, rules))
}

/// Returns the fewest pips that move a frame by `units`.
pub(crate) fn pips_for(units: f64, rules: &Ruleset) -> usize {
    ((units - CLOSE) / rules.movement.units_per_pip).ceil().max(0.0) as usize
}

/// Computes the approach of a frame from `distance` to a range, with `whites` white dice on its movement each round.
/// `None` if the frame never reaches the range: it cannot move, it is too near, or the rules have no such range.
pub fn approach(
    frame: &Frame,
    whites: u8,
    (distance, range): (f64, Range),
    shots: &ShotDamage<'_>,
    rules: &Ruleset,
) -> Option<Approach> {
    let band = RangeBand::new(range, rules);
    let is_there = band.holds(distance);
    let gap = if is_there { 0.0 } else { distance - band.end() };
    let needed = if is_there { 0 } else { pips_for(gap, rules) };
    let pips = frame.movement_value(whites, rules);
    if gap < 0.0 || !gap.is_finite() || (needed > 0 && pips.at(0) > 0.0) {
        return None;
    }
    let fires = |moved: usize| shots(distance - moved as f64 * rules.movement.units_per_pip);
    let mut ahead = vec![vec![1.0]; needed.min(1)];
    let arrived = vec![f64::from(u8::from(needed == 0))];
    let mut walk = Walk { needed, arrived, damage: 0.0 };
    let mut reached = vec![walk.arrived[0]];
    let mut mean_rounds = 0.0;
    // Each die shows at least 1, so that every round leaves fewer pips to move.
    while !ahead.is_empty() {
        mean_rounds += total(&ahead);
        ahead = walk.round(&ahead, &pips, &fires);
        reached.push(1.0 - total(&ahead));
    }
    Some(Approach { gap, reached, mean_rounds, shots: Pmf::new(walk.arrived), damage: walk.damage })
}

/// Chances by pips moved, and by the number of shots that were possible.
type Ahead = Vec<Vec<f64>>;

fn total(ahead: &Ahead) -> f64 {
    ahead.iter().flatten().fold(0.0, |sum, chance| sum + chance)
}

/// The frames of an approach that have arrived, and the damage that all have taken.
struct Walk {
    /// Pips that reach the range.
    needed: usize,
    /// Chance to have arrived, by the number of shots.
    arrived: Vec<f64>,
    damage: f64,
}

impl Walk {
    /// Moves the frame once, and lets the target shoot if the frame has not arrived. Returns the chances of those still
    /// ahead; empty if there are none.
    fn round(&mut self, ahead: &Ahead, pips: &Pmf, fires: &dyn Fn(usize) -> Option<f64>) -> Ahead {
        let most = ahead.iter().map(Vec::len).max().unwrap_or(0);
        let mut next = vec![vec![0.0; most + 1]; self.needed];
        self.arrived.resize(most + 1, 0.0);
        let steps = || pips.as_slice().iter().enumerate().filter(|(_, p)| **p > 0.0);
        let states =
            ahead.iter().enumerate().flat_map(|(moved, by)| by.iter().enumerate().map(move |(n, p)| (moved, n, p)));
        for (moved, n, chance) in states.filter(|(.., chance)| **chance > 0.0) {
            for (step, p) in steps() {
                let (to, chance) = (moved + step, chance * p);
                if to >= self.needed {
                    self.arrived[n] += chance;
                    continue;
                }
                let damage = fires(to);
                next[to][n + usize::from(damage.is_some())] += chance;
                self.damage += chance * damage.unwrap_or(0.0);
            }
        }
        if total(&next) > 0.0 { next } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::frame_of;
    use crate::rules_files::rulebook;
    use proptest::prelude::*;

    fn frame(text: &str) -> (Frame, Ruleset) {
        let rules = rulebook();
        (frame_of(text, &rules).unwrap(), rules)
    }

    const EVERY_ROUND: &ShotDamage<'static> = &|_| Some(0.5);

    #[test]
    fn a_movement_die_moves_its_pips() {
        let (frame, rules) = frame("RdG");
        let chances = [0.0, 1.0, 4.0, 6.0, 6.5].map(|units| moves_at_least(&frame, 0, units, &rules));
        let expected = [1.0, 1.0, 0.5, 1.0 / 6.0, 0.0];
        assert!(chances.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{chances:?}");
        let (sprinter, _) = (frame_of("RhG", &rules).unwrap(), ());
        assert!((moves_at_least(&sprinter, 0, 7.0, &rules) - 0.25).abs() < 1e-12, "1d6 and the 1d8 of a sprint");
    }

    #[test]
    fn a_gap_of_one_die_is_closed_in_known_rounds() {
        let (frame, rules) = frame("RdG");
        // Direct fire ends at 8: from 10, a 2 or more closes the gap at once, a 1 in the second round.
        let found = approach(&frame, 0, (10.0, Range::Direct), EVERY_ROUND, &rules).unwrap();
        assert_eq!(found.gap, 2.0);
        assert!((found.mean_rounds - 7.0 / 6.0).abs() < 1e-12);
        assert!((found.shots.at(1) - 1.0 / 6.0).abs() < 1e-12 && (found.damage - 0.5 / 6.0).abs() < 1e-12);
        let there = approach(&frame, 0, (6.0, Range::Direct), EVERY_ROUND, &rules).unwrap();
        assert_eq!((there.gap, there.mean_rounds, there.reached.as_slice()), (0.0, 0.0, &[1.0][..]));
    }

    #[test]
    fn a_frame_that_cannot_move_or_is_too_near_never_arrives() {
        let (frame, rules) = frame("RdB");
        assert_eq!(approach(&frame, 0, (10.0, Range::Direct), EVERY_ROUND, &rules), None);
        assert!(approach(&frame, 1, (10.0, Range::Direct), EVERY_ROUND, &rules).is_some());
        assert_eq!(approach(&frame, 1, (5.0, Range::Artillery), EVERY_ROUND, &rules), None);
        assert_eq!(approach(&frame, 1, (5.0, Range::Extreme), EVERY_ROUND, &rules), None);
    }

    /// Sums over all sequences of faces.
    fn naive(faces: u32, needed: i64, chance: f64, shots: usize, found: &mut Vec<f64>) {
        for face in 1..=i64::from(faces) {
            let chance = chance / f64::from(faces);
            if face >= needed {
                found.resize(found.len().max(shots + 1), 0.0);
                found[shots] += chance;
            } else {
                naive(faces, needed - face, chance, shots + 1, found);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn shots_of_every_round_equal_all_sequences(gap in 1u32..10) {
            let (frame, rules) = frame("RdG");
            let found = approach(&frame, 0, (f64::from(gap) + 8.0, Range::Direct), EVERY_ROUND, &rules).unwrap();
            let mut all = Vec::new();
            naive(6, gap.into(), 1.0, 0, &mut all);
            for (shots, chance) in all.iter().enumerate() {
                prop_assert!((found.shots.at(shots) - chance).abs() < 1e-12);
                // Without a shot in the last round, the rounds are one more than the shots.
                let by_round = found.reached[shots + 1] - found.reached[shots];
                prop_assert!((by_round - chance).abs() < 1e-12);
            }
            prop_assert!((found.shots.mean() + 1.0 - found.mean_rounds).abs() < 1e-12);
        }
    }
}
