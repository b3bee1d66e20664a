//! Comparisons of coins with known probabilities.

use super::effects::{Effect, effects, judge};
use super::tables::{disagreeing, is_robust, rows};
use super::{Arms, Cell, ComparePlan, CompareStudy, EffectVerdict};
use crate::study::{GroupPlayer, Grouped, Looks, MetricUnit, NamedStudy, Quantity, RunCounts, Study};
use hitchart_dice::Throw;
use std::{collections::BTreeMap, sync::Arc, sync::atomic::AtomicBool};

/// Numbers of a coin: won, tosses until the first head of six, heads in those, heads per toss.
const NUMBERS: [(&str, MetricUnit, Option<usize>); 4] = [
    ("win", MetricUnit::Share, None),
    ("tosses", MetricUnit::Single("tosses"), None),
    ("heads", MetricUnit::Single("heads"), None),
    ("heads_a_toss", MetricUnit::Share, Some(1)),
];

fn quantities() -> Vec<Quantity> {
    let quantity = |(metric, unit, under): (&str, MetricUnit, Option<usize>)| Quantity {
        metric: metric.into(),
        of: String::new(),
        unit,
        under,
        title: "",
        how: "",
        winner: None,
    };
    NUMBERS.map(quantity).to_vec()
}

/// Creates groups of two games of a coin that wins with a probability; `salt` is 0 for common dice.
fn coin(chance: f64, salt: u64) -> Arc<Grouped> {
    let most = (chance * 1e6) as usize;
    Arc::new(Grouped::new(quantities(), (2, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
        Box::new(move |key, sums| {
            let mut dice = Throw::new(key ^ salt);
            for _ in 0..2 {
                let mut head = || i64::from(dice.below(1_000_000) < most);
                let won = head();
                let tosses = (1..6).find(|_| head() == 1).unwrap_or(6);
                let numbers = [won, tosses, won + 1, won + 1];
                sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
            }
        })
    }))
}

fn study(arms: &[(&str, [Arc<Grouped>; 2])], games: u64) -> CompareStudy {
    let cell = |(rung, arms): &(&str, [Arc<Grouped>; 2])| Cell {
        study: "coins".into(),
        changed: 1,
        rung: (*rung).into(),
        arms: arms.clone(),
    };
    let margins = BTreeMap::from([("win".to_owned(), 0.03)]);
    let plan = ComparePlan { games, margins, precision: f64::INFINITY };
    CompareStudy::of_games(vec!["fair".into(), "other".into()], arms.iter().map(cell).collect(), plan)
}

pub(super) fn counted(compare: &Arc<CompareStudy>, seed: u64) -> RunCounts {
    let study = NamedStudy::alone("compare", compare.clone());
    study.count_all(seed, &mut Vec::new()).unwrap()
}

/// Returns the verdict on the wins, and the number of games.
fn of_wins(compare: CompareStudy, seed: u64) -> (EffectVerdict, u64) {
    let compare = Arc::new(compare);
    let played = compare.results("compare", &counted(&compare, seed)).played;
    (played[0].effects[0].verdict, played[0].games)
}

