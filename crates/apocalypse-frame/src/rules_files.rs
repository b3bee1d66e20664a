//! The built-in rulesets.

use super::ruleset::Ruleset;
use hitchart_config::OverlayEntries;
use hitchart_config::rules::{self, Rules, RulesError};

impl Rules for Ruleset {
    const BUILT_IN: &'static [(&'static str, &'static str)] =
        &[("v0.3", include_str!("rulesets/v0.3.toml")), ("v1.x", include_str!("rulesets/v1.x.toml"))];

    const ENTRIES: OverlayEntries = OverlayEntries {
        tables: &[
            &["catalogue", "armaments"],
            &["catalogue", "backups"],
            &["catalogue", "systems"],
            &["catalogue", "frames"],
            &["catalogue", "enemies"],
            &["catalogue", "enemies", "*", "attacks"],
            &["catalogue", "tags"],
            &["catalogue", "system_tags"],
            &["catalogue", "traits"],
        ],
        before: make_void,
    };

    fn name(&self) -> &str {
        &self.name
    }

    fn cross_check(&self) -> Result<(), RulesError> {
        self.catalogue.check()
    }
}

/// Key of an armament's values that differ on the ready-made sheets.
const PREGEN: &str = "pregen";
/// Key of the kind of an effect, a tag or a trait.
const DOES: &str = "does";

/// Removes values that a change of an entry invalidates. If the kind of an effect changes, its numbers are removed. If
/// a value of an armament changes, the value of the ready-made sheets (A12) is removed, unless the change names it too.
fn make_void(_: &[String], old: &mut toml::Table, changes: &toml::Table) {
    if changes.get(DOES).is_some_and(|does| old.get(DOES).is_some_and(|before| before != does)) {
        old.clear();
    }
    let named = |key: &str| changes.get(PREGEN).and_then(|pregen| pregen.get(key)).is_some();
    if let Some(pregen) = old.get_mut(PREGEN).and_then(toml::Value::as_table_mut) {
        pregen.retain(|key, _| !changes.contains_key(key) || named(key));
    }
}

/// Returns the default ruleset, v0.3.
pub fn standard() -> Ruleset {
    rules::standard()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::rules::{RulesText, check, diff, load};

    #[test]
    fn built_in_rulesets_load_under_their_names() {
        for (name, _) in Ruleset::BUILT_IN {
            assert_eq!(load::<Ruleset>(name).unwrap().name, *name);
        }
        let v1: Ruleset = load("v1.x").unwrap();
        let differences = diff(&RulesText::of(&standard()), &RulesText::of(&v1));
        let paths: Vec<&str> = differences.iter().map(|(path, ..)| path.as_str()).collect();
        let all =
            ["attributes.even_spread", "items.backdraft_efficient", "resources.tension_less", "traits.suppression"];
        assert_eq!(paths, all);
    }

    #[test]
    fn numbers_that_hang_together_are_held_together() {
        let mut rules = standard();
        rules.rolls.success_from = 6;
        let says = |rules: &Ruleset| check(rules).unwrap_err().to_string();
        assert_eq!(says(&rules), "`rolls.clean_from` is 5; allowed: 6 to 7, not below `rolls.success_from`");
        let mut rules = standard();
        rules.drops.materials_to = 5;
        assert_eq!(says(&rules), "`drops.tension_to` is 4; allowed: 5 to 6, not below `drops.materials_to`");
    }
}
