//! Questions as data against the command line: every command of the README that is a question, and its answer.

use crate::common::{Desk, words};
use crate::readme;
use hitchart_ask::{Asking, ask, schema};
use hitchart_config::SearchFolder;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Returns the schemas of the questions by name.
fn forms() -> BTreeMap<String, Value> {
    let forms = schema()["oneOf"].as_array().unwrap().clone();
    forms.into_iter().map(|form| (form["title"].as_str().unwrap().to_owned(), form)).collect()
}

/// Converts the words of a command to a question; `None` if no question has this name.
fn question(words: &[String], forms: &BTreeMap<String, Value>) -> Option<Value> {
    let name =
        (1..=2).rev().map(|count| words[..count.min(words.len())].join(" ")).find(|name| forms.contains_key(name))?;
    let properties = forms[&name]["properties"].as_object().unwrap();
    let mut question = Map::from_iter([("ask".to_owned(), Value::from(name.clone()))]);
    let mut add = |key: &str, value: Value| match question.get_mut(key) {
        Some(Value::Array(list)) => list.push(value),
        Some(first) => *first = json!([first.take(), value]),
        None => drop(question.insert(key.to_owned(), value)),
    };
    let mut place = 0;
    let mut rest = words[name.split(' ').count()..].iter();
    while let Some(word) = rest.next() {
        let Some(option) = word.strip_prefix("--") else {
            place += 1;
            let of_place = |place: u64| properties.iter().find(|(_, property)| property["position"] == place);
            // The last argument without an option takes all further values. A question without any is asked as data only.
            let (key, _) = of_place(place).or_else(|| of_place(1))?;
            add(key, word.as_str().into());
            continue;
        };
        let key = option.replace('-', "_");
        match properties.get(&key)?["type"] == "boolean" {
            true => add(&key, true.into()),
            false => add(&key, rest.next().unwrap().as_str().into()),
        }
    }
    Some(question.into())
}

/// Asks with the files of a desk.
fn answer(question: &Value, desk: &Desk) -> Value {
    let stop = AtomicBool::new(false);
    let asking = Asking { folder: SearchFolder::folder(&desk.path("")), ..Asking::data(&stop) };
    serde_json::from_str(&ask(&question.to_string(), &asking)).unwrap()
}

/// Removes the time that a simulation took.
fn without_time(mut data: Value) -> Value {
    if let Some(Value::Object(simulated)) = data.get_mut("simulated") {
        simulated.retain(|key, _| !["seconds", "attacks_per_second"].contains(&key.as_str()));
    }
    data
}

#[test]
fn questions_of_the_readme_have_the_same_answers_as_data() {
    let (desk, forms) = (readme::whole_desk(), forms());
    let mut asked = 0;
    for command in readme::commands() {
        let words = words(&command);
        if ["new", "baseline"].contains(&words[0].as_str()) || words.iter().any(|word| word == "--replay") {
            // Later commands read the files.
            desk.ok(&command);
        }
        if words.iter().any(|word| word == "--format") || ["new", "schema"].contains(&words[0].as_str()) {
            continue;
        }
        let Some(question) = question(&words, &forms) else { continue };
        let answer = answer(&question, &desk);
        assert_eq!(answer["ok"], true, "{command}: {question} {answer}");
        let printed = desk.ok(&format!("{command} --format json"));
        let Ok(printed) = serde_json::from_str::<Value>(&printed) else { continue };
        assert_eq!(without_time(answer["data"].clone()), without_time(printed), "{command}");
        asked += 1;
    }
    assert!(asked >= 15, "{asked}");
}

/// The command in an answer leads to the same answer again.
#[test]
fn the_command_of_an_answer_asks_the_same_question() {
    let (desk, forms) = (Desk::new(), forms());
    let house = "extends = 'rulebook'\nname = \"it's\"\n[ranges]\ndirect = 10.0\n";
    for question_of in [
        json!({ "ask": "ra attack", "attacker": "RdRdYB", "range": "direct", "target": "Close Assault", "cover-hits": 1 }),
        json!({ "ask": "ra company", "loadouts": ["Soldier", "RaRaYY"] }),
        json!({ "ask": "io fleet", "fleet": "C:RpRaBY C:RsRsKK F:RaBK; ace=red", "hvas": 3 }),
        json!({ "ask": "ra loadouts", "where": ["direct >= 1.5", "B >= 1"], "sort": "durability", "top": 3, "split": true }),
        json!({ "ask": "rules diff", "a": "rulebook", "b": house }),
    ] {
        let first = answer(&question_of, &desk);
        assert_eq!(first["ok"], true, "{first}");
        let command = first["command"].as_str().unwrap().strip_prefix("hitchart ").unwrap();
        if !command.contains('\n') {
            let again = answer(&question(&words(command), &forms).unwrap(), &desk);
            assert_eq!(again, first, "{command}");
        }
    }
}

