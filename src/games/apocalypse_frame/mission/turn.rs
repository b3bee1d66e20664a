//! The changing part of a turn: an Ace's, and the game master's.

use super::super::attack::Roll;
use super::super::ids::{AceId, AceSet, ArmSet, ArmSlot, EnemyId, EnemySet, HexId, ItemSlot};
use super::super::shot::Shot;

/// The turn of an Ace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn {
    /// The acting Ace; `None` between turns.
    pub ace: Option<AceId>,
    /// Actions left.
    pub actions: u8,
    /// Actions bought.
    pub bought: u8,
    /// Hexes moved this turn, for Kinetic Discharge.
    pub hexes: u8,
    /// True if the Ace attacked this turn.
    pub attacked: bool,
    /// True if Hairpin Controls have worked this turn.
    pub hairpin: bool,
    /// Armaments of the previous attack action, while the second attack of the current one is pending.
    pub(super) before_second: ArmSet,
    /// True if the attack under way is the first of two.
    pub(super) second_due: bool,
    /// The attack under way, or the last one.
    pub attack: Option<Attack>,
    pub aim: Volley,
    pub(super) due: Due,
}

impl Turn {
    /// Returns the acting Ace.
    ///
    /// # Panics
    /// Panics between turns.
    #[inline]
    pub fn acting(&self) -> AceId {
        self.ace.expect("a turn is on")
    }

    /// Returns the pending consequence.
    #[inline]
    pub fn provoked(&self) -> Option<Provoked> {
        self.due.answer
    }
}

/// An attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Slot of the armament in the frame.
    pub armament: ArmSlot,
    pub target: EnemyId,
    pub shot: Shot,
    pub roll: Roll,
    pub rerolls: u8,
    /// True for the second attack of Parallel Processors.
    pub second: bool,
}

/// A system in use while its targets are picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    pub item: ItemSlot,
    /// Harm to each target.
    pub harm: u8,
    /// Targets that may still be picked.
    pub left: u8,
    pub picked: EnemySet,
    /// Aces of which Enveloping affects one.
    pub aces: AceSet,
    /// Place of the targets, for nets.
    pub at: Option<HexId>,
}

/// Follow-ups in an Ace's turn before its next choice, in the order of the fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// True while further targets are picked.
    pub volley: bool,
    /// True if Superhot or Enveloping needs a choice.
    pub choose: bool,
    /// The enemy that may be pushed.
    pub shove: Option<EnemyId>,
    /// True for a step of Exit Thrusters.
    pub exit: bool,
    /// Aces that Motivating moves.
    pub motivated: AceSet,
    /// True for a step of Kinetic Drive Motor.
    pub drive: bool,
    /// True if a roll may be kept or rerolled.
    pub roll: bool,
    /// A consequence to be answered.
    pub answer: Option<Provoked>,
    /// A further consequence, of a damaged system that was used before the first was answered (A68).
    pub later: Option<Provoked>,
    /// True if systems may be used before the consequence is answered (A68).
    pub brace: bool,
    /// True if the second attack is pending.
    pub second: bool,
}

impl Due {
    /// Returns true if nothing follows.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        // `later` and `brace` matter only if an answer is due.
        let Due { volley, choose, shove, exit, motivated, drive, roll, answer, second, .. } = *self;
        // A single test, since follow-ups are rare.
        let any = volley | choose | exit | drive | roll | second | shove.is_some() | !motivated.is_empty();
        !any && answer.is_none()
    }

    /// Makes a consequence due, after one that already is.
    pub(super) fn provoke(&mut self, provoked: Provoked) {
        self.brace = true;
        let place = if self.answer.is_none() { &mut self.answer } else { &mut self.later };
        *place = Some(provoked);
    }

    /// Marks the pending consequence as answered.
    pub(super) fn answered(&mut self) {
        self.answer = self.later.take();
        self.brace = self.answer.is_some();
    }
}

/// A consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provoked {
    /// The target of the roll that provoked it.
    pub target: Option<EnemyId>,
    /// True if it must not harm: Hairpin Controls.
    pub harmless: bool,
}

/// The GM turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmTurn {
    /// Activations left.
    pub activations: u8,
    /// Moves that the active enemy has left.
    pub moves: u8,
    /// The active enemy.
    pub enemy: Option<EnemyId>,
    /// Moves taken, and the number of them that were Desperation Moves of colossi.
    pub taken: u8,
    pub desperate: u8,
    /// Primes with a pending free Move.
    pub restored: EnemySet,
}
