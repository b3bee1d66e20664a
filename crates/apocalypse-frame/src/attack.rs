//! An attack as numbers: the roll of its dice, the reduction of its Harm, and the shot of an armament in a
//! circumstance. Odds and missions use the same functions.

use super::catalogue::item::{ItemTag, ItemTags};
use super::catalogue::tag::{Band, Tag, Tags};
use super::ruleset::{EmptyPool, FieldRules, GuardOrder, RollIs, RollRules};
use super::{catalogue::entries::Armament, catalogue::numbers::Number};

// The roll, and the reduction of Harm.

/// Outcome of a roll ("Attribute/Attack Rolls").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
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
    #[inline]
    pub fn outcome(self, rules: &RollRules) -> Outcome {
        match self.result {
            result if result < rules.success_from => Outcome::Failure,
            result if result < rules.clean_from => Outcome::Mixed,
            _ => Outcome::Full,
        }
    }

    /// Returns true if the roll is a 4 or a 6 in the sense of tags and traits (A03).
    #[inline]
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
    /// Harm with all additions of the attack or system.
    pub harm: u8,
    /// True for Energy.
    pub ignores_armor: bool,
    /// True for Piercing.
    pub ignores_shields: bool,
}

impl Blow {
    /// Returns the Harm of an attack with these tags.
    #[inline]
    pub const fn of_attack(harm: u8, tags: Tags) -> Blow {
        Blow { harm, ignores_armor: tags.has(Tag::Energy), ignores_shields: tags.has(Tag::Piercing) }
    }

    /// Returns the Harm of a system with these tags.
    #[inline]
    pub const fn of_item(harm: u8, tags: ItemTags) -> Blow {
        Blow { harm, ignores_armor: tags.has(ItemTag::Energy), ignores_shields: tags.has(ItemTag::Piercing) }
    }
}

/// Reductions of Harm (A15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// Reductions by 1: distraction, cover, chaff and the like.
    pub less: u8,
    /// Reduction by Armor; Energy ignores it.
    pub armor: u8,
    /// Highest face of a d6 on which a Shield absorbs all Harm; 0 without Shields. Piercing ignores it.
    pub shields: u8,
}

/// Returns the Harm that cover absorbs after other reductions; cover that absorbs none is not used up (A60).
#[inline]
pub const fn cover_takes(cover: u8, harm: u8, taken_before: u8) -> u8 {
    let left = harm.saturating_sub(taken_before);
    if left < cover { left } else { cover }
}

/// Returns true if cover that absorbed Harm is removed, by the face of its die (A60).
#[inline]
pub const fn cover_goes(face: u8, rules: &FieldRules) -> bool {
    face <= rules.cover_goes_to
}

/// Harm after the target's reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Through {
    /// Harm after all reductions; 0 if a Shield absorbed it.
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

// The shot of an armament in a circumstance: the numbers that the roll and the target need.

/// An attack ready to roll ("Armament Tags", "Integral Traits").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shot {
    /// Dice of the pool; 0 or less rolls by A02.
    pub dice: i8,
    /// Harm of a success, before the roll adds and the target reduces.
    pub harm: u8,
    /// Harm that a 6 adds: Burst.
    pub six_bonus: u8,
    /// Harm of a 6 to each enemy Close to the target, without additions (A18): Splash.
    pub splash: u8,
    /// True for Energy.
    pub ignores_armor: bool,
    /// True for Piercing.
    pub ignores_shields: bool,
}

/// Circumstances of a shot besides its armament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShotInputs {
    /// Tags with a condition that holds now, even if the armament does not have the tag. Scoped: a target at Far and no
    /// enemy nearer; Sighted: a target at Close and no enemy farther (A27).
    pub in_force: Tags,
    /// Dice added or taken: a painted target, Targeting Radar, sensor damage (A48), extended range, distraction.
    pub dice: i8,
    /// Harm added: Encouraging.
    pub harm: u8,
    /// Harm that Tripled Feed Motors add; 0 without the trait.
    pub feed_motors: u8,
}

impl Shot {
    /// Returns the shot of an armament.
    #[inline]
    pub fn of(armament: &Armament, inputs: &ShotInputs) -> Shot {
        let tags = armament.tags;
        let mut holding = tags.and(inputs.in_force).and(CONDITIONAL);
        // If the armament's bands lack Far or Close, Scoped or Sighted add that band and nothing else.
        if !armament.bands.has(Band::Far) {
            holding = holding.without(Tag::Scoped);
        }
        if !armament.bands.has(Band::Close) {
            holding = holding.without(Tag::Sighted);
        }
        let (mut dice, mut harm) = (armament.dice, armament.harm);
        for tag in holding.iter() {
            dice += armament.numbers.get(tag, Number::Dice);
            harm += armament.numbers.get(tag, Number::Harm);
        }
        let fed = if is_fed(tags) { inputs.feed_motors } else { 0 };
        let borne = |tag| if tags.has(tag) { armament.numbers.get(tag, Number::Harm) } else { 0 };
        Shot {
            dice: dice as i8 + inputs.dice,
            harm: harm + fed + inputs.harm,
            six_bonus: borne(Tag::Burst),
            splash: borne(Tag::Splash),
            ignores_armor: tags.has(Tag::Energy),
            ignores_shields: tags.has(Tag::Piercing),
        }
    }

