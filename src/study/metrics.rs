//! What is counted in a game: numbers with a name, a unit and a meaning.

use crate::stats::Bounds;

/// A number that every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name in files: `snake_case`.
    pub name: &'static str,
    /// Heading for people.
    pub title: &'static str,
    /// Unit, a plural; `share` for what is 0 or 1 in a game, so that its mean is a share of games.
    pub unit: &'static str,
    /// How it is counted.
    pub how: &'static str,
}

/// What scores and their differences can be: a frame or a station is worth some five points.
pub const POINTS: Bounds = Bounds { step: 5.0, ..Bounds::WHOLE };

/// How much a count in this unit changes at once: an attack that never hit yet may hit three times.
fn step(unit: &str) -> f64 {
    match unit {
        "points" => POINTS.step,
        "hits" | "dice" | "Harm" | "Vigor" | "Tension" | "Ammo" | "Materials" => 3.0,
        _ => 1.0,
    }
}

/// What the mean of a count in this unit can be.
pub(super) fn bounds_of_count(unit: &str) -> Bounds {
    Bounds { step: step(unit), ..Bounds::COUNT }
}

impl Metric {
    /// What its mean can be: points of either sign, unless they are a margin; counts are not below 0.
    pub fn bounds(&self) -> Bounds {
        match (self.unit, self.name) {
            ("share", _) => Bounds::SHARE,
            ("points", name) if name != "margin" => POINTS,
            (unit, _) => bounds_of_count(unit),
        }
    }

    /// What the difference of two means can be.
    pub fn bounds_of_difference(&self) -> Bounds {
        if self.unit == "share" {
            Bounds::DIFFERENCE_OF_SHARES
        } else {
            Bounds { step: step(self.unit), ..Bounds::WHOLE }
        }
    }
}

/// An enum of metrics beside their descriptions, in one order.
macro_rules! metrics {
    ($(#[$doc:meta])* $kind:ident { $($variant:ident $name:literal $title:literal $unit:literal $how:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $kind {
            $(#[doc = $how] $variant,)*
        }

        impl $kind {
            /// Descriptions in the order of the variants.
            pub const ALL: &'static [$crate::study::Metric] =
                &[$($crate::study::Metric { name: $name, title: $title, unit: $unit, how: $how },)*];
        }
    };
}

pub(crate) use metrics;
