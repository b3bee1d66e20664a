//! Battlefields of whole games: the table, the terrain on it, and queries for movement and cover.
//!
//! A [`Layout`] is the user's input; [`battlefields`] checks it, draws pieces if there is a generator, and returns the
//! [`Battlefield`]s that games share. Lengths are in ruler units, the origin is the centre of the table, and distances
//! are between closest points. Close calls are decided as ruled in S32: cover favours the target, ways favour the
//! mover. Only `+ - * /` and square roots are used, so that every machine plays the same game.

mod field;
mod generate;
mod layout;
mod piece;
mod route;
#[cfg(test)]
mod tests;

pub use field::{Battlefield, FieldingPlace, bits};
pub use layout::{
    BattlefieldError, BattlefieldRules, CLOSE_CALL, Generator, GeneratorKind, Layout, PieceKind, PieceLayout,
    PieceShape, TableLayout, TableShape, battlefields, drawn, named, names, source, text,
};
pub use piece::{Piece, Table};
pub use route::{Anchors, MAX_BENDS, Route};

/// Most pieces of terrain; masks of pieces are 64 bits wide.
pub const MAX_PIECES: usize = 64;
