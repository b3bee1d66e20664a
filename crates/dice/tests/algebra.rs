//! The algebra of dice: figures of another program, brute force over all rolls, identities, and texts of every sort.

use hitchart_dice::algebra::{Condition, DiceOdds, Distribution, Expression, Multiset, d, dice, faces, max, members};
use proptest::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Oracle {
    expressions: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    expr: String,
    /// True if all outcomes are listed.
    listed: bool,
    pmf: BTreeMap<String, f64>,
}

fn parsed(text: &str) -> Expression {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn odds(text: &str) -> Distribution {
    parsed(text).distribution().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    let refused = text.parse::<Expression>().and_then(|expression| expression.odds());
    match refused {
        Ok(odds) => panic!("{text}: {odds:?}"),
        Err(error) => error.to_string(),
    }
}

fn assert_close(a: &Distribution, b: &Distribution, label: &str) {
    let outcomes = a.iter().chain(b.iter()).map(|(value, _)| value);
    for value in outcomes {
        assert!((a.at(value) - b.at(value)).abs() < 1e-12, "{label}: P({value}) {} {}", a.at(value), b.at(value));
    }
}

fn assert_same(one: &str, other: &str) {
    assert_close(&odds(one), &odds(other), &format!("{one} and {other}"));
}

#[test]
fn every_figure_of_another_program() {
    let oracle: Oracle = serde_json::from_str(include_str!("data/dice.json")).unwrap();
    assert_eq!(oracle.expressions.len(), 37);
    for case in oracle.expressions {
        let found = odds(&case.expr);
        for (value, p) in &case.pmf {
            let value = value.parse().unwrap();
            assert!((found.at(value) - p).abs() < 1e-12, "{}: P({value}) {} {p}", case.expr, found.at(value));
            // Small probabilities keep their digits too.
            assert!((found.at(value) / p - 1.0).abs() < 1e-9, "{}: P({value}) {} {p}", case.expr, found.at(value));
        }
        assert!(!case.listed || found.iter().count() == case.pmf.len(), "{}: {found:?}", case.expr);
        assert!((found.at_least(found.min()) - 1.0).abs() < 1e-12, "{}", case.expr);
    }
}

#[test]
fn notations_of_other_programs() {
    for (one, other) in [
        (" 2D20 KH 1 ", "2d20kh1"),
        ("2d20kh", "2d20kh1"),
        ("4d6k3", "4d6kh3"),
        ("4d6dl1", "4d6kh3"),
        ("4d6dl", "4d6kh3"),
        ("4d6dh1", "4d6kl3"),
        ("(4d6)kh3", "4d6kh3"),
        ("3d6+2", "2 + 3 d 6"),
        ("d%", "d100"),
        ("4dF", "4d{-1,0,1}"),
        ("4dFkh2", "4d{-1..1}kh2"),
        ("-d6", "0-d6"),
        ("- -d6", "d6"),
        ("+d6", "((((d6))))"),
        ("d6−d6", "d6 - d6"),
        ("2×d6", "2*d6"),
        ("d{0:3,1:2,2}", "d{0,0,0,1,1,2}"),
        ("d{-1..1:2}", "d{-1,0,1}"),
        ("d6r1", "d{2..6}"),
        ("d6r=1", "d6r<2"),
        ("d6r1r2", "d6r<=2"),
        ("d6r{1,2}", "d6r<3"),
        ("d20ro1", "d20ro<=1"),
        ("6d6cs5", "6d6cs=5"),
        ("6d6cs{5,6}", "6d6cs>4"),
        ("d6!0", "d6"),
        ("d6!1{6}", "d6!1"),
        ("d6! >= 10", "d6!30 >= 10"),
        ("d6 != 6", "d6 < 6"),
        ("d6 <> 6", "not d6 = 6"),
        ("d6 == 6", "d6 ≥ 6"),
        ("d6 => 3", "d6 >= 3"),
        ("d6 =< 3", "d6 <= 3"),
        ("d6>3 && d6>3", "d6>3 and d6>3"),
        ("d6>3 || d6>3", "d6>3 or d6>3"),
        ("6d6cs!=1", "6d6cs>1"),
        ("d6r!=6", "6"),
        ("let x = d6 in let y = d(x) in x - y", "let x = d6, y = d(x) in x - y"),
        ("d4d6", "(d4)d6"),
        ("2d3d6", "(2d3)d6"),
        ("d(d1+5)", "d6"),
        ("3d6//2", "floor(3d6/2)"),
        ("round(d6/4)", "d{0,1,1,1,1,2}"),
        ("ceil(d6/2)", "d{1,1,2,2,3,3}"),
        ("floor(-d6/2)", "-ceil(d6/2)"),
        ("2*(d6/2)", "d6"),
        ("mod(d6,2)", "d{0,1}"),
        ("abs(d{-3,3})", "3"),
        ("if(d20>=11,d6,0)", "(d20>=11)*d6"),
        ("max(d6,d6,d6)", "3d6kh1"),
        ("{d6,d6,d6}kl1", "min(d6, d6, d6)"),
        ("3{2d6}kh1", "max(2d6,2d6,2d6)"),
        ("(d4+d6+d8)kh2", "{d4,d6,d8}kh2"),
        ("repeat(3,d6*2)", "3d6*2"),
        ("repeat(d3,d6)", "(d3)d6"),
        ("let x = d6 in x + x", "2*d6"),
        ("let x = d6 in x given x > 3", "d{4,5,6}"),
        ("3d6 given >= 18", "18"),
        ("d6>3 and d6>3", "d4=1"),
        ("d6>3 or d6>3", "d4>1"),
        ("5d6kh3kl1", "5d6kl3kh1"),
        ("5d6dl1dh1", "5d6kh4kl3"),
        ("5d6kh3cs>=5", "let x = 5d6cs>=5 in min(x, 3)"),
        ("(d4-1)d6", "if(d4=1,0,(d3)d6)"),
    ] {
        assert_same(one, other);
    }
}

#[test]
fn mistakes_name_the_column_and_a_legal_form() {
    for (text, column, parts) in [
        ("", 1, &["the expression ends here", "3d6"][..]),
        ("3d6 +", 6, &["ends here"]),
        ("4d6kx3", 4, &["kh"]),
        ("4d6kh5", 4, &["`kh5` of 4 dice", "at most 4"]),
        ("4d6dl4", 4, &["`dl4` of 4 dice", "at most 3"]),
        ("4d6kh0", 6, &["0 dice", "4d6kh3"]),
        ("4d6d1", 4, &["dl1"]),
        ("4d6dx", 4, &["`dl`"]),
        ("d0", 2, &["0 sides", "d6"]),
        ("d6r<7", 3, &["without end", "ro"]),
        ("d6r", 4, &["d6r1"]),
        ("d1!", 3, &["without end"]),
        ("3d6/2", 1, &["floor(3d6 / 2)"]),
        ("d6/(d6-3)", 5, &["divisor may be 0"]),
        ("max(3d6)", 1, &["2d6kh1"]),
        ("maxx(3d6, 2)", 1, &["did you mean `max`?"]),
        ("(3d6", 5, &["`)`"]),
        ("3d6)", 4, &["found `)`"]),
        ("2d6 d8", 5, &["an operator between dice", "2d6 + d8"]),
        ("1 < d6 < 5", 8, &["do not chain"]),
        ("(d4-2)d6", 2, &["may be -1", "max(0, d4 - 2)"]),
        ("(3d6+2)kh1", 6, &["no pool of dice"]),
        ("4d6kh3r1", 7, &["4d6r1kh3"]),
        ("4d6cs>=5kh1", 9, &["cs"]),
        ("d{6..1}", 3, &["1..6"]),
        ("d{}", 3, &["a face"]),
        ("d6!!", 4, &["write one"]),
        ("3d6 given 10", 11, &["given >= 10"]),
        ("d6 given > 6", 1, &["impossible"]),
        ("99999999999999d6", 1, &["too large"]),
        ("100000d100000", 1, &["possible outcomes"]),
        ("3000d3000kh1500", 10, &["million steps"]),
        ("((1, 2)) + 1", 2, &["tuple"]),
        ("let d6 = 3 in d6", 5, &["a name"]),
        ("d6x", 3, &["found `x`"]),
        ("d6 & d6", 4, &["found `&`"]),
        ("d-6", 1, &["`d6`"]),
        ("4d", 2, &["number of sides", "`d6`"]),
        ("(4d) + 1", 3, &["number of sides", "`d6`"]),
        ("max(3)", 1, &["with 1 argument;"]),
        ("sets(5d6, 0)", 11, &["`0` as the size"]),
        ("0d6kh1", 4, &["`kh1` of 0 dice", "4d6kh3"]),
        ("1 + let x = d6 in x", 5, &["(let x"]),
        ("4d6hk3", 4, &["4d6kh3"]),
        ("2d20 advantage", 6, &["2d20kh1"]),
        ("d6 ^ 2", 4, &["let x = d6 in x * x"]),
        ("max(d6 % 2, 1)", 8, &["mod(2d6, 3)"]),
        ("d6 ? 1 : 0", 4, &["if("]),
        ("1.5d6", 2, &["whole numbers"]),
        ("!d6", 1, &["not"]),
        ("sorted(20d20)", 1, &["million steps"]),
        ("d4194304!100", 9, &["possible outcomes"]),
        ("d{1..4000000}!1000{1}", 14, &["million steps"]),
    ] {
        let message = refused(text);
        assert!(message.starts_with(&format!("column {column}: ")), "{text}: {message}");
        parts.iter().for_each(|part| assert!(message.contains(part), "{text}: {message}"));
    }
    assert!(refused(&"(".repeat(3000)).contains("too many"));
    assert!(refused(&"1+".repeat(1500)).contains("too many"));
    assert!(refused(&"-".repeat(3000)).contains("too many"));
    assert!(refused(&" ".repeat(5000)).contains("at most 4000"));
}

/// Evaluates every notation in the tables of docs/dice.md.
#[test]
fn every_notation_of_the_page_has_an_answer() {
    let page = include_str!("../../../docs/dice.md");
    let (page, chains) = page.split_once("\n## Chains of attacks\n").unwrap();
    let mut tried = 0;
    for cell in page.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next()) {
        // Signs alone, and lists that go on, are no expressions.
        let notations = cell.split('`').step_by(2).filter(|text| text.contains(|c: char| c.is_ascii_digit()));
        for text in notations.filter(|text| text.len() > 1) {
            assert!(parsed(text).odds().is_ok(), "{text}");
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
    let chains = chains.split("\n## Studies\n").next().unwrap();
    let details = chains.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    for text in details.filter(|text| !text.starts_with("--") && *text != "4+") {
        assert!(format!("4+ {text}").parse::<hitchart_dice::chain::Step>().is_ok(), "{text}");
    }
}

#[test]
fn tuples_are_joint_distributions() {
    let DiceOdds::Tuple(both) = parsed("let x = d6, y = d6 in (x + y, max(x, y))").odds().unwrap() else { panic!() };
    assert!((both.chance(|pair| pair == [7, 6]) - 2.0 / 36.0).abs() < 1e-12);
    assert_close(&both.element(0).unwrap(), &odds("2d6"), "sum");
    assert_close(&both.element(1).unwrap(), &odds("2d6kh1"), "highest");
    let DiceOdds::Tuple(given) = parsed("let x = d6, y = d6 in (x, y) given x + y = 4").odds().unwrap() else {
        panic!()
    };
    assert_eq!(given.iter().map(|(pair, _)| pair.to_vec()).collect::<Vec<_>>(), [[1, 3], [2, 2], [3, 1]]);
    let DiceOdds::Tuple(sorted) = parsed("sorted(3d6)").odds().unwrap() else { panic!() };
    assert_eq!(sorted.len(), 56);
    assert!((sorted.chance(|faces| faces == [1, 2, 3]) - 6.0 / 216.0).abs() < 1e-12);
    let DiceOdds::Tuple(kept) = parsed("sorted(3d2kh2)").odds().unwrap() else { panic!() };
    let found: Vec<(Vec<i64>, i64)> =
        kept.iter().map(|(faces, p)| (faces.to_vec(), (p * 8.0).round() as i64)).collect();
    assert_eq!(found, [(vec![1, 1], 1), (vec![1, 2], 3), (vec![2, 2], 4)]);
    let DiceOdds::Tuple(best) = parsed("best_set(3d6)").odds().unwrap() else { panic!() };
    assert!((best.chance(|set| set == [3, 6]) - 1.0 / 216.0).abs() < 1e-12);
    assert!((best.element(0).unwrap().at(1) - 120.0 / 216.0).abs() < 1e-12);
}

#[test]
fn explosions_without_a_limit_are_cut_at_a_known_probability() {
    let explodes = parsed("3d6! + 1");
    assert!(explodes.explodes_without_limit() && !parsed("3d6!3").explodes_without_limit());
    let die = odds("d6!");
    assert!((die.mean() - 4.2).abs() < 1e-9);
    assert!(die.at_least(6 * 15 + 1) < 1e-11 && die.max() > 6 * 14);
}

#[test]
fn large_questions_have_answers() {
    for (text, mean) in [("1000d6", 3500.0), ("1000d1000", 500_500.0), ("10000d6kh1", 6.0), ("500d{0,1,5,9}", 1875.0)] {
        let found = odds(text);
        assert!((found.mean() / mean - 1.0).abs() < 1e-9, "{text}: {}", found.mean());
        assert!((found.at_least(found.min()) - 1.0).abs() < 1e-9, "{text}");
    }
    assert!((odds("1000000*d6").mean() - 3_500_000.0).abs() < 1e-6);
    assert!((odds("40d6cs>=5 >= 20").at(1) - odds("40d6cs>=5").at_least(20)).abs() < 1e-12);
}

/// Settings of the slower properties.
fn few_cases() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) }
}

