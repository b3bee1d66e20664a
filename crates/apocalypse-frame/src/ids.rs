//! Numbers of Aces, enemies, their gear and hexes as separate types, and sets of these numbers.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// Most armaments of a frame, including the one that a breakthrough adds ("Ace Upgrades").
pub const MAX_ARMAMENTS: usize = 3;

/// Bit that is set in every stored number, so that an `Option` takes no more room.
const KEPT: u8 = 1 << 7;

/// Defines a type of numbers below a power of two, up to 128.
macro_rules! id {
    ($(#[$of_id:meta])* $id:ident below $limit:literal) => {
        $(#[$of_id])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $id(NonZeroU8);

        impl $id {
            /// Returns the id with this number.
            #[inline]
            pub const fn new(number: u8) -> $id {
                debug_assert!(number < $limit);
                match NonZeroU8::new(KEPT | number) {
                    Some(kept) => $id(kept),
                    None => unreachable!(),
                }
            }

            /// Returns the number.
            #[inline]
            pub const fn number(self) -> u8 {
                self.0.get() & ($limit - 1)
            }

            /// Returns the index in a list of all.
            #[inline]
            pub const fn index(self) -> usize {
                self.number() as usize
            }

            /// Returns the first `count` ids, in order.
            #[inline]
            pub fn first(count: usize) -> impl Iterator<Item = $id> + Clone {
                (0..count as u8).map($id::new)
            }
        }

        impl Default for $id {
            /// Returns the first id.
            fn default() -> $id {
                $id::new(0)
            }
        }

        /// Writes the number.
        impl serde::Serialize for $id {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8(self.number())
            }
        }

        #[cfg(test)]
        impl From<u8> for $id {
            fn from(number: u8) -> $id {
                $id::new(number)
            }
        }

        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                write!(f, "{}({})", stringify!($id), self.number())
            }
        }
    };
}

/// Defines a type of sets of ids, with one bit for each.
macro_rules! set {
    ($(#[$of_set:meta])* $set:ident of $id:ident in $bits:ty) => {
        $(#[$of_set])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $set($bits);

        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            /// Returns the set with these bits, one for each number.
            #[inline]
            pub const fn of_bits(bits: $bits) -> $set {
                $set(bits)
            }

            /// Returns the bits of the set.
            #[inline]
            pub const fn bits(self) -> $bits {
                self.0
            }

            /// Returns the set with one member.
            #[inline]
            pub const fn of(member: $id) -> $set {
                $set(1 << member.number())
            }

            /// Returns the set with one member if `is` is true, otherwise the empty set, without a branch.
            #[inline]
            pub const fn of_if(member: $id, is: bool) -> $set {
                $set((is as $bits) << member.number())
            }

            /// Returns true if the set holds a member.
            #[inline]
            pub const fn has(self, member: $id) -> bool {
                self.0 >> member.number() & 1 == 1
            }

            /// Adds a member.
            #[inline]
            pub fn insert(&mut self, member: $id) {
                *self |= $set::of(member);
            }

            /// Removes a member.
            #[inline]
            pub fn remove(&mut self, member: $id) {
                *self -= $set::of(member);
            }

            /// Returns true if the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the number of members.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns the member with the lowest number; `None` if the set is empty.
            #[inline]
            pub fn lowest(self) -> Option<$id> {
                (self.0 != 0).then(|| $id::new(self.0.trailing_zeros() as u8))
            }

            /// Returns the only member; `None` if the set does not have exactly one.
            #[inline]
            pub fn only(self) -> Option<$id> {
                if self.0.is_power_of_two() { self.lowest() } else { None }
            }

            /// Returns the members with a higher number than all members of another set.
            #[inline]
            pub const fn above(self, other: $set) -> $set {
                match <$bits>::MAX.checked_shr(other.0.leading_zeros()) {
                    Some(up_to) => $set(self.0 & !up_to),
                    None => self,
                }
            }

            /// Returns the members, lowest number first.
            #[inline]
            pub fn iter(mut self) -> impl Iterator<Item = $id> {
                std::iter::from_fn(move || {
                    let lowest = self.lowest()?;
                    self.0 &= self.0 - 1;
                    Some(lowest)
                })
            }
        }

        impl FromIterator<$id> for $set {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $id>>(all: I) -> $set {
                all.into_iter().fold($set::EMPTY, |set, member| set | $set::of(member))
            }
        }

        impl BitOr for $set {
            type Output = $set;

            /// Returns the union.
            #[inline]
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: $set) {
                self.0 |= other.0;
            }
        }

        impl BitAnd for $set {
            type Output = $set;

            /// Returns the intersection.
            #[inline]
            fn bitand(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }
        }

        impl BitAndAssign for $set {
            #[inline]
            fn bitand_assign(&mut self, other: $set) {
                self.0 &= other.0;
            }
        }

        impl Sub for $set {
            type Output = $set;

            /// Returns the members of the first set that are not in the second.
            #[inline]
            fn sub(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: $set) {
                self.0 &= !other.0;
            }
        }
    };
}

