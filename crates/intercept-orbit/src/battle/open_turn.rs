//! The open turn of an asset, with its target, dice and stage; and the pieces on the table.

use super::super::space::{Body, Pose};
use super::super::{attack::Band, fleet::Ace, ship::Systems};
use super::{state::SpotDie, state::Victim};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::{PlayerId, dice::Colour, geometry::Point};

// The open turn.

/// Target of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// No target, and so no attack.
    Nothing,
    /// A ship or a company, by its number.
    Asset(AssetId),
    /// A piece of debris, by its number among the pieces.
    Debris(u8),
}

impl Target {
    /// Returns the ship or company that is attacked, or `None`.
    #[inline]
    pub fn asset(self) -> Option<AssetId> {
        match self {
            Target::Asset(asset) => Some(asset),
            Target::Nothing | Target::Debris(_) => None,
        }
    }
}

/// A die given to an action: none, the best of the action's colour, one of the whites, or one of the blacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Die {
    /// No die, with 0 pips.
    None,
    /// The best die of the action's colour.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Hand {
    /// Faces of the whites, by place; 0 from `white_count` on.
    pub whites: [u8; MAX_WHITES],
    /// Number of whites that were rolled, 0 to [`MAX_WHITES`].
    pub white_count: u8,
    /// Best blue, green, red and yellow, in the order of [`Colour`].
    pub best: [u8; 4],
    /// Faces of the blacks, by place; 0 from `black_count` on.
    pub blacks: [u8; MAX_BLACKS],
    /// Number of blacks that were rolled, 0 to [`MAX_BLACKS`].
    pub black_count: u8,
    /// The die of a yellow ace, which is placed in addition to its spot.
    pub ace_spot: u8,
}

impl Hand {
    /// Returns the pips of a die given to the action of a colour.
    #[inline]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct AssignedWhites {
    /// White for the defense; [`Die::None`] if no white is given.
    pub defense: Die,
    /// White for the attack; [`Die::None`] if no white is given.
    pub attack: Die,
    /// White for the movement; [`Die::None`] if no white is given.
    pub movement: Die,
    /// White for the spot; [`Die::None`] if no white is given.
    pub spot: Die,
}

impl AssignedWhites {
    /// No white given.
    pub const NONE: AssignedWhites =
        AssignedWhites { defense: Die::None, attack: Die::None, movement: Die::None, spot: Die::None };

    /// Returns the die given to the action of a colour.
    #[inline]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoverBy {
    /// No cover.
    Nothing,
    /// A piece of debris.
    Debris(u8),
    /// A ship, or another asset that the rules allow as cover.
    Asset(AssetId),
    /// Defences or the blue ace: nothing takes damage (I42).
    Screen,
}

/// Rolled hits of an attack before they take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// Cover of the target.
    pub cover: CoverBy,
    /// True if the cover is spared (I41).
    pub spared: bool,
    /// Hits that the cover absorbs.
    pub on_cover: u8,
    /// Hits on the target.
    pub on_target: u8,
}

impl Blow {
    /// A blow before the roll.
    pub const NONE: Blow = Blow { cover: CoverBy::Nothing, spared: false, on_cover: 0, on_target: 0 };
}

/// The open turn of an asset.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Number of the asset.
    pub asset: AssetId,
    /// Step of the turn that is due.
    pub stage: Stage,
    /// Declared target of a ship; for a company `Nothing` until it attacks.
    pub target: Target,
    /// For ships the declared band, for companies the band of their attack.
    pub band: Band,
    hand: Hand,
    /// White dice used so far, as a mask.
    spent_whites: u8,
    /// Black dice used so far, as a mask.
    spent_blacks: u8,
    /// Colours used so far, as a mask in the order of [`Colour`].
    spent_colours: u8,
    /// True if the asset has moved in this turn.
    pub moved: bool,
    /// True if the asset has begun its attack in this turn.
    pub attacked: bool,
    /// Companies that may cling to the moved asset or be picked up.
    pub to_cling: AssetSet,
    /// Companies on the moved ship that may still ride along or stay behind.
    pub to_ride: AssetSet,
    /// Companies with a green ace that may still move or turn an asset (I63).
    pub to_nudge: AssetSet,
    /// Whites as given by the first owner; `None` if the player uses them freely (I33).
    pub given: Option<AssignedWhites>,
    /// The die of the declared attack.
    pub attack_die: Die,
    /// True if the spot on the target is added.
    pub with_spot: bool,
    /// Cover and hits of the attack, before they take effect.
    pub blow: Blow,
    /// Number of launches made.
    pub launches: u8,
    /// The launched company that is not placed yet.
    pub launching: AssetId,
    /// The asset whose attack opened this turn.
    pub opened_by: Option<AssetId>,
}

