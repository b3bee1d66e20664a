//! An Ace's attack before it is rolled, as play and policies see it.

use super::super::attack::Guard;
use super::super::catalogue::frame::Trait;
use super::super::catalogue::tag::{Tag, Tags};
use super::super::ruleset::Movement;
use super::super::shot::{Shot, ShotInputs};
use super::Mission;
use super::reach::Ranges;
use super::state::State;

impl<D> Mission<D> {
    /// What an Ace would roll against an enemy with an armament now, and what would meet its Harm.
    pub fn shot(&self, state: &State, ace: u8, armament: u8, target: u8) -> (Shot, Guard) {
        let ranges = self.ranges(state, ace);
        let steps = self.range(state, state.ace(ace).at, state.enemy(target).at);
        let mut guard = self.enemy_guard(state, target);
        guard.less = self.cover_less(state, steps, target);
        (self.shot_at(state, ace, armament, target, &ranges), guard)
    }

    /// The shot of an attack.
    #[inline]
    pub(super) fn shot_at(&self, state: &State, ace: u8, armament: u8, target: u8, ranges: &Ranges) -> Shot {
        let (kit, number) = (self.kit(ace), self.arm_in_use(state, ace, armament));
        let arm = &kit.arms[usize::from(number)].armament;
        let frame = state.ace(ace);
        let steps = self.range(state, frame.at, state.enemy(target).at);
        let mut dice = (state.marks.painted >> target & 1) as i8 + frame.aim as i8;
        dice -= frame.sensors as i8 + i8::from(frame.distracted) + i8::from(steps > 2);
        if state.everywhere.reactive_gas && arm.tags.has(Tag::Energy) {
            dice += self.rules.fields.gas_dice as i8;
        }
        let inputs = ShotInputs {
            in_force: self.in_force(state, ace, (arm.tags, number), steps, ranges),
            dice,
            harm: u8::from(frame.encouraged),
            feed_motors: kit.has(Trait::TripledFeedMotors),
        };
        Shot::of(arm, &inputs)
    }

    /// The tags of an armament whose condition holds.
    #[inline]
    fn in_force(&self, state: &State, ace: u8, (tags, number): (Tags, u8), steps: u8, ranges: &Ranges) -> Tags {
        let frame = state.ace(ace);
        let mut holding = Tags::NONE;
        let mut see = |tag: Tag, holds: bool| {
            if holds {
                holding = holding.with(tag);
            }
        };
        if tags.and(BY_RESOURCES) != Tags::NONE {
            see(Tag::Critical, u16::from(frame.vigor) * 2 <= u16::from(frame.max_vigor));
            see(Tag::Focused, u16::from(frame.tension) * 2 > u16::from(frame.max_tension));
            see(Tag::Impulsive, frame.tension <= 1);
            see(Tag::Polished, frame.vigor >= frame.max_vigor);
        }
        see(Tag::Charge, frame.fired >> number & 1 == 0);
        see(Tag::Stationary, frame.moves == 0);
        let moved = match self.rules.armaments.mobile_counts {
            Movement::Events => frame.moves,
            Movement::Bands => frame.hexes,
        };
        see(Tag::Mobile, moved >= 2);
        let memory = self.last_fired(state, ace);
        see(Tag::SpinUp, memory >> number & 1 == 1);
        see(Tag::Scoped, steps >= 2 && ranges.none_near());
        see(Tag::Sighted, steps == 0 && ranges.present[1] | ranges.present[2] == 0);
        holding
    }

    /// The armaments of the last attack action; the two of Parallel Processors are one action.
    fn last_fired(&self, state: &State, ace: u8) -> u8 {
        let turn = &state.turn;
        let frame = state.ace(ace);
        if turn.ace == ace && turn.due.second { turn.before_second } else { frame.last_fired }
    }
}

/// Tags that look at Vigor and Tension.
const BY_RESOURCES: Tags = Tags::NONE.with(Tag::Critical).with(Tag::Focused).with(Tag::Impulsive).with(Tag::Polished);
