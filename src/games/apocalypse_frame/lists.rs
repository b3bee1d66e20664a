//! Lists of the game's policies, metrics, armaments and encounters.

use super::catalogue::armament::{Armament, Gear};
use super::catalogue::book;
use super::encounter::Encounter;
use super::players::spec::{Side, built_in};
use super::record::{Pilot, Whole};
use super::studies::ground;
use crate::games::lists::{BuiltInPolicy, Measured, headline};
use hitchart_report::table::Table;

/// Returns the policies of the Aces and of the game master.
pub fn policies() -> Vec<BuiltInPolicy> {
    let of = |side, who| built_in(who).map(move |(name, meaning)| BuiltInPolicy { side, name, meaning });
    of("Aces", Side::Aces).chain(of("game master", Side::Gm)).collect()
}

/// Returns the metrics of a mission and of each Ace.
pub fn metrics() -> Vec<Measured> {
    let of = |side, metrics: &'static [_]| metrics.iter().map(move |metric| Measured { side, metric });
    of("mission", Whole::ALL).chain(of("Ace", Pilot::ALL)).collect()
}

/// Returns all armaments with the lists that contain them; armaments that differ between the lists have two rows (A12).
pub fn armaments() -> Table {
    let catalogue = book();
    let mut all: Vec<(&Armament, &str)> = Vec::new();
    for (stock, pregen) in catalogue.armaments(Gear::Stock).iter().zip(catalogue.armaments(Gear::Pregen)) {
        match stock == pregen {
            true => all.push((stock, "stock, pregen")),
            false => all.extend([(stock, "stock"), (pregen, "pregen")]),
        }
    }
    all.extend(catalogue.backups.iter().map(|backup| (backup, "backup")));
    let tags = |armament: &Armament| armament.tag_names().join(", ");
    Table::new("armaments", "Armaments", "Values of the book; ranges do not include tags.")
        .text("name", "Name", all.iter().map(|(armament, _)| armament.name.as_str()))
        .text("gear", "List", all.iter().map(|(_, gear)| *gear))
        .text("range", "Range", all.iter().map(|(armament, _)| armament.bands.text()))
        .count("dice", "Dice", all.iter().map(|(armament, _)| u64::from(armament.dice)))
        .count("listed_harm", "Harm", all.iter().map(|(armament, _)| u64::from(armament.harm)))
        .text("tags", "Tags", all.iter().map(|(armament, _)| tags(armament)))
}

/// Returns the built-in encounters.
pub fn encounters() -> Table {
    let read = |(name, text): &(&'static str, &'static str)| Some((*name, *text, ground::built_in(name, book()).ok()?));
    let all: Vec<(&str, &str, Encounter)> = ground::BUILT_IN.iter().filter_map(read).collect();
    Table::new("encounters", "Encounters", "Enemies at the start; more may arrive later.")
        .text("name", "Name", all.iter().map(|(name, ..)| *name))
        .count("hexes", "Hexes", all.iter().map(|(.., encounter)| encounter.map.len() as u64))
        .count("enemies", "Enemies", all.iter().map(|(.., encounter)| encounter.enemies.len() as u64))
        .text("kinds", "Kinds", all.iter().map(|(.., encounter)| kinds(encounter)))
        .text("summary", "Description", all.iter().map(|(_, text, _)| headline(text)))
}

/// Returns the kinds of enemies at the start, with their numbers.
fn kinds(encounter: &Encounter) -> String {
    let count = |kind| encounter.enemies.iter().filter(|enemy| usize::from(enemy.kind) == kind).count();
    let each = encounter.kinds.iter().enumerate().map(|(number, kind)| (count(number), &kind.name));
    let each = each.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}"));
    each.collect::<Vec<_>>().join(", ")
}