// Brute force over all rolls.

/// A pool with few rolls: faces of each die.
fn small_pool() -> impl Strategy<Value = Vec<Vec<i64>>> {
    prop_oneof![
        (1usize..=5, proptest::collection::vec(-2i64..=9, 1..=6)).prop_map(|(n, faces)| vec![faces; n]),
        proptest::collection::vec(proptest::collection::vec(-2i64..=9, 1..=5), 1..=4),
    ]
}

/// Builds the pool as an expression.
fn pool_of(pool: &[Vec<i64>]) -> Expression {
    members(pool.iter().map(|die| faces(die.iter().copied())))
}

/// Computes the distribution of a figure of the sorted roll by enumeration.
fn enumerated(pool: &[Vec<i64>], figure: impl Fn(&[i64]) -> i64) -> Distribution {
    let mut rolls: Vec<Vec<i64>> = vec![Vec::new()];
    for die in pool {
        rolls =
            rolls.iter().flat_map(|roll| die.iter().map(move |face| [roll.as_slice(), &[*face]].concat())).collect();
    }
    assert!(rolls.len() <= 1_000_000);
    let share = 1.0 / rolls.len() as f64;
    let sorted = rolls.into_iter().map(|mut roll| {
        roll.sort_unstable();
        roll
    });
    Distribution::weighted(sorted.map(|roll| (figure(&roll), share))).unwrap()
}