    /// Returns the Harm of a roll to the target; 0 for a failure (A05).
    #[inline]
    pub fn blow(self, roll: Roll, rules: &RollRules) -> Blow {
        let six = if roll.is(6, rules) { self.six_bonus } else { 0 };
        let harm = if roll.outcome(rules) == Outcome::Failure { 0 } else { self.harm + six };
        Blow { harm, ignores_armor: self.ignores_armor, ignores_shields: self.ignores_shields }
    }

    /// Returns the Harm of a roll to each other enemy Close to the target, if it splashes; `None` for a failure (A05).
    #[inline]
    pub fn splash_blow(self, roll: Roll, rules: &RollRules) -> Option<Blow> {
        let splashes = self.splash > 0 && roll.is(6, rules) && roll.outcome(rules) != Outcome::Failure;
        let Shot { splash, ignores_armor, ignores_shields, .. } = self;
        splashes.then_some(Blow { harm: splash, ignores_armor, ignores_shields })
    }
}

/// Tags that add dice and Harm under a condition.
pub const CONDITIONAL: Tags = Tags::NONE
    .with(Tag::Charge)
    .with(Tag::Critical)
    .with(Tag::Focused)
    .with(Tag::Impulsive)
    .with(Tag::Mobile)
    .with(Tag::Polished)
    .with(Tag::Scoped)
    .with(Tag::Sighted)
    .with(Tag::SpinUp)
    .with(Tag::Stationary);

/// Returns true if Tripled Feed Motors work on an armament with these tags.
#[inline]
pub const fn is_fed(tags: Tags) -> bool {
    (tags.has(Tag::Burst) || tags.has(Tag::SpinUp) || tags.has(Tag::Splash)) && !tags.has(Tag::Energy)
}

/// Returns true if `left` is half of `most` or less (A22).
#[inline]
pub const fn is_half(left: u8, most: u8) -> bool {
    left as u16 * 2 <= most as u16
}

/// Returns the tags that hold at this Vigor and Tension: Critical, Focused, Impulsive, Polished (A22).
pub fn by_resources(vigor: u8, max_vigor: u8, tension: u8, max_tension: u8) -> Tags {
    let holding = [
        (Tag::Critical, is_half(vigor, max_vigor)),
        (Tag::Focused, !is_half(tension, max_tension)),
        (Tag::Impulsive, tension <= 1),
        (Tag::Polished, vigor >= max_vigor),
    ];
    holding.into_iter().filter(|(_, holds)| *holds).map(|(tag, _)| tag).collect()
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::tag::Bands;
    use super::*;

    fn armament(dice: u8, harm: u8, bands: &[Band], tags: &[Tag]) -> Armament {
        Armament {
            name: "Test".into(),
            dice,
            harm,
            bands: bands.iter().copied().collect::<Bands>(),
            tags: tags.iter().copied().collect(),
            ..Armament::default()
        }
    }

    fn all_in_force() -> ShotInputs {
        ShotInputs { in_force: Tag::OF_ARMAMENTS.into_iter().collect(), ..ShotInputs::default() }
    }

    #[test]
    fn scoped_and_sighted_add_only_to_a_band_of_their_own() {
        for (bands, tag, dice, harm) in [
            (&[Band::Far][..], Tag::Scoped, 2, 4),
            (&[Band::Near], Tag::Scoped, 1, 4),
            (&[Band::Close, Band::Near], Tag::Sighted, 2, 5),
            (&[Band::Near, Band::Far], Tag::Sighted, 1, 4),
        ] {
            let shot = Shot::of(&armament(1, 4, bands, &[tag]), &all_in_force());
            assert_eq!((shot.dice, shot.harm), (dice, harm), "{tag:?}");
        }
    }

    #[test]
    fn feed_motors_need_a_belt_and_no_energy() {
        let fed = ShotInputs { feed_motors: 1, ..ShotInputs::default() };
        for (tags, harm) in [
            (&[Tag::Burst][..], 3),
            (&[Tag::Splash, Tag::Piercing], 3),
            (&[Tag::SpinUp, Tag::Energy], 2),
            (&[Tag::Hot], 2),
        ] {
            assert_eq!(Shot::of(&armament(3, 2, &[Band::Near], tags), &fed).harm, harm, "{tags:?}");
        }
    }

    #[test]
    fn tags_count_only_in_force_and_only_where_borne() {
        let gatling = armament(2, 3, &[Band::Near], &[Tag::Burst, Tag::SpinUp, Tag::Focused]);
        assert_eq!(Shot::of(&gatling, &ShotInputs::default()).harm, 3);
        assert_eq!(Shot::of(&gatling, &all_in_force()).harm, 5);
        assert_eq!(Shot::of(&armament(1, 4, &[Band::Far], &[]), &all_in_force()).dice, 1);
    }

    /// Half of 7 is 3.5: 4 is above, 3 is not (A22).
    #[test]
    fn halves_are_real_numbers() {
        assert!(by_resources(3, 7, 4, 7).has(Tag::Critical) && by_resources(3, 7, 4, 7).has(Tag::Focused));
        assert!(!by_resources(4, 7, 3, 7).has(Tag::Critical) && !by_resources(4, 7, 3, 7).has(Tag::Focused));
        assert!(by_resources(5, 10, 5, 10).has(Tag::Critical) && !by_resources(5, 10, 5, 10).has(Tag::Focused));
        assert!(by_resources(7, 7, 1, 4).has(Tag::Polished) && by_resources(7, 7, 1, 4).has(Tag::Impulsive));
    }
}
