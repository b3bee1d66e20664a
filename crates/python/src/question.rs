//! Questions as Python has them: dictionaries, lists, texts and numbers become JSON.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// Deepest nesting of lists and dictionaries in a question. The reader of JSON has the same limit.
const MAX_DEPTH: usize = 128;

/// Converts a question to JSON. `other` converts values of other types, such as numbers of numpy.
///
/// # Errors
/// Fails on numbers that are not finite, on nesting deeper than [`MAX_DEPTH`], and with the errors of `other`.
pub(crate) fn to_json(question: &Bound<'_, PyDict>, other: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    map(question, other, MAX_DEPTH)
}

fn map(dict: &Bound<'_, PyDict>, other: &Bound<'_, PyAny>, depth: usize) -> PyResult<Map<String, Value>> {
    let entry = |(key, one): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let key = match key.cast::<PyString>() {
            Ok(text) => text.to_str()?.to_owned(),
            Err(_) => key.str()?.to_str()?.to_owned(),
        };
        Ok((key, value(&one, other, below(dict.py(), depth)?)?))
    };
    dict.iter().map(entry).collect()
}

fn value(any: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    let list = |items: &mut dyn Iterator<Item = Bound<'_, PyAny>>| {
        let depth = below(any.py(), depth)?;
        items.map(|item| value(&item, other, depth)).collect::<PyResult<Vec<Value>>>().map(Value::Array)
    };
    if let Ok(text) = any.cast::<PyString>() {
        Ok(text.to_str()?.into())
    } else if any.is_none() {
        Ok(Value::Null)
    } else if let Ok(truth) = any.cast::<PyBool>() {
        Ok(truth.is_true().into())
    } else if any.is_instance_of::<PyInt>() {
        integer(any)
    } else if let Ok(float) = any.cast::<PyFloat>() {
        finite(any.py(), float.value())
    } else if let Ok(dict) = any.cast::<PyDict>() {
        Ok(Value::Object(map(dict, other, depth)?))
    } else if let Ok(items) = any.cast::<PyList>() {
        list(&mut items.iter())
    } else if let Ok(items) = any.cast::<PyTuple>() {
        list(&mut items.iter())
    } else {
        value(&other.call1((any,))?, other, below(any.py(), depth)?)
    }
}

/// Converts an integer; one that needs more than 64 bits becomes the nearest floating-point number, as in JSON.
fn integer(any: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(number) = any.extract::<i64>() {
        return Ok(number.into());
    }
    any.extract::<u64>().map_or_else(|_| finite(any.py(), any.extract::<f64>()?), |number| Ok(number.into()))
}

fn finite(py: Python<'_>, number: f64) -> PyResult<Value> {
    let problem = || mistake(py, &format!("a number of the question is not finite: {number}"));
    Number::from_f64(number).map(Value::Number).ok_or_else(problem)
}

/// Returns the exception for a mistake in a question.
fn mistake(py: Python<'_>, problem: &str) -> PyErr {
    let error = py.import("hitchart._errors").and_then(|errors| errors.getattr("MistakeError")?.call1((problem,)));
    error.map_or_else(|fault| fault, PyErr::from_value)
}

/// Returns the nesting that is left one level below.
fn below(py: Python<'_>, depth: usize) -> PyResult<usize> {
    depth.checked_sub(1).ok_or_else(|| mistake(py, &format!("the question is nested deeper than {MAX_DEPTH} levels")))
}
