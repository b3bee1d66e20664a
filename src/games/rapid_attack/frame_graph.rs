//! The Handbook's frame graph: the performance of a frame at each action, without whites, with one and with two.

use super::frame::{Frame, best_and};
use super::loadout::Range;
use super::ruleset::{ChartName, Ruleset};
use hitchart_dice::Pmf;
use hitchart_dice::plan::HitChart;

/// The measures of the graph, in its order, with the names that other programs read.
pub const MEASURES: [(Measure, &str); 7] = [
    (Measure::Attack(Range::HandToHand), "Rh"),
    (Measure::Attack(Range::Direct), "Rd"),
    (Measure::Attack(Range::Artillery), "Ra"),
    (Measure::Spot, "Y"),
    (Measure::Defense, "B"),
    (Measure::Movement, "G"),
    (Measure::Durability, "D"),
];

/// One line of the graph (Handbook, "Frame Graph Key").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Expected damage to a frame in the open with a defense of 0.
    Attack(Range),
    /// Expected highest yellow die.
    Spot,
    /// Expected highest blue die.
    Defense,
    /// Expected highest green die.
    Movement,
    /// Typical attacks survived: the hits that destroy the frame, divided by the average damage of such an attack. As
    /// in the Handbook, attack + spot - defense may be negative here.
    Durability,
}

/// Arithmetic of the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Exact arithmetic.
    Exact,
    /// Arithmetic of the app: the mean of every highest die is rounded to two decimals first.
    Handbook,
}

impl Arithmetic {
    fn mean(self, value: &Pmf) -> f64 {
        let mean = value.mean();
        match self {
            Arithmetic::Exact => mean,
            Arithmetic::Handbook => (mean * 100.0).round() / 100.0,
        }
    }
}

/// One line of the graph; a value is `None` if the frame cannot perform the action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Values without whites, with one, with two.
    pub values: [Option<f64>; 3],
}

/// Computes all seven lines, in the order of [`MEASURES`].
pub fn frame_graph(frame: &Frame, arithmetic: Arithmetic, rules: &Ruleset) -> [Line; 7] {
    MEASURES.map(|(measure, _)| Line {
        values: [0, 1, 2]
            .map(|whites| if whites > frame.whites { None } else { value(frame, measure, whites, arithmetic, rules) }),
    })
}

/// Computes one number of the graph; `None` if the frame cannot perform the action.
pub fn value(frame: &Frame, measure: Measure, whites: u8, arithmetic: Arithmetic, rules: &Ruleset) -> Option<f64> {
    let mean = |value: Pmf| arithmetic.mean(&value);
    match measure {
        Measure::Attack(range) => {
            let chart = if range == Range::HandToHand { ChartName::HandToHand } else { ChartName::Open };
            let chance = HitChart::chance(rules.charts.chart(chart).target);
            Some(mean(frame.attack_value(range, whites, 0, rules)?) * chance)
        }
        Measure::Spot => Some(mean(frame.spot_value(whites, rules))),
        Measure::Defense => Some(mean(frame.defense_value(whites, rules))),
        Measure::Movement => Some(mean(frame.movement_value(whites, rules))),
        Measure::Durability => {
            let typical = &rules.typical_attack;
            let attack = mean(best_and(&typical.attack, rules.modifiers.attack));
            let strike = attack + mean(best_and(&typical.spot, rules.modifiers.spot));
            let strike = strike - mean(frame.defense_value(whites, rules));
            let damage = strike * HitChart::chance(rules.charts.open.target);
            (damage > 0.0).then(|| frame.hit_points() as f64 / damage)
        }
    }
}

/// Formats a number of the frame graph as the app prints it.
pub fn printed(value: f64) -> String {
    format!("{value:.2}")
}

#[cfg(test)]
mod tests {
    use super::super::loadout::Loadout;
    use super::super::rules_files::rulebook;
    use super::*;

    fn lines(loadout: &str, arithmetic: Arithmetic) -> [Line; 7] {
        let rules = rulebook();
        frame_graph(&Frame::new(Loadout::parse(loadout, &rules).unwrap(), &rules), arithmetic, &rules)
    }

    /// The example of a soldier in the Handbook, "Frame Graph Key".
    #[test]
    fn the_handbooks_soldier_digit_for_digit() {
        let expected = [
            ["0.00", "1.75", "2.23"],
            ["1.49", "1.65", "1.75"],
            ["-", "-", "-"],
            ["3.50", "4.47", "4.96"],
            ["3.50", "4.47", "4.96"],
            ["3.50", "4.47", "4.96"],
            ["3.63", "4.51", "5.14"],
        ];
        let found = lines("RdYBG", Arithmetic::Handbook)
            .map(|line| line.values.map(|value| value.map_or("-".to_owned(), printed)));
        assert_eq!(found, expected.map(|line| line.map(str::to_owned)));
    }

    #[test]
    fn exact_arithmetic_keeps_what_rounding_loses() {
        let exact = lines("RdYBG", Arithmetic::Exact);
        assert!((exact[6].values[1].unwrap() - 4.5157).abs() < 5e-5);
        assert!((exact[0].values[2].unwrap() - 2.236_111_111_111_111).abs() < 1e-12);
    }

    #[test]
    fn rockets_are_no_part_of_the_graph() {
        assert_eq!(lines("YYB+SSR2", Arithmetic::Exact), lines("YYB", Arithmetic::Exact));
    }
}
