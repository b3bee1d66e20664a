//! Rows as types: one list of fields gives the columns of a table, the objects in JSON and the entries of the
//! dictionary.
//!
//! ```
//! use hitchart_report::table::{Field, Row, Table};
//!
//! struct Fleet {
//!     ships: u8,
//!     strength: f64,
//! }
//!
//! impl Row for Fleet {
//!     fn fields() -> Vec<Field<Self>> {
//!         vec![
//!             Field::count("ships", "Ships", |row| Some(row.ships.into())),
//!             Field::number("strength", "Strength", 1, |row: &Self| Some(row.strength))
//!                 .means("points", "Sum of its weapons"),
//!         ]
//!     }
//! }
//!
//! let fleets = [Fleet { ships: 3, strength: 7.5 }];
//! let table = Table::new("fleets", "Fleets", "").of(&fleets);
//! assert_eq!(table.to_csv()?, b"ships,strength\n3,7.5\n");
//! assert_eq!(Fleet::json(&fleets)[0]["strength"], 7.5);
//! assert_eq!(table.columns[1].entry().unwrap().meaning, "Sum of its weapons");
//! # Ok::<(), hitchart_report::table::TableError>(())
//! ```

use super::files::{ColumnType, DictionaryEntry};
use super::text::object;
use super::{Column, Table};
use hitchart_stats::Estimate;
use serde_json::{Value, json};

type Name = &'static str;

/// A type of rows.
pub trait Row: Sized {
    /// Returns the fields, in the order of the columns.
    fn fields() -> Vec<Field<Self>>;

    /// Returns rows as a list of objects.
    fn json(rows: &[Self]) -> Vec<Value> {
        let fields = Self::fields();
        let of = |row| object(fields.iter().filter_map(|field| Some((field.key?, field.value.json(row)))));
        rows.iter().map(|row| of(row).into()).collect()
    }
}

/// A field of rows: a column of a table, a key in JSON, or both.
pub struct Field<R> {
    name: Name,
    title: Name,
    key: Option<Name>,
    means: Option<(Name, Name)>,
    value: FieldValue<R>,
}

/// Function that computes a row's value, by the type of the column. Numbers have their decimals.
enum FieldValue<R> {
    Text(fn(&R) -> String),
    Flag(fn(&R) -> Option<bool>),
    Count(fn(&R) -> Option<u64>),
    Number(usize, fn(&R) -> Option<f64>),
    Interval(usize, fn(&R) -> Option<(f64, f64)>),
    Estimate(usize, fn(&R) -> Option<Estimate>),
    Json(fn(&R) -> Value),
}

impl<R> FieldValue<R> {
    fn json(&self, row: &R) -> Value {
        match self {
            FieldValue::Text(value) => Some(value(row)).filter(|text| !text.is_empty()).into(),
            FieldValue::Flag(value) => value(row).into(),
            FieldValue::Count(value) => value(row).into(),
            FieldValue::Number(_, value) => value(row).into(),
            FieldValue::Interval(_, value) => value(row).map(|(low, high)| vec![low, high]).into(),
            FieldValue::Estimate(_, value) => value(row).as_ref().map(estimate_json).into(),
            FieldValue::Json(value) => value(row),
        }
    }
}

impl<R> Field<R> {
    const fn new(name: Name, title: Name, value: FieldValue<R>) -> Field<R> {
        Field { name, title, key: Some(name), means: None, value }
    }

    /// Returns a field of text; empty text means "does not apply".
    pub const fn text(name: Name, title: Name, value: fn(&R) -> String) -> Field<R> {
        Field::new(name, title, FieldValue::Text(value))
    }

    /// Returns a field of flags.
    pub const fn flag(name: Name, title: Name, value: fn(&R) -> Option<bool>) -> Field<R> {
        Field::new(name, title, FieldValue::Flag(value))
    }

    /// Returns a field of counts.
    pub const fn count(name: Name, title: Name, value: fn(&R) -> Option<u64>) -> Field<R> {
        Field::new(name, title, FieldValue::Count(value))
    }

    /// Returns a field of numbers, shown with `decimals` decimals.
    pub const fn number(name: Name, title: Name, decimals: usize, value: fn(&R) -> Option<f64>) -> Field<R> {
        Field::new(name, title, FieldValue::Number(decimals, value))
    }

