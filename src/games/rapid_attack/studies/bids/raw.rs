//! The TOML of a study of bids, literally.

use crate::games::rapid_attack::bidding::Size;
use crate::games::rapid_attack::studies::builds::raw::yes;
use crate::games::rapid_attack::studies::raw::{RawBattlefield, on_ground, skirmish};
use crate::input::At;
use crate::policy::RawPolicy;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

on_ground! {
    RawBids {
        /// Plays every company; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Bids as frames and systems, such as `5/20`; by default every number of frames that the size allows, with four
        /// systems a frame and 1, 2 and 4 less in all.
        pub bids: Option<At<Vec<At<String>>>>,
        /// Whether companies may have split weapons; true by default.
        #[serde(default = "yes")]
        pub split: bool,
        /// Games by which a company is built for each bid, in all; 8,000 by default.
        pub build_games: Option<At<u64>>,
        /// Games of each two bids; 600 by default.
        pub games: Option<At<u64>>,
    }
}
