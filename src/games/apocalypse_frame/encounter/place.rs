//! Hexes by name, and default places.

use super::RawPlaces;
use crate::games::apocalypse_frame::hexes::HexMap;
use crate::games::apocalypse_frame::ids::{HexId, HexSet};
use hitchart_config::{At, FileText, InputError};
use std::ops::Range;

/// The map for looking up names of hexes.
pub struct Places<'a> {
    pub file: &'a FileText,
    pub map: &'a HexMap,
}

impl Places<'_> {
    /// Returns the named hexes, at least one.
    pub fn list(&self, raw: &At<RawPlaces>) -> Result<Vec<HexId>, InputError> {
        match &raw.value {
            RawPlaces::One(name) => Ok(vec![self.hex(name, &raw.span)?]),
            RawPlaces::Many(names) if names.is_empty() => {
                Err(InputError::at(self.file, raw.span.clone(), "an empty list of hexes"))
            }
            RawPlaces::Many(names) => names.iter().map(|name| self.hex(&name.value, &name.span)).collect(),
        }
    }

    /// Returns the named hexes as a set.
    pub fn set(&self, raw: &At<RawPlaces>) -> Result<HexSet, InputError> {
        Ok(self.list(raw)?.into_iter().collect())
    }

    fn hex(&self, name: &str, span: &Range<usize>) -> Result<HexId, InputError> {
        let read = name.split_once(',').and_then(|(q, r)| Some((q.trim().parse().ok()?, r.trim().parse().ok()?)));
        let place = read.ok_or_else(|| {
            let problem = format!("`{name}` is not a hex; write `q,r`, such as `0,-2`");
            InputError::at(self.file, span.clone(), problem)
        })?;
        self.map.at(place).ok_or_else(|| {
            let problem = format!("hex `{name}` is not on the map of {} hexes", self.map.len());
            InputError::at(self.file, span.clone(), problem)
        })
    }
}

/// Returns the default start of the Aces: the middle of the left edge.
pub fn default_starts(map: &HexMap) -> Vec<HexId> {
    vec![map.near(0.0, 0.5)]
}

/// Returns the default hexes of enemies, to be used in turn: clusters towards the right edge.
pub fn default_enemies(map: &HexMap) -> Vec<HexId> {
    [(0.75, 0.5), (0.85, 0.3), (0.85, 0.7)].map(|(across, down)| map.near(across, down)).to_vec()
}
