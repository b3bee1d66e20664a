//! A turn that is open: its target, its dice, how far it has come.

use super::super::band::Band;
use super::state::{Part, Victim};

/// What is attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Nothing,
    /// A ship or a company, by its number.
    Asset(u8),
    /// A piece of debris, by its number among the pieces.
    Debris(u8),
}

impl Target {
    /// The ship or company that is attacked, if one is.
    pub fn asset(self) -> Option<u8> {
        match self {
            Target::Asset(asset) => Some(asset),
            Target::Nothing | Target::Debris(_) => None,
        }
    }
}

/// The colours that go with an action each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Defense.
    Blue,
    /// Movement.
    Green,
    /// Attack.
    Red,
    /// Spotting.
    Yellow,
}

/// A die given to an action: none, the best of the action's colour, one of the whites, or one of the blacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    None,
    Own,
    /// A white by its place in the hand.
    White(u8),
    /// A black by its place in the hand, for launches.
    Black(u8),
}

/// Most whites of a hand.
pub const MAX_WHITES: usize = 4;
/// Most blacks of a hand.
pub const MAX_BLACKS: usize = 4;

/// The dice of a turn as far as play needs them: every white and black, and the best of each colour. 0 is no die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    pub whites: [u8; MAX_WHITES],
    pub white_count: u8,
    /// Best blue, green, red and yellow, in the order of [`Colour`].
    pub best: [u8; 4],
    pub blacks: [u8; MAX_BLACKS],
    pub black_count: u8,
    /// The yellow ace's own die, which is placed beside its spot.
    pub ace_spot: u8,
}

impl Hand {
    /// The pips of a die given to the action of a colour.
    pub fn value(&self, colour: Colour, die: Die) -> u8 {
        match die {
            Die::None => 0,
            Die::Own => self.best[colour as usize],
            Die::White(i) => self.whites[usize::from(i)],
            Die::Black(i) => self.blacks[usize::from(i)],
        }
    }
}

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Target and band are to be named; ships only.
    Declare,
    /// The first owner gives the whites of a captured ship (I33).
    Give,
    /// The dice lie; the defense is to be chosen.
    Defend,
    /// The attacker's turn goes on first; this one waits.
    Waiting,
    /// Whites may repair the ship (I22).
    Repair,
    /// Attack and movement, in either order.
    Proceed,
    /// An attack was declared; the target's defense may be missing.
    Attack,
    /// Whether to add the spot is to be decided.
    UseSpot,
    /// Whether to spare the cover is to be decided, before or after the roll (I41).
    Spare,
    /// The attack rolls its damage.
    Resolve,
    /// The ship is under way.
    Sail,
    /// What was on it or in its way stays, comes along, or is picked up.
    Company,
    /// A green ace may move or turn a ship (I63).
    Nudge,
    /// Companies are repaired, fuelled and launched.
    Launch,
    /// The launched company is to be placed.
    Place,
    /// The spot.
    Spot,
    /// Over.
    Done,
}

/// The whites that the first owner of a captured ship gives to its actions (I33).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    pub defense: Die,
    pub attack: Die,
    pub movement: Die,
    pub spot: Die,
}

impl Given {
    /// No white given.
    pub const NONE: Given = Given { defense: Die::None, attack: Die::None, movement: Die::None, spot: Die::None };

    /// The die given to the action of a colour.
    pub fn to(&self, colour: Colour) -> Die {
        match colour {
            Colour::Blue => self.defense,
            Colour::Green => self.movement,
            Colour::Red => self.attack,
            Colour::Yellow => self.spot,
        }
    }
}

/// What shelters a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverBy {
    Nothing,
    /// A piece of debris.
    Debris(u8),
    /// A ship, or whatever else the rules let cover.
    Asset(u8),
    /// Defences or the blue ace: nothing to damage (I42).
    Screen,
}

/// What an attack has rolled, until it lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub cover: CoverBy,
    /// Whether what covers is spared (I41).
    pub spared: bool,
    /// Hits absorbed, and hits on the target.
    pub on_cover: u8,
    pub on_target: u8,
}

impl Blow {
    /// Nothing rolled.
    pub const NONE: Blow = Blow { cover: CoverBy::Nothing, spared: false, on_cover: 0, on_target: 0 };
}

/// An asset's turn under way.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub asset: u8,
    pub stage: Stage,
    pub target: Target,
    /// The band declared, by ships; by companies the band they attack at.
    pub band: Band,
    hand: Hand,
    /// Dice given away: whites, blacks, and the best of colours in the order of [`Colour`], as masks.
    spent_whites: u8,
    spent_blacks: u8,
    spent_colours: u8,
    pub moved: bool,
    pub attacked: bool,
    /// Companies that may cling to what moved or be picked up, companies on it that may stay behind, and companies whose
    /// green ace may move or turn it (I63), as masks.
    pub to_cling: u64,
    pub to_ride: u64,
    pub to_nudge: u64,
    /// What the first owner gives of the whites; none where they are the player's own (I33).
    pub given: Option<Given>,
    /// The die of the attack declared.
    pub attack_die: Die,
    /// Whether the spot on the target is added.
    pub with_spot: bool,
    pub blow: Blow,
    /// Launches made.
    pub launches: u8,
    /// The company about to be placed.
    pub launching: u8,
    /// The asset whose attack opened this turn.
    pub opened_by: Option<u8>,
}

impl Turn {
    /// A turn about to begin.
    pub fn new(asset: u8, opened_by: Option<u8>) -> Turn {
        Turn {
            asset,
            stage: Stage::Declare,
            target: Target::Nothing,
            band: Band::Dogfight,
            hand: Hand::default(),
            spent_whites: 0,
            spent_blacks: 0,
            spent_colours: 0,
            moved: false,
            attacked: false,
            to_cling: 0,
            to_ride: 0,
            to_nudge: 0,
            given: None,
            attack_die: Die::None,
            with_spot: false,
            blow: Blow::NONE,
            launches: 0,
            launching: 0,
            opened_by,
        }
    }

    /// The dice that lie.
    #[inline]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Takes up a hand, nothing of it spent.
    pub(super) fn take(&mut self, hand: Hand) {
        self.hand = hand;
        (self.spent_whites, self.spent_blacks, self.spent_colours) = (0, 0, 0);
    }

    /// Whites left, as a mask of their places.
    #[inline]
    pub fn whites(&self) -> u8 {
        !self.spent_whites & ((1 << self.hand.white_count) - 1)
    }

    /// Blacks left, as a mask of their places.
    #[inline]
    pub fn blacks(&self) -> u8 {
        !self.spent_blacks & ((1 << self.hand.black_count) - 1)
    }

    /// Whether the best die of a colour is left.
    #[inline]
    pub fn has(&self, colour: Colour) -> bool {
        self.hand.best[colour as usize] > 0 && self.spent_colours & (1 << colour as u8) == 0
    }

    /// Takes a die out of the hand for the action of a colour.
    pub(super) fn spend(&mut self, colour: Colour, die: Die) {
        match die {
            Die::None => {}
            Die::Own => self.spent_colours |= 1 << colour as u8,
            Die::White(place) => self.spent_whites |= 1 << place,
            Die::Black(place) => self.spent_blacks |= 1 << place,
        }
    }
}

/// What a hit takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A system of a ship.
    System(super::super::ship::System),
    /// A system of a company.
    Part(Part),
    White,
    /// The ace, a company's last point of life (I08).
    Ace,
}

/// Damage that waits for choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wound {
    pub victim: Victim,
    pub hits: u8,
    /// The asset that dealt it; none in boarding.
    pub by: Option<u8>,
}
