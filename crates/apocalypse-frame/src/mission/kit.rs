//! Constant data of Aces and enemies, laid out for speed.

use super::super::catalogue::entries::{EnemyAttack, EnemyKind, MAX_ATTACKS, Rank};
use super::super::catalogue::item::{Effect, Item, ItemTag, ItemTags, spared_from};
use super::super::catalogue::numbers::{ItemTagNumbers, Number, Numbers, TagNumbers};
use super::super::catalogue::tag::{Band, Bands, Tag, Tags};
use super::super::ids::{ArmSlot, ArmSlots, AttackId, AttackSet, ItemSet, ItemSlot};
use super::super::ruleset::{ColossusMoves, Ruleset};
use super::super::{ace::Ace, catalogue::entries::Armament, catalogue::entries::Trait};
use crate::ids::MAX_ARMAMENTS;

/// An Ace's gear.
#[derive(Clone, Debug)]
pub struct AceKit {
    /// Armaments, then backups from [`MAX_ARMAMENTS`] on.
    pub arms: [Arm; 2 * MAX_ARMAMENTS],
    /// Number of armaments, without backups, 1 to [`MAX_ARMAMENTS`].
    pub arm_count: u8,
    /// Armaments that have a backup.
    pub backups: ArmSlots,
    /// The integral system first, if there is one; then modular systems.
    pub items: Vec<ItemKit>,
    /// All systems.
    pub all: ItemSet,
    /// Systems with Limited, usable once a round (A38).
    pub limited: ItemSet,
    /// Systems with Holdout, usable without Ammo for 1 Tension (A38).
    pub holdout: ItemSet,
    /// Systems that remove Armor and Shields of enemies.
    pub emp: ItemSet,
    /// The integral system.
    pub integral: ItemSet,
    /// Effect of the integral trait; `None` without a trait.
    pub integral_trait: Option<Trait>,
    /// The numbers of the trait.
    trait_numbers: Numbers,
    /// True if an armament has Impulsive, so that an early extra action may be useful.
    pub impulsive: bool,
}

/// An armament.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Armament or backup; the default for an empty slot.
    pub armament: Armament,
    /// Bands at which the armament can be used.
    pub bands: Bands,
    /// False for an empty slot.
    pub exists: bool,
}

impl Arm {
    fn of(armament: Option<&Armament>) -> Arm {
        let exists = armament.is_some();
        let armament = armament.cloned().unwrap_or_default();
        Arm { bands: armament.usable(), armament, exists }
    }
}

/// Support tags that have an effect on any system.
const HELPING: [ItemTag; 4] = [ItemTag::Encouraging, ItemTag::Motivating, ItemTag::Obfuscating, ItemTag::Protective];

/// A system.
#[derive(Clone, Debug)]
pub struct ItemKit {
    /// Effect of one use, before tags.
    pub effect: Effect,
    /// Tags, as the book's tags with the same effects.
    pub tags: ItemTags,
    /// Numbers of the tags.
    numbers: ItemTagNumbers,
    /// Bands of the targets.
    pub bands: Bands,
    /// True if a support tag makes any use worthwhile.
    pub helps: bool,
}

impl ItemKit {
    fn of(item: &Item) -> ItemKit {
        let bands = match item.effect {
            Effect::Strike { close, near, far, .. } => {
                let harm = [(close, Band::Close), (near, Band::Near), (far, Band::Far)];
                harm.into_iter().filter(|(harm, _)| *harm > 0).map(|(_, band)| band).collect()
            }
            Effect::Volley { at, .. }
            | Effect::Paint { at, .. }
            | Effect::Blast { at, .. }
            | Effect::Mortar { at, .. } => at,
            Effect::Repulse { .. } => Bands::NONE.with(Band::Close).with(Band::Near),
            Effect::Around { .. } | Effect::Discharge { .. } | Effect::Exit { .. } => Bands::NONE.with(Band::Close),
            _ => Bands::NONE,
        };
        let helps = HELPING.iter().any(|tag| item.tags.has(*tag));
        ItemKit { effect: item.effect, tags: item.tags, numbers: item.numbers, bands, helps }
    }

    /// Returns a number of a tag; 0 without the tag.
    #[inline]
    pub fn number(&self, tag: ItemTag, number: Number) -> u8 {
        if self.tags.has(tag) { self.numbers.get(tag, number) } else { 0 }
    }

