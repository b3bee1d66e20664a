//! Frames: their dice for each action, the Handbook's frame graph, and the company graph.
//!
//! The frame graph is the performance of a frame at each action, without whites, with one and with two. The company
//! graph is the sum of the frame graphs of a company.

use super::loadout::{Loadout, Range, SystemKind};
use super::ruleset::{ChartName, Circumstance, Ruleset};
use hitchart_dice::exact::{defense_of, highest_of, plus};
use hitchart_dice::plan::{DefenseDice, HitChart};
use hitchart_dice::{Pmf, Pool};

// Dice of a frame for each action.

/// A frame: its remaining systems and white dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame {
    /// Remaining systems and rockets.
    pub loadout: Loadout,
    /// Number of remaining white dice.
    pub whites: u8,
}

/// Adds `count` times `dice` to a pool.
fn add(pool: Pool, count: u8, dice: &Pool) -> Pool {
    let sum = dice.times(count).and_then(|more| pool.and(more));
    sum.expect("a checked ruleset keeps a frame's pools within 100 dice")
}

/// Returns the PMF of the highest die of a pool plus `bonus`; 0 for an empty pool.
#[inline]
pub fn best_and(pool: &Pool, bonus: u8) -> Pmf {
    if pool.is_empty() { Pmf::point(0) } else { plus(&highest_of(pool), bonus) }
}

impl Frame {
    /// Returns an undamaged frame.
    #[inline]
    pub fn new(loadout: Loadout, rules: &Ruleset) -> Frame {
        Frame { loadout, whites: rules.frame.whites }
    }

    /// Returns the number of hits that destroy the frame: one for each system and each white (rulebook, "When a mobile
    /// frame takes damage").
    #[inline]
    pub fn hit_points(&self) -> usize {
        self.loadout.systems() + usize::from(self.whites)
    }

    /// Adds `whites` white dice to a pool; a damaged frame may have fewer.
    fn with_whites(&self, pool: Pool, whites: u8, rules: &Ruleset) -> Pool {
        let white = Pool::of(1, rules.frame.white_sides).expect("a checked ruleset has whites of 2 to 20 sides");
        add(pool, whites.min(self.whites), &white)
    }

    /// Returns the red dice of the weapons at a range (S34: halves add one d6 each, and only whole weapons the second's
    /// d8).
    #[inline]
    pub fn weapon_dice(&self, range: Range, rules: &Ruleset) -> Pool {
        let whole = self.loadout.count(range.weapon());
        let halves = range.halves().iter().map(|kind| self.loadout.count(*kind)).sum();
        let pool = add(Pool::EMPTY, whole.min(1), &rules.weapons.first);
        let pool = add(pool, whole.saturating_sub(1), &rules.weapons.second);
        let pool = add(pool, halves, &rules.weapons.half);
        add(pool, self.loadout.count(SystemKind::Comms), &rules.weapons.comms)
    }

    /// Returns true if the frame may attack at a range with a white die alone: always hand-to-hand, elsewhere with a
    /// weapon or rocket for the range (R18).
    #[inline]
    pub fn may_attack(&self, range: Range, rockets: u8, rules: &Ruleset) -> bool {
        let by_rocket = range == Range::Direct && rockets > 0 && rules.rockets.open_direct_fire;
        range == Range::HandToHand || self.loadout.halves_at(range) > 0 || by_rocket
    }

    /// Adds the extra dice that the ruleset gives in every roll; those of other circumstances are ignored.
    fn always(pool: Pool, extra: &Pool, rules: &Ruleset) -> Pool {
        add(pool, u8::from(rules.extra.when == Circumstance::Always), extra)
    }

