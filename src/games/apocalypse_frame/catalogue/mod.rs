//! Everything that the book lists, as data of a ruleset: frames, armaments, systems, enemies, tags, traits, advancement.

pub mod advancement;
pub mod armament;
mod check;
pub mod enemy;
mod files;
pub mod frame;
pub mod item;
pub mod numbers;
pub mod tables;
pub mod tag;
pub mod text;
pub mod written;

#[cfg(test)]
mod changes;
#[cfg(test)]
mod tests;

use hitchart_config::{InputError, nearest, same_name};
use advancement::{Advancement, Upgrade};
use armament::{Armament, Gear};
use enemy::EnemyKind;
use files::Book;
use frame::{Build, FrameModel, Trait};
use item::{Item, ItemTag};
use numbers::{Does, Mark};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use tables::Tables;
use tag::Tag;
use written::{Regained, Written};

/// All that a ruleset lists, in the book's order, what is added last. In lookups case, spaces and hyphens do not count.
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
    /// Tags of armaments and of enemies' attacks.
    pub tags: Vec<Mark<Tag>>,
    pub item_tags: Vec<Mark<ItemTag>>,
    pub traits: Vec<Mark<Trait>>,
    /// Vigor and Tension regained, by build.
    regained: [Regained; 3],
    /// The book's random tables.
    pub tables: Tables,
    pub advancement: Advancement,
    /// As the ruleset writes it.
    written: Written,
}

fn book_files() -> &'static Book {
    static BOOK: LazyLock<Book> = LazyLock::new(files::read);
    &BOOK
}

/// The book's own catalogue, which rulesets change.
pub fn book() -> &'static Arc<Catalogue> {
    static CATALOGUE: LazyLock<Arc<Catalogue>> =
        LazyLock::new(|| Arc::new(Catalogue::from(book_files().written.clone())));
    &CATALOGUE
}

impl Catalogue {
    /// Says that a name of the book was taken away by the ruleset, if it was.
    pub fn taken_away(&self, name: &str) -> Option<String> {
        let [book, here] = [&book_files().written, &self.written].map(|written| {
            let parts = written.enemies.iter().map(|(_, enemy)| enemy.part_of.as_str());
            let gear = written.armaments.names().chain(written.backups.names()).chain(written.systems.names());
            let all = gear.chain(written.frames.names()).chain(written.enemies.names()).chain(parts);
            all.chain(written.tags.names()).chain(written.system_tags.names()).chain(written.traits.names())
        });
        let known = book.filter(|known| !known.is_empty()).find(|known| same_name(known, name))?;
        let gone = !here.into_iter().any(|here| same_name(here, name));
        gone.then(|| format!("the ruleset removes `{known}`"))
    }

    /// An error on a name, with the help that it was taken away where it was.
    fn explained(&self, name: &str, error: InputError) -> InputError {
        let gone = self.taken_away(name);
        InputError { help: gone.or(error.help), ..error }
    }

    /// The entry of a name, or why there is none.
    fn found<'a, T: 'a>(
        &self,
        what: &str,
        name: &str,
        entries: impl Iterator<Item = &'a T> + Clone,
        name_of: impl Fn(&T) -> &String,
    ) -> Result<&'a T, InputError> {
        named(what, name, entries, name_of).map_err(|error| self.explained(name, error))
    }

    /// The tag or trait of a name, or why there is none.
    fn marked<'a, K: Does>(
        &self,
        name: &str,
        marks: impl Iterator<Item = &'a Mark<K>> + Clone,
    ) -> Result<&'a Mark<K>, InputError> {
        self.found(K::WHAT, name, marks, |mark| &mark.name)
    }

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
            self.explained(name, unknown.with_help(near.map(|near| format!("did you mean `{near}`?"))))
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
        named("armament", name, self.armaments(gear).iter(), |armament| &armament.name).map_err(|error| {
            let backup = self.backup(name).ok();
            let help = backup.map(|backup| format!("`{}` is a backup armament; write it in `backups`", backup.name));
            self.explained(name, InputError { help: help.or(error.help), ..error })
        })
    }

    /// The backup armament of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn backup(&self, name: &str) -> Result<&Armament, InputError> {
        self.found("backup armament", name, self.backups.iter(), |armament| &armament.name)
    }

    /// The modular system of a name or of an alias (A64).
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn modular(&self, name: &str) -> Result<&Item, InputError> {
        let alias = self.aliases.iter().find(|(alias, _)| same_name(alias, name));
        let known = alias.map_or(name, |(_, known)| known);
        named("modular system", known, self.modular.iter(), |item| &item.name).map_err(|error| {
            let owner = self.frames.iter().find(|frame| same_name(&frame.integral, name));
            let help = owner.map(|frame| format!("`{}` is the integral system of {}", frame.integral, frame.name));
            self.explained(name, InputError { help: help.or(error.help), ..error })
        })
    }

    /// The integral system of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn integral(&self, name: &str) -> Result<&Item, InputError> {
        self.found("integral system", name, self.integral.iter(), |item| &item.name)
    }

    /// The kind of enemy, or of a colossus's parts, of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn enemy(&self, name: &str) -> Result<&EnemyKind, InputError> {
        self.found("enemy", name, self.enemies.iter(), |enemy| &enemy.name)
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
            self.explained(name, InputError::unknown("enemy", name.trim(), names))
        })
    }

    /// Tags that armaments may bear.
    pub fn armament_tags(&self) -> impl Iterator<Item = &Mark<Tag>> + Clone {
        self.tags.iter().filter(|mark| Tag::OF_ARMAMENTS.contains(&mark.does))
    }

    /// The armament tag of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn tag(&self, name: &str) -> Result<&Mark<Tag>, InputError> {
        self.marked(name, self.armament_tags())
    }

    /// The system tag of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn item_tag(&self, name: &str) -> Result<&Mark<ItemTag>, InputError> {
        self.marked(name, self.item_tags.iter())
    }

    /// The integral trait of a name.
    ///
    /// # Errors
    /// Unknown names, with the nearest.
    pub fn integral_trait(&self, name: &str) -> Result<&Mark<Trait>, InputError> {
        self.marked(name, self.traits.iter())
    }

    /// Vigor and Tension that a build regains at the end of the GM turn ("Build Traits").
    #[inline]
    pub fn regained(&self, build: Build) -> (u8, u8) {
        let Regained { vigor, tension } = self.regained[build as usize];
        (vigor, tension)
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
        let nothing = || InputError::plain(format!("the upgrade `{}` has no effect in a battle", entry.name));
        entry.gives.ok_or_else(nothing)
    }
}

/// The entry of a name.
fn named<'a, T: 'a>(
    what: &str,
    name: &str,
    entries: impl Iterator<Item = &'a T> + Clone,
    name_of: impl Fn(&T) -> &String,
) -> Result<&'a T, InputError> {
    let found = entries.clone().find(|entry| same_name(name_of(entry), name));
    found.ok_or_else(|| {
        let names: Vec<&str> = entries.map(|entry| name_of(entry).as_str()).collect();
        InputError::unknown(what, name.trim(), names)
    })
}
