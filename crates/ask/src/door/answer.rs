//! The JSON of answers and mistakes.

use crate::{AskError, Reply};
use hitchart_config::InputError;
use hitchart_lab::study::{Answer, NamedStudy};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, draw_svg};
use hitchart_report::table::{Table, unsigned, unsigned_zeros};
use serde_json::{Map, Value, json};

/// Returns the keys of the answer to a question, without figures.
pub(super) fn of_reply(reply: &Reply) -> Map<String, Value> {
    let mut answer = json!({
        "summary": reply.sentences().iter().map(|said| unsigned(said)).collect::<Vec<_>>(),
        "line": unsigned(&reply.line),
        "numbers": numbers(&reply.numbers),
        "undecided": unsigned(&reply.undecided),
        "tables": reply.tables.iter().map(table).collect::<Vec<_>>(),
        "data": reply.json(),
        "notes": reply.notes,
        "warnings": reply.warnings,
    });
    if let Value::Object(answer) = &mut answer {
        answer.extend(some("question", &reply.question));
        answer.extend(some("text", &reply.text));
        answer.extend(some("source", &reply.source));
        if !reply.files.is_empty() {
            let files: Map<String, Value> =
                reply.files.iter().map(|(name, text)| (name.clone(), text.as_str().into())).collect();
            answer.insert("files".to_owned(), files.into());
        }
        if !reply.counts.is_empty() {
            answer.insert("counts".to_owned(), json!(reply.counts));
        }
        let stopped = reply.stopped.map(|(done, asked)| json!({ "done": done, "asked": asked }));
        answer.extend(stopped.map(|stopped| ("stopped".to_owned(), stopped)));
    }
    match unsigned_zeros(answer) {
        Value::Object(answer) => answer,
        _ => Map::new(),
    }
}

/// Returns the answer to a study; `source` ends its line.
///
/// # Errors
/// Fails if a figure cannot be drawn.
pub(super) fn of_study(
    study: &NamedStudy,
    answer: &Answer,
    source: &str,
    with_figures: bool,
) -> Result<Value, AskError> {
    let figures = if with_figures { figures(&answer.figures, source)? } else { Vec::new() };
    Ok(unsigned_zeros(json!({
        "name": study.name,
        "kind": study.kind,
        "title": study.title,
        "text": study.text,
        "summary": answer.said.iter().map(|said| unsigned(said)).collect::<Vec<_>>(),
        "line": unsigned(&answer.sourced(source)),
        "numbers": numbers(&answer.numbers),
        "undecided": unsigned(&answer.undecided),
        "tables": answer.tables.iter().map(table).collect::<Vec<_>>(),
        "figures": figures,
        "data": answer.json,
        "warnings": answer.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })))
}

fn some(key: &str, text: &str) -> Option<(String, Value)> {
    (!text.is_empty()).then(|| (key.to_owned(), text.into()))
}

fn numbers(numbers: &[KeyNumber]) -> Vec<Value> {
    numbers.iter().map(|number| json!({ "label": number.label, "value": unsigned(&number.value) })).collect()
}

fn table(table: &Table) -> Value {
    let columns: Vec<Value> = table
        .columns
        .iter()
        .map(|column| {
            let (kind, decimals) = (column.values.kind(), column.values.decimals());
            json!({ "name": column.name, "title": column.title, "kind": kind, "decimals": decimals })
        })
        .collect();
    let rows: Vec<Vec<Value>> = (0..table.rows()).map(|row| table.json_row(row)).collect();
    json!({ "name": table.name, "title": table.title, "note": table.note, "columns": columns, "rows": rows })
}

/// Draws figures.
///
/// # Errors
/// Fails if a figure cannot be drawn.
pub(super) fn figures(figures: &[(Figure, Table)], source: &str) -> Result<Vec<Value>, AskError> {
    let drawn = |(figure, table): &(Figure, Table)| {
        let [svg, narrow] = draw_svg(figure, table, source)
            .map_err(|cause| AskError::Content { what: figure.name.clone(), cause: cause.to_string() })?;
        let (name, title, alt) = (&figure.name, &figure.title, &figure.alt);
        Ok(json!({ "name": name, "title": title, "alt": alt, "svg": svg, "narrow": narrow }))
    };
    figures.iter().map(drawn).collect()
}

/// Describes the reason why a question has no answer.
pub(super) fn of_error(error: &AskError) -> Value {
    match error {
        AskError::Input(error) => of_input(error),
        AskError::Interrupted | AskError::Stopped { .. } => json!({ "kind": "stopped", "message": error.to_string() }),
        _ => json!({ "kind": "failed", "message": error.to_string() }),
    }
}

fn of_input(error: &InputError) -> Value {
    let (problem, help) = error.parts();
    let mut found = json!({ "kind": "input", "message": error.render(false), "problem": problem });
    if let Value::Object(found) = &mut found {
        found.extend(help.as_deref().and_then(|help| some("help", help)));
        found.extend(argument(&problem).and_then(|argument| some("argument", &argument)));
        if let Some((file, span)) = error.place.as_deref() {
            let before = file.text.get(..span.start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            found.insert("file".to_owned(), file.name().into());
            found.insert("line".to_owned(), line.into());
            found.insert("column".to_owned(), column.into());
        }
    }
    found
}

/// Returns the argument that a message begins with: `whites` of `--whites: allowed are 0 to 2`.
fn argument(problem: &str) -> Option<String> {
    let name = problem.strip_prefix("--")?.split([':', ' ']).next()?;
    Some(name.replace('-', "_"))
}
