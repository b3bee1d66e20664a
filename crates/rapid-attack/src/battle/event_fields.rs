//! Fields of events in the form that lines of replays have.

use super::open_turn::{CoverBy, Die, Target};
use super::state::{Colour, numbers_in};
use crate::loadout::SystemKind;
pub(super) use hitchart_mobile_frame::dice::fields::{blue, green, red, yellow};
use hitchart_mobile_frame::dice::{ActionDie, DieColour};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Writes a target as `target_unit` or `target_piece`; nothing without a target.
pub(super) fn target<S: Serializer>(target: &Target, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(None)?;
    match target {
        Target::Nothing => {}
        Target::Frame(unit) => fields.serialize_entry("target_unit", unit)?,
        Target::Piece(piece) => fields.serialize_entry("target_piece", piece)?,
    }
    fields.end()
}

/// Writes cover as `cover_pieces`, `cover_unit` or `cover_height`; nothing without cover.
pub(super) fn cover<S: Serializer>(cover: &CoverBy, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(None)?;
    match cover {
        CoverBy::Nothing => {}
        CoverBy::Pieces(mask) => fields.serialize_entry("cover_pieces", &numbers_in(*mask).collect::<Vec<u8>>())?,
        CoverBy::Frame(unit) => fields.serialize_entry("cover_unit", unit)?,
        CoverBy::Height => fields.serialize_entry("cover_height", &true)?,
    }
    fields.end()
}

impl ActionDie for Die {
    fn colour(&self, own: Colour) -> Option<DieColour> {
        match self {
            Die::None => None,
            Die::Own => Some(DieColour::Of(own)),
            Die::White(_) => Some(DieColour::White),
        }
    }
}

pub(super) fn face_colour<S: Serializer>(own: &Option<Colour>, serializer: S) -> Result<S::Ok, S::Error> {
    match own {
        None => serializer.serialize_str("white"),
        Some(own) => own.serialize(serializer),
    }
}

pub(super) fn token<S: Serializer>(kind: &SystemKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.token())
}

/// Writes the dice that were rolled.
pub(super) fn thrown<S: Serializer>(dice: &[u8; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(dice.iter().filter(|die| **die > 0))
}
