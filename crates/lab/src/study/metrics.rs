//! What is counted in a game: numbers with a name, a unit and a meaning.

use hitchart_stats::Bounds;

/// What a metric counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 0 or 1 in a game, so that the mean is a share of games.
    Share,
    /// So much of one thing for each of another, which it is no part of.
    Ratio,
    /// Points of score, of either sign.
    Points,
    /// Points by which somebody is ahead: not below 0.
    Lead,
    /// What comes one at a time, a plural.
    Single(&'static str),
    /// What comes several at once or in a row: an attack that never hit yet may hit four times, a clock that never stood
    /// yet may stand for a round of decisions. In games between players of all kinds rare ones came by up to five.
    Several(&'static str),
}

impl Unit {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Share | Unit::Ratio => "share",
            Unit::Points | Unit::Lead => "points",
            Unit::Single(name) | Unit::Several(name) => name,
        }
    }

    /// How much a count changes at once.
    fn step(self) -> f64 {
        match self {
            Unit::Share | Unit::Ratio | Unit::Single(_) => 1.0,
            Unit::Points | Unit::Lead => POINTS.step,
            Unit::Several(_) => 4.0,
        }
    }

    /// What a mean can be: points of either sign; counts are not below 0.
    pub fn bounds(self) -> Bounds {
        match self {
            Unit::Share => Bounds::SHARE,
            Unit::Points => POINTS,
            Unit::Lead | Unit::Ratio | Unit::Single(_) | Unit::Several(_) => {
                Bounds { step: self.step(), ..Bounds::COUNT }
            }
        }
    }

    /// What the difference of two means can be.
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
    /// How it is counted.
    pub how: &'static str,
}

impl Metric {
    /// The title with the unit, unless the title names the unit: "Damage (hits)".
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
    /// Metric that the limit holds down.
    pub of: &'static str,
    /// Field of the ruleset that sets the limit.
    pub field: &'static str,
}

/// What scores and their differences can be: a frame or a station is worth some five points.
pub const POINTS: Bounds = Bounds { step: 5.0, ..Bounds::WHOLE };

/// An enum of metrics beside their descriptions, in one order.
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
