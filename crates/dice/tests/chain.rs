//! Chains of attacks: figures of another program, brute force over all rolls, and identities.

use hitchart_dice::Throw;
use hitchart_dice::algebra::{Condition, Distribution, Expression, dice};
use hitchart_dice::chain::{Chain, ChainError, Step, Unit};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Oracle {
    chains: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    pmf: BTreeMap<String, f64>,
}

fn expression(text: &str) -> Expression {
    text.parse().unwrap()
}

fn step(text: &str) -> Step {
    text.parse().unwrap()
}

fn unit(text: &str) -> Unit {
    text.parse().unwrap()
}

/// Builds a chain of hit, wound and save.
fn chain(attacks: &str, [hit, wound, save]: [&str; 3], damage: &str) -> Chain {
    let chain = Chain::new(expression(attacks)).unwrap().step("hit", step(hit)).step("wound", step(wound));
    chain.save("save", step(save)).damage(expression(damage)).unwrap()
}

fn assert_close(a: &Distribution, b: &Distribution) {
    for value in a.iter().chain(b.iter()).map(|(value, _)| value) {
        assert!((a.at(value) - b.at(value)).abs() < 1e-12, "P({value}) {} {}", a.at(value), b.at(value));
    }
}

#[test]
fn every_chain_of_another_program() {
    let oracle: Oracle = serde_json::from_str(include_str!("data/dice.json")).unwrap();
    let chains = [
        chain("20", ["4+", "4+", "5+"], "1"),
        chain("10", ["3+ reroll 1", "4+", "3+"], "d3"),
        chain("d6", ["3+", "5+", "4+"], "2"),
    ];
    assert_eq!(oracle.chains.len(), chains.len());
    for (case, chain) in oracle.chains.iter().zip(chains) {
        let damage = chain.odds(None).unwrap().damage;
        assert_eq!(damage.iter().count(), case.pmf.len(), "{}", case.name);
        for (value, p) in &case.pmf {
            let found = damage.at(value.parse().unwrap());
            assert!((found - p).abs() < 1e-12, "{}: P({value}) {found} {p}", case.name);
        }
    }
}

/// Follows every roll of attacks that pass steps in the order of their rolls, and adds up the probabilities.
struct Enumeration<'a> {
    hit: &'a dyn Fn(i64) -> (u32, bool),
    unit: &'a [i64],
    damage: &'a [i64],
    removed: BTreeMap<i64, f64>,
}

impl Enumeration<'_> {
    /// Follows a list of pending rolls: 0 to hit, 1 to wound, 2 to save, 3 for damage.
    fn follow(&mut self, mut pending: Vec<u8>, lost: Vec<i64>, p: f64) {
        let Some(roll) = pending.pop() else {
            let removed = lost.iter().zip(self.unit).filter(|(lost, wounds)| lost >= wounds).count() as i64;
            *self.removed.entry(removed).or_default() += p;
            return;
        };
        if roll == 3 {
            for damage in self.damage {
                let mut after = lost.clone();
                if let Some(model) = (0..self.unit.len()).find(|model| lost[*model] < self.unit[*model]) {
                    after[model] += damage;
                }
                self.follow(pending.clone(), after, p / self.damage.len() as f64);
            }
            return;
        }
        for face in 1..=6 {
            let mut next = pending.clone();
            match roll {
                0 if face >= 4 => {
                    let (extra, automatic) = (self.hit)(face);
                    next.push(if automatic { 2 } else { 1 });
                    next.extend(vec![1; extra as usize]);
                }
                1 if face >= 3 => next.push(2),
                2 if face < 5 => next.push(3),
                _ => {}
            }
            self.follow(next, lost.clone(), p / 6.0);
        }
    }
}

#[test]
fn removed_models_equal_brute_force() {
    type Hit = fn(i64) -> (u32, bool);
    let cases: [(&str, Hit); 3] = [
        ("4+", |_| (0, false)),
        ("4+ extra 1 on 6", |face| (u32::from(face == 6), false)),
        ("4+ auto on 5+", |face| (0, face >= 5)),
    ];
    for (hit, effect) in cases {
        let mut naive = Enumeration { hit: &effect, unit: &[2, 1, 3], damage: &[1, 2, 3], removed: BTreeMap::new() };
        naive.follow(vec![0; 2], vec![0; 3], 1.0);
        let odds = chain("2", [hit, "3+", "5+"], "d3").odds(Some(&unit("2/1/3"))).unwrap();
        let removed = Distribution::weighted(naive.removed).unwrap();
        assert_close(&odds.removed.unwrap(), &removed);
    }
}

