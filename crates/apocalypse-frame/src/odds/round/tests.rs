//! Tests of the solver against rounds solved by hand and a slow reference.

use super::*;
use crate::catalogue::tag::{Band, Tag};
use crate::odds::fixtures::{armament, ruleset};
use crate::{catalogue::book, odds::single::of_armament, ruleset::EmptyPool};
use Band::{Close, Far, Near};

fn is_close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 1e-12
}

/// Another action is worth a whole attack, a reroll only the loss by a failure: all Tension goes into attacks.
#[test]
fn plain_armaments_turn_all_tension_into_attacks() {
    let rules = ruleset();
    let rifle = [armament("Rifle", 3, 2, &[Near], &[Tag::Burst])];
    let target = TargetDefenses { armor: 1, ..TargetDefenses::default() };
    let single = of_armament(&rifle[0], &Circumstance::default(), &target, &rules).unwrap();
    let odds = solve(&Round::new(&rifle, target, 3, 6), &rules);
    assert!(is_close(odds.value, 5.0 * single.harm.mean()) && is_close(odds.counted.mean, odds.harm));
    assert!(odds.per_tension.iter().all(|gain| is_close(*gain, single.harm.mean())));
    assert_eq!((odds.tension_spent, odds.actions), (3.0, 5.0));
    assert!(is_close(odds.consequences, 5.0 * single.consequence));
    assert!(odds.reroll_rules.iter().all(|rule| rule.always.is_empty() && rule.sometimes.is_empty()));
}

/// One die, 1 Harm, one reroll, no bought action: 2/3 (1 + 8/9) + 1/3 * 4/3 = 46/27, and failures are rerolled.
#[test]
fn rerolls_by_hand() {
    let mut rules = ruleset();
    rules.turn.extra_actions = 0;
    let odds = solve(&Round::new(&[armament("Pea", 1, 1, &[Near], &[])], TargetDefenses::default(), 1, 6), &rules);
    assert!(is_close(odds.value, 46.0 / 27.0));
    assert!(is_close(odds.tension_spent, 1.0 / 3.0 + 2.0 / 9.0));
    let rule = |actions_left| RerollRule {
        armament: "Pea".into(),
        actions_left,
        tension_left: 1,
        always: vec![1, 2],
        sometimes: vec![],
    };
    assert_eq!(odds.reroll_rules, [rule(0), rule(1)]);
}

/// Charge on the first attack, Spin Up on all but the first, under any play.
#[test]
fn tags_follow_the_round() {
    let rules = ruleset();
    let target = TargetDefenses::default();
    let kinetic = [armament("Kinetic", 2, 4, &[Close], &[Tag::Charge])];
    let value = |armaments: &[Armament]| value(&Round::new(armaments, target, 0, 6), &rules);
    assert!(is_close(value(&kinetic), 4.0 * (26.0 / 27.0 + 8.0 / 9.0)));
    let two = [kinetic[0].clone(), kinetic[0].clone()];
    assert!(is_close(value(&two), 4.0 * 2.0 * 26.0 / 27.0));
    let gatling = [armament("Gatling", 2, 3, &[Near], &[Tag::SpinUp])];
    assert!(is_close(value(&gatling), 7.0 * 8.0 / 9.0));
    let spun = Round { last: Some(0), ..Round::new(&gatling, target, 0, 6) };
    assert!(is_close(super::value(&spun, &rules), 8.0 * 8.0 / 9.0));
    let impulsive = [armament("Impulsive", 1, 1, &[Near], &[Tag::Impulsive])];
    let at_two = Round::new(&impulsive, target, 2, 6);
    assert!(is_close(super::value(&at_two, &rules), 4.0 * 2.0 * 2.0 / 3.0));
}

#[test]
fn hot_pays_for_another_attack() {
    let rules = ruleset();
    let hot = [armament("Hot", 1, 2, &[Near], &[Tag::Hot])];
    let cold = [armament("Cold", 1, 2, &[Near], &[])];
    let removals = |armaments: &[Armament]| {
        let objective = Objective::Removals { vigor: 2 };
        solve(&Round { objective, ..Round::new(armaments, TargetDefenses::default(), 0, 6) }, &rules).removals
    };
    assert!(is_close(removals(&cold), 4.0 / 3.0));
    assert!(is_close(removals(&hot), 4.0 / 3.0 + 2.0 / 3.0 * (8.0 / 9.0)));
}

