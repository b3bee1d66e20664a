//! The lab from the command line: `hitchart serve` gives the page to a browser, `hitchart link` writes the link of a question
//! with its answer, and `hitchart open` reads one and asks again.

use super::{error::CliError, output, report::open_address};
use clap::Args;
use hitchart_ask::{Asking, Link, ask_value};
use hitchart_config::{FileText, InputError};
use hitchart_report::table::escape::line;
use hitchart_serve::serve;
use serde_json::{Map, Value};
use std::{path::PathBuf, sync::atomic::AtomicBool};

// `hitchart serve`

/// Default port, which no other common program uses.
const PORT: u16 = 4816;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Port on this machine; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Serves the lab until Ctrl-C, and prints its address once it is there.
pub(crate) fn run_serve(args: &ServeArgs, stop: &AtomicBool) -> Result<(), CliError> {
    let ready = |address: std::net::SocketAddr| {
        let address = format!("http://{address}/");
        output::note(&format!("The lab is at {address} on this machine only. Ctrl-C ends it."));
        if args.open
            && let Err(cause) = open_address(address.as_ref())
        {
            output::warn(&format!("cannot open {address}: {cause}"));
        }
    };
    Ok(serve(args.port, stop, ready)?)
}

// `hitchart link` and `hitchart open`

#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// File with a question as JSON, or `-` for standard input; docs/json.md describes questions
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Address of the page
    #[arg(long, value_name = "URL", default_value = "lab.html")]
    base: String,
}

#[derive(Debug, Args)]
pub(crate) struct OpenArgs {
    /// Link of the lab, or what follows its `#`
    #[arg(value_name = "LINK")]
    link: String,
}

/// Asks a question, and prints the link with the question, the answer and its counts.
pub(crate) fn run_link(args: &LinkArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let file = if args.file.as_os_str() == "-" { FileText::standard_input()? } else { FileText::read(&args.file)? };
    let question: Map<String, Value> = serde_json::from_str(&file.text)
        .map_err(|error| InputError::plain(format!("{} has no question as a JSON object: {error}", file.name())))?;
    let answer = answered(&question, asking)?;
    output::print(&format!("{}#{}", args.base, Link::of(question, &answer).text()))
}

/// Prints the answer of a link, asks its question again, and prints whether the counts agree.
pub(crate) fn run_open(args: &OpenArgs, asking: &Asking<'_>) -> Result<(), CliError> {
    let link = Link::read(&args.link)?;
    // The question comes from another person: it reads no file.
    let answer = answered(&link.whole_question(), &Asking { quiet: false, ..Asking::data(asking.stop) })?;
    let again = Link::of(link.whole_question(), &answer);
    let sentence = |link: &Link| link.answer.as_ref().map_or("no answer".to_owned(), |answer| line(&answer.line));
    let agreement = match link.agrees(&answer) {
        Some(true) if link.answer.is_some() && sentence(&link) != sentence(&again) => {
            "The counts agree bit for bit, but the answer is not theirs: the link is of another version, or was changed."
        }
        Some(true) => "The counts agree bit for bit.",
        Some(false) => {
            "The counts do not agree: the link is of another version, of a run that was stopped, or was changed."
        }
        None if link.answer.is_none() => "The link has no answer to compare with.",
        None if sentence(&link) == sentence(&again) => "The answer is the same.",
        None => "The answer is not the same: the link is of another version, or was changed.",
    };
    output::print(&format!("Link: {}\nNow:  {}\n{agreement}", sentence(&link), sentence(&again)))
}

/// Returns the answer to a question.
fn answered(question: &Map<String, Value>, asking: &Asking<'_>) -> Result<Value, CliError> {
    let answer = ask_value(question, asking);
    if answer["ok"] == true {
        return Ok(answer);
    }
    let message = answer["error"]["problem"].as_str().or(answer["error"]["message"].as_str()).unwrap_or_default();
    Err(InputError::plain(message).with_help(answer["error"]["help"].as_str()).into())
}
