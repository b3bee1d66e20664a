//! The book's lists as data of a ruleset: frames, armaments, systems, enemies, tags, traits, advancement.

pub mod advancement;
mod check;
pub mod entries;
pub mod item;
pub mod numbers;
pub mod tag;
pub mod text;
pub mod written;

#[cfg(test)]
mod changes;
#[cfg(test)]
mod tests;

use advancement::Tables;
use advancement::{Advancement, Upgrade};
use entries::EnemyKind;
use entries::{Armament, Gear};
use entries::{Build, FrameModel, Trait};
use hitchart_config::{InputError, nearest, same_name};
use item::{Item, ItemTag};
use numbers::{EffectKind, Mark};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use tag::Tag;
use text::Book;
use written::{Regained, Written};

/// The lists of a ruleset, in the book's order with additions last. Lookups ignore case, spaces and hyphens.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalogue {
    /// Frames with the gear of their ready-made sheets.
    pub frames: Vec<FrameModel>,
    /// Armaments of the list of stock models.
    stock: Vec<Armament>,
    /// Armaments of the ready-made sheets.
    pregen: Vec<Armament>,
    /// Backup armaments, which cannot have added tags.
    pub backups: Vec<Armament>,
    /// Integral systems, without added tags.
    pub integral: Vec<Item>,
    /// Modular systems, without added tags.
    pub modular: Vec<Item>,
    /// Other names of systems (A64).
    aliases: BTreeMap<String, String>,
    /// Kinds of enemies, including the parts of colossi.
    pub enemies: Vec<EnemyKind>,
    /// Tags of armaments and of enemies' attacks.
    pub tags: Vec<Mark<Tag>>,
    /// Tags of systems.
    pub item_tags: Vec<Mark<ItemTag>>,
    /// Integral traits.
    pub traits: Vec<Mark<Trait>>,
    /// Vigor and Tension regained, by build.
    regained: [Regained; 3],
    /// The random tables of the book.
    pub tables: Tables,
    /// Rules for the time between missions.
    pub advancement: Advancement,
    /// The source text of the ruleset, as values.
    written: Written,
}

fn book_files() -> &'static Book {
    static BOOK: LazyLock<Book> = LazyLock::new(text::read);
    &BOOK
}

/// Returns the catalogue of the book, which rulesets change.
pub fn book() -> &'static Arc<Catalogue> {
    static CATALOGUE: LazyLock<Arc<Catalogue>> =
        LazyLock::new(|| Arc::new(Catalogue::from(book_files().written.clone())));
    &CATALOGUE
}

impl Catalogue {
    /// Returns a message if the name is in the book and the ruleset removes it.
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

    /// Adds help to an error on a name that the ruleset removes.
    fn explained(&self, name: &str, error: InputError) -> InputError {
        let gone = self.taken_away(name);
        InputError { help: gone.or(error.help), ..error }
    }

