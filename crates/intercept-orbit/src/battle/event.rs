//! Events of a battle for observers: enough to rebuild every state from the setup.

use super::super::attack::Band;
use super::super::ship::System;
use super::super::space::{Maneuver, Pose};
use super::state::{AssignedWhites, Colour, CoverBy, Die, Loss, MAX_FLEETS, Parts, Target};
use hitchart_mobile_frame::geometry::Point;

/// An event. Assets, pieces of debris and players are given by their numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Fleets were compared: points per asset and seats, highest starting score first.
    Setup {
        points_per_asset: [i8; MAX_FLEETS],
        seats: [u8; MAX_FLEETS],
    },
    /// Several players had equal scores and rolled for their order.
    RolledOff {
        order: [u8; MAX_FLEETS],
    },
    /// A tactical asset was left behind in a tie for the first place (I11).
    Dropped {
        asset: u8,
    },
    /// A ship or high value asset was put on the table.
    Placed {
        asset: u8,
        pose: Pose,
    },
    /// A company was put on its carrier.
    Docked {
        asset: u8,
        ship: u8,
        at: Point,
    },
    DebrisPlaced {
        piece: u8,
        at: Point,
    },
    RoundBegan {
        round: u8,
        clock: u8,
    },
    Passed {
        player: u8,
    },
    /// A turn began, on its player's choice or because the asset was attacked.
    TurnBegan {
        asset: u8,
        attacked_by: Option<u8>,
    },
    Declared {
        asset: u8,
        target: Target,
        band: Band,
    },
    /// The hand of a turn, with every die.
    Rolled {
        asset: u8,
        faces: Vec<Face>,
    },
    /// The first owner assigned the whites of a captured ship (I33).
    Given {
        asset: u8,
        player: u8,
        given: AssignedWhites,
    },
    Defended {
        asset: u8,
        die: Die,
        value: u8,
    },
    /// A white restored a system of its ship.
    Repaired {
        asset: u8,
        white: u8,
        system: System,
    },
    /// The attack was not made: nothing in range, no die, or the player declined.
    AttackForgone {
        asset: u8,
    },
    /// An attack was declared with this die; the defense follows.
    AttackDeclared {
        asset: u8,
        target: Target,
        band: Band,
        die: Die,
        value: u8,
    },
    /// An attack hit or missed. `dice` is the number of damage dice; `faces` lists them if the observer wants faces.
    Attacked(Strike),
    /// After the roll a spot spared the cover of the target: the hits that the cover absorbed do no harm (I41).
    Spared {
        asset: u8,
        cover: CoverBy,
        hits: u8,
    },
    DebrisHit {
        piece: u8,
        hits: u8,
    },
    DebrisDestroyed {
        piece: u8,
    },
    /// A ship or high value asset set out.
    SetOut {
        asset: u8,
        die: Die,
        value: u8,
        from: Pose,
        maneuver: Maneuver,
        /// Pips that the maneuver costs.
        pips: u8,
    },
    /// A ship or high value asset passed another, because no player chose a collision.
    Passing {
        asset: u8,
        other: u8,
    },
    /// A ship or high value asset passed debris, for a pip or by the choice of a green ace.
    Avoided {
        asset: u8,
        piece: u8,
        pips: u8,
    },
    /// A ship or high value asset came to rest after `distance` units of its course.
    Sailed {
        asset: u8,
        distance: f64,
        to: Pose,
    },
    /// Two things collided, and the dice were rolled. A target of [`super::state::DEBRIS`] or more is debris. `chosen`
    /// is true if a player chose to ram although the two could have passed each other (I52).
    Collided {
        rammer: u8,
        target: u8,
        chosen: bool,
        dice: u8,
        faces: Vec<u8>,
        on_rammer: u8,
        on_target: u8,
    },
    /// After a collision, the other player turned the asset.
    Turned {
        asset: u8,
        by: u8,
        clicks: i8,
        to: Pose,
    },
    DebrisMoved {
        piece: u8,
        to: Point,
    },
    /// A ship left the table.
    Left {
        asset: u8,
        at: Pose,
    },
    /// A company without fuel was lost with the ship that it was on (I56).
    LostAboard {
        asset: u8,
        ship: u8,
        at: Pose,
    },
    /// A high value asset was turned away from the edge (I57).
    Headed {
        asset: u8,
        player: Option<u8>,
        to: Pose,
    },
    /// A company moved on its own turn.
    Flew {
        asset: u8,
        die: Die,
        value: u8,
        from: Point,
        to: Point,
        on: Option<u8>,
    },
    /// A company came along with the ship that it was on, stayed behind, or clung to a ship that came by.
    Rode {
        asset: u8,
        ship: u8,
        to: Point,
    },
    LeftBehind {
        asset: u8,
        ship: u8,
    },
    Clung {
        asset: u8,
        ship: u8,
        to: Point,
    },
    /// A company that drifts was picked up.
    PickedUp {
        asset: u8,
        by: u8,
        to: Point,
    },
    /// A green ace moved or turned a ship, or moved a company (I63). The place of a company follows as an event.
    Nudged {
        asset: u8,
        by: u8,
        to: Pose,
    },
    /// A die of a carrier repaired a company: these systems and whites came back.
    Mended {
        asset: u8,
        by: u8,
        die: Die,
        value: u8,
        parts: Parts,
        whites: u8,
    },
    /// A company was launched with this much fuel; its place follows as an event.
    Launched {
        asset: u8,
        by: u8,
        die: Die,
        fuel: u8,
    },
    CompanyPlaced {
        asset: u8,
        at: Point,
        on: Option<u8>,
    },
    /// A spot was placed. `replaced` is the lower spot that was there before; `ace` is true for the spot of a yellow
    /// ace.
    Spotted {
        asset: u8,
        target: u8,
        die: Die,
        value: u8,
        replaced: Option<u8>,
        ace: bool,
    },
    Lost {
        asset: u8,
        loss: Loss,
        by: Option<u8>,
    },
    /// A company stepped away instead of taking a hit (I64).
    Dodged {
        asset: u8,
        from: Point,
        to: Point,
        fuel: u8,
    },
    Destroyed {
        asset: u8,
        by: Option<u8>,
    },
    /// Fuel was counted down.
    Burned {
        asset: u8,
        fuel: u8,
    },
    /// A company ran out of fuel; its points are lost.
    Drifted {
        asset: u8,
    },
    /// A ship or high value asset changed hands.
    Taken {
        asset: u8,
        from: u8,
        to: u8,
    },
    /// A captured ship returned to its first owner (I34).
    Reverted {
        asset: u8,
        from: u8,
        to: u8,
    },
    TurnEnded {
        asset: u8,
        unused: Unused,
    },
    RoundEnded {
        round: u8,
    },
    /// A player gave dice to another (I32).
    Aided {
        ship: u8,
        helper: u8,
        aided: u8,
    },
    /// The dice of a boarding action, player by player.
    Boarded {
        ship: u8,
        rolls: Vec<BoardingRoll>,
        winner: Option<u8>,
    },
    /// A die of boarding hit a player's companies.
    BoardingHit {
        ship: u8,
        roller: u8,
        victim: u8,
        damage: u8,
    },
    /// The clock counted down, by the rules or by the choice of a player.
    Ticked {
        by: Option<u8>,
        clock: u8,
    },
    /// A player declined to move the clock.
    Held {
        player: u8,
    },
    Over {
        scores: [i32; MAX_FLEETS],
    },
}

