//! Games as programs: starts the processes of a game, and plays batches of games through a line protocol.
//!
//! ```no_run
//! use hitchart_play::program::{GamePrograms, ProgramCommand, Sitting};
//! use hitchart_program::Programs;
//! use std::sync::atomic::AtomicBool;
//!
//! let words = ["python3", "skirmish.py"].map(str::to_owned).to_vec();
//! let game = Programs::default().game(&ProgramCommand { words, folder: "examples".into(), timeout: 10.0 })?;
//! let seats = game.description().entrants.iter().map(|entrant| entrant.name.clone()).cycle();
//! let sitting = Sitting::new(1 << 20, seats.take(game.description().seats).collect());
//! let played = game.play(&Default::default(), &[sitting], &AtomicBool::new(false));
//! # let _ = played;
//! # Ok::<(), hitchart_play::program::ProgramFault>(())
//! ```

#![deny(unsafe_code)]
#![warn(missing_docs)]

mod conform;
mod player;
mod process;

pub use conform::{Check, Conformance, conform};

use hitchart_config::files::hash;
use hitchart_play::program::{
    GameCounts, GameProgram, GamePrograms, PlayedGame, ProgramCommand, ProgramDescription, ProgramFault, Sitting,
    count_line, describe_line, play_line,
};
use hitchart_play::{ExternalPlayer, SharedPlayer};
use player::ProgramPlayer;
use process::{Process, Waited};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The programs that were started, each once for all its uses, and the first failure of any.
#[derive(Debug, Default)]
pub struct Programs {
    games: Mutex<Vec<Arc<Program>>>,
    players: Mutex<Vec<Arc<ProgramPlayer>>>,
    fault: Arc<Mutex<Option<ProgramFault>>>,
    /// Flag that a failed player sets.
    stop: Arc<AtomicBool>,
}

impl Programs {
    /// Creates programs whose failures set the flag that stops simulations.
    pub fn stopping(stop: Arc<AtomicBool>) -> Programs {
        Programs { stop, ..Programs::default() }
    }
}

/// A game with its idle processes.
struct Program {
    command: ProgramCommand,
    description: ProgramDescription,
    files: BTreeMap<String, String>,
    idle: Mutex<Vec<Process>>,
    fault: Arc<Mutex<Option<ProgramFault>>>,
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("command", &self.command).finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl GamePrograms for Programs {
    fn game(&self, command: &ProgramCommand) -> Result<Arc<dyn GameProgram>, ProgramFault> {
        let mut games = locked(&self.games);
        if let Some(known) = games.iter().find(|known| known.command == *command) {
            return Ok(Arc::clone(known) as Arc<dyn GameProgram>);
        }
        let files = files_of(command);
        let process = Process::start(command)?;
        let (process, description) = described_game(process).inspect_err(|fault| remember(&self.fault, fault))?;
        let program = Arc::new(Program {
            command: command.clone(),
            description,
            files,
            idle: Mutex::new(vec![process]),
            fault: Arc::clone(&self.fault),
        });
        games.push(Arc::clone(&program));
        Ok(program)
    }

    fn player(&self, name: &str, command: &ProgramCommand) -> Result<SharedPlayer, ProgramFault> {
        let mut players = locked(&self.players);
        if let Some(known) = players.iter().find(|known| known.is(name, command)) {
            return Ok(SharedPlayer(Arc::clone(known) as Arc<dyn ExternalPlayer>));
        }
        let player = ProgramPlayer::start(name, command, (Arc::clone(&self.fault), Arc::clone(&self.stop)))?;
        let player = Arc::new(player);
        players.push(Arc::clone(&player));
        Ok(SharedPlayer(player))
    }

    fn fault(&self) -> Option<ProgramFault> {
        locked(&self.fault).clone()
    }
}

/// Returns the SHA-256 of each regular file that a command names: an argument, or the program by its path. An argument
/// that names no file has none, and nothing else is read.
fn files_of(command: &ProgramCommand) -> BTreeMap<String, String> {
    let is_path = |word: &str| Path::new(word).components().count() > 1;
    let named = command.words.iter().enumerate().filter(|(place, word)| *place > 0 || is_path(word));
    named.filter_map(|(_, word)| Some((word.clone(), hash(&command.folder.join(word)).ok()?))).collect()
}

/// Stores the first failure of a program that was started.
fn remember(first: &Mutex<Option<ProgramFault>>, fault: &ProgramFault) {
    locked(first).get_or_insert_with(|| fault.clone());
}

/// Sends a process a line, and parses the description that it answers.
fn described<T>(
    mut process: Process,
    line: &str,
    parse: fn(&str) -> Result<T, String>,
) -> Result<(Process, T), ProgramFault> {
    process.send(line)?;
    match process.line(&AtomicBool::new(false))? {
        Waited::Line(line) => {
            let description = parse(&line).map_err(|problem| process.fault(&problem))?;
            Ok((process, description))
        }
        Waited::Stopped => Err(process.fault("it was stopped")),
    }
}

/// Reads the description of a process as a game.
fn described_game(process: Process) -> Result<(Process, ProgramDescription), ProgramFault> {
    described(process, &describe_line(), ProgramDescription::parse)
}

impl Program {
    /// Returns an idle process, or a new one, which must describe the same game.
    fn process(&self) -> Result<Process, ProgramFault> {
        if let Some(idle) = locked(&self.idle).pop() {
            return Ok(idle);
        }
        let (process, description) = described_game(Process::start(&self.command)?)?;
        if description != self.description {
            return Err(process.fault("a second process describes another game than the first"));
        }
        Ok(process)
    }

