//! Events of a battle for observers.
//!
//! An event serializes to the fields of its line in a replay (`docs/intercept-orbit-replays.md`). Changes of the state
//! that follow from an event are not among its fields.

use super::super::space::{Maneuver, Pose};
use super::super::{attack::Band, ship::System};
use super::event_fields as fields;
use super::state::{Colour, CoverBy, Die, Loss, MAX_FLEETS, Parts, Target};
use crate::ids::AssetId;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use serde::Serialize;

/// An event. Assets, pieces of debris and players are given by their numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// Fleets were compared: points per asset and seats, highest starting score first.
    Setup {
        /// Points per asset by player; 0 beyond the last player.
        points_per_asset: [i8; MAX_FLEETS],
        /// Players from the highest starting score down; only the first `player_count` entries count.
        seats: [PlayerId; MAX_FLEETS],
    },
    /// Several players had equal scores and rolled for their order.
    RolledOff {
        /// Players from the highest score down; only the first `player_count` entries count.
        order: [PlayerId; MAX_FLEETS],
    },
    /// A tactical asset was left behind in a tie for the first place (I11).
    Dropped {
        /// Number of the ship or company.
        asset: AssetId,
    },
    /// A ship or high value asset was put on the table.
    Placed {
        /// Number of the ship or high value asset.
        asset: AssetId,
        /// Centre and heading on the table.
        #[serde(flatten)]
        pose: Pose,
    },
    /// A company was put on its carrier.
    Docked {
        /// Number of the company.
        asset: AssetId,
        /// Number of the carrier.
        ship: AssetId,
        /// Centre of the company's base, in touch with the carrier.
        at: Point,
    },
    /// A piece of debris was put on the table (I65).
    DebrisPlaced {
        /// Number of the piece, from 0.
        piece: u8,
        /// Centre of the piece.
        at: Point,
    },
    /// A round began: every asset that stands may act once.
    RoundBegan {
        /// Number of the round, from 1.
        #[serde(skip)]
        round: u8,
        /// Steps left on the clock.
        clock: u8,
    },
    /// A player left the choice of an asset to the next player (I12).
    Passed {
        /// Player who passed.
        #[serde(rename = "fleet")]
        player: PlayerId,
    },
    /// A turn began, on its player's choice or because the asset was attacked.
    TurnBegan {
        /// Number of the asset.
        asset: AssetId,
        /// Number of the attacker; `None` if the player chose the asset.
        attacked_by: Option<AssetId>,
    },
    /// A ship declared target and band, before its dice were rolled.
    Declared {
        /// Number of the ship.
        asset: AssetId,
        /// Ship, company or piece of debris to attack, or `Nothing`.
        #[serde(flatten, serialize_with = "fields::target")]
        target: Target,
        /// Band of the weapon; dogfight for an attack with a white, and for no attack.
        band: Band,
    },
    /// The hand of a turn.
    Rolled {
        /// Number of the asset.
        asset: AssetId,
        /// Dice in the order of their roll; empty if the observer does not want faces.
        faces: Vec<Face>,
    },
    /// The first owner assigned the whites of a captured ship (I33).
    Given {
        /// Number of the ship.
        asset: AssetId,
        /// First owner of the ship.
        #[serde(rename = "fleet")]
        player: PlayerId,
        /// Pips of the white of each action.
        #[serde(flatten)]
        given: GivenWhites,
    },
    /// An asset gave a die, or none, to its defense for the round.
    Defended {
        /// Number of the asset.
        asset: AssetId,
        /// Blue or white; [`Die::None`] for no die.
        #[serde(serialize_with = "fields::blue")]
        die: Die,
        /// Pips of the die; 0 for no die.
        value: u8,
    },
    /// A white restored a system of its ship.
    Repaired {
        /// Number of the ship.
        asset: AssetId,
        /// Place of the white in the hand.
        #[serde(skip)]
        white: u8,
        /// Pips of the white.
        value: u8,
        /// Kind of the system.
        #[serde(serialize_with = "fields::token")]
        system: System,
    },
    /// The attack was not made: nothing in range, no die, or the player declined.
    AttackForgone {
        /// Number of the ship, which had declared a target.
        asset: AssetId,
    },
    /// An attack was declared with this die; the defense follows.
    AttackDeclared {
        /// Number of the attacker.
        asset: AssetId,
        /// Ship, company or piece of debris that is attacked.
        #[serde(flatten, serialize_with = "fields::target")]
        target: Target,
        /// Band that the ship declared, or nearest band at which the company reaches the target.
        band: Band,
        /// The best red, or a white.
        #[serde(serialize_with = "fields::red")]
        die: Die,
        /// Pips of the die.
        value: u8,
    },
    /// An attack hit or missed. `dice` is the number of damage dice; `faces` lists them if the observer wants faces.
    Attacked(Strike),
    /// After the roll a spot spared the cover of the target: the hits that the cover absorbed do no harm (I41).
    Spared {
        /// Number of the attacker.
        asset: AssetId,
        /// Piece of debris or asset that covers the target.
        #[serde(flatten, serialize_with = "fields::cover")]
        cover: CoverBy,
        /// Hits that the cover absorbed.
        hits: u8,
    },
    /// A piece of debris took hits of an attack, as the target or as cover (I40).
    DebrisHit {
        /// Number of the piece.
        piece: u8,
        /// Number of hits from this attack.
        hits: u8,
    },
    /// A piece of debris was removed, after hits (I40) or a collision (I55).
    DebrisDestroyed {
        /// Number of the piece.
        piece: u8,
    },
    /// A ship or high value asset set out.
    SetOut {
        /// Number of the asset.
        asset: AssetId,
        /// Green or white that pays for the maneuver; [`Die::None`] for no die.
        #[serde(serialize_with = "fields::green")]
        die: Die,
        /// Pips of the die; 0 for no die.
        value: u8,
        /// Pose before the move.
        #[serde(flatten, serialize_with = "fields::start")]
        from: Pose,
        /// Speed, and clicks at the hinges.
        #[serde(flatten, serialize_with = "fields::steering")]
        maneuver: Maneuver,
        /// Pips that the maneuver costs.
        pips: u8,
    },
    /// A ship or high value asset passed another, because no player chose a collision.
    Passing {
        /// Number of the asset that moves.
        asset: AssetId,
        /// Number of the asset that was passed.
        other: AssetId,
    },
    /// A ship or high value asset passed debris, for a pip or by the choice of a green ace.
    Avoided {
        /// Number of the asset that moves.
        asset: AssetId,
        /// Number of the piece.
        piece: u8,
        /// Pips that passing costs: 1, or 0 by the choice of a green ace.
        pips: u8,
    },
    /// A ship or high value asset came to rest after `distance` units of its course.
    Sailed {
        /// Number of the asset.
        asset: AssetId,
        /// Distance along the course in units, from 0 to the speed.
        #[serde(skip)]
        distance: f64,
        /// Pose at rest.
        #[serde(flatten, serialize_with = "fields::end")]
        to: Pose,
    },
    /// Two things collided, and the dice were rolled. A target of [`super::state::DEBRIS`] or more is debris. `chosen`
    /// is true if a player chose to ram although the two could have passed each other (I52).
    Collided {
        /// Number of the asset that ran into the target.
        rammer: AssetId,
        /// Number of the other asset, or [`super::state::DEBRIS`] plus the number of the piece.
        #[serde(flatten, serialize_with = "fields::obstacle")]
        target: AssetId,
        /// True if a player chose to ram although the two could have passed each other (I52).
        chosen: bool,
        /// Number of dice: the speed of the mover (I53), or the clicks left in a chain (I54).
        dice: u8,
        /// Faces of the dice, in rising order; empty if the observer does not want faces.
        faces: Vec<u8>,
        /// Hits rolled on the rammer; a high value asset takes none of them (I53).
        on_rammer: u8,
        /// Hits rolled on the target; high value assets and debris take none of them (I53, I55).
        on_target: u8,
    },
    /// After a collision, the other player turned the asset.
    Turned {
        /// Number of the turned asset.
        asset: AssetId,
        /// Player who chose the clicks.
        #[serde(rename = "fleet")]
        by: PlayerId,
        /// Clicks made: positive to the left, negative to the right.
        clicks: i8,
        /// Pose after the turn.
        #[serde(flatten, serialize_with = "fields::end")]
        to: Pose,
    },
    /// A player moved a piece of debris that was hit (I55).
    DebrisMoved {
        /// Number of the piece.
        piece: u8,
        /// Centre of the piece after the move.
        to: Point,
    },
    /// A ship left the table.
    Left {
        /// Number of the ship.
        asset: AssetId,
        /// Pose of the ship as it left.
        #[serde(serialize_with = "fields::place")]
        at: Pose,
    },
    /// A company without fuel was lost with the ship that it was on (I56).
    LostAboard {
        /// Number of the company.
        asset: AssetId,
        /// Number of the ship.
        ship: AssetId,
        /// Pose of the ship as it left.
        #[serde(serialize_with = "fields::place")]
        at: Pose,
    },
    /// A high value asset was turned away from the edge (I57).
    Headed {
        /// Number of the high value asset.
        asset: AssetId,
        /// Opponent who chose the heading; `None` if the rules turn the asset to the centre of the table.
        #[serde(rename = "fleet")]
        player: Option<PlayerId>,
        /// Pose after the turn.
        #[serde(rename = "heading", serialize_with = "fields::heading")]
        to: Pose,
    },
    /// A company moved on its own turn.
    Flew {
        /// Number of the company.
        asset: AssetId,
        /// The best green, or a white.
        #[serde(serialize_with = "fields::green")]
        die: Die,
        /// Pips of the die: the most units of the flight.
        value: u8,
        /// Centre of the company's base before the flight.
        from: Point,
        /// Centre of the company's base after the flight.
        to: Point,
        /// Number of the ship that the company then touches; `None` for no ship.
        on: Option<AssetId>,
    },
    /// A company came along with the ship that it was on, stayed behind, or clung to a ship that came by.
    Rode {
        /// Number of the company.
        asset: AssetId,
        /// Number of the ship.
        ship: AssetId,
        /// Centre of the company's base after the move.
        to: Point,
    },
    /// A company stayed behind as its ship sailed away.
    LeftBehind {
        /// Number of the company.
        asset: AssetId,
        /// Number of the ship that sailed away.
        ship: AssetId,
        /// Centre of the company's base.
        to: Point,
    },
    /// A company clung to a ship that came by.
    Clung {
        /// Number of the company.
        asset: AssetId,
        /// Number of the ship.
        ship: AssetId,
        /// Centre of the company's base, in touch with the ship.
        to: Point,
    },
    /// A company that drifts was picked up.
    PickedUp {
        /// Number of the company.
        asset: AssetId,
        /// Number of the asset that carries the company from now on.
        by: AssetId,
        /// Centre of the company's base after the rescue.
        to: Point,
    },
    /// A green ace moved or turned a ship, or moved a company (I63). The place of a company follows as an event.
    Nudged {
        /// Number of the ship or company that was nudged.
        asset: AssetId,
        /// Number of the company that the ace leads.
        by: AssetId,
        /// Pose after the nudge.
        #[serde(flatten, serialize_with = "fields::end")]
        to: Pose,
    },
    /// A die of a carrier repaired a company: these systems and whites came back.
    Mended {
        /// Number of the company.
        asset: AssetId,
        /// Number of the carrier.
        by: AssetId,
        /// Black or white.
        #[serde(serialize_with = "fields::green")]
        die: Die,
        /// Pips of the die.
        value: u8,
        /// Systems that came back.
        #[serde(rename = "systems")]
        parts: Parts,
        /// Number of whites that came back.
        whites: u8,
    },
    /// A company was launched with this much fuel; its place follows as an event.
    Launched {
        /// Number of the company.
        asset: AssetId,
        /// Number of the carrier.
        by: AssetId,
        /// Black or white; [`Die::None`] if the company kept its fuel.
        #[serde(serialize_with = "fields::green")]
        die: Die,
        /// Fuel after the launch.
        fuel: u8,
    },
    /// A company was put at a place by a launch or a nudge, or gave way to a ship.
    CompanyPlaced {
        /// Number of the company.
        asset: AssetId,
        /// Centre of the company's base.
        at: Point,
        /// Number of the ship that the company touches; `None` for no ship.
        on: Option<AssetId>,
    },
    /// A spot was placed. `replaced` is the lower spot that was there before; `ace` is true for the spot of a yellow
    /// ace.
    Spotted {
        /// Number of the asset that spots.
        asset: AssetId,
        /// Number of the ship or company that is spotted.
        target: AssetId,
        /// The best yellow, or a white; [`Die::None`] for the spot of a yellow ace.
        #[serde(serialize_with = "fields::yellow")]
        die: Die,
        /// Pips of the spot.
        value: u8,
        /// Pips of the lower spot of the same kind; `None` if there was none.
        replaced: Option<u8>,
        /// True if a yellow ace placed the spot as its own die (I62).
        ace: bool,
    },
    /// An asset lost a system, a white or its ace to a hit (I06 to I08).
    Lost {
        /// Number of the asset.
        asset: AssetId,
        /// System, white or ace that was lost.
        #[serde(serialize_with = "fields::loss")]
        loss: Loss,
        /// Number of the asset that dealt the hit; `None` in boarding and in collisions with debris.
        by: Option<AssetId>,
    },
    /// A company stepped away instead of taking a hit (I64).
    Dodged {
        /// Number of the company.
        asset: AssetId,
        /// Centre of the company's base before the step.
        from: Point,
        /// Centre of the company's base after the step.
        to: Point,
        /// Fuel left after the cost of the step.
        fuel: u8,
    },
    /// An asset took its last hit and was removed (I06, I08).
    Destroyed {
        /// Number of the asset.
        asset: AssetId,
        /// Number of the asset that dealt the hit; `None` in boarding and in collisions with debris.
        by: Option<AssetId>,
    },
    /// Fuel was counted down.
    Burned {
        /// Number of the company.
        asset: AssetId,
        /// Fuel left.
        fuel: u8,
    },
    /// A company ran out of fuel; its points are lost.
    Drifted {
        /// Number of the company.
        asset: AssetId,
    },
    /// A ship or high value asset changed hands.
    Taken {
        /// Number of the asset.
        asset: AssetId,
        /// Player who held the asset before.
        from: PlayerId,
        /// Player who holds the asset now.
        to: PlayerId,
    },
    /// A captured ship returned to its first owner (I34).
    Reverted {
        /// Number of the ship.
        asset: AssetId,
        /// Captor.
        from: PlayerId,
        /// First owner.
        to: PlayerId,
    },
    /// A turn ended, with some of its dice unused or none.
    TurnEnded {
        /// Number of the asset.
        asset: AssetId,
        /// Numbers of unused dice.
        #[serde(flatten)]
        unused: Unused,
    },
    /// All turns of a round are over; clock, fuel and boarding follow (I24).
    RoundEnded {
        /// Number of the round, from 1.
        #[serde(skip)]
        round: u8,
    },
    /// A player gave dice to another (I32).
    Aided {
        /// Number of the ship that is boarded.
        ship: AssetId,
        /// Player who gave the dice.
        #[serde(rename = "fleet")]
        helper: PlayerId,
        /// Player who received the dice.
        aided: PlayerId,
    },
    /// The dice of a boarding action, player by player.
    Boarded {
        /// Number of the ship.
        ship: AssetId,
        /// Dice of each player who rolled any; empty if the observer does not want faces.
        rolls: Vec<BoardingRoll>,
        /// Player with the most dice that count; `None` on a tie or without such dice, and the holder keeps the ship.
        winner: Option<PlayerId>,
    },
    /// A die of boarding hit a player's companies.
    BoardingHit {
        /// Number of the ship.
        ship: AssetId,
        /// Player of the die; dice of a helper belong to the aided player (I32).
        #[serde(rename = "fleet")]
        roller: PlayerId,
        /// Player whose companies are hit.
        victim: PlayerId,
        /// Damage of the die.
        damage: u8,
    },
    /// The clock counted down, by the rules or by the choice of a player.
    Ticked {
        /// Player who chose the step; `None` for the step of the rules.
        #[serde(rename = "fleet")]
        by: Option<PlayerId>,
        /// Steps left on the clock.
        clock: u8,
    },
    /// A player declined to move the clock.
    Held {
        /// Player who declined.
        #[serde(rename = "fleet")]
        player: PlayerId,
    },
    /// The battle ended, because the clock was at 0 after a round.
    Over {
        /// Final scores by player; 0 beyond the last player.
        #[serde(rename = "final_scores")]
        scores: [i32; MAX_FLEETS],
    },
}