    /// Returns the lowest face on which the first use in a round spends no Ammo; 7 without Efficient (A39).
    #[inline]
    pub fn spared_from(&self) -> u8 {
        spared_from(self.tags, &self.numbers)
    }
}

impl AceKit {
    /// Returns the gear of an Ace.
    pub fn new(ace: &Ace) -> AceKit {
        let arms: [Arm; 2 * MAX_ARMAMENTS] = std::array::from_fn(|slot| match slot.checked_sub(MAX_ARMAMENTS) {
            None => Arm::of(ace.armaments.get(slot)),
            Some(slot) => Arm::of(ace.backups.get(slot).filter(|_| slot < ace.armaments.len())),
        });
        let backed = |slot: &ArmSlot| arms[slot.index() + MAX_ARMAMENTS].exists;
        let items: Vec<ItemKit> = ace.items().map(ItemKit::of).collect();
        let slots = || ItemSlot::first(items.len());
        let with = |tag| slots().filter(|slot| items[slot.index()].tags.has(tag)).collect();
        AceKit {
            arm_count: ace.armaments.len().min(MAX_ARMAMENTS) as u8,
            backups: ArmSlot::first(MAX_ARMAMENTS).filter(backed).collect(),
            impulsive: ace.armaments.iter().any(|armament| armament.tags.has(Tag::Impulsive)),
            arms,
            all: slots().collect(),
            limited: with(ItemTag::Limited),
            holdout: with(ItemTag::Holdout),
            emp: slots()
                .filter(|slot| matches!(items[slot.index()].effect, Effect::Volley { emp: true, .. }))
                .collect(),
            integral: slots().take(usize::from(ace.integral.is_some())).collect(),
            integral_trait: ace.integral_trait.as_ref().map(|mark| mark.does),
            trait_numbers: ace.integral_trait.as_ref().map(|mark| mark.numbers).unwrap_or_default(),
            items,
        }
    }

    /// Returns the slots of the armaments.
    #[inline]
    pub fn slots(&self) -> impl Iterator<Item = ArmSlot> + use<> {
        ArmSlot::first(usize::from(self.arm_count))
    }

    /// Returns true if the frame has a trait.
    #[inline]
    pub fn has(&self, integral_trait: Trait) -> bool {
        self.integral_trait == Some(integral_trait)
    }

    /// Returns a number of a trait; 0 without the trait.
    #[inline]
    pub fn number(&self, integral_trait: Trait, number: Number) -> u8 {
        if self.has(integral_trait) { self.trait_numbers.get(number) } else { 0 }
    }
}

/// A kind of enemy.
#[derive(Clone, Copy, Debug)]
pub struct KindKit {
    /// Type of the enemy.
    pub rank: Rank,
    /// Vigor of the kind; an encounter may place enemies with another.
    pub vigor: u8,
    /// Armor at the start; a restoration brings lost Armor back (A55).
    pub armor: u8,
    /// Shields at the start and after a restoration.
    pub shields: u8,
    /// Number of times that a Prime is restored; 0 for other types.
    pub restorations: u8,
    /// True if the enemy leaves a drop when it is removed for good (A51).
    pub drops: bool,
    /// True if the kind has a Move (A65, A67).
    pub walks: bool,
    /// Attacks by index; entries beyond those of the kind are unused.
    pub attacks: [AttackKit; MAX_ATTACKS],
    /// Attacks with a step.
    pub stepping: AttackSet,
    /// Attacks by the distance in hexes that they reach, including a possible step; the last entry is empty.
    pub reach: [AttackSet; 5],
    /// Desperation Moves.
    pub desperate: AttackSet,
}

/// An attack of an enemy.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttackKit {
    /// Harm before tags.
    pub harm: u8,
    /// Bands that the attack reaches without a step, with those that Scoped and Sighted add.
    pub bands: Bands,
    /// Bands that the attack reaches with a step before.
    pub with_step: Bands,
    /// Tags, as the book's tags with the same effects.
    pub tags: Tags,
    /// Harm that each tag adds while its condition holds.
    pub numbers: TagNumbers,
}

