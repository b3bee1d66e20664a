//! A player that is a program: decisions as lines, answered with the places of candidates.

use super::process::{Process, Waited};
use super::{described, files_of, locked, remember};
use hitchart_play::program::{PlayerDescription, ProgramCommand, ProgramFault, decide_line, parse_choice, player_line};
use hitchart_play::{ExternalDecision, ExternalPlayer};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The first failure of any program, and the flag that it sets.
type Failure = (Arc<Mutex<Option<ProgramFault>>>, Arc<AtomicBool>);

/// A player with its idle processes, each with a flag that is set once it knows the names of the features.
pub(crate) struct ProgramPlayer {
    name: String,
    command: ProgramCommand,
    description: PlayerDescription,
    files: BTreeMap<String, String>,
    idle: Mutex<Vec<(Process, bool)>>,
    failure: Failure,
}

impl fmt::Debug for ProgramPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramPlayer").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Reads the description of a process as a player.
fn described_player(process: Process) -> Result<(Process, PlayerDescription), ProgramFault> {
    described(process, &player_line(), PlayerDescription::parse)
}

impl ProgramPlayer {
    /// Starts the first process of a player.
    pub(crate) fn start(name: &str, command: &ProgramCommand, failure: Failure) -> Result<ProgramPlayer, ProgramFault> {
        let files = files_of(command);
        let process = Process::start(command)?;
        let (process, description) = described_player(process).inspect_err(|fault| remember(&failure.0, fault))?;
        let idle = Mutex::new(vec![(process, false)]);
        Ok(ProgramPlayer { name: name.to_owned(), command: command.clone(), description, files, idle, failure })
    }

    /// Returns true if this is the player of a command under a name.
    pub(crate) fn is(&self, name: &str, command: &ProgramCommand) -> bool {
        self.name == name && self.command == *command
    }

    /// Asks a process; `None` if the decision is left to the base, or if the games were stopped.
    fn asked(&self, decision: &ExternalDecision) -> Result<Option<usize>, ProgramFault> {
        let idle = locked(&self.idle).pop();
        let (mut process, knows_names) = match idle {
            Some(idle) => idle,
            None => (described_player(Process::start(&self.command)?)?.0, false),
        };
        process.send(&decide_line(decision, !knows_names))?;
        let Waited::Line(line) = process.line(&self.failure.1)? else { return Ok(None) };
        let choice = parse_choice(&line, decision.candidates.len()).map_err(|problem| process.fault(&problem))?;
        locked(&self.idle).push((process, true));
        Ok(choice)
    }
}

impl ExternalPlayer for ProgramPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn base(&self) -> Option<&str> {
        self.description.base.as_deref()
    }

    fn kinds(&self) -> Option<&BTreeSet<String>> {
        self.description.kinds.as_ref()
    }

    fn files(&self) -> BTreeMap<String, String> {
        self.files.clone()
    }

    fn choose(&self, decision: ExternalDecision) -> Option<usize> {
        self.asked(&decision).unwrap_or_else(|fault| {
            remember(&self.failure.0, &fault);
            self.failure.1.store(true, Ordering::Relaxed);
            None
        })
    }
}
