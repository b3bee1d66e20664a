//! Battlefields of whole games: the table, the terrain on it, and what movement and cover ask of them.
//!
//! A [`Layout`] is what a user writes; [`battlefields`] checks it, or draws it, into [`Battlefield`]s, which games share.
//! Lengths are in ruler units about the centre of the table, distances between closest points. Whatever is a close call
//! is decided as S32 has it: cover for the target, ways for the mover. Only `+ - * /` and square roots are used, so that
//! every machine plays the same game.

mod bands;
mod built_in;
mod candidates;
mod cells;
mod corners;
mod error;
mod field;
mod generate;
mod layout;
mod manner;
mod piece;
mod room;
mod route;
mod rules;
mod table;
#[cfg(test)]
mod tests;
mod walk;

pub use built_in::{battlefields, drawn, named, names, source, text};
pub use error::BattlefieldError;
pub use field::{Battlefield, Spot, bits};
pub use layout::{Generator, GeneratorKind, Layout, PieceKind, PieceLayout, PieceShape, TableLayout, TableShape};
pub use piece::Piece;
pub use route::{Anchors, MAX_BENDS, Route};
pub use rules::{BattlefieldRules, CLOSE_CALL};
pub use table::Table;

/// Most pieces of terrain; masks of pieces are 64 bits wide.
pub const MAX_PIECES: usize = 64;
