//! The TOML of the studies as written, and the check of its constraints on fleets.

use super::super::design::FleetSpace;
use super::Checker;
use hitchart_config::{At, InputError, each_once};
use hitchart_intercept_orbit::fleet::Ace;
use hitchart_intercept_orbit::muster::{RawEntry, Size};
use hitchart_intercept_orbit::ship::{Class, System};
use hitchart_lab::builds::{RawBid, yes};
use hitchart_play::policy::RawPolicy;
use schemars::JsonSchema;
use serde::Deserialize;

// The studies as written.

/// Whole battles between fleets.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawGames {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// 2 to 4 fleets: names of built-in ones, or tables.
    pub fleets: At<Vec<At<RawEntry>>>,
    /// A policy for each fleet, by name or as a table of settings; replaces those of the fleets.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub policies: Option<At<Vec<At<toml::Value>>>>,
    /// Games played; 1,000 by default.
    pub games: Option<At<u64>>,
    /// True if the policies take every seat in turn.
    #[serde(default)]
    pub swap_seats: bool,
}

/// The best of many entrants, or the equilibrium.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawTournament {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// Entrants: names of built-in fleets, or tables.
    pub fleets: At<Vec<At<RawEntry>>>,
    /// Policies; each fleet enters once with each policy. Those of the fleets by default.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub policies: Option<At<Vec<At<toml::Value>>>>,
    /// Opponents in a gauntlet: fleets with their policies.
    pub field: Option<At<Vec<At<RawEntry>>>>,
}

/// Kinds of changes of a fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RawSort {
    /// A system of another type instead of a system
    Systems,
    /// A weapon for two bands instead of a system, or the reverse
    Splits,
    /// A catapult, with its company, instead of a system, or the reverse
    Companies,
    /// A frigate instead of a capital ship, or the reverse
    Classes,
    /// Another ace
    Aces,
    /// One ship less, or a second copy of a ship
    Ships,
}

/// Keys of studies of one fleet and its changes.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FleetKeys {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// The fleet to change: the name of a built-in one, or a table.
    pub fleet: At<RawEntry>,
    /// Opponents, met equally often: names of built-in fleets, or tables.
    pub field: At<Vec<At<RawEntry>>>,
    /// Policy of every fleet without a policy; `tactician` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
}

/// Value of each single change of a fleet.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawMarginal {
    /// Kinds of changes; all by default.
    pub changes: Option<At<Vec<At<RawSort>>>>,
    /// Total games of all changes; 40,000 by default.
    pub games: Option<At<u64>>,
}

/// The best single and double changes of a fleet.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawImprove {
    /// Condition on the numbers of ships, companies and systems; `any` by default.
    #[serde(default)]
    pub bid: RawBid,
    /// True if weapons for two bands may be built in; true by default.
    #[serde(default = "yes")]
    pub split: bool,
    /// Total games of the race of single changes; the race of double changes has half as many. 40,000 by default.
    pub games: Option<At<u64>>,
    /// Games to test each of the best changes with, on new random seeds; 4,000 by default.
    pub test_games: Option<At<u64>>,
}

/// Costs that would make ships, or aces, equal.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawCosts {
    /// Number of the ship that `alternatives` replace, from 1; the first by default.
    pub ship: Option<At<usize>>,
    /// Ships to compare in this place, in notation such as `C:RpRaBY`.
    pub alternatives: Option<At<Vec<At<String>>>>,
    /// Aces to compare, instead of ships.
    pub aces: Option<At<Vec<At<String>>>>,
    /// Games of each; 1,000 by default.
    pub games: Option<At<u64>>,
}

/// Loss without a system, the ace, or an action.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawRestricted {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// The fleet that is restricted: the name of a built-in one, or a table.
    pub fleet: At<RawEntry>,
    /// Opponents, met equally often; by default the unrestricted fleet itself.
    pub field: Option<At<Vec<At<RawEntry>>>>,
    /// Policy of every fleet without a policy; `tactician` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
    /// Games of each restriction; 1,000 by default.
    pub games: Option<At<u64>>,
}

/// Keys of a part of all fleets: its constraints, and the opponents.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SpaceKeys {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// Opponents: names of built-in fleets, or tables.
    pub field: At<Vec<At<RawEntry>>>,
    /// Smallest and largest number of tactical assets (ships and companies); the limits of the size by default.
    pub assets: Option<At<[u16; 2]>>,
    /// Smallest and largest number of ships.
    pub ships: Option<At<[u16; 2]>>,
    /// Smallest and largest number of companies; each catapult has one.
    pub companies: Option<At<[u16; 2]>>,
    /// Smallest and largest number of systems of all ships.
    pub systems: Option<At<[u16; 2]>>,
    /// Classes of ships, `capital` and `frigate`; both by default.
    pub classes: Option<At<Vec<At<String>>>>,
    /// Aces that may lead; all by default.
    pub aces: Option<At<Vec<At<String>>>>,
    /// Banned systems of ships: `Ra/s`, `K`, …
    pub banned: Option<At<Vec<At<String>>>>,
    /// Systems of which each fleet must have at least one.
    pub required: Option<At<Vec<At<String>>>>,
    /// True if ships may have weapons for two bands; true by default.
    #[serde(default = "yes")]
    pub split: bool,
}

