//! The kinds of studies: their TOML, and reading the studies of a scenario.

use super::checker::{Checker, Common};
use super::gear::{ChangeKeys, RawCosts, RawImprove, RawRestricted, SquadKeys};
use super::{campaign, difficulty, gear, marginal, missions, odds, squads, tournament};
use crate::games::kinds;
use hitchart_apocalypse_frame::campaign::{CrisisTime, FavorUse, MissionChoice, Reward, Spending, Team};
use hitchart_apocalypse_frame::catalogue::entries::{Attributes, Gear};
use hitchart_apocalypse_frame::encounter::{RawBattle, ground::RawGround};
use hitchart_apocalypse_frame::{encounter::ground::Grounds, players::ROLES, ruleset::Ruleset, squad::RawAce};
use hitchart_config::rules::RulesText;
use hitchart_config::{At, InputError};
use hitchart_lab::study::{Checked, Request, StudyKind, With, kind};
use hitchart_play::policy::{Book, RawPolicy};
use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};
use std::{collections::BTreeMap, sync::Arc};

/// Returns all kinds.
pub(crate) fn kinds<'a>() -> [StudyKind<Checker<'a>>; 16] {
    [
        kind::<RawArmaments, _>(
            "armaments",
            "Armaments",
            "odds rounds removal removal-rounds harm simulated",
            odds::check_armaments,
        ),
        kind::<RawTags, _>("tags", "A tag more", "gains best simulated", odds::check_tags),
        kind::<RawItems, _>("items", "Systems", "harm", odds::check_items),
        kind::<RawFrames, _>("frames", "Frames over a round", "ranking", odds::check_frames),
        kind::<RawMissions, _>(
            "missions",
            "Missions",
            "outcome metrics aces tools rounds turns harm numbers",
            missions::check,
        ),
        kind::<RawSquads, _>("squads", "Teams compared", "teams frames harm-taken frame-damage victory", squads::check),
        kind::<RawDifficulty, _>("difficulty", "Difficulty", "curves bounds harm-taken", difficulty::check),
        kind::<RawMarginal, _>(
            "marginal",
            "What changes are worth",
            "tested changes baseline harm-taken victory",
            marginal::check,
        ),
        kinds::improve::<With<SquadKeys, With<ChangeKeys, RawImprove>>, _>(gear::check_improve),
        kind::<gear::OptimiseKeys, _>(
            "optimise",
            "The best squad",
            "best runners-up generations",
            gear::check_optimise,
        )
        .with_games_keys(&["games", "test_games"]),
        kind::<gear::OracleKeys, _>(
            "double-oracle",
            "Gear against the choice of encounters",
            "rounds exploitability field opponents matrix",
            gear::check_oracle,
        )
        .with_games_keys(&["games", "search_games", "test_games"]),
        kinds::costs::<With<SquadKeys, RawCosts>, _>(gear::check_costs),
        kind::<With<SquadKeys, RawRestricted>, _>(
            "restricted",
            "The value of each part and action",
            "restricted",
            gear::check_restricted,
        ),
        kind::<RawLadder, _>("ladder", "Ladder", "rungs masters ladder harm-taken victory", tournament::check_ladder),
        kind::<RawCampaign, _>("campaign", "Campaign", "missions harm-taken won spending clocks echo", campaign::check),
        kinds::tournament::<RawTournament, _>(tournament::check),
    ]
}

/// Checks the rules, policies and studies of a scenario.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(crate) fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Arc<Ruleset> = request.take_rules()?;
    let policies = Book::read(&ROLES, request.file, request.policies.take())?;
    let policies = policies.with_players(&request.overrides.players)?;
    let mut kept = BTreeMap::new();
    for files in request.overrides.kept.values() {
        let files: Vec<(String, String)> = serde_json::from_value(files.clone()).map_err(InputError::plain)?;
        kept.extend(files);
    }
    let common = Arc::new(Common { rules, policies });
    let (file, seed, games) = (request.file, request.seed, request.overrides.games);
    let grounds = Grounds { file, catalogue: &common.rules.catalogue, kept };
    let checker = Checker { file, common: &common, grounds, seed, games };
    let studies = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: RulesText::shared(Arc::clone(&common.rules)), studies })
}

