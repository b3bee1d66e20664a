//! An attack as numbers: the roll, and what Harm meets on its way. Odds and missions read the same functions.

use super::catalogue::item::{ItemTag, ItemTags};
use super::catalogue::tag::{Tag, Tags};
use super::ruleset::{EmptyPool, FieldRules, GuardOrder, RollIs, RollRules};

/// What a roll came to ("Attribute/Attack Rolls").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// No, and a consequence (A05).
    Failure,
    /// Yes, and a consequence (A04).
    Mixed,
    /// Yes.
    Full,
}

/// A roll: its result, and which faces lie on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Roll {
    /// The face that counts, 1 to 6; 0 for a pool of no dice that fails unrolled.
    pub result: u8,
    /// Bit `face` is set for every face shown.
    pub shown: u8,
}

impl Roll {
    /// What it came to.
    pub fn outcome(self, rules: &RollRules) -> Outcome {
        match self.result {
            result if result < rules.success_from => Outcome::Failure,
            result if result < rules.clean_from => Outcome::Mixed,
            _ => Outcome::Full,
        }
    }

    /// Whether it is a 4 or a 6 in the sense of tags and traits (A03).
    pub fn is(self, face: u8, rules: &RollRules) -> bool {
        match rules.roll_is {
            RollIs::Result => self.result == face,
            RollIs::AnyDie => self.shown & (1 << face) != 0,
        }
    }
}

/// Most dice of a pool: more would not change a result by a thousandth.
pub const MAX_POOL: i8 = 12;

/// Throws a pool; `die` gives the next face of a d6. Pools of no dice follow A02.
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

/// Harm on its way to someone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub harm: u8,
    /// Energy.
    pub ignores_armor: bool,
    /// Piercing.
    pub ignores_shields: bool,
}

impl Blow {
    /// Harm of an attack with these tags.
    pub const fn of_attack(harm: u8, tags: Tags) -> Blow {
        Blow { harm, ignores_armor: tags.has(Tag::Energy), ignores_shields: tags.has(Tag::Piercing) }
    }

    /// Harm of a system with these tags.
    pub const fn of_item(harm: u8, tags: ItemTags) -> Blow {
        Blow { harm, ignores_armor: tags.has(ItemTag::Energy), ignores_shields: tags.has(ItemTag::Piercing) }
    }
}

/// What Harm meets (A15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Reductions by 1: distraction, cover, chaff and the like.
    pub less: u8,
    pub armor: u8,
    pub shields: u8,
}

/// Harm that cover takes of what other reductions leave for it; cover that takes none is not used up (A60).
pub const fn cover_takes(cover: u8, harm: u8, taken_before: u8) -> u8 {
    let left = harm.saturating_sub(taken_before);
    if left < cover { left } else { cover }
}

/// Whether cover that took Harm goes, by the face of its die (A60).
pub const fn cover_goes(face: u8, rules: &FieldRules) -> bool {
    face <= rules.cover_goes_to
}

/// What came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Through {
    pub harm: u8,
    /// Whether a Shield took it and is gone (A16).
    pub shielded: bool,
}

/// Lets Harm meet a guard; `die` is asked for one d6 where Shields are rolled.
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
