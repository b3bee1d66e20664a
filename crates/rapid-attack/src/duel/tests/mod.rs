mod naive;

use super::*;
use crate::frame::Frame;
use crate::loadout::Loadout;
use crate::notation::frame_of;
use crate::rules_files::rulebook;
use naive::{Naive, Side};

/// Returns rules with few faces: dice of two or three sides, one white, and bands one unit apart.
fn small() -> Ruleset {
    let mut rules = rulebook();
    let pool = |text: &str| text.parse().unwrap();
    (rules.frame.whites, rules.frame.white_sides, rules.frame.sprint) = (1, 3, pool("1d2"));
    (rules.dice.defense, rules.dice.movement) = (pool("1d2"), pool("1d3"));
    (rules.weapons.first, rules.weapons.second, rules.rockets.dice) = (pool("1d3"), pool("1d4"), pool("1d2"));
    rules.ranges.direct = 3.0;
    rules
}

fn frames(texts: [&str; 2], rules: &Ruleset) -> [Frame; 2] {
    texts.map(|text| Frame::new(Loadout::parse(text, rules).unwrap(), rules))
}

/// Checks that one round of the rules, played out face by face from the solved values, gives these values again.
fn check_by_faces(texts: [&str; 2], cover: u8) {
    let rules = small();
    let duels = solve(frames(texts, &rules), Setting { cover, ..Setting::default() }, &rules).unwrap();
    let pair = frames(texts, &rules).map(|frame| (frame, cover));
    for side in [0, 1] {
        let chance = |a: Side, b: Side, band: usize| duels.chance([a, b], side, band);
        let turned = |b: Side, a: Side, band: usize| 1.0 - chance(a, b, band);
        let naive = |next| Naive { rules: &rules, places: duels.places(), next, memo: Default::default() };
        let (first, second) = (naive(&chance), naive(&turned));
        for (band, start) in duels.starts([0, 0], side).iter().enumerate() {
            let acting = [first.value(pair[0], pair[1], band), 1.0 - second.value(pair[1], pair[0], band)];
            let best = if side == 0 { acting[0].max(acting[1]) } else { acting[0].min(acting[1]) };
            assert!((start.chance - best).abs() < 1e-8, "{texts:?} in {band}: {} by faces {best}", start.chance);
        }
    }
}

#[test]
fn solved_values_repeat_in_a_round_played_out_face_by_face() {
    for texts in [["Rd", "RhG"], ["RdB", "Rh/d"], ["RaB", "G"], ["+SSR1", "B"]] {
        check_by_faces(texts, 0);
    }
    check_by_faces(["Rd", "B"], 1);
}

#[test]
fn a_look() {
    let rules = rulebook();
    let text = std::env::var("DUEL").unwrap_or("Rd Rh".to_owned());
    let frames: Vec<_> = text.split(' ').map(|text| frame_of(text, &rules).unwrap()).collect();
    let cover = std::env::var("COVER").map_or(0, |c| c.parse().unwrap());
    let rounds = std::env::var("ROUNDS").ok().map(|c| c.parse().unwrap());
    for ruled in [None, Some((0, Rule::Greedy)), Some((0, Rule::Exchange)), Some((1, Rule::Greedy)), Some((1, Rule::Exchange))] {
        let begun = std::time::Instant::now();
        let duel = solve([frames[0], frames[1]], Setting { cover, rounds, ruled }, &rules).unwrap();
        for side in [0, 1] {
            println!("{ruled:?} {side} {:?}", duel.starts([0, 0], side));
        }
        println!("{} {:?}", duel.states(), begun.elapsed());
    }
}
