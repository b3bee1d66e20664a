mod naive;
mod play;

use super::*;
use crate::rules_files::{load, rulebook};
use crate::{frame::Frame, loadout::Loadout};
use hitchart_mobile_frame::duel::OneThread;
use naive::{Naive, Side};

/// Returns rules with few faces: dice of two sides, one white, and bands one unit apart.
fn small() -> Ruleset {
    let mut rules = rulebook();
    let pool = |text: &str| text.parse().unwrap();
    (rules.frame.whites, rules.frame.white_sides, rules.frame.sprint) = (1, 2, pool("1d2"));
    (rules.dice.defense, rules.dice.movement) = (pool("1d2"), pool("1d2"));
    (rules.weapons.first, rules.weapons.second, rules.rockets.dice) = (pool("1d3"), pool("1d4"), pool("1d2"));
    rules.ranges.direct = 3.0;
    rules
}

fn frames(texts: [&str; 2], rules: &Ruleset) -> [Frame; 2] {
    texts.map(|text| Frame::new(Loadout::parse(text, rules).unwrap(), rules))
}

fn solved(texts: [&str; 2], setting: Setting, rules: &Ruleset) -> FrameDuels {
    solve(frames(texts, rules), setting, rules).unwrap()
}

fn solve([first, second]: [Frame; 2], setting: Setting, rules: &Ruleset) -> Result<FrameDuels, DuelError> {
    Ok(duels([&[first], &[second]], setting, MOST_PAIRS, rules)?.solved(&OneThread))
}

/// Checks that one round of the rules, played out face by face from the solved values, gives these values again.
fn check_by_faces(texts: [&str; 2], cover: u8, rules: &Ruleset) {
    let duels = solved(texts, Setting { cover, ..Setting::default() }, rules);
    let pair = frames(texts, rules).map(|frame| (frame, cover));
    for side in [0, 1] {
        let chance = |a: Side, b: Side, band: usize| duels.chance([a, b], side, band).unwrap();
        let turned = |b: Side, a: Side, band: usize| 1.0 - chance(a, b, band);
        let (first, second) = (Naive::new(rules, &duels, &chance), Naive::new(rules, &duels, &turned));
        for (band, start) in duels.starts([0, 0], side).iter().enumerate() {
            let acting = [first.value(pair[0], pair[1], band), 1.0 - second.value(pair[1], pair[0], band)];
            let best = if side == 0 { acting[0].max(acting[1]) } else { acting[0].min(acting[1]) };
            assert!((start.chance - best).abs() < 1e-8, "{texts:?} in {band}: {} by faces {best}", start.chance);
        }
    }
}

#[test]
fn solved_values_repeat_in_a_round_played_out_face_by_face() {
    let mut rules = small();
    for texts in [["Rd", "RhG"], ["RaB", "G"], ["+SSR1", "B"]] {
        check_by_faces(texts, 0, &rules);
    }
    check_by_faces(["Rd", "B"], 1, &rules);
    (rules.frame.whites, rules.frame.early_white_loss) = (2, true);
    check_by_faces(["B", "Y"], 0, &rules);
}

/// No loss pays without a limit of rounds, so that a higher die is never worse; before the end of a duel with a limit it may.
#[test]
fn a_loss_pays_only_before_a_limit_of_rounds() {
    let rules = rulebook();
    let gain = |rounds: Option<u16>| {
        let chances = |frame: &str| {
            let duels = solved([frame, "-"], Setting { rounds, ..Setting::default() }, &rules);
            [0, 1].map(|side| duels.starts([0, 0], side)).concat().into_iter().map(|start| start.chance)
        };
        let gains = ["Ra", "B"].map(|lost| chances(lost).zip(chances("RaB")).map(|(lost, whole)| lost - whole));
        gains.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max)
    };
    assert!(gain(None) < 0.0 && gain(Some(1)) > 0.001, "{} and {}", gain(None), gain(Some(1)));
}

