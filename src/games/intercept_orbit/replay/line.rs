//! The lines of a replay, one an event.
//!
//! Assets (`asset`, `ship`, `by`) and players (`fleet`) go by their places in the header's lists, pieces of debris by the
//! order in which they were placed.

use super::super::band::Band;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Running number, from 1.
    pub n: u32,
    /// The round; 0 before the first.
    pub round: u8,
    /// What happened: its name in `event`, and fields of its own.
    #[serde(flatten)]
    pub what: Happening,
    /// What happened, in words.
    pub text: String,
    /// Scores by fleet, where the event changed any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
    /// What else changed: companies carried along, picked up or let go, companies docked on ships that changed hands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
}

/// What is new about an asset beside the event itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    pub asset: u8,
    pub at: [f64; 2],
    /// The ship that a company is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<u8>,
    /// Who carries a company adrift.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_by: Option<u8>,
    /// The player who holds it.
    pub fleet: u8,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Happening {
    /// Fleets were compared. `seats` are players from the highest starting score down.
    Setup {
        points_per_asset: Vec<i8>,
        seats: Vec<u8>,
    },
    /// Several players were level and rolled for their order.
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
    /// Everybody may act.
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
    /// A ship named target and band before its roll.
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
    /// The first owner gave the whites of a captured ship (I33); what is left out was given none.
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
    /// No `die` is a defense of 0.
    Defended {
        asset: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
    },
    /// A white of so many pips restored a system of its ship.
    Repaired {
        asset: u8,
        value: u8,
        system: String,
    },
    AttackForgone {
        asset: u8,
    },
    /// The attack's die is given; the defense follows.
    AttackDeclared {
        asset: u8,
        #[serde(flatten)]
        target: Aim,
        band: Band,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
    },
    /// An attack struck or missed. Spots that were added are gone from the target.
    Attacked(Struck),
    /// After the roll a spot spared what covers the target, and so many hits did no harm (I41).
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
    /// A ship or high value asset set out: `turns` are clicks after each unit, to the left, negative ones to the right.
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
    /// Its player, or the other's, lets it pass another.
    Passing {
        asset: u8,
        other: u8,
    },
    /// It is to pass debris, for a pip or by the will of a green ace.
    Avoided {
        asset: u8,
        piece: u8,
        pips: u8,
    },
    /// It came to rest. `path` leads from where it set out over the ends of the units that it sailed in full to `to`.
    Sailed {
        asset: u8,
        path: Vec<[f64; 2]>,
        to: [f64; 2],
        heading: u8,
    },
    /// Two collided; the target is an asset or debris.
    Collided {
        rammer: u8,
        #[serde(flatten)]
        target: Aim,
        /// True if a player had the rammer ram what it could have passed (I52).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chosen: bool,
        dice: u8,
        faces: Vec<u8>,
        on_rammer: u8,
        on_target: u8,
    },
    /// The other of a collision turned it.
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
    /// A company without fuel of its own was lost with the ship that it was on (I56).
    LostAboard {
        asset: u8,
        ship: u8,
        at: [f64; 2],
    },
    /// A high value asset was turned away from the edge (I57); without a fleet by rule.
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
    /// A company came along with a ship.
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
    /// A company clung to a ship that came by.
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
    /// A green ace moved or turned a ship, or moved a company, whose place is told next (I63).
    Nudged {
        asset: u8,
        by: u8,
        to: [f64; 2],
        heading: u8,
    },
    /// A die of a carrier restored these systems and so many whites of a company; `whites` are those.
    Mended {
        asset: u8,
        by: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        value: u8,
        systems: Vec<String>,
        whites: u8,
    },
    /// A company was launched with so much fuel; without a `die` with what it had.
    Launched {
        asset: u8,
        by: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<DieColor>,
        fuel: u8,
    },
    /// A company was put somewhere: after its launch, or out of the way of a ship.
    CompanyPlaced {
        asset: u8,
        at: [f64; 2],
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<u8>,
    },
    /// A spot was placed, perhaps over a lower one; `ace` is the yellow ace's beside it.
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
    /// A company stepped away in place of a hit; `fuel` is left.
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
    /// Fuel was counted down to this.
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
    /// A captured ship fell back to its first owner (I34).
    Reverted {
        asset: u8,
        from: u8,
        to: u8,
    },
    /// A turn is over, with so many dice left over.
    TurnEnded {
        asset: u8,
        unused_whites: u8,
        unused_blacks: u8,
        unused_colors: u8,
    },
    /// Defenses and spots come off the table.
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
    /// The clock counted down, by itself or by a player.
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

/// What is aimed at or run into: an asset, a piece of debris, or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Aim {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_asset: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target_piece: Option<u8>,
}

/// What shelters a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shelter {
    #[default]
    Open,
    /// Debris or an asset in the way
    Cover,
    /// Defenses or a blue ace (I42)
    Screen,
}

/// An attack as it was resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Struck {
    pub asset: u8,
    #[serde(flatten)]
    pub target: Aim,
    pub band: Band,
    /// True if the table of companies was read, not that of the band.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dogfight: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<DieColor>,
    /// Pips of the attack die.
    pub attack: u8,
    /// Pips of the spots that were added; 0 is none.
    pub spot: u8,
    pub defense: u8,
    pub shelter: Shelter,
    /// The piece of debris that covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_piece: Option<u8>,
    /// The asset that covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover_asset: Option<u8>,
    /// True if the cover was spared before the roll (I41).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spared: bool,
    /// Damage dice.
    pub dice: u8,
    /// What they show, in rising order.
    pub faces: Vec<u8>,
    /// Hits that were absorbed.
    pub on_cover: u8,
    /// Hits that went to the target.
    pub on_target: u8,
}

/// What a player rolled in a boarding action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rolled {
    pub fleet: u8,
    /// Yellow dice: one of six sides a company, then its ace's.
    pub yellows: Vec<u8>,
    /// Red dice of the ship's point defense.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reds: Vec<u8>,
    /// Dice that count for taking or holding the ship.
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
    /// The letter that fleets and players use.
    pub fn letter(self) -> char {
        ['W', 'K', 'B', 'G', 'R', 'Y'][self as usize]
    }
}

/// A die as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DieFace {
    pub color: DieColor,
    pub sides: u8,
    pub face: u8,
    /// True if it is the yellow ace's own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ace: bool,
}
