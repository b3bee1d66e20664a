//! Tests that a candidate drawn without a list is in the list, and that the random player draws all candidates equally
//! often.

use super::*;
use crate::battle::legal::{dice, worth_giving};
use crate::battle::state::{Colour, CoverBy, Die, Target};
use crate::battle::{KeyedDice, battlefield_rules};
use crate::battlefield::{battlefields, named};
use crate::bidding::{Size, limits};
use crate::rules_files::{load, rulebook};
use crate::{battle_rules::TieForDefense, muster::built_in_company, players::Random, ruleset::Ruleset};
use hitchart_play::{Game, Policy, Unwatched};
use hitchart_stats::chi_square;

fn battle(rules: Ruleset) -> Battle<KeyedDice> {
    let companies = (0..2).map(|_| built_in_company("mirror-five", &rules).unwrap()).collect();
    let fields = battlefields(&named("dense-town").unwrap(), &battlefield_rules(&rules), 1).unwrap();
    let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Calls `look` with every state of some games between random players in which a decision is due.
fn each_state(battle: &Battle<KeyedDice>, games: u64, mut look: impl FnMut(&State)) {
    let mut player = Random::new();
    for key in 0..games {
        Policy::<Battle<KeyedDice>>::begin(&mut player, key);
        let mut state = battle.start(key, &mut Unwatched);
        while state.asked.is_some() {
            look(&state);
            let action = player.decide(battle, &state);
            battle.apply(&mut state, &action, &mut Unwatched);
        }
    }
}

#[test]
fn drawn_by_place_is_the_list() {
    let mut house = rulebook();
    (house.spotting.terrain, house.options.jettison, house.rockets.open_direct_fire) = (true, true, true);
    for battle in [battle(rulebook()), battle(house)] {
        let mut drawn = 0;
        each_state(&battle, 20, |state| {
            let mut list = Vec::new();
            all(&battle, state, &mut list);
            for (place, action) in list.iter().enumerate() {
                let pick = |count: usize| {
                    assert_eq!(count, list.len(), "{:?}", state.asked);
                    place
                };
                let one = nth(&battle, state, pick);
                assert!(one.is_none_or(|one| one == *action), "{one:?} for {action:?}");
                drawn += usize::from(one.is_some());
            }
        });
        assert!(drawn > 10_000, "{drawn}");
    }
}

/// Compares the remaining dice with a naive search for the first white of each value.
#[test]
fn dice_left_are_those_that_differ() {
    let battle = battle(rulebook());
    each_state(&battle, 20, |state| {
        let Some(turn) = state.turn_in_control().filter(|turn| turn.committed.is_none()) else { return };
        for colour in [Colour::Blue, Colour::Green, Colour::Red, Colour::Yellow] {
            let mut naive: Vec<Die> = vec![];
            for die in [Die::Own].into_iter().chain((0..6).map(Die::White)).filter(|die| turn.is_free(colour, *die)) {
                let is_white = |die: &Die| matches!(die, Die::White(_));
                let same = |other: &&Die| {
                    is_white(other) && turn.hand().value(colour, **other) == turn.hand().value(colour, die)
                };
                if !is_white(&die) || !naive.iter().any(|other| same(&other)) {
                    naive.push(die);
                }
            }
            assert!(dice(turn, colour).eq(naive), "{turn:?} {colour:?}");
        }
    });
}

/// Checks that no candidate is dominated: a die that fits only this action is never passed over for a die that is no
/// better.
#[test]
fn dominated_dice_are_no_candidates() {
    let mut draft = load("draft-2012").unwrap();
    draft.bidding.tie_for_defense = TieForDefense::RollOff;
    let (mut blues, mut whites) = (0, 0);
    for battle in [battle(rulebook()), battle(draft)] {
        each_state(&battle, 40, |state| {
            let Some(turn) = state.turn_in_control() else { return };
            let pips = |colour, die| turn.hand().value(colour, die);
            let mut list = Vec::new();
            all(&battle, state, &mut list);
            assert!(!list.is_empty());
            let given = list.into_iter().flat_map(|action| match action {
                Action::Defend(die) => vec![(Colour::Blue, die)],
                Action::Move { die, .. } => vec![(Colour::Green, die)],
                Action::Spot { die, .. } => vec![(Colour::Yellow, die)],
                Action::Commit { movement, attack, spot } => {
                    vec![(Colour::Green, movement), (Colour::Red, attack), (Colour::Yellow, spot)]
                }
                _ => vec![],
            });
            for (colour, die) in given {
                let lies = turn.committed.is_none() && turn.is_free(colour, Die::Own);
                let own = if lies { pips(colour, Die::Own) } else { 0 };
                let fits = die == Die::Own || pips(colour, die) > own || (die == Die::None && !lies);
                assert!(fits, "{die:?} for {colour:?} in {turn:?}");
                blues += usize::from(colour == Colour::Blue && die == Die::Own);
                whites += usize::from(colour == Colour::Blue && die != Die::Own && own > 0);
            }
        });
    }
    assert!(blues > 1_000 && whites > 300, "{blues} blues, {whites} whites above them");
}

/// R34: an own frame that covers the target takes stray hits, so a lower attack die may be better.
#[test]
fn lower_dice_attack_only_past_friends() {
    let battle = battle(rulebook());
    let (mut spared, mut dropped) = (0, 0);
    each_state(&battle, 150, |state| {
        let Some(turn) = state.turn_in_control().filter(|turn| can_attack(&battle, state, turn)) else { return };
        let offered: Vec<Die> = attack_dice(&battle, state, turn).collect();
        let (all, better) = (dice(turn, Colour::Red), worth_giving(turn, Colour::Red));
        let Target::Frame(target) = turn.target else { return assert!(offered.iter().copied().eq(better)) };
        let owner = state.unit(turn.unit).owner;
        let (_, frame) = covers(&battle, state, turn.unit, target, turn.range);
        let friend = matches!(frame, CoverBy::Frame(unit) if state.unit(unit).owner == owner);
        assert!(if friend { offered.iter().copied().eq(all) } else { offered.iter().copied().eq(better) });
        spared += usize::from(friend && all.len() > better.len());
        dropped += usize::from(!friend && all.len() > better.len());
    });
    assert!(spared > 0 && dropped > 100, "{spared} attacks past friends, {dropped} others");
}

#[test]
fn goals_are_counted() {
    let battle = battle(rulebook());
    each_state(&battle, 20, |state| {
        if let Some(turn) = state.turn_in_control() {
            assert_eq!(goal_count(&battle, state, turn), goals(&battle, state, turn).count());
        }
    });
}

/// Charges use the die's full reach (S04, S05). If a die moves the frame straight towards the target or away from it
/// into the declared range, some candidate move allows the attack.
#[test]
fn a_band_that_a_straight_way_reaches_is_among_the_goals() {
    let mut reached = 0;
    for rules in ["rulebook", "draft-2012", "handbook"] {
        let battle = battle(load(rules).unwrap());
        each_state(&battle, 12, |state| {
            let is_due = state.asked.is_some_and(|asked| asked.what == Decision::Proceed);
            let turn = state.turn_in_control().filter(|turn| is_due && !turn.moved && !turn.attacked);
            let Some((turn, target)) = turn.and_then(|turn| Some((turn, turn.target.frame()?))) else { return };
            let from = state.unit(turn.unit).at;
            let attacks = |to: Point| battle.can_attack_from(state, turn, to);
            let Some(way) = (state.unit(target).at - from).unit().filter(|_| !attacks(from)) else { return };
            let mut list = Vec::new();
            moves(&battle, state, turn, &mut list);
            for die in worth_giving(turn, Colour::Green) {
                let budget = budget(&battle, turn, die);
                let legal = |to| attacks(to) && battle.straight_way(state, turn, to, budget).is_some();
                if reaches(from, way, budget, legal) || reaches(from, way * -1.0, budget, legal) {
                    reached += 1;
                    let attacks_after =
                        |action: &Action| matches!(action, Action::Move { path, .. } if attacks(path.to));
                    let with = |action: &Action| matches!(action, Action::Move { die: with, .. } if *with == die);
                    assert!(
                        list.iter().any(|action| with(action) && attacks_after(action)),
                        "{rules}: {turn:?} {from:?}"
                    );
                }
            }
        });
    }
    assert!(reached > 100, "{reached}");
}

/// Returns true if a straight way passes over a quarter of a unit of legal places, or ends at a legal place.
fn reaches(from: Point, way: Point, budget: f64, legal: impl Fn(Point) -> bool) -> bool {
    const STEP: f64 = 1.0 / 16.0;
    let steps = (budget / STEP) as u32;
    let mut run = 0;
    let long = (1..=steps).any(|i| {
        run = if legal(from + way * (STEP * f64::from(i))) { run + 1 } else { 0 };
        run == 5
    });
    long || (run > 0 && legal(from + way * budget))
}

/// Tests twelve decisions at level 0.001 each, on fixed keys.
#[test]
fn the_random_player_draws_all_candidates_alike() {
    const DRAWS: usize = 20_000;
    let battle = battle(rulebook());
    let mut player = Random::new();
    Policy::<Battle<KeyedDice>>::begin(&mut player, 7);
    let (mut seen, mut tests) = (0, 0);
    each_state(&battle, 2, |state| {
        let what = state.asked.map(|asked| asked.what);
        // Only three kinds of decisions, which are redrawn until legal, and of these every seventh.
        if !matches!(what, Some(Decision::Proceed | Decision::PlaceFrame | Decision::PlaceStation)) {
            return;
        }
        seen += 1;
        if seen % 7 != 0 || tests == 12 {
            return;
        }
        tests += 1;
        let mut list = Vec::new();
        all(&battle, state, &mut list);
        let mut counts = vec![0; list.len()];
        for _ in 0..DRAWS {
            let action = player.decide(&battle, state);
            counts[list.iter().position(|listed| *listed == action).expect("a candidate")] += 1;
        }
        let p_value = chi_square(&counts, &vec![1.0 / list.len() as f64; list.len()]).p_value;
        assert!(p_value > 0.001, "{what:?}: {} candidates, p = {p_value}", list.len());
    });
    assert_eq!(tests, 12);
}