#[test]
fn extrapolated_values_are_those_of_repeated_rounds() {
    let rules = small();
    for (texts, cover) in [(["Rd", "RhG"], 0), (["RaB", "G"], 0), (["GG", "BB"], 0), (["+SSR1", "RhG"], 1)] {
        let setting = Setting { cover, ..Setting::default() };
        let rounds = Setting { rounds: Some(400), ..setting };
        let (fast, slow) = (solved(texts, setting, &rules), solved(texts, rounds, &rules));
        for side in [0, 1] {
            for (fast, slow) in fast.chances([0, 0], side).into_iter().zip(slow.chances([0, 0], side)) {
                assert!((fast - slow).abs() < 1e-9, "{texts:?}: {fast} by rounds {slow}");
            }
        }
    }
}

/// Players who choose by the solved values, with rolled dice, win as often as computed: interval at level 0.999.
#[test]
fn played_duels_end_as_computed() {
    const GAMES: u64 = 3_000;
    let rules = small();
    for (texts, cover) in [(["RdB", "RhG"], 0), (["RaB", "Rd"], 1)] {
        let duels = solved(texts, Setting { cover, ..Setting::default() }, &rules);
        let table = play::Table::new(&duels, &rules);
        let pair = frames(texts, &rules).map(|frame| (frame, cover));
        let won = (0..GAMES).filter(|game| table.play(pair, 1, *game)).count() as u64;
        let found = hitchart_stats::proportion(won, GAMES, 0.999).interval;
        let exact = duels.starts([0, 0], 0)[1].chance;
        assert!(found.0 <= exact && exact <= found.1, "{texts:?}: {exact}, played {found:?}");
    }
}

#[test]
fn equal_frames_are_mirrored_and_a_side_never_loses_by_the_right_to_act_first() {
    let rules = rulebook();
    let duels = solved(["RdB", "RdB"], Setting { lengths: true, ..Setting::default() }, &rules);
    let [first, second] = [0, 1].map(|side| duels.starts([0, 0], side));
    for (first, second) in first.iter().zip(&second) {
        assert!((first.chance + second.chance - 1.0).abs() < 1e-8);
        assert!(first.chance >= 0.5, "it may also pass");
        assert!((first.rounds.unwrap() - second.rounds.unwrap()).abs() < 1e-6);
    }
}

/// If waiting costs nothing, the number of rounds is that of the shortest play and does not depend on a far limit.
/// Equal frames have equal rounds, also if play waits for better dice and has no number of rounds. An independent
/// solver computed the numbers of one white each.
#[test]
fn rounds_do_not_count_waiting_without_a_gain() {
    let mut rules = rulebook();
    (rules.frame.whites, rules.frame.sprint) = (1, "".parse().unwrap());
    let rounds = |texts, side, rounds| -> Vec<Option<f64>> {
        let duels = solved(texts, Setting { rounds, lengths: true, ..Setting::default() }, &rules);
        duels.starts([0, 0], side).into_iter().map(|start| start.rounds).collect()
    };
    for (found, limited) in rounds(["-", "-"], 0, None).into_iter().zip(rounds(["-", "-"], 0, Some(200))) {
        assert!((found.unwrap() - limited.unwrap()).abs() < 1e-4, "{found:?} or {limited:?}");
    }
    assert!((rounds(["-", "-"], 0, None)[0].unwrap() - 1.567_88).abs() < 1e-4);
    for texts in [["-", "-"], ["Rh", "Rh"]] {
        for (found, mirrored) in rounds(texts, 0, None).into_iter().zip(rounds(texts, 1, None)) {
            let difference = found.unwrap_or(1e3) - mirrored.unwrap_or(1e3);
            assert!(difference.abs() < 1e-4, "{texts:?}: {found:?} or {mirrored:?}");
        }
    }
}

