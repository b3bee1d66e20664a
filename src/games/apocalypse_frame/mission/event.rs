//! What happens in a mission, as observers are told of it: every die and every change.

use super::super::attack::{Outcome, Roll};
use super::super::encounter::{Ending, Global, Spot};
use super::super::hexes::HexSet;
use super::action::Protection;

/// Who something happens to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    Ace(u8),
    Enemy(u8),
}

/// Where Harm comes from. Armaments count backups after all armaments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    Armament { ace: u8, armament: u8 },
    Splash { ace: u8, armament: u8 },
    Item { ace: u8, item: u8 },
    Mortar { ace: u8, item: u8 },
    EnemyAttack { enemy: u8, attack: u8 },
    EnemySplash { enemy: u8, attack: u8 },
    Hazard,
    Bombardment,
    Lightning,
    ReactiveGas,
    PitchedFirefight,
}

impl Source {
    /// The Ace behind it.
    pub const fn ace(self) -> Option<u8> {
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
        armament: u8,
        target: u8,
    },
    /// Speed, to move on damaged legs.
    Legs,
    /// Speed, up a rooftop.
    Climb,
    /// Control or Drive, for a damaged system.
    Item {
        item: u8,
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
        at: u8,
    },
    /// Whether an Efficient system spends no Ammo.
    Efficient {
        ace: u8,
        item: u8,
    },
    FrameDamage {
        ace: u8,
    },
    Bombardment {
        at: u8,
    },
    /// Which way a bombardment goes astray.
    Astray {
        at: u8,
    },
    Lightning,
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
    Protect { other: u8, with: Protection },
    Purge,
}

/// How somebody moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moving {
    Move,
    Sprint,
    Climb,
    Item {
        item: u8,
    },
    /// Kinetic Drive Motor.
    Drive,
    Motivated,
    /// Approach or Retreat.
    Step,
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
        to: Option<u8>,
    },
    Vigor {
        to: Option<u8>,
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
    Item { item: u8 },
    Hot,
    Invigorating,
    SupportDrones,
    Build,
    FrameDamage,
}

/// Something that happened. Aces, enemies and hexes are named by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    BattleBegan {
        battle: u8,
    },
    RoundBegan {
        round: u8,
    },
    TurnBegan {
        ace: u8,
    },
    /// An Ace that was down acts again, or begins its last stand.
    Recovered {
        ace: u8,
        last_stand: bool,
    },
    /// A result of frame damage took hold; `of` is the armament or system of 4 to 6.
    FrameDamaged {
        ace: u8,
        face: u8,
        of: Option<u8>,
    },
    TurnEnded {
        ace: u8,
    },
    Rolled {
        ace: u8,
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
        from: u8,
        to: u8,
        how: Moving,
    },
    Swapped {
        ace: u8,
        armament: u8,
    },
    Used {
        ace: u8,
        item: u8,
        way: u8,
        target: u8,
        to: u8,
    },
    Changed {
        ace: u8,
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
        enemy: u8,
        source: Source,
        for_good: bool,
    },
    /// An Ace's Vigor is gone: it is down, or out of the battle.
    AceDown {
        ace: u8,
        source: Source,
        damage: u8,
        ejected: bool,
    },
    /// An Ace and its frame are gone after a last stand.
    AceLost {
        ace: u8,
    },
    Shielded {
        ace: u8,
        shields: u8,
        fleeting: bool,
    },
    CoverGone {
        at: u8,
    },
    FireSet {
        at: u8,
    },
    MortarFired {
        ace: u8,
        at: u8,
    },
    /// A consequence was provoked; `void` if nobody is left to suffer it.
    Provoked {
        ace: u8,
        target: u8,
        harmless: bool,
        void: bool,
    },
    GmTurnBegan {
        activations: u8,
    },
    Restored {
        enemy: u8,
        left: u8,
    },
    Activated {
        enemy: u8,
        moves: u8,
    },
    EnemyAttacked {
        enemy: u8,
        attack: u8,
        ace: u8,
        answer: bool,
    },
    Stanced {
        enemy: u8,
        stance: Stance,
    },
    Reinforced {
        enemy: u8,
        kind: u8,
        at: u8,
    },
    Held {
        enemy: u8,
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
    BombardmentFell {
        at: u8,
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
