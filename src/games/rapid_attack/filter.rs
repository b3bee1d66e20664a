//! Conditions on loadouts, such as `direct >= 1.5`, `systems <= 3` or `Rd = 2`.

use super::loadout::Kind;
use super::loadouts::{MEASURES, Measured};
use crate::games::filter;

pub use crate::games::filter::MAX_CONDITIONS;

/// A comparison of one field of a loadout with a number.
pub type Filter = filter::Filter<Field>;

/// The sort order of a list of loadouts.
pub type SortKey = filter::SortKey<Field>;

/// A property of a loadout that filters and sort orders can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Systems,
    Rockets,
    /// Systems of a kind
    Count(Kind),
    /// A measure by its place among [`MEASURES`]
    Measure(usize),
}

impl filter::Field for Field {
    type Of = Measured;

    const EXAMPLE: &'static str = "`direct >= 1.5` or `systems <= 3`";

    fn names() -> Vec<&'static str> {
        let kinds = Kind::ALL.iter().map(|(_, token)| *token);
        ["systems", "rockets"].into_iter().chain(MEASURES).chain(kinds).collect()
    }

    fn named(name: &str) -> Option<Field> {
        let kind =
            Kind::ALL.iter().find(|(_, token)| token.eq_ignore_ascii_case(name)).map(|(kind, _)| Field::Count(*kind));
        match name.to_ascii_lowercase().replace('-', "_").as_str() {
            "systems" => Some(Field::Systems),
            "rockets" => Some(Field::Rockets),
            lower => MEASURES.iter().position(|measure| *measure == lower).map(Field::Measure).or(kind),
        }
    }

    fn value(self, measured: &Measured) -> f64 {
        match self {
            Field::Systems => measured.loadout.systems() as f64,
            Field::Rockets => measured.loadout.rockets().into(),
            Field::Count(kind) => measured.loadout.count(kind).into(),
            Field::Measure(i) => measured.values[i],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::loadout::Loadout;
    use super::super::loadouts::measure;
    use super::super::rules_files::rulebook;
    use super::*;

    #[test]
    fn conditions_on_counts_and_measures() {
        let rules = rulebook();
        let tank = measure(Loadout::parse("RdRdBB", &rules).unwrap(), 0, &rules);
        for (text, accepted) in [
            ("systems <= 4", true),
            ("systems<4", false),
            ("Rd=2", true),
            ("rd != 2", false),
            ("direct >= 1.8", true),
            ("hand-to-hand > 0", false),
            ("rockets = 0", true),
        ] {
            assert_eq!(Filter::parse(text).unwrap().accepts(&tank), accepted, "{text}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        assert!(Filter::parse("drect >= 1").unwrap_err().to_string().contains("did you mean `direct`?"));
        assert!(Filter::parse("direct").unwrap_err().to_string().contains("not a condition"));
        assert!(Filter::parse("direct > many").unwrap_err().to_string().contains("number"));
        assert!(SortKey::parse("speed").is_err());
    }
}