/// Settings that cannot be used are refused with the value and what is allowed.
#[test]
fn unusable_settings_are_refused() {
    let arms = || [coin(0.5, 0), coin(0.5, 0)];
    let refused = |change: &dyn Fn(&mut CompareStudy)| {
        let mut compare = study(&[("", arms())], 4000);
        compare.check().unwrap();
        change(&mut compare);
        compare.check().unwrap_err().to_string()
    };
    let margin = |margin: f64| refused(&|compare| compare.plan.margins = BTreeMap::from([("win".to_owned(), margin)]));
    for text in [margin(f64::NAN), margin(-0.1), margin(0.0)] {
        assert!(text.contains("margin of `win`") && text.contains("above 0"), "{text}");
    }
    for precision in [f64::NAN, -0.1, 0.0] {
        let text = refused(&|compare| compare.plan.precision = precision);
        assert!(text.contains("`precision`") && text.contains("above 0"), "{text}");
    }
    let text = refused(&|compare| compare.plan.games = 0);
    assert!(text.contains("`games` is 0") && text.contains("2 to"), "{text}");
    for changed in [0, 5] {
        let text = refused(&|compare| compare.cells[0].changed = changed);
        assert!(text.contains(&format!("`changed` is {changed}")) && text.contains("1 to 1"), "{text}");
    }
    let twice = [quantities(), quantities()].concat();
    let games = Arc::new(Grouped::new(twice, (1, 1.0), |_: &AtomicBool| -> GroupPlayer<'_> { Box::new(|_, _| {}) }));
    let text = refused(&|compare| compare.cells[0].arms = [games.clone(), games.clone()]);
    assert!(text.contains("counted twice") && text.contains("win"), "{text}");
}

/// Counts are named by the ruleset, so two rulesets of one name would share them.
#[test]
fn rulesets_of_one_name_are_refused() {
    let games = |chance| Arc::into_inner(coin(chance, 0)).unwrap();
    let plan = || ComparePlan { games: 400, margins: BTreeMap::new(), precision: 0.5 };
    let of = |names: [&str; 3]| {
        let chances = [0.5, 0.6, 0.7];
        let rulesets = names.into_iter().zip(chances).map(|(name, chance)| (name.to_owned(), games(chance)));
        CompareStudy::of_rulesets("coins", "", rulesets.collect(), plan()).check()
    };
    of(["base", "x", "y"]).unwrap();
    for names in [["base", "x", "x"], ["x", "base", "x"]] {
        let error = of(names).unwrap_err().to_string();
        assert!(error.contains("two rulesets are called `x`"), "{error}");
    }
}

/// Numbers that did not move are named with their margin; those at an end leave the word to the number that moved.
#[test]
fn a_number_at_an_end_cannot_show_a_change() {
    let said = |chances: [f64; 2]| {
        let compare = Arc::new(study(&[("as given", chances.map(|chance| coin(chance, 0)))], 4000));
        compare.answer("compare", &counted(&compare, 1)).said
    };
    let even = said([0.5, 0.5]).remove(0);
    assert!(even.contains("(win in coins; margin 3 points)") && !even.contains("cannot show"), "{even}");
    let at_the_end = said([1.0, 0.99]).remove(0);
    for part in
        ["Near 100% under fair, where a rise cannot show: win", "1 other number changed, most clearly heads a toss"]
    {
        assert!(at_the_end.contains(part), "{part}: {at_the_end}");
    }
}

/// Without margins no number matters; games that have margins give theirs.
#[test]
fn a_comparison_without_margins_has_those_of_the_games_or_none() {
    let plan = || ComparePlan { games: 400, margins: BTreeMap::new(), precision: f64::INFINITY };
    let cell = |arms| vec![Cell { study: "coins".into(), changed: 1, rung: "".into(), arms }];
    let of = |arms| CompareStudy::of_games(vec!["fair".into(), "other".into()], cell(arms), plan());
    let bare = Arc::new(of([coin(0.5, 0), coin(0.9, 0)]));
    bare.check().unwrap();
    let said = bare.answer("compare", &counted(&bare, 1)).said.join(" ");
    assert!(said.contains("No number has a margin") && said.contains("Played: coins"), "{said}");
    assert!(!said.contains("Nothing was played"), "{said}");
    let with = |chance| Arc::new(Arc::into_inner(coin(chance, 0)).unwrap().that_matters(&[("win", 0.05)]));
    assert_eq!(of([with(0.5), with(0.9)]).plan.margins, BTreeMap::from([("win".to_owned(), 0.05)]));
}

/// Shares above 1, and numbers whose sums do not fit, end the count with an error instead of a result.
#[test]
fn impossible_sums_are_refused() {
    let games = |numbers: [i64; 4]| {
        Arc::new(Grouped::new(quantities(), (1, 1.0), move |_: &AtomicBool| -> GroupPlayer<'_> {
            Box::new(move |_, sums| sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number))
        }))
    };
    for numbers in [[3, 1, 1, 1], [1, 4_000_000_000_000, 1, 1]] {
        let compare = Arc::new(study(&[("", [games([1; 4]), games(numbers)])], 4000));
        let error = NamedStudy::alone("compare", compare).count_all(1, &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("impossible sums"), "{error}");
    }
}

