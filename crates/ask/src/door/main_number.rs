//! The main number of an answer: its value, its interval, and the number of games or samples behind it.

use hitchart_report::table::{Table, object};
use serde_json::{Map, Value, json};

/// Places of the main number in the data of exact answers.
const EXACT: [(&str, &str); 15] = [
    ("dice", "/results/0/mean"),
    ("chain", "/damage/mean"),
    ("ra attack", "/damage/mean"),
    ("ra attacks", "/damage/mean"),
    ("ra move", "/movement/mean"),
    ("ra assign", "/expected/best"),
    ("ra duel", "/value"),
    ("ra durability", "/attrition/mean_attacks"),
    ("io attack", "/damage/mean"),
    ("io board", "/p_capture"),
    ("io ram", "/target/mean"),
    ("io duel", "/value"),
    ("io durability", "/durability/last/mean_attacks"),
    ("af duel", "/value"),
    ("af round", "/value"),
];

/// Places of the estimate that is the main number of simulated answers.
const SIMULATED: [(&str, &str); 4] = [
    ("ra bid", "/answers/0/points"),
    ("ra improve", "/changes/single/gain"),
    ("af improve", "/changes/single/gain"),
    ("learn", "/squared_error_removed"),
];

/// Places of rows and columns with the main number of simulated answers.
const ROWS: [(&str, &str, &str); 3] = [
    ("tune", "/provenance/test", "points"),
    ("exploit", "/exploit-best/last", "points"),
    ("train", "/train-rounds/last", "gain"),
];

/// Columns of the main number in the first row of the main table, by question or kind of study.
const FIRST_ROW: [(&str, &str); 4] =
    [("af enemies", "best"), ("play", "victory"), ("missions", "victory"), ("tournament", "points_share")];

/// Returns the main number of an answer as an object with `value`, `interval` and `n`. Exact numbers have neither
/// interval nor `n`. `value` and `interval` are null if several numbers have the same rank; `n` is then the number of all
/// games.
///
/// `question` is the name of the question, or the kind of a study.
pub(super) fn main_number(question: &str, data: &Value, tables: &[Table]) -> Value {
    let several = data["results"].as_array().is_some_and(|results| results.len() > 1);
    if question == "dice" && several {
        return number(None, None, None);
    }
    if let Some((_, place)) = EXACT.iter().find(|(name, _)| *name == question) {
        // The roll that was given decides; without it, the mean over all rolls.
        let of_roll = data.pointer("/best/value").filter(|_| question == "ra assign");
        return number(of_roll.or_else(|| at(data, place)), None, None);
    }
    if let Some(estimate) = estimate(question, data) {
        return estimate;
    }
    let of_data = ROWS.iter().find(|(name, ..)| *name == question);
    let of_data = of_data.and_then(|(_, place, column)| Some((at(data, place)?.as_object()?.clone(), *column)));
    let of_table = FIRST_ROW.iter().find(|(name, _)| *name == question);
    let of_table = of_table.map(|(_, column)| (first_row(tables), *column));
    if let Some(found) = of_data.or(of_table).and_then(|(row, column)| of_row(&row, column)) {
        return found;
    }
    let games = data.get("games").filter(|games| games.as_u64().is_some_and(|games| games > 0));
    number(None, None, games)
}

/// Returns the main number of simulated answers.
fn estimate(question: &str, data: &Value) -> Option<Value> {
    if let Some(simulated) = data.get("simulated") {
        return Some(number(simulated.get("mean"), simulated.get("interval"), simulated.get("samples")));
    }
    let place = SIMULATED.iter().find(|(name, _)| *name == question);
    let found = match place {
        Some((_, place)) => at(data, place)?,
        None if question == "meta" => highest(data.get("ratings")?.as_array()?)?,
        None => ["/seats/0/wins", "/entrants/0/wins", "/victory"].iter().find_map(|place| data.pointer(place))?,
    };
    let n = found.get("n").or_else(|| data.get("games"));
    found.is_object().then(|| number(found.get("point"), found.get("interval"), n))
}

