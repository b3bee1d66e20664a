//! The TOML of the studies, literally.

use super::super::catalogue::armament::Gear;
use super::super::encounter::{RawBattle, RawEncounter};
use super::super::squad::RawAce;
use crate::input::At;
use crate::policy::RawPolicy;
use crate::tournament::{Aim, Format};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// An encounter.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "names the forms for the schema")]
enum RawGround {
    /// A built-in encounter, or a file ending in `.toml`.
    Name(String),
    /// The encounter itself.
    Encounter(Box<RawEncounter>),
}

/// What a target of exact answers is.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTarget {
    /// Armor; 0 by default.
    pub armor: Option<At<u8>>,
    /// Shields; 0 by default.
    pub shields: Option<At<u8>>,
    /// Whether it is in cover, which counts at Far.
    #[serde(default)]
    pub cover: bool,
    /// Vigor of the enemy whose removal is asked for; 3 by default.
    pub vigor: Option<At<u8>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawArmaments {
    /// Which list of armaments; that of the ruleset by default.
    pub gear: Option<Gear>,
    /// Targets; one without armor and shields by default.
    #[serde(default)]
    pub targets: Vec<At<RawTarget>>,
    /// Tags in force of those that depend on a circumstance; none by default.
    #[serde(default)]
    pub with: Vec<At<String>>,
    /// Tension that a round begins with; 3 by default.
    pub tension: Option<At<u8>>,
    /// Whether to simulate each attack beside its exact answer.
    #[serde(default)]
    pub simulate: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTags {
    /// Which list of armaments; that of the ruleset by default.
    pub gear: Option<Gear>,
    /// The target; without armor and shields by default.
    pub target: Option<At<RawTarget>>,
    /// Tension that a round begins with; 3 by default.
    pub tension: Option<At<u8>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawItems {
    /// The target; without armor and shields by default.
    pub target: Option<At<RawTarget>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawFrames {
    /// Aces: frames by name, or tables; all nine stock frames by default.
    pub aces: Option<At<Vec<At<RawAce>>>>,
    /// The target; without armor and shields by default.
    pub target: Option<At<RawTarget>>,
}

/// Keys that all studies of missions share.
macro_rules! missions {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// A built-in encounter, a file ending in `.toml`, or the encounter itself; `patrol` by default.
            #[serde(rename = "encounter")]
            #[schemars(with = "Option<RawGround>")]
            _encounter: Option<IgnoredAny>,
            /// Policies of the Aces and of the game master; `tactician` and `greedy` by default.
            #[schemars(with = "Option<[RawPolicy; 2]>")]
            pub policies: Option<At<Vec<At<toml::Value>>>>,
            /// Missions played of each row, of `marginal` on average; 1,000 by default.
            pub games: Option<At<u64>>,
            $($(#[$field_doc])* pub $field: $type,)*
        }
    };
}

missions! {
    /// One team on one mission.
    RawMissions {
        /// Aces: frames by name, or tables; 1 to 5.
        aces: At<Vec<At<RawAce>>>,
        /// Further battles of the mission, after that of `encounter`.
        battles: Option<At<Vec<At<RawBattle>>>>,
    }
}

missions! {
    /// Teams compared.
    RawSquads {
        /// Teams, each with a name and its Aces.
        squads: Option<At<Vec<At<RawSquad>>>>,
        /// Encounters of the battles after that of `encounter`: built-in, or files ending in `.toml`, up to 5;
        /// `hunting-party` and `centurion` by default, an empty list for a single battle.
        then: Option<At<Vec<At<String>>>>,
        /// Frames of which every team of `sizes` is formed; all nine stock frames by default, unless there are `squads`.
        frames: Option<At<Vec<At<RawAce>>>>,
        /// Sizes of the teams that are formed, 1 to 3; 1 by default.
        sizes: Option<At<Vec<At<u8>>>>,
    }
}

/// A team.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawSquad {
    /// What it is called; by its frames by default.
    pub name: Option<At<String>>,
    /// Aces: frames by name, or tables; 1 to 5.
    pub aces: At<Vec<At<RawAce>>>,
}

missions! {
    /// Encounters of rising difficulty.
    RawDifficulty {
        /// Aces, of whom the first so many go; frames by name, or tables.
        aces: At<Vec<At<RawAce>>>,
        /// Numbers of Aces that go; all of them by default.
        teams: Option<At<Vec<At<u8>>>>,
        /// Battles of a mission, one after the other against so many each, 1 to 6; 2 by default.
        battles: Option<At<u8>>,
        /// Kinds of enemies, each met alone.
        kinds: At<Vec<At<String>>>,
        /// Numbers of enemies; 1 to 8 by default.
        numbers: Option<At<Vec<At<u8>>>>,
        /// Share of missions that the team is asked to win still, 0.01 to 0.99; 0.7 by default.
        victory: Option<At<f64>>,
        /// Frame damage of a mission that is too much, 0.01 to 100; 1 by default.
        frame_damage: Option<At<f64>>,
    }
}

missions! {
    /// What each change to an Ace is worth.
    RawMarginal {
        /// The team; 1 to 5 Aces.
        aces: At<Vec<At<RawAce>>>,
        /// Which Ace is changed, from 1; the first by default.
        ace: Option<At<u8>>,
        /// What is changed; all by default.
        changes: Option<At<Vec<At<RawChanges>>>>,
    }
}

/// Sorts of changes to an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RawChanges {
    /// One tag more on an armament.
    Tags,
    /// One tag more on a modular system.
    SystemTags,
    /// Another integral trait, or none.
    Traits,
    /// A system less.
    Systems,
    /// Another distribution of attributes.
    Attributes,
    /// An Ace upgrade.
    Upgrades,
}

missions! {
    /// Every policy of the Aces against every policy of the game master.
    RawLadder {
        /// Aces: frames by name, or tables; 1 to 5.
        aces: At<Vec<At<RawAce>>>,
        /// Policies of the Aces; all by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        ace_policies: Option<At<Vec<At<toml::Value>>>>,
        /// Policies of the game master; all by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        gm_policies: Option<At<Vec<At<toml::Value>>>>,
    }
}

missions! {
    /// Several missions in a row, with advancement between them.
    RawCampaign {
        /// Aces: frames by name, or tables; 1 to 5.
        aces: At<Vec<At<RawAce>>>,
        /// Missions in a row, 1 to 20; 5 by default. Each is the mission of `encounter` unless `missions` names others.
        length: Option<At<u8>>,
        /// Encounters of the missions in turn: built-in, or files ending in `.toml`.
        missions: Option<At<Vec<At<String>>>>,
        /// What is bought in turn as soon as there are Materials for it, such as `Assault Rifle + Hot` or
        /// `Chaingun + Efficient`, for the Ace who carries it.
        purchases: Option<At<Vec<At<String>>>>,
    }
}

/// Teams against each other on the same missions, or against encounters.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTournament {
    /// Teams that enter; each of the nine stock frames alone by default.
    pub teams: Option<At<Vec<At<RawSquad>>>>,
    /// Encounters: built-in, or files ending in `.toml`; `patrol` by default. In a gauntlet each is met as an opponent, else
    /// teams are compared on them in turn.
    pub encounters: Option<At<Vec<At<String>>>>,
    /// Policies of the Aces that play each team and enter with it; `tactician` by default.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub ace_policies: Option<At<Vec<At<toml::Value>>>>,
    /// The game master's policy; `greedy` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub gm_policy: Option<At<toml::Value>>,
    /// Who meets whom; `round-robin` by default.
    pub format: Option<At<Format>>,
    /// What is asked; `ratings` by default.
    pub aim: Option<At<Aim>>,
    /// Rounds of a Swiss tournament, 1 to 50; by default so many that one of all can win them all, and two more.
    pub rounds: Option<At<u64>>,
    /// Most comparisons, or missions of a gauntlet, in all; 100 a meeting by default.
    pub games: Option<At<u64>>,
    /// What is near enough, in shares of points; 0.03 by default.
    pub margin: Option<At<f64>>,
}

/// A study, told apart by its `kind`.
#[derive(JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(dead_code, reason = "read by kind in kinds.rs; this names the kinds for the schema")]
pub enum RawStudy {
    /// Exact odds of every armament.
    Armaments(RawArmaments),
    /// What a tag more is worth on every armament.
    Tags(RawTags),
    /// Harm per Ammo of every system.
    Items(RawItems),
    /// Exact worth of frames over a round.
    Frames(RawFrames),
    /// One team on one mission.
    Missions(RawMissions),
    /// Teams compared.
    Squads(RawSquads),
    /// Encounters of rising difficulty.
    Difficulty(RawDifficulty),
    /// What each change to an Ace is worth.
    Marginal(RawMarginal),
    /// Policies against policies.
    Ladder(RawLadder),
    /// Missions in a row.
    Campaign(RawCampaign),
    /// Which team is best, and where.
    Tournament(RawTournament),
}
