//! Fields of a ruleset that no built-in policy takes into account.

use super::dice_rules::Circumstance;
use super::ruleset::Ruleset;
use hitchart_config::rules::{RulesText, diff};

/// Fields that affect neither the exact tables nor the rules of thumb of the policies. A search meets these fields only
/// in its playouts, in which both sides play by the same rules of thumb.
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

/// Section of fields that are blind unless the extra dice are rolled always or never.
const EXTRA: &str = "extra.";

/// Returns the fields in which two rulesets differ and that no built-in policy reacts to, in the order of the rules.
/// The simulated effect of these fields is only the effect on players who do not look for their use.
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

    /// Every field in the list exists in the ruleset.
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
