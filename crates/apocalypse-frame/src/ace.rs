//! An Ace in a frame, ready for a mission: model, attributes, gear and upgrades resolved.

use super::catalogue::entries::{Attributes, Build, Trait};
use super::{catalogue::entries::Armament, catalogue::item::Item, catalogue::numbers::Mark};

/// Most systems of a frame: one integral, two modular, and one more by a breakthrough.
pub const MAX_ITEMS: usize = 4;

/// An Ace in an undamaged frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Ace {
    /// Name in reports; the model's name unless the scenario sets another.
    pub name: String,
    /// Name of the frame model.
    pub model: String,
    /// Drive, Speed and Control, 1 to 3 each (A62).
    pub attributes: Attributes,
    /// Maximum Vigor: base, Drive and upgrades.
    pub vigor: u8,
    /// Maximum Tension: base, Speed and upgrades (A11).
    pub tension: u8,
    /// Maximum Ammo: base, Control and upgrades.
    pub ammo: u8,
    /// Build trait, which sets the Vigor and Tension regained at the end of the GM turn (A53).
    pub build: Build,
    /// Integral trait; `None` if the model has none or a study removes it.
    pub integral_trait: Option<Mark<Trait>>,
    /// Armaments, 1 to [`MAX_ARMAMENTS`](super::ids::MAX_ARMAMENTS).
    pub armaments: Vec<Armament>,
    /// Backups in the order of the armaments.
    pub backups: Vec<Armament>,
    /// Integral system; `None` if a study removes it.
    pub integral: Option<Item>,
    /// Modular systems; with the integral one at most [`MAX_ITEMS`].
    pub modular: Vec<Item>,
    /// Exceptional Commitment: dice added to rerolls.
    pub reroll_dice: u8,
    /// Exceptional Perseverance: true if one drop may be rerolled.
    pub rerolls_a_drop: bool,
}

impl Ace {
    /// Returns the systems, the integral one first.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.integral.iter().chain(&self.modular)
    }
}
