//! Battles of built-in companies on built-in battlefields.

use super::{Battle, KeyedDice, battlefield_rules};
use crate::games::rapid_attack::battlefield::{battlefields, named};
use crate::games::rapid_attack::bidding::{Size, limits};
use crate::games::rapid_attack::muster::built_in_companies;
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_config::InputError;

impl Battle<KeyedDice> {
    /// Creates a battle between built-in companies on a built-in battlefield; the seed draws the layouts.
    ///
    /// # Errors
    /// Fails on unknown names (the message suggests the nearest), and on companies that may not meet in a battle of
    /// this size.
    pub fn built_in(
        companies: &[&str],
        battlefield: &str,
        size: Size,
        rules: &Ruleset,
        seed: u64,
    ) -> Result<Battle<KeyedDice>, InputError> {
        let limits = limits(companies.len(), size, &rules.sizes).map_err(InputError::plain)?;
        let companies = built_in_companies(companies, size, rules)?;
        let layout = named(battlefield).map_err(InputError::plain)?;
        let fields = battlefields(&layout, &battlefield_rules(rules), seed).map_err(InputError::plain)?;
        Ok(Battle::new(rules.clone(), (size, limits), companies, fields, KeyedDice))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rapid_attack::rules_files::rulebook;

    fn battle(companies: &[&str], battlefield: &str) -> Result<Battle<KeyedDice>, String> {
        let battle = Battle::built_in(companies, battlefield, Size::Skirmish, &rulebook(), 1);
        battle.map_err(|error| error.to_string())
    }

    #[test]
    fn companies_that_meet_themselves_are_told_apart() {
        let battle = battle(&["mirror-five", "mirror-five"], "duel").unwrap();
        let [first, second] = &battle.companies[..] else { panic!("two companies") };
        assert!(first.name != second.name && first.color != second.color);
        assert_eq!(battle.fields.len(), 16);
    }

    #[test]
    fn mistakes_are_told_without_a_place() {
        for (companies, battlefield, says) in [
            (&["miror-five", "scouts"][..], "duel", "did you mean `mirror-five`?"),
            (&["scouts", "scouts"], "dual", "duel"),
            (&["scouts"], "duel", "2 to 5 players"),
            (&["balanced-seven", "scouts"], "duel", "7"),
        ] {
            let message = battle(companies, battlefield).unwrap_err();
            assert!(message.contains(says) && !message.contains("-->"), "{message}");
        }
    }
}
