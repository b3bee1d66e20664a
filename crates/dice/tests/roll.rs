//! Rolls of expressions and of chains against their exact distributions: chi-square tests with fixed seeds at a
//! family-wise level of 0.001 (Holm).

use hitchart_dice::Throw;
use hitchart_dice::algebra::{DiceOdds, Distribution, Expression, ExpressionRoll};
use hitchart_dice::chain::{Chain, Unit};
use hitchart_stats::{chi_square, holm};
use std::collections::BTreeMap;

/// Rolls of each expression.
const ROLLS: u64 = 20_000;
/// More rolls of dice than any sample here takes.
const MANY: u64 = 1_000_000;

/// Expressions with every part of the notation; the last are tuples.
const EXPRESSIONS: &[&str] = &[
    "3d6",
    "d%",
    "4dF + 1",
    "3d{0,1,1,2}",
    "d{1..6,6}",
    "2d{0:3,1:2,5}",
    "d4d6",
    "(d3)d6",
    "3d(d6)",
    "-d6",
    "(3d6 + 2d8)kh2",
    "{2d6, d8}kh1",
    "3{4d6kh3}kh1",
    "d6 - d6",
    "d6r1",
    "2d6r{1,6}",
    "2d6ro<=2",
    "d6!3",
    "2d6!",
    "d6!2{5,6}",
    "d6r6!2",
    "d6!1!1",
    "{d6, d4}!1",
    "4d6kh3",
    "4d6kl3",
    "4d6dl1",
    "4d6dh1",
    "5d6dl1dh1",
    "5d6kh3kl2",
    "6d6cs>=5",
    "5d6kh3cs>=5",
    "2d6!1cs{7,9,12}",
    "3d6 * 2",
    "d6 * d6",
    "floor(3d6/2)",
    "ceil((d6 - d6)/2)",
    "round(3d6/4)",
    "3d6 // 2",
    "d12 / d4 * 12",
    "max(2d6, d12)",
    "min(d6/2, d6/3) * 6",
    "abs(d6 - d8)",
    "mod(2d6, 3)",
    "3d6 > d20",
    "d6 / 2 <= d4 / 3",
    "d6 = d6",
    "d6 != d6",
    "d6 < d8",
    "d6 >= 3 and d6 >= 5",
    "d6 = 1 or d6 = 6",
    "not d6 > 4",
    "if(d20 >= 11, 2d6, 0)",
    "repeat(3, d6 * 2)",
    "repeat(d3, d6/2) * 2",
    "sets(5d6, 2)",
    "sets(6d4, 3)",
    "largest_set(5d6)",
    "longest_run(5d6)",
    "distinct(5d6)",
    "let x = 2d6 in if(x = 12, x + d6, x)",
    "let x = d6, y = d6 in max(x, y) given x + y = 7",
    "let x = d4 in {d6, x}!1",
    "3d6 given >= 10",
    "d6 given > d4",
    "let x = d6, y = d6 in (x + y, max(x, y))",
    "sorted(3d6)",
    "best_set(4d6)",
];

/// Returns the p-value of rolled numbers against their distribution.
fn p_value(counts: &BTreeMap<i64, u64>, exact: &Distribution) -> f64 {
    let outside = counts.iter().filter(|(value, _)| exact.at(**value) <= 0.0).map(|(_, count)| (*count, 0.0));
    let inside = exact.iter().map(|(value, p)| (counts.get(&value).copied().unwrap_or(0), p));
    let (counts, chances): (Vec<u64>, Vec<f64>) = inside.chain(outside).unzip();
    chi_square(&counts, &chances).p_value
}

fn counted(values: impl Iterator<Item = i64>) -> BTreeMap<i64, u64> {
    values.fold(BTreeMap::new(), |mut counts, value| {
        *counts.entry(value).or_default() += 1;
        counts
    })
}

