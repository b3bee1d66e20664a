//! The lines of a replay, one per event, and the values of their fields.
//!
//! Aces, hexes and kinds of enemies are indices into the header's lists, enemies are numbers in the battle, and gear
//! and attacks are names.

use super::now::Update;
use hitchart_apocalypse_frame::encounter::{Ending, Global};
use hitchart_lab::replay::is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Line {
    /// Running number, from 1.
    pub n: u32,
    /// Number of the battle, from 0.
    pub battle: u8,
    /// Round of the battle, from 1; 0 before the first.
    pub round: u8,
    /// Kind of the event in `event`, and the fields of that kind.
    #[serde(flatten)]
    pub what: Happening,
    /// Description of the event.
    pub text: String,
    /// Changes of the state.
    #[serde(default, skip_serializing_if = "is_default")]
    pub now: Update,
}

/// An Ace or an enemy: one of the two, or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Whom")]
pub(crate) struct AceOrEnemy {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ace: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<u16>,
}

/// Source of Harm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Cause {
    pub cause: CauseKind,
    #[serde(flatten)]
    pub by: AceOrEnemy,
    /// Armament, system or attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum Happening {
    /// All units are on the field.
    BattleBegan {
        name: String,
    },
    RoundBegan {
        /// The round again, for its text.
        number: u8,
    },
    TurnBegan {
        ace: u8,
    },
    /// An Ace that was down acts again, or begins its last stand.
    Recovered {
        ace: u8,
        last_stand: bool,
    },
    /// A result of frame damage applies; `of` is the damaged gear, from result 4 on.
    FrameDamaged {
        ace: u8,
        face: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    TurnEnded {
        ace: u8,
    },
    /// A rolled pool and its faces. `with` is the armament or system.
    Rolled {
        ace: u8,
        attempt: Attempt,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<u16>,
        /// True for a reroll paid with Tension.
        #[serde(default, skip_serializing_if = "is_default")]
        again: bool,
        faces: Vec<u8>,
        /// The face that counts; 0 for a pool of no dice.
        counts: u8,
        outcome: RollOutcome,
    },
    /// A single die, for or against a unit, or at a hex.
    DieRolled {
        die: DieKind,
        #[serde(flatten)]
        whom: AceOrEnemy,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u8>,
        /// The Efficient system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
        /// The highest face on which the Shield holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holds_to: Option<u8>,
        /// True for a reroll of a drop.
        #[serde(default, skip_serializing_if = "is_default")]
        again: bool,
        face: u8,
    },
    Moved {
        #[serde(flatten)]
        whom: AceOrEnemy,
        from: u8,
        to: u8,
        manner: Manner,
        /// The system that caused the movement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// An armament was replaced by its backup.
    Swapped {
        ace: u8,
        armament: String,
        backup: String,
    },
    /// A system is used; the effects follow.
    Used {
        ace: u8,
        with: String,
        #[serde(default, skip_serializing_if = "is_default")]
        way: UseMode,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<u16>,
        /// The Ace that the system helps, if it is not the user.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<u8>,
    },
    /// A resource of an Ace changed.
    ResourceChanged {
        ace: u8,
        resource: Resource,
        by: i8,
        why: ResourceReason,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// A unit was harmed; `through` is the part of `harm` after reductions, and `left` the remaining Vigor.
    Harmed {
        #[serde(flatten)]
        whom: AceOrEnemy,
        source: Cause,
        harm: u8,
        through: u8,
        shielded: bool,
        left: u8,
    },
    /// An enemy was taken out, for good or until the next GM turn.
    TakenOut {
        enemy: u16,
        source: Cause,
        for_good: bool,
    },
    /// An Ace has no Vigor left: it is down, or out of the battle.
    AceDown {
        ace: u8,
        source: Cause,
        damage: u8,
        ejected: bool,
    },
    /// An Ace and its frame are lost after a last stand.
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
    /// A consequence was provoked; `void` if no answer is possible.
    Provoked {
        ace: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<u16>,
        harmless: bool,
        void: bool,
    },
    GmTurnBegan {
        activations: u8,
    },
    /// A Prime was restored.
    Restored {
        enemy: u16,
        left: u8,
    },
    Activated {
        enemy: u16,
        moves: u8,
    },
    EnemyAttacked {
        enemy: u16,
        attack: String,
        ace: u8,
        /// True for an answer to a consequence.
        answer: bool,
    },
    /// A move of an enemy without Harm; `other` is the protected enemy.
    Stanced {
        enemy: u16,
        stance: StanceKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<u16>,
    },
    Reinforced {
        enemy: u16,
        kind: u8,
        at: u8,
    },
    /// Nothing was done; without `enemy`, a consequence was not answered.
    Held {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<u16>,
    },
    /// Places of a kind were added or removed.
    FieldChanged {
        places: Vec<u8>,
        sort: Place,
        added: bool,
    },
    EverywhereChanged {
        effect: Global,
        on: bool,
    },
    /// Enemies of a kind, or all, changed in strength.
    EnemiesChanged {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// A bombardment fell; without `at`, off the map.
    BombardmentFell {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u8>,
    },
    /// Result of a drop, and the Ace that gets it; no Ace if none needs it.
    Dropped {
        drop: Dropping,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<u8>,
        face: u8,
    },
    RoundEnded {
        number: u8,
    },
    BattleEnded {
        ending: Ending,
    },
    MissionEnded {
        ending: Ending,
    },
}

/// Purpose of a rolled pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Attempt {
    Attack,
    /// To move on damaged legs.
    Legs,
    Climb,
    /// To use a damaged system.
    System,
}

/// Outcome of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RollOutcome {
    Failure,
    Mixed,
    Full,
}

/// Purpose of a single die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DieKind {
    Shield,
    Cover,
    Efficient,
    FrameDamage,
    Bombardment,
    /// Direction of a bombardment that misses its place.
    Astray,
    Lightning,
    /// Choice of a change of the situation.
    Situation,
    Drop,
}

/// Kind of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Manner {
    Move,
    Sprint,
    Climb,
    System,
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

/// The way a system is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Way")]
pub(crate) enum UseMode {
    #[default]
    Main,
    /// The second mode of a volley.
    Other,
    /// One band farther, for 1 Tension.
    Projected,
}

/// A resource of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Resource {
    Vigor,
    Tension,
    Ammo,
}

/// Reason for a change of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Why")]
pub(crate) enum ResourceReason {
    Reroll,
    ExtraAction,
    System,
    Hot,
    Invigorating,
    SupportDrones,
    Build,
    FrameDamage,
}

/// Kind of a source of Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CauseKind {
    Armament,
    Splash,
    System,
    Mortar,
    Attack,
    Hazard,
    Bombardment,
    Lightning,
    ReactiveGas,
    PitchedFirefight,
}

/// A move of an enemy without Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StanceKind {
    Reinvigorate,
    Endure,
    Shield,
    ProtectArmor,
    ProtectShields,
    Purge,
}

/// Kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Place {
    Cover,
    LowCover,
    Hazard,
    Rooftop,
    Bombardment,
}

/// Result of a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Dropping {
    Nothing,
    Materials,
    Tension,
    Vigor,
}
