//! Games as programs: starts the processes of a game, and plays batches of games through a line protocol.
//!
//! ```
//! use hitchart_play::program::{GamePrograms, ProgramCommand, Sitting};
//! use hitchart_program::Programs;
//! use std::sync::atomic::AtomicBool;
//!
//! // The folder is that of `examples/skirmish.py`.
//! let (programs, folder) = (Programs::default(), "../../examples".into());
//! let words = ["python3", "skirmish.py"].map(str::to_owned).to_vec();
//! let game = programs.game(&ProgramCommand { words, folder, timeout: 60.0 })?;
//!
//! // Twenty games under the default rules. Without an answer, `fault` returns the reason.
//! let seats = ["charge", "cover"].map(str::to_owned).to_vec();
//! let games: Vec<Sitting> = (0..20).map(|game| Sitting::new(game << 11, seats.clone())).collect();
//! let played = game.play(&Default::default(), &games, &AtomicBool::new(false));
//! let played = played.ok_or_else(|| programs.fault().map_or("stopped".to_owned(), |fault| fault.to_string()))?;
//! let wins = played.iter().filter(|game| game.winner() == Some(0)).count();
//! println!("charge wins {wins} of {} games", played.len());
//! # assert_eq!(played.len(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
use process::{Process, Waited, unanswered};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

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
    /// True if a game has rounds, as soon as that was asked.
    rounds: OnceLock<bool>,
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
            rounds: OnceLock::new(),
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

    /// Completes the rules and asks an idle process. A failure is stored, and sets the flag, as a failed `check` does.
    fn asked<T>(
        &self,
        (rules, stop): (&Map<String, Value>, &AtomicBool),
        check: impl FnOnce() -> Result<(), String>,
        ask: impl FnOnce(&mut Process, &Map<String, Value>) -> Result<Option<T>, ProgramFault>,
    ) -> Option<T> {
        let rules = check().and_then(|()| self.description.complete(rules));
        let rules = rules.map_err(|problem| unanswered(&self.command, problem));
        let answered = rules.and_then(|rules| Ok((self.process()?, rules))).and_then(|(mut process, rules)| {
            let answer = ask(&mut process, &rules)?;
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

    /// Plays a game by the default rules to see. A program that fails then has rounds: its failure shows where games count.
    fn has_rounds(&self) -> bool {
        let played = || -> Option<PlayedGame> {
            let entrants = self.description.entrants.iter().map(|entrant| entrant.name.clone());
            let game = Sitting::new(0, entrants.cycle().take(self.description.seats).collect());
            let (none, mut process) = (Map::new(), self.process().ok()?);
            let rules = self.description.complete(&none).ok()?;
            let games = batch(&mut process, &self.description, &rules, &[game], &AtomicBool::new(false)).ok()??;
            locked(&self.idle).push(process);
            games.into_iter().next()
        };
        *self.rounds.get_or_init(|| played().is_none_or(|game| game.rounds.is_some()))
    }

    fn play(&self, rules: &Map<String, Value>, games: &[Sitting], stop: &AtomicBool) -> Option<Vec<PlayedGame>> {
        let check = || {
            // Most games of a batch have the seats of the one before.
            let like = |game: usize| (&games[game].seats, &games[game].without);
            let new = (0..games.len()).filter(|game| *game == 0 || like(*game) != like(*game - 1));
            new.map(|game| &games[game]).try_for_each(|game| self.description.check_seats(&game.seats, &game.without))
        };
        self.asked((rules, stop), check, |process, rules| batch(process, &self.description, rules, games, stop))
    }

    fn count(
        &self,
        rules: &Map<String, Value>,
        seats: &[String],
        seeds: &[u64],
        stop: &AtomicBool,
    ) -> Option<GameCounts> {
        let check = || self.description.check_seats(seats, &[]);
        let ask = |process: &mut Process, rules: &_| counted(process, &self.description, (rules, seats, seeds), stop);
        self.asked((rules, stop), check, ask)
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

    fn skirmish(timeout: f64) -> ProgramCommand {
        let words = ["python3", "skirmish.py"].map(str::to_owned).to_vec();
        ProgramCommand { words, folder: "../../examples".into(), timeout }
    }

    #[test]
    fn a_timeout_out_of_range_is_a_fault() {
        for timeout in [-1.0, 0.0, f64::NAN, f64::INFINITY, 3600.1, 1e300] {
            let fault = Programs::default().game(&skirmish(timeout)).unwrap_err();
            assert!(
                fault.problem.contains(&format!("`timeout` is {timeout}; allowed: above 0, up to 3600")),
                "{fault}"
            );
        }
    }

    #[test]
    fn rules_that_are_left_out_have_their_defaults() {
        let programs = Programs::default();
        let game = programs.game(&skirmish(60.0)).unwrap();
        let games: Vec<Sitting> =
            (0..40).map(|key| Sitting::new(key << 11, ["charge", "cover"].map(str::to_owned).to_vec())).collect();
        let play = |rules: Value| game.play(rules.as_object().unwrap(), &games, &AtomicBool::new(false)).unwrap();
        let complete = play(serde_json::json!({ "soldiers": 3, "first_strike": true }));
        assert_eq!(play(serde_json::json!({})), complete);
        assert_ne!(play(serde_json::json!({ "soldiers": 12 })), complete);
        assert_eq!(programs.fault(), None);
    }

    #[test]
    fn what_the_game_does_not_have_is_a_fault() {
        let fault = |rules: Value, seats: &[&str], without: &[Option<String>]| {
            let programs = Programs::default();
            let game = programs.game(&skirmish(60.0)).unwrap();
            let seats: Vec<String> = seats.iter().map(|name| (*name).to_owned()).collect();
            let sitting = Sitting { without: without.to_vec(), ..Sitting::new(0, seats.clone()) };
            let stop = AtomicBool::new(false);
            assert_eq!(game.play(rules.as_object().unwrap(), &[sitting], &stop), None);
            assert!(stop.load(Ordering::Relaxed));
            if without.is_empty() {
                assert_eq!(game.count(rules.as_object().unwrap(), &seats, &[1], &AtomicBool::new(false)), None);
            }
            programs.fault().unwrap().problem
        };
        let two = ["charge", "cover"];
        for (found, part) in [
            (fault(serde_json::json!({}), &["charge"], &[]), "1 entrant for 2 seats"),
            (fault(serde_json::json!({}), &["charge", "covr"], &[]), "did you mean `cover`?"),
            (fault(serde_json::json!({}), &two, &[None]), "`without` has 1 entry for 2 seats"),
            (fault(serde_json::json!({}), &two, &[None, Some("wall".to_owned())]), "unknown thing to withhold `wall`"),
            (fault(serde_json::json!({ "soldier": 3 }), &two, &[]), "did you mean `soldiers`?"),
            (
                fault(serde_json::json!({ "soldiers": 13 }), &two, &[]),
                "`soldiers` is 13; allowed: a whole number from 1 to 12",
            ),
            (fault(serde_json::json!({ "soldiers": "3" }), &two, &[]), "`soldiers` is \"3\"; allowed: a whole number"),
        ] {
            assert!(found.contains(part), "{found}");
        }
    }

    #[test]
    fn files_of_a_command_are_hashed_and_nothing_else() {
        let words = ["sh", "src/lib.rs", "src", "no-such-file", "--fast"].map(str::to_owned).to_vec();
        let command = ProgramCommand { words, folder: "".into(), timeout: 1.0 };
        let files = files_of(&command);
        assert_eq!(files.keys().collect::<Vec<_>>(), ["src/lib.rs"]);
        assert_eq!(files["src/lib.rs"].len(), 64);
    }
}

/// Checks that the code of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
