//! The studies of a game that is a program: `games`, `tournament` and `restricted`; comparisons, claims and sweeps are those of all
//! games.

use super::restricted::{self, RawRestricted};
use super::table::{Table, named};
use super::{games::ProgramGames, rules};
use crate::games::kinds;
use hitchart_config::rules::{RulesText, are_changes};
use hitchart_config::{At, FileText, InputError, SearchFolder, place_named, read_key, some_of, within};
use hitchart_lab::study::{
    Arena, Bouts, Checked, MAX_GAMES, MeetingTable, NamedStudy, Request, RulesChoice, Study, StudyKind, With, Written,
    kind,
};
use hitchart_lab::tournament::{MAX_ENTRANTS, Plan, RawPlan, Tournament};
use hitchart_play::program::{
    GameCounts, GameProgram, MAX_TIMEOUT, PlayedGame, ProgramCommand, ProgramDescription, ProgramEntrant,
    SharedPrograms, Sitting, snapshot,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{ops::Range, path::PathBuf, sync::Arc};
use toml::de::DeValue;

/// Default number of games.
const GAMES: u64 = 1000;

/// Default of the longest time for an answer, in seconds.
const TIMEOUT: f64 = 10.0;

/// Games between entrants.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawGames {
    /// Entrant of each seat; by default the entrants of the game in order, repeated to fill all seats.
    entrants: Option<At<Vec<At<String>>>>,
    /// Number of games; 1000 by default.
    games: Option<At<u64>>,
    /// False if each entrant stays in its seat; by default they take every seat in turn.
    swap_seats: Option<bool>,
}

/// A tournament of entrants of a game with two seats.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawTournament {
    /// Entrants; by default all of the game.
    entrants: Option<At<Vec<At<String>>>>,
    /// Entrants of the field of a gauntlet.
    field: Option<At<Vec<At<String>>>>,
}

/// The game of a scenario, as written: `[game]` with a command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProgram {
    command: Vec<String>,
    /// Longest time for one answer, in seconds.
    timeout: Option<f64>,
}

/// The file, the game and the rules that studies are checked against.
pub(super) struct Checker<'a> {
    file: &'a FileText,
    pub(super) program: Arc<dyn GameProgram>,
    rules: Arc<Map<String, Value>>,
    pub(super) games: Option<u64>,
}

pub(crate) fn kinds<'a>() -> [StudyKind<Checker<'a>>; 3] {
    [
        kind::<RawGames, _>("games", "Games", "wins seats metrics", check),
        kinds::tournament::<RawTournament, _>(check_tournament),
        kind::<RawRestricted, _>("restricted", "What each thing is worth", "restricted", restricted::check),
    ]
}

/// Checks the part of a scenario that belongs to the game.
pub(super) fn check_scenario(mut request: Request<'_>) -> Result<Checked, InputError> {
    let file = request.file;
    let (changes, origin) = changes(&mut request)?;
    let command = command(file, &changes)?;
    let program = program(&request.overrides.programs, &command, &request.overrides.kept, file)?;
    let complete = rules::complete(&changes, program.description(), &command).map_err(|error| {
        match placed(error, file, origin) {
            error if error.place.is_some() => error,
            error => error.of_key(changes.get("name").and_then(toml::Value::as_str).unwrap_or(rules::DEFAULT)),
        }
    })?;
    let checker =
        Checker { file, program, rules: Arc::new(rules::for_program(&complete)), games: request.overrides.games };
    let studies: Vec<NamedStudy> = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: rules::text(&complete), studies })
}

/// Place of changes in the scenario, and name of the file that they come from, with the folder in which it is searched.
type Origin = (Option<Range<usize>>, Option<(String, SearchFolder)>);

/// Adds to a mistake in a rule the place of its value: in the scenario, in the ruleset file, or else that of all rules.
fn placed(error: InputError, scenario: &FileText, (span, named): Origin) -> InputError {
    let key = error.problem.split('`').nth(1).unwrap_or_default();
    let in_file = named.and_then(|(name, folder)| rules::place(key, &name, &folder));
    let in_scenario = span.as_ref().and_then(|_| place_named(&scenario.text, &format!("rules.{key}")));
    match (in_scenario.filter(|at| Some(at) != span.as_ref()), in_file, span) {
        (None, Some((file, at)), _) => error.or_at(&file, at),
        (Some(at), ..) | (None, None, Some(at)) => error.or_at(scenario, at),
        (None, None, None) => error,
    }
}

