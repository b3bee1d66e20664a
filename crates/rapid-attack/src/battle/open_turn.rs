//! An open turn: its target, its dice and its progress.

use crate::{ids::UnitId, loadout::Range};
use hitchart_mobile_frame::{dice::Colour, masks::numbers_in};

/// The target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// No target: the frame rolls no attack dice.
    Nothing,
    /// A frame, by its number.
    Frame(UnitId),
    /// A piece of terrain.
    Piece(u8),
}

impl Target {
    /// Returns the frame that is attacked, if the target is a frame.
    #[inline]
    pub fn frame(self) -> Option<UnitId> {
        match self {
            Target::Frame(unit) => Some(unit),
            Target::Nothing | Target::Piece(_) => None,
        }
    }
}

/// The dice of a turn that play needs: every white, and the best of each colour. 0 means no die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Hand {
    /// Pips of the whites in the order of the roll; 0 beyond `white_count`.
    pub whites: [u8; 6],
    /// Number of whites rolled, 0 to 6.
    pub white_count: u8,
    /// Best blue, green, red and yellow, in the order of [`Colour`]; for blues the sum if the rules add them up.
    pub best: [u8; 4],
    /// The next best yellows, for frames that may spot more than one target.
    pub yellows: [u8; 3],
    /// Pips that the rules add to a die given to the action of a colour; negative pips are taken from it.
    pub bonus: [i8; 4],
    /// Mask of the colours that take no whites.
    pub barred: u8,
}

/// A die given to an action: none, one of the action's colour, or one of the whites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Die {
    /// No die: the action has the value 0.
    None,
    /// The die of the action's colour, as in [`Hand::best`].
    Own,
    /// A white by its place in the hand.
    White(u8),
}

impl Hand {
    /// Returns the pips of a die given to the action of a colour, including the bonus; a die counts at least 1.
    #[inline]
    pub fn value(&self, colour: Colour, die: Die) -> u8 {
        let pips = match die {
            Die::None => 0,
            Die::Own => self.best[colour as usize],
            Die::White(i) => self.whites[usize::from(i)],
        };
        if pips == 0 { 0 } else { pips.saturating_add_signed(self.bonus[colour as usize]).max(1) }
    }

    /// Returns true if whites may be given to the action of a colour.
    #[inline]
    pub fn takes_whites(&self, colour: Colour) -> bool {
        self.barred & (1 << colour as u8) == 0
    }

    /// Adds a yellow to the best yellows.
    #[inline]
    pub fn add_yellow(&mut self, pips: u8) {
        let mut next = pips;
        for kept in std::iter::once(&mut self.best[Colour::Yellow as usize]).chain(&mut self.yellows) {
            if next > *kept {
                std::mem::swap(&mut next, kept);
            }
        }
    }
}

/// Progress of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Target, range and rockets are to be declared.
    Declare,
    /// The dice are rolled; the defense is to be chosen.
    Defend,
    /// The attacker's turn goes on first; this one waits (R09).
    Waiting,
    /// The dice of all actions are to be assigned at once (S11).
    Commit,
    /// Movement and attack, in either order.
    Proceed,
    /// An attack was declared; the target's defense may be missing (R13).
    Attack,
    /// Adding the spot is to be decided (R20).
    UseSpot,
    /// The cover that takes the damage is to be chosen (R31).
    ChooseCover,
    /// The attack rolls its damage.
    Resolve,
    /// The spot.
    Spot,
    /// Over.
    Done,
}

/// Dice set aside for movement, attack and spot (S11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment {
    /// Die for movement.
    pub movement: Die,
    /// Die for the attack.
    pub attack: Die,
    /// Die for the spot.
    pub spot: Die,
}

/// Cover of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoverBy {
    /// No cover: the target is in the open.
    Nothing,
    /// Pieces of terrain, as a mask; the nearest takes damage first (R32).
    Pieces(#[serde(serialize_with = "numbers")] u64),
    /// A frame.
    Frame(UnitId),
    /// Greater height: nothing to damage (R48).
    Height,
}

/// Writes the numbers in a mask as a list.
fn numbers<S: serde::Serializer>(mask: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers_in(*mask))
}

