//! What changes within a turn: an Ace's, and the game master's.

use super::super::attack::Roll;
use super::super::shot::Shot;
use super::action::NONE;
use super::state::Mask;

/// The turn of an Ace.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub ace: u8,
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
    pub(super) before_second: u8,
    /// Whether the attack under way is the first of two.
    pub(super) second_due: bool,
    pub attack: Attack,
    pub aim: Volley,
    pub(super) due: Due,
}

impl Default for Turn {
    fn default() -> Turn {
        Turn {
            ace: NONE,
            actions: 0,
            bought: 0,
            hexes: 0,
            attacked: false,
            hairpin: false,
            before_second: 0,
            second_due: false,
            attack: Attack::NONE,
            aim: Volley::default(),
            due: Due::default(),
        }
    }
}

/// An attack under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Place of the armament in the frame.
    pub armament: u8,
    pub target: u8,
    pub shot: Shot,
    pub roll: Roll,
    pub rerolls: u8,
    /// Whether it is the second of Parallel Processors.
    pub second: bool,
}

impl Attack {
    /// No attack.
    pub const NONE: Attack = Attack {
        armament: NONE,
        target: NONE,
        shot: Shot { dice: 0, harm: 0, six_bonus: 0, splash: false, ignores_armor: false, ignores_shields: false },
        roll: Roll { result: 0, shown: 0 },
        rerolls: 0,
        second: false,
    };
}

/// A system in use whose targets are being picked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volley {
    pub item: u8,
    /// Harm to each.
    pub harm: u8,
    /// Targets that may still be picked.
    pub left: u8,
    /// Enemies, or Aces for Enveloping.
    pub picked: Mask,
    /// Place the targets are at, for nets.
    pub at: u8,
}

/// What follows in an Ace's turn before its next choice, in the order of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Further targets are picked.
    pub volley: bool,
    /// Superhot or Enveloping.
    pub choose: bool,
    /// The enemy that may be pushed, plus 1.
    pub shove: u8,
    /// Exit Thrusters.
    pub exit: bool,
    /// Bit by number: Aces that Motivating moves.
    pub motivated: u8,
    /// Kinetic Drive Motor.
    pub drive: bool,
    /// A roll to keep or not.
    pub roll: bool,
    /// A consequence, and whether it may harm.
    pub answer: Option<Provoked>,
    /// The second attack.
    pub second: bool,
}

impl Due {
    /// Whether nothing follows.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        let Due { volley, choose, shove, exit, motivated, drive, roll, answer, second } = *self;
        // One test for all: hardly ever is there something.
        let any = u8::from(volley | choose | exit | drive | roll | second) | shove | motivated;
        any == 0 && answer.is_none()
    }
}

/// A consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provoked {
    /// The target of what provoked it, [`NONE`] for none.
    pub target: u8,
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
    pub enemy: u8,
    /// Moves taken, and how many of them were Desperation Moves of colossi.
    pub taken: u8,
    pub desperate: u8,
    /// Primes whose free Move is still to come.
    pub restored: Mask,
}
