//! The lines of a replay as a referee reads them: in order, and only by their keys.

use serde_json::Value;

/// A refusal: the line, counted from 1 (0 is the header), and the reason, which starts with the rule's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub line: usize,
    pub why: String,
}

pub(crate) type Ruled<T = ()> = Result<T, Refusal>;

/// A place on the table.
pub(crate) type Place = [f64; 2];

/// One line of a replay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub value: &'a Value,
    pub number: usize,
}

impl<'a> Line<'a> {
    pub(crate) fn refuse<T>(&self, why: impl Into<String>) -> Ruled<T> {
        Err(Refusal { line: self.number, why: why.into() })
    }

    /// Refuses the line unless a condition holds.
    pub(crate) fn rule(&self, holds: bool, why: impl FnOnce() -> String) -> Ruled {
        if holds { Ok(()) } else { self.refuse(why()) }
    }

    /// Refuses the line unless two values are equal.
    pub(crate) fn same<T: PartialEq + std::fmt::Debug>(&self, what: &str, told: T, judged: T) -> Ruled {
        self.rule(told == judged, || format!("{what}: the line has {told:?}, the referee {judged:?}"))
    }

    pub(crate) fn event(&self) -> &'a str {
        self.value["event"].as_str().unwrap_or("")
    }

    pub(crate) fn get(&self, key: &str) -> &'a Value {
        &self.value[key]
    }

    pub(crate) fn opt(&self, key: &str) -> Option<usize> {
        self.value[key].as_u64().map(|number| number as usize)
    }

    pub(crate) fn number(&self, key: &str) -> Ruled<usize> {
        self.opt(key).map_or_else(|| self.refuse(format!("no number `{key}`")), Ok)
    }

    pub(crate) fn real(&self, key: &str) -> Ruled<f64> {
        self.value[key].as_f64().map_or_else(|| self.refuse(format!("no number `{key}`")), Ok)
    }

    pub(crate) fn text(&self, key: &str) -> Ruled<&'a str> {
        self.value[key].as_str().map_or_else(|| self.refuse(format!("no text `{key}`")), Ok)
    }

    pub(crate) fn is(&self, key: &str) -> bool {
        self.value[key].as_bool().unwrap_or(false)
    }

    /// Returns a list of objects; empty if the key is missing.
    pub(crate) fn items(&self, key: &str) -> &'a [Value] {
        self.value[key].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns a list of numbers; empty if the key is missing.
    pub(crate) fn numbers(&self, key: &str) -> Vec<usize> {
        self.items(key).iter().filter_map(Value::as_u64).map(|number| number as usize).collect()
    }

    pub(crate) fn place(&self, key: &str) -> Ruled<Place> {
        place(&self.value[key]).map_or_else(|| self.refuse(format!("no place `{key}`")), Ok)
    }
}

/// Folds the change of a line into the state before it. A change names the parts that differ: fields
/// of an object, items of a list by place. Null is a field that is gone.
pub(crate) fn fold(state: &mut Value, change: &Value) {
    let Value::Object(parts) = change else { return *state = change.clone() };
    if !state.is_object() && !state.is_array() {
        *state = Value::Object(Default::default());
    }
    for (name, part) in parts {
        match state {
            Value::Array(items) => {
                let place: usize = name.parse().unwrap_or(0);
                items.resize(items.len().max(place + 1), Value::Null);
                fold(&mut items[place], part);
            }
            Value::Object(fields) if part.is_null() => drop(fields.remove(name)),
            _ => fold(&mut state[name], part),
        }
    }
}

/// Parses a place; `None` if the value is not a place.
pub(crate) fn place(value: &Value) -> Option<Place> {
    Some([value[0].as_f64()?, value[1].as_f64()?])
}

/// The lines of a replay in order.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    lines: Vec<Line<'a>>,
    next: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(lines: &[&'a Value]) -> Lines<'a> {
        let lines = lines.iter().zip(1..).map(|(value, number)| Line { value, number }).collect();
        Lines { lines, next: 0 }
    }

    /// Returns the next line.
    pub(crate) fn peek(&self) -> Option<Line<'a>> {
        self.lines.get(self.next).copied()
    }

    /// Returns a line further ahead; 0 is the next line.
    pub(crate) fn ahead(&self, by: usize) -> Option<Line<'a>> {
        self.lines.get(self.next + by).copied()
    }

    /// Returns true if the next line has this event.
    pub(crate) fn comes(&self, event: &str) -> bool {
        self.peek().is_some_and(|line| line.event() == event)
    }

    /// Takes the next line, with any event, if its number is right.
    pub(crate) fn next(&mut self) -> Ruled<Line<'a>> {
        let Some(line) = self.peek() else {
            return Err(Refusal { line: self.next + 1, why: "the replay ends too early".to_owned() });
        };
        line.same("running number", line.opt("n"), Some(line.number))?;
        self.next += 1;
        Ok(line)
    }

    /// Refuses the next line.
    pub(crate) fn refuse<T>(&self, why: impl Into<String>) -> Ruled<T> {
        Err(Refusal { line: self.next + 1, why: why.into() })
    }
}
