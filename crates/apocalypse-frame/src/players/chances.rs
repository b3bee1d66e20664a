//! Closed-form odds of rolls, and expected Harm past a guard.

use super::super::attack::{Blow, Guard, MAX_POOL};
use super::super::attack::{CONDITIONAL, Shot, is_fed};
use super::super::catalogue::tag::{Tag, Tags};
use super::super::ruleset::{EmptyPool, GuardOrder, RollRules, Ruleset};
use super::super::{catalogue::entries::Armament, catalogue::numbers::Number};

/// P(result <= face) by dice of the pool and face. A pool of no dice is the lower of two (A02).
const UP_TO: [[f64; 7]; MAX_POOL as usize + 1] = up_to();

const fn up_to() -> [[f64; 7]; MAX_POOL as usize + 1] {
    let mut table = [[0.0; 7]; MAX_POOL as usize + 1];
    let mut face = 1;
    while face <= 6 {
        let share = face as f64 / 6.0;
        table[0][face] = 1.0 - (1.0 - share) * (1.0 - share);
        let mut dice = 1;
        let mut p = 1.0;
        while dice < table.len() {
            p *= share;
            table[dice][face] = p;
            dice += 1;
        }
        face += 1;
    }
    table
}

/// Chances of the outcomes of a roll; the first three sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Chance of no success.
    pub failure: f64,
    /// Chance of a success with a consequence.
    pub mixed: f64,
    /// Chance of a success without a consequence.
    pub full: f64,
    /// Chance of a 6, a part of `full`, or of `mixed` if a 6 is a mixed result.
    pub six: f64,
    /// Chance of each face, 1 to 6.
    faces: [f64; 6],
}

impl Chances {
    /// Returns the chances of a pool; faces above `best` count as `best`.
    #[inline]
    pub fn of(dice: i8, best: u8, rules: &Ruleset) -> Chances {
        let rules = &rules.rolls;
        if dice <= 0 && rules.empty_pool == EmptyPool::Failure {
            return Chances { failure: 1.0, mixed: 0.0, full: 0.0, six: 0.0, faces: [0.0; 6] };
        }
        let row = &UP_TO[dice.clamp(0, MAX_POOL) as usize];
        let to = |face: u8| if face >= best { 1.0 } else { row[usize::from(face.min(6))] };
        let (failure, below) = (to(rules.success_from - 1), to(rules.clean_from - 1));
        let faces = [1, 2, 3, 4, 5, 6].map(|face| to(face) - to(face - 1));
        Chances { failure, mixed: below - failure, full: 1.0 - below, six: 1.0 - to(5), faces }
    }

    /// Chance of a mixed result with this face, 1 to 6; for Hairpin Controls.
    #[inline]
    pub fn mixed_on(&self, face: u8, rules: &RollRules) -> f64 {
        let mixed = (rules.success_from..rules.clean_from).contains(&face);
        if mixed { self.faces[usize::from(face) - 1] } else { 0.0 }
    }
}

/// Returns the Harm that passes a guard if no Shield holds, and the chance that a Shield holds.
#[inline]
pub fn met(blow: Blow, guard: Guard, order: GuardOrder) -> (u8, f64) {
    let armor = if blow.ignores_armor { 0 } else { guard.armor };
    let shields = if blow.ignores_shields { 0 } else { guard.shields };
    let harm = blow.harm.saturating_sub(guard.less);
    let after = harm.saturating_sub(armor);
    let rolled = match order {
        GuardOrder::ArmorFirst => after > 0,
        GuardOrder::ShieldsFirst => harm > 0,
    };
    (after, if rolled { f64::from(shields.min(6)) / 6.0 } else { 0.0 })
}

/// Expected Harm of a blow, at most the target's Vigor.
#[inline]
pub fn expected(blow: Blow, guard: Guard, order: GuardOrder, vigor: u8) -> f64 {
    let (harm, held) = met(blow, guard, order);
    f64::from(harm.min(vigor)) * (1.0 - held)
}

/// The blow of a shot with this Harm.
#[inline]
pub fn plain(shot: &Shot, harm: u8) -> Blow {
    Blow { harm, ignores_armor: shot.ignores_armor, ignores_shields: shot.ignores_shields }
}

/// Tags that may add Harm.
const ADDING: Tags = CONDITIONAL.with(Tag::Burst);

/// Returns true if an armament can harm through this Armor with the most Harm that its tags add. `fed` is the Harm by
/// Tripled Feed Motors, for armaments that they work on.
#[inline]
pub fn may_harm(armament: &Armament, guard: Guard, fed: u8) -> bool {
    let tags = armament.tags;
    let added = || tags.and(ADDING).iter().map(|tag| armament.numbers.get(tag, Number::Harm)).sum::<u8>();
    let most = || armament.harm + if is_fed(tags) { fed } else { 0 } + added();
    guard.armor == 0 || tags.has(Tag::Energy) || most() > guard.armor
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules_files::standard;

    /// Compares the chances of the best of n dice with a count of all throws.
    #[test]
    fn chances_are_those_of_counting() {
        let rules = standard();
        for dice in 0..=4i8 {
            let thrown = if dice == 0 { 2 } else { dice as u32 };
            let mut counts = [0.0; 7];
            for throw in 0..6u32.pow(thrown) {
                let faces = (0..thrown).map(|die| (throw / 6u32.pow(die) % 6 + 1) as usize);
                let result = if dice == 0 { faces.min() } else { faces.max() };
                counts[result.unwrap()] += 1.0 / f64::from(6u32.pow(thrown));
            }
            let chances = Chances::of(dice, 6, &rules);
            let want = [counts[1] + counts[2], counts[3] + counts[4], counts[5] + counts[6], counts[6], counts[4]];
            let got = [chances.failure, chances.mixed, chances.full, chances.six, chances.faces[3]];
            assert!(got.iter().zip(want).all(|(got, want)| (got - want).abs() < 1e-12), "{dice}: {got:?} {want:?}");
        }
        let capped = Chances::of(3, 4, &rules);
        assert!(capped.full == 0.0 && capped.six == 0.0 && (capped.failure + capped.mixed - 1.0).abs() < 1e-12);
    }

    #[test]
    fn guards_meet_harm_as_the_engine_has_it() {
        let (blow, guard) =
            (Blow { harm: 3, ignores_armor: false, ignores_shields: false }, Guard { less: 1, armor: 1, shields: 2 });
        assert_eq!(met(blow, guard, GuardOrder::ArmorFirst), (1, 2.0 / 6.0));
        assert_eq!(met(Blow { harm: 2, ..blow }, guard, GuardOrder::ArmorFirst), (0, 0.0));
        assert!((expected(blow, guard, GuardOrder::ArmorFirst, 5) - 4.0 / 6.0).abs() < 1e-12);
    }
}