#[test]
fn a_chain_of_one_step_counts_successes() {
    for (text, faces) in
        [("5+", vec![5, 6]), ("4+ -1", vec![5, 6]), ("7+ always 6", vec![6]), ("2+ never 3", vec![4, 5, 6])]
    {
        let odds = Chain::new(expression("2d3")).unwrap().step("hit", step(text)).odds(None).unwrap();
        let counted = dice(expression("2d3"), 6).count(Condition::In(faces)).distribution().unwrap();
        assert_close(&odds.damage, &counted);
    }
    assert!((step("4+ reroll failures").chance() - 0.75).abs() < 1e-12);
    assert!((step("d10 8+ reroll <=2").chance() - 0.36).abs() < 1e-12);
}

#[test]
fn spilled_damage_is_the_total_damage() {
    let chain = chain("4", ["3+", "3+", "6+"], "d3");
    let spilled = chain.odds(Some(&unit("5x2").spilling(true))).unwrap();
    let removed = spilled.damage.map(|damage| (damage / 2).min(5)).unwrap();
    assert_close(spilled.removed.as_ref().unwrap(), &removed);
    assert_close(spilled.lost.as_ref().unwrap(), &spilled.damage.map(|damage| damage.min(10)).unwrap());
    let lost = chain.odds(Some(&unit("5x2"))).unwrap().removed.unwrap();
    assert!(lost.mean() < removed.mean());
}

#[test]
fn ignored_points_thin_the_damage() {
    let with = chain("6", ["3+", "3+", "6+"], "2").ignore(step("5+"));
    let without = chain("6", ["3+", "3+", "6+"], "2");
    let (with, without) = (with.odds(None).unwrap().damage, without.odds(None).unwrap().damage);
    assert!((with.mean() - without.mean() * 2.0 / 3.0).abs() < 1e-12);
}

#[test]
fn attacks_needed_reach_the_chance_and_one_less_does_not() {
    let (chain, unit) = (chain("1", ["4+", "4+", "5+"], "d3"), unit("3x2"));
    let needed = chain.attacks_needed(&unit, 3, 0.9).unwrap().unwrap();
    let chance = |attacks: u32| {
        let attacks = chain_of(attacks);
        attacks.odds(Some(&unit)).unwrap().removed.unwrap().at_least(3)
    };
    assert!(chance(needed) >= 0.9 && chance(needed - 1) < 0.9, "{needed}");
    let hopeless = Chain::new(1.into()).unwrap().step("hit", step("7+"));
    assert_eq!(hopeless.attacks_needed(&unit, 1, 0.1).unwrap(), None);
    // Half of the attacks fail: 50 of them leave 9e-16, and none are certain. An attack that cannot fail is.
    let (half, sure) = ("4+", "1+");
    let needed = |hit: &str, chance| {
        let chain = Chain::new(1.into()).unwrap().step("hit", step(hit));
        chain.attacks_needed(&"1x1".parse().unwrap(), 1, chance).unwrap()
    };
    assert_eq!([needed(half, 1.0), needed(sure, 1.0), needed(half, 1.0 - 1e-15)], [None, Some(1), Some(50)]);
    assert_eq!([needed(half, 1e-14), needed(half, 0.0)], [Some(1), Some(0)]);
    assert!(step("7+").chance().is_sign_positive() && step("1+").chance() == 1.0);
}

fn chain_of(attacks: u32) -> Chain {
    chain(&attacks.to_string(), ["4+", "4+", "5+"], "d3")
}