#[test]
fn mistakes_name_the_argument_the_place_and_the_nearest_name() {
    let desk = Desk::new();
    let error = |question: Value| {
        let answer = answer(&question, &desk);
        assert_eq!((&answer["ok"], &answer["version"]), (&json!(false), &json!(1)), "{answer}");
        answer["error"].clone()
    };
    assert!(error(json!({ "ask": "ra atack" }))["help"].as_str().unwrap().contains("ra attack"));
    assert!(error(json!({ "ask": "ra attack", "atacker": "Soldier" }))["help"].as_str().unwrap().contains("attacker"));
    assert_eq!(error(json!({ "ask": "ra attack", "attacker": "Soldier", "range": "drect" }))["argument"], "range");
    assert_eq!(error(json!({ "ask": "run", "scenario": "mirror-five", "seed": -1 }))["argument"], "seed");
    let rules = "extends = 'rulebook'\n[ranges]\ndirect = 'far'\n";
    let place = error(json!({ "ask": "ra frame", "loadout": "RdYBG", "rules": rules }));
    assert_eq!((&place["line"], &place["column"]), (&json!(3), &json!(10)), "{place}");
    for wrong in [
        json!({}),
        json!({ "ask": "ra" }),
        json!({ "ask": "" }),
        json!({ "ask": 1 }),
        json!({ "ask": "ra frame" }),
        json!({ "ask": "ra frame", "loadout": { "a": 1 } }),
        json!({ "ask": "ra frame", "loadout": "--help" }),
        json!({ "ask": "ra frame", "loadout": "RdYBG", "format": "json=owned" }),
        json!({ "ask": "ra frame", "loadout": "RdYBG", "version": 2 }),
        json!({ "ask": "ra frame", "loadout": "RdYBG", "figures": "no" }),
        json!({ "ask": "play", "scenario": "mirror-five", "out": "owned" }),
        json!({ "ask": "run", "scenario": "nosuch" }),
        json!({ "ask": "run", "scenario": "mirror-five", "gmaes": 2 }),
        json!({ "ask": "run", "scenario": "mirror-five", "games": 0 }),
        json!({ "ask": "run", "scenario": "mirror-five", "threads": 5000 }),
        json!({ "ask": "units", "scenario": "mirror-five", "games": 1_000_000_001 }),
        json!({ "ask": "units", "scenario": "mirror-five", "policies": [1] }),
        json!({ "ask": "work", "unit": 5 }),
        json!({ "ask": "answer", "scenario": "mirror-five", "counts": [5] }),
        json!({ "ask": "work", "unit": {} }),
        json!({ "ask": "units", "scenario": "mirror-five", "parts": 0 }),
        json!({ "ask": "answer", "scenario": "mirror-five", "counts": [{}] }),
    ] {
        assert_eq!(error(wrong.clone())["kind"], "input", "{wrong}");
    }
    for text in ["", "nonsense", "[]", "1", "{\"ask\": \"ra frame\"", "{\"ask\": \"\u{0}\"}"] {
        let stop = AtomicBool::new(false);
        let answer: Value = serde_json::from_str(&ask(text, &Asking::data(&stop))).unwrap();
        assert_eq!(answer["ok"], false, "{text}");
    }
}

/// A question as data reads no file, even if it names one.
#[test]
fn no_file_is_read_for_a_question_without_a_folder() {
    let desk = Desk::new();
    desk.write("secret.toml", "token = \"abc123\"\n");
    let secret = desk.path("secret.toml").display().to_string();
    let stop = AtomicBool::new(false);
    for question in [
        json!({ "ask": "ra frame", "loadout": "RdYBG", "rules": secret }),
        json!({ "ask": "rules show", "rules": secret }),
        json!({ "ask": "show scenario", "name": secret }),
        json!({ "ask": "run", "scenario": secret }),
        json!({ "ask": "run", "scenario": "mirror-five", "rules": secret }),
        json!({ "ask": "play", "scenario": "mirror-five", "rules": secret }),
        json!({ "ask": "compare", "rules": ["rulebook", secret] }),
        json!({ "ask": "compare", "rules": ["rulebook", "draft-2012"], "scenario": secret }),
        json!({ "ask": "meta", "file": secret }),
        json!({ "ask": "baseline", "scenario": secret }),
        json!({ "ask": "baseline", "scenario": "mirror-five", "rules": secret }),
        json!({ "ask": "check", "file": secret }),
        json!({ "ask": "tune", "scenario": secret }),
        json!({ "ask": "learn", "scenario": secret }),
        json!({ "ask": "exploit", "scenario": secret, "policy": "greedy" }),
        json!({ "ask": "ra improve", "company": secret }),
        json!({ "ask": "io fleet", "fleet": secret }),
        json!({ "ask": "run", "scenario": format!("title = 'T'\ngame = 'rapid-attack'\nrules = {secret:?}\n[[study]]\nkind = 'frames'\nframes = ['Soldier']\n") }),
    ] {
        let text = ask(&question.to_string(), &Asking::data(&stop));
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(answer["ok"], false, "{question}: {text}");
        assert!(!text.contains("abc123"), "{question}: {text}");
    }
}

/// Units of work, counted in any order and stage by stage, give the answer of the whole run.
#[test]
fn units_as_data_give_the_counts_of_a_run() {
    let desk = Desk::new();
    let of = |ask: &str, more: Value| {
        let mut question = json!({ "ask": ask, "scenario": "mirror-five", "games": 60, "seed": 7, "figures": false });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let answer = answer(&question, &desk);
        assert_eq!(answer["ok"], true, "{answer}");
        answer
    };
    let whole = of("run", json!({}));
    let mut lines: Vec<Value> = Vec::new();
    loop {
        let units = of("units", json!({ "counts": lines, "parts": 3 }))["units"].as_array().unwrap().clone();
        if units.is_empty() {
            break;
        }
        assert!(units.iter().all(|unit| unit["cost"].as_f64().unwrap() > 0.0));
        for unit in units.iter().rev() {
            lines.push(answer(&json!({ "ask": "work", "unit": unit }), &desk)["counts"].clone());
            let so_far = of("answer", json!({ "counts": lines }));
            assert_eq!(so_far["complete"], lines.len() == units.len());
        }
    }
    let joined = of("answer", json!({ "counts": lines }));
    assert_eq!((&joined["counts"], &joined["studies"]), (&whole["counts"], &whole["studies"]));
}