impl Turn {
    /// Creates a turn that is about to begin.
    pub fn new(asset: AssetId, opened_by: Option<AssetId>) -> Turn {
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
            to_cling: AssetSet::EMPTY,
            to_ride: AssetSet::EMPTY,
            to_nudge: AssetSet::EMPTY,
            given: None,
            attack_die: Die::None,
            with_spot: false,
            blow: Blow::NONE,
            launches: 0,
            launching: AssetId::default(),
            opened_by,
        }
    }

    /// Returns the rolled dice.
    #[inline]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Replaces the hand by a new one, with all dice unused.
    #[inline]
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
    #[inline]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// A system of a ship.
    System(super::super::ship::System),
    /// A system of a company.
    Part(Part),
    /// A white, once no system is left (I07).
    White,
    /// The ace, a company's last point of life (I08).
    Ace,
}

impl Loss {
    /// Returns the token of a system of a ship, or the word for anything else, such as `weapon` or `white`.
    pub fn name(self) -> &'static str {
        match self {
            Loss::System(system) => system.token(),
            Loss::Part(part) => Parts::NAMES[part as usize].1,
            Loss::White => "white",
            Loss::Ace => "ace",
        }
    }
}

/// Damage that is not taken yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wound {
    /// Receiver of the damage.
    pub victim: Victim,
    /// Points of damage that are not taken yet.
    pub hits: u8,
    /// The asset that dealt the damage; `None` in boarding and for the hits of debris.
    pub by: Option<AssetId>,
}

// Pieces on the table: ships, companies, high value assets, and debris.

/// Stage of an asset's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Life {
    /// Not on the table yet.
    Waiting,
    /// On the table, and able to act: ships, high value assets, companies with fuel.
    Standing,
    /// A company on its carrier that was never launched (I15).
    Docked,
    /// A company without fuel.
    Drifting,
    /// Removed by damage: no hit points are left (I06, I08).
    Destroyed,
    /// A ship that left the table, or a company lost with it.
    Lost,
    /// A tactical asset left behind in a tie for the first place (I11).
    Dropped,
}

/// The systems of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Red dice, for attacks.
    Weapon,
    /// Blue dice, for the defense.
    Defense,
    /// Yellow dice, for spots.
    Comms,
    /// Green dice, for flights; also lets the company pass through things in its way.
    Movement,
}

/// Set of systems that a company has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts(pub u8);

/// Writes the systems as a list.
impl serde::Serialize for Parts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Parts {
    /// All four systems.
    pub const ALL: Parts = Parts(0b1111);