fn longest_run(roll: &[i64]) -> i64 {
    let mut distinct = roll.to_vec();
    distinct.dedup();
    let runs = distinct.chunk_by(|a, b| a + 1 == *b);
    runs.map(|run| run.len() as i64).max().unwrap_or(0)
}

fn counts(roll: &[i64]) -> Vec<usize> {
    roll.chunk_by(|a, b| a == b).map(<[i64]>::len).collect()
}

proptest! {
    #![proptest_config(few_cases())]

    #[test]
    fn kept_dice_equal_brute_force(pool in small_pool(), from in 0usize..5, kept in 1usize..=5) {
        let n = pool.len();
        let (from, kept) = (from.min(n - 1), kept.min(n - from.min(n - 1)));
        // Drops the `from` lowest, keeps the `kept` lowest of the others.
        let expression = match from {
            0 => pool_of(&pool).keep_lowest(kept as u32),
            from => pool_of(&pool).drop_lowest(from as u32).keep_lowest(kept as u32),
        };
        let naive = enumerated(&pool, |roll| roll[from..from + kept].iter().sum());
        assert_close(&expression.distribution().unwrap(), &naive, &expression.to_string());
        let mirrored = match from {
            0 => pool_of(&pool).keep_highest(kept as u32),
            from => pool_of(&pool).drop_highest(from as u32).keep_highest(kept as u32),
        };
        let naive = enumerated(&pool, |roll| roll[n - from - kept..n - from].iter().sum());
        assert_close(&mirrored.distribution().unwrap(), &naive, &mirrored.to_string());
        let successes = mirrored.count(Condition::AtLeast(4));
        let naive = enumerated(&pool, |roll| roll[n - from - kept..n - from].iter().filter(|face| **face >= 4).count() as i64);
        assert_close(&successes.distribution().unwrap(), &naive, &successes.to_string());
    }

    #[test]
    fn sets_and_runs_equal_brute_force(pool in small_pool(), size in 1u32..=3) {
        let check = |expression: Expression, figure: &dyn Fn(&[i64]) -> i64| {
            assert_close(&expression.distribution().unwrap(), &enumerated(&pool, figure), &expression.to_string());
        };
        let dice = || pool_of(&pool);
        check(dice().sets(size), &|roll| counts(roll).iter().filter(|n| **n >= size as usize).count() as i64);
        check(dice().largest_set(), &|roll| counts(roll).into_iter().max().unwrap_or(0) as i64);
        check(dice().longest_run(), &longest_run);
        let some = size as usize % pool.len();
        let middle = |roll: &[i64]| roll[some..].to_vec();
        let without = || if some == 0 { dice() } else { dice().drop_lowest(some as u32) };
        check(without().sets(1), &|roll| counts(&middle(roll)).len() as i64);
        check(without().longest_run(), &|roll| longest_run(&middle(roll)));
        check(dice().keep_lowest(size.min(pool.len() as u32)).largest_set(), &|roll| {
            counts(&roll[..roll.len().min(size as usize)]).into_iter().max().unwrap_or(0) as i64
        });
        check(dice(), &|roll| roll.iter().sum());
        check(dice().count(Condition::In(vec![1, 3])), &|roll| roll.iter().filter(|face| [1, 3].contains(face)).count() as i64);
    }

    #[test]
    fn totals_equal_brute_force(a in small_pool(), b in small_pool()) {
        prop_assume!(a.len() + b.len() <= 6);
        let both = [a.clone(), b.clone()].concat();
        // The rolls are not sorted here: the first dice are of `a`.
        let figure = |f: fn(i64, i64) -> i64| {
            let (a, b) = (enumerated(&a, |roll| roll.iter().sum()), enumerated(&b, |roll| roll.iter().sum()));
            let pairs = a.iter().flat_map(|(x, p)| b.iter().map(move |(y, q)| (f(x, y), p * q)).collect::<Vec<_>>());
            Distribution::weighted(pairs.collect::<Vec<_>>()).unwrap()
        };
        let (x, y) = (|| pool_of(&a), || pool_of(&b));
        let check = |expression: Expression, naive: Distribution| {
            assert_close(&expression.distribution().unwrap(), &naive, &expression.to_string());
        };
        check(x() + y(), enumerated(&both, |roll| roll.iter().sum()));
        check(x() - y(), figure(|x, y| x - y));
        check(x() * y(), figure(|x, y| x * y));
        check(max(x(), y()), figure(i64::max));
        check(x().at_least(y()), figure(|x, y| i64::from(x >= y)));
        check(x().less_than(y()), figure(|x, y| i64::from(x < y)));
        check(x().floor_div(3), figure(|x, _| x.div_euclid(3)));
    }

    #[test]
    fn rerolls_and_explosions_equal_brute_force(sides in 2u32..=6, n in 1i64..=3, most in 0u32..=2, low in 1i64..=3) {
        let rolls = most as usize + 1;
        let all: Vec<Vec<i64>> = vec![(1..=i64::from(sides)).collect(); rolls * n as usize];
        // Lists the rolls of each die before they are sorted.
        let mut lists: Vec<Vec<i64>> = vec![Vec::new()];
        for die in &all {
            lists = lists.iter().flat_map(|roll| die.iter().map(move |face| [roll.as_slice(), &[*face]].concat())).collect();
        }
        prop_assume!(lists.len() <= 60_000);
        let exploded = |roll: &[i64]| -> i64 {
            let mut sum = 0;
            for face in roll {
                sum += face;
                if *face != i64::from(sides) { break; }
            }
            sum
        };
        let of = |f: &dyn Fn(&[i64]) -> i64| {
            let value = |list: &Vec<i64>| (list.chunks(rolls).map(f).sum::<i64>(), 1.0);
            Distribution::weighted(lists.iter().map(value)).unwrap()
        };
        let expression = dice(n, sides).explode(most);
        assert_close(&expression.distribution().unwrap(), &of(&exploded), &expression.to_string());
        if most == 1 {
            let again = |roll: &[i64]| if roll[0] <= low { roll[1] } else { roll[0] };
            let expression = dice(n, sides).reroll_once(Condition::AtMost(low));
            assert_close(&expression.distribution().unwrap(), &of(&again), &expression.to_string());
        }
    }

    #[test]
    fn convolutions_equal_one_die_at_a_time(n in 1u32..40, weights in proptest::collection::vec(0u8..4, 1..9)) {
        prop_assume!(weights.iter().any(|weight| *weight > 0));
        let die = Distribution::weighted(weights.iter().enumerate().map(|(i, w)| (3 * i as i64 - 5, f64::from(*w)))).unwrap();
        let naive = (1..n).fold(die.clone(), |sum, _| {
            let pairs = sum.iter().flat_map(|(x, p)| die.iter().map(move |(y, q)| (x + y, p * q)).collect::<Vec<_>>());
            Distribution::weighted(pairs.collect::<Vec<_>>()).unwrap()
        });
        assert_close(&die.times(n).unwrap(), &naive, "times");
    }

}

