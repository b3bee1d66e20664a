//! Numbers of Aces, enemies, their gear and hexes as separate types, and sets of these numbers.

use hitchart_play::{id, id_set};

/// Most armaments of a frame, including the one that a breakthrough adds ("Ace Upgrades").
pub const MAX_ARMAMENTS: usize = 3;

id! {
    /// An Ace, by index in the team.
    AceId below 8
}

id_set! {
    /// A set of Aces.
    AceSet of AceId in u8
}

id! {
    /// An enemy, by index on the field.
    EnemyId below 64
}

id_set! {
    /// A set of enemies.
    EnemySet of EnemyId in u64
}

id! {
    /// A system, by index in the frame: the integral one first, if there is one.
    ItemSlot below 8
}

id_set! {
    /// A set of systems.
    ItemSet of ItemSlot in u8
}

id! {
    /// A hex, by number on the map.
    HexId below 128
}

id_set! {
    /// A set of hexes.
    HexSet of HexId in u128
}

id! {
    /// A slot for an armament, by index in the frame; the slot holds the armament or its backup.
    ArmSlot below 4
}

id_set! {
    /// A set of slots for armaments.
    ArmSlots of ArmSlot in u8
}

id! {
    /// An armament or backup; backups are numbered after the slots.
    ArmId below 8
}

id_set! {
    /// A set of armaments and backups.
    ArmSet of ArmId in u8
}

id! {
    /// An attack of an enemy, by index in the list of its kind.
    AttackId below 8
}

id_set! {
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
