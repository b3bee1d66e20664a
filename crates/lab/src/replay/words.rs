//! How replays of all games say things.

/// Whose something is.
pub fn possessive(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

/// Numbers with something between them.
pub fn list(numbers: &[u8], between: &str) -> String {
    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
    numbers.join(between)
}
