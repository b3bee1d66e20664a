//! The lines of a replay, one for each event.
//!
//! Assets (`asset`, `ship`, `by`) and players (`fleet`) are given by their index in the header's lists. Pieces of
//! debris are numbered in the order in which they were placed.

use hitchart_intercept_orbit::attack::Band;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Running number, from 1.
    pub n: u32,
    /// The round; 0 before the first.
    pub round: u8,
    /// The event: its name in `event`, and its fields.
    #[serde(flatten)]
    pub what: Happening,
    /// The event in words.
    pub text: String,
    /// Scores by fleet, if the event changed any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
    /// Further changes: companies carried along, picked up or let go, companies docked on ships that changed hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
}

/// A change of an asset that is not part of the event.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    pub asset: u8,
    pub at: [f64; 2],
    /// The ship that a company is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<u8>,
    /// The asset that carries a company adrift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_by: Option<u8>,
    /// The player who holds it.
    pub fleet: u8,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    /// Fleets were compared. `seats` are players from the highest starting score down.
    Setup {
        points_per_asset: Vec<i8>,
        seats: Vec<u8>,
    },
    /// Several players had equal scores and rolled for their order.
    RolledOff {
        order: Vec<u8>,
    },
    /// A tactical asset was left behind in a tie for the first place (I11).
    Dropped {
        asset: u8,
    },
    /// A ship or high value asset was put on the table.
    Placed {
        asset: u8,
        at: [f64; 2],
        heading: u8,
    },
    /// A company was put on its carrier.
    Docked {
        asset: u8,
        ship: u8,
        at: [f64; 2],
    },
    DebrisPlaced {
        piece: u8,
        at: [f64; 2],
    },
    /// A round began; all players may act.
    RoundBegan {
        clock: u8,
    },
    Passed {
        fleet: u8,
    },
    /// A turn began, on its player's choice or because the asset was attacked.
    TurnBegan {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attacked_by: Option<u8>,
    },
    /// A ship declared its target and band before its roll.
    Declared {
        asset: u8,
        #[serde(flatten)]
        target: Aim,
        band: Band,
    },
    Rolled {
        asset: u8,
        faces: Vec<DieFace>,
    },
    /// The first owner gave the whites of a captured ship to its actions (I33); actions that are left out got none.
    Given {
        asset: u8,
        fleet: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        defense: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attack: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        movement: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spot: Option<u8>,
    },
    /// A defense was set; without `die` it is 0.
    Defended {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
    },
    /// A white of `value` pips restored a system of its ship.
    Repaired {
        asset: u8,
        value: u8,
        system: String,
    },
    AttackForgone {
        asset: u8,
    },
    /// An attack was declared with its die; the defense follows.
    AttackDeclared {
        asset: u8,
        #[serde(flatten)]
        target: Aim,
        band: Band,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
    },
    /// An attack struck or missed. The spots that it used are gone from the target.
    Attacked(Struck),
    /// After the roll, a spot spared the cover of the target: `hits` on the cover did no harm (I41).
    Spared {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cover_piece: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cover_asset: Option<u8>,
        hits: u8,
    },
    DebrisHit {
        piece: u8,
        hits: u8,
    },
    DebrisDestroyed {
        piece: u8,
    },
    /// A ship or high value asset set out. `turns` are clicks after each unit: to the left if positive, to the right if
    /// negative.
    SetOut {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
        from: [f64; 2],
        heading: u8,
        speed: u8,
        turns: Vec<i8>,
        /// Pips that the maneuver costs.
        pips: u8,
    },
    /// A ship or high value asset is to pass another, by the choice of either player.
    Passing {
        asset: u8,
        other: u8,
    },
    /// A ship or high value asset is to pass debris, for a pip or by the choice of a green ace.
    Avoided {
        asset: u8,
        piece: u8,
        pips: u8,
    },
    /// A ship or high value asset came to rest. `path` leads from its start over the ends of the units that it sailed
    /// in full to `to`.
    Sailed {
        asset: u8,
        path: Vec<[f64; 2]>,
        to: [f64; 2],
        heading: u8,
    },
    /// A ship or high value asset collided with an asset or debris.
    Collided {
        rammer: u8,
        #[serde(flatten)]
        target: Aim,
        /// True if a player chose to ram what the rammer could have passed (I52).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chosen: bool,
        dice: u8,
        faces: Vec<u8>,
        on_rammer: u8,
        on_target: u8,
    },
    /// The player of the other asset in a collision turned it.
    Turned {
        asset: u8,
        fleet: u8,
        clicks: i8,
        to: [f64; 2],
        heading: u8,
    },
    DebrisMoved {
        piece: u8,
        to: [f64; 2],
    },
    /// A ship left the table.
    Left {
        asset: u8,
        at: [f64; 2],
    },
    /// A company without fuel was lost with the ship that it was on (I56).
    LostAboard {
        asset: u8,
        ship: u8,
        at: [f64; 2],
    },
    /// A high value asset was turned away from the edge (I57); without `fleet` by rule.
    Headed {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fleet: Option<u8>,
        heading: u8,
    },
    /// A company moved on its own turn.
    Flew {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
        from: [f64; 2],
        to: [f64; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u8>,
    },
    /// A company came along with its ship.
    Rode {
        asset: u8,
        ship: u8,
        to: [f64; 2],
    },
    /// A company stayed where it was when its ship set out.
    LeftBehind {
        asset: u8,
        ship: u8,
        to: [f64; 2],
    },
    /// A company clung to a passing ship.
    Clung {
        asset: u8,
        ship: u8,
        to: [f64; 2],
    },
    /// A company adrift was picked up.
    PickedUp {
        asset: u8,
        by: u8,
        to: [f64; 2],
    },
    /// A green ace moved or turned a ship, or moved a company; a `company-placed` event of the company follows (I63).
    Nudged {
        asset: u8,
        by: u8,
        to: [f64; 2],
        heading: u8,
    },
    /// A carrier's die restored `systems` and a number of `whites` of a company.
    Mended {
        asset: u8,
        by: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
        systems: Vec<String>,
        whites: u8,
    },
    /// A company was launched with `fuel`; without `die`, that is the fuel that it had.
    Launched {
        asset: u8,
        by: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        fuel: u8,
    },
    /// A company was placed: after its launch, or out of the way of a ship.
    CompanyPlaced {
        asset: u8,
        at: [f64; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u8>,
    },
    /// A spot was placed, perhaps over a lower one; `ace` is true for the additional spot of a yellow ace.
    Spotted {
        asset: u8,
        target: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaced: Option<u8>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ace: bool,
    },
    /// A hit took a system, a white (`white`) or the ace (`ace`).
    Lost {
        asset: u8,
        loss: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u8>,
    },
    /// A company stepped away to dodge a hit; `fuel` is left.
    Dodged {
        asset: u8,
        from: [f64; 2],
        to: [f64; 2],
        fuel: u8,
    },
    Destroyed {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<u8>,
    },
    /// Fuel was counted down to `fuel`.
    Burned {
        asset: u8,
        fuel: u8,
    },
    /// A company ran out of fuel.
    Drifted {
        asset: u8,
    },
    /// A ship or high value asset changed hands.
    Taken {
        asset: u8,
        from: u8,
        to: u8,
    },
    /// A captured ship reverted to its first owner (I34).
    Reverted {
        asset: u8,
        from: u8,
        to: u8,
    },
    /// A turn ended, with these numbers of unused dice.
    TurnEnded {
        asset: u8,
        unused_whites: u8,
        unused_blacks: u8,
        unused_colors: u8,
    },
    /// Defenses and spots were taken off the table.
    RoundEnded,
    /// A player gave dice to another (I32).
    Aided {
        ship: u8,
        fleet: u8,
        aided: u8,
    },
    /// The dice of a boarding action; without a `winner` the owner keeps the ship.
    Boarded {
        ship: u8,
        rolls: Vec<Rolled>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
    },
    /// A die of boarding hit a player's companies.
    BoardingHit {
        ship: u8,
        fleet: u8,
        victim: u8,
        damage: u8,
    },
    /// The clock was counted down, by rule or by a player.
    Ticked {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fleet: Option<u8>,
        clock: u8,
    },
    /// A player let the clock stand.
    Held {
        fleet: u8,
    },
    Over {
        final_scores: Vec<i32>,
    },
}

/// A target or obstacle: an asset, a piece of debris, or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Aim {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_asset: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_piece: Option<u8>,
}

