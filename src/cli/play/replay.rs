//! `--replay`: one game of a batch, played again and written down.

use super::Asked;
use crate::cli::error::CliError;
use crate::cli::output::{self, Format};
use crate::study::About;
use crate::workflow::{WorkflowError, place};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const FILES: [&str; 2] = ["replay.html", "replay.jsonl"];

/// Plays a game again, writes its replay into a folder and says how it ended.
pub(super) fn run(asked: &Asked, game: u64, out: &Path, format: Format, stop: &AtomicBool) -> Result<(), CliError> {
    let about = About {
        program: format!("hitchart {}", env!("CARGO_PKG_VERSION")),
        scenario: asked.scenario.title.clone(),
        seed: asked.scenario.seed,
        game,
    };
    let replay = asked.games().replay(&asked.study.name, &about, stop)?.ok_or(WorkflowError::Interrupted)?;
    let texts = [replay.html, replay.jsonl].map(String::into_bytes);
    let files: Vec<(&str, Vec<u8>)> = FILES.into_iter().zip(texts).collect();
    place(out, &files).map_err(WorkflowError::from)?;
    let paths = FILES.map(|file| out.join(file).display().to_string());
    if format != Format::Json {
        let [page, lines] = paths;
        return output::print(&format!("Game {game}: {}\n{page}\n{lines}", replay.said));
    }
    let mut told = json!({ "game": game, "seed": about.seed, "files": paths });
    if let Value::Object(told) = &mut told {
        told.extend(replay.json);
    }
    output::print(&format!("{told:#}"))
}
