//! The catalogue's files.

use super::Catalogue;
use super::armament::Armament;
use super::enemy::EnemyKind;
use super::frame::FrameModel;
use super::item::Item;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frames {
    frame: Vec<FrameModel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Armaments {
    armament: Vec<Armament>,
    /// Those that the ready-made sheets have otherwise (A12).
    pregen: Vec<Armament>,
    backup: Vec<Armament>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Items {
    modular: Vec<Item>,
    integral: Vec<Item>,
    aliases: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enemies {
    enemy: Vec<EnemyKind>,
}

/// Reads them all.
pub(super) fn read() -> Catalogue {
    let armaments: Armaments = file(include_str!("armaments.toml"));
    let items: Items = file(include_str!("items.toml"));
    let otherwise = |stock: &Armament| armaments.pregen.iter().find(|pregen| pregen.name == stock.name);
    let pregen = armaments.armament.iter().map(|stock| otherwise(stock).unwrap_or(stock).clone()).collect();
    Catalogue {
        frames: file::<Frames>(include_str!("frames.toml")).frame,
        pregen,
        stock: armaments.armament,
        backups: armaments.backup,
        integral: items.integral,
        modular: items.modular,
        aliases: items.aliases,
        enemies: file::<Enemies>(include_str!("enemies.toml")).enemy,
        tables: file(include_str!("tables.toml")),
        advancement: file(include_str!("advancement.toml")),
    }
}

fn file<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("the catalogue's files are tested to load")
}
