//! What changes within a turn: an Ace's, and the game master's.

use super::super::attack::Roll;
use super::super::ids::{AceId, AceSet, ArmSet, ArmSlot, EnemyId, EnemySet, HexId, ItemSlot};
use super::super::shot::Shot;

/// The turn of an Ace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Turn {
    /// Whose turn it is; nobody's in between.
    pub ace: Option<AceId>,
    /// Actions left.
    pub actions: u8,
    /// Actions bought.
    pub bought: u8,
    /// Hexes moved this turn, for Kinetic Discharge.
    pub hexes: u8,
    /// Whether it attacked this turn.
    pub attacked: bool,
    /// Whether Hairpin Controls have worked this turn.
    pub hairpin: bool,
    /// Armaments of the attack action before, while the second attack of this one is to come.
    pub(super) before_second: ArmSet,
    /// Whether the attack under way is the first of two.
    pub(super) second_due: bool,
    /// The attack under way, or the last one.
    pub attack: Option<Attack>,
    pub aim: Volley,
    pub(super) due: Due,
}

impl Turn {
    /// The Ace whose turn is on.
    ///
    /// # Panics
    /// Between turns.
    #[inline]
    pub fn acting(&self) -> AceId {
        self.ace.expect("a turn is on")
    }

    /// The consequence that is due.
    #[inline]
    pub fn provoked(&self) -> Option<Provoked> {
        self.due.answer
    }
}

/// An attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Place of the armament in the frame.
    pub armament: ArmSlot,
    pub target: EnemyId,
    pub shot: Shot,
    pub roll: Roll,
    pub rerolls: u8,
    /// Whether it is the second of Parallel Processors.
    pub second: bool,
}

/// A system in use whose targets are being picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    pub item: ItemSlot,
    /// Harm to each.
    pub harm: u8,
    /// Targets that may still be picked.
    pub left: u8,
    pub picked: EnemySet,
    /// Aces of whom one is enveloped.
    pub aces: AceSet,
    /// Place the targets are at, for nets.
    pub at: Option<HexId>,
}

/// What follows in an Ace's turn before its next choice, in the order of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Further targets are picked.
    pub volley: bool,
    /// Superhot or Enveloping.
    pub choose: bool,
    /// The enemy that may be pushed.
    pub shove: Option<EnemyId>,
    /// Exit Thrusters.
    pub exit: bool,
    /// Aces that Motivating moves.
    pub motivated: AceSet,
    /// Kinetic Drive Motor.
    pub drive: bool,
    /// A roll to keep or not.
    pub roll: bool,
    /// A consequence, and whether it may harm.
    pub answer: Option<Provoked>,
    /// One more, of a damaged system that was used before that one was answered (A68).
    pub later: Option<Provoked>,
    /// Systems may be used before the consequence is answered (A68).
    pub brace: bool,
    /// The second attack.
    pub second: bool,
}

impl Due {
    /// Whether nothing follows.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        // What is later is so of an answer that is due, and so are the systems before it.
        let Due { volley, choose, shove, exit, motivated, drive, roll, answer, second, .. } = *self;
        // One test for all: hardly ever is there something.
        let any = volley | choose | exit | drive | roll | second | shove.is_some() | !motivated.is_empty();
        !any && answer.is_none()
    }

    /// Makes a consequence due, after one that already is.
    pub(super) fn provoke(&mut self, provoked: Provoked) {
        self.brace = true;
        let place = if self.answer.is_none() { &mut self.answer } else { &mut self.later };
        *place = Some(provoked);
    }

    /// The consequence that was due is answered.
    pub(super) fn answered(&mut self) {
        self.answer = self.later.take();
        self.brace = self.answer.is_some();
    }
}

/// A consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provoked {
    /// The target of what provoked it.
    pub target: Option<EnemyId>,
    /// No Harm may come of it: Hairpin Controls.
    pub harmless: bool,
}

/// The GM turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmTurn {
    /// Activations left.
    pub activations: u8,
    /// Moves that the active enemy has left.
    pub moves: u8,
    /// The enemy that is active.
    pub enemy: Option<EnemyId>,
    /// Moves taken, and how many of them were Desperation Moves of colossi.
    pub taken: u8,
    pub desperate: u8,
    /// Primes whose free Move is still to come.
    pub restored: EnemySet,
}