/// Play has an end at direct range only: elsewhere, frames without dice to move reach nothing. The first attack that
/// destroys ends it, so that a round ends it with the chance 1 - q² if an attack fails with the chance q.
#[test]
fn bands_without_an_end_leave_the_rounds_of_the_others() {
    let mut rules = rulebook();
    (rules.frame.whites, rules.frame.sprint) = (0, "".parse().unwrap());
    let duels = solved(["Rd", "Rd"], Setting { lengths: true, ..Setting::default() }, &rules);
    let [near, direct, far] = duels.starts([0, 0], 0)[..] else { panic!("three ranges") };
    assert_eq!((near.rounds, far.rounds), (None, None));
    let fails = 1.0 / direct.chance - 1.0;
    assert!((direct.rounds.unwrap() - 1.0 / (1.0 - fails * fails)).abs() < 1e-4, "{direct:?}");
}

#[test]
fn a_limit_of_rounds_comes_to_the_duel_without_one() {
    let rules = small();
    let texts = ["RdB", "RhG"];
    let chance = |rounds| solved(texts, Setting { rounds, ..Setting::default() }, &rules).starts([0, 0], 0)[1].chance;
    let whole = chance(None);
    let gaps = [1, 4, 100].map(|rounds| (chance(Some(rounds)) - whole).abs());
    assert!(gaps[0] > 0.05 && gaps[2] < 1e-4, "{gaps:?}");
}

#[test]
fn a_rule_of_choice_never_beats_best_play() {
    let rules = small();
    for texts in [["Rd", "RhG"], ["RaB", "RdG"], ["RdRd", "RhB"]] {
        let best = solved(texts, Setting::default(), &rules);
        let mut lost = 0.0;
        for (rule, ruled) in [(Rule::Greedy, 0), (Rule::Greedy, 1), (Rule::Exchange, 0), (Rule::Exchange, 1)] {
            let duels = solved(texts, Setting { ruled: Some((ruled, rule)), ..Setting::default() }, &rules);
            for side in [0, 1] {
                for (best, found) in best.starts([0, 0], side).iter().zip(duels.starts([0, 0], side)) {
                    let loss = if ruled == 0 { best.chance - found.chance } else { found.chance - best.chance };
                    assert!(loss > -1e-7, "{texts:?} {rule:?} {ruled}: {loss}");
                    lost += loss;
                }
            }
        }
        assert!(lost > 0.01, "{texts:?}");
    }
}

#[test]
fn spots_count_nothing_and_comms_are_hit_points() {
    let rules = rulebook();
    let chance = |text| solved([text, "RdB"], Setting::default(), &rules).starts([0, 0], 0)[1].chance;
    assert!((chance("RdY") - chance("RdE")).abs() < 1e-9);
}

#[test]
fn duels_of_many_frames_are_the_duels_of_two() {
    let rules = small();
    let all = ["RdB", "RhG"].map(|text| Frame::new(Loadout::parse(text, &rules).unwrap(), &rules));
    let table = duels([&all, &all], Setting::default(), MOST_PAIRS, &rules).unwrap().solved(&OneThread);
    let alone = solve(all, Setting::default(), &rules).unwrap();
    for side in [0, 1] {
        for (a, b) in table.starts([0, 1], side).iter().zip(alone.starts([0, 0], side)) {
            assert!((a.chance - b.chance).abs() < 1e-9);
        }
    }
}

#[test]
fn rules_that_duels_do_not_model_are_named() {
    let draft = load("draft-2012").unwrap();
    let error = solve(frames(["Rd", "Rd"], &draft), Setting::default(), &draft).unwrap_err();
    assert_eq!(error.to_string(), "exact duels do not model `turn.commit_all_first = true`; allowed: false");
    assert!(check(&load("handbook").unwrap()).is_ok());
    let mut repair = load("handbook").unwrap();
    repair.repair.face = 5;
    let error = check(&repair).unwrap_err();
    assert_eq!(error.to_string(), "exact duels do not model `repair.face = 5`; allowed: 21");
}
