//! Gear of Aces and kinds of enemies, from the header.

use serde_json::Value;
use std::collections::BTreeSet;

/// Parses the bands of a text such as `Close/Near`, as hexes.
fn bands(text: &str) -> BTreeSet<usize> {
    let names = ["Close", "Near", "Far"];
    text.split('/').filter_map(|band| names.iter().position(|name| *name == band)).collect()
}

/// An armament.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub name: String,
    pub dice: usize,
    pub harm: usize,
    pub bands: BTreeSet<usize>,
    /// Bands without those that tags add.
    pub own_bands: BTreeSet<usize>,
    pub tags: BTreeSet<String>,
}

/// A system.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub name: String,
    pub tags: BTreeSet<String>,
    pub integral: bool,
    pub effect: Value,
}

/// An Ace and its frame, undamaged.
#[derive(Clone, Debug)]
pub(crate) struct AceGear {
    pub vigor: usize,
    pub tension: usize,
    pub ammo: usize,
    pub build: String,
    pub own_trait: String,
    /// Drive, Speed, Control.
    pub attributes: [i64; 3],
    /// Armaments, then their backups in the same order.
    pub arms: Vec<Arm>,
    pub items: Vec<Item>,
    pub reroll_dice: i64,
    pub rerolls_a_drop: bool,
}

/// An attack of an enemy.
#[derive(Clone, Debug)]
pub(crate) struct EnemyAttack {
    pub name: String,
    pub harm: usize,
    pub bands: BTreeSet<usize>,
    pub tags: BTreeSet<String>,
}

/// A kind of enemy.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub rank: String,
    pub armor: usize,
    pub shields: usize,
    pub restorations: usize,
    pub drops: bool,
    pub attacks: Vec<EnemyAttack>,
}

fn number(value: &Value, key: &str) -> Option<usize> {
    value[key].as_u64().map(|number| number as usize)
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").to_owned()
}

fn tags(value: &Value) -> BTreeSet<String> {
    value["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value[key].as_array().into_iter().flatten()
}

impl Arm {
    fn read(value: &Value) -> Option<Arm> {
        let range = text(value, "range");
        Some(Arm {
            name: text(value, "name"),
            dice: number(value, "dice")?,
            harm: number(value, "harm")?,
            own_bands: bands(value["own_range"].as_str().unwrap_or(&range)),
            bands: bands(&range),
            tags: tags(value),
        })
    }

    pub(crate) fn has(&self, tag: &str) -> bool {
        self.tags.contains(tag)
    }
}

impl Item {
    fn read(value: &Value) -> Item {
        let integral = value["integral"].as_bool().unwrap_or(false);
        Item { name: text(value, "name"), tags: tags(value), integral, effect: value["effect"].clone() }
    }

    pub(crate) fn has(&self, tag: &str) -> bool {
        self.tags.contains(tag)
    }

    pub(crate) fn does(&self) -> &str {
        self.effect["does"].as_str().unwrap_or("")
    }

    pub(crate) fn number(&self, key: &str) -> usize {
        number(&self.effect, key).unwrap_or(0)
    }

    pub(crate) fn is(&self, key: &str) -> bool {
        self.effect[key].as_bool().unwrap_or(false)
    }

    /// Returns the bands in which the system can reach its target.
    pub(crate) fn bands(&self) -> BTreeSet<usize> {
        let names = ["close", "near", "far"];
        match self.does() {
            "strike" => (0..3).filter(|band| self.number(names[*band]) > 0).collect(),
            "repulse" => [0, 1].into(),
            "around" | "discharge" | "exit" => [0].into(),
            _ => {
                let at = self.effect["at"].as_array().into_iter().flatten();
                at.filter_map(|band| names.iter().position(|name| band == name)).collect()
            }
        }
    }
}

impl AceGear {
    pub(crate) fn read(value: &Value) -> Option<AceGear> {
        let attribute = |key: &str| value["attributes"][key].as_i64();
        let arms = list(value, "armaments").chain(list(value, "backups"));
        Some(AceGear {
            vigor: number(value, "vigor")?,
            tension: number(value, "tension")?,
            ammo: number(value, "ammo")?,
            build: text(value, "build"),
            own_trait: text(value, "trait"),
            attributes: [attribute("drive")?, attribute("speed")?, attribute("control")?],
            arms: arms.map(Arm::read).collect::<Option<Vec<Arm>>>()?,
            items: list(value, "systems").map(Item::read).collect(),
            reroll_dice: value["reroll_dice"].as_i64().unwrap_or(0),
            rerolls_a_drop: value["rerolls_a_drop"].as_bool().unwrap_or(false),
        })
    }

    /// Returns the number of armaments of the frame; each has a backup.
    pub(crate) fn slots(&self) -> usize {
        self.arms.len() / 2
    }

    /// Returns the Vigor and Tension that the build regains.
    pub(crate) fn regained(&self) -> (usize, usize) {
        match self.build.as_str() {
            "light" => (0, 2),
            "medium" => (1, 1),
            _ => (2, 0),
        }
    }
}

impl Kind {
    pub(crate) fn read(value: &Value) -> Option<Kind> {
        let attack = |value: &Value| {
            Some(EnemyAttack {
                name: text(value, "name"),
                harm: number(value, "harm")?,
                bands: bands(&text(value, "range")),
                tags: tags(value),
            })
        };
        Some(Kind {
            rank: text(value, "rank"),
            armor: number(value, "armor")?,
            shields: number(value, "shields")?,
            restorations: number(value, "restorations")?,
            drops: value["drops"].as_bool().unwrap_or(true),
            attacks: list(value, "attacks").map(attack).collect::<Option<Vec<EnemyAttack>>>()?,
        })
    }
}

impl EnemyAttack {
    pub(crate) fn has(&self, tag: &str) -> bool {
        self.tags.contains(tag)
    }
}

/// Parses the coordinates of hexes.
pub(crate) fn hexes(battle: &Value) -> Vec<(i64, i64)> {
    let both = |hex: &Value| Some((hex[0].as_i64()?, hex[1].as_i64()?));
    list(battle, "hexes").filter_map(both).collect()
}
