//! The TOML of the studies, literally.

use super::super::muster::{RawEntry, Size};
use crate::input::At;
use crate::policy::RawPolicy;
use crate::tournament::{Aim, Format};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawGames {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// 2 to 4 fleets: names of built-in ones, or tables.
    pub fleets: At<Vec<At<RawEntry>>>,
    /// A policy for each fleet, by name or as a table of settings, in place of those that the fleets name.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub policies: Option<At<Vec<At<toml::Value>>>>,
    /// Games played; 1,000 by default.
    pub games: Option<At<u64>>,
    /// Whether the policies take every seat in turn.
    #[serde(default)]
    pub swap_seats: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTournament {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// Who enters: names of built-in fleets, or tables.
    pub fleets: At<Vec<At<RawEntry>>>,
    /// Policies that play each of them and enter with it; those that the fleets name by default.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub policies: Option<At<Vec<At<toml::Value>>>>,
    /// Whom all meet in a gauntlet: fleets that are played by the policies they name.
    pub field: Option<At<Vec<At<RawEntry>>>>,
    /// Who meets whom; `round-robin` by default.
    pub format: Option<At<Format>>,
    /// What is asked; `ratings` by default.
    pub aim: Option<At<Aim>>,
    /// Rounds of a Swiss tournament, 1 to 50; by default so many that one of all can win them all, and two more.
    pub rounds: Option<At<u64>>,
    /// Most games in all; 100 a meeting by default.
    pub games: Option<At<u64>>,
    /// What is near enough, in shares of points; 0.03 by default.
    pub margin: Option<At<f64>>,
}

/// A study, told apart by its `kind`.
#[derive(JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(dead_code, reason = "read by kind in kinds.rs; this names the kinds for the schema")]
pub enum RawStudy {
    /// Whole battles between fleets.
    Games(RawGames),
    /// Who is best of many, or what a table would settle on.
    Tournament(RawTournament),
}
