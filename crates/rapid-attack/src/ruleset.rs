//! The ruleset of Rapid Attack as data: every number and switch.
//!
//! This file has the sections on frames, attacks, the use of dice, companies and tables; `battle_rules` has those on
//! whole battles. Sources are the rulebook's "Company Size" and "The Ruler, Ranges, and Cover", the questions and the
//! advice of its chapter "Settings & Rule Hacks", and the design constraints of "Basic Campaign Rules".

use super::battle_rules::{
    BiddingRules, ClockRules, FieldingRules, MovementRules, OptionRules, OrderRules, RangeRules, ShelterRules,
    SpottingRules, StationRules, TurnRules,
};
use hitchart_dice::Pool;
use hitchart_dice::plan::{CoverOrder, HitChart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// The whole ruleset, and the sections on frames and attacks.

/// A complete ruleset of Rapid Attack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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

/// The bare frame and its limits (rulebook, "Mobile Frames").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FrameRules {
    /// White dice of a frame, 1 to 6. Also the hits that it takes once its systems are lost.
    #[schemars(range(min = 1, max = 6))]
    pub whites: u8,
    /// Sides of a white die, 2 to 20.
    #[schemars(range(min = 2, max = 20))]
    pub white_sides: u8,
    /// Most systems on a frame, 0 to 8.
    #[schemars(range(min = 0, max = 8))]
    pub max_systems: u8,
    /// Most systems of one type, 1 to 4; a split weapon counts half for each of its two types (S34).
    #[schemars(range(min = 1, max = 4))]
    pub max_per_type: u8,
    /// Extra movement dice of a frame without ranged weapon systems (S21).
    pub sprint: Pool,
    /// True if an owner may lose a white die while systems are left, but never the last white die (S36).
    pub early_white_loss: bool,
}

/// Dice that each system of a kind adds (rulebook, "There are six types of systems").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SystemDice {
    /// Blue dice of each defensive system.
    pub defense: Pool,
    /// Green dice of each movement system.
    pub movement: Pool,
    /// Yellow dice of each comms system.
    pub comms: Pool,
}

/// Red dice of weapon systems (rulebook, "There are six types of systems" and "Split-range Weapons").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponRules {
    /// Dice of the first whole weapon at a range.
    pub first: Pool,
    /// Dice that each further whole weapon at that range adds.
    pub second: Pool,
    /// Dice of each half of a split weapon, at its range (S34).
    pub half: Pool,
    /// Dice that each comms system adds to the attacks of its frame (rulebook, "Don't make yellow dice affect a frame's
    /// own attack").
    pub comms: Pool,
    /// True if split weapons may be taken.
    pub split_allowed: bool,
}

/// Single-shot rockets (rulebook, "Single-Shot Rockets"; S18, S19, R17).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RocketRules {
    /// Rockets of a company, 0 to 24 (S19).
    #[schemars(range(min = 0, max = 24))]
    pub per_company: u8,
    /// Most rockets on one frame, 0 to 8.
    #[schemars(range(min = 0, max = 8))]
    pub per_frame: u8,
    /// Red dice that each rocket fired adds at direct range.
    pub dice: Pool,
    /// True if a frame without a direct weapon may attack at direct range with rockets (S18).
    pub open_direct_fire: bool,
}

/// Environmental systems (rulebook, "Exotic Terrain and Environmental Systems").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnvironmentRules {
    /// True if environmental systems may be taken.
    pub allowed: bool,
}

/// The five damage charts: lowest faces of a damage die, 1 to 6; 7 is never.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetChart {
    /// Lowest face that hits the target.
    #[schemars(range(min = 1, max = 7))]
    pub target: u8,
}

/// A chart with cover: dice can also hit the cover of the target. `cover <= blow_through <= target`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverChart {
    /// Lowest face that hits the cover.
    #[schemars(range(min = 1, max = 7))]
    pub cover: u8,
    /// Lowest face that hits the target once the cover is ruined.
    #[schemars(range(min = 1, max = 7))]
    pub blow_through: u8,
    /// Lowest face that always hits the target.
    #[schemars(range(min = 1, max = 7))]
    pub target: u8,
}

/// Cover in general.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverRules {
    /// Hits that cover absorbs if chart `cover` is used without a number of hits, 0 to 40 (R33: 12 pieces, 6 lost per
    /// hit).
    #[schemars(range(min = 0, max = 40))]
    pub default_hits: u8,
    /// True if a covering frame with two defensive systems takes no damage as cover (S45).
    pub two_blues_immune: bool,
}

/// The typical attack of the Handbook's frame graph: a white, a direct weapon and a spot, on a frame in the open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypicalAttack {
    /// Attack dice; the highest counts.
    pub attack: Pool,
    /// Dice of the spot; the highest counts.
    pub spot: Pool,
}

/// The five damage charts by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChartName {
    /// Hand-to-hand: cover is ignored
    HandToHand,
    /// Ranged, target in the open
    Open,
    /// Ranged, target in cover
    Cover,
    /// Ranged, target covered by a frame
    FrameCover,
    /// At terrain
    Terrain,
}

