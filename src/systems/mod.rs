//! The games. This is the only file that names them all.

pub mod apocalypse_frame;
pub mod rapid_attack;

use crate::input::rules::{self, Rules, RulesText};
use crate::input::{FileText, InputError};
use crate::study::{Checked, Request};
use serde_json::Value;
use std::path::Path;

/// All games.
pub const SYSTEMS: &[System] = &[rapid_attack::SYSTEM, apocalypse_frame::SYSTEM];

/// What a game offers to the rest of the program, as data.
#[derive(Debug)]
pub struct System {
    /// Name in scenario files.
    pub name: &'static str,
    /// Its full title.
    pub title: &'static str,
    /// Built-in rulesets: name and TOML text; the first is the default.
    pub rulesets: &'static [(&'static str, &'static str)],
    /// The ruleset of a built-in name, or of a file in a folder.
    pub rules: fn(&str, &Path) -> Result<RulesText, InputError>,
    /// JSON Schema of its ruleset files.
    pub rules_schema: fn() -> Value,
    /// The kind of studies that play whole games, as people type it.
    pub plays: &'static str,
    /// JSON Schema of its studies as written.
    pub study_schema: fn() -> Value,
    /// Checks the part of a scenario that is the game's own.
    pub check: fn(Request<'_>) -> Result<Checked, InputError>,
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static System> {
    SYSTEMS.iter().find(|system| system.name == name)
}

/// A ruleset of any game, by built-in name or by file, with its game.
///
/// # Errors
/// Unknown names, unreadable files and rulesets that are not legal.
pub fn ruleset(name: &str) -> Result<(&'static System, RulesText), InputError> {
    let root = rules::root(name);
    let has = |system: &&System| system.rulesets.iter().any(|(known, _)| root.as_deref() == Some(known));
    let system = match SYSTEMS.iter().find(has) {
        Some(system) => system,
        // A file that goes back to no built-in ruleset is over a default one, or wrong, which loading it tells.
        None if rules::is_file(name) => of_keys(&rules::keys(name)),
        None => {
            let known = SYSTEMS.iter().flat_map(|system| system.rulesets).map(|(name, _)| *name);
            return Err(rules::unknown(name, known));
        }
    };
    Ok((system, (system.rules)(name, Path::new(""))?))
}

/// The game whose rulesets have most of these keys; the first of several.
fn of_keys(keys: &[String]) -> &'static System {
    let known = |system: &System| {
        let (name, text) = system.rulesets[0];
        let own = rules::top_keys(&FileText { path: name.into(), text: text.to_owned() });
        keys.iter().filter(|key| own.contains(key)).count()
    };
    SYSTEMS.iter().rev().max_by_key(|system| known(system)).unwrap_or(&SYSTEMS[0])
}

/// As [`System::rules`], for rules of type `R`.
fn rules_text<R: Rules>(name: &str, folder: &Path) -> Result<RulesText, InputError> {
    Ok(RulesText::of(&rules::load_from::<R>(name, folder)?))
}
