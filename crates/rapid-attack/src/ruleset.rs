//! The ruleset of Rapid Attack as data: every number and switch.
//!
//! This file has the sections on frames, attacks, the use of dice, companies and tables; `battle_rules` has those on
//! whole battles. Sources are the rulebook's "Company Size" and "The Ruler, Ranges, and Cover", the questions and the
//! advice of its chapter "Settings & Rule Hacks", and the design constraints of "Basic Campaign Rules".

use super::battle_rules::{
    BiddingRules, ClockRules, FieldingRules, MovementRules, ObjectiveRules, OptionRules, OrderRules, RangeRules,
    ShelterRules, SpottingRules, StationRules, TurnRules,
};
use hitchart_config::{named, ruleset};
use hitchart_dice::Pool;
use hitchart_dice::plan::{CoverOrder, HitChart};

ruleset! {
// The whole ruleset, and the sections on frames and attacks.

/// A complete ruleset of Rapid Attack.
pub struct Ruleset {
    /// Name of the ruleset.
    pub name: String,
    /// Description in one line.
    pub summary: String,
    /// The bare frame and its limits.
    pub frame: FrameRules,
    /// Dice of systems other than weapons.
    pub dice: SystemDice,
    /// Dice of weapon systems.
    pub weapons: WeaponRules,
    /// Single-shot rockets.
    pub rockets: RocketRules,
    /// Defense of a frame.
    pub defense: DefenseRules,
    /// Pips added to dice.
    pub modifiers: ModifierRules,
    /// Extra dice by circumstance.
    pub extra: ExtraRules,
    /// Repair during the battle.
    pub repair: RepairRules,
    /// Environmental systems.
    pub environment: EnvironmentRules,
    /// Effects of damage dice.
    pub charts: Charts,
    /// Cover in general.
    pub cover: CoverRules,
    /// The attack that durability is measured against.
    pub typical_attack: TypicalAttack,
    /// Stations and frames by size of battle and number of players.
    pub sizes: SizeRules,
    /// Special parameters of design.
    pub design: DesignRules,
    /// The table.
    pub table: TableRules,
    /// Distances.
    pub ranges: RangeRules,
    /// Movement of frames.
    pub movement: MovementRules,
    /// Conditions of cover.
    pub shelter: ShelterRules,
    /// A frame's turn.
    pub turn: TurnRules,
    /// Spots.
    pub spotting: SpottingRules,
    /// Order of turns.
    pub order: OrderRules,
    /// Stations.
    pub stations: StationRules,
    /// Fielding.
    pub fielding: FieldingRules,
    /// Points per asset.
    pub bidding: BiddingRules,
    /// The doomsday clock.
    pub clock: ClockRules,
    /// Options by agreement.
    pub options: OptionRules,
    /// The special objective of a campaign.
    pub objective: ObjectiveRules,
}

/// The bare frame and its limits (rulebook, "Mobile Frames").
pub struct FrameRules {
    /// White dice of a frame. Also the hits that it takes once its systems are lost (rulebook, "When a mobile frame
    /// takes damage").
    pub whites: u8 where 1..=6,
    /// Sides of a white die.
    pub white_sides: u8 where 2..=20,
    /// Most systems on a frame.
    pub max_systems: u8 where 0..=8,
    /// Most systems of one type, environmental ones included; a split weapon counts half for each of its two types
    /// (rulebook, "There are six types of systems"; S34).
    pub max_per_type: u8 where 1..=4,
    /// Extra movement dice of a frame without ranged weapon systems; a frame with rockets keeps them (rulebook,
    /// "Sprinting"; S21, R17).
    pub sprint: Pool where 0..=4,
    /// True if an owner may lose a white die while systems are left, but never the last white die (Handbook; S36).
    pub early_white_loss: bool,
}

/// Dice that each system of a kind adds (rulebook, "There are six types of systems").
pub struct SystemDice {
    /// Blue dice of each defensive system.
    pub defense: Pool where 0..=4,
    /// Green dice of each movement system.
    pub movement: Pool where 0..=4,
    /// Yellow dice of each comms system.
    pub comms: Pool where 0..=4,
}

/// Red dice of weapon systems (rulebook, "There are six types of systems" and "Split-range Weapons").
pub struct WeaponRules {
    /// Dice of the first whole weapon at a range.
    pub first: Pool where 0..=4,
    /// Dice that each further whole weapon at that range adds.
    pub second: Pool where 0..=4,
    /// Dice of each half of a split weapon, at its range (S34).
    pub half: Pool where 0..=4,
    /// Dice that each comms system adds to the attacks of its frame (rulebook, "Don't make yellow dice affect a frame's
    /// own attack").
    pub comms: Pool where 0..=2,
    /// True if split weapons may be taken.
    pub split_allowed: bool,
}

/// Single-shot rockets (rulebook, "Single-Shot Rockets"; S18, S19, R17).
pub struct RocketRules {
    /// Rockets of a company; a company of a demo may carry fewer (S19).
    pub per_company: u8 where 0..=24,
    /// Most rockets on one frame.
    pub per_frame: u8 where 0..=8,
    /// Red dice that each rocket fired adds at direct range (R16).
    pub dice: Pool where 0..=4,
    /// True if a frame without a direct weapon may attack at direct range with rockets (S18).
    pub open_direct_fire: bool,
}

/// Environmental systems (rulebook, "Exotic Terrain and Environmental Systems").
pub struct EnvironmentRules {
    /// True if environmental systems (`E`) may be taken; they add no die, and are lost like all others (R38).
    pub allowed: bool,
}

/// The five damage charts: lowest faces of a damage die, 1 to 6; 7 is never.
pub struct Charts {
    /// Dice that are spent on cover first, and carry-over (S01, S02).
    pub cover_order: CoverOrder,
    /// Chart 1: hand-to-hand; cover is ignored.
    pub hand_to_hand: TargetChart,
    /// Chart 2: ranged, target in the open.
    pub open: TargetChart,
    /// Chart 3: ranged, target in cover.
    pub cover: CoverChart,
    /// Chart 4: ranged, target covered by a frame.
    pub frame_cover: CoverChart,
    /// Chart 5: at terrain (S03).
    pub terrain: TargetChart,
}

/// A chart without cover: only the target can be hit.
pub struct TargetChart {
    /// Lowest face that hits the target.
    pub target: u8 where 1..=7,
}

/// A chart with cover: dice can also hit the cover of the target.
pub struct CoverChart {
    /// Lowest face that hits the cover.
    pub cover: u8 where 1..=7,
    /// Lowest face that hits the target once the cover is ruined (S01, S02).
    pub blow_through: u8 where 1..=7 from cover,
    /// Lowest face that always hits the target.
    pub target: u8 where 1..=7 from blow_through,
}

/// Cover in general.
pub struct CoverRules {
    /// Hits that cover absorbs if chart `cover` is used without a number of hits (rulebook, "When Terrain Takes
    /// Damage"; R33: 12 pieces, 6 lost per hit).
    pub default_hits: u8 where 0..=40,
    /// True if a covering frame with two defensive systems takes no damage as cover (S45).
    pub two_blues_immune: bool,
}

/// The typical attack of the Handbook's frame graph: a white, a direct weapon and a spot, on a frame in the open.
pub struct TypicalAttack {
    /// Attack dice, of a white and a direct weapon; the highest counts (Handbook, "Frame Graph Key").
    pub attack: Pool where 0..=20,
    /// Dice of the spot, of one comms system; the highest counts (Handbook, "Frame Graph Key").
    pub spot: Pool where 0..=20,
}

// The use of dice: dice for the defense, flat modifiers, extra dice by circumstance, repair.

/// Defense of a frame (rulebook, "A Few Non-Obvious Effects": defense more and less effective).
pub struct DefenseRules {
    /// True if white dice may be given to the defense.
    pub whites: bool,
    /// True if the defense is the sum of all blue dice, up to 200; else it is the highest one.
    pub sum_blues: bool,
}

/// Pips added to every die given to an action; an action without a die gets none (rulebook, "Don't give anyone
/// numerical modifiers").
pub struct ModifierRules {
    /// Pips added to attacks.
    pub attack: u8 where 0..=6,
    /// Pips added to defenses.
    pub defense: u8 where 0..=6,
    /// Pips added to movement.
    pub movement: u8 where 0..=6,
    /// Pips added to spots.
    pub spot: u8 where 0..=6,
}

/// Extra dice and pips of a frame by circumstance (rulebook, "Does something give a frame extra dice?"; "powers that
/// require a frame to stand still"). Dice are rolled with the others. Pips are added to every die given to an action, and
/// negative ones are taken from it; a die counts at least 1.
pub struct ExtraRules {
    /// Condition for these dice and pips, checked when the frame rolls.
    pub when: Circumstance,
    /// For `late`: the clock at which the condition begins.
    pub clock: u8 where 0..=30,
    /// Red dice, if the frame attacks.
    pub attack: Pool where 0..=2,
    /// Blue dice.
    pub defense: Pool where 0..=2,
    /// Green dice.
    pub movement: Pool where 0..=2,
    /// Yellow dice.
    pub comms: Pool where 0..=2,
    /// Pips of attacks. Not with `always`, which `modifiers` are for.
    pub attack_pips: i8 where -6..=6,
    /// Pips of defenses. Not with `always`.
    pub defense_pips: i8 where -6..=6,
    /// Pips of movement. Not with `always`.
    pub movement_pips: i8 where -6..=6,
    /// Pips of spots. Not with `always`.
    pub spot_pips: i8 where -6..=6,
}

/// Condition for extra dice and pips of a frame.
pub enum Circumstance {
    /// Never
    Never,
    /// In every roll
    Always,
    /// Within reach of a station of its side
    AtOwnStation,
    /// Within reach of a station of another player or without an owner
    AtStationOfOthers,
    /// Within hand-to-hand range of standing cover
    BesideCover,
    /// With the clock at or under `clock`
    Late,
    /// With fewer frames on its side than any other player
    Outnumbered,
    /// After a turn in which it neither moved nor attacked nor spotted
    StoodStill,
}

/// Repair during the battle (rulebook, "don't institute a repair system").
pub struct RepairRules {
    /// Lowest face of an unused white die that restores a lost system at the end of a frame's turn; systems return in
    /// the order of written loadouts; 21 is never.
    pub face: u8 where 1..=21,
    /// Most systems that a frame restores in a turn.
    pub most: u8 where 1..=4,
}

// Companies and tables: sizes of battles, parameters of design, the table.

/// Stations and frames by size of battle and number of players (rulebook, "Company Size").
pub struct SizeRules {
    /// The smaller companies.
    pub skirmish: SizeTable,
    /// The larger companies.
    pub battle: SizeTable,
}

/// Numbers for 2, 3, 4 and 5 players, in this order.
#[derive(Copy, Eq)]
pub struct SizeTable {
    /// Stations of each player; all together at most 15 (R49).
    pub stations: [u8; 4] where 1..=4,
    /// Fewest frames of a company (R49).
    pub min_frames: [u8; 4] where 1..=8,
    /// Most frames of a company, not below `min_frames` (R49).
    pub max_frames: [u8; 4] where 1..=8,
}

/// Special parameters of design (rulebook, "Are there special design parameters?"; "Determine a design constraint").
///
/// Systems are written as in loadouts: `Rh`, `Rd`, `Ra`, `Rh/d`, `Rh/a`, `Rd/a`, `Y`, `B`, `G`, `E`; `SSR` is a rocket.
pub struct DesignRules {
    /// Systems that every company needs at least one of.
    pub company_needs: Vec<String>,
    /// Systems that every frame needs at least one of.
    pub frame_needs: Vec<String>,
    /// Banned systems; none of the needed systems may be here (rulebook, "Basic Campaign Rules").
    pub banned: Vec<String>,
    /// Most ranged weapon systems of a company; a split weapon with a ranged half counts as one.
    pub max_ranged: u8 where 0..=64,
    /// Most systems per frame on average of a company (rulebook, "Basic Campaign Rules").
    pub max_average: f64 where 0.0..=8.0,
}

/// The table (rulebook, "The Ruler, Ranges, and Cover"). Layouts are always written in units of 5 studs.
pub struct TableRules {
    /// Studs per ruler unit: with bigger units, table, terrain, frames and stations are smaller in units.
    pub unit: f64 where 3.0..=10.0,
    /// Smallest diagonal or diameter of a table in its layout, in units of 5 studs; 4 rulers of 8.
    pub least: f64 where 16.0..=96.0,
    /// Greatest diagonal or diameter; 6 rulers of 8.
    pub most: f64 where 16.0..=96.0 from least,
}
}

