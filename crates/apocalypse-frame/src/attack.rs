//! An attack as numbers: the roll, and the reduction of its Harm. Odds and missions use the same functions.

use super::catalogue::item::{ItemTag, ItemTags};
use super::catalogue::tag::{Tag, Tags};
use super::ruleset::{EmptyPool, FieldRules, GuardOrder, RollIs, RollRules};

/// Outcome of a roll ("Attribute/Attack Rolls").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// No, and a consequence (A05).
    Failure,
    /// Yes, and a consequence (A04).
    Mixed,
    /// Yes.
    Full,
}

/// A roll: its result, and the faces of all dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roll {
    /// The face that counts, 1 to 6; 0 for a pool of no dice that fails without a roll.
    pub result: u8,
    /// Bit `face` is set for every face shown.
    pub shown: u8,
}

impl Roll {
    /// Returns the outcome of the roll.
    pub fn outcome(self, rules: &RollRules) -> Outcome {
        match self.result {
            result if result < rules.success_from => Outcome::Failure,
            result if result < rules.clean_from => Outcome::Mixed,
            _ => Outcome::Full,
        }
    }

    /// Returns true if the roll is a 4 or a 6 in the sense of tags and traits (A03).
    pub fn is(self, face: u8, rules: &RollRules) -> bool {
        match rules.roll_is {
            RollIs::Result => self.result == face,
            RollIs::AnyDie => self.shown & (1 << face) != 0,
        }
    }
}

/// Most dice of a pool: more would change results by less than a thousandth.
pub const MAX_POOL: i8 = 12;

/// Rolls a pool; `die` returns the next face of a d6. Pools of no dice follow A02.
pub fn throw(dice: i8, rules: &RollRules, mut die: impl FnMut() -> u8) -> Roll {
    if dice <= 0 {
        if rules.empty_pool == EmptyPool::Failure {
            return Roll { result: 0, shown: 0 };
        }
        let (a, b) = (die(), die());
        return Roll { result: a.min(b), shown: 1 << a | 1 << b };
    }
    let mut roll = Roll { result: 0, shown: 0 };
    for _ in 0..dice.min(MAX_POOL) {
        let face = die();
        roll.result = roll.result.max(face);
        roll.shown |= 1 << face;
    }
    roll
}

/// Harm before the target's reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub harm: u8,
    /// True for Energy.
    pub ignores_armor: bool,
    /// True for Piercing.
    pub ignores_shields: bool,
}

impl Blow {
    /// Returns the Harm of an attack with these tags.
    pub const fn of_attack(harm: u8, tags: Tags) -> Blow {
        Blow { harm, ignores_armor: tags.has(Tag::Energy), ignores_shields: tags.has(Tag::Piercing) }
    }

    /// Returns the Harm of a system with these tags.
    pub const fn of_item(harm: u8, tags: ItemTags) -> Blow {
        Blow { harm, ignores_armor: tags.has(ItemTag::Energy), ignores_shields: tags.has(ItemTag::Piercing) }
    }
}

/// Reductions of Harm (A15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Reductions by 1: distraction, cover, chaff and the like.
    pub less: u8,
    pub armor: u8,
    pub shields: u8,
}

/// Returns the Harm that cover absorbs after other reductions; cover that absorbs none is not used up (A60).
pub const fn cover_takes(cover: u8, harm: u8, taken_before: u8) -> u8 {
    let left = harm.saturating_sub(taken_before);
    if left < cover { left } else { cover }
}

/// Returns true if cover that absorbed Harm is removed, by the face of its die (A60).
pub const fn cover_goes(face: u8, rules: &FieldRules) -> bool {
    face <= rules.cover_goes_to
}

/// Harm after the target's reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Through {
    pub harm: u8,
    /// True if a Shield absorbed the Harm and is lost (A16).
    pub shielded: bool,
}

/// Applies a guard to Harm; `die` supplies one d6 if Shields are rolled.
pub fn through(blow: Blow, guard: Guard, order: GuardOrder, die: impl FnOnce() -> u8) -> Through {
    let armor = if blow.ignores_armor { 0 } else { guard.armor };
    let shields = if blow.ignores_shields { 0 } else { guard.shields };
    let harm = blow.harm.saturating_sub(guard.less);
    let after = harm.saturating_sub(armor);
    let met = match order {
        GuardOrder::ArmorFirst => after,
        GuardOrder::ShieldsFirst => harm,
    };
    if met > 0 && shields > 0 && die() <= shields {
        return Through { harm: 0, shielded: true };
    }
    Through { harm: after, shielded: false }
}