    /// The systems with their names, in order.
    pub const NAMES: [(Part, &'static str); 4] =
        [(Part::Weapon, "weapon"), (Part::Defense, "defense"), (Part::Comms, "comms"), (Part::Movement, "movement")];

    /// Returns true if a system is in the set.
    #[inline]
    pub fn has(self, part: Part) -> bool {
        self.0 >> part as u8 & 1 == 1
    }

    /// Returns the number of systems in the set.
    #[inline]
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Lists the systems of the set.
    pub fn iter(self) -> impl Iterator<Item = Part> {
        Parts::NAMES.into_iter().map(|(part, _)| part).filter(move |part| self.has(*part))
    }

    /// Returns the set without a system.
    #[inline]
    pub fn without(self, part: Part) -> Parts {
        Parts(self.0 & !(1 << part as u8))
    }
}

/// A ship, a company or a high value asset.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Centre of the base and heading; the heading of a company is 0.
    pub pose: Pose,
    /// Kind of the asset: a class of ships, a company or a high value asset.
    pub body: Body,
    /// The player whose fleet it belongs to.
    pub owner: PlayerId,
    /// The player who holds the asset instead of the owner. Ships and high value assets can be captured; companies
    /// docked on a captured ship go with it if the rules say so (I35).
    pub(super) captor: Option<PlayerId>,
    pub(super) life: Life,
    /// Systems that a ship has left.
    pub systems: Systems,
    /// Systems that a company has left.
    pub parts: Parts,
    /// Number of whites left, as points of life; 0 for a high value asset.
    pub whites: u8,
    /// The ace that leads the company.
    pub ace: Option<Ace>,
    /// True if the ace is still a point of life (I08).
    pub ace_left: bool,
    /// Defense for the round, once it is chosen.
    pub defense: Option<u8>,
    /// The spot on the asset; `ace_spot` is the one of a yellow ace (I62).
    pub spot: Option<SpotDie<AssetId>>,
    /// The die of a yellow ace on the asset, in addition to the spot (I62).
    pub ace_spot: Option<SpotDie<AssetId>>,
    /// Fuel of a company; 0 while it is docked or drifts.
    pub fuel: u8,
    /// The ship that a company is on: docked, attached, or touching since its last move.
    pub on: Option<AssetId>,
    /// The asset that carries a drifting company.
    pub carried_by: Option<AssetId>,
    /// Speed of the last move of a ship.
    pub speed: u8,
}

impl Asset {
    /// Returns the player who controls the asset: the captor, else the owner.
    #[inline]
    pub fn side(&self) -> PlayerId {
        self.captor.unwrap_or(self.owner)
    }

    /// Returns the player who captured the asset and holds it.
    #[inline]
    pub fn captor(&self) -> Option<PlayerId> {
        self.captor
    }

    /// Returns the stage of the asset's life.
    #[inline]
    pub fn life(&self) -> Life {
        self.life
    }

    /// Returns true if the asset is a ship.
    #[inline]
    pub fn is_ship(&self) -> bool {
        matches!(self.body, Body::Capital | Body::Frigate)
    }

    /// Returns true if the asset is a company.
    #[inline]
    pub fn is_company(&self) -> bool {
        self.body == Body::Company
    }

    /// Returns true if the asset is a high value asset.
    #[inline]
    pub fn is_hva(&self) -> bool {
        self.body == Body::Hva
    }

    /// Returns true if the asset is on the table and able to act.
    #[inline]
    pub fn stands(&self) -> bool {
        self.life == Life::Standing
    }

    /// Returns the number of hits that destroy the asset (I06, I08).
    #[inline]
    pub fn hit_points(&self) -> u8 {
        self.systems.total() + self.parts.count() + self.whites + u8::from(self.ace_left)
    }

    /// Returns body and pose, as the geometry of the table uses them.
    #[inline]
    pub fn placed(&self) -> (Body, Pose) {
        (self.body, self.pose)
    }

    /// Returns the sum of the spots on the asset; 0 without spots.
    #[inline]
    pub fn spotted(&self) -> u8 {
        self.spot.map_or(0, |spot| spot.value) + self.ace_spot.map_or(0, |spot| spot.value)
    }
}

/// A piece of debris.
#[derive(Clone, Copy, Debug, Default)]
pub struct Debris {
    /// Centre of the piece.
    pub at: Point,
    /// Number of hits absorbed.
    pub hits: u8,
}

impl Debris {
    /// Returns body and pose, as the geometry of the table uses them.
    #[inline]
    pub fn placed(&self) -> (Body, Pose) {
        (Body::Debris, Pose { at: self.at, heading: 0 })
    }
}
