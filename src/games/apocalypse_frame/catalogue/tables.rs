//! The random tables ("Tables").

use super::item::{Class, ItemTag};
use super::tag::Tag;
use serde::Deserialize;

/// A table of six rows, picked by the second die, and three columns, picked by the first.
pub type Grid<T> = [[T; 3]; 6];

/// The four random tables, with names as printed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// "Random Armament".
    pub armaments: Grid<String>,
    /// "Random Armament Tag".
    pub armament_tags: Grid<Tag>,
    /// "Random Modular System"; two of its names are aliases (A64).
    pub modular: Grid<String>,
    /// "Random Modular System Tag".
    pub item_tags: ItemTagTable,
}

/// "Random Modular System Tag": six rows by the second die. The first die picks general tags on 1 and 2, otherwise the
/// tags of the system's class.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemTagTable {
    pub general: [ItemTag; 6],
    pub support: [ItemTag; 6],
    pub offensive: [ItemTag; 6],
}

/// Returns the entry for two dice, 1 to 6 each; faces out of range are clamped.
pub fn entry<T>(grid: &Grid<T>, first: u8, second: u8) -> &T {
    &grid[row(second)][row(first) / 2]
}

impl ItemTagTable {
    /// Returns the tag for two dice, 1 to 6 each, for a system of a class; faces out of range are clamped.
    pub fn entry(&self, class: Class, first: u8, second: u8) -> ItemTag {
        let column = match (first, class) {
            (..=2, _) => &self.general,
            (_, Class::Support) => &self.support,
            (_, Class::Offensive) => &self.offensive,
        };
        column[row(second)]
    }
}

fn row(face: u8) -> usize {
    usize::from(face.clamp(1, 6) - 1)
}
