//! Estimates in columns and in JSON.

use super::Table;
use hitchart_stats::Estimate;
use serde_json::{Value, json};

/// Returns the interval. `None` if a bound is infinite.
pub fn bounded(estimate: &Estimate) -> Option<(f64, f64)> {
    let (low, high) = estimate.interval;
    (low.is_finite() && high.is_finite()).then_some((low, high))
}

/// Returns the bounds of an interval for JSON. `None` if infinite, as with a single observation.
pub fn bounds(estimate: &Estimate) -> [Option<f64>; 2] {
    [estimate.interval.0, estimate.interval.1].map(|bound| Some(bound).filter(|bound| bound.is_finite()))
}

/// Returns an estimate as JSON: its point, its interval and its number of games.
pub fn estimate_json(estimate: &Estimate) -> Value {
    json!({ "point": estimate.point, "interval": bounds(estimate), "n": estimate.n })
}

/// A table to which estimates can be added.
pub trait Estimates: Sized {
    /// Adds estimates as a column with this name, and their intervals as a column with this name and `_interval`; a
    /// missing estimate leaves both empty.
    fn estimate(
        self,
        name: &str,
        title: &str,
        decimals: usize,
        estimates: impl IntoIterator<Item = impl Into<Option<Estimate>>>,
    ) -> Self {
        self.estimates([name, &format!("{name}_interval")], title, decimals, estimates)
    }

    /// Adds estimates and their intervals as two columns with these names; a missing estimate leaves both empty.
    fn estimates(
        self,
        names: [&str; 2],
        title: &str,
        decimals: usize,
        estimates: impl IntoIterator<Item = impl Into<Option<Estimate>>>,
    ) -> Self;
}

impl Estimates for Table {
    fn estimates(
        self,
        [point, interval]: [&str; 2],
        title: &str,
        decimals: usize,
        estimates: impl IntoIterator<Item = impl Into<Option<Estimate>>>,
    ) -> Table {
        let estimates: Vec<Option<Estimate>> = estimates.into_iter().map(Into::into).collect();
        let points = estimates.iter().map(|estimate| estimate.map(|estimate| estimate.point));
        let intervals = estimates.iter().map(|estimate| estimate.as_ref().and_then(bounded));
        self.number(point, title, decimals, points).interval(interval, "95% interval", decimals, intervals)
    }
}
