//! How a search player looks ahead: parameters with their names, meanings and bounds.

use super::super::tactician::Tactics;
use crate::input::Parameter;

/// How a search player looks ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings {
    /// The tactician that it starts from, and that plays on in its playouts.
    pub base: Tactics,
    /// Playouts a decision; 0 is the tactician alone.
    pub budget: u32,
    /// Most candidates compared.
    pub shortlist: u32,
    /// Rounds that playouts go on after the present one.
    pub horizon_rounds: u32,
    /// Standard errors by which a candidate must be better than the tactician's choice.
    pub caution: f64,
}

impl SearchSettings {
    /// Its parameters, those of the base apart; the first [`SearchSettings::WHOLE`] are whole numbers.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "budget",
            meaning: "Playouts a decision; 0 is the tactician alone.",
            default: 32.0,
            low: 0.0,
            high: 1e6,
        },
        Parameter { name: "shortlist", meaning: "Most candidates compared.", default: 6.0, low: 1.0, high: 32.0 },
        Parameter {
            name: "horizon_rounds",
            meaning: "Rounds that playouts go on after the present one; 250 is beyond the end of any battle.",
            default: 0.0,
            low: 0.0,
            high: 250.0,
        },
        Parameter {
            name: "caution",
            meaning: "Standard errors by which a candidate must be better than the tactician's choice.",
            default: 0.5,
            low: 0.0,
            high: 10.0,
        },
    ];

    /// How many of the parameters, from the first on, are whole numbers.
    pub const WHOLE: usize = 3;

    /// Sets the parameter at a place in the list to a value within its bounds.
    pub fn set(&mut self, place: usize, value: f64) {
        match place {
            0 => self.budget = value as u32,
            1 => self.shortlist = value as u32,
            2 => self.horizon_rounds = value as u32,
            _ => self.caution = value,
        }
    }
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        let base = Tactics::default();
        let mut settings = SearchSettings { base, budget: 0, shortlist: 1, horizon_rounds: 0, caution: 0.0 };
        for (place, parameter) in SearchSettings::PARAMETERS.iter().enumerate() {
            settings.set(place, parameter.default);
        }
        settings
    }
}