/// The same rules with the same dice: no effect at all, at once.
#[test]
fn equal_rules_on_common_dice_are_exactly_the_same() {
    let compare = Arc::new(study(&[("", [coin(0.5, 0), coin(0.5, 0)])], 4000));
    let played = compare.results("compare", &counted(&compare, 1)).played;
    assert!(played[0].effects.iter().all(|effect| effect.estimate.point == 0.0 && effect.p == 1.0));
    assert_eq!(
        (played[0].effects[0].verdict, played[0].games),
        (EffectVerdict::Same, 566),
        "as soon as they bound what was never seen"
    );
}

/// The same rules with other dice: at most 29 of 400 comparisons call a difference of wins, at a level of 0.05. At
/// exactly this rate, 29 are exceeded with a probability below 0.03.
#[test]
fn a_difference_that_is_none_is_seldom_called() {
    let verdicts = (0..400).map(|seed| of_wins(study(&[("", [coin(0.5, 0), coin(0.5, 77)])], 800), seed).0);
    let called = verdicts.filter(|verdict| *verdict == EffectVerdict::Moved).count();
    assert!(called <= 29, "{called} of 400");
}

/// A change of 0.1 is found in most of 60 comparisons, and a change of 0.001 counts as the same.
#[test]
fn planted_changes_are_found() {
    let found = |chance: f64, verdict: EffectVerdict| {
        (0..60)
            .filter(|seed| of_wins(study(&[("", [coin(0.5, 0), coin(chance, 0)])], 6000), *seed).0 == verdict)
            .count()
    };
    assert!(found(0.6, EffectVerdict::Moved) >= 58);
    assert!(found(0.501, EffectVerdict::Same) >= 55);
}

/// An interval misses the truth with the probability of its level over all looks: in at most 29 of 400 comparisons, as
/// above.
#[test]
fn intervals_hold_whenever_the_games_end() {
    let misses = (0..400).filter(|seed| {
        let compare = Arc::new(study(&[("", [coin(0.5, 0), coin(0.53, 9)])], 3000));
        let played = compare.results("compare", &counted(&compare, *seed)).played;
        let (low, high) = played[0].effects[0].estimate.interval;
        !(low..=high).contains(&0.03)
    });
    let misses = misses.count();
    assert!(misses <= 29, "{misses} of 400");
}

/// The change of a share of sums, against the differences of its linear parts one by one.
#[test]
fn the_spread_of_a_share_is_that_of_its_linear_parts() {
    let games = coin(0.4, 0);
    let groups: Vec<[Vec<i64>; 2]> = (0..50)
        .map(|i: i64| [vec![i % 2, 3 + i % 4, 2 + i % 3, 2 + i % 3], vec![i % 3, 4 + i % 5, 1 + i % 2, 1 + i % 2]])
        .collect();
    let mut arms = Arms::new(&games.quantities);
    (0..).zip(&groups).for_each(|(key, group)| arms.add(&games.quantities, key, group));
    let (moments, _) = arms.change_of_share(0, 3, 1).unwrap();
    let share = |arm: usize| {
        let sum = |i: usize| groups.iter().map(|group| group[arm][i]).sum::<i64>() as f64;
        (sum(3) / sum(1), sum(1) / 50.0)
    };
    let part =
        |group: &[Vec<i64>; 2], arm: usize| (group[arm][3] as f64 - share(arm).0 * group[arm][1] as f64) / share(arm).1;
    let squares: f64 = groups.iter().map(|group| (part(group, 1) - part(group, 0)).powi(2)).sum();
    assert!((moments.mean - (share(1).0 - share(0).0)).abs() < 1e-12);
    assert!((moments.standard_error() - (squares / 49.0 / 50.0).sqrt()).abs() < 1e-12);
}