    /// Returns the attack dice at a range with `whites` white dice and `rockets` rockets fired; `None` if the frame
    /// cannot attack there.
    #[inline]
    pub fn attack_dice(&self, range: Range, whites: u8, rockets: u8, rules: &Ruleset) -> Option<Pool> {
        if !self.may_attack(range, rockets, rules) {
            return None;
        }
        let rockets = if range == Range::Direct { rockets } else { 0 };
        let weapons = add(self.weapon_dice(range, rules), rockets, &rules.rockets.dice);
        Some(self.with_whites(Frame::always(weapons, &rules.extra.attack, rules), whites, rules))
    }

    /// Returns the defense dice with `whites` white dice, if white dice may defend.
    #[inline]
    pub fn defense_dice(&self, whites: u8, rules: &Ruleset) -> DefenseDice {
        let blues = add(Pool::EMPTY, self.loadout.count(SystemKind::Defense), &rules.dice.defense);
        let blues = Frame::always(blues, &rules.extra.defense, rules);
        let whites = if rules.defense.whites { whites } else { 0 };
        let (best, summed) = if rules.defense.sum_blues { (Pool::EMPTY, blues) } else { (blues, Pool::EMPTY) };
        DefenseDice { best: self.with_whites(best, whites, rules), summed, bonus: rules.modifiers.defense }
    }

    /// Returns the spot dice with `whites` white dice, if white dice may spot.
    #[inline]
    pub fn spot_dice(&self, whites: u8, rules: &Ruleset) -> Pool {
        let yellows = add(Pool::EMPTY, self.loadout.count(SystemKind::Comms), &rules.dice.comms);
        let whites = if rules.spotting.whites { whites } else { 0 };
        self.with_whites(Frame::always(yellows, &rules.extra.comms, rules), whites, rules)
    }

    /// Returns the PMF of the attack; `None` if the frame cannot attack at the range.
    #[inline]
    pub fn attack_value(&self, range: Range, whites: u8, rockets: u8, rules: &Ruleset) -> Option<Pmf> {
        Some(best_and(&self.attack_dice(range, whites, rockets, rules)?, rules.modifiers.attack))
    }

    /// Returns the PMF of the defense.
    #[inline]
    pub fn defense_value(&self, whites: u8, rules: &Ruleset) -> Pmf {
        defense_of(&self.defense_dice(whites, rules))
    }

    /// Returns the PMF of the spot.
    #[inline]
    pub fn spot_value(&self, whites: u8, rules: &Ruleset) -> Pmf {
        best_and(&self.spot_dice(whites, rules), rules.modifiers.spot)
    }

    /// Returns the PMF of the movement in pips.
    #[inline]
    pub fn movement_value(&self, whites: u8, rules: &Ruleset) -> Pmf {
        best_and(&self.movement_dice(whites, rules), rules.modifiers.movement)
    }

    /// Returns the movement dice with `whites` white dice. A frame without ranged weapon systems sprints (S21; rockets
    /// do not prevent it, R17).
    #[inline]
    pub fn movement_dice(&self, whites: u8, rules: &Ruleset) -> Pool {
        let greens = add(Pool::EMPTY, self.loadout.count(SystemKind::Movement), &rules.dice.movement);
        let greens = add(greens, u8::from(!self.loadout.is_ranged()), &rules.frame.sprint);
        self.with_whites(Frame::always(greens, &rules.extra.movement, rules), whites, rules)
    }

    /// Returns true if the frame takes no damage as cover (S45).
    #[inline]
    pub fn is_immune_as_cover(&self, rules: &Ruleset) -> bool {
        rules.cover.two_blues_immune && self.loadout.count(SystemKind::Defense) >= 2
    }
}

// The frame graph.

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
    /// Typical attacks to destroy it: the hits that destroy the frame, divided by the average damage of such an attack. As
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
pub struct GraphLine {
    /// Values without whites, with one, with two.
    pub values: [Option<f64>; 3],
}

