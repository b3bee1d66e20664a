mod tree;

use super::*;
use crate::ruleset::{load, standard};
use crate::ship::read;
use hitchart_dice::Throw;
use tree::{Node, Scene, Step, Tree};

/// Returns rules with few faces and near bands.
fn small(whites: u8) -> Ruleset {
    let mut rules = standard();
    let pool = |text: &str| text.parse().unwrap();
    (rules.ships.whites, rules.ships.frigate_green, rules.dice.defense) = (whites, pool("1d2"), pool("1d3"));
    (rules.weapons.first, rules.weapons.second, rules.weapons.half) = (pool("1d4"), pool("1d3"), pool("1d3"));
    rules.ranges.assault = 4.0;
    rules
}

fn solved(texts: [&str; 2], setting: Setting, rules: &Ruleset) -> Duels {
    let ships = texts.map(|text| read(text).unwrap());
    duel([&ships[0], &ships[1]], setting, rules).unwrap().solved()
}

/// Returns all states of a ship.
fn states(text: &str, rules: &Ruleset) -> Vec<Gunship> {
    let mut found = vec![Gunship::new(&read(text).unwrap(), rules)];
    let mut place = 0;
    while let Some(ship) = found.get(place).copied() {
        let less = ShipRules { rules }.losses(&ship);
        less.into_iter().for_each(|ship| {
            if !found.contains(&ship) {
                found.push(ship)
            }
        });
        place += 1;
    }
    found
}

/// Returns the values of acting first for each side, from the values after the round.
fn acting(duels: &Duels, rules: &Ruleset, side: usize, scenes: &[Scene]) -> Vec<[f64; 2]> {
    let chance = |(a, b, band): Scene| duels.chance([(a, 0), (b, 0)], side, band).unwrap();
    let turned = |(b, a, band): Scene| 1.0 - chance((a, b, band));
    let (first, second) = (Tree::new(rules, duels, &chance), Tree::new(rules, duels, &turned));
    let values = |(a, b, band): &Scene| {
        [first.value(&Node::Declares((*a, *b, *band))), 1.0 - second.value(&Node::Declares((*b, *a, *band)))]
    };
    scenes.iter().map(values).collect()
}

/// Checks that one round of the rules, played out face by face from the solved values, gives these values again, in
/// every `step`-th state.
fn check_by_faces(texts: [&str; 2], step: usize, rules: &Ruleset) {
    let duels = solved(texts, Setting::default(), rules);
    let [first, second] = texts.map(|text| states(text, rules));
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (*a, *b)));
    let scenes = pairs.flat_map(|(a, b)| (0..4).map(move |band| (a, b, band)));
    let scenes: Vec<Scene> = scenes.step_by(step).collect();
    for side in [0, 1] {
        for ((a, b, band), values) in scenes.iter().zip(acting(&duels, rules, side, &scenes)) {
            let best = if side == 0 { values[0].max(values[1]) } else { values[0].min(values[1]) };
            let found = duels.chance([(*a, 0), (*b, 0)], side, *band).unwrap();
            assert!((found - best).abs() < 1e-8, "{texts:?} {a:?} {b:?} in {band}: {found} by faces {best}");
        }
        for (band, start) in duels.starts([0, 0], side).iter().enumerate() {
            let found = duels.chance([(first[0], 0), (second[0], 0)], side, band).unwrap();
            assert!((start.chance - found).abs() < 1e-8, "{texts:?} in {band}: {} after {found}", start.chance);
        }
    }
}

#[test]
fn solved_values_repeat_in_a_round_played_out_face_by_face() {
    for texts in [["F:RaB", "F:Rp"], ["C:Ra/sY", "F:RpB"], ["F:BB", "C:RsRa"]] {
        check_by_faces(texts, 7, &small(1));
    }
    check_by_faces(["F:RaB", "C:RpY"], 23, &small(2));
}