/// Target of exact answers.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawTarget {
    /// Armor; 0 by default.
    pub armor: Option<At<u8>>,
    /// Shields; 0 by default.
    pub shields: Option<At<u8>>,
    /// True if the target is in cover, which counts at Far.
    #[serde(default)]
    pub cover: bool,
    /// Vigor of the enemy, for the chance to remove it; 3 by default.
    pub vigor: Option<At<u8>>,
}

/// Exact odds of every armament.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawArmaments {
    /// List of armaments; that of the ruleset by default.
    pub gear: Option<Gear>,
    /// Targets; one without armor and shields by default.
    #[serde(default)]
    pub targets: Vec<At<RawTarget>>,
    /// Tags to count as in force, of those that depend on a circumstance; none by default.
    #[serde(default)]
    pub with: Vec<At<String>>,
    /// Tension at the start of a round; 3 by default.
    pub tension: Option<At<u8>>,
    /// True to simulate each attack and compare it with the exact answer.
    #[serde(default)]
    pub simulate: bool,
}

/// Value of one more tag on every armament.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawTags {
    /// List of armaments; that of the ruleset by default.
    pub gear: Option<Gear>,
    /// The target; without armor and shields by default.
    pub target: Option<At<RawTarget>>,
    /// Tension at the start of a round; 3 by default.
    pub tension: Option<At<u8>>,
}

/// Harm per Ammo of every system.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawItems {
    /// The target; without armor and shields by default.
    pub target: Option<At<RawTarget>>,
}

/// Exact expected results of frames in one round.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawFrames {
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
        pub(crate) struct $name {
            /// A built-in encounter, a file ending in `.toml`, or the encounter itself; `patrol` by default.
            #[serde(rename = "encounter")]
            #[schemars(with = "Option<RawGround>")]
            _encounter: Option<IgnoredAny>,
            /// Policies of the Aces and of the game master; `tactician` and `greedy` by default.
            #[schemars(with = "Option<[RawPolicy; 2]>")]
            pub policies: Option<At<Vec<At<toml::Value>>>>,
            /// Missions of each row, for `marginal` on average; 1,000 by default.
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
    /// Comparison of teams.
    RawSquads {
        /// Teams, each with a name and its Aces.
        squads: Option<At<Vec<At<RawSquad>>>>,
        /// Encounters of the battles after that of `encounter`: built-in, or files ending in `.toml`, up to 5;
        /// `hunting-party` and `centurion` by default, an empty list for a single battle.
        then: Option<At<Vec<At<String>>>>,
        /// Frames to form every team of `sizes` from; all nine stock frames by default, unless there are `squads`.
        frames: Option<At<Vec<At<RawAce>>>>,
        /// Sizes of these teams, 1 to 3; 1 by default.
        sizes: Option<At<Vec<At<u8>>>>,
    }
}

/// A team.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSquad {
    /// Name of the team; the names of the frames by default.
    pub name: Option<At<String>>,
    /// Aces: frames by name, or tables; 1 to 5.
    pub aces: At<Vec<At<RawAce>>>,
}

missions! {
    /// Encounters of rising difficulty.
    RawDifficulty {
        /// Aces, as frames by name, or tables; a team of `n` Aces is the first `n`.
        aces: At<Vec<At<RawAce>>>,
        /// Numbers of Aces in a team; all of them by default.
        teams: Option<At<Vec<At<u8>>>>,
        /// Battles of a mission, each against the same number of enemies, 1 to 6; 2 by default.
        battles: Option<At<u8>>,
        /// Kinds of enemies; a battle has only one kind.
        kinds: At<Vec<At<String>>>,
        /// Numbers of enemies; 1 to 8 by default.
        numbers: Option<At<Vec<At<u8>>>>,
        /// Target victory rate, 0.01 to 0.99; 0.7 by default.
        victory: Option<At<f64>>,
        /// Limit of frame damage per mission, 0.01 to 100; 1 by default.
        frame_damage: Option<At<f64>>,
    }
}

missions! {
    /// Value of each change to an Ace.
    RawMarginal {
        /// The team; 1 to 5 Aces.
        aces: At<Vec<At<RawAce>>>,
        /// Number of the Ace that is changed, from 1; the first by default, and every Ace in turn with `materials`.
        ace: Option<At<u8>>,
        /// Kinds of changes; by default all but `armaments`, `modular` and `frames`; with `materials` those that players
        /// choose between missions.
        changes: Option<At<Vec<At<RawChanges>>>>,
        /// Only changes that cost at most these Materials, 1 to 1,000; the best is tested again on new random seeds.
        materials: Option<At<u32>>,
    }
}

