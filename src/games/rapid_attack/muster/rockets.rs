//! Distribution of the rockets that no loadout has.

use super::FightingFrame;
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::ruleset::Ruleset;

/// Gives out rockets one by one: in turn to the frames with direct weapons, in their order, until these are full, and
/// then to the others. Rockets that fit on no frame are left over.
pub fn share_out(frames: &mut [FightingFrame], rockets: u8, rules: &Ruleset) {
    let armed = |frame: &FightingFrame| frame.loadout.halves_at(Range::Direct) > 0;
    let mut left = rockets;
    for armed_now in [true, false] {
        for carried in 0..rules.rockets.per_frame {
            let takers = frames.iter_mut().filter(|frame| armed(frame) == armed_now);
            for frame in takers.filter(|frame| frame.loadout.rockets() <= carried) {
                if left == 0 {
                    return;
                }
                frame.loadout = frame.loadout.with_rockets(frame.loadout.rockets() + 1);
                left -= 1;
            }
        }
    }
}