/// The best fleet under constraints, or the best ship in one place of a fleet.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawOptimise {
    /// Policy of every fleet without a policy; `tactician` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
    /// A fleet to start from; its policy plays all fleets that are derived from it.
    pub start: Option<At<RawEntry>>,
    /// Number of the only ship of `start` that may change, from 1; its class and its catapults stay. By default all
    /// ships may change.
    pub ship: Option<At<usize>>,
}

/// The equilibrium of fleets and policies by the double oracle: best responses are added until none gains.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawOracle {
    /// Policies of best responses; the first one also plays fleets without a policy. `tactician` by default.
    #[schemars(with = "Option<Vec<RawPolicy>>")]
    pub policies: Option<At<Vec<At<toml::Value>>>>,
}
/// Bids of ships, companies and systems against each other.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawBids {
    /// Size of the fleets; a battle by default.
    #[serde(default)]
    pub size: Size,
    /// Policy of every fleet; `tactician` by default.
    #[schemars(with = "Option<RawPolicy>")]
    pub policy: Option<At<toml::Value>>,
    /// Bids as ships, companies and systems, such as `3+3/11`; by default every number of tactical assets that the size
    /// allows, with up to four companies, and frigates for half of the ships.
    pub bids: Option<At<Vec<At<String>>>>,
    /// True if fleets may have weapons for two bands; true by default.
    #[serde(default = "yes")]
    pub split: bool,
    /// Fleets to optimise independently for each bid, 3 to 20; 6 by default.
    pub fleets: Option<At<u64>>,
    /// Total games to optimise the fleets of each bid with; 6,000 by default.
    pub build_games: Option<At<u64>>,
    /// Games of each pair of bids; 300 by default.
    pub games: Option<At<u64>>,
}

// Constraints on the fleets that a study searches, checked.

/// Maximum length of a list of constraints.
const MAX_LISTED: usize = 100;
/// Classes by the names that users type.
const CLASSES: [(Class, &str); 2] = [(Class::Capital, "capital"), (Class::Frigate, "frigate")];

impl Checker<'_> {
    /// Narrows a space to the constraints of a study.
    pub(super) fn constrain(&self, space: &mut FleetSpace, keys: &SpaceKeys) -> Result<(), InputError> {
        space.assets = space.assets.narrowed(self.file, &keys.assets, "assets")?;
        space.ships = space.ships.narrowed(self.file, &keys.ships, "ships")?;
        space.companies = space.companies.narrowed(self.file, &keys.companies, "companies")?;
        space.systems = space.systems.narrowed(self.file, &keys.systems, "systems")?;
        if let Some(classes) = &keys.classes {
            space.classes = self.listed(classes, "class", &CLASSES)?;
        }
        if let Some(aces) = &keys.aces {
            space.aces = self.aces(aces)?;
        }
        if let Some(banned) = &keys.banned {
            let banned = self.listed(banned, "system", &System::ALL)?;
            space.kinds.retain(|kind| !banned.contains(kind));
        }
        if let Some(required) = &keys.required {
            space.required = self.listed(required, "system", &System::ALL)?;
        }
        space.kinds.retain(|kind| keys.split || !kind.is_split());
        Ok(())
    }

    /// Returns aces by name, each once.
    pub(super) fn aces(&self, aces: &At<Vec<At<String>>>) -> Result<Vec<Ace>, InputError> {
        self.listed(aces, "ace", &Ace::ALL)
    }

    /// Returns things by name, each once.
    fn listed<T: Copy + PartialEq>(
        &self,
        list: &At<Vec<At<String>>>,
        what: &str,
        known: &[(T, &'static str)],
    ) -> Result<Vec<T>, InputError> {
        each_once(self.file, list, what, MAX_LISTED, |text: &At<String>| {
            let found = known.iter().find(|(_, name)| name.eq_ignore_ascii_case(text.value.trim()));
            found.map(|(thing, _)| *thing).ok_or_else(|| {
                let names = known.iter().map(|(_, name)| *name);
                InputError::unknown(what, text.value.trim(), names).or_at(self.file, text.span.clone())
            })
        })
    }
}
