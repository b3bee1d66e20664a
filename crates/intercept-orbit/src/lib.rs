//! *Mobile Frame Zero: Intercept Orbit* as a program: rules as data, exact odds, whole battles, and players.
//!
//! A [`ruleset`] has every number and switch. Ships and fleets are checked against it. [`exact_odds`] has boardings,
//! collisions and flights; an attack becomes a plan of dice. A [`battle::Battle`] implements `hitchart_play::Game`, and
//! [`players`] has policies from random to search.
//!
//! ```
//! use hitchart_dice::exact::attack;
//! use hitchart_intercept_orbit::attack::{AttackAim, Band, Shelter, TargetKind, plan};
//! use hitchart_intercept_orbit::battle::{Battle, KeyedDice};
//! use hitchart_intercept_orbit::muster::built_in_fleet;
//! use hitchart_intercept_orbit::players::PolicySpec;
//! use hitchart_intercept_orbit::ruleset::standard;
//! use hitchart_play::{Game, Unwatched, play};
//!
//! // The odds of an attack on a ship, spotted by 1d6, behind lasting cover.
//! let rules = standard();
//! let aim = AttackAim { band: Band::Assault, target: TargetKind::Ship, red_ace: false };
//! let plan = plan("3d6+1d8".parse()?, "1d6".parse()?, "2d6".parse()?, aim, Shelter::Lasting, &rules);
//! let damage = attack(&plan).damage();
//! assert!(damage.mean() > 0.0 && damage.at(0) > 0.0);
//!
//! // A battle of two fleets of the same ships.
//! let fleet = || Ok::<_, Box<dyn std::error::Error>>(built_in_fleet("mirror-orbit", &rules)?.fleet);
//! let battle = Battle::new(rules.clone(), vec![fleet()?, fleet()?], false, KeyedDice)?;
//! let greedy = PolicySpec::built_in("greedy")?;
//! let end = play(&battle, 1, &mut [greedy.build(), greedy.build()], &mut Unwatched);
//! assert_eq!(battle.scores(&end).margin(0), -battle.scores(&end).margin(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod attack;
pub mod battle;
pub mod battle_rules;
pub mod bidding;
pub mod duel;
pub mod durability;
pub mod exact_odds;
pub mod fleet;
pub mod ids;
pub mod muster;
pub mod players;
pub mod record;
pub mod ruleset;
pub mod ship;
pub mod space;

/// Checks that the code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