/// Kinds of changes to an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RawChanges {
    /// One tag more on an armament.
    Tags,
    /// One tag more on a modular system.
    SystemTags,
    /// Another integral trait, or none.
    Traits,
    /// One system less.
    Systems,
    /// Another distribution of attributes.
    Attributes,
    /// An Ace upgrade.
    Upgrades,
    /// Another armament of the list in a slot.
    Armaments,
    /// Another modular system of the list in a slot.
    Modular,
    /// Another frame with its stock gear.
    Frames,
}

missions! {
    /// Policies against policies.
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
    /// Missions in a row.
    RawCampaign {
        /// Aces: frames by name, or tables; 1 to 5.
        aces: At<Vec<At<RawAce>>>,
        /// Number of missions, 1 to 20; 5 by default. Each is the mission of `encounter`, unless `missions` names
        /// others or there are `clocks`.
        length: Option<At<u8>>,
        /// Encounters of the missions in turn: built-in, or files ending in `.toml`.
        missions: Option<At<Vec<At<String>>>>,
        /// True for missions of the three Divisions with clocks, crises, favors and other Strike Teams; `false` by
        /// default.
        #[serde(default)]
        clocks: bool,
        /// Encounters of Standard Missions in turn, for those of the game; only with `clocks`.
        standard: Option<At<Vec<At<String>>>>,
        /// Encounters of Crisis Missions in turn, for those of the game; only with `clocks`.
        crises: Option<At<Vec<At<String>>>>,
        /// Encounters of Moonshot Missions in turn, for those of the game; only with `clocks`.
        moonshots: Option<At<Vec<At<String>>>>,
        /// Other Strike Teams, 2 to 4, each with the types of missions that it `prefers` and is weak at; three teams
        /// with random types by default.
        teams: Option<At<Vec<Team>>>,
        /// Purchases in order, each made as soon as there are Materials for it: `Assault Rifle + Hot` or
        /// `Chaingun + random` for a tag, `Shotgun for Machinegun` for gear, `H1 for M1` for a frame, `favor sword` for
        /// a step of a favor clock. The first Ace who can take it gets it.
        purchases: Option<At<Vec<At<String>>>>,
        /// Policies of spending that are compared, on common random numbers: `purchases`, `tags`, `random-tags`, `gear`,
        /// `frames`, `favors`, `nothing`; `purchases` by default.
        spending: Option<At<Vec<At<Spending>>>>,
        /// Attributes that the Aces change to in their order, a point after each mission; no changes by default.
        attributes: Option<At<Vec<Attributes>>>,
        /// Upgrades for Moonshot Missions in order; those of the text by default.
        upgrades: Option<At<Vec<At<String>>>>,
        /// Choice of the Standard Mission, with `clocks`: `favors`, `crises` or `random`; `favors` by default.
        choice: Option<At<MissionChoice>>,
        /// Use of Favors, with `clocks`: `aid`, `save` or `materials`; `aid` by default.
        favors: Option<At<FavorUse>>,
        /// Mission that a full crisis clock turns into a Crisis Mission, with `clocks`: `next` or `current`; `next` by
        /// default.
        crisis: Option<At<CrisisTime>>,
        /// Reward of missions: `materials` or `gear`; `materials` by default.
        #[serde(default)]
        reward: Reward,
        /// Mission, not the last, after which the first Ace's frame is lost, in a copy of each campaign; no copy by default.
        lose_frame_after: Option<At<u8>>,
    }
}

/// The best team, and the encounters in which it is the best.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawTournament {
    /// Teams that enter; each of the nine stock frames alone by default.
    pub teams: Option<At<Vec<At<RawSquad>>>>,
    /// Encounters: built-in, or files ending in `.toml`; `patrol` by default. In a gauntlet each encounter is an
    /// opponent; else the teams are compared on them in turn.
    pub encounters: Option<At<Vec<At<String>>>>,
    /// Policies of the Aces; each team enters once with each policy. `tactician` by default.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub ace_policies: Option<At<Vec<At<toml::Value>>>>,
    /// Policy of the game master; `greedy` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub gm_policy: Option<At<toml::Value>>,
}
