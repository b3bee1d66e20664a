//! How a search player looks ahead: the same parameters in every game.

use super::{Parameter, Settings};
use crate::play::search::Lookahead;

/// How a search player looks ahead, and the settings `T` of the policy that it starts from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchSettings<T> {
    /// The policy that it starts from, and that plays on in its playouts.
    pub base: T,
    /// Playouts a decision; 0 is the base alone.
    pub budget: u32,
    /// Most candidates compared.
    pub shortlist: u32,
    /// Rounds that playouts go on after the present one.
    pub horizon_rounds: u32,
    /// Standard errors by which a candidate must be better than the choice of the base.
    pub caution: f64,
    /// What can be set, those of the base apart.
    pub own: &'static [Parameter; OWN],
}

/// How many parameters a search has beside those of its base.
const OWN: usize = 4;

/// The parameters of a search in a game where so many candidates are compared by default and so many rounds are beyond
/// the end of any play; `rounds` says so.
pub const fn look_ahead(shortlist: f64, horizon: f64, rounds: &'static str) -> [Parameter; OWN] {
    const fn whole(name: &'static str, meaning: &'static str, default: f64, low: f64, high: f64) -> Parameter {
        Parameter { name, meaning, default, low, high, whole: true }
    }
    let caution = "Standard errors by which a candidate must be better than the tactician's choice.";
    [
        whole("budget", "Playouts a decision; 0 is the tactician alone.", 32.0, 0.0, 1e6),
        whole("shortlist", "Most candidates compared.", shortlist, 1.0, 32.0),
        whole("horizon_rounds", rounds, 0.0, 0.0, horizon),
        Parameter { whole: false, ..whole("caution", caution, 0.5, 0.0, 10.0) },
    ]
}

impl<T: Settings> SearchSettings<T> {
    /// The defaults of a list of parameters, from a base.
    pub fn of(base: T, own: &'static [Parameter; OWN]) -> SearchSettings<T> {
        SearchSettings::of_values(base, own, own.map(|parameter| parameter.default))
    }

    fn of_values(
        base: T,
        own: &'static [Parameter; OWN],
        [budget, shortlist, horizon_rounds, caution]: [f64; OWN],
    ) -> SearchSettings<T> {
        let [budget, shortlist, horizon_rounds] = [budget, shortlist, horizon_rounds].map(|value| value as u32);
        SearchSettings { base, budget, shortlist, horizon_rounds, caution, own }
    }

    /// How much is looked at.
    pub fn lookahead(&self) -> Lookahead {
        Lookahead { budget: self.budget, shortlist: self.shortlist as usize, caution: self.caution }
    }
}

/// Its own parameters first, then those of its base.
impl<T: Settings> Settings for SearchSettings<T> {
    fn parameters(&self) -> Vec<Parameter> {
        self.own.iter().copied().chain(self.base.parameters()).collect()
    }

    fn values(&self) -> Vec<f64> {
        let whole = [self.budget, self.shortlist, self.horizon_rounds].map(f64::from);
        whole.into_iter().chain([self.caution]).chain(self.base.values()).collect()
    }

    fn with(&self, values: &[f64]) -> SearchSettings<T> {
        match values {
            [budget, shortlist, rounds, caution, base @ ..] => {
                SearchSettings::of_values(self.base.with(base), self.own, [*budget, *shortlist, *rounds, *caution])
            }
            _ => self.clone(),
        }
    }
}
