//! Text helpers for the replays of all games.

/// Returns the possessive form of a name.
pub fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// Joins numbers with a separator.
pub fn list(numbers: &[u8], between: &str) -> String {
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    numbers.join(between)
}
