//! The TOML of the studies, before any check.

use hitchart_config::At;
use hitchart_play::policy::RawPolicy;
use hitchart_rapid_attack::{
    assignment::Weights, battlefield::Layout, bidding::Size, duel::Rule, durability::Objective, loadout::Range,
    muster::RawEntry, ruleset::ChartName,
};
use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};

/// Frame graphs.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawFrames {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub frames: At<Vec<At<String>>>,
}

/// Company graphs.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawCompanies {
    pub companies: At<Vec<RawCompany>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCompany {
    /// A name that no other company of the study has.
    pub name: At<String>,
    /// Loadouts or archetypes, one for each frame.
    pub frames: At<Vec<At<String>>>,
}

/// Attacks of frames on frames.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawAttacks {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub attackers: At<Vec<At<String>>>,
    /// Ranges of the attack; all three by default. Attackers without a weapon for a range are left out.
    pub ranges: Option<At<Vec<Range>>>,
    /// White dice given to the attack; 0 by default.
    pub whites: Option<At<Vec<At<u8>>>>,
    /// Rockets fired at direct range, up to those that the attacker carries; 0 by default.
    pub rockets: Option<At<u8>>,
    /// Loadouts or archetypes.
    pub targets: At<Vec<At<String>>>,
    /// White dice given to the target's defense; 0 by default.
    pub target_whites: Option<At<u8>>,
    /// Hits that the target's cover absorbs; 0 is the open. 0 by default.
    pub cover: Option<At<Vec<At<u8>>>>,
    /// Frames that cover the target; each is played in addition to `cover`.
    #[serde(default)]
    pub covered_by: Vec<At<String>>,
    /// Spots on the target: dice such as `1d6`, or a frame that spots with its yellow dice; an empty text is no spot.
    /// No spot by default.
    pub spots: Option<At<Vec<At<String>>>>,
    /// True to simulate each attack and compare it with the exact answer.
    #[serde(default)]
    pub simulate: bool,
}

/// All legal loadouts, ranked.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawLoadouts {
    /// Include split weapons.
    #[serde(default)]
    pub split: bool,
    /// Include environmental systems.
    #[serde(default)]
    pub environment: bool,
    /// Include rockets, from 0 to the maximum of a frame.
    #[serde(default)]
    pub rockets: bool,
    /// White dice given to the measured action; 0 by default.
    pub whites: Option<At<u8>>,
    /// Conditions such as `direct >= 1.5`, all of which must hold.
    #[serde(default, rename = "where")]
    pub filters: Vec<At<String>>,
    /// Field to sort by, largest first.
    pub sort: Option<At<String>>,
    /// Only the Pareto front.
    #[serde(default)]
    pub pareto: bool,
    /// Keep only the first `top` rows.
    pub top: Option<At<usize>>,
    /// Pairs of measures to plot, such as `["durability", "direct"]`.
    pub scatter: Option<At<Vec<[At<String>; 2]>>>,
}

/// Durability of frames.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawDurability {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub frames: At<Vec<At<String>>>,
    /// White dice given to defense, one answer each; 0, 1 and 2 by default.
    pub whites: Option<At<Vec<At<u8>>>>,
    /// Attack dice; the ruleset's typical attack by default.
    pub attack: Option<At<String>>,
    /// Spot dice; the ruleset's typical spot by default.
    pub spot: Option<At<String>>,
    /// Damage chart of the attacks; `open` by default, `cover` with `cover_hits`.
    pub chart: Option<At<ChartName>>,
    /// Hits that the frame's cover absorbs over all attacks; 0 by default.
    pub cover_hits: Option<At<u8>>,
    /// Aims of the owner in the choice of the system to lose, with weights; survival by default.
    pub objective: Option<At<Objective>>,
    /// Number of attacks to list, 1 to 100; 12 by default.
    pub attacks: Option<At<u8>>,
    /// True to simulate the run of attacks and compare it with the exact answer.
    #[serde(default)]
    pub simulate: bool,
}

/// Exact duels of frames.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawDuels {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook, `loadouts` for all legal ones.
    pub frames: At<Vec<At<String>>>,
    /// Frames that they meet; each other by default.
    pub against: Option<At<Vec<At<String>>>>,
    /// Hits that the cover of each frame absorbs, 0 to 4; 0 by default.
    pub cover: Option<At<u8>>,
    /// Number of rounds after which a duel is a draw, 1 to 100; without a limit by default.
    pub rounds: Option<At<u16>>,
    /// Rule of choice whose loss against best play is computed; none by default.
    pub rule: Option<Rule>,
}

