//! Fields of events in the form that lines of replays have.

use super::super::ship::System;
use super::super::space::{Maneuver, Pose};
use super::event::Hue;
use super::state::{Colour, CoverBy, Die, Loss, Target};
use crate::ids::AssetId;
pub(super) use hitchart_mobile_frame::dice::fields::{blue, green, red, yellow};
use hitchart_mobile_frame::dice::{ActionDie, DieColour};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Writes a target as `target_asset` or `target_piece`; nothing without a target.
pub(super) fn target<S: Serializer>(target: &Target, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(None)?;
    match target {
        Target::Nothing => {}
        Target::Asset(asset) => fields.serialize_entry("target_asset", asset)?,
        Target::Debris(piece) => fields.serialize_entry("target_piece", piece)?,
    }
    fields.end()
}

/// Writes an asset or a piece of debris, given by its id, as a target.
pub(super) fn obstacle<S: Serializer>(number: &AssetId, serializer: S) -> Result<S::Ok, S::Error> {
    target(&number.debris().map_or(Target::Asset(*number), Target::Debris), serializer)
}

/// Writes cover as `shelter`, and `cover_piece` or `cover_asset` if anything is in the way.
pub(super) fn cover<S: Serializer>(cover: &CoverBy, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(None)?;
    let shelter = match cover {
        CoverBy::Nothing => "open",
        CoverBy::Debris(_) | CoverBy::Asset(_) => "cover",
        CoverBy::Screen => "screen",
    };
    fields.serialize_entry("shelter", shelter)?;
    match cover {
        CoverBy::Debris(piece) => fields.serialize_entry("cover_piece", piece)?,
        CoverBy::Asset(asset) => fields.serialize_entry("cover_asset", asset)?,
        CoverBy::Nothing | CoverBy::Screen => {}
    }
    fields.end()
}

/// Writes the pose before a move as `from` and `heading`.
pub(super) fn start<S: Serializer>(pose: &Pose, serializer: S) -> Result<S::Ok, S::Error> {
    pose_as("from", pose, serializer)
}

/// Writes the pose after a move as `to` and `heading`.
pub(super) fn end<S: Serializer>(pose: &Pose, serializer: S) -> Result<S::Ok, S::Error> {
    pose_as("to", pose, serializer)
}

fn pose_as<S: Serializer>(name: &str, pose: &Pose, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(Some(2))?;
    fields.serialize_entry(name, &pose.at)?;
    fields.serialize_entry("heading", &pose.heading)?;
    fields.end()
}

pub(super) fn place<S: Serializer>(pose: &Pose, serializer: S) -> Result<S::Ok, S::Error> {
    pose.at.serialize(serializer)
}

pub(super) fn heading<S: Serializer>(pose: &Pose, serializer: S) -> Result<S::Ok, S::Error> {
    pose.heading.serialize(serializer)
}

/// Writes a maneuver as `speed` and `turns`, the clicks after each unit.
pub(super) fn steering<S: Serializer>(maneuver: &Maneuver, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(Some(2))?;
    fields.serialize_entry("speed", &maneuver.speed)?;
    fields.serialize_entry("turns", maneuver.hinges())?;
    fields.end()
}

impl ActionDie for Die {
    fn colour(&self, own: Colour) -> Option<DieColour> {
        match self {
            Die::None => None,
            Die::Own => Some(DieColour::Of(own)),
            Die::White(_) => Some(DieColour::White),
            Die::Black(_) => Some(DieColour::Black),
        }
    }
}

/// Writes the colour of a rolled die as `color`, and `ace` for the die of a yellow ace.
pub(super) fn hue<S: Serializer>(hue: &Hue, serializer: S) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_map(None)?;
    match hue {
        Hue::White => fields.serialize_entry("color", "white")?,
        Hue::Black => fields.serialize_entry("color", "black")?,
        Hue::Of(colour) => fields.serialize_entry("color", colour)?,
        Hue::AceSpot => {
            fields.serialize_entry("color", "yellow")?;
            fields.serialize_entry("ace", &true)?;
        }
    }
    fields.end()
}

pub(super) fn token<S: Serializer>(system: &System, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(system.token())
}

pub(super) fn loss<S: Serializer>(loss: &Loss, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(loss.name())
}
