//! Reading of the book's catalogue from its files, and conversion between the text of a ruleset and the catalogue.

use super::advancement::{Advancement, Tables};
use super::entries::Armament;
use super::entries::{Build, FrameModel};
use super::entries::{EnemyAttack, EnemyKind};
use super::item::{Item, ItemTags};
use super::numbers::{EffectKind, ItemTagNumbers, Mark, TagNumbers};
use super::tag::{Band, Tag, Tags};
use super::written::{
    ByName, Regained, Written, WrittenArmament, WrittenAttack, WrittenBuilds, WrittenEnemy, WrittenFrame, WrittenItem,
    WrittenMark, WrittenOtherwise,
};
use super::{Catalogue, book_files};
use hitchart_config::{from_toml, read_node, same_name};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeMap, sync::Arc};

/// Reads the catalogue of a ruleset.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Catalogue>, D::Error> {
    Ok(Arc::new(Catalogue::from(Written::deserialize(deserializer)?)))
}

/// Writes the catalogue of a ruleset.
pub fn serialize<S: Serializer>(catalogue: &Arc<Catalogue>, serializer: S) -> Result<S::Ok, S::Error> {
    catalogue.written.serialize(serializer)
}

/// Names of tags and traits that the ruleset removed are skipped. `Catalogue::check` checks all other names.
impl From<Written> for Catalogue {
    fn from(mut written: Written) -> Catalogue {
        let book = book_files();
        in_order(&mut written, &book.written);
        let (tags, item_tags, traits) = (marks(&written.tags), marks(&written.system_tags), marks(&written.traits));
        let armed = |name: &String, (dice, harm): (u8, u8), range: &[Band], borne: &[String]| {
            let bands = range.iter().copied().collect();
            let mut armament = Armament { name: name.clone(), dice, harm, bands, ..Armament::default() };
            borne.iter().filter_map(|tag| called(&tags, tag)).for_each(|mark| armament.bear(mark));
            armament
        };
        let stock = |(name, of): (&String, &WrittenArmament)| armed(name, (of.dice, of.harm), &of.range, &of.tags);
        let pregen = |(name, of): (&String, &WrittenArmament)| {
            let sheet = &of.pregen;
            let numbers = (sheet.dice.unwrap_or(of.dice), sheet.harm.unwrap_or(of.harm));
            let (range, tags) = (sheet.range.as_ref().unwrap_or(&of.range), sheet.tags.as_ref().unwrap_or(&of.tags));
            armed(name, numbers, range, tags)
        };
        let backups = written.backups.iter().map(|(name, of)| armed(name, (of.dice, of.harm), &of.range, &of.tags));
        let items = |integral: bool| {
            let of_sort = written.systems.iter().filter(|(_, item)| item.integral == integral);
            of_sort.map(|(name, item)| made_item(name, item, &item_tags)).collect()
        };
        let builds = &written.builds;
        Catalogue {
            frames: written.frames.iter().map(|(name, frame)| made_frame(name, frame, &traits)).collect(),
            stock: written.armaments.iter().map(stock).collect(),
            pregen: written.armaments.iter().map(pregen).collect(),
            backups: backups.collect(),
            integral: items(true),
            modular: items(false),
            aliases: book.aliases.clone(),
            enemies: written.enemies.iter().map(|(name, enemy)| made_enemy(name, enemy, &tags)).collect(),
            regained: [builds.light, builds.medium, builds.heavy],
            tables: book.tables.clone(),
            advancement: Advancement {
                costs: written.costs,
                limits: written.limits,
                clocks: written.clocks,
                rewards: written.rewards,
                ..book.advancement.clone()
            },
            tags,
            item_tags,
            traits,
            written,
        }
    }
}

/// Puts all entries in the book's order, with additions last.
fn in_order(written: &mut Written, book: &Written) {
    written.armaments.in_order_of(&book.armaments);
    written.backups.in_order_of(&book.backups);
    written.systems.in_order_of(&book.systems);
    written.frames.in_order_of(&book.frames);
    written.enemies.in_order_of(&book.enemies);
    written.tags.in_order_of(&book.tags);
    written.system_tags.in_order_of(&book.system_tags);
    written.traits.in_order_of(&book.traits);
    for (name, enemy) in &mut written.enemies.0 {
        if let Some(known) = book.enemies.get(name) {
            enemy.attacks.in_order_of(&known.attacks);
        }
    }
}

fn marks<K: EffectKind>(written: &ByName<WrittenMark<K>>) -> Vec<Mark<K>> {
    let named = |name: &String| {
        let of_book = K::BOOK.iter().find(|does| does.key() == *name);
        of_book.map_or_else(|| name.clone(), |does| does.title().to_owned())
    };
    let mark =
        |(name, mark): (&String, &WrittenMark<K>)| Mark { name: named(name), does: mark.does, numbers: mark.numbers() };
    written.iter().map(mark).collect()
}

fn called<'a, K>(marks: &'a [Mark<K>], name: &str) -> Option<&'a Mark<K>> {
    marks.iter().find(|mark| same_name(&mark.name, name))
}

fn made_item(name: &str, of: &WrittenItem, tags: &[Mark<super::item::ItemTag>]) -> Item {
    let mut item = Item {
        name: name.to_owned(),
        class: of.class,
        tags: ItemTags::NONE,
        numbers: ItemTagNumbers::default(),
        added: Vec::new(),
        effect: of.effect,
    };
    of.tags.iter().filter_map(|tag| called(tags, tag)).for_each(|mark| item.bear(mark));
    item
}

