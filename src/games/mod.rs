//! The games. This is the only file that names them all.

pub mod apocalypse_frame;
mod entry;
pub mod rapid_attack;

pub use entry::Entry;

use crate::input::rules::{self, RulesText};
use crate::input::{FileText, InputError};
use std::path::Path;

/// All games.
pub const GAMES: &[Entry] = &[rapid_attack::ENTRY, apocalypse_frame::ENTRY];

/// The game of this name.
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name == name)
}

/// A ruleset of any game, by built-in name or by file, with its game.
///
/// # Errors
/// Unknown names, unreadable files and rulesets that are not legal.
pub fn ruleset(name: &str) -> Result<(&'static Entry, RulesText), InputError> {
    let root = rules::root(name);
    let has = |entry: &&Entry| entry.rulesets.iter().any(|(known, _)| root.as_deref() == Some(known));
    let entry = match GAMES.iter().find(has) {
        Some(entry) => entry,
        // A file that goes back to no built-in ruleset is over a default one, or wrong, which loading it tells.
        None if rules::is_file(name) => of_keys(&rules::keys(name)),
        None => {
            let known = GAMES.iter().flat_map(|entry| entry.rulesets).map(|(name, _)| *name);
            return Err(rules::unknown(name, known));
        }
    };
    Ok((entry, (entry.rules)(name, Path::new(""))?))
}

/// The game whose rulesets have most of these keys; the first of several.
fn of_keys(keys: &[String]) -> &'static Entry {
    let known = |entry: &Entry| {
        let (name, text) = entry.rulesets[0];
        let own = rules::top_keys(&FileText { path: name.into(), text: text.to_owned() });
        keys.iter().filter(|key| own.contains(key)).count()
    };
    GAMES.iter().rev().max_by_key(|entry| known(entry)).unwrap_or(&GAMES[0])
}
