//! *Apocalypse Frame* as a program: the book's lists and rules as data, exact odds, whole missions, and players.
//!
//! A [`ruleset`] has every number and switch, with the [`catalogue`] of frames, armaments, systems and enemies.
//! [`odds`] has exact answers. A [`mission::Mission`] implements `hitchart_play::Game` for the Aces and the game
//! master, and [`players`] has policies of either side. A [`campaign`] is a row of missions with advancement.
//!
//! ```
//! use hitchart_apocalypse_frame::catalogue::book;
//! use hitchart_apocalypse_frame::encounter::MissionPlan;
//! use hitchart_apocalypse_frame::encounter::ground::built_in;
//! use hitchart_apocalypse_frame::mission::{KeyedDice, Mission};
//! use hitchart_apocalypse_frame::players::{PolicySpec, Side};
//! use hitchart_apocalypse_frame::rules_files::standard;
//! use hitchart_apocalypse_frame::squad::stock;
//! use hitchart_play::{Game, Unwatched, play};
//!
//! // Three stock Aces on patrol.
//! let rules = standard();
//! let frames = ["M1-SOLDIER", "L1-RECON", "H1-VANGUARD"].map(|name| book().frame(name).expect("a frame of the book"));
//! let aces = frames.iter().map(|frame| stock(frame, &rules)).collect();
//! let mission = Mission::new(rules, aces, MissionPlan::single(built_in("patrol", book())?), KeyedDice);
//!
//! let player = |side, name| PolicySpec::named_in(side as usize, name).map(|policy| policy.build());
//! let aces = player(Side::Aces, "greedy").ok_or("no such policy")?;
//! let gm = player(Side::Gm, "greedy").ok_or("no such policy")?;
//! let end = play(&mission, 1, &mut [aces, gm], &mut Unwatched);
//! assert!(end.round >= 1 && mission.to_decide(&end).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod ace;
pub mod attack;
pub mod campaign;
pub mod catalogue;
pub mod duel;
pub mod encounter;
pub mod hexes;
pub mod ids;
pub mod mission;
pub mod odds;
pub mod players;
pub mod record;
pub mod rules_files;
pub mod ruleset;
pub mod sheet;
pub mod squad;

/// Checks that the code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