/// An effect is robust if the number moves in the same direction on all rungs, and on at least two. With one rung there
/// is no answer.
#[test]
fn robust_takes_two_rungs_and_an_effect_on_each() {
    let up = [coin(0.5, 0), coin(0.6, 0)];
    let down = [coin(0.5, 0), coin(0.4, 0)];
    let same = [coin(0.5, 0), coin(0.5, 0)];
    let robust = |arms: &[(&str, [Arc<Grouped>; 2])]| {
        let compare = Arc::new(study(arms, 4000));
        let played = compare.results("compare", &counted(&compare, 3)).played;
        let row = rows(&played)[0];
        assert_eq!(row.1.verdict, EffectVerdict::Moved);
        let shown = compare.answer("compare", &counted(&compare, 3)).json.unwrap();
        assert_eq!(shown["effects"][0]["robust"].as_bool(), is_robust(row, &compare, &played));
        (is_robust(row, &compare, &played), disagreeing(row, &played).map(|rungs| rungs.len()))
    };
    assert_eq!(robust(&[("greedy", up.clone()), ("tactician", up.clone())]), (Some(true), [0, 0]));
    assert_eq!(robust(&[("greedy", up.clone()), ("tactician", down)]), (Some(false), [1, 0]));
    assert_eq!(robust(&[("greedy", up.clone()), ("tactician", same)]), (Some(false), [0, 1]));
    assert_eq!(robust(&[("greedy", up.clone())]), (None, [0, 0]));
    assert_eq!(robust(&[("greedy", up.clone()), ("greedy", up)]), (None, [0, 0]), "one rung named twice is one");
}

#[test]
fn a_number_of_several_owners_names_each_once() {
    let games = coin(0.5, 0);
    let mut arms = Arms::new(&games.quantities);
    (0..4).for_each(|i: i64| arms.add(&games.quantities, i as u64, &[vec![i % 2, 2, 2, 1], vec![1, 2, 2, 1]]));
    let mut effect = effects(&games, &arms, (&Looks::at(800, 2).last(), 0), |_| None).remove(0);
    effect.also.clear();
    assert_eq!(effect.whose(), "");
    effect.also = vec!["first turn".into()];
    assert_eq!(effect.whose(), "the game (also first turn)");
    effect.quantity.of = "company Scouts".into();
    effect.also.push("defender".into());
    assert_eq!(effect.whose(), "company Scouts (also first turn, defender)");
}

#[test]
fn numbers_with_a_margin_are_a_family_of_their_own() {
    let games = coin(0.5, 0);
    let mut arms = Arms::new(&games.quantities);
    (0..400).for_each(|i: i64| {
        arms.add(&games.quantities, i as u64, &[vec![i % 2, 2, 2, 1], vec![i % 2 + i64::from(i % 20 == 0), 2, 2, 1]]);
    });
    let mut all: Vec<Effect> =
        effects(&games, &arms, (&Looks::at(800, 2).last(), 0), |quantity| (quantity.metric == "win").then_some(0.001));
    let p = all[0].p;
    judge(&mut all.iter_mut().collect::<Vec<_>>());
    assert_eq!(all[0].p_adjusted, p, "one alone needs no correction");
    assert_eq!(all[0].verdict, EffectVerdict::Moved);
    assert!(all[1..].iter().all(|effect| effect.verdict == EffectVerdict::Undecided && effect.margin.is_none()));
}