impl KindKit {
    /// Returns a kind of enemy. Attacks beyond [`MAX_ATTACKS`] are ignored, but no checked encounter has more.
    pub fn new(kind: &EnemyKind, rules: &Ruleset) -> KindKit {
        let mut kit = KindKit {
            rank: kind.written.rank,
            vigor: kind.written.vigor,
            armor: kind.written.armor,
            shields: kind.written.shields,
            restorations: if kind.written.rank == Rank::Prime { kind.written.restorations } else { 0 },
            drops: rules.drops.from_all || !kind.written.no_drop,
            walks: match kind.written.rank {
                Rank::Part => rules.colossi.moves != ColossusMoves::Never,
                _ => !kind.written.emplaced || rules.gm.turrets_walk,
            },
            attacks: [AttackKit::default(); MAX_ATTACKS],
            stepping: AttackSet::EMPTY,
            reach: [AttackSet::EMPTY; 5],
            desperate: AttackSet::EMPTY,
        };
        for ((number, kit_attack), attack) in AttackId::first(MAX_ATTACKS).zip(&mut kit.attacks).zip(&kind.attacks) {
            *kit_attack = AttackKit::of(attack);
            let (approaches, retreats) = (attack.tags.has(Tag::Approach), attack.tags.has(Tag::Retreat));
            if approaches || retreats {
                kit.stepping.insert(number);
            }
            for (reach, steps) in kit.reach.iter_mut().zip(0u8..) {
                let at = |steps| kit_attack.bands.reaches(steps);
                let reaches = at(steps) || approaches && steps > 0 && at(steps - 1) || retreats && at(steps + 1);
                *reach |= AttackSet::of_if(number, reaches);
            }
            if attack.tags.has(Tag::Desperation) {
                kit.desperate.insert(number);
            }
        }
        kit
    }
}

/// Circumstances of an enemy's attack that its tags read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackMoment {
    /// True for an attack that answers a consequence, false in the GM turn.
    pub answer: bool,
    /// Movements of the enemy in this round.
    pub moves: u8,
    /// Movements that count for Mobile (A25).
    pub moved: u8,
    /// True if the enemy used the attack in this round.
    pub fired: bool,
    /// True at half Vigor or less (A22).
    pub wounded: bool,
    /// True at full Vigor.
    pub unhurt: bool,
}

/// Tags that add to the Harm of an enemy's attack.
const COUNTED: Tags = (Tags::NONE.with(Tag::Burst).with(Tag::Deliberate).with(Tag::Stationary).with(Tag::Mobile))
    .with(Tag::Charge)
    .with(Tag::Critical)
    .with(Tag::Polished);

impl AttackKit {
    /// Returns the Harm of the attack with the additions of its tags (A45). `moment` is called if a tag counts.
    #[inline]
    pub fn harm_in(&self, moment: impl FnOnce() -> AttackMoment) -> u8 {
        if self.tags.and(COUNTED).is_empty() {
            return self.harm;
        }
        let moment = moment();
        let holding = [
            (Tag::Burst, moment.answer),
            (Tag::Deliberate, !moment.answer),
            (Tag::Stationary, moment.moves == 0),
            (Tag::Mobile, moment.moved >= 2),
            (Tag::Charge, !moment.fired),
            (Tag::Critical, moment.wounded),
            (Tag::Polished, moment.unhurt),
        ];
        let counted = holding.iter().filter(|(tag, holds)| *holds && self.tags.has(*tag));
        self.harm + counted.map(|(tag, _)| self.adds(*tag)).sum::<u8>()
    }

    /// Returns the Harm that a tag adds; a die counts as a Harm, since enemies do not roll (A45).
    #[inline]
    pub fn adds(&self, tag: Tag) -> u8 {
        self.numbers.get(tag, Number::Dice) + self.numbers.get(tag, Number::Harm)
    }

    /// Returns an attack of a kind of enemy.
    pub fn of(attack: &EnemyAttack) -> AttackKit {
        let EnemyAttack { harm, bands, tags, numbers, .. } = *attack;
        // Scoped and Sighted widen an enemy's attack in the same way as an armament.
        let bands = Armament { harm, bands, tags, ..Armament::default() }.usable();
        let mut with_step = bands;
        for band in bands.iter() {
            if tags.has(Tag::Approach) {
                with_step = with_step.with(if band == Band::Close { Band::Near } else { Band::Far });
            }
            if tags.has(Tag::Retreat) {
                with_step = with_step.with(if band == Band::Far { Band::Near } else { Band::Close });
            }
        }
        AttackKit { harm, bands, with_step, tags, numbers }
    }
}
