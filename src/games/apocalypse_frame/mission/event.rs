//! What happens in a mission, as observers are told of it: every die and every change.

use super::super::attack::{Outcome, Roll};
use super::super::encounter::{Ending, Global, Spot};
use super::super::ids::{AceId, ArmId, ArmSlot, AttackId, EnemyId, HexId, HexSet, ItemSlot, Who};
use super::action::{Damaged, Protection, Way};

/// Where Harm comes from.
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
    /// The Ace behind it.
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

/// What a pool is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollOf {
    Attack {
        armament: ArmId,
        target: EnemyId,
    },
    /// Speed, to move on damaged legs.
    Legs,
    /// Speed, up a rooftop.
    Climb,
    /// Control or Drive, for a damaged system.
    Item {
        item: ItemSlot,
    },
}

/// The faces of a pool as they fell.
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

    /// The faces in order.
    pub fn as_slice(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }
}

/// What a single die is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DieOf {
    /// Whether a Shield holds; it does up to this face.
    Shield {
        who: Who,
        holds_to: u8,
    },
    /// Whether cover stays.
    Cover {
        at: HexId,
    },
    /// Whether an Efficient system spends no Ammo.
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
    /// Which way a bombardment goes astray.
    Astray {
        at: HexId,
    },
    Lightning,
    /// Which change of the situation comes.
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

/// How somebody moves.
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
    /// With the colossus that it is a part of.
    Carried,
    /// By somebody else's will.
    Forced,
}

/// What a drop gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drop {
    /// Nothing, in low oxygen.
    None,
    Materials,
    /// To this Ace; nobody has use for it where there is none.
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

/// Why a resource rises or falls.
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

/// Something that happened.
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
    /// A result of frame damage took hold; `of` is the armament or system of 4 and 5.
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
        who: Who,
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
        way: Way,
        target: Option<Who>,
        to: Option<HexId>,
    },
    Changed {
        ace: AceId,
        resource: Resource,
        by: i8,
        why: Reason,
    },
    /// Harm came at somebody; `harm` is what came, `through` what was left of it.
    Harmed {
        who: Who,
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
    /// An Ace's Vigor is gone: it is down, or out of the battle.
    AceDown {
        ace: AceId,
        source: Source,
        damage: u8,
        ejected: bool,
    },
    /// An Ace and its frame are gone after a last stand.
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
    /// A consequence was provoked; `void` if nobody is left to suffer it.
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
    /// Nothing was done; by nobody where a consequence was let pass.
    Held {
        enemy: Option<EnemyId>,
    },
    FieldChanged {
        hexes: HexSet,
        spot: Spot,
        added: bool,
    },
    EverywhereChanged {
        effect: Global,
        on: bool,
    },
    EnemiesChanged {
        kind: Option<u8>,
    },
    /// Off the map where it went astray there.
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
