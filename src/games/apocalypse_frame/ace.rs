//! An Ace in a frame, ready for a mission: model, attributes, gear and upgrades resolved.

use super::catalogue::armament::Armament;
use super::catalogue::frame::{Attributes, Build, Trait};
use super::catalogue::item::Item;
use super::catalogue::numbers::Mark;

/// Most armaments of a frame, with the breakthrough that adds one ("Ace Upgrades").
pub const MAX_ARMAMENTS: usize = 3;
/// Most systems of a frame: one integral, two modular, and one more by a breakthrough.
pub const MAX_ITEMS: usize = 4;

/// An Ace in a frame, undamaged.
#[derive(Clone, Debug, PartialEq)]
pub struct Ace {
    /// What reports call it; the model's name unless the scenario gives another.
    pub name: String,
    /// Name of the frame model.
    pub model: String,
    pub attributes: Attributes,
    /// Maximum Vigor: base, Drive and upgrades.
    pub vigor: u8,
    /// Maximum Tension: base, Speed and upgrades (A11).
    pub tension: u8,
    /// Maximum Ammo: base, Control and upgrades.
    pub ammo: u8,
    pub build: Build,
    /// Integral trait; none where a study takes it away.
    pub integral_trait: Option<Mark<Trait>>,
    /// 1 to [`MAX_ARMAMENTS`].
    pub armaments: Vec<Armament>,
    /// Backups in the order of the armaments.
    pub backups: Vec<Armament>,
    /// Integral system; none where a study takes it away.
    pub integral: Option<Item>,
    /// Modular systems; with the integral one at most [`MAX_ITEMS`].
    pub modular: Vec<Item>,
    /// Exceptional Commitment: dice added to rerolls.
    pub reroll_dice: u8,
    /// Exceptional Perseverance: may have one drop rolled again.
    pub rerolls_a_drop: bool,
}