/// Best play after the roll.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawAssignment {
    /// Loadouts or archetypes; `archetypes` stands for all of the Handbook.
    pub frames: At<Vec<At<String>>>,
    /// Range of the attack.
    pub range: Range,
    /// Damage chart; by default that of the range in the open, or in cover with `cover_hits`.
    pub chart: Option<At<ChartName>>,
    /// Hits that the target's cover absorbs.
    pub cover_hits: Option<At<u8>>,
    /// Defense of the target, 0 to 20.
    pub target_defense: At<u8>,
    /// Rockets fired at direct range; 0 by default.
    pub rockets: Option<At<u8>>,
    /// Weight of the effect of each action.
    pub weights: Option<At<Weights>>,
}

/// Fields of a study of games between companies, together with the size and the battlefield that all these studies
/// have.
macro_rules! on_ground {
    ($(#[$doc:meta])* $name:ident { $($(#[$meta:meta])* $vis:vis $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        pub(crate) struct $name {
            /// Size of the companies; a skirmish by default.
            #[serde(default = "skirmish")]
            pub size: Size,
            /// The battlefield; `dense-town` by default.
            #[serde(rename = "battlefield")]
            #[schemars(with = "Option<RawBattlefield>")]
            _battlefield: Option<IgnoredAny>,
            $($(#[$meta])* $vis $field: $type,)*
        }
    };
}
pub(super) use on_ground;

on_ground! {
    /// Whole games between companies.
    RawGames {
        /// 2 to 5 companies: names of built-in ones, or tables.
        pub companies: At<Vec<At<RawEntry>>>,
        /// A policy for each company, by name or as a table of settings; replaces those of the companies.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
        /// Games played; 1,000 by default.
        pub games: Option<At<u64>>,
        /// True if the policies take every seat in turn.
        #[serde(default)]
        pub swap_seats: bool,
    }
}

on_ground! {
    /// Linked battles of a campaign.
    RawSeries {
        /// 2 to 5 companies: names of built-in ones, or tables.
        pub companies: At<Vec<At<RawEntry>>>,
        /// A policy for each company, by name or as a table of settings; replaces those of the companies.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
        /// Battles of a series, 2 to 20; 4 by default.
        pub length: Option<At<u8>>,
        /// Series played; 1,000 by default.
        pub games: Option<At<u64>>,
        /// Choice of the player who holds the special objective at the end of a battle: `random` (default), `nothing`,
        /// or the names of the two constraints.
        pub choice: Option<At<RawChoice>>,
        /// Constraints that the holder chooses from, for the next battle.
        pub constraints: At<Vec<At<RawConstraint>>>,
    }
}

/// Choice of the holder of the special objective.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum RawChoice {
    /// `random` or `nothing`.
    Word(String),
    /// Names of two constraints.
    Names(Vec<String>),
}

/// Constraint on a battle, which the holder of the special objective sets.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawConstraint {
    /// Name of the constraint.
    pub name: String,
    /// Kind of the constraint; the holder chooses two of different kinds.
    pub kind: ConstraintKind,
    /// Changes of the rules, such as `design = { banned = ["Y"] }`.
    #[serde(default)]
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    pub rules: toml::Table,
    /// Size of the battle.
    pub size: Option<Size>,
    /// True if the whole ground is hostile.
    #[serde(default)]
    pub hostile: bool,
}

/// Kinds of constraints (rulebook, "Basic Campaign Rules").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ConstraintKind {
    /// Hostile ground
    Environment,
    /// A banned system, or the number of rockets
    Design,
    /// A reduced average of systems
    Average,
    /// A skirmish or a battle
    Scale,
}

on_ground! {
    /// The best of many entrants, or the equilibrium.
    RawTournament {
        /// Entrants: names of built-in companies, or tables.
        pub companies: Option<At<Vec<At<RawEntry>>>>,
        /// Loadouts or archetypes that enter instead of `companies`, in an otherwise equal company; `archetypes` stands
        /// for all of the Handbook.
        pub loadouts: Option<At<Vec<At<String>>>>,
        /// The company that the loadouts enter in.
        pub template: Option<At<RawEntry>>,
        /// Numbers of the frames of the template that a loadout replaces, from 1; the first by default.
        pub replaces: Option<At<Vec<At<usize>>>>,
        /// Policies; each company enters once with each policy. Those of the companies by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
        /// Exact duels instead of games: a frame with each of the `loadouts` at this range, in turns and without
        /// movement.
        pub exact: Option<At<Range>>,
        /// Hits that the cover of both absorbs in exact duels; 0 is the open. 0 by default.
        pub cover: Option<At<u8>>,
        /// Opponents in a gauntlet: companies with their policies.
        pub field: Option<At<Vec<At<RawEntry>>>>,
    }
}

pub(crate) fn skirmish() -> Size {
    Size::Skirmish
}

/// A battlefield.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the forms for the schema")]
pub(crate) enum RawBattlefield {
    /// A built-in battlefield, or a file ending in `.toml`.
    Name(String),
    /// A file in the folder of the scenario.
    File { file: String },
    /// A table with its terrain.
    Layout(Box<Layout>),
}
