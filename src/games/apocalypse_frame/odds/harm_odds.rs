//! A distribution of Harm in the form of answers.

use hitchart_dice::Pmf;
use serde::Serialize;

/// A distribution over 0, 1, 2, … Harm, or other whole numbers, with its moments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HarmOdds {
    /// Probability by value.
    pub pmf: Vec<f64>,
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

impl HarmOdds {
    /// Returns the probability of at least `vigor` Harm, which removes an enemy of that Vigor.
    pub fn at_least(&self, vigor: u8) -> f64 {
        // Folded from 0, since the sum of an empty list is -0.
        self.pmf.iter().skip(usize::from(vigor)).fold(0.0, |sum, p| sum + p)
    }
}

impl From<&Pmf> for HarmOdds {
    fn from(pmf: &Pmf) -> HarmOdds {
        HarmOdds { pmf: pmf.as_slice().to_vec(), mean: pmf.mean(), sd: pmf.variance().max(0.0).sqrt() }
    }
}