// Identities.

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn identities_of_dice(n in 1u32..12, sides in 1u32..15, kept in 1u32..12, value in -3i64..60) {
        let kept = kept.min(n);
        let pool = || dice(i64::from(n), sides);
        let total = pool().distribution().unwrap();
        assert_close(&pool().keep_highest(n).distribution().unwrap(), &total, "keep all");
        if kept < n {
            let (high, low) = (pool().keep_highest(kept), pool().drop_highest(kept));
            let sum = high.distribution().unwrap().mean() + low.distribution().unwrap().mean();
            prop_assert!((sum - total.mean()).abs() < 1e-10);
        }
        prop_assert!((total.at_least(value) + total.at_most(value - 1) - 1.0).abs() < 1e-12);
        let compared = pool().at_least(value).distribution().unwrap();
        prop_assert!((compared.at(1) - total.at_least(value)).abs() < 1e-12);
        prop_assert!((total.mean() - f64::from(n * (sides + 1)) / 2.0).abs() < 1e-9);
        let variance = f64::from(n) * (f64::from(sides * sides) - 1.0) / 12.0;
        prop_assert!((total.variance() - variance).abs() < 1e-8);
        prop_assert!((pool().sets(1).distribution().unwrap().min() > 0) && total.quantile(1.0) == i64::from(n * sides));
        let mixed = Multiset::of(Distribution::die(sides), n as usize).with(Distribution::die(sides + 1), 1);
        let mean = mixed.total().unwrap().mean();
        prop_assert!((mean - total.mean() - f64::from(sides + 2) / 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_printed_expression_is_parsed_again(expression in any_expression()) {
        let printed = expression.to_string();
        let again: Expression = printed.parse().map_err(|error| TestCaseError::fail(format!("{printed}: {error}")))?;
        prop_assert_eq!(&again, &expression, "{}", printed);
    }

    // No text makes the parser or the evaluation panic.

    #[test]
    fn any_text_has_an_answer_or_a_mistake(text in "\\PC{0,40}") {
        let _ = text.parse::<Expression>();
    }

    #[test]
    fn texts_of_dice_have_an_answer_or_a_mistake(
        words in proptest::collection::vec(proptest::sample::select(WORDS.to_vec()), 0..12)
    ) {
        let text = words.concat();
        match text.parse::<Expression>() {
            Ok(expression) => {
                if let Ok(DiceOdds::Number(found)) = expression.odds() {
                    prop_assert!((found.at_least(found.min()) - 1.0).abs() < 1e-9, "{}", text);
                }
            }
            Err(error) => prop_assert!(error.column >= 1 && error.column <= text.chars().count() + 1, "{}: {}", text, error),
        }
    }
}

/// Words of expressions, for texts that are almost right.
const WORDS: [&str; 44] = [
    "d6", "2d6", "d", "6", "3", "0", "kh1", "kl2", "dl1", "dh", "cs>=5", "cs", "r1", "ro<=2", "!", "!2", "(", ")", "{",
    "}", "+", "-", "*", "/", "//", ">", "<=", "=", "!=", ",", "max(", "min(", "floor(", "if(", "sets(", "let x = ",
    " in ", "x", " given ", " and ", "not ", "..", "d%", "dF",
];

fn any_expression() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        (-20i64..20).prop_map(Expression::from),
        (1u32..21).prop_map(d),
        (0i64..5, 1u32..9).prop_map(|(n, sides)| dice(n, sides)),
        proptest::collection::vec(-3i64..7, 1..4).prop_map(faces),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let two = || (inner.clone(), inner.clone());
        prop_oneof![
            two().prop_map(|(a, b)| a + b),
            two().prop_map(|(a, b)| a - b),
            two().prop_map(|(a, b)| a * b),
            two().prop_map(|(a, b)| a.floor_div(b)),
            two().prop_map(|(a, b)| a.at_least(b)),
            two().prop_map(|(a, b)| max(a, b)),
            inner.clone().prop_map(|a| -a),
            (inner.clone(), 1u32..5).prop_map(|(a, n)| a.keep_highest(n)),
            (inner.clone(), 1u32..5).prop_map(|(a, n)| a.drop_lowest(n)),
            (inner.clone(), 0u32..5).prop_map(|(a, n)| a.explode(n)),
            (inner.clone(), -2i64..7).prop_map(|(a, n)| a.count(Condition::AtLeast(n))),
            (inner.clone(), -2i64..7).prop_map(|(a, n)| a.reroll(Condition::In(vec![n, 1]))),
            (inner.clone(), 1u32..9).prop_map(|(a, sides)| dice(a, sides)),
            proptest::collection::vec(inner.clone(), 1..3).prop_map(members),
            inner.prop_map(Expression::longest_run),
        ]
    })
}

/// Chances of large pools may be below the smallest number. The ends of the sum stay possible, and a condition so rare that
/// its outcomes have lost their digits is refused.
#[test]
fn chances_below_the_smallest_number() {
    for (text, ends) in [
        ("1000d6", (1000, 6000)),
        ("1100d2", (1100, 2200)),
        ("repeat(1000, d6)", (1000, 6000)),
        ("500d6+500d8", (1000, 7000)),
        ("1000d6cs=6", (0, 1000)),
        ("if(1000d6 < 1500, 1, 0)", (0, 1)),
    ] {
        let odds = odds(text);
        assert_eq!((odds.min(), odds.max()), ends, "{text}");
        assert!(odds.mean().is_finite() && odds.sd() > 0.0, "{text}");
    }
    for text in ["1000d6 given <= 1620", "500d6 given <= 545", "1000d6 given < 1500"] {
        assert!(refused(text).contains("1e-280"), "{text}");
    }
    let rare = odds("500d6 given <= 900");
    assert!((rare.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9 && rare.mean() > 890.0);
}
