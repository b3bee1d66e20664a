//! The part of the ruleset that battles read.

use super::attack::Band;
use hitchart_config::{rules::ModelledField, ruleset};
use hitchart_dice::Pool;
use hitchart_dice::plan::{CoverOrder, HitChart, NEVER};

ruleset! {
/// Targets that ships may declare ("Declare your target", "Ranges").
pub struct TurnRules {
    /// Ships that attack at dogfight band, with a white die. The text says "no working weapons", "no point defense
    /// weapon systems" and "ships may use their white dice to attack at dogfight range, as well".
    pub dogfight: LaborFrames,
}

/// Ships that attack at dogfight band.
pub enum LaborFrames {
    /// Ships without any weapon.
    Unarmed,
    /// Ships without point defense.
    NoPointDefense,
    /// All ships.
    Any,
}

/// Distances in ruler units, between the closest points of two bases (I01 to I03).
pub struct RangeRules {
    /// Farthest of dogfight band.
    pub dogfight: f64 where 0.5..=8.0,
    /// Farthest of point defence.
    pub point_defense: f64 where 0.5..=12.0 from dogfight,
    /// Farthest of assault range.
    pub assault: f64 where 0.5..=24.0 from point_defense,
    /// True if a declared weapon of a band reaches only beyond the border of the nearer band (I02); else it reaches
    /// everything up to its own border.
    pub exclusive: bool,
}

/// Effects of damage dice, by band ("Damage", "Dogfight range", "Cover"; I38 to I40).
pub struct Charts {
    /// Lowest face of dice of companies, and of white dice of ships, that hits a company at dogfight band; 7 is never.
    pub dogfight_company: u8 where 1..=7,
    /// Lowest face that hits a ship.
    pub dogfight_ship: u8 where 1..=7,
    /// Point defence.
    pub point_defense: BandChart,
    /// Assault.
    pub assault: BandChart,
    /// Support.
    pub support: BandChart,
}

/// Chart of a band: faces of at least `hits` hit a target in the open; cover absorbs those up to `absorbed`.
#[derive(Copy)]
pub struct BandChart {
    /// Lowest face that hits; 7 is never (I39).
    pub hits: u8 where 1..=7,
    /// Highest face that cover absorbs; below `hits` it absorbs nothing (I39).
    pub absorbed: u8 where 0..=6,
}

/// Cover, and its cost ("Cover"; I39 to I43).
pub struct CoverRules {
    /// Maximum distance between cover and target, in ruler units (I43).
    pub reach: f64 where 0.0..=12.0,
    /// Hits that a piece of debris absorbs before it is gone (I40).
    pub debris_hits: u8 where 1..=6,
    /// True if further dice hit the target once the debris is gone (I40).
    pub blow_through: bool,
    /// True if a ship that covers takes the hits that it absorbs (I39).
    pub ships_take: bool,
    /// True if companies and high value assets cover too (I43).
    pub companies_cover: bool,
    /// Time at which the attacker decides if a spot spares the cover (I41).
    pub spared: Spared,
    /// Defences of a ship that may give cover to ships within point defence; 7 is never (I42).
    pub screen_from: u8 where 1..=7,
    /// True if such a ship screens itself (I42).
    pub screen_self: bool,
}

/// Time at which an attacker with a spot decides to spare the cover (I41).
pub enum Spared {
    /// After the roll of the damage dice; absorbed dice are then lost.
    AfterRoll,
    /// Before the roll of the damage dice.
    BeforeRoll,
}

/// Repair of ships and companies ("Repair Your Ship", "Launch, Fueling, and Repairing"; I21, I22).
pub struct RepairRules {
    /// Lowest face of a white die that may repair a system of its ship; 7 is never.
    pub face: u8 where 1..=7,
    /// True if the white dice of a company count towards the dice that a repair die allows (I21).
    pub whites_count: bool,
    /// True if repair also restores the white dice of a company (I21).
    pub whites_return: bool,
}

/// Launches (I15 to I19).
pub struct LaunchRules {
    /// Farthest from the carrier that a company is placed, in ruler units; 0 is anywhere (I16).
    pub reach: f64 where 0.0..=64.0,
    /// True if it may be placed in touch with an enemy ship (I17).
    pub onto_enemies: bool,
    /// True if it must be placed out of cover from the carrier (I17).
    pub out_of_cover: bool,
    /// True if companies that are still aboard add their dice in boarding (I15).
    pub docked_board: bool,
}

/// Fuel, and companies that drift ("Bingo Fuel"; I23 to I25, I59, I60, I64).
pub struct FuelRules {
    /// Fuel that the end of a round costs.
    pub per_round: u8 where 0..=6,
    /// Fuel that a dodge costs (I64).
    pub per_dodge: u8 where 0..=6,
    /// True if a dodge needs a green left (I64).
    pub dodge_needs_green: bool,
    /// Farthest from which an asset that passes picks up a company that drifts (I59).
    pub rescue: f64 where 0.0..=12.0,
}

/// Spots ("Spot a Tactical Asset").
pub struct SpottingRules {
    /// True if a ship without comms may spot, with a white, within assault range and out of cover.
    pub ships_without: bool,
    /// Comms systems that spot anywhere; 7 is never. Fewer reach to assault range.
    pub anywhere_from: u8 where 1..=7,
}

/// Movement of ships ("Move and Maneuver your ship"; I47 to I51).
pub struct MovementRules {
    /// Units that a ship moves if it is not steered.
    pub speed: u8 where 0..=8,
    /// Longest move of a ship: the number of hinges of the ruler (I48).
    pub most: u8 where 1..=12,
    /// True if a ship starts from the speed of its last move (I47).
    pub carries_speed: bool,
    /// Degrees of a click, a part of a full turn (I49).
    #[schemars(extend("enum" = [11.25, 15.0, 22.5, 30.0, 45.0]))]
    pub click: f64,
    /// Most clicks of one hinge by capital ships and high value assets (I50).
    pub capital_clicks: u8 where 1..=4,
    /// Most clicks of one hinge by frigates (I50).
    pub frigate_clicks: u8 where 1..=4,
    /// True if all clicks of a hinge cost one pip together (I49).
    pub clicks_share_a_pip: bool,
}

/// Ramming and collisions ("Collision dice"; I52 to I55).
pub struct CollisionRules {
    /// Highest face that damages the rammer (I53).
    pub rammer: u8 where 0..=6,
    /// Lowest face that damages its target (I53).
    pub target: u8 where 1..=7,
    /// Maximum number of collisions in a chain (I54).
    pub chain: u8 where 0..=10,
    /// Treatment of debris that a ship has hit (I55).
    pub debris: HitDebris,
}

/// Treatment of debris that a ship has hit (I55).
pub enum HitDebris {
    /// It is removed.
    Removed,
    /// Its mover removes it or moves it by the ship's speed.
    Chosen,
}

/// The edge of the table ("The Edge of the Table"; I56, I57).
pub struct EdgeRules {
    /// Time at which a ship is lost (I56).
    pub lost: Lost,
    /// True if companies on board without fuel are lost with it; else they stay at the place where it left (I56).
    pub with_companies: bool,
    /// Turn of a high value asset at the edge (I57).
    pub hvas: TurnedHvas,
}

/// Condition for a ship to have left the table (I56).
pub enum Lost {
    /// The centre of its base has left the table.
    Centre,
    /// Its whole base has left the table.
    Whole,
}

/// Turn of a high value asset at the edge (I57).
pub enum TurnedHvas {
    /// Towards the centre of the table.
    Centre,
    /// Chosen by the leading opponent.
    Opponent,
}

/// Boarding ("Capturing and Defending Ships"; I24 to I32).
pub struct BoardingRules {
    /// Yellow dice of each company ("one yellow die for each of their companies").
    pub company: Pool where 0..=4,
    /// Lowest face of a yellow die that counts (I26).
    pub threshold: u8 where 1..=8,
    /// Damage by face, 1 to 8 (I30).
    pub damage: [u8; 8] where 0..=6,
    /// True if the red dice of an owner's point defence count like its yellow dice (I26).
    pub reds_hold: bool,
    /// True if boarding comes before clock and fuel at the end of a round (I24).
    pub first: bool,
    /// True if a player may give dice to another (I32).
    pub aid: bool,
}

/// Captured ships ("When a player captures a ship", "Abandoning Assets"; I33 to I36).
pub struct CapturedRules {
    /// True if the first owner assigns the white dice of a captured ship (I33).
    pub owner_gives_whites: bool,
    /// True if docked companies stay with their owner (I35); else they belong to the captor as long as the ship does.
    pub companies_stay: bool,
    /// True if its loss costs the captor points; else it costs the first owner (I36).
    pub end_costs_captor: bool,
    /// True if it returns to its first owner once the captor's last company has left it ("Abandoning Assets"; I34).
    pub reverts: bool,
    /// Distance at which a company has left the ship, in ruler units (I34).
    pub abandoned_at: f64 where 0.0..=8.0,
}

/// High value assets in play (I13, I58).
pub struct HvaRules {
    /// White dice for their maneuvers (I13).
    pub whites: u8 where 0..=1,
    /// Base in studs, across and along ("What You Need to Play").
    pub base: [u8; 2] where 1..=24,
}

/// Space debris (I65).
pub struct DebrisRules {
    /// Maximum number of pieces of debris; fewer if there is no room for all.
    pub pieces: u8 where 0..=8,
    /// Side of a piece in studs.
    pub side: u8 where 1..=16,
}

/// The table ("What You Need to Play").
pub struct TableRules {
    /// Width, or diameter, in ruler units.
    pub across: f64 where 16.0..=64.0,
    /// Its shape.
    pub shape: TableShape,
    /// Studs per ruler unit.
    pub studs: f64 where 3.0..=10.0,
}

/// Shapes of tables.
pub enum TableShape {
    /// A square with sides of length `across`.
    Square,
    /// A circle with diameter `across`.
    Circle,
}

/// Order of turns (I12, I14).
pub struct OrderRules {
    /// True if a player may pass to players with lower scores; the last one who can act must act (I12, as in Rapid
    /// Attack). Else the player with the highest score and an asset left to act always acts.
    pub passing: bool,
}

/// The doomsday clock ("The Game Starts Now"; I37).
pub struct ClockRules {
    /// Start of the clock.
    pub start: u8 where 1..=30,
    /// Steps of the clock per round.
    pub step: u8 where 1..=11,
    /// True if each player may take one more step (I37).
    pub everyone_ticks: bool,
}
}

impl BandChart {
    /// Returns the chart in the form that the engines read. If `blow_through` is true, dice that destroyed cover no
    /// longer absorbs hit the target (I40).
    pub fn chart(self, blow_through: bool) -> HitChart {
        let target = self.hits.max((self.absorbed + 1).min(NEVER));
        let blow_through = if blow_through { self.hits } else { target };
        HitChart { cover: self.hits, blow_through, target, order: CoverOrder::LowFirst }
    }
}

impl Charts {
    /// Returns the chart of shipboard weapons at a band; `None` for dogfight band.
    pub fn of(&self, band: Band) -> Option<BandChart> {
        match band {
            Band::Dogfight => None,
            Band::PointDefense => Some(self.point_defense),
            Band::Assault => Some(self.assault),
            Band::Support => Some(self.support),
        }
    }
}

impl MovementRules {
    /// Returns the field that exact duels may not model: with kept speeds, the distance of two ships does not give their
    /// next moves.
    pub(crate) fn unmodelled_in_duels(&self) -> ModelledField {
        (self.carries_speed, "movement.carries_speed", "false")
    }
}
