//! The TOML of the studies, literally.

use super::super::assignment::Weights;
use super::super::battlefield::Layout;
use super::super::bidding::Size;
use super::super::durability::Objective;
use super::super::loadout::Range;
use super::super::muster::RawEntry;
use super::super::ruleset::ChartName;
use super::bids::raw::{RawBids, RawMoves};
use super::builds::raw::{RawCosts, RawImprove, RawMarginal, RawOptimise, RawOracle, RawRestricted};
use crate::input::At;
use crate::policy::RawPolicy;
use crate::tournament::{Aim, Format};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFrames {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub frames: At<Vec<At<String>>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCompanies {
    pub companies: At<Vec<RawCompany>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCompany {
    /// Unlike that of any other company of the study.
    pub name: At<String>,
    /// Loadouts or archetypes, one a frame.
    pub frames: At<Vec<At<String>>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawAttacks {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub attackers: At<Vec<At<String>>>,
    /// Ranges of the attack; all three by default. Attackers without a weapon there are left out.
    pub ranges: Option<At<Vec<Range>>>,
    /// Whites given to the attack; 0 by default.
    pub whites: Option<At<Vec<At<u8>>>>,
    /// Rockets fired at direct range, as far as the attacker carries them; 0 by default.
    pub rockets: Option<At<u8>>,
    /// Loadouts or archetypes.
    pub targets: At<Vec<At<String>>>,
    /// Whites given to the target's defense; 0 by default.
    pub target_whites: Option<At<u8>>,
    /// Hits that the target's cover absorbs, 0 being the open; 0 by default.
    pub cover: Option<At<Vec<At<u8>>>>,
    /// Frames that cover the target, each beside `cover`.
    #[serde(default)]
    pub covered_by: Vec<At<String>>,
    /// Spots on the target: dice such as `1d6`, or the frame that spots with its own yellow dice; the empty text is
    /// none. None by default.
    pub spots: Option<At<Vec<At<String>>>>,
    /// Whether to simulate each attack beside its exact answer.
    #[serde(default)]
    pub simulate: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawLoadouts {
    /// Include split weapons.
    #[serde(default)]
    pub split: bool,
    /// Include environmental systems.
    #[serde(default)]
    pub environment: bool,
    /// Include rockets, from none to as many as a frame carries.
    #[serde(default)]
    pub rockets: bool,
    /// Whites given to the action that is measured; 0 by default.
    pub whites: Option<At<u8>>,
    /// Conditions such as `direct >= 1.5`, all of which must hold.
    #[serde(default, rename = "where")]
    pub filters: Vec<At<String>>,
    /// Field to rank by, largest first.
    pub sort: Option<At<String>>,
    /// Only the Pareto front.
    #[serde(default)]
    pub pareto: bool,
    /// Only so many, from the top.
    pub top: Option<At<usize>>,
    /// Pairs of measures to plot, such as `["durability", "direct"]`.
    pub scatter: Option<At<Vec<[At<String>; 2]>>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawDurability {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub frames: At<Vec<At<String>>>,
    /// Whites given to defense, one answer each; 0, 1 and 2 by default.
    pub whites: Option<At<Vec<At<u8>>>>,
    /// Attack dice; the ruleset's typical attack by default.
    pub attack: Option<At<String>>,
    /// Spot dice; the ruleset's typical spot by default.
    pub spot: Option<At<String>>,
    /// Damage chart of the attacks; `open` by default, `cover` with `cover_hits`.
    pub chart: Option<At<ChartName>>,
    /// Hits of the frame's cover in the run of attacks; 0 by default.
    pub cover_hits: Option<At<u8>>,
    /// What the owner wants to keep when choosing which system to lose; survival by default.
    pub objective: Option<At<Objective>>,
    /// Attacks listed, 1 to 100; 12 by default.
    pub attacks: Option<At<u8>>,
    /// Whether to simulate the run of attacks beside its exact answer.
    #[serde(default)]
    pub simulate: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawAssignment {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub frames: At<Vec<At<String>>>,
    /// Range of the attack.
    pub range: Range,
    /// Damage chart; by default that of the range in the open, or in cover with `cover_hits`.
    pub chart: Option<At<ChartName>>,
    /// Hits that the target's cover absorbs.
    pub cover_hits: Option<At<u8>>,
    /// The target's defense, 0 to 20.
    pub target_defense: At<u8>,
    /// Rockets fired at direct range; 0 by default.
    pub rockets: Option<At<u8>>,
    /// Worth of each action's effect.
    pub weights: Option<At<Weights>>,
}

/// What a study of companies that meet somewhere reads, with the size and the ground that all of them have.
macro_rules! on_ground {
    ($name:ident { $($(#[$meta:meta])* $vis:vis $field:ident: $type:ty,)* }) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Size of the companies; a skirmish by default.
            #[serde(default = "skirmish")]
            pub size: Size,
            /// Where they meet; `dense-town` by default.
            #[serde(rename = "battlefield")]
            #[schemars(with = "Option<RawBattlefield>")]
            _battlefield: Option<IgnoredAny>,
            $($(#[$meta])* $vis $field: $type,)*
        }
    };
}
pub(super) use on_ground;

on_ground! {
    RawGames {
        /// 2 to 5 companies: names of built-in ones, or tables.
        pub companies: At<Vec<At<RawEntry>>>,
        /// A policy for each company, by name or as a table of settings, in place of those that the companies name.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
        /// Games played; 1,000 by default.
        pub games: Option<At<u64>>,
        /// Whether the policies take every seat in turn.
        #[serde(default)]
        pub swap_seats: bool,
    }
}

on_ground! {
    RawTournament {
        /// Who enters: names of built-in companies, or tables.
        pub companies: Option<At<Vec<At<RawEntry>>>>,
        /// In place of `companies`: loadouts or archetypes that enter in an otherwise equal company; `archetypes` stands for
        /// all of the Handbook.
        pub loadouts: Option<At<Vec<At<String>>>>,
        /// The company that loadouts enter in.
        pub template: Option<At<RawEntry>>,
        /// Numbers of the frames of the template that a loadout replaces, from 1; the first by default.
        pub replaces: Option<At<Vec<At<usize>>>>,
        /// Policies that play each of them and enter with it; those that the companies name by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
        /// In place of games, exact duels of a frame with each of the `loadouts` at this range, in turns and without moving.
        pub exact: Option<At<Range>>,
        /// Hits that the cover of both absorbs in exact duels, 0 being the open; 0 by default.
        pub cover: Option<At<u8>>,
        /// Whom all meet in a gauntlet: companies that are played by the policies they name.
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
}

pub fn skirmish() -> Size {
    Size::Skirmish
}

/// A battlefield.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the forms for the schema")]
pub enum RawBattlefield {
    /// A built-in battlefield, or a file ending in `.toml`.
    Name(String),
    /// A file beside the scenario.
    File { file: String },
    /// A table and what stands on it.
    Layout(Box<Layout>),
}

/// A study, told apart by its `kind`.
#[derive(JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(dead_code, reason = "read by kind in kinds.rs; this names the kinds for the schema")]
pub enum RawStudy {
    /// The frame graph of each frame.
    Frames(RawFrames),
    /// The company graph of each company.
    Companies(RawCompanies),
    /// Attacks of frames on frames.
    Attacks(RawAttacks),
    /// All legal loadouts, ranked.
    Loadouts(RawLoadouts),
    /// How long frames stand.
    Durability(RawDurability),
    /// Best play after the roll.
    Assignment(RawAssignment),
    /// Whole games between companies.
    Games(RawGames),
    /// Who is best of many, or what a table would settle on.
    Tournament(RawTournament),
    /// The effect of each single change of a company.
    Marginal(RawMarginal),
    /// The best single and double changes of a company.
    Improve(RawImprove),
    /// The best company under constraints.
    Optimise(RawOptimise),
    /// What to bid: frames and systems against each other.
    Bids(RawBids),
    /// Bids under other rules of rockets, stations and size.
    BidMoves(RawMoves),
    /// Best replies to a field until none gains: the double oracle over companies and policies.
    DoubleOracle(RawOracle),
    /// Costs that would make loadouts equal.
    Costs(RawCosts),
    /// The loss of a company without a system, an action or a rule.
    Restricted(RawRestricted),
}
