//! *Mobile Frame Zero: Rapid Attack* as a program: rules as data, exact odds, whole battles, and players.
//!
//! A [`ruleset`] has every number and switch. Loadouts, frames, companies and battlefields are checked against it. An
//! attack becomes a plan of dice, whose exact odds `hitchart_dice` computes. A [`battle::Battle`] implements
//! `hitchart_play::Game`, and [`players`] has policies from random to search.
//!
//! ```
//! use hitchart_dice::Pool;
//! use hitchart_play::{Game, Unwatched, play};
//! use hitchart_rapid_attack::attack::{Shelter, plan};
//! use hitchart_rapid_attack::battle::{Battle, KeyedDice, battlefield_rules};
//! use hitchart_rapid_attack::battlefield::{battlefields, named};
//! use hitchart_rapid_attack::bidding::Size;
//! use hitchart_rapid_attack::frame::Frame;
//! use hitchart_rapid_attack::loadout::Range;
//! use hitchart_rapid_attack::loadouts::loadout_of;
//! use hitchart_rapid_attack::muster::{Color, FightingCompany};
//! use hitchart_rapid_attack::players::PolicySpec;
//! use hitchart_rapid_attack::rules_files::rulebook;
//!
//! // The odds of an attack: an Anvil with one white die on a target that defends with one, in cover.
//! let rules = rulebook();
//! let anvil = Frame::new(loadout_of("Anvil", &rules)?, &rules);
//! let target = Frame::new(loadout_of("YYBG", &rules)?, &rules);
//! let dice = anvil.attack_dice(Range::Direct, 1, 0, &rules).ok_or("an Anvil has direct weapons")?;
//! let (defense, cover) = (target.defense_dice(1, &rules), Shelter::Terrain(2));
//! let plan = plan(dice, Pool::EMPTY, defense, cover.chart(Range::Direct), cover, &rules);
//! assert_eq!(format!("{:.3}", hitchart_dice::exact::attack(&plan).damage().mean()), "0.290");
//!
//! // Twenty battles between two built-in companies.
//! let battle = Battle::built_in(&["shield-wall", "close-assault"], "dense-town", Size::Skirmish, &rules, 1)?;
//! let tactician = PolicySpec::built_in("tactician")?;
//! let mut players = [tactician.build(), tactician.build()];
//! let won = |game| battle.scores(&play(&battle, game, &mut players, &mut Unwatched)).winner() == Some(0);
//! let wins = (0..20).map(won).filter(|won| *won).count();
//! assert!(wins <= 20);
//!
//! // A battle between two companies of your own, with a name, four frames and rockets each, in the colours of maps.
//! let mut first = FightingCompany::new("Red Sky", &["Soldier", "Soldier", "RaRaYY", "RhRhGG"], &rules)?;
//! let mut second = FightingCompany::new("Low Tide", &["RdYBG", "RdRdBB", "RaYBB", "RhYYG"], &rules)?;
//! second.color = Color::free(&[first.color]);
//! [&mut first, &mut second].map(|company| company.share_out(rules.rockets.per_company, &rules));
//! let layouts = battlefields(&named("duel")?, &battlefield_rules(&rules), 1)?;
//! let battle = Battle::of_companies(&rules, Size::Skirmish, vec![first, second], layouts, KeyedDice)?;
//! let end = play(&battle, 1, &mut players, &mut Unwatched);
//! assert_eq!(battle.scores(&end).as_slice().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod approach;
pub mod assignment;
pub mod attack;
pub mod battle;
pub mod battle_rules;
pub mod battlefield;
pub mod bidding;
pub mod combined;
pub mod duel;
pub mod durability;
pub mod frame;
pub mod ids;
pub mod loadout;
pub mod loadouts;
pub mod muster;
pub mod notation;
pub mod players;
mod ranges;
pub mod record;
pub mod rules_files;
pub mod ruleset;

/// Checks that the code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
