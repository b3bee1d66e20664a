//! The lines of a replay, one an event.
//!
//! Aces, hexes and kinds of enemies go by their places in the header's lists, enemies by their numbers in the battle;
//! gear and attacks go by their names.

use super::super::encounter::{Ending, Global};
use super::kinds::{Attempt, CauseKind, DieKind, Dropping, Manner, Place, Resource, StanceKind, Verdict, Way, Why};
use super::now::Update;
use hitchart_lab::replay::is_default;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Running number, from 1.
    pub n: u32,
    /// Number of the battle, from 0.
    pub battle: u8,
    /// Round of the battle, from 1; 0 before the first.
    pub round: u8,
    /// What happened: its name in `event`, and fields of its own.
    #[serde(flatten)]
    pub what: Happening,
    /// What happened, in words.
    pub text: String,
    /// What is new in the state.
    #[serde(default, skip_serializing_if = "is_default")]
    pub now: Update,
}

/// An Ace or an enemy: one of the two, or neither for nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Whom {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ace: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enemy: Option<u16>,
}

/// Where Harm comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cause {
    pub cause: CauseKind,
    #[serde(flatten)]
    pub by: Whom,
    /// Armament, system or attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<String>,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    /// Everyone is on the field.
    BattleBegan {
        name: String,
    },
    RoundBegan {
        /// The round once more, for its words.
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
    /// A result of frame damage took hold; `of` is what it hit, from 4 on.
    FrameDamaged {
        ace: u8,
        face: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    TurnEnded {
        ace: u8,
    },
    /// A pool, its faces as they fell. `with` is the armament or system.
    Rolled {
        ace: u8,
        attempt: Attempt,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<u16>,
        /// True if Tension paid for it.
        #[serde(default, skip_serializing_if = "is_default")]
        again: bool,
        faces: Vec<u8>,
        /// The face that counts; 0 for a pool of no dice.
        counts: u8,
        outcome: Verdict,
    },
    /// A single die, for or against somebody, or at a hex.
    DieRolled {
        die: DieKind,
        #[serde(flatten)]
        whom: Whom,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u8>,
        /// The Efficient system.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
        /// The highest face on which the Shield holds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holds_to: Option<u8>,
        /// True if it is a drop rolled again.
        #[serde(default, skip_serializing_if = "is_default")]
        again: bool,
        face: u8,
    },
    Moved {
        #[serde(flatten)]
        whom: Whom,
        from: u8,
        to: u8,
        manner: Manner,
        /// The system that moved it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// An armament was dropped for its backup.
    Swapped {
        ace: u8,
        armament: String,
        backup: String,
    },
    /// A system is used; what comes of it follows.
    Used {
        ace: u8,
        with: String,
        #[serde(default, skip_serializing_if = "is_default")]
        way: Way,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<u16>,
        /// The Ace it is for, where that is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<u8>,
    },
    /// A resource of an Ace rose or fell.
    ResourceChanged {
        ace: u8,
        resource: Resource,
        by: i8,
        why: Why,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<String>,
    },
    /// Harm came at somebody; `through` is what was left of `harm`, and `left` the Vigor after it.
    Harmed {
        #[serde(flatten)]
        whom: Whom,
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
    /// An Ace's Vigor is gone: it is down, or out of the battle.
    AceDown {
        ace: u8,
        source: Cause,
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
    /// A consequence was provoked; `void` where nobody answers.
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
    /// A Prime came back.
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
        /// True if it answers a consequence.
        answer: bool,
    },
    /// A move of an enemy without Harm; `other` is whom it protects.
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
    /// Nothing was done; without `enemy`, a consequence was let pass.
    Held {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        enemy: Option<u16>,
    },
    /// Places of a sort came or went.
    FieldChanged {
        places: Vec<u8>,
        sort: Place,
        added: bool,
    },
    EverywhereChanged {
        effect: Global,
        on: bool,
    },
    /// Enemies of a kind, or all, are stronger or weaker.
    EnemiesChanged {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// Without `at`, beyond the map.
    BombardmentFell {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u8>,
    },
    /// What a drop gave, and to whom; nobody, where nobody lacks it.
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
