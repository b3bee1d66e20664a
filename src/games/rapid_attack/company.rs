//! The Handbook's company graph: the frame graphs of a company, summed.

use super::frame::Frame;
use super::frame_graph::{Arithmetic, MEASURES, value};
use super::ruleset::Ruleset;

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
pub fn printed(value: f64) -> String {
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::super::loadout::Loadout;
    use super::super::rules_files::rulebook;
    use super::*;

    /// The example of five soldiers in the Handbook, "Company Graph Key".
    #[test]
    fn the_handbooks_company_digit_for_digit() {
        let rules = rulebook();
        let soldier = Frame::new(Loadout::parse("RdYBG", &rules).unwrap(), &rules);
        let found = company_graph(&[soldier; 5], Arithmetic::Handbook, &rules)
            .map(|line| [printed(line.sys), printed(line.plus_w)]);
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
