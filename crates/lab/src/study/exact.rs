//! What of a ruleset can be known exactly.

/// A number that follows from the rules alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// What is measured, such as the mean damage of an attack.
    pub measure: &'static str,
    /// Of what: a loadout, a range, a target.
    pub item: String,
    pub value: f64,
}