/// The shelter of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TargetShelter {
    #[default]
    Open,
    /// Debris or an asset in the way
    Cover,
    /// Defenses or a blue ace (I42)
    Screen,
}

/// A resolved attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Struck {
    pub asset: u8,
    #[serde(flatten)]
    pub target: Aim,
    pub band: Band,
    /// True if the table of companies was used, not that of the band.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dogfight: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<DieColor>,
    /// Pips of the attack die.
    pub attack: u8,
    /// Pips of the spots used; 0 for none.
    pub spot: u8,
    pub defense: u8,
    pub shelter: TargetShelter,
    /// The piece of debris that covers the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_piece: Option<u8>,
    /// The asset that covers the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_asset: Option<u8>,
    /// True if the cover was spared before the roll (I41).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spared: bool,
    /// Number of damage dice.
    pub dice: u8,
    /// Faces of the damage dice, in ascending order.
    pub faces: Vec<u8>,
    /// Hits that the cover absorbed.
    pub on_cover: u8,
    /// Hits on the target.
    pub on_target: u8,
}

/// The dice of a player in a boarding action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rolled {
    pub fleet: u8,
    /// Yellow dice: a six-sided one for each company, then the ace's.
    pub yellows: Vec<u8>,
    /// Red dice of the ship's point defense.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reds: Vec<u8>,
    /// Number of dice that count for taking or holding the ship.
    pub counted: u8,
}

/// Colours of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DieColor {
    White,
    /// Catapults
    Black,
    /// Defense
    Blue,
    /// Movement
    Green,
    /// Attack
    Red,
    /// Spotting
    Yellow,
}

impl DieColor {
    /// Returns the letter that fleets and players use.
    pub fn letter(self) -> char {
        ['W', 'K', 'B', 'G', 'R', 'Y'][self as usize]
    }
}

/// A rolled die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DieFace {
    pub color: DieColor,
    pub sides: u8,
    pub face: u8,
    /// True for the additional die of a yellow ace.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ace: bool,
}
