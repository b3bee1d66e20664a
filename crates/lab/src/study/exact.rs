//! Numbers of a ruleset that can be computed exactly.

/// A number that follows from the rules alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// Measure, such as the mean damage of an attack.
    pub measure: &'static str,
    /// Item that is measured: a loadout, a range, a target.
    pub item: String,
    pub value: f64,
}
