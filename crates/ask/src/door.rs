//! The one door: a question as JSON in, its answer as JSON out.

mod answer;
mod command;
mod main_number;
mod runs;
#[cfg(test)]
mod tests;

pub use runs::ScenarioQuestion;

use super::{AskError, Asking, Reply};
use command::Typed;
use hitchart_config::InputError;
use hitchart_report::table::unsigned;
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
    let answer = answer(question, asking).and_then(|answer| answer.json());
    answer.unwrap_or_else(|error| mistake_value(question, &error))
}

/// Returns the answer to a question with a mistake, or to one that was stopped; see [`ask`].
pub fn mistake_value(question: &Map<String, Value>, error: &AskError) -> Value {
    mistake(&words(question), error)
}

/// An answer before it is written as JSON. Its sentence and its main number are there at once; tables and figures are
/// written when they are needed.
#[derive(Debug)]
pub struct LazyAnswer {
    asked: String,
    with_figures: bool,
    content: Content,
}

/// The content of an answer.
#[derive(Debug)]
enum Content {
    /// An answer that the command line gives too, with its command.
    Reply(Box<Reply>, Box<Typed>),
    /// An answer that exists as data only.
    Data(Value),
}

/// Answers a question that is parsed already.
///
/// # Errors
/// Fails on mistakes in the question, and if the work was stopped.
pub fn answer(question: &Map<String, Value>, asking: &Asking<'_>) -> Result<LazyAnswer, AskError> {
    let asked = words(question);
    let mut rest = question.clone();
    rest.remove("ask");
    match rest.remove("version").map(|version| version.as_u64()) {
        None | Some(Some(VERSION)) => {}
        Some(_) => return Err(InputError::plain(format!("`version` of a question: allowed is {VERSION}")).into()),
    }
    let with_figures = match rest.remove("figures") {
        None => true,
        Some(Value::Bool(figures)) => figures,
        Some(_) => return Err(InputError::plain("`figures` is true or false").into()),
    };
    let content = match runs::find(&asked) {
        Some(form) => runs::answer(form, rest, with_figures, asking).map(Content::Data),
        None => {
            let typed = Typed::of(&asked, &rest)?;
            typed.answer(asking).map(|reply| Content::Reply(Box::new(reply), Box::new(typed)))
        }
    };
    // A program that failed has stopped the games, and is the reason why an answer is missing or incomplete.
    match asking.programs.fault() {
        Some(fault) => Err(fault.into()),
        None => Ok(LazyAnswer { asked, with_figures, content: content? }),
    }
}

impl LazyAnswer {
    /// Returns the answer as one sentence; empty for answers that exist as data only.
    pub fn line(&self) -> String {
        match &self.content {
            Content::Reply(reply, _) => unsigned(&reply.line),
            Content::Data(_) => String::new(),
        }
    }

    /// Returns the main number: an object with `value`, `interval` and `n`.
    pub fn main_number(&self) -> Value {
        match &self.content {
            Content::Reply(reply, _) => main_number::main_number(&self.asked, &reply.data, &reply.tables),
            Content::Data(_) => Value::Null,
        }
    }

    /// Returns the figures, as the key `figures` of the answer has them.
    ///
    /// # Errors
    /// Fails if a figure cannot be drawn.
    pub fn figures(&self) -> Result<Value, AskError> {
        match &self.content {
            Content::Reply(reply, _) if self.with_figures => Ok(answer::figures(&reply.figures, &reply.source)?.into()),
            _ => Ok(Value::Array(Vec::new())),
        }
    }

    /// Returns the answer as JSON; answers that the command line gives too have no figures.
    pub fn without_figures(&self) -> Value {
        let mut head = json!({ "version": VERSION, "ok": true, "ask": self.asked });
        if let Value::Object(head) = &mut head {
            match &self.content {
                Content::Reply(reply, command) => {
                    head.insert("command".to_owned(), command.line().into());
                    head.insert("main".to_owned(), self.main_number());
                    head.extend(answer::of_reply(reply));
                }
                Content::Data(data) => head.extend(data.as_object().cloned().unwrap_or_default()),
            }
        }
        head
    }

    /// Returns the answer as JSON.
    ///
    /// # Errors
    /// Fails if a figure cannot be drawn.
    pub fn json(&self) -> Result<Value, AskError> {
        let mut answer = self.without_figures();
        if matches!(self.content, Content::Reply(..)) {
            answer["figures"] = self.figures()?;
        }
        Ok(answer)
    }
}

/// Returns the name of a question.
fn words(question: &Map<String, Value>) -> String {
    let asked = question.get("ask").and_then(Value::as_str).unwrap_or_default();
    asked.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read(question: &str) -> Result<Map<String, Value>, InputError> {
    if question.len() > MAX_QUESTION {
        return Err(InputError::plain(format!("the question has more than {MAX_QUESTION} bytes")));
    }
    match serde_json::from_str(question) {
        Ok(Value::Object(question)) => match question.get("ask") {
            Some(Value::String(_)) => Ok(question),
            Some(other) => {
                Err(InputError::plain(format!("`ask` is {other}; needed is the name of a question, a text")))
            }
            None => Err(InputError::plain("`ask` is missing, the name of a question")),
        },
        Ok(_) => Err(InputError::plain(
            "a question is a JSON object, such as {\"ask\": \"ra frame\", \"loadout\": \"RdYBG\"}",
        )),
        Err(error) => Err(InputError::plain(format!("the question is not JSON: {error}"))),
    }
}

/// Returns the answer to a question with a mistake, or to one that was stopped.
fn mistake(words: &str, error: &AskError) -> Value {
    json!({ "version": VERSION, "ok": false, "ask": words, "error": answer::of_error(error) })
}

/// Returns true if the answer to a question may need simulations or a long computation.
pub fn takes_long(question: &Map<String, Value>) -> bool {
    #[rustfmt::skip]
    const LONG: [&str; 27] = [
        "run", "work", "answer", "units", "play", "compare", "sweep", "baseline", "check", "meta", "tune", "exploit",
        "learn", "train", "af duel", "io duel", "ra duel", "af enemies", "af improve", "ra improve", "ra bid", "ra position", "io position", "af position",
        "ra audit", "io audit", "af audit",
    ];
    let asked = question.get("ask").and_then(Value::as_str).unwrap_or_default();
    LONG.contains(&asked) || question.contains_key("simulate")
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