impl ChartName {
    /// All charts with the names that users type.
    pub const ALL: [(ChartName, &'static str); 5] = [
        (ChartName::HandToHand, "hand-to-hand"),
        (ChartName::Open, "open"),
        (ChartName::Cover, "cover"),
        (ChartName::FrameCover, "frame-cover"),
        (ChartName::Terrain, "terrain"),
    ];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(chart, _)| *chart == self).map_or("", |(_, name)| name)
    }

    /// Returns the chart of a name.
    pub fn named(name: &str) -> Option<ChartName> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(chart, _)| *chart)
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

// The use of dice: dice for the defense, flat modifiers, extra dice by circumstance, repair.

/// Defense of a frame (rulebook, "A Few Non-Obvious Effects": defense more and less effective).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DefenseRules {
    /// True if white dice may be given to the defense.
    pub whites: bool,
    /// True if the defense is the sum of all blue dice; else it is the highest one.
    pub sum_blues: bool,
}

/// Pips added to every die given to an action, 0 to 6 each; an action without a die gets none (rulebook, "Don't give
/// anyone numerical modifiers").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModifierRules {
    /// Pips added to attacks, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub attack: u8,
    /// Pips added to defenses, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub defense: u8,
    /// Pips added to movement, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub movement: u8,
    /// Pips added to spots, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub spot: u8,
}

/// Extra dice of a frame by circumstance, rolled with its others (rulebook, "Does something give a frame extra dice?";
/// "powers that require a frame to stand still").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExtraRules {
    /// Condition for these dice, checked when the frame rolls.
    pub when: Circumstance,
    /// For `late`: the clock at which the condition begins, 0 to 30.
    #[schemars(range(min = 0, max = 30))]
    pub clock: u8,
    /// Red dice, if the frame attacks.
    pub attack: Pool,
    /// Blue dice.
    pub defense: Pool,
    /// Green dice.
    pub movement: Pool,
    /// Yellow dice.
    pub comms: Pool,
}

/// Condition for extra dice of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RepairRules {
    /// Lowest face of an unused white die that restores a lost system at the end of a frame's turn, 1 to 20; 21 is
    /// never.
    #[schemars(range(min = 1, max = 21))]
    pub face: u8,
    /// Most systems that a frame restores in a turn, 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub most: u8,
}

impl RepairRules {
    /// A face that no die has.
    pub const NEVER: u8 = 21;
}

// Companies and tables: sizes of battles, parameters of design, the table.

/// Stations and frames by size of battle and number of players (rulebook, "Company Size").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SizeRules {
    /// The smaller companies.
    pub skirmish: SizeTable,
    /// The larger companies.
    pub battle: SizeTable,
}

/// Numbers for 2, 3, 4 and 5 players, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SizeTable {
    /// Stations of each player, 1 to 4; all together at most 15.
    #[schemars(inner(range(min = 1, max = 4)))]
    pub stations: [u8; 4],
    /// Fewest frames of a company, 1 to 8.
    #[schemars(inner(range(min = 1, max = 8)))]
    pub min_frames: [u8; 4],
    /// Most frames of a company, `min_frames` to 8.
    #[schemars(inner(range(min = 1, max = 8)))]
    pub max_frames: [u8; 4],
}

/// Special parameters of design (rulebook, "Are there special design parameters?"; "Determine a design constraint").
///
/// Systems are written as in loadouts: `Rh`, `Rd`, `Ra`, `Rh/d`, `Rh/a`, `Rd/a`, `Y`, `B`, `G`, `E`; `SSR` is a rocket.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DesignRules {
    /// Systems that every company needs at least one of.
    pub company_needs: Vec<String>,
    /// Systems that every frame needs at least one of.
    pub frame_needs: Vec<String>,
    /// Banned systems.
    pub banned: Vec<String>,
    /// Most ranged weapon systems of a company, 0 to 64; a split weapon with a ranged half counts as one.
    #[schemars(range(min = 0, max = 64))]
    pub max_ranged: u8,
    /// Most systems per frame on average of a company, 0 to 8.
    #[schemars(range(min = 0.0, max = 8.0))]
    pub max_average: f64,
}

impl DesignRules {
    /// The token of a rocket.
    pub const ROCKET: &'static str = "SSR";
}

/// The table (rulebook, "The Ruler, Ranges, and Cover"). Layouts are always written in units of 5 studs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRules {
    /// Studs per ruler unit, 3 to 10: with bigger units, table, terrain, frames and stations are smaller in units.
    #[schemars(range(min = 3.0, max = 10.0))]
    pub unit: f64,
    /// Smallest diagonal or diameter of a table in its layout, in units of 5 studs, 16 to 96.
    #[schemars(range(min = 16.0, max = 96.0))]
    pub least: f64,
    /// Greatest diagonal or diameter, `least` to 96.
    #[schemars(range(min = 16.0, max = 96.0))]
    pub most: f64,
}

impl TableRules {
    /// Studs per unit of a layout.
    pub const STUDS: f64 = 5.0;

    /// Returns the length of a layout unit in ruler units.
    pub fn scale(&self) -> f64 {
        TableRules::STUDS / self.unit
    }
}
