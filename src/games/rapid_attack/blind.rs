//! Fields of a ruleset that players follow without looking for their use.

use super::dice_rules::Circumstance;
use super::ruleset::Ruleset;
use hitchart_config::rules::{RulesText, diff};

/// Fields that neither the exact tables tell players nor a rule of thumb knows. A search meets them in its playouts, in which
/// both sides play by the same rules of thumb.
const BLIND: [&str; 14] = [
    "repair.face",
    "repair.most",
    "spotting.none.targets",
    "spotting.one.targets",
    "spotting.two.targets",
    "order.per_unit_sides",
    "order.per_unit_second",
    "stations.seized",
    "stations.seized_by",
    "stations.limbo",
    "stations.in_passing",
    "turn.destroyed_responder_acts",
    "clock.concede",
    "clock.keep_polling",
];

/// Sections that are blind unless extra dice are counted on.
const EXTRA: &str = "extra.";

/// The fields in which a ruleset differs from another and to which no player can react: what comes of them is no more than
/// what befalls players who do not look for it. In the order of the rules.
pub fn played_blind(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    let counted_on = |rules: &Ruleset| matches!(rules.extra.when, Circumstance::Never | Circumstance::Always);
    let sees_extra = counted_on(rules) && counted_on(base);
    let differing = diff(&RulesText::of(rules), &RulesText::of(base)).into_iter().map(|(path, ..)| path);
    let is_blind = |path: &String| BLIND.contains(&path.as_str()) || (path.starts_with(EXTRA) && !sees_extra);
    differing.filter(is_blind).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::{load, rulebook};
    use super::*;

    #[test]
    fn what_the_tables_tell_is_not_blind() {
        let (base, mut rules) = (rulebook(), rulebook());
        (rules.charts.open.target, rules.modifiers.attack, rules.ranges.direct) = (4, 2, 10.0);
        (rules.extra.when, rules.extra.attack) = (Circumstance::Always, "1d6".parse().unwrap());
        assert!(played_blind(&rules, &base).is_empty());
        (rules.extra.when, rules.repair.face) = (Circumstance::StoodStill, 5);
        assert_eq!(played_blind(&rules, &base), ["extra.attack", "extra.when", "repair.face"]);
        assert!(played_blind(&rules, &rules).is_empty());
    }

    /// Every field of the list is one.
    #[test]
    fn blind_fields_exist() {
        let table: toml::Table = toml::from_str(&RulesText::of(&load("rulebook").unwrap()).toml).unwrap();
        for path in BLIND {
            let mut value = &toml::Value::Table(table.clone());
            for key in path.split('.') {
                value = value.get(key).unwrap_or_else(|| panic!("no field `{path}`"));
            }
        }
    }
}
