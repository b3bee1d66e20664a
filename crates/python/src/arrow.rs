//! Tables as Arrow streams.

use polars_arrow::array::{Array, BooleanArray, Float64Array, Int64Array, StructArray, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, export_iterator};
use polars_error::PolarsResult;
use serde::Deserialize;
use serde_json::Value;

/// A table of an answer, as docs/json.md describes it.
#[derive(Debug, Deserialize)]
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<Value>>,
}

/// A column of a table.
#[derive(Debug, Deserialize)]
struct Column {
    name: String,
    kind: String,
}

/// A stream that can be moved to the thread that reads it.
#[expect(dead_code, reason = "the reader of the capsule uses the stream by its address")]
pub(crate) struct ReadByAddress(pub(crate) ArrowArrayStream);

// SAFETY: the stream owns its only array, and nothing else refers to it.
unsafe impl Send for ReadByAddress {}

/// Returns a stream with one array of all rows. An interval becomes two columns, as in the files of a report.
///
/// # Errors
/// Fails on columns of different lengths.
pub(crate) fn stream(table: &Table) -> PolarsResult<ArrowArrayStream> {
    let mut fields: Vec<Field> = Vec::new();
    let mut arrays: Vec<Box<dyn Array>> = Vec::new();
    let mut add = |name: String, array: Box<dyn Array>| {
        fields.push(Field::new(name.into(), array.dtype().clone(), true));
        arrays.push(array);
    };
    for (place, column) in table.columns.iter().enumerate() {
        let cells = || table.rows.iter().map(move |row| row.get(place).unwrap_or(&Value::Null));
        match column.kind.as_str() {
            "flag" => {
                let values: Vec<Option<bool>> = cells().map(Value::as_bool).collect();
                add(column.name.clone(), BooleanArray::from(values).boxed());
            }
            "count" => {
                let values: Vec<Option<i64>> = cells().map(Value::as_i64).collect();
                add(column.name.clone(), Int64Array::from(values).boxed());
            }
            "number" => {
                let values: Vec<Option<f64>> = cells().map(Value::as_f64).collect();
                add(column.name.clone(), Float64Array::from(values).boxed());
            }
            "interval" => {
                for (end, name) in ["low", "high"].into_iter().enumerate() {
                    let bounds: Vec<Option<f64>> = cells().map(|cell| cell.get(end).and_then(Value::as_f64)).collect();
                    add(format!("{}_{name}", column.name), Float64Array::from(bounds).boxed());
                }
            }
            _ => {
                let values: Vec<Option<&str>> = cells().map(Value::as_str).collect();
                add(column.name.clone(), Utf8ViewArray::from_slice(values).boxed());
            }
        }
    }
    let dtype = ArrowDataType::Struct(fields);
    let array = StructArray::try_new(dtype.clone(), table.rows.len(), arrays, None)?.boxed();
    let field = Field::new("".into(), dtype, false);
    Ok(export_iterator(Box::new(std::iter::once(Ok(array))), field))
}
