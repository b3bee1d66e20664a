//! The TOML of the studies as written, and the check of its constraints on fleets.

use super::super::design::FleetSpace;
use super::Checker;
use hitchart_config::{At, InputError, each_once};
use hitchart_intercept_orbit::fleet::Ace;
use hitchart_intercept_orbit::muster::{RawEntry, Size};
use hitchart_intercept_orbit::ship::{Class, System};
use hitchart_lab::builds::{answering, optimising};
use hitchart_lab::tournament::{Format, TournamentAim};
use hitchart_play::policy::RawPolicy;
use schemars::JsonSchema;
use serde::Deserialize;

// The studies as written.

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
    /// Pairing of the entrants; `round-robin` by default.
    pub format: Option<At<Format>>,
    /// Aim of the tournament; `ratings` by default.
    pub aim: Option<At<TournamentAim>>,
    /// Rounds of a Swiss tournament, 1 to 50; by default two more than one entrant needs to be the only one with all
    /// rounds won.
    pub rounds: Option<At<u64>>,
    /// Limit of all games; 100 per matchup by default.
    pub games: Option<At<u64>>,
    /// Target precision, as a share of points; 0.03 by default.
    pub margin: Option<At<f64>>,
}

/// Condition on the numbers of ships, companies and systems of a fleet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RawBid {
    /// Any legal numbers
    #[default]
    Any,
    /// The same numbers
    Keep,
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

fn yes() -> bool {
    true
}

/// A study of one fleet and its changes: the common fields and those of the study.
macro_rules! of_a_fleet {
    ($name:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* }) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
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
            $($(#[$meta])* pub $field: $type,)*
        }
    };
}

of_a_fleet! {
    RawMarginal {
        /// Kinds of changes; all by default.
        changes: Option<At<Vec<At<RawSort>>>>,
        /// Total games of all changes; 40,000 by default.
        games: Option<At<u64>>,
    }
}

of_a_fleet! {
    RawImprove {
        /// Condition on the numbers of ships, companies and systems; `any` by default.
        #[serde(default)]
        bid: RawBid,
        /// True if weapons for two bands may be built in; true by default.
        #[serde(default = "yes")]
        split: bool,
        /// Total games of the race of single changes; the race of double changes has half as many. 40,000 by default.
        games: Option<At<u64>>,
        /// Games to test each of the best changes with, on new random seeds; 4,000 by default.
        test_games: Option<At<u64>>,
    }
}

of_a_fleet! {
    RawCosts {
        /// Number of the ship that `alternatives` replace, from 1; the first by default.
        ship: Option<At<usize>>,
        /// Ships to compare in this place, in notation such as `C:RpRaBY`.
        alternatives: Option<At<Vec<At<String>>>>,
        /// Aces to compare, instead of ships.
        aces: Option<At<Vec<At<String>>>>,
        /// Games of each; 1,000 by default.
        games: Option<At<u64>>,
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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

/// A study that searches a part of all fleets: the common fields and those of the study.
macro_rules! in_space {
    ($name:ident { $($fields:tt)* }) => {
        #[derive(Debug, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
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
            $($fields)*
        }

        impl $name {
            /// Returns the constraints on fleets, as written.
            pub(crate) fn constraints(&self) -> Constraints<'_> {
                Constraints {
                    assets: &self.assets,
                    ships: &self.ships,
                    companies: &self.companies,
                    systems: &self.systems,
                    classes: &self.classes,
                    aces: &self.aces,
                    banned: &self.banned,
                    required: &self.required,
                    split: self.split,
                }
            }
        }
    };
}

/// Constraints on fleets, as written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraints<'a> {
    pub assets: &'a Option<At<[u16; 2]>>,
    pub ships: &'a Option<At<[u16; 2]>>,
    pub companies: &'a Option<At<[u16; 2]>>,
    pub systems: &'a Option<At<[u16; 2]>>,
    pub classes: &'a Option<At<Vec<At<String>>>>,
    pub aces: &'a Option<At<Vec<At<String>>>>,
    pub banned: &'a Option<At<Vec<At<String>>>>,
    pub required: &'a Option<At<Vec<At<String>>>>,
    pub split: bool,
}

optimising! {
    in_space! RawOptimise {
        /// Policy of every fleet without a policy; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// A fleet to start from; its policy plays all fleets that are derived from it.
        pub start: Option<At<RawEntry>>,
        /// Number of the only ship of `start` that may change, from 1; its class and its catapults stay. By default all
        /// ships may change.
        pub ship: Option<At<usize>>,
    }
}

answering! {
    in_space! RawOracle {
        /// Policies of best responses; the first one also plays fleets without a policy. `tactician` by default.
        #[schemars(with = "Option<Vec<RawPolicy>>")]
        pub policies: Option<At<Vec<At<toml::Value>>>>,
    }
}
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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

/// A study; `kind` selects its form.
#[derive(JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[allow(dead_code, reason = "read by kind in kinds.rs; this names the kinds for the schema")]
pub(crate) enum RawStudy {
    /// Whole battles between fleets.
    Games(RawGames),
    /// The best of many entrants, or the equilibrium.
    Tournament(RawTournament),
    /// Value of each single change of a fleet.
    Marginal(RawMarginal),
    /// The best single and double changes of a fleet.
    Improve(RawImprove),
    /// The best fleet under constraints, or the best ship in one place of a fleet.
    Optimise(RawOptimise),
    /// The equilibrium of fleets and policies by the double oracle: best responses are added until none gains.
    DoubleOracle(RawOracle),
    /// Costs that would make ships, or aces, equal.
    Costs(RawCosts),
    /// Loss without a system, the ace, or an action.
    Restricted(RawRestricted),
    /// Bids of ships, companies and systems against each other.
    Bids(RawBids),
}

// Constraints on the fleets that a study searches, checked.

/// Maximum length of a list of constraints.
const MAX_LISTED: usize = 100;
/// Classes by the names that users type.
const CLASSES: [(Class, &str); 2] = [(Class::Capital, "capital"), (Class::Frigate, "frigate")];

impl Checker<'_> {
    /// Narrows a space to the constraints of a study.
    pub(super) fn constrain(&self, space: &mut FleetSpace, constraints: Constraints<'_>) -> Result<(), InputError> {
        let Constraints { assets, ships, companies, systems, classes, aces, banned, required, split } = constraints;
        space.assets = space.assets.narrowed(self.file, assets, "assets")?;
        space.ships = space.ships.narrowed(self.file, ships, "ships")?;
        space.companies = space.companies.narrowed(self.file, companies, "companies")?;
        space.systems = space.systems.narrowed(self.file, systems, "systems")?;
        if let Some(classes) = classes {
            space.classes = self.listed(classes, "class", &CLASSES)?;
        }
        if let Some(aces) = aces {
            space.aces = self.aces(aces)?;
        }
        if let Some(banned) = banned {
            let banned = self.listed(banned, "system", &System::ALL)?;
            space.kinds.retain(|kind| !banned.contains(kind));
        }
        if let Some(required) = required {
            space.required = self.listed(required, "system", &System::ALL)?;
        }
        space.kinds.retain(|kind| split || !kind.is_split());
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