#[test]
fn distributions_add_up() {
    let rules = ruleset();
    let arms = [
        armament("Gatling", 2, 3, &[Near], &[Tag::Burst, Tag::SpinUp, Tag::Focused]),
        armament("Kinetic", 2, 4, &[Near, Far], &[Tag::Charge, Tag::Impulsive, Tag::Hot]),
    ];
    let target = TargetDefenses { armor: 1, shields: 2, cover: true, ..TargetDefenses::default() };
    for objective in [Objective::Harm, Objective::Removal { vigor: 6 }, Objective::Removals { vigor: 3 }] {
        let round = Round { objective, consequence_price: 0.25, parallel: true, ..Round::new(&arms, target, 5, 6) };
        let odds = solve(&round, &rules);
        assert!(is_close(odds.counted.pmf.iter().sum::<f64>(), 1.0));
        let counted = if objective == Objective::Harm { odds.harm } else { odds.removals };
        assert!(is_close(odds.counted.mean, counted));
        assert!(is_close(odds.value, counted - 0.25 * odds.consequences));
        assert!(odds.per_tension.iter().all(|gain| *gain > -1e-12 || objective == Objective::Harm));
    }
}

/// The best policy for a removal never does worse than the best for Harm, and needs Vigor in reach.
#[test]
fn removal_of_each_kind() {
    let rules = ruleset();
    let rifle = [armament("Rifle", 3, 2, &[Near], &[Tag::Burst])];
    let round = Round::new(&rifle, TargetDefenses::default(), 1, 6);
    for (kind, (_, p)) in book().enemies.iter().zip(removes_each(&round, &book().enemies, &rules)) {
        let by_harm = solve(&Round { target: TargetDefenses::of(kind), ..round.clone() }, &rules).counted.pmf;
        let at_least: f64 = by_harm.iter().skip(kind.written.vigor.into()).sum();
        assert!(
            p >= at_least - 1e-12 && (p == 0.0) == (kind.written.vigor > 3 * (3 - kind.written.armor.min(3))),
            "{}",
            kind.name
        );
    }
}

/// Returns armaments of one die, so that the slow reference finishes.
fn small_armaments() -> Vec<Armament> {
    vec![
        armament("A", 1, 2, &[Near], &[Tag::Burst, Tag::SpinUp, Tag::Hot]),
        armament("B", 1, 3, &[Far], &[Tag::Focused]),
        armament("C", 1, 1, &[Near], &[Tag::Impulsive, Tag::Piercing]),
        armament("D", 0, 4, &[Close], &[Tag::Charge, Tag::Energy]),
    ]
}

fn agree(round: &Round<'_>, rules: &Ruleset) {
    let (fast, slow) = (value(round, rules), twin::value(round, rules));
    assert!(is_close(fast, slow), "{fast} against {slow}: {round:?}");
}

#[test]
fn agrees_with_its_twin_on_resources_and_order() {
    let arms = small_armaments();
    for (i, j) in [(0, 1), (0, 3), (1, 2), (2, 3)] {
        let pair = [arms[i].clone(), arms[j].clone()];
        for objective in [Objective::Harm, Objective::Removal { vigor: 4 }, Objective::Removals { vigor: 2 }] {
            for (actions, tension, max_tension, price) in [(2, 1, 1, 0.4), (1, 2, 3, 0.0)] {
                let mut rules = ruleset();
                rules.turn.actions = actions;
                let new =
                    Round::new(&pair, TargetDefenses { armor: 1, ..TargetDefenses::default() }, tension, max_tension);
                agree(&Round { objective, consequence_price: price, last: Some(0), ..new }, &rules);
            }
        }
    }
}

#[test]
fn agrees_with_its_twin_on_shields_cover_and_limits() {
    let arms = small_armaments();
    let target = TargetDefenses { shields: 3, cover: true, ..TargetDefenses::default() };
    for extra_actions in [0, 20] {
        for rerolls in [0, 1] {
            let mut rules = ruleset();
            rules.turn.actions = 1;
            (rules.turn.extra_actions, rules.turn.rerolls) = (extra_actions, rerolls);
            for one in &arms {
                let one = [one.clone()];
                for objective in [Objective::Harm, Objective::Removal { vigor: 3 }] {
                    let round = Round { objective, ..Round::new(&one, target, 1, 2) };
                    agree(&Round { consequence_price: 0.2, reroll_dice: 1, ..round }, &rules);
                }
            }
        }
    }
}

#[test]
fn agrees_with_its_twin_on_parallel_processors_and_first_rolls() {
    let arms = small_armaments();
    let pair = [arms[0].clone(), arms[3].clone()];
    for differ in [true, false] {
        for objective in [Objective::Harm, Objective::Removal { vigor: 5 }, Objective::Removals { vigor: 2 }] {
            let mut rules = ruleset();
            rules.turn.actions = 1;
            rules.traits.parallel_targets_differ = differ;
            rules.rolls.empty_pool = EmptyPool::Failure;
            let circumstance = Circumstance { encouraged: true, distracted: true, ..Circumstance::default() };
            let round = Round::new(&pair, TargetDefenses::default(), 1, 3);
            agree(&Round { objective, circumstance, parallel: true, ..round }, &rules);
            let target = TargetDefenses { shields: 2, ..TargetDefenses::default() };
            agree(&Round { objective, parallel: true, ..Round::new(&pair, target, 0, 3) }, &rules);
        }
    }
}
