//! The built-in rulesets.

use super::ruleset::Ruleset;
use hitchart_config::InputError;
use hitchart_config::rules::{self, Rules, RulesError};

impl Rules for Ruleset {
    const BUILT_IN: &'static [(&'static str, &'static str)] = &[
        ("intercept-orbit", include_str!("rulesets/intercept-orbit.toml")),
        ("community-2014", include_str!("rulesets/community-2014.toml")),
    ];

    fn name(&self) -> &str {
        &self.name
    }

    fn check(&self) -> Result<(), RulesError> {
        Ruleset::check(self).map_err(RulesError::from)
    }
}

/// Loads a ruleset by built-in name or from a file.
///
/// # Errors
/// The errors of [`rules::load`].
pub fn load(name: &str) -> Result<Ruleset, InputError> {
    rules::load(name)
}

/// Returns the default ruleset.
pub fn standard() -> Ruleset {
    rules::standard()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::rules::RulesText;

    #[test]
    fn built_in_rulesets_load_under_their_names() {
        for (name, _) in Ruleset::BUILT_IN {
            assert_eq!(load(name).unwrap().name, *name);
        }
        let texts = [standard(), load("community-2014").unwrap()].map(|rules| RulesText::of(&rules));
        let changed: Vec<String> = rules::diff(&texts[0], &texts[1]).into_iter().map(|(path, ..)| path).collect();
        assert_eq!(changed, ["clock.everyone_ticks", "launch.reach"]);
    }

    #[test]
    fn numbers_out_of_range_are_named_with_their_place() {
        let folder = tempfile::tempdir().unwrap();
        let says = |text: &str, parts: &[&str]| {
            std::fs::write(folder.path().join("house.toml"), format!("extends = 'intercept-orbit'\n{text}")).unwrap();
            let message = rules::load_from::<Ruleset>("house.toml", folder.path()).unwrap_err().to_string();
            parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in\n{message}"));
        };
        says("[movement]\nclick = 20.0", &["house.toml:3:9", "movement.click", "22.5"]);
        says("[ranges]\nassault = 1.0", &["ranges.assault", "2 to 24"]);
        says("[fleet]\nmax_assets = [4, 6, 5]", &["fleet.max_assets", "4 for 2 players", "5 to 8"]);
        says("[boarding]\ndamage = [0, 0, 0, 1, 1, 2, 3, 9]", &["boarding.damage", "0 to 6"]);
        says("[bidding]\nbase = 2", &["bidding.base", "more than 2"]);
        says("[dice]\ncatapult = '9d6'", &["dice.catapult", "up to 4 dice"]);
        says("[launch]\nreech = 8.0", &["did you mean `reach`?"]);
    }
}
