//! The games. This is the only file that names them all.

pub mod rapid_attack;

/// What a game offers to the rest of the program, as data.
pub struct System {
    /// Name in scenario files.
    pub name: &'static str,
    /// Its full title.
    pub title: &'static str,
    /// Built-in rulesets: name and TOML text.
    pub rulesets: &'static [(&'static str, &'static str)],
}

/// All games.
pub const SYSTEMS: &[System] = &[rapid_attack::SYSTEM];

/// The game of this name.
pub fn find(name: &str) -> Option<&'static System> {
    SYSTEMS.iter().find(|system| system.name == name)
}
