//! The TOML of the studies, literally.

use super::super::muster::{RawEntry, Size};
use crate::builds::{answering, optimising};
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
            /// The fleet to change: the name of a built-in one, or a table.
            pub fleet: At<RawEntry>,
            /// Its opponents, met equally often: names of built-in ones, or tables.
            pub field: At<Vec<At<RawEntry>>>,
            /// Policy of all fleets that name none; `tactician` by default.
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
        /// Whether the numbers of ships, companies and systems may change; `any` by default.
        #[serde(default)]
        bid: RawBid,
        /// Whether weapons for two bands may be built in; true by default.
        #[serde(default = "yes")]
        split: bool,
        /// Games of the race of all single changes; the race of pairs of changes has half as many. 40,000 by default.
        games: Option<At<u64>>,
        /// Games to test each of the best changes on new dice; 4,000 by default.
        test_games: Option<At<u64>>,
    }
}

of_a_fleet! {
    RawCosts {
        /// Number of the ship that `alternatives` replace, from 1; the first by default.
        ship: Option<At<usize>>,
        /// Ships in notation, such as `C:RpRaBY`, that stand in its place.
        alternatives: Option<At<Vec<At<String>>>>,
        /// In place of ships: aces that lead the fleet.
        aces: Option<At<Vec<At<String>>>>,
        /// Games of each; 1,000 by default.
        games: Option<At<u64>>,
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawRestricted {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// The fleet to restrict: the name of a built-in one, or a table.
    pub fleet: At<RawEntry>,
    /// Its opponents, met equally often; by default the same fleet without restriction.
    pub field: Option<At<Vec<At<RawEntry>>>>,
    /// Policy of all fleets that name none; `tactician` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
    /// Games of each restriction; 1,000 by default.
    pub games: Option<At<u64>>,
}

/// What a study reads that looks for fleets in a part of all that may meet.
macro_rules! in_space {
    ($name:ident { $($fields:tt)* }) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Size of the fleets; a battle by default.
            #[serde(default)]
            pub size: Size,
            /// Fleets that are met: names of built-in ones, or tables.
            pub field: At<Vec<At<RawEntry>>>,
            /// Least and most tactical assets, ships and companies; what the size allows by default.
            pub assets: Option<At<[u16; 2]>>,
            /// Least and most ships.
            pub ships: Option<At<[u16; 2]>>,
            /// Least and most companies, one for every catapult.
            pub companies: Option<At<[u16; 2]>>,
            /// Least and most systems of all ships.
            pub systems: Option<At<[u16; 2]>>,
            /// Classes of ships, `capital` and `frigate`; both by default.
            pub classes: Option<At<Vec<At<String>>>>,
            /// Aces that may lead; all by default.
            pub aces: Option<At<Vec<At<String>>>>,
            /// Systems that no ship may have, as tokens: `Ra/s`, `K`, …
            pub banned: Option<At<Vec<At<String>>>>,
            /// Systems of which each fleet must have at least one, as tokens.
            pub required: Option<At<Vec<At<String>>>>,
            /// Whether ships may have weapons for two bands; true by default.
            #[serde(default = "yes")]
            pub split: bool,
            $($fields)*
        }

        impl $name {
            /// What may be in a fleet, as written.
            pub fn constraints(&self) -> Constraints<'_> {
                Constraints {
                    assets: &self.assets,
                    ships: &self.ships,
                    companies: &self.companies,
                    systems: &self.systems,
                    classes: &self.classes,
                    aces: &self.aces,
                    banned: &self.banned,
                    required: &self.required,
                    split: self.split,
                }
            }
        }
    };
}

/// What may be in a fleet, as written.
#[derive(Clone, Copy, Debug)]
pub struct Constraints<'a> {
    pub assets: &'a Option<At<[u16; 2]>>,
    pub ships: &'a Option<At<[u16; 2]>>,
    pub companies: &'a Option<At<[u16; 2]>>,
    pub systems: &'a Option<At<[u16; 2]>>,
    pub classes: &'a Option<At<Vec<At<String>>>>,
    pub aces: &'a Option<At<Vec<At<String>>>>,
    pub banned: &'a Option<At<Vec<At<String>>>>,
    pub required: &'a Option<At<Vec<At<String>>>>,
    pub split: bool,
}

optimising! {
    in_space! RawOptimise {
        /// Policy of all fleets that name none; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// A fleet to start the search from; its policy plays all fleets found.
        pub start: Option<At<RawEntry>>,
        /// Number of the one ship of `start` that may change, from 1; its class and its catapults stay. All may by default.
        pub ship: Option<At<usize>>,
    }
}

answering! {
    in_space! RawOracle {
        /// Policies of replies; the first plays fleets that name no policy. `tactician` by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
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
    /// Fleets that are built independently for each bid, 3 to 20; 6 by default.
    pub fleets: Option<At<u64>>,
    /// Games by which the fleets of each bid are built, in all; 6,000 by default.
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
    /// The effect of each single change of a fleet.
    Marginal(RawMarginal),
    /// The best single and double changes of a fleet.
    Improve(RawImprove),
    /// The best fleet under constraints, or the best ship in one place of a fleet.
    Optimise(RawOptimise),
    /// Best replies to a field until none gains: the double oracle over fleets and policies.
    DoubleOracle(RawOracle),
    /// Costs that would make ships, or aces, equal.
    Costs(RawCosts),
    /// The loss of a fleet without a system, the ace, or an action.
    Restricted(RawRestricted),
    /// Bids of ships, companies and systems against each other.
    Bids(RawBids),
}
