//! Questions as Python has them: dictionaries, lists, texts and numbers become JSON.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// Deepest nesting of lists and dictionaries in a question. The reader of JSON has the same limit.
const MAX_DEPTH: usize = 128;

/// Converts a question to JSON. `other` converts values of other types, such as numbers of numpy.
///
/// # Errors
/// Fails on numbers that are not finite or need more than 64 bits, on nesting deeper than [`MAX_DEPTH`], and with the
/// errors of `other`.
pub(crate) fn to_json(question: &Bound<'_, PyDict>, other: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    map(question, other, MAX_DEPTH, None)
}

/// Converts a dictionary. `argument` is the argument that it belongs to; `None` for the question itself.
fn map(
    dict: &Bound<'_, PyDict>,
    other: &Bound<'_, PyAny>,
    depth: usize,
    argument: Option<&str>,
) -> PyResult<Map<String, Value>> {
    let entry = |(key, one): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let key = match key.cast::<PyString>() {
            Ok(text) => text.to_str()?.to_owned(),
            Err(_) => key.str()?.to_str()?.to_owned(),
        };
        let one = value(&one, other, below(dict.py(), depth)?, argument.unwrap_or(&key))?;
        Ok((key, one))
    };
    dict.iter().map(entry).collect()
}

/// Converts a value of an argument.
fn value(any: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>, depth: usize, argument: &str) -> PyResult<Value> {
    let list = |items: &mut dyn Iterator<Item = Bound<'_, PyAny>>| {
        let depth = below(any.py(), depth)?;
        items.map(|item| value(&item, other, depth, argument)).collect::<PyResult<Vec<Value>>>().map(Value::Array)
    };
    if let Ok(text) = any.cast::<PyString>() {
        Ok(text.to_str()?.into())
    } else if any.is_none() {
        Ok(Value::Null)
    } else if let Ok(truth) = any.cast::<PyBool>() {
        Ok(truth.is_true().into())
    } else if any.is_instance_of::<PyInt>() {
        integer(any, argument)
    } else if let Ok(float) = any.cast::<PyFloat>() {
        finite(any, float.value(), argument)
    } else if let Ok(dict) = any.cast::<PyDict>() {
        Ok(Value::Object(map(dict, other, depth, Some(argument))?))
    } else if let Ok(items) = any.cast::<PyList>() {
        list(&mut items.iter())
    } else if let Ok(items) = any.cast::<PyTuple>() {
        list(&mut items.iter())
    } else {
        value(&other.call1((any,))?, other, below(any.py(), depth)?, argument)
    }
}

/// Converts an integer of at most 64 bits.
fn integer(any: &Bound<'_, PyAny>, argument: &str) -> PyResult<Value> {
    if let Ok(number) = any.extract::<i64>() {
        return Ok(number.into());
    }
    let allowed = format!("allowed: whole numbers from {} to {}", i64::MIN, u64::MAX);
    any.extract::<u64>().map(Value::from).map_err(|_| wrong(any, argument, &allowed))
}

fn finite(any: &Bound<'_, PyAny>, number: f64, argument: &str) -> PyResult<Value> {
    Number::from_f64(number).map(Value::Number).ok_or_else(|| wrong(any, argument, "allowed: finite numbers"))
}

/// Returns the exception for a number of an argument.
fn wrong(number: &Bound<'_, PyAny>, argument: &str, allowed: &str) -> PyErr {
    // The digits of a number can be too many to be written.
    let text = number.str().map_or_else(|_| "a number with too many digits".to_owned(), |text| text.to_string());
    mistake(number.py(), &format!("`{argument}` is {text}; {allowed}"), Some(argument))
}

/// Returns the exception for a mistake in a question, or in one of its arguments.
fn mistake(py: Python<'_>, problem: &str, argument: Option<&str>) -> PyErr {
    let error = || {
        let found = PyDict::new(py);
        found.set_item("argument", argument)?;
        py.import("hitchart._errors")?.getattr("MistakeError")?.call1((problem, found))
    };
    error().map_or_else(|fault| fault, PyErr::from_value)
}

/// Returns the nesting that is left one level below.
fn below(py: Python<'_>, depth: usize) -> PyResult<usize> {
    depth
        .checked_sub(1)
        .ok_or_else(|| mistake(py, &format!("the question is nested deeper than {MAX_DEPTH} levels"), None))
}