/// Returns the changes of the rules, and where they come from.
fn changes(request: &mut Request<'_>) -> Result<(toml::Table, Origin), InputError> {
    let plain = |text: RulesText| text.table();
    match request.overrides.rules.clone() {
        Some(RulesChoice::Named(name, _)) if are_changes(&name) => {
            let (base, _) = written(request)?;
            Ok((rules::typed(&name, base)?, (None, None)))
        }
        Some(RulesChoice::Named(name, folder)) => {
            Ok((plain(rules::load(&name, &folder)?), (None, Some((name, folder)))))
        }
        Some(RulesChoice::Complete(text)) => Ok((plain(text), (None, None))),
        None => written(request),
    }
}

/// Returns the changes that the scenario has, and where they come from.
fn written(request: &mut Request<'_>) -> Result<(toml::Table, Origin), InputError> {
    let plain = |text: RulesText| text.table();
    let Some(written) = request.rules.take() else { return Ok((toml::Table::new(), (None, None))) };
    let span = written.span();
    let beside = request.file.beside();
    match written.into_inner() {
        DeValue::String(name) => {
            let loaded = rules::load(&name, &beside).map_err(|error| error.or_at(request.file, span.clone()))?;
            Ok((plain(loaded), (Some(span), Some((name.into_owned(), beside)))))
        }
        value @ DeValue::Table(_) => {
            let value = hitchart_config::value_of(request.file, &toml::Spanned::new(span.clone(), value))?;
            let mut table = value.as_table().cloned().unwrap_or_default();
            let (base, named) = match table.remove("extends") {
                Some(toml::Value::String(name)) => (plain(rules::load(&name, &beside)?), Some((name, beside))),
                _ => (toml::Table::new(), None),
            };
            Ok((base.into_iter().chain(table).collect(), (Some(span), named)))
        }
        _ => Err(InputError::at(request.file, span, "`rules` is a file of changes, or a table of them")),
    }
}

/// Returns the command of the scenario, or that of complete rules.
fn command(file: &FileText, rules: &toml::Table) -> Result<ProgramCommand, InputError> {
    #[derive(Deserialize)]
    struct Head {
        game: toml::Spanned<toml::Value>,
    }
    let folder = file.path.parent().map(PathBuf::from).unwrap_or_default();
    let head: Head = toml::from_str(&file.text).map_err(InputError::plain)?;
    let span = head.game.span();
    if head.game.get_ref().is_table() {
        let raw: RawProgram = read_key(file, "game")?;
        let timeout = raw.timeout.map_or(Ok(TIMEOUT), |timeout| match timeout {
            value if value > 0.0 && value <= MAX_TIMEOUT => Ok(value),
            value => {
                let problem = format!("`timeout` is {value}; allowed: above 0, up to {MAX_TIMEOUT} seconds");
                Err(InputError::at(file, span.clone(), problem))
            }
        })?;
        if raw.command.is_empty() {
            return Err(InputError::at(file, span, "`command` is empty; give a program and its arguments"));
        }
        return Ok(ProgramCommand { words: raw.command, folder, timeout });
    }
    let words = rules.get(rules::PROGRAM).and_then(|program| program.get("command")).and_then(toml::Value::as_array);
    let words: Vec<String> = words.into_iter().flatten().filter_map(|word| word.as_str().map(str::to_owned)).collect();
    if words.is_empty() {
        let help = "write it as `[game]` with `command = [\"python3\", \"my_game.py\"]`";
        return Err(InputError::at(file, span, "the game is a program without a command").with_help(Some(help)));
    }
    Ok(ProgramCommand { words, folder, timeout: TIMEOUT })
}

/// Returns the game of a command. A saved report has its description, so that it is rendered without the program.
fn program(
    programs: &SharedPrograms,
    command: &ProgramCommand,
    kept: &BTreeMap<String, Value>,
    file: &FileText,
) -> Result<Arc<dyn GameProgram>, InputError> {
    if let Some(programs) = &programs.0 {
        return programs.game(command).map_err(InputError::plain);
    }
    if let Some(saved) = kept.values().find_map(|kept| Saved::deserialize(kept).ok()) {
        return Ok(Arc::new(saved));
    }
    let problem = format!("the game is a program (`{command}`), and programs are not started here");
    Err(InputError::at(file, 0..0, problem).with_help(Some(
        "use `hitchart play`, `run`, `compare`, `sweep`, `baseline` or `check` with the scenario as a file",
    )))
}

/// A game with only its snapshot ([`snapshot`]): it plays nothing.
#[derive(Debug, Deserialize)]
struct Saved {
    program: ProgramDescription,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default = "hitchart_lab::builds::yes")]
    rounds: bool,
}

impl GameProgram for Saved {
    fn description(&self) -> &ProgramDescription {
        &self.program
    }

    fn files(&self) -> &BTreeMap<String, String> {
        &self.files
    }

    fn has_rounds(&self) -> bool {
        self.rounds
    }

    fn play(&self, _: &Map<String, Value>, _: &[Sitting], stop: &AtomicBool) -> Option<Vec<PlayedGame>> {
        stop.store(true, Ordering::Relaxed);
        None
    }

