//! Choices of the Aces' team and of the game master.

use super::super::ids::{AceId, ArmSlot, AttackId, Combatant, EnemyId, HexId, ItemSlot};
use super::event::Resource;
use hitchart_play::action_kinds;

/// The Aces' team as a player.
pub const ACES: usize = 0;
/// The game master as a player.
pub const GM: usize = 1;

/// The way to use a system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Damaged {
    /// Result 4: this armament is replaced by its backup.
    Armament(ArmSlot),
    /// Result 5: this modular system needs a roll from now on (A49).
    Item(ItemSlot),
}

/// The defense that an enemy gives another by Protect ("Moves").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// 1 Armor, as by Endure.
    Armor,
    /// 2 Shields, or all Shields of its own, as by Shield.
    Shields,
}

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// This Ace takes its turn next.
    Begin(AceId),
    /// Moves one hex.
    Move(HexId),
    /// Sprints two hexes, with no enemy within two hexes (A59).
    Sprint(HexId),
    /// Interacts: climbs a rooftop, by a Speed roll.
    Climb(HexId),
    /// Attacks an enemy; costs an action unless it is the second attack of Parallel Processors (A29).
    Attack {
        /// Slot of the armament, or of its backup after a swap.
        armament: ArmSlot,
        /// Enemy that is attacked.
        target: EnemyId,
    },
    /// Replaces an armament by its backup (A14).
    Swap(ArmSlot),
    /// Pays 1 Tension for an action (A08).
    Extra,
    /// Uses a system, with the target and the hex that it needs.
    Use {
        /// Slot of the system in the frame of the acting Ace.
        item: ItemSlot,
        /// Mode of the system.
        way: ItemUse,
        /// Enemy or other Ace that is targeted; `None` without one.
        target: Option<Combatant>,
        /// Place of a blast or mortar, or destination of Afterburner or Entry Thrusters; otherwise `None`.
        to: Option<HexId>,
    },
    /// Ends the Ace's turn; actions that are left are lost.
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
    /// Leaves the battle at the last frame damage (A50).
    Eject,
    /// Makes a last stand in the Ace's next turn (A50).
    LastStand,
    /// Gives the next drop to this Ace (A52).
    Give(AceId),
    /// Activates this enemy in the GM turn (A41).
    Activate(EnemyId),
    /// Moves an enemy by one hex; a part may carry its colossus along (A65).
    EnemyMove {
        /// Enemy that moves.
        enemy: EnemyId,
        /// Hex that the enemy moves to.
        to: HexId,
    },
    /// Sprints two hexes, with no Ace within two hexes (A59).
    EnemySprint {
        /// Enemy that moves.
        enemy: EnemyId,
        /// Hex that the enemy moves to.
        to: HexId,
    },
    /// Attacks, with the hexes of the steps of Approach and Retreat before and after, if any (A44).
    EnemyAttack {
        /// Enemy that attacks.
        enemy: EnemyId,
        /// Attack, by index in the list of the enemy's kind.
        attack: AttackId,
        /// Ace that is attacked.
        ace: AceId,
        /// Hex of a step before the attack; `None` without one.
        before: Option<HexId>,
        /// Hex of a step after the attack; `None` without one.
        after: Option<HexId>,
    },
    /// This enemy regains 1 Vigor.
    Reinvigorate(EnemyId),
    /// This enemy gains 1 Armor until the end of the next Aces' turn.
    Endure(EnemyId),
    /// This enemy gains 2 Shields until the end of the next Aces' turn; a kind with 2 or more regains its own.
    Shield(EnemyId),
    /// Gives the effect of Endure or Shield to another enemy in the same hex.
    Protect {
        /// Enemy that makes the move.
        enemy: EnemyId,
        /// Enemy that is protected.
        other: EnemyId,
        /// Defense that the protected enemy gains.
        with: Protection,
    },
    /// Calls a Standard enemy with 1 Vigor.
    Reinforce {
        /// Enemy that makes the move.
        enemy: EnemyId,
        /// Number of the called kind in the encounter.
        kind: u8,
        /// Hex of the new enemy: the caller's hex or a neighbour.
        at: HexId,
    },
    /// This Prime loses the effects of attacks and systems on it.
    Purge(EnemyId),
    /// Does nothing; ends an activation.
    Hold,
}

action_kinds! {
    Action {
        "begin" = Action::Begin(_),
        "move" = Action::Move(_),
        "sprint" = Action::Sprint(_),
        "climb" = Action::Climb(_),
        "attack" = Action::Attack { .. },
        "swap" = Action::Swap(_),
        "extra action" = Action::Extra,
        "use" = Action::Use { .. },
        "end turn" = Action::EndTurn,
        "keep" = Action::Keep,
        "reroll" = Action::Reroll,
        "step" = Action::Step(_),
        "skip" = Action::Skip,
        "damage" = Action::Damage(_),
        "activate" = Action::Activate(_),
        "enemy move" = Action::EnemyMove { .. },
        "enemy sprint" = Action::EnemySprint { .. },
        "enemy attack" = Action::EnemyAttack { .. },
    }
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
    Step {
        /// Ace that may step.
        ace: AceId,
        /// Source of the step.
        why: Step,
    },
    /// The hex to which the hit enemy is pushed.
    Shove,
    /// The answer of the enemies to a consequence.
    Answer,
    /// The armament that frame damage replaces.
    DamagedArmament,
    /// The modular system that frame damage hits.
    DamagedModule,
    /// Ejecting or a last stand, at the last frame damage of an Ace (A50).
    LastDamage {
        /// Ace that chooses.
        ace: AceId,
    },
    /// The Ace that gets the next drop (A52).
    Share {
        /// Resource of the drop.
        resource: Resource,
    },
    /// The free Move of a Prime that is restored (A54).
    Restored,
    /// The enemy to activate.
    Activate,
    /// The next move of the activated enemy.
    EnemyMove,
}

/// Names the kinds of decisions, with the words that follow `to`.
macro_rules! decision_kinds {
    ($($name:literal $words:literal = $pattern:pat,)+) => {
        impl Decision {
            /// Names of the kinds.
            pub const KINDS: &'static [&'static str] = &[$($name),+];

            /// Returns the name of the kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($pattern => $name,)+
                }
            }

            /// Returns the decision in words that follow `to`.
            pub fn in_words(&self) -> &'static str {
                match self {
                    $($pattern => $words,)+
                }
            }
        }
    };
}

decision_kinds! {
    "next-ace" "choose the next Ace" = Decision::NextAce,
    "act" "act" = Decision::Act,
    "roll" "keep or change a roll" = Decision::Roll,
    "before-answer" "use a system before the answer" = Decision::BeforeAnswer,
    "second" "make the second attack" = Decision::Second,
    "volley" "choose another target" = Decision::Volley,
    "choose" "choose a target" = Decision::Choose,
    "step" "take a free step" = Decision::Step { .. },
    "shove" "push an enemy" = Decision::Shove,
    "answer" "answer a consequence" = Decision::Answer,
    "damaged-armament" "choose the damaged armament" = Decision::DamagedArmament,
    "damaged-module" "choose the damaged system" = Decision::DamagedModule,
    "last-damage" "eject or make a last stand" = Decision::LastDamage { .. },
    "share" "give away a drop" = Decision::Share { .. },
    "restored" "move a restored Prime" = Decision::Restored,
    "activate" "activate an enemy" = Decision::Activate,
    "enemy-move" "choose the enemy's Move" = Decision::EnemyMove,
}

/// Source of a free step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
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
