mod tree;

use super::*;
use crate::ruleset::{load, standard};
use crate::ship::read;
use hitchart_dice::Throw;
use hitchart_mobile_frame::duel::OneThread;
use tree::{Node, Scene, Tree};

/// Returns rules with few faces and near bands.
fn small(whites: u8) -> Ruleset {
    let mut rules = standard();
    let pool = |text: &str| text.parse().unwrap();
    (rules.ships.whites, rules.ships.frigate_green, rules.dice.defense) = (whites, pool("1d2"), pool("1d3"));
    (rules.weapons.first, rules.weapons.second, rules.weapons.half) = (pool("1d4"), pool("1d3"), pool("1d3"));
    rules.ranges.assault = 4.0;
    rules
}

fn solved(texts: [&str; 2], setting: Setting, rules: &Ruleset) -> ShipDuels {
    let ships = texts.map(|text| read(text).unwrap());
    duel([&ships[0], &ships[1]], setting, rules).unwrap().solved(&OneThread)
}

/// Returns all states of a ship.
fn states(text: &str, rules: &Ruleset) -> Vec<Gunship> {
    let mut found = vec![Gunship::new(&read(text).unwrap(), rules)];
    let mut place = 0;
    while let Some(ship) = found.get(place).copied() {
        let less = ShipRules { rules }.losses(&ship).into_iter().filter(|less| !found.contains(less));
        let less: Vec<Gunship> = less.collect();
        found.extend(less);
        place += 1;
    }
    found
}

/// Returns the values of acting first for each side, from the values after the round.
fn acting(duels: &ShipDuels, rules: &Ruleset, side: usize, scenes: &[Scene]) -> Vec<[f64; 2]> {
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
    let mut rules = small(1);
    for (texts, step) in [(["F:RaB", "F:Rp"], 11), (["C:Ra/sY", "F:RpB"], 29), (["F:BB", "C:Rs"], 7)] {
        check_by_faces(texts, step, &rules);
    }
    check_by_faces(["F:Ra", "C:BY"], 41, &small(2));
    rules.repair.face = NO_REPAIR;
    check_by_faces(["F:RaB", "F:Rp"], 7, &rules);
}

/// Players who choose by the solved values, with rolled dice, win as often as computed: interval at level 0.999.
#[test]
fn played_duels_end_as_computed() {
    const GAMES: u64 = 3_000;
    let rules = small(1);
    let duels = solved(["F:RaB", "F:Rp"], Setting::default(), &rules);
    let start = ["F:RaB", "F:Rp"].map(|text| Gunship::new(&read(text).unwrap(), &rules));
    let chance = |(a, b, band): Scene| duels.chance([(a, 0), (b, 0)], 0, band).unwrap();
    let turned = |(b, a, band): Scene| 1.0 - chance((a, b, band));
    let trees = [Tree::new(&rules, &duels, &chance), Tree::new(&rules, &duels, &turned)];
    let play = |game: u64| {
        let (mut throw, mut scene) = (Throw::new(game), (start[0], start[1], 2));
        loop {
            let (a, b, band) = scene;
            let openings = [Node::Declares(scene), Node::Declares((b, a, band))];
            let passes = 1.0 - trees[1].value(&openings[1]) > trees[0].value(&openings[0]);
            let [first, second] = openings;
            match trees[usize::from(passes)].play(if passes { second } else { first }, &mut throw) {
                Ok((p, q, band)) => scene = if passes { (q, p, band) } else { (p, q, band) },
                Err(first_won) => return first_won != passes,
            }
        }
    };
    let won = (0..GAMES).filter(|game| play(*game)).count() as u64;
    let found = hitchart_stats::proportion(won, GAMES, 0.999).interval;
    let exact = duels.starts([0, 0], 0)[2].chance;
    assert!(found.0 <= exact && exact <= found.1, "{exact}, played {found:?}");
}

#[test]
fn equal_ships_are_mirrored_and_a_side_never_loses_by_the_right_to_act_first() {
    let duels = solved(["F:RaB", "F:RaB"], Setting::default(), &standard());
    let [first, second] = [0, 1].map(|side| duels.starts([0, 0], side));
    for (first, second) in first.iter().zip(&second) {
        assert!((first.chance + second.chance - 1.0).abs() < 1e-8);
        assert!(first.chance >= 0.5, "it may also pass");
    }
}

#[test]
fn a_limit_of_rounds_comes_to_the_duel_without_one() {
    let rules = small(1);
    let chance = |rounds| {
        solved(["F:RaB", "F:Rp"], Setting { rounds, ..Setting::default() }, &rules).starts([0, 0], 0)[2].chance
    };
    let whole = chance(None);
    let gaps = [1, 4, 100].map(|rounds| (chance(Some(rounds)) - whole).abs());
    assert!(gaps[0] > 0.05 && gaps[1] < gaps[0] && gaps[2] < 1e-6, "{gaps:?}");
}

#[test]
fn a_system_more_never_lowers_the_chance() {
    let rules = small(1);
    let chances = |text: &str| solved([text, "F:Rp"], Setting::default(), &rules).starts([0, 0], 1);
    let least = chances("C:Ra");
    for text in ["C:RaB", "C:RaY", "C:RaK", "C:RaRs", "F:Ra"] {
        for (less, more) in least.iter().zip(chances(text)) {
            assert!(more.chance > less.chance - 1e-8, "{text}: {} after {}", more.chance, less.chance);
        }
    }
    let [comms, catapults] = ["C:RaY", "C:RaK"].map(|text| chances(text)[0].chance);
    assert_eq!(comms, catapults, "both are hit points");
}

#[test]
fn a_rule_of_choice_never_beats_best_play() {
    let rules = small(1);
    let texts = ["C:RaB", "F:Rp"];
    let best = solved(texts, Setting::default(), &rules);
    let mut lost = 0.0;
    for (rule, ruled) in [(Rule::Greedy, 0), (Rule::Greedy, 1), (Rule::Exchange, 0), (Rule::Exchange, 1)] {
        let duels = solved(texts, Setting { ruled: Some((ruled, rule)), ..Setting::default() }, &rules);
        for side in [0, 1] {
            for (best, found) in best.starts([0, 0], side).iter().zip(duels.starts([0, 0], side)) {
                let loss = if ruled == 0 { best.chance - found.chance } else { found.chance - best.chance };
                assert!(loss > -1e-7, "{rule:?} {ruled}: {loss}");
                lost += loss;
            }
        }
    }
    assert!(lost > 0.01, "{lost}");
}

#[test]
fn rules_that_duels_do_not_model_are_named() {
    let ship = read("F:RaB").unwrap();
    let mut rules = standard();
    rules.movement.carries_speed = true;
    let error = duel([&ship, &ship], Setting::default(), &rules).unwrap_err();
    assert_eq!(error.to_string(), "exact duels do not model `movement.carries_speed = true`; allowed: false");
    assert!(check(&load("community-2014").unwrap()).is_ok());
    rules = standard();
    (rules.ships.whites, rules.ships.capital_systems) = (4, 6);
    let ship = read("C:RpRaRsRp/aBY").unwrap();
    let error = duel([&ship, &ship], Setting::default(), &rules).unwrap_err();
    assert!(error.to_string().contains("ships with fewer kinds of systems"), "{error}");
}
