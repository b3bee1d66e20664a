//! Parts that *Rapid Attack* and *Intercept Orbit* share: plane geometry, dice and their streams, the order of play, the
//! comparison of bids, the counts of a battle, exact duels, the horizon of searches, conditions on measured things, the
//! Pareto front, built-in companies and fleets, and descriptions of events.
//!
//! ```
//! use hitchart_mobile_frame::order::{seated, step};
//! use hitchart_mobile_frame::geometry::Point;
//! use hitchart_mobile_frame::filter::pareto_front;
//!
//! // The most frames cost a step; the fewest gain one.
//! let frames = [6, 5, 4];
//! assert_eq!(frames.map(|own| step(own, frames.into_iter(), false)), [-1, 0, 1]);
//! assert_eq!(seated(&[20, 25, 15], &[0, 1, 2]), [1, 0, 2]);
//!
//! assert_eq!(Point { x: 0.0, y: 0.0 }.distance(Point { x: 3.0, y: 4.0 }), 5.0);
//! assert_eq!(pareto_front(&[[1.0, 2.0], [2.0, 1.0], [1.0, 1.0]]), [true, true, false]);
//! ```

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod built_in;
pub mod dice;
pub mod duel;
pub mod filter;
pub mod geometry;
pub mod masks;
pub mod order;
pub mod record;
pub mod search;
pub mod words;

pub use order::PlayerId;

/// Checks that the code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
