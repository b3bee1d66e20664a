//! Choices of the Aces' team and of the game master.

use super::super::ids::{AceId, ArmSlot, AttackId, EnemyId, HexId, ItemSlot, Who};

/// The Aces' team as a player.
pub const ACES: usize = 0;
/// The game master as a player.
pub const GM: usize = 1;

/// How a system is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Way {
    /// As the system's text begins.
    #[default]
    Main,
    /// The other way to fire a volley.
    Other,
    /// For a Close ally in place of the user, or a Near one in place of a Close one (Projecting).
    Projected,
}

/// What frame damage hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Damaged {
    Armament(ArmSlot),
    Item(ItemSlot),
}

/// What an enemy gives another by Protect ("Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protection {
    Armor,
    Shields,
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// This Ace takes its turn next.
    Begin(AceId),
    /// One hex.
    Move(HexId),
    /// Two hexes, with no enemy that near (A59).
    Sprint(HexId),
    /// Interact: up a rooftop, by a Speed roll.
    Climb(HexId),
    Attack {
        armament: ArmSlot,
        target: EnemyId,
    },
    /// Drops an armament for its backup (A14).
    Swap(ArmSlot),
    /// 1 Tension for an action (A08).
    Extra,
    /// A use of a system, with its target and the hex it goes to where it needs them.
    Use {
        item: ItemSlot,
        way: Way,
        target: Option<Who>,
        to: Option<HexId>,
    },
    EndTurn,
    /// Lets a roll stand.
    Keep,
    /// 1 Tension for a new roll (A08).
    Reroll,
    /// One target more of a system.
    Pick(EnemyId),
    /// Enough targets.
    Fire,
    /// The target of Superhot, or the Ace of Enveloping.
    Choose(Who),
    /// A free move to this hex.
    Step(HexId),
    /// The enemy hit is pushed to this hex (Repulsor Shield).
    Shove(HexId),
    /// No free move, no push, no second attack, no more systems before an answer.
    Skip,
    /// Which armament or system frame damage hits.
    Damage(Damaged),
    Activate(EnemyId),
    EnemyMove {
        enemy: EnemyId,
        to: HexId,
    },
    EnemySprint {
        enemy: EnemyId,
        to: HexId,
    },
    /// An attack, with the hexes stepped to before and after by Approach and Retreat, if any (A44).
    EnemyAttack {
        enemy: EnemyId,
        attack: AttackId,
        ace: AceId,
        before: Option<HexId>,
        after: Option<HexId>,
    },
    Reinvigorate(EnemyId),
    Endure(EnemyId),
    Shield(EnemyId),
    Protect {
        enemy: EnemyId,
        other: EnemyId,
        with: Protection,
    },
    Reinforce {
        enemy: EnemyId,
        kind: u8,
        at: HexId,
    },
    Purge(EnemyId),
    /// Nothing; ends an activation.
    Hold,
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Which Ace goes next.
    NextAce,
    /// What the Ace does in its turn.
    Act,
    /// Whether a roll stands, or a system is used before its Harm (A68).
    Roll,
    /// Which systems are used before a consequence is answered (A68).
    BeforeAnswer,
    /// The second attack of Parallel Processors (A29).
    Second,
    /// Further targets of a system.
    Volley,
    /// Which target takes the Harm of Superhot, or which Ace the Shield of Enveloping.
    Choose,
    /// Where an Ace steps for free, and why.
    Step { ace: AceId, why: Step },
    /// Where the enemy hit is pushed.
    Shove,
    /// How the enemies answer a consequence.
    Answer,
    /// Which armament frame damage replaces.
    DamagedArmament,
    /// Which modular system frame damage hits.
    DamagedModule,
    /// The free Move of a Prime that is restored (A54).
    Restored,
    /// Which enemy is activated.
    Activate,
    /// What the activated enemy does.
    EnemyMove,
}

/// Why an Ace steps for free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Kinetic Drive Motor.
    Drive,
    /// Motivating.
    Motivated,
    /// Exit Thrusters, which must.
    Exit,
}

impl Decision {
    /// Who decides.
    pub const fn player(self) -> usize {
        match self {
            Decision::Answer
            | Decision::DamagedArmament
            | Decision::DamagedModule
            | Decision::Restored
            | Decision::Activate
            | Decision::EnemyMove => GM,
            _ => ACES,
        }
    }
}
