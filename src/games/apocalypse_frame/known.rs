//! What can be known exactly of a ruleset: the Harm of every armament.

use super::catalogue::armament::Gear;
use super::catalogue::tag::Tags;
use super::odds::armaments::armaments;
use super::odds::single::Target;
use super::ruleset::Ruleset;
use crate::study::Exact;

/// Targets by Armor and Shields.
const TARGETS: [(u8, u8); 4] = [(0, 0), (1, 0), (0, 2), (1, 2)];

/// Mean Harm and the chances of the outcomes of every armament of both lists.
pub fn exact(rules: &Ruleset) -> Vec<Exact> {
    let mut all = Vec::new();
    for gear in [Gear::Stock, Gear::Pregen] {
        for (armor, shields) in TARGETS {
            let target = Target { armor, shields, ..Target::default() };
            for odds in armaments(gear, &target, Tags::default(), rules) {
                let item = format!("{} ({}), Armor {armor}, Shields {shields}", odds.name, gear.name());
                all.push(Exact { measure: "harm", item, value: odds.harm.mean });
            }
        }
    }
    all
}
