//! Everything that the book lists, as data: frames, armaments, systems, enemies, tables, advancement.

pub mod advancement;
pub mod armament;
pub mod enemy;
mod files;
pub mod frame;
pub mod item;
pub mod tables;
pub mod tag;

#[cfg(test)]
mod tests;

use crate::input::{InputError, nearest, same_name};
use advancement::{Advancement, Upgrade};
use armament::{Armament, Gear};
use enemy::EnemyKind;
use frame::FrameModel;
use item::Item;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tables::Tables;

/// All that the book lists, in its order. In lookups case, spaces and hyphens do not count.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    pub frames: Vec<FrameModel>,
    /// Armaments by the list of stock models.
    stock: Vec<Armament>,
    /// Armaments as the ready-made sheets have them.
    pregen: Vec<Armament>,
    pub backups: Vec<Armament>,
    pub integral: Vec<Item>,
    pub modular: Vec<Item>,
    /// Other names of systems (A64).
    aliases: BTreeMap<String, String>,
    pub enemies: Vec<EnemyKind>,
    pub tables: Tables,
    pub advancement: Advancement,
}

/// The catalogue.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(files::read);
    &CATALOGUE
}

impl Catalogue {
    /// The frame of a name: `M1-SOLDIER`, `M1` or `soldier`.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn frame(&self, name: &str) -> Result<&FrameModel, InputError> {
        let parts = |frame: &'_ FrameModel| frame.name.split('-').any(|part| same_name(part, name));
        let found = self.frames.iter().find(|frame| same_name(&frame.name, name) || parts(frame));
        found.ok_or_else(|| {
            let names = self.frames.iter().map(|frame| frame.name.as_str());
            let near = nearest(name, names.clone().flat_map(|name| name.split('-')));
            let near = near.and_then(|near| names.clone().find(|name| name.split('-').any(|part| part == near)));
            let unknown = InputError::unknown("frame", name.trim(), names);
            unknown.with_help(near.map(|near| format!("did you mean `{near}`?")))
        })
    }

    /// The 18 armaments by one of the two lists (A12).
    pub fn armaments(&self, gear: Gear) -> &[Armament] {
        match gear {
            Gear::Stock => &self.stock,
            Gear::Pregen => &self.pregen,
        }
    }

    /// The armament of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn armament(&self, name: &str, gear: Gear) -> Result<&Armament, InputError> {
        named("armament", name, self.armaments(gear), |armament| &armament.name).map_err(|error| {
            let backup = self.backup(name).ok();
            let help = backup.map(|backup| format!("`{}` is a backup armament: it goes in `backups`", backup.name));
            InputError { help: help.or(error.help), ..error }
        })
    }

    /// The backup armament of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn backup(&self, name: &str) -> Result<&Armament, InputError> {
        named("backup armament", name, &self.backups, |armament| &armament.name)
    }

    /// The modular system of a name or of an alias (A64).
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn modular(&self, name: &str) -> Result<&Item, InputError> {
        let alias = self.aliases.iter().find(|(alias, _)| same_name(alias, name));
        let known = alias.map_or(name, |(_, known)| known);
        named("modular system", known, &self.modular, |item| &item.name).map_err(|error| {
            let owner = self.frames.iter().find(|frame| same_name(&frame.integral, name));
            let help = owner.map(|frame| format!("`{}` is the integral system of {}", frame.integral, frame.name));
            InputError { help: help.or(error.help), ..error }
        })
    }

    /// The integral system of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn integral(&self, name: &str) -> Result<&Item, InputError> {
        named("integral system", name, &self.integral, |item| &item.name)
    }

    /// The kind of enemy, or of a colossus's parts, of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn enemy(&self, name: &str) -> Result<&EnemyKind, InputError> {
        named("enemy", name, &self.enemies, |enemy| &enemy.name)
    }

    /// What a name of an encounter stands for: a kind of enemy, or all parts of a colossus.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn kinds(&self, name: &str) -> Result<Vec<&EnemyKind>, InputError> {
        let of = |kind: &'_ &EnemyKind| kind.part_of.as_ref().is_some_and(|colossus| same_name(colossus, name));
        let parts: Vec<&EnemyKind> = self.enemies.iter().filter(of).collect();
        if !parts.is_empty() {
            return Ok(parts);
        }
        self.enemy(name).map(|kind| vec![kind]).map_err(|_| {
            let colossi = self.enemies.iter().filter_map(|kind| kind.part_of.as_deref());
            let mut names: Vec<&str> = self.enemies.iter().map(|kind| kind.name.as_str()).chain(colossi).collect();
            names.dedup();
            InputError::unknown("enemy", name.trim(), names)
        })
    }

    /// The upgrade of a name: as people type it, or as the book lists it.
    ///
    /// # Errors
    /// Unknown names, with the nearest, and upgrades that do nothing in a battle.
    pub fn upgrade(&self, name: &str) -> Result<Upgrade, InputError> {
        if let Some(upgrade) = Upgrade::ALL.into_iter().find(|upgrade| same_name(upgrade.name(), name)) {
            return Ok(upgrade);
        }
        let unknown = || InputError::unknown("upgrade", name.trim(), Upgrade::ALL.map(Upgrade::name));
        let entry = self.advancement.upgrade.iter().find(|entry| same_name(&entry.name, name)).ok_or_else(unknown)?;
        let nothing = || InputError::plain(format!("`{}` does nothing in a battle by itself", entry.name));
        entry.gives.ok_or_else(nothing)
    }
}

/// The entry of a name.
fn named<'a, T>(
    what: &str,
    name: &str,
    entries: &'a [T],
    name_of: impl Fn(&T) -> &String,
) -> Result<&'a T, InputError> {
    let found = entries.iter().find(|entry| same_name(name_of(entry), name));
    found.ok_or_else(|| {
        let names: Vec<&str> = entries.iter().map(|entry| name_of(entry).as_str()).collect();
        InputError::unknown(what, name.trim(), names)
    })
}
