//! What is counted in a game: numbers with a name, a unit and a meaning.

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