    /// Returns the entry with a name, or an error.
    fn found<'a, T: 'a>(
        &self,
        what: &str,
        name: &str,
        entries: impl Iterator<Item = &'a T> + Clone,
        name_of: impl Fn(&T) -> &String,
    ) -> Result<&'a T, InputError> {
        named(what, name, entries, name_of).map_err(|error| self.explained(name, error))
    }

    /// Returns the tag or trait with a name, or an error.
    fn marked<'a, K: EffectKind>(
        &self,
        name: &str,
        marks: impl Iterator<Item = &'a Mark<K>> + Clone,
    ) -> Result<&'a Mark<K>, InputError> {
        self.found(K::WHAT, name, marks, |mark| &mark.name)
    }

    /// Returns the frame with a name: `M1-SOLDIER`, `M1` or `soldier`.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
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

    /// Returns the 18 armaments of one of the two lists (A12).
    pub fn armaments(&self, gear: Gear) -> &[Armament] {
        match gear {
            Gear::Stock => &self.stock,
            Gear::Pregen => &self.pregen,
        }
    }

    /// Returns the armament with a name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn armament(&self, name: &str, gear: Gear) -> Result<&Armament, InputError> {
        named("armament", name, self.armaments(gear).iter(), |armament| &armament.name).map_err(|error| {
            let backup = self.backup(name).ok();
            let help =
                backup.map(|backup| format!("`{}` is a backup armament, for the `backups` of an Ace", backup.name));
            self.explained(name, InputError { help: help.or(error.help), ..error })
        })
    }

    /// Returns the backup armament with a name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn backup(&self, name: &str) -> Result<&Armament, InputError> {
        self.found("backup armament", name, self.backups.iter(), |armament| &armament.name)
    }

    /// Returns the modular system with a name or an alias (A64).
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn modular(&self, name: &str) -> Result<&Item, InputError> {
        let alias = self.aliases.iter().find(|(alias, _)| same_name(alias, name));
        let known = alias.map_or(name, |(_, known)| known);
        named("modular system", known, self.modular.iter(), |item| &item.name).map_err(|error| {
            let mut systems = self.frames.iter().map(|frame| (&frame.written.integral, &frame.name));
            let owner = systems.find(|(system, _)| same_name(system, name));
            let help = owner.map(|(system, frame)| format!("`{system}` is the integral system of {frame}"));
            self.explained(name, InputError { help: help.or(error.help), ..error })
        })
    }

    /// Returns the integral system with a name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn integral(&self, name: &str) -> Result<&Item, InputError> {
        self.found("integral system", name, self.integral.iter(), |item| &item.name)
    }

    /// Returns the kind of enemy, or of a colossus's parts, with a name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn enemy(&self, name: &str) -> Result<&EnemyKind, InputError> {
        self.found("enemy", name, self.enemies.iter(), |enemy| &enemy.name)
    }

    /// Returns the kind of enemy with a name, for a question about one enemy.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown, or with the parts if it is a colossus.
    pub fn single(&self, name: &str) -> Result<&EnemyKind, InputError> {
        self.enemy(name).map_err(|error| match self.kinds(name) {
            Ok(parts) => {
                let parts = hitchart_config::listed(parts.iter().map(|part| part.name.as_str()));
                InputError::plain(format!("`{}` is a colossus; name one of its parts: {parts}", name.trim()))
            }
            Err(_) => error,
        })
    }

    /// Returns the kinds of enemies for a name of an encounter: one kind of enemy, or all parts of a colossus.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn kinds(&self, name: &str) -> Result<Vec<&EnemyKind>, InputError> {
        let of = |kind: &'_ &EnemyKind| kind.part_of().is_some_and(|colossus| same_name(colossus, name));
        let parts: Vec<&EnemyKind> = self.enemies.iter().filter(of).collect();
        if !parts.is_empty() {
            return Ok(parts);
        }
        self.enemy(name).map(|kind| vec![kind]).map_err(|_| {
            let colossi = self.enemies.iter().filter_map(EnemyKind::part_of);
            let mut names: Vec<&str> = self.enemies.iter().map(|kind| kind.name.as_str()).chain(colossi).collect();
            names.dedup();
            self.explained(name, InputError::unknown("enemy", name.trim(), names))
        })
    }

    /// Returns the tags that armaments may have.
    pub fn armament_tags(&self) -> impl Iterator<Item = &Mark<Tag>> + Clone {
        self.tags.iter().filter(|mark| Tag::OF_ARMAMENTS.contains(&mark.does))
    }

    /// Returns the armament tag with a name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn tag(&self, name: &str) -> Result<&Mark<Tag>, InputError> {
        self.marked(name, self.armament_tags())
    }

    /// Returns the system tag with a name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn item_tag(&self, name: &str) -> Result<&Mark<ItemTag>, InputError> {
        self.marked(name, self.item_tags.iter())
    }

    /// Returns the integral trait with a name.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown.
    pub fn integral_trait(&self, name: &str) -> Result<&Mark<Trait>, InputError> {
        self.marked(name, self.traits.iter())
    }

    /// Returns the Vigor and Tension that a build regains at the end of the GM turn ("Build Traits").
    #[inline]
    pub fn regained(&self, build: Build) -> (u8, u8) {
        let Regained { vigor, tension } = self.regained[build as usize];
        (vigor, tension)
    }

    /// Returns the upgrade with a name, by its key or by its title in the book.
    ///
    /// # Errors
    /// Returns an error with the nearest name if the name is unknown, and an error for upgrades without an effect in a
    /// battle.
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

/// Returns the entry with a name, or an error with the nearest name.
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