/// A resolved attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strike {
    /// Number of the attacker.
    pub asset: AssetId,
    /// Ship, company or piece of debris that is attacked.
    #[serde(flatten, serialize_with = "fields::target")]
    pub target: Target,
    /// Band of the attack.
    pub band: Band,
    /// True if the table of companies was used, not the chart of the band.
    pub dogfight: bool,
    /// Die given to the attack.
    #[serde(serialize_with = "fields::red")]
    pub die: Die,
    /// Pips of the attack die.
    pub attack: u8,
    /// Sum of the spots added; 0 for none.
    pub spot: u8,
    /// Numbers of the assets that placed the spot and the spot of a yellow ace (I62); the attacker for no spot.
    #[serde(skip)]
    pub spotted_by: [AssetId; 2],
    /// Defense of the target; 0 for debris, and for a target without a defense.
    pub defense: u8,
    /// Number of damage dice: attack plus spot minus defense, at least 0.
    pub dice: u8,
    /// Cover of the target.
    #[serde(flatten, serialize_with = "fields::cover")]
    pub cover: CoverBy,
    /// True if the cover was spared before the roll (I41).
    pub spared: bool,
    /// Faces of the damage dice, in rising order; empty if the observer does not want faces.
    pub faces: Vec<u8>,
    /// Hits that the cover absorbed.
    pub on_cover: u8,
    /// Hits on the target.
    pub on_target: u8,
}

