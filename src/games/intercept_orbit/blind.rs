//! Fields of a ruleset that players follow without planning for them.

use super::ruleset::Ruleset;
use hitchart_config::rules::{RulesText, diff};

/// Fields that no exact table of the players contains: players meet their effects only in play.
const BLIND: [&str; 12] = [
    "aces.green_moves",
    "aces.green_with_ships",
    "order.passing",
    "edge.with_companies",
    "edge.hvas",
    "collisions.chain",
    "captured.companies_stay",
    "captured.end_costs_captor",
    "boarding.first",
    "boarding.aid",
    "hvas.whites",
    "bidding.tie_drops",
];

/// Returns the fields in which a ruleset differs from another and to which no player can react, in the order of the
/// rules. Their measured effect is the effect on players who do not plan for them.
pub fn played_blind(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    let differing = diff(&RulesText::of(rules), &RulesText::of(base)).into_iter().map(|(path, ..)| path);
    differing.filter(|path| BLIND.contains(&path.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::battle::{Battle, Decision, KeyedDice, State};
    use super::super::fleet::Fleet;
    use super::super::players::tactician::{Tactician, Tactics};
    use super::super::rules_files::{load, standard};
    use super::*;
    use hitchart_play::{Game, Policy, Unwatched};

    #[test]
    fn what_the_tables_tell_is_not_blind() {
        let (base, mut rules) = (standard(), standard());
        (rules.charts.assault.hits, rules.fuel.per_round) = (5, 2);
        assert!(played_blind(&rules, &base).is_empty());
        rules.collisions.chain = 2;
        assert_eq!(played_blind(&rules, &base), ["collisions.chain"]);
        assert!(played_blind(&load("community-2014").unwrap(), &base).is_empty());
    }

    /// Every field of the list exists.
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

    /// Returns the rules with another value of a field: a switch flipped, a number set to 0 or from 0 to 1, or the
    /// other of two names.
    fn altered(path: &str) -> Ruleset {
        let text = RulesText::of(&standard());
        let mut table: toml::Value = toml::from_str(&text.toml).unwrap();
        let field = path.split('.').fold(&mut table, |value, key| &mut value[key]);
        *field = match field.clone() {
            toml::Value::Boolean(is) => (!is).into(),
            toml::Value::Integer(number) => i64::from(number == 0).into(),
            toml::Value::String(name) => match name.as_str() {
                "centre" => "opponent",
                "opponent" => "centre",
                "anyone" => "own",
                "own" => "anyone",
                other => panic!("`{other}` of `{path}` has no other value here"),
            }
            .into(),
            other => panic!("`{path}` is {other}"),
        };
        RulesText { toml: toml::to_string(&table).unwrap(), ..text }.read().unwrap()
    }

    /// In the states of some battles, tacticians choose the same under any value of a listed field. Choices that are
    /// illegal under the other value are skipped.
    #[test]
    fn tacticians_do_not_react_to_blind_fields() {
        let fleets =
            ["C:RpRaBK F:KKB F:RaBY; ace=blue", "C:RaBBY C:RsKKY F:RpBK; ace=green", "C:BBRaK F:RsKY; ace=red"];
        let of = |rules: Ruleset| {
            let fleets = fleets.iter().map(|fleet| Fleet::parse(fleet, &rules).unwrap()).collect();
            Battle::new(rules, fleets, false, KeyedDice).unwrap()
        };
        let base = of(standard());
        let others = BLIND.map(|path| (path, of(altered(path))));
        let decide =
            |battle: &Battle<KeyedDice>, state: &State| Tactician::new(Tactics::default()).decide(battle, state);
        let mut candidates = Vec::new();
        let mut reacted = std::collections::BTreeMap::<&str, (u64, Decision)>::new();
        for key in 0..4 {
            let mut state = base.start(key, &mut Unwatched);
            while let Some(asked) = state.asked {
                let chosen = decide(&base, &state);
                for (path, other) in &others {
                    candidates.clear();
                    other.candidates(&state, &mut candidates);
                    if candidates.contains(&chosen) && decide(other, &state) != chosen {
                        reacted.entry(path).or_insert((key, asked.what));
                    }
                }
                base.apply(&mut state, &chosen, &mut Unwatched);
            }
        }
        assert!(reacted.is_empty(), "key and decision: {reacted:?}");
    }
}
