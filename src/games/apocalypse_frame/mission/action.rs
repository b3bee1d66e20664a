//! Choices of the Aces' team and of the game master.

/// The Aces' team as a player.
pub const ACES: usize = 0;
/// The game master as a player.
pub const GM: usize = 1;

/// No hex, no target: fills a field of an action that does not need it.
pub const NONE: u8 = u8::MAX;

/// What an enemy gives another by Protect ("Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protection {
    Armor,
    Shields,
}

/// A choice. Aces, enemies and hexes are named by their numbers, armaments and systems by their place in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// This Ace takes its turn next.
    Begin(u8),
    /// One hex.
    Move(u8),
    /// Two hexes, with no enemy that near (A59).
    Sprint(u8),
    /// Interact: up a rooftop, by a Speed roll.
    Climb(u8),
    Attack {
        armament: u8,
        target: u8,
    },
    /// Drops an armament for its backup (A14).
    Swap(u8),
    /// 1 Tension for an action (A08).
    Extra,
    /// A use of a system: `way` numbers the ways it has, `target` is an enemy or an Ace and `to` a hex, [`NONE`] where
    /// it needs none.
    Use {
        item: u8,
        way: u8,
        target: u8,
        to: u8,
    },
    EndTurn,
    /// Lets a roll stand.
    Keep,
    /// 1 Tension for a new roll (A08).
    Reroll,
    /// One target more of a system.
    Pick(u8),
    /// Enough targets.
    Fire,
    /// The target of Superhot, or the Ace of Enveloping.
    Choose(u8),
    /// A free move to this hex.
    Step(u8),
    /// The enemy hit is pushed to this hex (Repulsor Shield).
    Shove(u8),
    /// No free move, no push, no second attack.
    Skip,
    /// Which armament or system frame damage hits.
    Damage(u8),
    Activate(u8),
    EnemyMove {
        enemy: u8,
        to: u8,
    },
    EnemySprint {
        enemy: u8,
        to: u8,
    },
    /// An attack, with the hexes stepped to before and after by Approach and Retreat, [`NONE`] for none (A44).
    EnemyAttack {
        enemy: u8,
        attack: u8,
        ace: u8,
        before: u8,
        after: u8,
    },
    Reinvigorate(u8),
    Endure(u8),
    Shield(u8),
    Protect {
        enemy: u8,
        other: u8,
        with: Protection,
    },
    Reinforce {
        enemy: u8,
        kind: u8,
        at: u8,
    },
    Purge(u8),
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
    /// Whether a roll stands.
    Roll,
    /// The second attack of Parallel Processors (A29).
    Second,
    /// Further targets of a system.
    Volley,
    /// Which target takes the Harm of Superhot, or which Ace the Shield of Enveloping.
    Choose,
    /// Where an Ace steps for free, and why.
    Step { ace: u8, why: Step },
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
