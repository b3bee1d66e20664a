//! Names that games define, for lists and for completion.

use hitchart_config::InputError;
use hitchart_lab::study::Metric;
use hitchart_report::table::Table;

/// A list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    Armaments,
    Policies,
    Companies,
    Fleets,
    Battlefields,
    Encounters,
    Archetypes,
    Metrics,
}

impl Listed {
    /// All lists, in the order in which they are printed.
    pub const ALL: [Listed; 8] = [
        Listed::Armaments,
        Listed::Policies,
        Listed::Companies,
        Listed::Fleets,
        Listed::Battlefields,
        Listed::Encounters,
        Listed::Archetypes,
        Listed::Metrics,
    ];

    /// Returns the name of the list as users type it.
    pub const fn name(self) -> &'static str {
        match self {
            Listed::Armaments => "armaments",
            Listed::Policies => "policies",
            Listed::Companies => "companies",
            Listed::Fleets => "fleets",
            Listed::Battlefields => "battlefields",
            Listed::Encounters => "encounters",
            Listed::Archetypes => "archetypes",
            Listed::Metrics => "metrics",
        }
    }

    /// Returns the word for one entry of the list.
    pub const fn entry(self) -> &'static str {
        match self {
            Listed::Armaments => "armament",
            Listed::Policies => "policy",
            Listed::Companies => "company",
            Listed::Fleets => "fleet",
            Listed::Battlefields => "battlefield",
            Listed::Encounters => "encounter",
            Listed::Archetypes => "archetype",
            Listed::Metrics => "metric",
        }
    }
}

/// Lists, each with the function that makes its table.
pub type Lists = &'static [(Listed, fn() -> Table)];

/// Lists with entries that have a text in TOML, each with the function that returns the text by name.
pub(crate) type Texts = &'static [(Listed, fn(&str) -> Result<String, InputError>)];

/// A built-in policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltInPolicy {
    /// Side that the policy plays.
    pub side: &'static str,
    pub name: &'static str,
    /// Summary of how the policy decides, in a phrase.
    pub meaning: &'static str,
}

/// A metric, and the side that it is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListedMetric {
    pub side: &'static str,
    pub metric: &'static Metric,
}

/// Returns the first sentence of the comment at the head of a file.
pub(crate) fn headline(toml: &str) -> String {
    let comment = toml.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let comment = comment.collect::<Vec<_>>().join(" ");
    comment.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headline_is_a_sentence_over_any_lines() {
        assert_eq!(headline("# A town of\n# 3 houses. Old.\nname = 1 # x. y"), "A town of 3 houses");
        assert_eq!((headline("# Rocks.\n"), headline("name = 1")), ("Rocks".to_owned(), String::new()));
    }
}