/// Computes all seven lines, in the order of [`MEASURES`].
#[inline]
pub fn frame_graph(frame: &Frame, arithmetic: Arithmetic, rules: &Ruleset) -> [GraphLine; 7] {
    MEASURES.map(|(measure, _)| GraphLine {
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
#[inline]
pub fn printed(value: f64) -> String {
    format!("{value:.2}")
}

// The company graph.

/// One line of the company graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CompanyLine {
    /// Without whites.
    pub sys: f64,
    /// With every white of every frame.
    pub plus_w: f64,
}

/// Computes all seven lines, in the order of [`MEASURES`] (Handbook, "Company Graph Key"). A frame without a measure
/// adds 0 to it.
pub fn company_graph(frames: &[Frame], arithmetic: Arithmetic, rules: &Ruleset) -> [CompanyLine; 7] {
    MEASURES.map(|(measure, _)| {
        let total = |all: bool| {
            let whites = |frame: &Frame| if all { frame.whites } else { 0 };
            let values = frames.iter().filter_map(|frame| value(frame, measure, whites(frame), arithmetic, rules));
            values.fold(0.0, |sum, value| sum + value)
        };
        CompanyLine { sys: total(false), plus_w: total(true) }
    })
}

/// Formats a number of the company graph as the app prints it: three digits, two decimals at most.
#[inline]
pub fn printed_sum(value: f64) -> String {
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loadout::Loadout;
    use crate::rules_files::rulebook;

    fn dice(loadout: &str, range: Range, whites: u8, rockets: u8) -> Option<String> {
        let rules = rulebook();
        let frame = Frame::new(Loadout::parse(loadout, &rules).unwrap(), &rules);
        frame.attack_dice(range, whites, rockets, &rules).map(|pool| pool.to_string())
    }

    #[test]
    fn weapons_by_number_and_split() {
        assert_eq!(dice("Rd", Range::Direct, 0, 0).unwrap(), "2d6");
        assert_eq!(dice("RdRd", Range::Direct, 1, 0).unwrap(), "3d6+1d8");
        assert_eq!(dice("Rh/dRh/dRh/dRh/d", Range::HandToHand, 0, 0).unwrap(), "4d6");
        assert_eq!(dice("RhRh/dRh/d", Range::HandToHand, 0, 0).unwrap(), "4d6");
        assert_eq!(dice("Rd", Range::Artillery, 2, 0), None);
        assert_eq!(dice("Y", Range::HandToHand, 2, 0).unwrap(), "2d6");
        assert_eq!(dice("Y", Range::Direct, 1, 2).unwrap(), "1d6+2d8");
        assert_eq!(dice("Ra", Range::Artillery, 0, 2).unwrap(), "2d6");
    }

    #[test]
    fn rockets_leave_the_sprint_die_and_ranged_halves_take_it() {
        let rules = rulebook();
        let moves = |text: &str| {
            let frame = Frame::new(Loadout::parse(text, &rules).unwrap(), &rules);
            frame.movement_dice(0, &rules).to_string()
        };
        assert_eq!(moves("YYB+SSR2"), "1d8");
        assert_eq!(moves("RhGG"), "2d6+1d8");
        assert_eq!(moves("Rh/dG"), "1d6");
    }

    fn lines(loadout: &str, arithmetic: Arithmetic) -> [GraphLine; 7] {
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

    /// The example of five soldiers in the Handbook, "Company Graph Key".
    #[test]
    fn the_handbooks_company_digit_for_digit() {
        let rules = rulebook();
        let soldier = Frame::new(Loadout::parse("RdYBG", &rules).unwrap(), &rules);
        let found = company_graph(&[soldier; 5], Arithmetic::Handbook, &rules)
            .map(|line| [printed_sum(line.sys), printed_sum(line.plus_w)]);
        let expected = [
            ["0.00", "11.2"],
            ["7.45", "8.73"],
            ["0.00", "0.00"],
            ["17.5", "24.8"],
            ["17.5", "24.8"],
            ["17.5", "24.8"],
            ["18.1", "25.7"],
        ];
        assert_eq!(found, expected.map(|line| line.map(str::to_owned)));
    }
}
