//! The TOML of the studies of gear as written.

use super::super::kinds::RawGround;
use super::setting::Measure;
use crate::games::apocalypse_frame::design::Sort;
use hitchart_apocalypse_frame::squad::RawAce;
use hitchart_config::At;
use hitchart_play::policy::RawPolicy;
use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};

/// Opponents of a squad, as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opponents<'a> {
    pub encounters: Option<&'a At<Vec<At<String>>>>,
    pub then: Option<&'a At<Vec<At<String>>>>,
    pub policies: Option<&'a At<Vec<At<toml::Value>>>>,
    pub gm_policies: Option<&'a At<Vec<At<toml::Value>>>>,
    pub measure: Measure,
}

/// Constraints on changes, as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraints<'a> {
    pub ace: Option<&'a At<u8>>,
    pub changes: Option<&'a At<Vec<At<Sort>>>>,
    pub materials: Option<&'a At<u32>>,
    pub banned: Option<&'a At<Vec<At<String>>>>,
    pub required: Option<&'a At<Vec<At<String>>>>,
}

/// Keys that all studies of gear share.
macro_rules! of_a_squad {
    ($name:ident, $measure:expr, { $($(#[$meta:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
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
            $($(#[$meta])* pub $field: $type,)*
        }

        impl $name {
            /// Returns the opponents, as written.
            pub(super) fn opponents(&self) -> Opponents<'_> {
                let measure: fn(&$name) -> Measure = $measure;
                Opponents {
                    encounters: self.encounters.as_ref(),
                    then: self.then.as_ref(),
                    policies: self.policies.as_ref(),
                    gm_policies: self.gm_policies.as_ref(),
                    measure: measure(self),
                }
            }
        }
    };
}

/// A study that searches changes of a squad: the common keys and those of the study.
macro_rules! of_changes {
    ($name:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* }) => {
        of_a_squad! {
            $name, |raw| raw.measure, {
                /// Points of a mission: `frames` or `victory`; `frames` by default.
                #[serde(default)]
                measure: Measure,
                /// Number of the only Ace that changes, from 1; all may change by default.
                ace: Option<At<u8>>,
                /// Kinds of changes; by default those that players choose between missions: `armaments`, `tags`,
                /// `systems`, `system-tags` and `attributes`.
                changes: Option<At<Vec<At<Sort>>>>,
                /// Most Materials that all changes together may cost, 0 to 1000; no limit by default.
                materials: Option<At<u32>>,
                /// Names that no change may add: armaments, systems, tags, traits, upgrades, frames.
                banned: Option<At<Vec<At<String>>>>,
                /// Names that at least one Ace has after the changes.
                required: Option<At<Vec<At<String>>>>,
                $($(#[$meta])* $field: $type,)*
            }
        }

        impl $name {
            /// Returns the constraints on changes, as written.
            pub(super) fn constraints(&self) -> Constraints<'_> {
                Constraints {
                    ace: self.ace.as_ref(),
                    changes: self.changes.as_ref(),
                    materials: self.materials.as_ref(),
                    banned: self.banned.as_ref(),
                    required: self.required.as_ref(),
                }
            }
        }
    };
}

of_changes! {
    RawImprove {
        /// Total missions of the race of single changes; the race of double changes has half as many. 40,000 by
        /// default.
        games: Option<At<u64>>,
        /// Missions to test each of the best changes with, on new random seeds; 4,000 by default.
        test_games: Option<At<u64>>,
    }
}

of_changes! {
    RawOptimise {
        /// Candidates per generation, 2 to 1000; 48 by default.
        population: Option<At<u64>>,
        /// Generations, 1 to 100; 4 by default.
        generations: Option<At<u64>>,
        /// Total missions of all generations; 60,000 by default.
        games: Option<At<u64>>,
        /// Missions to test the best with, on new random seeds; 4,000 by default.
        test_games: Option<At<u64>>,
    }
}

of_changes! {
    RawOracle {
        /// Missions of each squad against each encounter; 1,000 by default.
        games: Option<At<u64>>,
        /// Missions of each search for a reply; 20,000 by default.
        search_games: Option<At<u64>>,
        /// Missions to test each reply with, on new random seeds; 4,000 by default.
        test_games: Option<At<u64>>,
        /// Gain that ends the search, in shares of points; 0.02 by default.
        margin: Option<At<f64>>,
        /// Most rounds, 1 to 50; 6 by default.
        rounds: Option<At<u64>>,
    }
}

of_a_squad! {
    RawCosts, |_| Measure::Victory, {
        /// Number of the Ace whose gear `armaments`, `modular`, `traits` or `frames` replace, from 1; the first by
        /// default.
        ace: Option<At<u8>>,
        /// Number of the armament or modular system that is replaced, from 1; the first by default.
        slot: Option<At<u8>>,
        /// Armaments to compare, such as `Assault Rifle`, or with tags, such as `Assault Rifle + Hot`.
        armaments: Option<At<Vec<At<String>>>>,
        /// Modular systems to compare, such as `Chaingun`, or with a tag, such as `Chaingun + Holdout`.
        modular: Option<At<Vec<At<String>>>>,
        /// Integral traits to compare.
        traits: Option<At<Vec<At<String>>>>,
        /// Frames to compare, each with its ready-made sheet.
        frames: Option<At<Vec<At<String>>>>,
        /// Missions of each; 1,000 by default.
        games: Option<At<u64>>,
    }
}

of_a_squad! {
    RawRestricted, |raw| raw.measure, {
        /// Points of a mission: `frames` or `victory`; `frames` by default.
        #[serde(default)]
        measure: Measure,
        /// Missions of each restriction; 1,000 by default.
        games: Option<At<u64>>,
    }
}
