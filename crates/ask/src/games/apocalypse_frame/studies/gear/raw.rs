//! The TOML of the studies of gear as written.

use super::setting::Measure;
use crate::games::apocalypse_frame::design::Sort;
use hitchart_apocalypse_frame::encounter::ground::RawGround;
use hitchart_apocalypse_frame::squad::RawAce;
use hitchart_config::At;
use hitchart_play::policy::RawPolicy;
use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};

/// Keys of all studies of gear.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SquadKeys {
    /// Aces: frames by name, or tables; 1 to 5.
    pub aces: At<Vec<At<RawAce>>>,
    /// A built-in encounter, a file ending in `.toml`, or the encounter itself; `patrol` by default.
    #[serde(rename = "encounter")]
    #[schemars(with = "Option<RawGround>")]
    _encounter: Option<IgnoredAny>,
    /// Several encounters instead, each a mission, met in turn: built-in, or files ending in `.toml`.
    pub encounters: Option<At<Vec<At<String>>>>,
    /// Encounters of the battles after the first of each mission, up to 5; none by default.
    pub then: Option<At<Vec<At<String>>>>,
    /// Policies of the Aces and of the game master; `tactician` and `greedy` by default.
    #[schemars(with = "Option<[RawPolicy; 2]>")]
    pub policies: Option<At<Vec<At<toml::Value>>>>,
    /// Several policies of the game master instead, met in turn.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub gm_policies: Option<At<Vec<At<toml::Value>>>>,
}

/// Keys of studies that search changes of a squad.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ChangeKeys {
    /// Points of a mission: `frames` or `victory`; `frames` by default.
    #[serde(default)]
    pub measure: Measure,
    /// Number of the only Ace that changes, from 1; all may change by default.
    pub ace: Option<At<u8>>,
    /// Kinds of changes; by default those that players choose between missions: `armaments`, `tags`,
    /// `systems`, `system-tags` and `attributes`.
    pub changes: Option<At<Vec<At<Sort>>>>,
    /// Most Materials that all changes together may cost, 0 to 1000; no limit by default.
    pub materials: Option<At<u32>>,
    /// Names that no change may add: armaments, systems, tags, traits, upgrades, frames.
    pub banned: Option<At<Vec<At<String>>>>,
    /// Names that at least one Ace has after the changes.
    pub required: Option<At<Vec<At<String>>>>,
}

/// The best single and double changes of a squad's gear.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawImprove {
    /// Total missions of the race of single changes; the race of double changes has half as many. 40,000 by
    /// default.
    pub games: Option<At<u64>>,
    /// Missions to test each of the best changes with, on new random seeds; 4,000 by default.
    pub test_games: Option<At<u64>>,
}

/// The best squad under constraints.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawOptimise {}

/// The equilibrium of a squad's gear and the game master's choice of encounter.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawOracle {}

/// Costs that would make armaments, systems, traits or frames equal.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawCosts {
    /// Number of the Ace whose gear `armaments`, `modular`, `traits` or `frames` replace, from 1; the first by
    /// default.
    pub ace: Option<At<u8>>,
    /// Number of the armament or modular system that is replaced, from 1; the first by default.
    pub slot: Option<At<u8>>,
    /// Armaments to compare, such as `Assault Rifle`, or with tags, such as `Assault Rifle + Hot`.
    pub armaments: Option<At<Vec<At<String>>>>,
    /// Modular systems to compare, such as `Chaingun`, or with a tag, such as `Chaingun + Holdout`.
    pub modular: Option<At<Vec<At<String>>>>,
    /// Integral traits to compare.
    pub traits: Option<At<Vec<At<String>>>>,
    /// Frames to compare, each with its ready-made sheet.
    pub frames: Option<At<Vec<At<String>>>>,
    /// Missions of each; 1,000 by default.
    pub games: Option<At<u64>>,
}

/// Loss without a part of a squad's gear, or an action.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawRestricted {
    /// Points of a mission: `frames` or `victory`; `frames` by default.
    #[serde(default)]
    pub measure: Measure,
    /// Missions of each restriction; 1,000 by default.
    pub games: Option<At<u64>>,
}
