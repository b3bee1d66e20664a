//! The ruleset as data: every number and switch. This module has the rules of fleets, [`super::battle_rules`] has those
//! of battles.

use super::band::Band;
use super::battle_rules::{
    BoardingRules, CapturedRules, Charts, ClockRules, CollisionRules, CoverRules, DebrisRules, EdgeRules, FuelRules,
    HvaRules, LaunchRules, MovementRules, OrderRules, RangeRules, RepairRules, SpottingRules, TableRules, TurnRules,
};
use hitchart_dice::Pool;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A complete ruleset of Intercept Orbit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Name of the ruleset.
    pub name: String,
    /// Description in one line.
    pub summary: String,
    /// Assets by number of players.
    pub fleet: FleetRules,
    /// The two classes of ships.
    pub ships: ShipRules,
    /// Red dice of shipboard weapons.
    pub weapons: WeaponRules,
    /// Dice of shipboard systems other than weapons.
    pub dice: SystemDice,
    /// Companies of mobile frames.
    pub companies: CompanyRules,
    /// Aces.
    pub aces: AceRules,
    /// Points per asset.
    pub bidding: BiddingRules,
    /// Targets that ships may declare.
    pub turn: TurnRules,
    /// Distances.
    pub ranges: RangeRules,
    /// Effects of damage dice.
    pub charts: Charts,
    /// Cover, and its cost.
    pub cover: CoverRules,
    /// Repair of ships and companies.
    pub repair: RepairRules,
    /// Launches.
    pub launch: LaunchRules,
    /// Fuel, and companies that drift.
    pub fuel: FuelRules,
    /// Spots.
    pub spotting: SpottingRules,
    /// Movement of ships.
    pub movement: MovementRules,
    /// Ramming and collisions.
    pub collisions: CollisionRules,
    /// The edge of the table.
    pub edge: EdgeRules,
    /// Boarding.
    pub boarding: BoardingRules,
    /// Captured ships.
    pub captured: CapturedRules,
    /// High value assets in play.
    pub hvas: HvaRules,
    /// Space debris.
    pub debris: DebrisRules,
    /// The table.
    pub table: TableRules,
    /// Order of turns.
    pub order: OrderRules,
    /// The doomsday clock.
    pub clock: ClockRules,
    /// The attack that durability is measured with.
    pub typical_attack: TypicalAttack,
}

/// Assets of a fleet by number of players, the first of each list for two ("Build Your Fleet").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FleetRules {
    /// Fewest tactical assets, ships and companies together, 1 to 8.
    pub min_assets: [u8; 3],
    /// Most tactical assets: not below the fewest, and at most 10 with the addition of a major battle.
    pub max_assets: [u8; 3],
    /// High value assets, 0 to 8, 5 and 4.
    pub hvas: [u8; 3],
    /// Addition of a major battle to the fewest and the most assets, 0 to 4.
    #[schemars(range(min = 0, max = 4))]
    pub major: u8,
}

/// The two classes of ships ("Build Your Ships").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipRules {
    /// White dice of a ship, 1 to 4. Also the hits that it takes once its systems are lost (I06).
    #[schemars(range(min = 1, max = 4))]
    pub whites: u8,
    /// Systems of a capital ship, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub capital_systems: u8,
    /// Systems of a frigate, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub frigate_systems: u8,
    /// Green dice that a frigate rolls; no system, and never lost (I05).
    pub frigate_green: Pool,
    /// Most systems of one type, 1 to 4: weapons of a band, defences, comms, catapults; a split weapon counts half for
    /// each of its two bands (as in Rapid Attack; the text mentions only first and second systems).
    #[schemars(range(min = 1, max = 4))]
    pub max_per_type: u8,
    /// Base of a capital ship in studs, across and along, 1 to 24 each.
    pub capital_base: [u8; 2],
    /// Base of a frigate.
    pub frigate_base: [u8; 2],
}

/// Red dice of shipboard weapons ("Shipboard weapons"; I04).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeaponRules {
    /// Dice of the first weapon devoted to a band.
    pub first: Pool,
    /// Dice that each further weapon devoted to that band adds.
    pub second: Pool,
    /// Dice of each half of a weapon designed for two bands.
    pub half: Pool,
    /// True if such weapons may be built.
    pub split_allowed: bool,
}

/// Dice of shipboard systems other than weapons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SystemDice {
    /// Blue dice of each defence.
    pub defense: Pool,
    /// Yellow dice of the comms of a ship that has any ("rolls one yellow die"; a second one adds reach).
    pub comms: Pool,
    /// Yellow dice that a second comms system adds.
    pub second_comms: Pool,
    /// Black dice of one catapult.
    pub catapult: Pool,
    /// Black dice of two or more catapults, in all (I20).
    pub catapults: Pool,
}

/// Companies of mobile frames ("Mobile Frame Companies").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyRules {
    /// White dice, 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub whites: u8,
    /// Red dice of the weapon, for dogfight band.
    pub weapon: Pool,
    /// Blue dice of the defence.
    pub defense: Pool,
    /// Yellow dice of the comms.
    pub comms: Pool,
    /// Green dice of the movement system.
    pub movement: Pool,
    /// Base in studs, across and along, 1 to 24 each.
    pub base: [u8; 2],
}

/// Aces ("Aces").
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AceRules {
    /// Dice of its colour that an ace adds to its company.
    pub dice: Pool,
    /// Yellow dice that any ace adds in boarding (I29).
    pub boarding: Pool,
    /// True if the ace is a further point of life, lost last (I08).
    pub has_life: bool,
    /// Chart of the red ace at point-defence and assault band (I61).
    pub red_hits: RedHits,
    /// True if the red ace reaches those bands at all.
    pub red_reaches: bool,
    /// Assets that the green ace may move or turn (I63).
    pub green_moves: GreenMoves,
    /// True if it may do so whenever a ship that it touches moves; else only on its own turn (I63).
    pub green_with_ships: bool,
    /// Distance at which the yellow ace spots: the point-defence reach, or the reach of the company.
    pub yellow_reaches: bool,
    /// True if the blue ace gives cover to other assets within point defence (I42).
    pub blue_covers_others: bool,
}

/// Chart of the red ace beyond dogfight band (I61).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RedHits {
    /// Chart of a company at dogfight band.
    Company,
    /// Chart of a weapon of the band.
    Band,
}

/// Assets that the green ace may move or turn (I63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GreenMoves {
    /// Any asset that it touches, including enemies.
    Anyone,
    /// Only assets of the ace's side.
    Own,
}

/// The attack that durability is measured with: a weapon of a ship, a white die and a spot. An assumption of the
/// tables, not a rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TypicalAttack {
    /// Dice of the attack.
    pub attack: Pool,
    /// Dice of the spot on the target.
    pub spot: Pool,
    /// Band at which ships are attacked.
    pub on_ships: Band,
    /// Band at which companies are attacked: dogfight or point defence (I44).
    pub on_companies: Band,
}

/// Points per asset ("Determine each player's Points per Asset"; I09, I10, I11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BiddingRules {
    /// Points per asset before the comparison, 1 to 20; more than both steps together.
    #[schemars(range(min = 1, max = 20))]
    pub base: u8,
    /// Step for the most and the fewest tactical assets, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub step_assets: u8,
    /// Step for the most and the fewest shipboard systems, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub step_systems: u8,
    /// True if the winner of the roll-off for the first place may leave a tactical asset behind (I11).
    pub tie_drops: bool,
}
