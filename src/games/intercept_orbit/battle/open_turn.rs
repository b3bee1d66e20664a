//! An open turn: its target, its dice, and its stage.

use super::super::band::Band;
use super::state::{Part, Victim};

/// Target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Nothing,
    /// A ship or a company, by its number.
    Asset(u8),
    /// A piece of debris, by its number among the pieces.
    Debris(u8),
}

impl Target {
    /// Returns the ship or company that is attacked, or `None`.
    pub fn asset(self) -> Option<u8> {
        match self {
            Target::Asset(asset) => Some(asset),
            Target::Nothing | Target::Debris(_) => None,
        }
    }
}

/// Colours of dice, each for one action.
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

/// Dice of a turn that play needs: every white and black, and the best of each colour. 0 is no die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    pub whites: [u8; MAX_WHITES],
    pub white_count: u8,
    /// Best blue, green, red and yellow, in the order of [`Colour`].
    pub best: [u8; 4],
    pub blacks: [u8; MAX_BLACKS],
    pub black_count: u8,
    /// The die of a yellow ace, which is placed in addition to its spot.
    pub ace_spot: u8,
}

impl Hand {
    /// Returns the pips of a die given to the action of a colour.
    pub fn value(&self, colour: Colour, die: Die) -> u8 {
        match die {
            Die::None => 0,
            Die::Own => self.best[colour as usize],
            Die::White(i) => self.whites[usize::from(i)],
            Die::Black(i) => self.blacks[usize::from(i)],
        }
    }
}

/// Stage of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The ship declares target and band.
    Declare,
    /// The first owner gives the whites of a captured ship (I33).
    Give,
    /// The dice are rolled; the defense is chosen next.
    Defend,
    /// The turn waits for the attacker's turn.
    Waiting,
    /// Whites may repair the ship (I22).
    Repair,
    /// Attack and movement, in either order.
    Proceed,
    /// An attack was declared; the target may not have a defense yet.
    Attack,
    /// The player decides about adding the spot.
    UseSpot,
    /// The player decides about sparing the cover, before or after the roll (I41).
    Spare,
    /// The attack rolls its damage.
    Resolve,
    /// The ship is under way.
    Sail,
    /// Companies on the ship or in its way stay, come along, cling, or are picked up.
    Company,
    /// A green ace may move or turn an asset (I63).
    Nudge,
    /// Companies are repaired, fuelled and launched.
    Launch,
    /// The launched company is placed.
    Place,
    /// The spot.
    Spot,
    /// Over.
    Done,
}

/// Whites that the first owner of a captured ship gives to its actions (I33).
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

    /// Returns the die given to the action of a colour.
    pub fn to(&self, colour: Colour) -> Die {
        match colour {
            Colour::Blue => self.defense,
            Colour::Green => self.movement,
            Colour::Red => self.attack,
            Colour::Yellow => self.spot,
        }
    }
}

/// Cover of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverBy {
    Nothing,
    /// A piece of debris.
    Debris(u8),
    /// A ship, or another asset that the rules allow as cover.
    Asset(u8),
    /// Defences or the blue ace: nothing takes damage (I42).
    Screen,
}

/// Rolled hits of an attack before they take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub cover: CoverBy,
    /// True if the cover is spared (I41).
    pub spared: bool,
    /// Hits absorbed, and hits on the target.
    pub on_cover: u8,
    pub on_target: u8,
}

impl Blow {
    /// A blow before the roll.
    pub const NONE: Blow = Blow { cover: CoverBy::Nothing, spared: false, on_cover: 0, on_target: 0 };
}

/// The open turn of an asset.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub asset: u8,
    pub stage: Stage,
    pub target: Target,
    /// For ships the declared band, for companies the band of their attack.
    pub band: Band,
    hand: Hand,
    /// Dice used so far: whites, blacks, and the best of colours in the order of [`Colour`], as masks.
    spent_whites: u8,
    spent_blacks: u8,
    spent_colours: u8,
    pub moved: bool,
    pub attacked: bool,
    /// Companies that may cling to the moved asset or be picked up, as a mask. `to_ride` has companies on it that may
    /// stay behind, `to_nudge` those with a green ace that may move or turn an asset (I63).
    pub to_cling: u64,
    pub to_ride: u64,
    pub to_nudge: u64,
    /// Whites as given by the first owner; `None` if the player uses them freely (I33).
    pub given: Option<Given>,
    /// The die of the declared attack.
    pub attack_die: Die,
    /// True if the spot on the target is added.
    pub with_spot: bool,
    pub blow: Blow,
    /// Number of launches made.
    pub launches: u8,
    /// The launched company that is not placed yet.
    pub launching: u8,
    /// The asset whose attack opened this turn.
    pub opened_by: Option<u8>,
}

impl Turn {
    /// Creates a turn that is about to begin.
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

    /// Returns the rolled dice.
    #[inline]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Replaces the hand by a new one, with all dice unused.
    pub(super) fn take(&mut self, hand: Hand) {
        self.hand = hand;
        (self.spent_whites, self.spent_blacks, self.spent_colours) = (0, 0, 0);
    }

    /// Returns the whites left, as a mask of their places.
    #[inline]
    pub fn whites(&self) -> u8 {
        !self.spent_whites & ((1 << self.hand.white_count) - 1)
    }

    /// Returns the blacks left, as a mask of their places.
    #[inline]
    pub fn blacks(&self) -> u8 {
        !self.spent_blacks & ((1 << self.hand.black_count) - 1)
    }

    /// Returns true if the best die of a colour is left.
    #[inline]
    pub fn has(&self, colour: Colour) -> bool {
        self.hand.best[colour as usize] > 0 && self.spent_colours & (1 << colour as u8) == 0
    }

    /// Marks a die as used for the action of a colour.
    pub(super) fn spend(&mut self, colour: Colour, die: Die) {
        match die {
            Die::None => {}
            Die::Own => self.spent_colours |= 1 << colour as u8,
            Die::White(place) => self.spent_whites |= 1 << place,
            Die::Black(place) => self.spent_blacks |= 1 << place,
        }
    }
}

/// Loss for a hit.
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

/// Damage that is not taken yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wound {
    pub victim: Victim,
    pub hits: u8,
    /// The asset that dealt the damage; `None` in boarding.
    pub by: Option<u8>,
}
