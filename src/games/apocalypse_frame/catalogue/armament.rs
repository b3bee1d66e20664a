//! Armaments: what an Attack action rolls.

use super::numbers::{Mark, TagNumbers, bears_tags};
use super::tag::{Band, Bands, Tag, Tags};
use serde::{Deserialize, Serialize};

/// An armament ("Armament Stock Models", "Backup Armaments"), or one with tags added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Armament {
    pub name: String,
    /// Dice rolled, 1 to 4 before tags.
    pub dice: u8,
    /// Harm of a success before tags.
    pub harm: u8,
    /// Bands at which it can be used, before Scoped and Sighted.
    pub bands: Bands,
    /// What its tags do.
    pub tags: Tags,
    /// How much of it.
    pub numbers: TagNumbers,
    /// Tags that are not the book's, with what they do.
    pub added: Vec<(Tag, String)>,
}

impl Armament {
    /// Bands it is usable at, with those that Scoped and Sighted add.
    pub fn usable(&self) -> Bands {
        let mut bands = self.bands;
        if self.tags.has(Tag::Scoped) {
            bands = match self.bands.farthest() {
                Some(Band::Close) => bands.with(Band::Near),
                Some(Band::Near) => bands.with(Band::Far),
                _ => bands,
            };
        }
        if self.tags.has(Tag::Sighted) {
            bands = match self.bands.nearest() {
                Some(Band::Far) => bands.with(Band::Near),
                Some(Band::Near) => bands.with(Band::Close),
                _ => bands,
            };
        }
        bands
    }

    /// The same armament with a tag added.
    pub fn plus(&self, tag: impl Into<Mark<Tag>>) -> Armament {
        let mut armament = self.clone();
        armament.bear(&tag.into());
        armament
    }
}

bears_tags!(Armament, Tag);

/// Version of the four armaments that differ between the two lists (A12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gear {
    /// The list of stock models.
    Stock,
    /// The sheets of the ready-made frames; the default of missions (A12).
    #[default]
    Pregen,
}

impl Gear {
    /// As people type it.
    pub const fn name(self) -> &'static str {
        match self {
            Gear::Stock => "stock",
            Gear::Pregen => "pregen",
        }
    }
}