id! {
    /// An Ace, by index in the team.
    AceId below 8
}

set! {
    /// A set of Aces.
    AceSet of AceId in u8
}

id! {
    /// An enemy, by index on the field.
    EnemyId below 64
}

set! {
    /// A set of enemies.
    EnemySet of EnemyId in u64
}

id! {
    /// A system, by index in the frame: the integral one first, if there is one.
    ItemSlot below 8
}

set! {
    /// A set of systems.
    ItemSet of ItemSlot in u8
}

id! {
    /// A hex, by number on the map.
    HexId below 128
}

set! {
    /// A set of hexes.
    HexSet of HexId in u128
}

id! {
    /// A slot for an armament, by index in the frame; the slot holds the armament or its backup.
    ArmSlot below 4
}

set! {
    /// A set of slots for armaments.
    ArmSlots of ArmSlot in u8
}

id! {
    /// An armament or backup; backups are numbered after the slots.
    ArmId below 8
}

set! {
    /// A set of armaments and backups.
    ArmSet of ArmId in u8
}

id! {
    /// An attack of an enemy, by index in the list of its kind.
    AttackId below 8
}

set! {
    /// A set of attacks.
    AttackSet of AttackId in u8
}

impl ArmSlot {
    /// Returns the armament of this slot.
    #[inline]
    pub const fn own(self) -> ArmId {
        ArmId::new(self.number())
    }

    /// Returns the backup of this slot.
    #[inline]
    pub const fn backup(self) -> ArmId {
        ArmId::new(self.number() + MAX_ARMAMENTS as u8)
    }
}

id! {
    /// A colossus, by index in the battle.
    ColossusId below 4
}

/// An Ace or an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Combatant {
    /// An Ace, by index in the team.
    Ace(AceId),
    /// An enemy, by index on the field.
    Enemy(EnemyId),
}

impl Combatant {
    /// Returns the Ace; `None` for an enemy.
    #[inline]
    pub const fn ace(self) -> Option<AceId> {
        match self {
            Combatant::Ace(ace) => Some(ace),
            Combatant::Enemy(_) => None,
        }
    }

    /// Returns the enemy; `None` for an Ace.
    #[inline]
    pub const fn enemy(self) -> Option<EnemyId> {
        match self {
            Combatant::Enemy(enemy) => Some(enemy),
            Combatant::Ace(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_they_are_given_in_order() {
        let mut set = EnemySet::from_iter([63, 4, 7].map(EnemyId::new));
        assert_eq!(set.bits(), 1 << 63 | 1 << 7 | 1 << 4);
        assert_eq!(set.iter().map(EnemyId::number).collect::<Vec<_>>(), [4, 7, 63]);
        set.remove(EnemyId::new(4));
        assert!(!set.has(EnemyId::new(4)) && set.has(EnemyId::new(7)) && set.len() == 2);
        assert_eq!((set.lowest(), set.only()), (Some(EnemyId::new(7)), None));
        assert_eq!((set - EnemySet::of(EnemyId::new(63))).only(), Some(EnemyId::new(7)));
    }

    #[test]
    fn above_is_what_is_higher_than_all_of_another_set() {
        let all: AceSet = AceId::first(8).collect();
        assert_eq!(all.above(AceSet::of_bits(0b101)).bits(), 0b1111_1000);
        assert!(all.above(AceSet::of(AceId::new(7))).is_empty());
        assert_eq!(all.above(AceSet::EMPTY), all);
    }

    /// States and actions are copied millions of times, so an absent id must take no room.
    #[test]
    fn nobody_takes_no_room() {
        assert_eq!(size_of::<Option<HexId>>(), 1);
        assert_eq!(size_of::<Option<Combatant>>(), 2);
        assert_eq!(size_of::<crate::mission::Action>(), 6);
    }
}
