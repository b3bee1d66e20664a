//! An Ace's attack before it is rolled, for play and policies.

use super::super::attack::Guard;
use super::super::catalogue::frame::Trait;
use super::super::catalogue::numbers::Number;
use super::super::catalogue::tag::{Tag, Tags};
use super::super::ids::{AceId, ArmId, ArmSet, ArmSlot, EnemyId, ItemSlot};
use super::super::ruleset::Movement;
use super::super::shot::{Shot, ShotInputs, by_resources};
use super::Mission;
use super::reach::Ranges;
use super::state::State;

impl<D> Mission<D> {
    /// Returns the shot of an Ace against an enemy with an armament now, and the reductions of its Harm.
    pub fn shot(&self, state: &State, ace: AceId, armament: ArmSlot, target: EnemyId) -> (Shot, Guard) {
        let ranges = self.ranges(state, ace);
        let steps = self.range(state, state.ace(ace).hex(), state.enemy(target).at);
        let mut guard = self.enemy_guard(state, target);
        guard.less = self.cover_less(state, steps, target);
        (self.shot_at(state, ace, armament, target, &ranges), guard)
    }

    /// Returns the dice of the roll that a damaged system needs, integral or modular (A49).
    pub fn item_dice(&self, state: &State, ace: AceId, item: ItemSlot) -> i8 {
        let (frame, attributes) = (state.ace(ace), self.ace(ace).attributes);
        match self.kit(ace).integral.has(item) {
            true => attributes.drive as i8 - frame.superstructure as i8,
            false => attributes.control as i8 - frame.sensors as i8,
        }
    }

    /// Returns the dice of the roll that damaged legs need to move; `None` without damage. The first hit makes the roll
    /// necessary, and each further hit takes a die (A47).
    pub fn legs_dice(&self, state: &State, ace: AceId) -> Option<i8> {
        let legs = state.ace(ace).legs;
        (legs > 0).then(|| self.ace(ace).attributes.speed as i8 - (legs as i8 - 1))
    }

    /// Returns the highest face of an attack of an Ace: lower in a firefight outside cover ("Pitched Firefight").
    #[inline]
    pub fn best_face(&self, state: &State, ace: AceId) -> u8 {
        let covered = || state.ace(ace).at.is_some_and(|at| state.fields.cover.has(at));
        if state.everywhere.pitched_firefight && !covered() { self.rules.fields.firefight_face } else { 6 }
    }

    /// Returns the Harm of a system to an enemy before reductions: marks add to it (A33), extended range subtracts
    /// (A28).
    #[inline]
    pub fn item_harm(&self, state: &State, harm: u8, enemy: EnemyId, steps: u8) -> u8 {
        (harm + u8::from(state.marks.painted.has(enemy))).saturating_sub(u8::from(steps > 2))
    }

    /// Returns the shot of an attack.
    #[inline]
    pub(super) fn shot_at(
        &self,
        state: &State,
        ace: AceId,
        armament: ArmSlot,
        target: EnemyId,
        ranges: &Ranges,
    ) -> Shot {
        let (kit, number) = (self.kit(ace), self.arm_in_use(state, ace, armament));
        let arm = &kit.arms[number.index()].armament;
        let frame = state.ace(ace);
        let steps = self.range(state, frame.hex(), state.enemy(target).at);
        let mut dice = i8::from(state.marks.painted.has(target)) + frame.aim as i8;
        dice -= frame.sensors as i8 + i8::from(frame.distracted) + i8::from(steps > 2);
        if state.everywhere.reactive_gas && arm.tags.has(Tag::Energy) {
            dice += self.rules.fields.gas_dice as i8;
        }
        let inputs = ShotInputs {
            in_force: self.in_force(state, ace, (arm.tags, number), steps, ranges),
            dice,
            harm: u8::from(frame.encouraged),
            feed_motors: kit.number(Trait::TripledFeedMotors, Number::Harm),
        };
        Shot::of(arm, &inputs)
    }

    /// Returns the tags with a condition that holds for an armament now.
    #[inline]
    fn in_force(&self, state: &State, ace: AceId, (tags, number): (Tags, ArmId), steps: u8, ranges: &Ranges) -> Tags {
        let frame = state.ace(ace);
        let mut holding = Tags::NONE;
        if tags.and(BY_RESOURCES) != Tags::NONE {
            holding = by_resources(frame.vigor, frame.max_vigor, frame.tension, frame.max_tension);
        }
        let mut see = |tag: Tag, holds: bool| {
            if holds {
                holding = holding.with(tag);
            }
        };
        see(Tag::Charge, !frame.fired.has(number));
        see(Tag::Stationary, frame.moves == 0);
        let moved = match self.rules.armaments.mobile_counts {
            Movement::Events => frame.moves,
            Movement::Bands => frame.hexes,
        };
        see(Tag::Mobile, moved >= 2);
        let memory = self.last_fired(state, ace);
        see(Tag::SpinUp, memory.has(number));
        see(Tag::Scoped, steps >= 2 && ranges.none_near());
        see(Tag::Sighted, steps == 0 && (ranges.present[1] | ranges.present[2]).is_empty());
        holding
    }

    /// Returns the armaments of the last attack action; the two attacks of Parallel Processors are one action.
    fn last_fired(&self, state: &State, ace: AceId) -> ArmSet {
        let turn = &state.turn;
        let frame = state.ace(ace);
        if turn.ace == Some(ace) && turn.due.second { turn.before_second } else { frame.last_fired }
    }
}

/// Tags that depend on Vigor and Tension.
const BY_RESOURCES: Tags = Tags::NONE.with(Tag::Critical).with(Tag::Focused).with(Tag::Impulsive).with(Tag::Polished);
