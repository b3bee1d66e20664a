//! The sections of the ruleset on companies and tables: sizes of battles, parameters of design, the table.
//!
//! Sources are the rulebook's "Company Size" and "The Ruler, Ranges, and Cover", the questions of "Settings & Rule
//! Hacks" and the design constraints of "Basic Campaign Rules".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
