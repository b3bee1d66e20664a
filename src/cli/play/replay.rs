//! `--replay`: one game of a batch, played again and written down.

use super::Asked;
use crate::cli::error::CliError;
use crate::cli::output::{self, Format};
use crate::study::games::Match;
use crate::systems::rapid_attack::battle::State;
use crate::systems::rapid_attack::replay::{About, Log, html, jsonl};
use crate::workflow::{WorkflowError, place};
use serde_json::json;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const FILES: [&str; 2] = ["replay.html", "replay.jsonl"];

/// Plays a game again, writes its replay into a folder and says how it ended.
pub(super) fn run(asked: &Asked, game: u64, out: &Path, format: Format, stop: &AtomicBool) -> Result<(), CliError> {
    let (scenario, study) = (&asked.scenario, &asked.study);
    let games = Match::new(&asked.name, study, &scenario.rules, scenario.seed);
    let policies: Vec<String> = games.seated(game).into_iter().map(str::to_owned).collect();
    let mut log = Log::new();
    let state = games.replay(game, &mut log, stop).ok_or(WorkflowError::Interrupted)?;
    let about = About {
        program: format!("hitchart {}", env!("CARGO_PKG_VERSION")),
        scenario: scenario.title.clone(),
        seed: scenario.seed,
        game,
    };
    let missing = || WorkflowError::Content { what: "replay".to_owned(), cause: "the game never began".to_owned() };
    let header = log.header(about, &policies).ok_or_else(missing)?;
    let texts = [html(&header, &log.lines), jsonl(&header, &log.lines)];
    let files: Vec<(&str, Vec<u8>)> = FILES.into_iter().zip(texts.map(String::into_bytes)).collect();
    place(out, &files).map_err(WorkflowError::from)?;
    said(asked, game, (&policies, &state), out, format)
}

fn said(
    asked: &Asked,
    game: u64,
    (policies, state): (&[String], &State),
    out: &Path,
    format: Format,
) -> Result<(), CliError> {
    let names: Vec<&str> = asked.study.companies.iter().map(|company| company.name.as_str()).collect();
    let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
    let best = scores.iter().max().copied().unwrap_or(0);
    let leaders: Vec<usize> = (0..scores.len()).filter(|player| scores[*player] == best).collect();
    let winner = if let [winner] = leaders[..] { Some(names[winner]) } else { None };
    let paths = FILES.map(|file| out.join(file).display().to_string());
    if format == Format::Json {
        let seats = (0..names.len())
            .map(|i| json!({ "company": names[i], "policy": policies[i], "score": scores[i] }))
            .collect::<Vec<_>>();
        return output::print(&format!(
            "{:#}",
            json!({
                "game": game, "seed": asked.scenario.seed, "winner": winner, "rounds": state.round, "seats": seats,
                "files": paths,
            })
        ));
    }
    let each = (0..names.len()).map(|i| format!("{} ({}) {}", names[i], policies[i], scores[i]));
    let ended = winner.map_or_else(|| "a tie".to_owned(), |winner| format!("{winner} wins"));
    let [page, lines] = paths;
    output::print(&format!(
        "Game {game}: {ended} after {} rounds. {}.\n{page}\n{lines}",
        state.round,
        each.collect::<Vec<_>>().join(", ")
    ))
}
