//! Events of a mission for observers: every die and every change.

use super::super::attack::{Outcome, Roll};
use super::super::encounter::{Ending, FieldPlace, Global};
use super::super::ids::{AceId, ArmId, ArmSlot, AttackId, Combatant, EnemyId, HexId, HexSet, ItemSlot};
use super::action::{Damaged, ItemUse, Protection};

/// Source of Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    Armament { ace: AceId, armament: ArmId },
    Splash { ace: AceId, armament: ArmId },
    Item { ace: AceId, item: ItemSlot },
    Mortar { ace: AceId, item: ItemSlot },
    EnemyAttack { enemy: EnemyId, attack: AttackId },
    EnemySplash { enemy: EnemyId, attack: AttackId },
    Hazard,
    Bombardment,
    Lightning,
    ReactiveGas,
    PitchedFirefight,
}

impl Source {
    /// Returns the Ace behind the Harm.
    pub const fn ace(self) -> Option<AceId> {
        match self {
            Source::Armament { ace, .. }
            | Source::Splash { ace, .. }
            | Source::Item { ace, .. }
            | Source::Mortar { ace, .. } => Some(ace),
            Source::EnemyAttack { .. }
            | Source::EnemySplash { .. }
            | Source::Hazard
            | Source::Bombardment
            | Source::Lightning
            | Source::ReactiveGas
            | Source::PitchedFirefight => None,
        }
    }
}

/// Purpose of a rolled pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollOf {
    Attack {
        armament: ArmId,
        target: EnemyId,
    },
    /// Speed, to move on damaged legs.
    Legs,
    /// Speed, to climb a rooftop.
    Climb,
    /// Control or Drive, for a damaged system.
    Item {
        item: ItemSlot,
    },
}

/// The faces of a pool as rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    pub(super) faces: [u8; 12],
    pub(super) count: u8,
}

impl Faces {
    pub(super) fn push(&mut self, face: u8) {
        if let Some(next) = self.faces.get_mut(usize::from(self.count)) {
            *next = face;
            self.count += 1;
        }
    }

    /// Returns the faces in order.
    pub fn as_slice(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }
}

/// Purpose of a single die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DieOf {
    /// Test of a Shield, which holds up to this face.
    Shield {
        who: Combatant,
        holds_to: u8,
    },
    /// Test of cover, which may be removed.
    Cover {
        at: HexId,
    },
    /// Test of an Efficient system, which may spend no Ammo.
    Efficient {
        ace: AceId,
        item: ItemSlot,
    },
    FrameDamage {
        ace: AceId,
    },
    Bombardment {
        at: HexId,
    },
    /// Direction of a bombardment that misses its place.
    Astray {
        at: HexId,
    },
    Lightning,
    /// Choice of a change of the situation.
    Situation,
    Drop {
        again: bool,
    },
}

/// A move of an enemy without Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stance {
    Reinvigorate,
    Endure,
    Shield,
    Protect { other: EnemyId, with: Protection },
    Purge,
}

/// Kind of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moving {
    Move,
    Sprint,
    Climb,
    Item {
        item: ItemSlot,
    },
    /// Kinetic Drive Motor.
    Drive,
    Motivated,
    /// Approach or Retreat.
    Step,
    /// With the colossus that the part belongs to.
    Carried,
    /// By force.
    Forced,
}

/// Result of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drop {
    /// Nothing, in low oxygen.
    None,
    Materials,
    /// Tension for this Ace; `None` if no Ace needs it.
    Tension {
        to: Option<AceId>,
    },
    Vigor {
        to: Option<AceId>,
    },
}

/// A resource of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    Vigor,
    Tension,
    Ammo,
}

/// Reason for a change of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    Reroll,
    ExtraAction,
    Item { item: ItemSlot },
    Hot,
    Invigorating,
    SupportDrones,
    Build,
    FrameDamage,
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    BattleBegan {
        battle: u8,
    },
    RoundBegan {
        round: u8,
    },
    TurnBegan {
        ace: AceId,
    },
    /// An Ace that was down acts again, or begins its last stand.
    Recovered {
        ace: AceId,
        last_stand: bool,
    },
    /// A result of frame damage applies; `of` is the armament or system of results 4 and 5.
    FrameDamaged {
        ace: AceId,
        face: u8,
        of: Option<Damaged>,
    },
    TurnEnded {
        ace: AceId,
    },
    Rolled {
        ace: AceId,
        of: RollOf,
        again: bool,
        faces: Faces,
        roll: Roll,
        outcome: Outcome,
    },
    DieRolled {
        of: DieOf,
        face: u8,
    },
    Moved {
        who: Combatant,
        from: HexId,
        to: HexId,
        how: Moving,
    },
    Swapped {
        ace: AceId,
        armament: ArmSlot,
    },
    Used {
        ace: AceId,
        item: ItemSlot,
        way: ItemUse,
        target: Option<Combatant>,
        to: Option<HexId>,
    },
    Changed {
        ace: AceId,
        resource: Resource,
        by: i8,
        why: Reason,
    },
    /// A unit was harmed; `harm` is the amount before reductions, `through` the amount after them.
    Harmed {
        who: Combatant,
        source: Source,
        harm: u8,
        through: u8,
        shielded: bool,
    },
    /// An enemy was taken out, for good or until the next GM turn.
    TakenOut {
        enemy: EnemyId,
        source: Source,
        for_good: bool,
    },
    /// An Ace has no Vigor left: it is down, or out of the battle.
    AceDown {
        ace: AceId,
        source: Source,
        damage: u8,
        ejected: bool,
    },
    /// An Ace and its frame are lost after a last stand.
    AceLost {
        ace: AceId,
    },
    Shielded {
        ace: AceId,
        shields: u8,
        fleeting: bool,
    },
    CoverGone {
        at: HexId,
    },
    FireSet {
        at: HexId,
    },
    MortarFired {
        ace: AceId,
        at: HexId,
    },
    /// A consequence was provoked; `void` if no answer is possible.
    Provoked {
        ace: AceId,
        target: Option<EnemyId>,
        harmless: bool,
        void: bool,
    },
    GmTurnBegan {
        activations: u8,
    },
    Restored {
        enemy: EnemyId,
        left: u8,
    },
    Activated {
        enemy: EnemyId,
        moves: u8,
    },
    EnemyAttacked {
        enemy: EnemyId,
        attack: AttackId,
        ace: AceId,
        answer: bool,
    },
    Stanced {
        enemy: EnemyId,
        stance: Stance,
    },
    Reinforced {
        enemy: EnemyId,
        kind: u8,
        at: HexId,
    },
    /// Nothing was done; `None` if a consequence was not answered.
    Held {
        enemy: Option<EnemyId>,
    },
    FieldChanged {
        hexes: HexSet,
        spot: FieldPlace,
        added: bool,
    },
    EverywhereChanged {
        effect: Global,
        on: bool,
    },
    EnemiesChanged {
        kind: Option<u8>,
    },
    /// A bombardment fell; `None` if it missed the map.
    BombardmentFell {
        at: Option<HexId>,
    },
    Dropped {
        drop: Drop,
        face: u8,
    },
    RoundEnded {
        round: u8,
    },
    BattleEnded {
        battle: u8,
        ending: Ending,
    },
    MissionEnded {
        ending: Ending,
    },
}