    /// Returns a field of intervals, shown with `decimals` decimals.
    pub const fn interval(name: Name, title: Name, decimals: usize, value: fn(&R) -> Option<(f64, f64)>) -> Field<R> {
        Field::new(name, title, FieldValue::Interval(decimals, value))
    }

    /// Returns a field of estimates, shown with `decimals` decimals. In tables, their intervals are a column with this name
    /// and `_interval`; in JSON, an estimate is an object with its interval and its number of games.
    pub const fn estimate(name: Name, title: Name, decimals: usize, value: fn(&R) -> Option<Estimate>) -> Field<R> {
        Field::new(name, title, FieldValue::Estimate(decimals, value))
    }

    /// Returns a field that only JSON has.
    pub const fn json_only(key: Name, value: fn(&R) -> Value) -> Field<R> {
        Field::new(key, "", FieldValue::Json(value))
    }

    /// Returns the field with another key in JSON.
    pub const fn keyed(mut self, key: Name) -> Field<R> {
        self.key = Some(key);
        self
    }

    /// Returns the field without a key in JSON.
    pub const fn table_only(mut self) -> Field<R> {
        self.key = None;
        self
    }

    /// Returns the field with an entry of the dictionary: its unit, empty for none, and its meaning. Other fields have
    /// the entry of their name.
    pub const fn means(mut self, unit: Name, meaning: Name) -> Field<R> {
        self.means = Some((unit, meaning));
        self
    }

    fn add_to(&self, table: Table, rows: &[R]) -> Table {
        let (name, title, before) = (self.name, self.title, table.columns.len());
        let mut table = match self.value {
            FieldValue::Text(value) => table.text(name, title, rows.iter().map(value)),
            FieldValue::Flag(value) => table.flag(name, title, rows.iter().map(value)),
            FieldValue::Count(value) => table.count(name, title, rows.iter().map(value)),
            FieldValue::Number(decimals, value) => table.number(name, title, decimals, rows.iter().map(value)),
            FieldValue::Interval(decimals, value) => table.interval(name, title, decimals, rows.iter().map(value)),
            FieldValue::Estimate(decimals, value) => table.estimate(name, title, decimals, rows.iter().map(value)),
            FieldValue::Json(_) => return table,
        };
        for column in table.columns.iter_mut().skip(before) {
            column.entry = self.means.map(|means| self.entry(means));
        }
        table
    }

    fn entry(&self, (unit, meaning): (&str, &str)) -> DictionaryEntry {
        let kind = match self.value {
            FieldValue::Text(_) | FieldValue::Json(_) => ColumnType::Text,
            FieldValue::Flag(_) => ColumnType::Flag,
            FieldValue::Count(_) => ColumnType::Integer,
            FieldValue::Number(..) | FieldValue::Interval(..) | FieldValue::Estimate(..) => ColumnType::Number,
        };
        DictionaryEntry { kind, unit: unit.to_owned(), meaning: meaning.to_owned() }
    }
}

impl Table {
    /// Returns the table with the columns of a type of rows.
    pub fn of<R: Row>(self, rows: &[R]) -> Table {
        R::fields().iter().fold(self, |table, field| field.add_to(table, rows))
    }
}

impl Column {
    /// Returns the entry of the dictionary: that of the field, or that of the name. `None` if there is neither.
    pub fn entry(&self) -> Option<DictionaryEntry> {
        self.entry.clone().or_else(|| super::entry(&self.name))
    }
}

// Estimates as data.

/// Returns the interval. `None` if a bound is infinite.
pub fn bounded(estimate: &Estimate) -> Option<(f64, f64)> {
    let (low, high) = estimate.interval;
    (low.is_finite() && high.is_finite()).then_some((low, high))
}

/// Returns the bounds of an interval for JSON. `None` if infinite, as with a single observation.
pub fn bounds(estimate: &Estimate) -> [Option<f64>; 2] {
    [estimate.interval.0, estimate.interval.1].map(|bound| Some(bound).filter(|bound| bound.is_finite()))
}

/// Returns an estimate as JSON: its point, its interval and its number of games.
pub fn estimate_json(estimate: &Estimate) -> Value {
    json!({ "point": estimate.point, "interval": bounds(estimate), "n": estimate.n })
}
