//! The TOML of studies of bids, before any check.

use crate::games::rapid_attack::bidding::Size;
use crate::games::rapid_attack::studies::builds::raw::yes;
use crate::games::rapid_attack::studies::raw::{RawBattlefield, on_ground, skirmish};
use hitchart_config::At;
use hitchart_play::policy::RawPolicy;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

on_ground! {
    RawBids {
        /// Policy of every company; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Players at a table, 2 to 5; 2 by default.
        pub players: Option<At<u64>>,
        /// Bids as frames and systems, such as `5/20`; by default every number of frames that the size allows, with
        /// four systems per frame, and with a total of 1, 2 and 4 fewer systems (1 and 4 fewer with more than two
        /// players).
        pub bids: Option<At<Vec<At<String>>>>,
        /// A bid to answer, with 3 players or more: only the tables at which all others make this bid are played. By default
        /// every possible table is played.
        pub against: Option<At<String>>,
        /// True if companies may have split weapons; true by default.
        #[serde(default = "yes")]
        pub split: bool,
        /// Companies to optimise independently for each bid, 3 to 20; 6 by default.
        pub companies: Option<At<u64>>,
        /// Total games to optimise the companies of each bid with; 12,000 by default.
        pub build_games: Option<At<u64>>,
        /// Games of each pair of bids, 600 by default; with more than two players games of every possible table, 120 by
        /// default.
        pub games: Option<At<u64>>,
        /// With more than two players: games of each bid against the equilibrium, on new random seeds; 2,000 by
        /// default.
        pub test_games: Option<At<u64>>,
    }
}

on_ground! {
    RawMoves {
        /// Policy of every company; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Numbers of rockets of each company to try, 0 to 12, in addition to that of the rules; 0 and 6 by default.
        pub rockets: Option<At<Vec<At<u8>>>>,
        /// Numbers of stations of each player to try, 1 to 4, in addition to that of the rules; 1, 2 and 4 by default.
        pub stations: Option<At<Vec<At<u8>>>>,
        /// Sizes to try in addition to `size`; skirmish and battle by default.
        pub sizes: Option<Vec<Size>>,
        /// True if companies may have split weapons; true by default.
        #[serde(default = "yes")]
        pub split: bool,
        /// Companies to optimise independently for each bid, 3 to 20; 6 by default.
        pub companies: Option<At<u64>>,
        /// Total games to optimise the companies of each bid with; 12,000 by default.
        pub build_games: Option<At<u64>>,
        /// Games of each pair of bids; 600 by default.
        pub games: Option<At<u64>>,
    }
}
