//! Metrics of a game: numbers with a name, a unit and a meaning.

use hitchart_stats::Bounds;

/// Unit of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 0 or 1 in a game, so that the mean is a share of games.
    Share,
    /// Amount of one thing per unit of another thing that does not contain it.
    Ratio,
    /// Points of score, of either sign.
    Points,
    /// Points by which a player is ahead: at least 0.
    Lead,
    /// Things that come one at a time; a plural.
    Single(&'static str),
    /// Things that come several at once or in a row. For example, an attack that has not yet hit may hit four times,
    /// and a clock may stop for a whole round of decisions. In games between players of all kinds, rare counts rose by
    /// up to five at once.
    Several(&'static str),
}

impl Unit {
    /// Returns the name of the unit.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Share | Unit::Ratio => "share",
            Unit::Points | Unit::Lead => "points",
            Unit::Single(name) | Unit::Several(name) => name,
        }
    }

    /// Returns the change of a count in one step.
    fn step(self) -> f64 {
        match self {
            Unit::Share | Unit::Ratio | Unit::Single(_) => 1.0,
            Unit::Points | Unit::Lead => POINTS.step,
            Unit::Several(_) => 4.0,
        }
    }

    /// Returns the bounds of a mean: points have either sign; counts are at least 0.
    pub fn bounds(self) -> Bounds {
        match self {
            Unit::Share => Bounds::SHARE,
            Unit::Points => POINTS,
            Unit::Lead | Unit::Ratio | Unit::Single(_) | Unit::Several(_) => {
                Bounds { step: self.step(), ..Bounds::COUNT }
            }
        }
    }

    /// Returns the bounds of the difference of two means.
    pub fn bounds_of_difference(self) -> Bounds {
        match self {
            Unit::Share => Bounds::DIFFERENCE_OF_SHARES,
            _ => Bounds { step: self.step(), ..Bounds::WHOLE },
        }
    }
}

/// A number that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name in files: `snake_case`.
    pub name: &'static str,
    /// Heading for people.
    pub title: &'static str,
    pub unit: Unit,
    /// Rule by which the metric is counted.
    pub how: &'static str,
}

impl Metric {
    /// Returns the title with the unit, unless the title names the unit: "Damage (hits)".
    pub fn in_words(&self) -> String {
        let unit = self.unit.name();
        let names = self.title.to_lowercase().contains(unit);
        if names || unit == "share" { self.title.to_owned() } else { format!("{} ({unit})", self.title) }
    }
}

/// A limit that the rules set to games.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Metric that counts the games that the limit ends: a share.
    pub reached: &'static str,
    /// Metric that the limit bounds.
    pub of: &'static str,
    /// Field of the ruleset that sets the limit.
    pub field: &'static str,
}

/// Bounds of scores and their differences: a frame or a station is worth about five points.
pub const POINTS: Bounds = Bounds { step: 5.0, ..Bounds::WHOLE };

/// Defines an enum of metrics together with their descriptions, in one order.
#[macro_export]
macro_rules! metrics {
    ($(#[$doc:meta])* $kind:ident { $($variant:ident $name:literal $title:literal $unit:ident $(($of:literal))? $how:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $(#[doc = $how] $variant,)*
        }

        impl $kind {
            /// Descriptions in the order of the variants.
            pub const ALL: &'static [$crate::study::Metric] =
                &[$($crate::study::Metric { name: $name, title: $title, unit: $crate::study::Unit::$unit $(($of))?, how: $how },)*];
        }
    };
}