/// An open turn of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Number of the frame that takes the turn.
    pub unit: UnitId,
    /// Step that the turn has reached.
    pub stage: Stage,
    /// Target of the attack; [`Target::Nothing`] until one is declared, and in a turn without an attack.
    pub target: Target,
    /// Declared range of the attack; without effect if there is no target.
    pub range: Range,
    /// Number of rockets fired with the attack.
    pub rockets: u8,
    hand: Hand,
    /// Mask of the places of whites given to actions.
    spent_whites: u8,
    /// Mask of the places of remaining whites, the first of each value; updated with the two fields above.
    differing: u8,
    /// Mask of the colours with their best die given to their action, in the order of [`Colour`].
    pub spent_colours: u8,
    /// True if the frame has moved.
    pub moved: bool,
    /// True if the frame has declared its attack.
    pub attacked: bool,
    /// True if the frame moves through cover, from the systems and dice that it rolled with (S15, S20).
    pub crosses: bool,
    /// Movement systems that the frame rolled with (S15, S38).
    pub greens: u8,
    /// Comms systems that the frame rolled with (S15).
    pub comms: u8,
    /// Dice that were set aside at once (S11); `None` if actions still take any free die.
    pub committed: Option<Commitment>,
    /// True if the frame has named a new target (R11).
    pub renamed: bool,
    /// The die of the declared attack.
    pub attack_die: Die,
    /// True if the spot on the target is added.
    pub with_spot: bool,
    /// Cover of the target, chosen before the attack is resolved.
    pub cover: CoverBy,
    /// The attacker that opened this turn, if any.
    pub opened_by: Option<UnitId>,
    /// Number of spots given.
    pub spots: u8,
}

impl Turn {
    /// Creates a turn that is about to begin.
    pub fn new(unit: UnitId, opened_by: Option<UnitId>) -> Turn {
        Turn {
            unit,
            stage: Stage::Declare,
            target: Target::Nothing,
            range: Range::HandToHand,
            rockets: 0,
            hand: Hand::default(),
            spent_whites: 0,
            differing: 0,
            spent_colours: 0,
            moved: false,
            attacked: false,
            crosses: false,
            greens: 0,
            comms: 0,
            committed: None,
            renamed: false,
            attack_die: Die::None,
            with_spot: false,
            cover: CoverBy::Nothing,
            opened_by,
            spots: 0,
        }
    }

    /// Returns the rolled dice.
    #[inline]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Sets the hand, with nothing spent.
    #[inline]
    pub(super) fn take(&mut self, hand: Hand) {
        (self.hand, self.spent_whites, self.spent_colours) = (hand, 0, 0);
        self.differing = self.differing_whites();
    }

    fn differing_whites(&self) -> u8 {
        // Faces seen so far; dice have at most 20 sides.
        let (mut differing, mut met) = (0u8, 0u32);
        for place in 0..self.hand.white_count {
            let left = u32::from(self.spent_whites >> place & 1 ^ 1);
            let face = left << self.hand.whites[usize::from(place)];
            differing |= u8::from(face & !met != 0) << place;
            met |= face;
        }
        differing
    }

    /// Returns the number of whites left.
    #[inline]
    pub fn whites_left(&self) -> u8 {
        self.hand.white_count - self.spent_whites.count_ones() as u8
    }

    /// Returns a mask of the places of remaining whites, the first of each value.
    #[inline]
    pub fn differing(&self) -> u8 {
        self.differing
    }

    /// Returns true if a die of the hand can still be given to the action of a colour.
    #[inline]
    pub fn is_free(&self, colour: Colour, die: Die) -> bool {
        match die {
            Die::None => true,
            Die::Own => self.hand.best[colour as usize] > 0 && self.spent_colours & (1 << colour as u8) == 0,
            Die::White(i) => {
                i < self.hand.white_count && self.spent_whites & (1 << i) == 0 && self.hand.takes_whites(colour)
            }
        }
    }

    /// Takes the next yellow if the best was given to a spot.
    #[inline]
    pub(super) fn next_yellow(&mut self) {
        let yellow = Colour::Yellow as usize;
        if self.spent_colours & (1 << yellow) != 0 && self.hand.yellows[0] > 0 {
            self.spent_colours &= !(1 << yellow);
            self.hand.best[yellow] = self.hand.yellows[0];
            self.hand.yellows = [self.hand.yellows[1], self.hand.yellows[2], 0];
        }
    }

    /// Returns the number of whites left that show at least `least`.
    #[inline]
    pub fn whites_of(&self, least: u8) -> u8 {
        let whites = self.hand.whites.iter().zip(0..self.hand.white_count);
        whites.filter(|(pips, place)| **pips >= least && self.spent_whites >> place & 1 == 0).count() as u8
    }

    /// Spends a die on the action of a colour.
    pub fn spend(&mut self, colour: Colour, die: Die) {
        match die {
            Die::None => {}
            Die::Own => self.spent_colours |= 1 << colour as u8,
            Die::White(i) => {
                self.spent_whites |= 1 << i;
                self.differing = self.differing_whites();
            }
        }
    }
}
