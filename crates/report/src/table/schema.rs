//! The schema of table files for programs: types, units and meanings of columns.

use super::dictionary::{Entry, Kind, entry};
use super::{Column, Table, Values};
use serde_json::{Value, json};

/// A column of a file; an interval has two.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub name: String,
    pub title: String,
    pub entry: Entry,
}

/// Returns the fields of a column, in the order of the files. Columns missing from the dictionary have no unit and no
/// meaning.
pub(super) fn fields(column: &Column) -> Vec<Field> {
    let known = entry(&column.name).unwrap_or_else(|| unknown(&column.values));
    let Values::Interval { .. } = column.values else {
        return vec![Field { name: column.name.clone(), title: column.title.clone(), entry: known }];
    };
    let side = |suffix: &str, bound: &str| Field {
        name: format!("{}{suffix}", column.name),
        title: format!("{}, {bound} bound", column.title),
        entry: Entry { meaning: format!("{}: {bound} bound", known.meaning), ..known.clone() },
    };
    vec![side("_low", "lower"), side("_high", "upper")]
}

/// Returns the entry of a column that the dictionary lacks: the type follows from the values.
fn unknown(values: &Values) -> Entry {
    let kind = match values {
        Values::Text(_) => Kind::Text,
        Values::Flag(_) => Kind::Flag,
        Values::Count(_) => Kind::Integer,
        Values::Number { .. } | Values::Interval { .. } => Kind::Number,
    };
    Entry { kind, unit: String::new(), meaning: String::new() }
}

/// Returns title, note and columns of every table by its name, in order, as JSON.
pub fn schema<'a>(tables: impl IntoIterator<Item = &'a Table>) -> Value {
    let column = |field: Field| {
        json!({
            "name": field.name,
            "title": field.title,
            "type": field.entry.kind,
            "unit": field.entry.unit,
            "meaning": field.entry.meaning,
        })
    };
    let table = |table: &Table| {
        let columns: Vec<Value> = table.columns.iter().flat_map(fields).map(column).collect();
        let told = json!({ "title": table.title, "note": table.note, "rows": table.rows(), "columns": columns });
        (table.name.clone(), told)
    };
    json!({ "tables": tables.into_iter().map(table).collect::<serde_json::Map<_, _>>() })
}
