//! What play reads of Aces and enemies and never changes, laid out for speed.

use super::super::ace::{Ace, MAX_ARMAMENTS};
use super::super::catalogue::armament::Armament;
use super::super::catalogue::enemy::{EnemyAttack, EnemyKind, MAX_ATTACKS, Rank};
use super::super::catalogue::frame::Trait;
use super::super::catalogue::item::{Effect, Item, ItemTag, ItemTags, spared_from};
use super::super::catalogue::numbers::{ItemTagNumbers, Number, Numbers, TagNumbers};
use super::super::catalogue::tag::{Band, Bands, Tag, Tags};
use super::super::ids::{ArmSlot, ArmSlots, AttackId, AttackSet, ItemSet, ItemSlot};
use super::super::ruleset::{ColossusMoves, Ruleset};

/// An Ace's gear.
#[derive(Clone, Debug)]
pub struct AceKit {
    /// Armaments, then backups from [`MAX_ARMAMENTS`] on.
    pub arms: [Arm; 2 * MAX_ARMAMENTS],
    pub arm_count: u8,
    /// Armaments that have a backup.
    pub backups: ArmSlots,
    /// The integral system first, if it has one; then modular ones.
    pub items: Vec<ItemKit>,
    /// All systems, those that are Limited, and those that are Holdout.
    pub all: ItemSet,
    pub limited: ItemSet,
    pub holdout: ItemSet,
    /// Systems that take Armor and Shields from enemies.
    pub emp: ItemSet,
    /// The integral system.
    pub integral: ItemSet,
    pub integral_trait: Option<Trait>,
    /// The numbers of its trait.
    trait_numbers: Numbers,
    /// Whether an armament asks for little Tension, so that an early extra action may be of use.
    pub impulsive: bool,
}

/// An armament.
#[derive(Clone, Debug)]
pub struct Arm {
    pub armament: Armament,
    /// Bands it is usable at.
    pub bands: Bands,
    /// Whether it exists.
    pub exists: bool,
}

impl Arm {
    fn of(armament: Option<&Armament>) -> Arm {
        let exists = armament.is_some();
        let armament = armament.cloned().unwrap_or_default();
        Arm { bands: armament.usable(), armament, exists }
    }
}

/// Support tags that do something whatever the effect.
const HELPING: [ItemTag; 4] = [ItemTag::Encouraging, ItemTag::Motivating, ItemTag::Obfuscating, ItemTag::Protective];

/// A system.
#[derive(Clone, Debug)]
pub struct ItemKit {
    pub effect: Effect,
    pub tags: ItemTags,
    /// How much its tags do.
    numbers: ItemTagNumbers,
    /// Bands of what it is aimed at.
    pub bands: Bands,
    /// Whether a support tag makes a use worth while whatever its effect.
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

    /// A number of a tag; 0 where it does not bear it.
    #[inline]
    pub fn number(&self, tag: ItemTag, number: Number) -> u8 {
        if self.tags.has(tag) { self.numbers.get(tag, number) } else { 0 }
    }

    /// Lowest face on which its first use in a round spends no Ammo; 7 where none does (A39).
    #[inline]
    pub fn spared_from(&self) -> u8 {
        spared_from(self.tags, &self.numbers)
    }
}

impl AceKit {
    /// The gear of an Ace.
    pub fn new(ace: &Ace) -> AceKit {
        let arms: [Arm; 2 * MAX_ARMAMENTS] = std::array::from_fn(|slot| match slot.checked_sub(MAX_ARMAMENTS) {
            None => Arm::of(ace.armaments.get(slot)),
            Some(slot) => Arm::of(ace.backups.get(slot).filter(|_| slot < ace.armaments.len())),
        });
        let backed = |slot: &ArmSlot| arms[slot.index() + MAX_ARMAMENTS].exists;
        let items: Vec<ItemKit> = ace.integral.iter().chain(&ace.modular).map(ItemKit::of).collect();
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

    /// Places of its armaments.
    #[inline]
    pub fn slots(&self) -> impl Iterator<Item = ArmSlot> + use<> {
        ArmSlot::first(usize::from(self.arm_count))
    }

    /// Whether the frame has a trait.
    #[inline]
    pub fn has(&self, integral_trait: Trait) -> bool {
        self.integral_trait == Some(integral_trait)
    }

    /// A number of a trait; 0 where the frame does not have it.
    #[inline]
    pub fn number(&self, integral_trait: Trait, number: Number) -> u8 {
        if self.has(integral_trait) { self.trait_numbers.get(number) } else { 0 }
    }
}

/// A kind of enemy.
#[derive(Clone, Copy, Debug)]
pub struct KindKit {
    pub rank: Rank,
    pub vigor: u8,
    pub armor: u8,
    pub shields: u8,
    pub restorations: u8,
    pub drops: bool,
    /// Whether it has a Move (A65, A67).
    pub walks: bool,
    pub attacks: [AttackKit; MAX_ATTACKS],
    /// Attacks that step.
    pub stepping: AttackSet,
    /// Attacks that reach so many hexes, with the step they may make; none reaches the last of them.
    pub reach: [AttackSet; 5],
    /// Desperation Moves.
    pub desperate: AttackSet,
}

/// An attack of an enemy.
#[derive(Clone, Copy, Debug, Default)]
pub struct AttackKit {
    pub harm: u8,
    pub bands: Bands,
    /// Bands from which it reaches with a step before.
    pub with_step: Bands,
    pub tags: Tags,
    /// Harm that each of its tags adds while it counts.
    pub numbers: TagNumbers,
}

impl KindKit {
    /// A kind of enemy; what it has beyond [`MAX_ATTACKS`] attacks is left out, which no checked encounter has.
    pub fn new(kind: &EnemyKind, rules: &Ruleset) -> KindKit {
        let mut kit = KindKit {
            rank: kind.rank,
            vigor: kind.vigor,
            armor: kind.armor,
            shields: kind.shields,
            restorations: if kind.rank == Rank::Prime { kind.restorations } else { 0 },
            drops: rules.drops.from_all || !kind.no_drop,
            walks: match kind.rank {
                Rank::Part => rules.colossi.moves != ColossusMoves::Never,
                _ => !kind.emplaced || rules.gm.turrets_walk,
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

impl AttackKit {
    /// The Harm that a tag adds; a die more is a Harm more, since enemies do not roll (A45).
    #[inline]
    pub fn adds(&self, tag: Tag) -> u8 {
        self.numbers.get(tag, Number::Dice) + self.numbers.get(tag, Number::Harm)
    }

    /// An attack of a kind of enemy.
    pub fn of(attack: &EnemyAttack) -> AttackKit {
        let EnemyAttack { harm, bands, tags, numbers, .. } = *attack;
        // Scoped and Sighted widen an enemy's attack as they widen an armament.
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
