//! `--replay`: replays one game of a batch and writes it to files.

use super::Asked;
use crate::cli::error::CliError;
use crate::cli::output::{self, Format, Formats, Shown};
use crate::workflow::{Claim, FolderError, WorkflowError, any_folder};
use hitchart_config::files::begins;
use hitchart_lab::study::ReplayOrigin;
use hitchart_report::table::escape;
use serde_json::{Value, json};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const FILES: [&str; 2] = ["replay.html", "replay.jsonl"];

/// Marks near the start of the page and of the first line of every replay.
const MARKS: [&str; 2] = [r#"id="replay">{"header":{"schema":"hitchart-"#, r#"{"schema":"hitchart-"#];

/// Number of bytes searched for the mark; the page's style comes first.
const EARLY: u64 = 1 << 18;

/// Destination of a replay.
#[derive(Clone, Copy)]
pub(super) struct Into<'a> {
    pub folder: &'a Path,
    /// True if files that are not replays may be replaced without asking.
    pub force: bool,
}

/// Replays a game, writes the replay into a folder and prints the result.
pub(super) fn run_replay(
    asked: &Asked,
    game: u64,
    into: Into,
    formats: &Formats,
    stop: &AtomicBool,
) -> Result<(), CliError> {
    let out = into.folder;
    let claim = Claim::take(out, any_folder).map_err(WorkflowError::from)?;
    may_replace(into).map_err(WorkflowError::from)?;
    let about = ReplayOrigin {
        program: format!("hitchart {}", env!("CARGO_PKG_VERSION")),
        scenario: asked.scenario.title.clone(),
        seed: asked.scenario.seed,
        game,
    };
    let replay = asked.games()?.replay(&asked.study.name, &about, stop)?.ok_or(WorkflowError::Interrupted)?;
    let texts = [replay.html, replay.jsonl].map(String::into_bytes);
    let files: Vec<(PathBuf, Vec<u8>)> = FILES.map(PathBuf::from).into_iter().zip(texts).collect();
    claim.put(&files, stop).map_err(WorkflowError::from)?;
    let paths = FILES.map(|file| out.join(file).display().to_string());
    let line = format!("Game {game}: {}", replay.said);
    if !formats.has(Format::Json) {
        let [page, lines] = paths;
        return output::print(&format!("{}\n{page}\n{lines}", escape::line(&line)));
    }
    let mut told = json!({ "game": game, "seed": about.seed, "files": paths });
    if let Value::Object(told) = &mut told {
        told.extend(replay.json);
    }
    output::show_short(formats, &Shown::short(line, &[]), || told.clone())
}

/// Checks that files that are not replays may be replaced: allowed by `--force`, or by the user at the terminal.
fn may_replace(into: Into) -> Result<(), FolderError> {
    let paths = FILES.map(|file| into.folder.join(file));
    let foreign = |(path, mark): &(&PathBuf, &str)| path.symlink_metadata().is_ok() && !is_replay(path, mark);
    for (path, _) in paths.iter().zip(MARKS).filter(foreign) {
        if path.is_dir() {
            return Err(FolderError::Taken(path.clone()));
        }
        if !into.force && !agreed(path, &mut io::stdin().lock()) {
            return Err(FolderError::NoReplay(path.clone()));
        }
    }
    Ok(())
}

/// Returns true if a file is a replay. Devices, pipes and links are not.
fn is_replay(path: &Path, mark: &str) -> bool {
    let early = begins(path, EARLY).unwrap_or_default();
    !path.is_symlink() && early.windows(mark.len()).any(|bytes| bytes == mark.as_bytes())
}

/// Asks the user whether a file may be replaced; returns false without a terminal.
fn agreed(path: &Path, answers: &mut (impl BufRead + IsTerminal)) -> bool {
    if !answers.is_terminal() || !io::stderr().is_terminal() {
        return false;
    }
    let asked = write!(
        io::stderr(),
        "{} was not written by hitchart. Replace it? [y/N] ",
        escape::line(&path.to_string_lossy())
    );
    let mut answer = String::new();
    asked.is_ok()
        && answers.read_line(&mut answer).is_ok()
        && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}
