//! The one door: a question as JSON in, its answer as JSON out.

mod answer;
mod command;
mod runs;
#[cfg(test)]
mod tests;

use super::{AskError, Asking};
use command::Typed;
use hitchart_config::InputError;
use serde_json::{Map, Value, json};

/// Version of the questions and answers; docs/json.md lists the changes.
pub const VERSION: u64 = 1;

/// Most bytes of a question: many times the size of a scenario with its counts.
pub const MAX_QUESTION: usize = 64 << 20;

/// Answers a question.
///
/// Question and answer are JSON objects, which docs/json.md describes. A mistake is an answer too: `ok` is false, and
/// `error` describes it.
///
/// ```
/// use hitchart_ask::{Asking, ask};
/// use std::sync::atomic::AtomicBool;
///
/// let stop = AtomicBool::new(false);
/// let question = r#"{ "ask": "ra attack", "attack": "2d6", "defense": "1d6" }"#;
/// let answer: serde_json::Value = serde_json::from_str(&ask(question, &Asking::data(&stop)))?;
/// assert_eq!(answer["line"], "2d6, vs 1d6: 0.486 damage (34% hit), exact [rulebook]");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn ask(question: &str, asking: &Asking<'_>) -> String {
    let answer = match read(question) {
        Ok(question) => ask_value(&question, asking),
        Err(error) => mistake("", &error.into()),
    };
    answer.to_string()
}

/// Answers a question that is parsed already; see [`ask`].
pub fn ask_value(question: &Map<String, Value>, asking: &Asking<'_>) -> Value {
    let asked = question.get("ask").and_then(Value::as_str).unwrap_or_default();
    let words = asked.split_whitespace().collect::<Vec<_>>().join(" ");
    answered(&words, question, asking).unwrap_or_else(|error| mistake(&words, &error))
}

fn read(question: &str) -> Result<Map<String, Value>, InputError> {
    if question.len() > MAX_QUESTION {
        return Err(InputError::plain(format!("the question has more than {MAX_QUESTION} bytes")));
    }
    match serde_json::from_str(question) {
        Ok(Value::Object(question)) => Ok(question),
        Ok(_) => Err(InputError::plain(
            "a question is a JSON object, such as {\"ask\": \"ra frame\", \"loadout\": \"RdYBG\"}",
        )),
        Err(error) => Err(InputError::plain(format!("the question is not JSON: {error}"))),
    }
}

fn answered(words: &str, question: &Map<String, Value>, asking: &Asking<'_>) -> Result<Value, AskError> {
    let mut rest = question.clone();
    rest.remove("ask");
    match rest.remove("version").map(|version| version.as_u64()) {
        None | Some(Some(VERSION)) => {}
        Some(_) => return Err(InputError::plain(format!("`version` of a question: allowed is {VERSION}")).into()),
    }
    let figures = match rest.remove("figures") {
        None => true,
        Some(Value::Bool(figures)) => figures,
        Some(_) => return Err(InputError::plain("`figures` is true or false").into()),
    };
    let (form, mut answer) = match runs::find(words) {
        Some(form) => (None, runs::answer(form, rest, figures, asking)?),
        None => {
            let typed = Typed::of(words, &rest)?;
            let reply = typed.answer(asking)?;
            (Some(typed.line()), answer::of_reply(&reply, figures)?)
        }
    };
    let head = json!({ "version": VERSION, "ok": true, "ask": words });
    if let (Value::Object(answer), Value::Object(head)) = (&mut answer, head) {
        answer.extend(head);
        answer.extend(form.map(|line| ("command".to_owned(), line.into())));
    }
    Ok(answer)
}

/// Returns the answer to a question with a mistake, or to one that was stopped.
fn mistake(words: &str, error: &AskError) -> Value {
    json!({ "version": VERSION, "ok": false, "ask": words, "error": answer::of_error(error) })
}

/// Returns true if the answer to a question may need simulations or a long computation.
pub fn takes_long(question: &Map<String, Value>) -> bool {
    const LONG: &str = "run work answer units play compare sweep baseline check meta tune exploit learn";
    let asked = question.get("ask").and_then(Value::as_str).unwrap_or_default();
    let is_long = LONG.split(' ').any(|name| name == asked) || ["af enemies", "ra improve", "ra bid"].contains(&asked);
    is_long || question.contains_key("simulate")
}

/// Returns the JSON Schema of all questions.
pub fn schema() -> Value {
    let forms = command::forms().into_iter().chain(runs::forms()).collect::<Vec<_>>();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Questions to hitchart",
        "oneOf": forms,
    })
}
