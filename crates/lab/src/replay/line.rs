//! Lines of replays: an event with its words, and the changes of the state that go with it.
//!
//! A game supplies events and states as plain data. A change is computed from the states before and after the event, so
//! that readers of lines rebuild every state without the rules of the game.

use hitchart_report::table::object;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// One line of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Running number, from 1.
    pub n: u32,
    /// The round; 0 before the first.
    pub round: u8,
    /// Kind of the event in `event`, with the fields of this kind.
    #[serde(flatten)]
    pub event: Map<String, Value>,
    /// Description of the event.
    pub text: String,
    /// Change of the state, in the form that [`apply`] reads; the whole state in the first line. `None` if the state is
    /// the same as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Value>,
}

impl Line {
    /// Returns the name of the event.
    pub fn name(&self) -> &str {
        self.event.get("event").and_then(Value::as_str).unwrap_or_default()
    }
}

/// The lines of a game so far, and the state after the last one.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines in order.
    pub lines: Vec<Line>,
    state: Value,
}

impl Lines {
    /// Adds the line of an event. `state` is the state right after the event.
    pub fn add(&mut self, round: u8, event: Map<String, Value>, text: String, mut state: Value) {
        make_plain(&mut state);
        let change = match self.state {
            Value::Null => Some(state.clone()),
            _ => difference(&self.state, &state),
        };
        let n = self.lines.len() as u32 + 1;
        self.lines.push(Line { n, round, event, text, change });
        self.state = state;
    }

    /// Returns the state after the last line; null before the first.
    pub fn state(&self) -> &Value {
        &self.state
    }
}

/// Returns the fields of an event, which serializes to an object. Numbers have at most four decimals, and fields without
/// a value are left out.
pub fn fields(event: &impl Serialize) -> Map<String, Value> {
    let mut fields = serde_json::to_value(event).unwrap_or_default();
    make_plain(&mut fields);
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Rounds a number to four decimals, the precision of lengths in a replay; never minus zero.
pub fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// Rounds numbers, and removes fields without a value.
fn make_plain(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, value| !value.is_null());
            fields.values_mut().for_each(make_plain);
        }
        Value::Array(items) => items.iter_mut().for_each(make_plain),
        Value::Number(number) if number.is_f64() => *value = json!(number.as_f64().map(rounded)),
        _ => {}
    }
}

/// Returns the difference between two states; `None` if they are equal.
///
/// The form is a JSON merge patch (RFC 7396) that also reaches into lists of objects. An object changes field by field;
/// null removes a field. A list of objects that does not get shorter changes item by item, and the names of the items are
/// their places. Everything else is replaced. A field that holds a list never holds an object later.
fn difference(before: &Value, after: &Value) -> Option<Value> {
    match (before, after) {
        _ if before == after => None,
        (Value::Object(before), Value::Object(after)) => {
            let removed = before.keys().filter(|name| !after.contains_key(*name));
            let removed = removed.map(|name| (name.clone(), Value::Null));
            let changed = after.iter().filter_map(|(name, value)| {
                Some((name.clone(), difference(before.get(name).unwrap_or(&Value::Null), value)?))
            });
            Some(object(removed.chain(changed)).into())
        }
        (Value::Array(before), Value::Array(after))
            if after.len() >= before.len() && after.iter().all(Value::is_object) =>
        {
            let changed = after.iter().enumerate().filter_map(|(place, value)| {
                Some((place.to_string(), difference(before.get(place).unwrap_or(&Value::Null), value)?))
            });
            Some(object(changed).into())
        }
        (_, after) => Some(after.clone()),
    }
}

