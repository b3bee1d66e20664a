//! Choices of the Aces' team and of the game master.

use super::super::ids::{AceId, ArmSlot, AttackId, Combatant, EnemyId, HexId, ItemSlot};

/// The Aces' team as a player.
pub const ACES: usize = 0;
/// The game master as a player.
pub const GM: usize = 1;

/// The way to use a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemUse {
    /// The first use in the system's text.
    #[default]
    Main,
    /// The second mode of a volley.
    Other,
    /// For a Close ally instead of the user, or for a Near ally instead of a Close one (Projecting).
    Projected,
}

/// The gear that frame damage hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Damaged {
    Armament(ArmSlot),
    Item(ItemSlot),
}

/// The defense that an enemy gives another by Protect ("Moves").
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
    /// Moves one hex.
    Move(HexId),
    /// Sprints two hexes, with no enemy within two hexes (A59).
    Sprint(HexId),
    /// Interacts: climbs a rooftop, by a Speed roll.
    Climb(HexId),
    Attack {
        armament: ArmSlot,
        target: EnemyId,
    },
    /// Replaces an armament by its backup (A14).
    Swap(ArmSlot),
    /// Pays 1 Tension for an action (A08).
    Extra,
    /// Uses a system, with the target and the hex that it needs.
    Use {
        item: ItemSlot,
        way: ItemUse,
        target: Option<Combatant>,
        to: Option<HexId>,
    },
    EndTurn,
    /// Keeps a roll.
    Keep,
    /// Pays 1 Tension for a reroll (A08).
    Reroll,
    /// Picks one more target of a system.
    Pick(EnemyId),
    /// Stops picking targets.
    Fire,
    /// Chooses the target of Superhot, or the Ace of Enveloping.
    Choose(Combatant),
    /// Takes a free step to this hex.
    Step(HexId),
    /// Pushes the enemy that was hit to this hex (Repulsor Shield).
    Shove(HexId),
    /// Takes no free step, no push, no second attack, or no more systems before an answer.
    Skip,
    /// Chooses the armament or system that frame damage hits.
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
    /// Attacks, with the hexes of the steps of Approach and Retreat before and after, if any (A44).
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
    /// Does nothing; ends an activation.
    Hold,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The next Ace to take a turn.
    NextAce,
    /// The next action of the Ace in its turn.
    Act,
    /// Keeping a roll, rerolling, or using a system before the Harm (A68).
    Roll,
    /// Using systems before a consequence is answered (A68).
    BeforeAnswer,
    /// The second attack of Parallel Processors (A29).
    Second,
    /// Further targets of a system.
    Volley,
    /// The target of Superhot, or the Ace of Enveloping.
    Choose,
    /// The hex of a free step of an Ace, and the source of the step.
    Step { ace: AceId, why: Step },
    /// The hex to which the hit enemy is pushed.
    Shove,
    /// The answer of the enemies to a consequence.
    Answer,
    /// The armament that frame damage replaces.
    DamagedArmament,
    /// The modular system that frame damage hits.
    DamagedModule,
    /// The free Move of a Prime that is restored (A54).
    Restored,
    /// The enemy to activate.
    Activate,
    /// The next move of the activated enemy.
    EnemyMove,
}

/// Source of a free step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Kinetic Drive Motor.
    Drive,
    /// Motivating.
    Motivated,
    /// Exit Thrusters, which require the step.
    Exit,
}

impl Decision {
    /// Returns the player who decides.
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
