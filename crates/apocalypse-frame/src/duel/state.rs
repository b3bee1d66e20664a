//! The states of a duel. Parts that do not matter in a duel keep their default, so that equal situations are equal.

use super::super::attack::Shot;

/// End of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// The enemy is removed for good.
    Won,
    /// The Ace takes frame damage.
    Broken,
    /// Both, by an answer of the removed enemy (A04).
    Both,
}

/// The part of a roll of an attack that later steps need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rolled {
    /// Harm before reductions.
    pub harm: u8,
    /// True if the roll is a success.
    pub succeeds: bool,
    /// True if the roll provokes a consequence.
    pub provokes: bool,
    /// True if the roll is the face of Hairpin Controls.
    pub is_safe: bool,
}

/// An attack of the Ace, with its numbers at declaration (A24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attack {
    /// Index of the armament.
    pub armament: u8,
    pub shot: Shot,
    /// Number of rerolls so far, if later steps need it.
    pub rerolls: u8,
}

/// The next step of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// A round begins.
    Begin,
    /// The Ace chooses an action.
    Act,
    /// The dice of an attack are rolled.
    Roll(Attack),
    /// The Ace keeps the roll or rerolls.
    Rolled(Attack, Rolled),
    /// The Harm of a roll meets the enemy.
    Hit {
        /// Index of the armament.
        armament: u8,
        rolled: Rolled,
    },
    /// The game master answers a consequence.
    Answer {
        /// True if the answer must not be an attack (Hairpin Controls).
        harmless: bool,
    },
    /// A restored Prime has its free Move (A54).
    Restored,
    /// The enemy has this many Moves left in its activation.
    Moves(u8),
    /// The duel is over.
    Over(End),
}

/// The Ace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub vigor: u8,
    pub tension: u8,
    /// Actions left in the turn.
    pub actions: u8,
    /// Actions bought in the turn.
    pub bought: u8,
    /// Armament of the last attack, counted from 1, for Spin Up; 0 for none.
    pub last: u8,
    /// Bits of the armaments used in the round, for Charge.
    pub fired: u8,
    /// Movements in the round, up to 2, for Mobile and Stationary.
    pub moves: u8,
    /// True once Hairpin Controls have worked in the turn.
    pub hairpin: bool,
    /// True if the next attack rolls one die less.
    pub distracted: bool,
    /// True if the first attack of the next turn rolls one die less.
    pub distracted_next: bool,
}

/// The enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Enemy {
    /// Vigor left; 0 for a Prime that is down, and for a removed enemy that answers.
    pub vigor: u8,
    pub shields: u8,
    /// Shields of the Shield move left.
    pub granted: u8,
    /// True if those Shields last until the end of the next round's Ace turn.
    pub granted_on: bool,
    /// 1 with Armor by the Endure move until the end of the Ace turn, 2 if it lasts a turn longer.
    pub enduring: u8,
    pub restorations: u8,
    /// Movements in the round, up to 2, for Mobile and Stationary.
    pub moves: u8,
    /// Bits of the attacks used in the round, for Charge.
    pub fired: u8,
    /// True if Suppression Targeting prevents movement (A31).
    pub held: bool,
    /// True if the next attack deals 1 Harm less.
    pub distracted: bool,
    /// True if the enemy has attacked in the GM turn.
    pub attacked: bool,
    /// True if its place burns (Incendiary).
    pub burns: bool,
}

/// A state of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub stage: Stage,
    /// Distance in hexes, 0 to 2.
    pub band: u8,
    pub ace: Frame,
    pub enemy: Enemy,
}

impl State {
    pub(super) fn at(self, stage: Stage) -> State {
        State { stage, ..self }
    }

    /// Returns the state of a duel that is over; all of them are one state.
    pub(super) fn over(end: End) -> State {
        State { stage: Stage::Over(end), band: 0, ace: Frame::default(), enemy: Enemy::default() }
    }

    /// Returns true if the enemy is removed for good.
    pub(super) fn is_removed(&self) -> bool {
        self.enemy.vigor == 0 && self.enemy.restorations == 0
    }
}
