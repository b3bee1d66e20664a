//! A list is never accepted as a table, and a list that is too long is never cut short.

use crate::fuzz::sources::{RULES, SCENARIOS, THINGS};
use hitchart::scenario::check;
use hitchart_config::FileText;
use hitchart_lab::study::Overrides;
use toml::{Table, Value};

/// Returns every way to replace one table of a tree by a list of its values, with the place of the table.
fn with_a_list(value: &Value, place: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    match value {
        Value::Table(table) => {
            if !place.is_empty() && !table.is_empty() {
                found.push((place.to_owned(), Value::Array(table.values().cloned().collect())));
            }
            for (key, inner) in table {
                for (place, changed) in with_a_list(inner, &format!("{place}.{key}")) {
                    let mut table = table.clone();
                    table.insert(key.clone(), changed);
                    found.push((place, Value::Table(table)));
                }
            }
        }
        Value::Array(list) => {
            for (i, inner) in list.iter().enumerate() {
                for (place, changed) in with_a_list(inner, &format!("{place}[{i}]")) {
                    let mut list = list.clone();
                    list[i] = changed;
                    found.push((place, Value::Array(list)));
                }
            }
        }
        _ => {}
    }
    found
}

fn checked(text: String) -> Result<(), String> {
    let file = FileText { path: "lists.toml".into(), text };
    check(file, &Overrides::default()).map(drop).map_err(|error| error.render(false))
}

#[test]
fn no_table_of_a_scenario_is_read_from_a_list() {
    let mut tried = 0;
    for (text, _) in SCENARIOS {
        checked((*text).to_owned()).unwrap_or_else(|error| panic!("{error}"));
        let root = Value::Table(toml::from_str(text).unwrap());
        for (place, changed) in with_a_list(&root, "") {
            tried += 1;
            let error = checked(toml::to_string(&changed).unwrap()).expect_err(&place);
            assert!(!error.contains("untagged"), "{place}: {error}");
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn nor_one_of_a_ruleset_an_encounter_or_a_battlefield() {
    let scenario = |system: &str, key: &str, value: Value| {
        let head = "kind = 'loadouts'";
        let mut study: Table = toml::from_str(head).unwrap();
        let mut root: Table = toml::from_str(&format!("title = 'T'\nsystem = '{system}'")).unwrap();
        if system == "apocalypse-frame" {
            study = toml::from_str("kind = 'missions'\naces = ['M1-SOLDIER']\ngames = 1").unwrap();
        } else if key == "battlefield" {
            study = toml::from_str("kind = 'games'\ncompanies = ['mirror-four', 'mirror-five']\ngames = 1").unwrap();
        }
        match key {
            "rules" => drop(root.insert(key.to_owned(), value)),
            _ => drop(study.insert(key.to_owned(), value)),
        }
        root.insert("study".to_owned(), Value::Array(vec![Value::Table(study)]));
        toml::to_string(&root).unwrap()
    };
    let rules = [("rapid-attack", "rules", RULES[0].0), ("apocalypse-frame", "rules", RULES[2].0)];
    let things = [("apocalypse-frame", "encounter", THINGS[0].0), ("rapid-attack", "battlefield", THINGS[3].0)];
    for (system, key, text) in rules.into_iter().chain(things) {
        let whole = Value::Table(toml::from_str(text).unwrap());
        checked(scenario(system, key, whole.clone())).unwrap_or_else(|error| panic!("{key}: {error}"));
        for (place, changed) in with_a_list(&whole, "").into_iter().take(60) {
            checked(scenario(system, key, changed)).expect_err(&place);
        }
    }
}

#[test]
fn surplus_entries_are_errors() {
    let piece = |piece: &str| {
        let study = "kind = 'games'\ncompanies = ['mirror-four', 'mirror-five']";
        format!("title = 'T'\nsystem = 'rapid-attack'\n[[study]]\n{study}\nbattlefield = {{ pieces = [{piece}] }}\n")
    };
    assert_eq!(checked(piece("{ shape = 'box', at = [1, 2], size = [2, 2] }")), Ok(()));
    for (written, place) in [
        ("{ shape = 'box', at = [1, 2, 3], size = [2, 2] }", "lists.toml:6:49"),
        ("{ shape = 'box', at = [1, 2], size = [2, 2, 2] }", "lists.toml:6:64"),
        ("{ shape = 'polygon', points = [[1, 2], [3, 2, 1], [3, 3]] }", "lists.toml:6:66"),
    ] {
        let error = checked(piece(written)).unwrap_err();
        assert!(error.contains("allowed: a list of 2") && error.contains(place), "{error}");
    }
    let pairs = "title = 'T'\nsystem = 'rapid-attack'\n[[study]]\nkind = 'loadouts'\nscatter = [['direct', 'defense', 'direct']]\n";
    assert!(checked(pairs.to_owned()).unwrap_err().contains("allowed: a list of 2"));
}