#[test]
fn steps_are_printed_as_they_are_parsed() {
    for text in [
        "4+",
        "d10 7+ +1 reroll 1",
        "3+ -1 reroll failures always 6 never 1",
        "4+ extra 2 on 6 auto on 5+",
        "4+ reroll <=2",
    ] {
        assert_eq!(step(text).to_string(), text);
    }
    for (text, part) in [
        ("", "has no target"),
        ("4", "`4`"),
        ("4+ rerol 1", "reroll 1"),
        ("4+ extra on 6", "`extra`"),
        ("4+ 5+", "`5+`"),
    ] {
        assert!(text.parse::<Step>().unwrap_err().to_string().contains(part), "{text}");
    }
    for text in ["", "0", "3x0", "3//3", "x", "-1", "99999x1", "1x99999"] {
        assert!(text.parse::<Unit>().is_err(), "{text}");
    }
    assert!(Chain::new(expression("d6-3")).is_err());
}

/// A reroll of one face rolls that face alone again; `<=` and `+` take several.
#[test]
fn rerolled_faces_are_those_that_are_written() {
    for (text, chance) in [
        ("4+ reroll 3", 3.0 / 6.0 + 1.0 / 6.0 * 3.0 / 6.0),
        ("4+ reroll <=3", 3.0 / 6.0 + 3.0 / 6.0 * 3.0 / 6.0),
        ("4+ reroll 5+", 1.0 / 6.0 + 2.0 / 6.0 * 3.0 / 6.0),
        ("4+ reroll 6", 2.0 / 6.0 + 1.0 / 6.0 * 3.0 / 6.0),
    ] {
        let step = step(text);
        assert!((step.chance() - chance).abs() < 1e-12, "{text}: {}", step.chance());
        assert_eq!(step.to_string(), text);
    }
}

#[test]
fn more_models_than_a_unit_has_and_other_chances_are_refused() {
    let (chain, unit) = (chain_of(1), unit("2x1"));
    assert!(chain.attacks_needed(&unit, 2, 0.9).unwrap().is_some());
    for models in [3, 9] {
        assert_eq!(chain.attacks_needed(&unit, models, 0.9), Err(ChainError::Models { models, of: 2 }));
    }
    for chance in [2.0, -0.1, f64::NAN] {
        let refused = chain.attacks_needed(&unit, 1, chance);
        assert!(matches!(refused, Err(ChainError::Chance { .. })), "{chance}: {refused:?}");
    }
}

#[test]
fn details_that_change_nothing_or_contradict_are_refused() {
    for text in ["4+ +1 -2", "4+ d8 d10", "4+ reroll 1 reroll 2", "4+ always 6 always 5", "4+ never 1 never 2"] {
        assert!(matches!(text.parse::<Step>(), Err(ChainError::Repeated { .. })), "{text}");
    }
    for (text, face) in
        [("4+ auto on 7", 7), ("4+ extra 1 on 0", 0), ("4+ reroll 7", 7), ("d10 4+ always 11", 11), ("4+ never 9", 9)]
    {
        let refused = text.parse::<Step>();
        assert!(matches!(refused, Err(ChainError::Detail { value, .. }) if value == face), "{text}: {refused:?}");
    }
    for text in ["4+ always 6 never 6", "4+ never 5 always 3"] {
        assert!(matches!(text.parse::<Step>(), Err(ChainError::Contrary { .. })), "{text}");
    }
    assert!("4+ extra 1 on 6 auto on 5+ always 6 never 5".parse::<Step>().is_ok());
}

#[test]
fn built_steps_keep_the_rules_of_parsed_ones() {
    let odds = |step: Step| Chain::new(1.into()).unwrap().step("hit", step).odds(None);
    assert!(odds(Step::at_least(4)).is_ok());
    for wrong in [
        Step { sides: 0, ..Step::at_least(4) },
        Step { modifier: i64::MAX, ..Step::at_least(4) },
        Step { always: Some(6), never: Some(6), ..Step::at_least(4) },
    ] {
        assert!(odds(wrong.clone()).is_err(), "{wrong:?}");
    }
}

#[test]
fn a_save_has_no_effects() {
    for chain in [
        Chain::new(1.into()).unwrap().save("save", step("4+ extra 1 on 6")),
        Chain::new(1.into()).unwrap().ignore(step("4+ auto on 6")),
    ] {
        assert!(matches!(chain.odds(None), Err(ChainError::NoNextStep { .. })));
        assert!(matches!(chain.attacks_needed(&unit("1x1"), 1, 0.5), Err(ChainError::NoNextStep { .. })));
        assert_eq!(chain.roll(None, &mut Throw::new(7), 100), None);
    }
}