    fn count(&self, _: &Map<String, Value>, _: &[String], _: &[u64], stop: &AtomicBool) -> Option<GameCounts> {
        stop.store(true, Ordering::Relaxed);
        None
    }
}

impl Checker<'_> {
    /// Returns entrants by name.
    fn entrants(&self, written: &At<Vec<At<String>>>, most: usize) -> Result<Vec<String>, InputError> {
        self.names("entrant", written, &self.program.description().entrants, most)
    }

    /// Returns known names of entrants or things.
    pub(super) fn names(
        &self,
        what: &str,
        written: &At<Vec<At<String>>>,
        known: &[ProgramEntrant],
        most: usize,
    ) -> Result<Vec<String>, InputError> {
        let one = |name: &At<String>| {
            named(what, &name.value, known).map_err(|error| error.or_at(self.file, name.span.clone()))
        };
        some_of(self.file, written, what, most)?.iter().map(one).collect()
    }

    fn all(&self) -> Vec<String> {
        self.program.description().entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }

    pub(super) fn table(&self, entrants: Vec<String>, swap_seats: bool) -> Table {
        let (program, rules) = (Arc::clone(&self.program), Arc::clone(&self.rules));
        Table { program, rules, entrants, without: Vec::new(), swap_seats }
    }
}

/// Checks a study of games.
fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawGames = written.read()?;
    let seats = checker.program.description().seats;
    let entrants = match &raw.entrants {
        None => checker.all().into_iter().cycle().take(seats).collect(),
        Some(written) => {
            let named = checker.entrants(written, MAX_ENTRANTS)?;
            if named.len() != seats {
                let problem = format!("{} entrants for {seats} seats; name one for each", named.len());
                return Err(InputError::at(checker.file, written.span.clone(), problem));
            }
            named
        }
    };
    let games = match (checker.games, &raw.games) {
        (Some(games), _) => games,
        (None, Some(games)) => within(checker.file, games, "games", 1, MAX_GAMES)?,
        (None, None) => GAMES,
    };
    let table = checker.table(entrants, raw.swap_seats.unwrap_or(true) && seats > 1);
    Ok(Arc::new(ProgramGames { table, games }))
}

/// Checks a tournament.
fn check_tournament(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let With(plan, raw): With<RawPlan, RawTournament> = written.read()?;
    let game = checker.program.description();
    if game.seats != 2 {
        let problem = format!("a tournament needs a game of 2 seats; {} has {}", game.name, game.seats);
        return Err(InputError::at(checker.file, kind, problem));
    }
    let span = raw.entrants.as_ref().map_or(kind.clone(), |written| written.span.clone());
    let entrants =
        raw.entrants.as_ref().map_or_else(|| Ok(checker.all()), |list| checker.entrants(list, MAX_ENTRANTS))?;
    let field = raw.field.as_ref().map(|list| {
        let value = checker.entrants(list, MAX_ENTRANTS)?;
        Ok::<_, InputError>(At { value, span: list.span.clone() })
    });
    let (judged, field) = (At { value: entrants, span }, field.transpose()?);
    let plan = Plan::read(&plan, checker.file, (&judged, field.as_ref()), checker.games)?;
    let all: Vec<String> = judged.value.into_iter().chain(field.into_iter().flat_map(|field| field.value)).collect();
    let setting = format!("Entrants of {} {}, who swap seats within a pair.", game.name, game.version);
    let kept = Some(snapshot(&*checker.program));
    Ok(Arc::new(Tournament { arena: arena(checker, all), plan, setting, players: Vec::new(), kept }))
}

/// Returns the arena of entrants who meet in pairs of games with swapped seats.
fn arena(checker: &Checker<'_>, entrants: Vec<String>) -> Arena {
    let names = entrants.clone();
    let base = checker.table(Vec::new(), true);
    Arena::new(names, 1e6, move |[first, second]| -> MeetingTable {
        let entrants = vec![entrants[first].clone(), entrants[second].clone()];
        let table = Table { entrants, ..base.clone() };
        Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
            let table = table.clone();
            Box::new(move |key, _| margins(&table, key, stop))
        })
    })
}

/// Plays a pair of games, and returns the result of the first entrant in each: 1, 0 or -1.
pub(super) fn margins(table: &Table, key: u64, stop: &AtomicBool) -> [i16; 2] {
    let Some(games) = table.play(&[key], stop) else { return [0; 2] };
    let mut results = [0; 2];
    // In the second game the first entrant has the second seat.
    for (place, (result, (_, played))) in results.iter_mut().zip(&games).enumerate() {
        *result = match played.winner() {
            None => 0,
            Some(seat) if seat == place => 1,
            Some(_) => -1,
        };
    }
    results
}
