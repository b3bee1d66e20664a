//! Armaments, whose dice an Attack action rolls.

use super::numbers::{Mark, TagNumbers, bears_tags};
use super::tag::{Band, Bands, Tag, Tags};
use serde::{Deserialize, Serialize};

/// An armament ("Armament Stock Models", "Backup Armaments"), with any added tags.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Armament {
    pub name: String,
    /// Dice rolled, 1 to 4 before tags.
    pub dice: u8,
    /// Harm of a success before tags.
    pub harm: u8,
    /// Bands at which it can be used, before Scoped and Sighted.
    pub bands: Bands,
    /// Tags, as the book's tags with the same effects.
    pub tags: Tags,
    /// Numbers of the tags.
    pub numbers: TagNumbers,
    /// Names of tags that are not in the book, each with the book's tag of the same effect.
    pub added: Vec<(Tag, String)>,
}

impl Armament {
    /// Returns the bands at which the armament can be used, with those that Scoped and Sighted add.
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

    /// Returns a copy of the armament with a tag added.
    pub fn plus(&self, tag: impl Into<Mark<Tag>>) -> Armament {
        let mut armament = self.clone();
        armament.bear(&tag.into());
        armament
    }
}

bears_tags!(Armament, Tag);

/// List that the four armaments with two versions are taken from (A12).
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
    /// Returns the name for scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Gear::Stock => "stock",
            Gear::Pregen => "pregen",
        }
    }
}