    /// Asks an idle process. A failure is stored, and sets the flag.
    fn asked<T>(
        &self,
        stop: &AtomicBool,
        ask: impl FnOnce(&mut Process) -> Result<Option<T>, ProgramFault>,
    ) -> Option<T> {
        let answered = self.process().and_then(|mut process| {
            let answer = ask(&mut process)?;
            // A process that was stopped in a batch still owes lines, so it is not used again.
            if answer.is_some() {
                locked(&self.idle).push(process);
            }
            Ok(answer)
        });
        answered.unwrap_or_else(|fault| {
            remember(&self.fault, &fault);
            stop.store(true, Ordering::Relaxed);
            None
        })
    }
}

impl GameProgram for Program {
    fn description(&self) -> &ProgramDescription {
        &self.description
    }

    fn files(&self) -> &BTreeMap<String, String> {
        &self.files
    }

    fn play(&self, rules: &Map<String, Value>, games: &[Sitting], stop: &AtomicBool) -> Option<Vec<PlayedGame>> {
        self.asked(stop, |process| batch(process, &self.description, rules, games, stop))
    }

    fn count(
        &self,
        rules: &Map<String, Value>,
        seats: &[String],
        seeds: &[u64],
        stop: &AtomicBool,
    ) -> Option<GameCounts> {
        self.asked(stop, |process| counted(process, &self.description, (rules, seats, seeds), stop))
    }
}

/// Asks for the counts of a batch; `None` if it was stopped.
fn counted(
    process: &mut Process,
    game: &ProgramDescription,
    (rules, seats, seeds): (&Map<String, Value>, &[String], &[u64]),
    stop: &AtomicBool,
) -> Result<Option<GameCounts>, ProgramFault> {
    process.send(&count_line(rules, seats, seeds))?;
    let Waited::Line(line) = process.line(stop)? else { return Ok(None) };
    GameCounts::parse(&line, seeds.len(), game).map(Some).map_err(|problem| process.fault(&problem))
}

/// Plays a batch; `None` if it was stopped.
fn batch(
    process: &mut Process,
    game: &ProgramDescription,
    rules: &Map<String, Value>,
    games: &[Sitting],
    stop: &AtomicBool,
) -> Result<Option<Vec<PlayedGame>>, ProgramFault> {
    if games.is_empty() {
        return Ok(Some(Vec::new()));
    }
    process.send(&play_line(rules, games))?;
    let mut played = Vec::with_capacity(games.len());
    for sitting in games {
        let Waited::Line(line) = process.line(stop)? else { return Ok(None) };
        played.push(PlayedGame::parse(&line, sitting, game).map_err(|problem| process.fault(&problem))?);
    }
    // A mean over the games that have the number would be of other games than all other means.
    let lacks = |played: &&PlayedGame| played.rounds.is_none();
    match (played.iter().find(lacks), played.iter().any(|played| played.rounds.is_some())) {
        (Some(game), true) => {
            Err(process.fault(&format!("`rounds` is missing for seed {}, but others have it", game.seed)))
        }
        _ => Ok(Some(played)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_command_are_hashed_and_nothing_else() {
        let words = ["sh", "src/lib.rs", "src", "no-such-file", "--fast"].map(str::to_owned).to_vec();
        let command = ProgramCommand { words, folder: "".into(), timeout: 1.0 };
        let files = files_of(&command);
        assert_eq!(files.keys().collect::<Vec<_>>(), ["src/lib.rs"]);
        assert_eq!(files["src/lib.rs"].len(), 64);
    }
}
