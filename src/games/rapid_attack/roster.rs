//! Named loadouts: the archetypes of the Handbook.

use super::loadout::Loadout;
use super::ruleset::Ruleset;
use hitchart_config::{InputError, from_toml, nearest, same_name};
use serde::Deserialize;
use std::sync::LazyLock;

/// A named loadout.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    pub name: String,
    /// The Handbook's group: by weapon range, support, or rockets.
    pub group: String,
    /// Loadout in the Handbook's notation.
    pub loadout: String,
    pub role: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    archetype: Vec<Archetype>,
}

/// Returns the 35 archetypes, in the Handbook's order.
pub fn archetypes() -> &'static [Archetype] {
    static ROSTER: LazyLock<Roster> =
        LazyLock::new(|| from_toml(include_str!("roster.toml")).expect("the built-in roster is tested to load"));
    &ROSTER.archetype
}

/// Returns the archetype with this loadout, if there is one.
pub fn named_loadout(loadout: &Loadout) -> Option<&'static Archetype> {
    let written = loadout.to_string();
    archetypes().iter().find(|archetype| archetype.loadout == written)
}

/// Parses a user's loadout: the name of an archetype or the Handbook's notation. In names, case, spaces and hyphens are
/// ignored, and rockets may be added, such as `Soldier+SSR1`.
///
/// # Errors
/// Fails on a text that is neither, with the nearest archetype, and on loadouts that the ruleset does not allow.
pub fn loadout_of(text: &str, rules: &Ruleset) -> Result<Loadout, InputError> {
    let (name, rockets) = text.split_once('+').map_or((text, String::new()), |(name, rest)| (name, format!("+{rest}")));
    let written = match archetypes().iter().find(|archetype| same_name(&archetype.name, name)) {
        Some(archetype) => format!("{}{rockets}", archetype.loadout),
        None => text.to_owned(),
    };
    Loadout::parse(&written, rules).map_err(|error| {
        let near = nearest(text, archetypes().iter().map(|archetype| archetype.name.as_str()));
        let help = near.map(|near| format!("did you mean the archetype `{near}`?"));
        InputError::plain(&error).with_help(help.filter(|_| text.chars().count() > 4))
    })
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::rulebook;
    use super::*;

    #[test]
    fn thirty_five_legal_archetypes_in_canonical_notation() {
        let rules = rulebook();
        assert_eq!(archetypes().len(), 35);
        for archetype in archetypes() {
            let loadout = Loadout::parse(&archetype.loadout, &rules).unwrap();
            assert_eq!(loadout.to_string(), archetype.loadout);
            for name in [archetype.name.clone(), archetype.name.to_lowercase().replace([' ', '&'], "-")] {
                assert_eq!(loadout_of(&name, &rules).unwrap(), loadout);
            }
        }
        let groups: std::collections::BTreeSet<&str> = archetypes().iter().map(|a| a.group.as_str()).collect();
        assert_eq!(groups.len(), 6);
    }

    #[test]
    fn archetypes_carry_rockets_more() {
        let rules = rulebook();
        let of = |text: &str| loadout_of(text, &rules).map(|loadout| loadout.to_string());
        assert_eq!(of("Artillerist+SSR1").unwrap(), of("Artillerist").unwrap() + "+SSR1");
        assert_eq!(of("armored spotter + ssr2").unwrap(), "YYB+SSR2");
        assert_eq!(of("Improved Soldier+SSR1").unwrap(), "RdYBG+SSR2");
        let message = of("Mega Soldier+SSR1").unwrap_err().to_string();
        assert!(message.contains("at most 3"), "{message}");
    }

    #[test]
    fn a_mistyped_name_gets_the_nearest() {
        let message = loadout_of("Soldeir", &rulebook()).unwrap_err().to_string();
        assert!(message.contains("did you mean the archetype `Soldier`?"), "{message}");
    }
}
