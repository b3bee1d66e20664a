//! The TOML of the studies that search for companies, before any check.

use crate::games::rapid_attack::studies::raw::{RawBattlefield, on_ground, skirmish};
use hitchart_config::At;
use hitchart_lab::builds::{RawBid, yes};
use hitchart_play::policy::RawPolicy;
use hitchart_rapid_attack::{bidding::Size, muster::RawEntry};
use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};

/// Keys of studies of one company and its changes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CompanyKeys {
    /// Size of the companies; a skirmish by default.
    #[serde(default = "skirmish")]
    pub size: Size,
    /// The battlefield; `dense-town` by default.
    #[serde(rename = "battlefield")]
    #[schemars(with = "Option<RawBattlefield>")]
    _battlefield: Option<IgnoredAny>,
    /// The company to change: the name of a built-in one, or a table.
    pub company: At<RawEntry>,
    /// Opponents, met equally often: names of built-in companies, or tables.
    pub field: At<Vec<At<RawEntry>>>,
    /// Policy of every company without a policy; `tactician` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
}

/// The best single and double changes of a company.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawImprove {
    /// Condition on the numbers of frames and systems; `any` by default.
    #[serde(default)]
    pub bid: RawBid,
    /// Systems that no change may add: `Rh/d`, `E`, …
    pub banned: Option<At<Vec<At<String>>>>,
    /// Systems of which at least one must stay; `SSR` is a rocket.
    pub required: Option<At<Vec<At<String>>>>,
    /// True if split weapons may be built in; true by default.
    #[serde(default = "yes")]
    pub split: bool,
    /// True if environmental systems may be built in; false by default.
    #[serde(default)]
    pub environment: bool,
    /// True if rockets may move to other frames; else a rule distributes them. True by default.
    #[serde(default = "yes")]
    pub rockets: bool,
    /// Total games of the race of single changes; the race of double changes has half as many. 60,000 by default.
    pub games: Option<At<u64>>,
    /// Games to test each of the best changes with, on new random seeds; 4,000 by default.
    pub test_games: Option<At<u64>>,
}

/// Value of each change of a company.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawMarginal {
    /// Kinds of changes; all by default.
    pub changes: Option<At<Vec<At<RawSort>>>>,
    /// True if environmental systems may be added too; false by default.
    #[serde(default)]
    pub environment: bool,
    /// Total games of all changes; 100,000 by default.
    pub games: Option<At<u64>>,
}

/// Kinds of changes of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RawSort {
    /// A system of another type instead of a system
    Systems,
    /// A split weapon instead of a system, or the reverse
    Splits,
    /// One system less or more, or a system moved to another frame
    Counts,
    /// A rocket moved to another frame
    Rockets,
    /// One frame less or more
    Frames,
}

/// Constraints on companies, as written.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Constraints {
    /// Smallest and largest number of frames; the limits of the size by default.
    pub frames: Option<At<[u16; 2]>>,
    /// Smallest and largest number of systems of all frames; the limits of the frames by default.
    pub systems: Option<At<[u16; 2]>>,
    /// Banned systems: `Rh/d`, `E`, …
    pub banned: Option<At<Vec<At<String>>>>,
    /// Systems of which each company must have at least one; `SSR` is a rocket.
    pub required: Option<At<Vec<At<String>>>>,
    /// True if they may have split weapons; true by default.
    #[serde(default = "yes")]
    pub split: bool,
}

impl Default for Constraints {
    fn default() -> Self {
        Constraints { frames: None, systems: None, banned: None, required: None, split: true }
    }
}

on_ground! {
    /// The best company under constraints.
    RawOptimise {
        /// Opponents: names of built-in companies, or tables.
        pub field: At<Vec<At<RawEntry>>>,
        /// Policy of every company without a policy; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// A company to start from; its policy plays all companies that are derived from it.
        pub start: Option<At<RawEntry>>,
        /// True if they may have environmental systems; false by default.
        #[serde(default)]
        pub environment: bool,
        /// True if rockets may move to other frames; else a rule distributes them. True by default.
        #[serde(default = "yes")]
        pub rockets: bool,
        /// Number of the only frame of `start` that may change, from 1; its number of systems and its rockets stay. By
        /// default all frames may change.
        pub frame: Option<At<usize>>,
    }
}

on_ground! {
    /// The equilibrium of companies and policies, by the double oracle.
    RawOracle {
        /// Companies to start from: names of built-in ones, or tables.
        pub field: At<Vec<At<RawEntry>>>,
        /// Policies of best responses; the first one also plays companies without a policy. `tactician` by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
    }
}

/// Costs that would make loadouts equal.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawCosts {
    /// Number of the frame that they replace, from 1; the first by default. A loadout carries the rockets in its
    /// notation, and the other frames share the remaining rockets of the company.
    pub frame: Option<At<usize>>,
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub loadouts: At<Vec<At<String>>>,
    /// Games of each loadout; 1,000 by default.
    pub games: Option<At<u64>>,
}

on_ground! {
    /// Loss of a company without a system, a rule or an action.
    RawRestricted {
        /// The company that is restricted: the name of a built-in one, or a table.
        pub company: At<RawEntry>,
        /// Opponents; by default the unrestricted company itself.
        pub field: Option<At<Vec<At<RawEntry>>>>,
        /// Policy of every company without a policy; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Games of each restriction; 1,000 by default.
        pub games: Option<At<u64>>,
    }
}
