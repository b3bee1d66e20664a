//! Features of the Aces.

use super::Told;
use super::names::Number;
use crate::ids::{AceId, EnemySet};
use crate::mission::state::{AceState, Life, State};
use crate::mission::{Dice, Mission};
use crate::players::chances::{Chances, expected, plain};

/// Adds the features of the Aces.
pub(super) fn aces<D: Dice>(mission: &Mission<D>, state: &State, told: &mut Told<'_>) {
    let allowed = mission.rules.damage.allowed;
    let (mut least, mut fewest) = (f64::INFINITY, f64::INFINITY);
    let mut guns = 0.0;
    for ace in mission.ace_ids() {
        let frame = state.ace(ace);
        count_life(frame.life, told);
        if !frame.is_on_map() {
            continue;
        }
        let lives = f64::from(allowed.saturating_sub(frame.damage));
        (least, fewest) = (least.min(f64::from(frame.vigor)), fewest.min(lives));
        told.add(Number::Vigor, f64::from(frame.vigor));
        told.add(Number::Lives, lives);
        told.add(Number::Tension, f64::from(frame.tension));
        told.add(Number::Ammo, f64::from(frame.ammo));
        told.add(Number::Shields, f64::from(frame.shields));
        told.add(Number::Hits, hits(frame));
        guns += best_armament(mission, state, ace);
        if let Some(at) = frame.at {
            told.add(Number::Covered, f64::from(u8::from(state.fields.cover.has(at))));
            told.add(Number::Burning, f64::from(u8::from(state.hazards().has(at))));
            told.add(Number::Fire, best_in_reach(mission, state, ace));
            let row = mission.encounter(state).map.row(at);
            let sought: EnemySet = state.marks.up;
            let nearest = sought.iter().map(|enemy| row.to(state.enemy(enemy).at)).min();
            told.add(Number::Way, f64::from(nearest.unwrap_or(0)));
        }
    }
    if least.is_finite() {
        told.add(Number::WeakestVigor, least);
        told.add(Number::WeakestLives, fewest);
    }
    told.add(Number::Guns, guns);
    told.add(Number::Team, mission.aces.len() as f64);
}

fn count_life(life: Life, told: &mut Told<'_>) {
    let of = match life {
        Life::Ready | Life::LastStand => Number::Ready,
        Life::Down => Number::Down,
        Life::Ejected | Life::Lost => Number::Gone,
        Life::Absent => return,
    };
    told.add(of, 1.0);
}

/// Number of damaged parts of a frame.
fn hits(frame: &AceState) -> f64 {
    let [a, b, c] = [frame.superstructure, frame.legs, frame.sensors].map(f64::from);
    a + b + c + (frame.rolled_items.len() + frame.replaced.len()) as f64
}

/// Expected Harm of an Ace's best armament against a target without Armor and Shields.
fn best_armament<D: Dice>(mission: &Mission<D>, state: &State, ace: AceId) -> f64 {
    let kit = mission.kit(ace);
    let harm = |slot| {
        let arm = &kit.arms[mission.arm_in_use(state, ace, slot).index()].armament;
        let chances = Chances::of(arm.dice as i8, 6, &mission.rules);
        (chances.mixed + chances.full) * f64::from(arm.harm)
    };
    kit.slots().map(harm).fold(0.0, f64::max)
}

/// Expected Harm of an Ace's best attack from its place.
fn best_in_reach<D: Dice>(mission: &Mission<D>, state: &State, ace: AceId) -> f64 {
    let ranges = mission.ranges(state, ace);
    let mut best = 0.0f64;
    for slot in mission.kit(ace).slots() {
        for target in mission.attackable(state, ace, slot, &ranges).iter() {
            let (shot, guard) = mission.shot(state, ace, slot, target);
            let chances = Chances::of(shot.dice, mission.best_face(state, ace), &mission.rules);
            let (order, vigor) = (mission.rules.harm.order, state.enemy(target).vigor);
            let harm = expected(plain(&shot, shot.harm), guard, order, vigor);
            best = best.max((chances.mixed + chances.full) * harm);
        }
    }
    best
}