fn made_frame(name: &str, of: &WrittenFrame, traits: &[Mark<super::entries::Trait>]) -> FrameModel {
    FrameModel {
        name: name.to_owned(),
        written: of.clone(),
        integral_trait: called(traits, &of.integral_trait).cloned(),
    }
}

fn made_enemy(name: &str, of: &WrittenEnemy, tags: &[Mark<Tag>]) -> EnemyKind {
    let attack = |(name, of): (&String, &WrittenAttack)| {
        let mut attack = EnemyAttack {
            name: name.clone(),
            harm: of.harm,
            bands: of.range.iter().copied().collect(),
            tags: Tags::NONE,
            numbers: TagNumbers::default(),
            added: Vec::new(),
        };
        of.tags.iter().filter_map(|tag| called(tags, tag)).for_each(|mark| attack.bear(mark));
        attack
    };
    EnemyKind { name: name.to_owned(), written: of.clone(), attacks: of.attacks.iter().map(attack).collect() }
}

/// The lists of the book.
#[derive(Debug)]
pub struct Book {
    /// All entries as a ruleset writes them.
    pub written: Written,
    /// Other names of systems (A64).
    pub aliases: BTreeMap<String, String>,
    /// The random tables.
    pub tables: Tables,
    /// Rules for the time between missions.
    pub advancement: Advancement,
}

const TESTED: &str = "the catalogue's files are tested to load";

/// Reads all files.
pub(super) fn read() -> Book {
    let [mut armaments, mut items, mut frames, mut enemies] = [
        include_str!("armaments.toml"),
        include_str!("items.toml"),
        include_str!("frames.toml"),
        include_str!("enemies.toml"),
    ]
    .map(file::<toml::Table>);
    let advancement: Advancement = file(include_str!("advancement.toml"));
    let mut integral: ByName<WrittenItem> = named(&mut items, "integral");
    integral.0.iter_mut().for_each(|(_, item)| item.integral = true);
    let mut systems: ByName<WrittenItem> = named(&mut items, "modular");
    systems.0.append(&mut integral.0);
    let (all, enemies) = (with_sheets(&mut armaments), with_attacks(&mut enemies));
    let regained = |build: Build| {
        let (vigor, tension) = build.book();
        Regained { vigor, tension }
    };
    let written = Written {
        armaments: all,
        backups: named(&mut armaments, "backup"),
        systems,
        frames: named(&mut frames, "frame"),
        enemies,
        tags: book_marks(),
        system_tags: book_marks(),
        traits: book_marks(),
        builds: WrittenBuilds {
            light: regained(Build::Light),
            medium: regained(Build::Medium),
            heavy: regained(Build::Heavy),
        },
        costs: advancement.costs,
        limits: advancement.limits,
        rewards: advancement.rewards,
        clocks: advancement.clocks,
    };
    let aliases = items.remove("aliases").map(read_node).expect(TESTED).expect(TESTED);
    Book { written, aliases, tables: file(include_str!("tables.toml")), advancement }
}

/// Returns the armaments, each with its values on the sheets of the ready-made frames where these differ.
fn with_sheets(armaments: &mut toml::Table) -> ByName<WrittenArmament> {
    let mut all: ByName<WrittenArmament> = named(armaments, "armament");
    let otherwise: ByName<WrittenArmament> = named(armaments, "pregen");
    for (name, armament) in &mut all.0 {
        let Some(sheet) = otherwise.get(name) else { continue };
        armament.pregen = WrittenOtherwise {
            dice: (sheet.dice != armament.dice).then_some(sheet.dice),
            harm: (sheet.harm != armament.harm).then_some(sheet.harm),
            range: (sheet.range != armament.range).then(|| sheet.range.clone()),
            tags: (sheet.tags != armament.tags).then(|| sheet.tags.clone()),
        };
    }
    all
}

/// Returns the enemies with their attacks, which are a list in the file, so that they keep its order.
fn with_attacks(enemies: &mut toml::Table) -> ByName<WrittenEnemy> {
    let mut attacks: Vec<ByName<WrittenAttack>> = Vec::new();
    for enemy in enemies.get_mut("enemy").and_then(toml::Value::as_array_mut).into_iter().flatten() {
        let enemy = enemy.as_table_mut().expect(TESTED);
        attacks.push(named(enemy, "attacks"));
        enemy.insert("attacks".to_owned(), toml::Value::Table(toml::Table::new()));
    }
    let mut all: ByName<WrittenEnemy> = named(enemies, "enemy");
    all.0.iter_mut().zip(attacks).for_each(|((_, enemy), attacks)| enemy.attacks = attacks);
    all
}

/// Converts a list of the file to entries by name, in the same order.
fn named<T: DeserializeOwned>(file: &mut toml::Table, key: &str) -> ByName<T> {
    let list: Vec<toml::Table> = file.remove(key).map(read_node).expect(TESTED).expect(TESTED);
    let entry = |mut table: toml::Table| {
        let name: String = table.remove("name").map(read_node).expect(TESTED).expect(TESTED);
        (name, read_node(table).expect(TESTED))
    };
    ByName(list.into_iter().map(entry).collect())
}

fn book_marks<K: EffectKind>() -> ByName<WrittenMark<K>> {
    ByName(K::BOOK.iter().map(|does| (does.key(), WrittenMark::book(*does))).collect())
}

fn file<T: DeserializeOwned>(text: &str) -> T {
    from_toml(text).expect(TESTED)
}