/// Fails if a test is below the level after the correction for all tests.
fn assert_agreement(tests: &[(String, f64)]) {
    let adjusted = holm(&tests.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let wrong: Vec<_> = tests.iter().zip(adjusted).filter(|(_, p)| *p < 0.001).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn every_part_of_the_notation_rolls_as_its_distribution() {
    let mut tests = Vec::new();
    for (key, text) in EXPRESSIONS.iter().enumerate() {
        let expression: Expression = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut throw = Throw::new(1_000 + key as u64);
        let rolls: Vec<ExpressionRoll> = (0..ROLLS).map(|_| expression.roll(&mut throw, MANY).expect(text)).collect();
        match expression.odds().unwrap_or_else(|error| panic!("{text}: {error}")) {
            DiceOdds::Number(exact) => {
                let numbers = rolls.iter().map(|roll| match roll {
                    ExpressionRoll::Number(number) => *number,
                    ExpressionRoll::Tuple(tuple) => panic!("{text}: {tuple:?}"),
                });
                tests.push(((*text).to_owned(), p_value(&counted(numbers), &exact)));
            }
            DiceOdds::Tuple(exact) => {
                let place = |tuple: &[i64]| exact.iter().position(|(known, _)| known == tuple);
                let places = rolls.iter().map(|roll| match roll {
                    ExpressionRoll::Tuple(tuple) => place(tuple).map_or(-1, |place| place as i64),
                    ExpressionRoll::Number(number) => panic!("{text}: {number}"),
                });
                let chances = exact.iter().enumerate().map(|(place, (_, p))| (place as i64, p));
                let chances = Distribution::weighted(chances).unwrap();
                tests.push(((*text).to_owned(), p_value(&counted(places), &chances)));
            }
        }
    }
    assert_agreement(&tests);
}

/// The test above can fail: the rolls of an expression are not those of its neighbours.
#[test]
fn another_expression_is_found_out() {
    let rolled = |text: &str| {
        let (expression, mut throw): (Expression, _) = (text.parse().unwrap(), Throw::new(5));
        counted((0..ROLLS).map(|_| match expression.roll(&mut throw, MANY) {
            Some(ExpressionRoll::Number(number)) => number,
            other => panic!("{other:?}"),
        }))
    };
    let exact = |text: &str| text.parse::<Expression>().unwrap().distribution().unwrap();
    for (one, other) in [("4d6kh3", "4d6kl3"), ("d6r1", "d6ro1"), ("2d6", "2d6!1"), ("d6 // 2", "ceil(d6/2)")] {
        assert!(p_value(&rolled(one), &exact(one)) > 0.001 && p_value(&rolled(one), &exact(other)) < 1e-9, "{one}");
    }
}

#[test]
fn rolls_are_pinned_and_end() {
    let roll = |text: &str, most| text.parse::<Expression>().unwrap().roll(&mut Throw::new(1), most);
    let first: Vec<_> = ["3d6", "d100", "sorted(3d6)"].iter().map(|text| roll(text, MANY)).collect();
    let expected = [
        ExpressionRoll::Number(PINNED[0]),
        ExpressionRoll::Number(PINNED[1]),
        ExpressionRoll::Tuple(vec![PINNED[2], PINNED[3], PINNED[4]]),
    ];
    assert_eq!(first, expected.map(Some));
    assert_eq!([roll("3d6", 2), roll("10d6 given >= 60", 1000), roll("d6/2 * 0 + 1/2", MANY)], [None, None, None]);
}

const PINNED: [i64; 5] = [15, 57, 4, 5, 6];

#[test]
fn chains_roll_as_their_distributions() {
    let chain = |attacks: &str, steps: [&str; 2], save: &str, damage: &str| {
        let chain = Chain::new(attacks.parse().unwrap()).unwrap().step("hit", steps[0].parse().unwrap());
        let chain = chain.step("wound", steps[1].parse().unwrap()).save("save", save.parse().unwrap());
        chain.damage(damage.parse().unwrap()).unwrap()
    };
    let chains = [
        (chain("20", ["4+", "4+ reroll 1"], "5+", "d3"), "3/3/3"),
        (chain("2d6", ["3+ extra 1 on 6", "4+ reroll failures"], "4+ -1", "1"), "10x1"),
        (chain("d6", ["3+ auto on 6 extra 2 on 5+", "5+ always 6 never 2"], "d10 7+", "2d3"), "4x2/3"),
        (chain("10", ["4+", "auto on 6 4+"], "5+", "d6").ignore("5+".parse().unwrap()), "5x2"),
    ];
    let mut tests = Vec::new();
    for (key, (chain, unit)) in chains.iter().enumerate() {
        for spills in [false, true] {
            let unit = unit.parse::<Unit>().unwrap().spilling(spills);
            let exact = chain.odds(Some(&unit)).unwrap();
            let mut throw = Throw::new(50 + key as u64);
            let rolls: Vec<_> = (0..ROLLS).map(|_| chain.roll(Some(&unit), &mut throw, MANY).unwrap()).collect();
            let mut test = |what: &str, values: Vec<i64>, exact: &Distribution| {
                tests.push((format!("{what} of {unit} {spills}"), p_value(&counted(values.into_iter()), exact)));
            };
            test("through", rolls.iter().map(|roll| roll.through).collect(), &exact.through);
            test("damage", rolls.iter().map(|roll| roll.damage).collect(), &exact.damage);
            test("lost", rolls.iter().map(|roll| roll.lost).collect(), exact.lost.as_ref().unwrap());
            test("removed", rolls.iter().map(|roll| roll.removed).collect(), exact.removed.as_ref().unwrap());
        }
    }
    assert_agreement(&tests);
}
