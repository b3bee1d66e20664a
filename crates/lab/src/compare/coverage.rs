//! Coverage of intervals of changes under rules that affect few games. Like the tests of estimates in `study`, these
//! use 2,000 seeds of games with known distributions, and check rows of the same table.

use super::{Arms, change_of};
use crate::study::{Case, MetricUnit, Quantity, chance, claimed, events, some, yes};
use hitchart_dice::Throw;
use hitchart_stats::{Estimate, LEVEL};

/// Attacks, hits, hits per attack, and times that the clock was held.
const NUMBERS: [(&str, MetricUnit, Option<usize>); 4] = [
    ("attacks", MetricUnit::Single("attacks"), None),
    ("hits", MetricUnit::Several("hits"), None),
    ("hit_share", MetricUnit::Share, Some(0)),
    ("holds", MetricUnit::Several("decisions"), None),
];
const SHARE: usize = 2;
const HOLDS: usize = 3;

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

/// Draws a game of 10 to 20 attacks, of which four in ten hit.
fn game(dice: &mut Throw) -> [i64; 2] {
    let attacks = 10 + some(dice, 10, 0.5);
    [attacks, some(dice, attacks.unsigned_abs(), 0.4)]
}

/// Effect of a rule on the games that it affects.
#[derive(Clone, Copy)]
enum Rule {
    /// All attacks hit.
    AllHit,
    /// Another game is played, with five more attacks, of which two in ten hit.
    Another,
    /// The clock is held six more times.
    Holds,
}

/// Returns the change of a number in pairs of games with common dice, of which a rule affects one in `one_in`.
fn change(rule: Rule, one_in: u64, pairs: u64, dice: &mut Throw) -> Estimate {
    let quantities = quantities();
    let mut arms = Arms::new(&quantities);
    for key in 0..pairs {
        let [attacks, hits] = game(dice);
        let holds = 3 + events(dice, 0.5);
        let first = [attacks, hits, hits, holds];
        let second = match rule {
            _ if !yes(dice, 1.0 / one_in as f64) => first,
            Rule::AllHit => [attacks, attacks, attacks, holds],
            Rule::Another => {
                let attacks = 5 + game(dice)[0];
                let hits = some(dice, attacks.unsigned_abs(), 0.2);
                [attacks, hits, hits, holds]
            }
            Rule::Holds => [attacks, hits, hits, holds + 6],
        };
        arms.add(&quantities, key, &[first.to_vec(), second.to_vec()]);
    }
    let place = if matches!(rule, Rule::Holds) { HOLDS } else { SHARE };
    let change = change_of(&quantities, 1, &arms, place).unwrap();
    Estimate::of(&change.moments, &change.bounds, LEVEL)
}

/// Returns the true change.
fn truth(rule: Rule, one_in: u64) -> f64 {
    let touched = 1.0 / one_in as f64;
    match rule {
        Rule::AllHit => 0.6 * touched,
        Rule::Another => {
            let (whole, another) = (15.0 * (1.0 - touched), 20.0 * touched);
            (0.4 * whole + 0.2 * another) / (whole + another) - 0.4
        }
        Rule::Holds => 6.0 * touched,
    }
}

#[test]
fn changes_by_rules_that_touch_few_games_are_covered() {
    let mut cases = Vec::new();
    for (rule, what) in [
        (Rule::AllHit, "change of a share of sums, all hit"),
        (Rule::Another, "change of a share of sums, another game"),
        (Rule::Holds, "change of a count by six"),
    ] {
        for (one_in, games) in [(20, "one pair in 20"), (50, "one pair in 50"), (200, "one pair in 200")] {
            for n in [40, 80, 400] {
                // Affected games change in both directions.
                let estimate = Box::new(move |dice: &mut Throw| change(rule, one_in, n, dice));
                let rare = n / one_in <= 20;
                cases.push(Case { what, games, n, rare, truth: truth(rule, one_in), estimate });
            }
        }
    }
    claimed(&cases);
}

/// Pairs that never differ leave room for a change, and do not count as the same at a tiny margin.
#[test]
fn equal_pairs_leave_room() {
    let quantities = quantities();
    let mut arms = Arms::new(&quantities);
    let mut dice = Throw::new(3);
    for key in 0..40 {
        let [attacks, hits] = game(&mut dice);
        let numbers = vec![attacks, hits, hits, (10.0 * chance(&mut dice)) as i64];
        arms.add(&quantities, key, &[numbers.clone(), numbers]);
    }
    for place in 0..quantities.len() {
        let change = change_of(&quantities, 1, &arms, place).unwrap();
        let (low, high) = change.moments.interval(&change.bounds, LEVEL);
        assert!(low < -0.02 && high > 0.02, "{place}: {low} {high}");
        assert!(change.moments.p_value(&change.bounds, 1e-7) > 0.9);
    }
}