impl Ruleset {
    /// Converts frames and stations from layout units to ruler units.
    pub fn measure_in_units(&mut self) {
        let scale = self.table.scale();
        self.movement.frame_radius *= scale;
        self.stations.side *= scale;
        self.table.unit = TableRules::STUDS;
    }
}

named! {
    /// The five damage charts by name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum ChartName in pairs {
        /// Hand-to-hand: cover is ignored
        HandToHand = "hand-to-hand",
        /// Ranged, target in the open
        Open = "open",
        /// Ranged, target in cover
        Cover = "cover",
        /// Ranged, target covered by a frame
        FrameCover = "frame-cover",
        /// At terrain
        Terrain = "terrain",
    }
}

impl Charts {
    /// Returns a chart in the form that the engines read.
    pub fn chart(&self, name: ChartName) -> HitChart {
        let covered = |chart: &CoverChart| HitChart {
            cover: chart.cover,
            blow_through: chart.blow_through,
            target: chart.target,
            order: self.cover_order,
        };
        match name {
            ChartName::HandToHand => HitChart::target_only(self.hand_to_hand.target),
            ChartName::Open => HitChart::target_only(self.open.target),
            ChartName::Terrain => HitChart::target_only(self.terrain.target),
            ChartName::Cover => covered(&self.cover),
            ChartName::FrameCover => covered(&self.frame_cover),
        }
    }
}

impl RepairRules {
    /// A face that no die has.
    pub const NEVER: u8 = 21;
}

impl DesignRules {
    /// The token of a rocket.
    pub const ROCKET: &'static str = "SSR";
}

impl TableRules {
    /// Studs per unit of a layout.
    pub const STUDS: f64 = 5.0;

    /// Returns the length of a layout unit in ruler units.
    pub fn scale(&self) -> f64 {
        TableRules::STUDS / self.unit
    }
}

impl ExtraRules {
    /// Returns true if only some rolls get the extra dice and pips.
    pub fn depends_on_play(&self) -> bool {
        !matches!(self.when, Circumstance::Never | Circumstance::Always)
    }
}
