//! The TOML of the studies that look for companies, literally.

use crate::builds::{answering, optimising};
use crate::games::rapid_attack::bidding::Size;
use crate::games::rapid_attack::muster::RawEntry;
use crate::games::rapid_attack::studies::raw::{RawBattlefield, on_ground, skirmish};
use crate::input::At;
use crate::policy::RawPolicy;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Whether a company keeps its frames and systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawBid {
    /// Any number of frames and systems that is legal
    #[default]
    Any,
    /// As many frames and systems as it has
    Keep,
}

pub fn yes() -> bool {
    true
}

on_ground! {
    RawImprove {
        /// The company to change: the name of a built-in one, or a table.
        pub company: At<RawEntry>,
        /// Its opponents, met equally often: names of built-in ones, or tables.
        pub field: At<Vec<At<RawEntry>>>,
        /// Policy of all companies that name none; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Whether the numbers of frames and systems may change; `any` by default.
        #[serde(default)]
        pub bid: RawBid,
        /// Systems that no change may bring, as tokens: `Rh/d`, `E`, …
        pub banned: Option<At<Vec<At<String>>>>,
        /// Systems of which at least one must stay, as tokens; `SSR` is a rocket.
        pub required: Option<At<Vec<At<String>>>>,
        /// Whether split weapons may be built in; true by default.
        #[serde(default = "yes")]
        pub split: bool,
        /// Whether environmental systems may be built in; false by default.
        #[serde(default)]
        pub environment: bool,
        /// Whether rockets may move; otherwise they are given out by rule. True by default.
        #[serde(default = "yes")]
        pub rockets: bool,
        /// Games of the race of all single changes; the race of pairs of changes has half as many. 60,000 by default.
        pub games: Option<At<u64>>,
        /// Games to test each of the best changes on new dice; 4,000 by default.
        pub test_games: Option<At<u64>>,
    }
}

on_ground! {
    RawMarginal {
        /// The company to change: the name of a built-in one, or a table.
        pub company: At<RawEntry>,
        /// Its opponents, met equally often: names of built-in ones, or tables.
        pub field: At<Vec<At<RawEntry>>>,
        /// Policy of all companies that name none; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Sorts of changes; all by default.
        pub changes: Option<At<Vec<At<RawSort>>>>,
        /// Whether environmental systems are built in too; false by default.
        #[serde(default)]
        pub environment: bool,
        /// Games of all changes together; 100,000 by default.
        pub games: Option<At<u64>>,
    }
}

/// Sorts of changes of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawSort {
    /// A system of another type in place of one
    Systems,
    /// A split weapon in place of a system, or the other way round
    Splits,
    /// A system less, or more, or one that moves to another frame
    Counts,
    /// A rocket that moves to another frame
    Rockets,
    /// A frame less, or more
    Frames,
}

/// What a study reads that looks for companies in a part of all that may fight.
macro_rules! in_space {
    ($name:ident { $($fields:tt)* }) => {
        on_ground! {
            $name {
                /// Least and most frames; what the size allows by default.
                pub frames: Option<At<[u16; 2]>>,
                /// Least and most systems of all frames; what they carry by default.
                pub systems: Option<At<[u16; 2]>>,
                /// Systems that none may have, as tokens: `Rh/d`, `E`, …
                pub banned: Option<At<Vec<At<String>>>>,
                /// Systems of which each company must have at least one, as tokens; `SSR` is a rocket.
                pub required: Option<At<Vec<At<String>>>>,
                /// Whether they may have split weapons; true by default.
                #[serde(default = "yes")]
                pub split: bool,
                $($fields)*
            }
        }
    };
}

optimising! {
    in_space! RawOptimise {
        /// Companies that are met: names of built-in ones, or tables.
        pub field: At<Vec<At<RawEntry>>>,
        /// Policy of all companies that name none; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// A company to start the search from; its policy plays all companies found.
        pub start: Option<At<RawEntry>>,
        /// Whether they may have environmental systems; false by default.
        #[serde(default)]
        pub environment: bool,
        /// Whether rockets may be moved; otherwise they are given out by rule. True by default.
        #[serde(default = "yes")]
        pub rockets: bool,
        /// Number of the one frame of `start` that may change, from 1; its number of systems and its rockets stay. All may
        /// by default.
        pub frame: Option<At<usize>>,
    }
}

answering! {
    in_space! RawOracle {
        /// Companies of the first round: names of built-in ones, or tables.
        pub field: At<Vec<At<RawEntry>>>,
        /// Policies of replies; the first plays companies that name no policy. `tactician` by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
    }
}

on_ground! {
    RawCosts {
        /// The company that the loadouts stand in: the name of a built-in one, or a table.
        pub company: At<RawEntry>,
        /// Number of the frame that they replace, from 1; the first by default. A loadout carries the rockets that it is
        /// written with, and the other frames share the rest of the company's.
        pub frame: Option<At<usize>>,
        /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
        pub loadouts: At<Vec<At<String>>>,
        /// Its opponents, met equally often: names of built-in ones, or tables.
        pub field: At<Vec<At<RawEntry>>>,
        /// Policy of all companies that name none; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Games of each loadout; 1,000 by default.
        pub games: Option<At<u64>>,
    }
}

on_ground! {
    RawRestricted {
        /// The company to restrict: the name of a built-in one, or a table.
        pub company: At<RawEntry>,
        /// Companies that it meets; by default itself, with everything.
        pub field: Option<At<Vec<At<RawEntry>>>>,
        /// Policy of all companies that name none; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Games of each restriction; 1,000 by default.
        pub games: Option<At<u64>>,
    }
}
