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

/// Whether a fleet keeps its ships, companies and systems in number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawBid {
    /// Any that is legal
    #[default]
    Any,
    /// As many as it has
    Keep,
}

/// Sorts of changes of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawSort {
    /// A system of another type in place of one
    Systems,
    /// A weapon for two bands in place of a system, or the other way round
    Splits,
    /// A catapult, and with it a company, in place of a system, or the other way round
    Companies,
    /// A frigate in place of a capital ship, or the other way round
    Classes,
    /// Another ace
    Aces,
    /// A ship less, or one of them once more
    Ships,
}

fn yes() -> bool {
    true
}

/// What a study of one fleet and its changes reads, with what all of them have.
macro_rules! of_a_fleet {
    ($name:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Size of the fleets; a battle by default.
            #[serde(default)]
            pub size: Size,
            /// The fleet that is changed: the name of a built-in one, or a table.
            pub fleet: At<RawEntry>,
            /// Fleets that it meets, equally often: names of built-in ones, or tables.
            pub field: At<Vec<At<RawEntry>>>,
            /// Plays every fleet that names no policy of its own; `tactician` by default.
            #[schemars(with = "Option<RawPolicy>")]
            pub policy: Option<At<toml::Value>>,
            $($(#[$meta])* pub $field: $type,)*
        }
    };
}

of_a_fleet! {
    RawMarginal {
        /// Sorts of changes; all by default.
        changes: Option<At<Vec<At<RawSort>>>>,
        /// Games of all changes together; 40,000 by default.
        games: Option<At<u64>>,
    }
}

of_a_fleet! {
    RawImprove {
        /// Whether ships, companies and systems may change in number; `any` by default.
        #[serde(default)]
        bid: RawBid,
        /// Whether weapons for two bands may be built in; true by default.
        #[serde(default = "yes")]
        split: bool,
        /// Games of the race of single changes, in all; that of double changes has half as many. 40,000 by default.
        games: Option<At<u64>>,
        /// Games of each change that is tested on fresh dice; 4,000 by default.
        test_games: Option<At<u64>>,
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawBids {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// Plays every fleet; `tactician` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
    /// Bids as ships, companies and systems, such as `3+3/11`; by default every number of tactical assets that the size
    /// allows with up to four companies, half of the ships frigates.
    pub bids: Option<At<Vec<At<String>>>>,
    /// Whether fleets may have weapons for two bands; true by default.
    #[serde(default = "yes")]
    pub split: bool,
    /// Games by which a fleet is built for each bid, in all; 3,000 by default.
    pub build_games: Option<At<u64>>,
    /// Games of each two bids; 300 by default.
    pub games: Option<At<u64>>,
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
    /// What each single change of a fleet is worth.
    Marginal(RawMarginal),
    /// The best single and double changes of a fleet.
    Improve(RawImprove),
    /// Bids of ships, companies and systems against each other.
    Bids(RawBids),
}