/// Pips of the whites that the first owner of a captured ship gives to its actions (I33); `None` for no white.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GivenWhites {
    /// White for the defense.
    pub defense: Option<u8>,
    /// White for the attack.
    pub attack: Option<u8>,
    /// White for the movement.
    pub movement: Option<u8>,
    /// White for the spot.
    pub spot: Option<u8>,
}

/// Dice of a player in a boarding action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoardingRoll {
    /// Player who rolled the dice.
    #[serde(rename = "fleet")]
    pub player: PlayerId,
    /// Yellow dice, including those that the player gave to another.
    pub yellows: Vec<u8>,
    /// Red dice of the ship's point defense.
    pub reds: Vec<u8>,
    /// Number of dice that count for taking or holding the ship, including those given by another player.
    pub counted: u8,
}

/// A die after its roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// Colour of the die.
    #[serde(flatten, serialize_with = "fields::hue")]
    pub colour: Hue,
    /// Number of sides.
    pub sides: u8,
    /// Face that the die shows, from 1 to `sides`.
    pub face: u8,
}

/// Colours of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// A white, for any action.
    White,
    /// A black of a catapult, for fuel and repair of companies.
    Black,
    /// The colour of an action.
    Of(Colour),
    /// The die of a yellow ace.
    AceSpot,
}

/// Dice left unused at the end of a turn: whites, blacks, and best dice of colours that no action used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Unused {
    /// Number of unused whites.
    #[serde(rename = "unused_whites")]
    pub whites: u8,
    /// Number of unused blacks.
    #[serde(rename = "unused_blacks")]
    pub blacks: u8,
    /// Number of colours with an unused best die, 0 to 4.
    #[serde(rename = "unused_colors")]
    pub colours: u8,
}
