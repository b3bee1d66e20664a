//! Reading of the book's catalogue from its files.

use super::advancement::Advancement;
use super::frame::Build;
use super::numbers::Does;
use super::tables::Tables;
use super::written::{
    Named, Regained, Written, WrittenArmament, WrittenAttack, WrittenBuilds, WrittenCosts, WrittenEnemy, WrittenItem,
    WrittenLimits, WrittenMark, WrittenOtherwise, WrittenRewards,
};
use hitchart_config::{from_toml, read_node};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The lists of the book.
#[derive(Debug)]
pub struct Book {
    pub written: Written,
    /// Other names of systems (A64).
    pub aliases: BTreeMap<String, String>,
    pub tables: Tables,
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
    let mut integral: Named<WrittenItem> = named(&mut items, "integral");
    integral.0.iter_mut().for_each(|(_, item)| item.integral = true);
    let mut systems: Named<WrittenItem> = named(&mut items, "modular");
    systems.0.append(&mut integral.0);
    // Attacks are a list, so that they keep the order of the file.
    let mut attacks: Vec<Named<WrittenAttack>> = Vec::new();
    for enemy in enemies.get_mut("enemy").and_then(toml::Value::as_array_mut).into_iter().flatten() {
        let enemy = enemy.as_table_mut().expect(TESTED);
        attacks.push(named(enemy, "attacks"));
        enemy.insert("attacks".to_owned(), toml::Value::Table(toml::Table::new()));
    }
    let mut enemies: Named<WrittenEnemy> = named(&mut enemies, "enemy");
    enemies.0.iter_mut().zip(attacks).for_each(|((_, enemy), attacks)| enemy.attacks = attacks);
    let mut all: Named<WrittenArmament> = named(&mut armaments, "armament");
    let otherwise: Named<WrittenArmament> = named(&mut armaments, "pregen");
    for (name, armament) in &mut all.0 {
        let Some(sheet) = otherwise.get(name) else { continue };
        armament.pregen = WrittenOtherwise {
            dice: (sheet.dice != armament.dice).then_some(sheet.dice),
            harm: (sheet.harm != armament.harm).then_some(sheet.harm),
            range: (sheet.range != armament.range).then(|| sheet.range.clone()),
            tags: (sheet.tags != armament.tags).then(|| sheet.tags.clone()),
        };
    }
    let costs = &advancement.costs;
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
        tags: marks(),
        system_tags: marks(),
        traits: marks(),
        builds: WrittenBuilds {
            light: regained(Build::Light),
            medium: regained(Build::Medium),
            heavy: regained(Build::Heavy),
        },
        costs: WrittenCosts {
            armament_tag: costs.chosen_armament_tag,
            second_armament_tag: costs.chosen_second_armament_tag,
            system_tag: costs.chosen_item_tag,
        },
        limits: WrittenLimits {
            armament_tags: advancement.limits.armament_tags,
            system_tags: advancement.limits.item_tags,
        },
        rewards: WrittenRewards { standard: advancement.rewards.standard },
    };
    let aliases = items.remove("aliases").map(read_node).expect(TESTED).expect(TESTED);
    Book { written, aliases, tables: file(include_str!("tables.toml")), advancement }
}

/// Converts a list of the file to entries by name, in the same order.
fn named<T: DeserializeOwned>(file: &mut toml::Table, key: &str) -> Named<T> {
    let list: Vec<toml::Table> = file.remove(key).map(read_node).expect(TESTED).expect(TESTED);
    let entry = |mut table: toml::Table| {
        let name: String = table.remove("name").map(read_node).expect(TESTED).expect(TESTED);
        (name, read_node(table).expect(TESTED))
    };
    Named(list.into_iter().map(entry).collect())
}

fn marks<K: Does>() -> Named<WrittenMark<K>> {
    Named(K::BOOK.iter().map(|does| (does.key(), WrittenMark::book(*does))).collect())
}

fn file<T: DeserializeOwned>(text: &str) -> T {
    from_toml(text).expect(TESTED)
}
