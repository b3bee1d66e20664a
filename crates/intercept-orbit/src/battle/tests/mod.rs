//! Tests of the engine against the rules: invariants, examples of the text, rulings, symmetry, and independence from
//! numbers.

mod invariants;
mod positions;
mod rulings;
mod scene;
mod watcher;

use super::super::fleet::Fleet;
use super::super::ruleset::{Ruleset, standard};
use super::*;

/// Fleets of five or six tactical assets with an ace of each colour, for two or three players.
pub(super) const FLEETS: [&str; 4] = [
    "C:RpRaBY C:RsRsKK F:RaBK; ace=red",
    "C:RaRaBK C:RpRpBB F:YYK F:Ra/sBY; ace=blue",
    "F:RpKB C:RaRp/aYK F:RsRsY; ace=green",
    "C:KKRpY F:RaBB F:Rp/sYY C:RaRsBY; ace=yellow",
];

/// Fleets of five tactical assets for four players.
pub(super) const SMALL: [&str; 4] = [
    "C:RpRaBY F:RsKK F:RaBY; ace=red",
    "C:RaRaKK C:RpRpBB F:YYRs; ace=blue",
    "F:RpKB C:RaRp/aYK F:RsRsY; ace=green",
    "C:KKRpY F:RaBB F:Rp/sYY; ace=yellow",
];

/// Creates a battle between fleets in notation.
pub(super) fn battle(fleets: &[&str], rules: Ruleset) -> Battle<KeyedDice> {
    let fleets = fleets.iter().map(|fleet| Fleet::parse(fleet, &rules).unwrap()).collect();
    Battle::new(rules, fleets, false, KeyedDice).unwrap()
}

/// Creates a battle of `players` players under the standard rules with changes.
pub(super) fn battle_of(players: usize, change: impl FnOnce(&mut Ruleset)) -> Battle<KeyedDice> {
    let mut rules = standard();
    change(&mut rules);
    hitchart_config::rules::check(&rules).unwrap();
    battle(if players == 4 { &SMALL } else { &FLEETS[..players] }, rules)
}