/// Applies the change of a line to the state before it. States begin with null.
pub fn apply(state: &mut Value, change: &Value) {
    let Value::Object(parts) = change else { return state.clone_from(change) };
    if let Value::Array(items) = state {
        for (place, part) in parts.iter().filter_map(|(place, part)| Some((place.parse::<usize>().ok()?, part))) {
            items.resize(items.len().max(place + 1), Value::Null);
            apply(&mut items[place], part);
        }
        return;
    }
    if !state.is_object() {
        *state = json!({});
    }
    for (name, part) in parts {
        match part {
            Value::Null => drop(state.as_object_mut().map(|fields| fields.remove(name))),
            _ => apply(&mut state[name], part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn states(from: &[Value]) -> Lines {
        let mut lines = Lines::default();
        from.iter().for_each(|state| lines.add(0, Map::new(), String::new(), state.clone()));
        lines
    }

    #[test]
    fn a_change_names_only_what_is_new() {
        let unit = |at: f64, spot: Value| json!({ "at": [at, 0.5], "spot": spot, "systems": ["B", "G"] });
        let before =
            json!({ "clock": 9, "units": [unit(1.0, json!(null)), unit(2.0, json!({ "value": 3, "by": 0 }))] });
        let mut after = before.clone();
        after["units"][0]["at"] = json!([1.000_04, -0.000_01]);
        after["units"][1]["spot"] = json!(null);
        after["units"][1]["systems"] = json!(["B"]);
        let lines = states(&[before.clone(), before, after]).lines;
        assert_eq!(lines[0].change.as_ref().unwrap()["units"][0]["at"], json!([1.0, 0.5]));
        assert_eq!(lines[1].change, None);
        let change = json!({ "units": { "0": { "at": [1.0, 0.0] }, "1": { "spot": null, "systems": ["B"] } } });
        assert_eq!(lines[2].change, Some(change));
    }

    #[test]
    fn lists_grow_by_place_and_are_replaced_if_they_shrink() {
        let list =
            |length: usize| json!({ "pieces": (0..length).map(|i| json!({ "hits": i })).collect::<Vec<Value>>() });
        let lines = states(&[list(0), list(12), list(1)]);
        assert_eq!(lines.lines[1].change.as_ref().unwrap()["pieces"]["11"], json!({ "hits": 11 }));
        assert_eq!(lines.lines[2].change, Some(json!({ "pieces": [{ "hits": 0 }] })));
    }

    #[test]
    fn events_are_rounded_and_hold_no_empty_fields() {
        let event = fields(&json!({ "event": "moved", "die": null, "length": 0.123_456, "at": [-0.0, 2] }));
        assert_eq!(Value::Object(event), json!({ "event": "moved", "length": 0.1235, "at": [0.0, 2] }));
    }

    /// Returns random states: values, a list of values, an object, and a list of objects, any of which may be missing.
    fn any_state() -> impl Strategy<Value = Value> {
        let value = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..3_i32).prop_map(Value::from),
            "[ab]{0,2}".prop_map(Value::from)
        ];
        let list = prop::collection::vec(0..3_i32, 0..4);
        let flat = (value.clone(), list).prop_map(|(value, list)| json!({ "value": value, "list": list }));
        flat.prop_recursive(3, 40, 6, move |inner| {
            let parts =
                (value.clone(), prop::option::of(inner.clone()), prop::option::of(prop::collection::vec(inner, 0..13)));
            parts.prop_map(|(value, object, items)| json!({ "value": value, "object": object, "items": items }))
        })
    }

    proptest! {
        #[test]
        fn changes_rebuild_every_state(all in prop::collection::vec(any_state(), 1..6)) {
            let mut rebuilt = Value::Null;
            for (mut state, line) in all.clone().into_iter().zip(states(&all).lines) {
                if let Some(change) = &line.change {
                    apply(&mut rebuilt, change);
                }
                make_plain(&mut state);
                prop_assert_eq!(&rebuilt, &state);
            }
        }

        #[test]
        fn lines_can_be_read_again(all in prop::collection::vec(any_state(), 1..4)) {
            for line in states(&all).lines {
                let text = serde_json::to_string(&line).unwrap();
                prop_assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
            }
        }
    }
}