/// Returns the rating with the highest point.
fn highest(ratings: &[Value]) -> Option<&Value> {
    let point = |rating: &Value| rating["point"].as_f64().unwrap_or(f64::NEG_INFINITY);
    ratings.iter().reduce(|best, next| if point(next) > point(best) { next } else { best })
}

/// Returns the number in a column of a row, with its interval and number of games.
fn of_row(row: &Map<String, Value>, column: &str) -> Option<Value> {
    let games = row.get("n").or_else(|| row.get("games"));
    Some(number(Some(row.get(column)?), row.get(&format!("{column}_interval")), games))
}

/// Returns the value at a place; `last` stands for the last one of a list, `single` for the first single change.
fn at<'a>(data: &'a Value, place: &str) -> Option<&'a Value> {
    place.split('/').skip(1).try_fold(data, |data, key| match data {
        Value::Array(list) if key == "last" => list.last(),
        Value::Array(list) if key == "single" => list.iter().find(|change| change["pair"] == false),
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    })
}

/// Returns the first row of the main table, by column.
fn first_row(tables: &[Table]) -> Map<String, Value> {
    let Some(table) = tables.first().filter(|table| table.rows() > 0) else { return Map::new() };
    object(table.columns.iter().map(|column| column.name.to_string()).zip(table.json_row(0)))
}

fn number(value: Option<&Value>, interval: Option<&Value>, n: Option<&Value>) -> Value {
    json!({ "value": value, "interval": interval, "n": n })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_number_has_no_interval_and_no_games() {
        let data = json!({ "damage": { "mean": 0.5 } });
        assert_eq!(main_number("ra attack", &data, &[]), json!({ "value": 0.5, "interval": null, "n": null }));
        let data = json!({ "durability": [{ "mean_attacks": 2.0 }, { "mean_attacks": 3.0 }] });
        assert_eq!(main_number("io durability", &data, &[])["value"], 3.0);
        let rolled = json!({ "damage": { "mean": 0.5 }, "simulated": { "mean": 0.6 } });
        assert_eq!(main_number("chain", &rolled, &[])["value"], 0.5);
        let two = json!({ "results": [{ "mean": 1.0 }, { "mean": 2.0 }] });
        assert!(main_number("dice", &two, &[])["value"].is_null());
    }

    #[test]
    fn the_number_of_a_roll_replaces_the_mean_of_all_rolls() {
        let mut data = json!({ "expected": { "best": 2.0 } });
        assert_eq!(main_number("ra assign", &data, &[])["value"], 2.0);
        data["best"] = json!({ "value": 3.0 });
        assert_eq!(main_number("ra assign", &data, &[])["value"], 3.0);
    }

    #[test]
    fn simulated_numbers_have_interval_and_games() {
        let data = json!({ "games": 10, "seats": [{ "wins": { "point": 0.4, "interval": [0.1, 0.7], "n": 8 } }] });
        assert_eq!(main_number("play", &data, &[]), json!({ "value": 0.4, "interval": [0.1, 0.7], "n": 8 }));
        let data = json!({ "games": 8, "entrants": [{ "wins": { "point": 0.6, "interval": [0.2, 0.9], "n": 8 } }] });
        assert_eq!(main_number("play", &data, &[])["value"], 0.6, "of a game that is a program");
        let changes =
            json!([{ "pair": true, "gain": { "point": 0.3 } }, { "pair": false, "gain": { "point": 0.2, "n": 40 } }]);
        assert_eq!(main_number("af improve", &json!({ "changes": changes }), &[])["value"], 0.2);
        let ratings = json!({ "ratings": [{ "point": 1.0, "interval": [0, 2], "n": 5 }, { "point": 9.0, "n": 6 }] });
        assert_eq!(main_number("meta", &ratings, &[])["value"], 9.0);
    }

    #[test]
    fn numbers_of_the_same_rank_have_no_value() {
        assert_eq!(
            main_number("sweep", &json!({ "games": 7 }), &[]),
            json!({ "value": null, "interval": null, "n": 7 })
        );
    }
}