/// A resolved attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Strike {
    pub asset: u8,
    pub target: Target,
    pub band: Band,
    /// True if the table of companies was used, not the chart of the band.
    pub dogfight: bool,
    pub attack: u8,
    /// Sum of the spots added; 0 for none. `spotted_by` names the assets that placed them, or the attacker if there are
    /// none.
    pub spot: u8,
    pub spotted_by: [u8; 2],
    pub defense: u8,
    pub dice: u8,
    pub cover: CoverBy,
    /// True if the cover was spared before the roll (I41).
    pub spared: bool,
    pub faces: Vec<u8>,
    /// Hits absorbed, and hits on the target.
    pub on_cover: u8,
    pub on_target: u8,
}

/// Dice of a player in a boarding action.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardingRoll {
    pub player: u8,
    /// Yellow dice, including those that the player gave to another.
    pub yellows: Vec<u8>,
    /// Red dice of the ship's point defense.
    pub reds: Vec<u8>,
    /// Number of dice that count for taking or holding the ship, including those given by another player.
    pub counted: u8,
}

/// A die after its roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    pub colour: Hue,
    pub sides: u8,
    pub face: u8,
}

/// Colours of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    White,
    Black,
    /// The colour of an action.
    Of(Colour),
    /// The die of a yellow ace.
    AceSpot,
}

/// Dice left unused at the end of a turn: whites, blacks, and best dice of colours that no action used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unused {
    pub whites: u8,
    pub blacks: u8,
    pub colours: u8,
}
