//! Fields of a ruleset that players follow without looking for their use.

use super::ruleset::Ruleset;
use crate::input::rules::{RulesText, diff};

/// Fields that no exact table tells players: what comes of them is met in play.
const BLIND: [&str; 17] = [
    "aces.blue_covers_others",
    "aces.green_moves",
    "aces.green_with_ships",
    "order.passing",
    "edge.with_companies",
    "edge.hvas",
    "collisions.chain",
    "collisions.debris",
    "captured.companies_stay",
    "captured.end_costs_captor",
    "boarding.first",
    "boarding.aid",
    "launch.docked_board",
    "fuel.rescue",
    "hvas.whites",
    "bidding.tie_drops",
    "clock.everyone_ticks",
];

/// The fields in which a ruleset differs from another and to which no player can react: what comes of them is no more than
/// what befalls players who do not look for it. In the order of the rules.
pub fn played_blind(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    let differing = diff(&RulesText::of(rules), &RulesText::of(base)).into_iter().map(|(path, ..)| path);
    differing.filter(|path| BLIND.contains(&path.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::{load, standard};
    use super::*;

    #[test]
    fn what_the_tables_tell_is_not_blind() {
        let (base, mut rules) = (standard(), standard());
        (rules.charts.assault.hits, rules.fuel.per_round) = (5, 2);
        assert!(played_blind(&rules, &base).is_empty());
        rules.collisions.chain = 2;
        assert_eq!(played_blind(&rules, &base), ["collisions.chain"]);
        assert_eq!(played_blind(&load("community-2014").unwrap(), &base), ["clock.everyone_ticks"]);
    }

    /// Every field of the list is one.
    #[test]
    fn blind_fields_exist() {
        let table: toml::Table = toml::from_str(&RulesText::of(&standard()).toml).unwrap();
        for path in BLIND {
            let mut value = &toml::Value::Table(table.clone());
            for key in path.split('.') {
                value = value.get(key).unwrap_or_else(|| panic!("no field `{path}`"));
            }
        }
    }
}
