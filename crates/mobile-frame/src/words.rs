//! Descriptions of events that both games have, and texts of built-in entries, such as companies and fleets.

use crate::PlayerId;

/// Describes the seats of a battle: the first player defends, the last plays the `last` role.
pub fn seating(names: &[String], points_per_asset: &[i8], seats: &[PlayerId], last: &str) -> String {
    let seats = &seats[..names.len()];
    let part = |(place, player): (usize, &PlayerId)| {
        let role = match place {
            0 => "defends",
            place if place + 1 == seats.len() => last,
            _ => "attacks",
        };
        let player = player.index();
        format!("{} {role} at {} points an asset", names[player], points_per_asset[player])
    };
    let parts: Vec<String> = seats.iter().enumerate().map(part).collect();
    format!("{}.", parts.join("; "))
}

/// Describes the winners and the scores of all players. Scores beyond the last name are skipped.
pub fn standings(names: &[String], scores: &[i32]) -> String {
    let scores = &scores[..names.len()];
    let best = scores.iter().max();
    let leaders: Vec<&str> =
        names.iter().zip(scores).filter(|(_, score)| Some(*score) == best).map(|(name, _)| name.as_str()).collect();
    let each: Vec<String> = names.iter().zip(scores).map(|(name, score)| format!("{name} {score}")).collect();
    let verdict = match leaders.as_slice() {
        [winner] => format!("{winner} wins"),
        _ => format!("{} share the win", leaders.join(" and ")),
    };
    format!("{verdict}: {}", each.join(", "))
}

/// Returns a table of a file of `[[built-in]]` entries as TOML, below its summary. Empty if there is no such entry.
pub fn entry_text(file: &str, id: &str, key: &str) -> String {
    let file: toml::Table = file.parse().unwrap_or_default();
    let entries = file.get("built-in").and_then(toml::Value::as_array).into_iter().flatten();
    let of_id = |entry: &&toml::Value| entry.get("id").and_then(toml::Value::as_str) == Some(id);
    let Some(entry) = entries.into_iter().find(of_id) else { return String::new() };
    let summary = entry.get("summary").and_then(toml::Value::as_str).unwrap_or_default();
    let table = entry.get(key).and_then(|table| toml::to_string(table).ok()).unwrap_or_default();
    format!("# {summary}\n{table}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_its_table_below_its_summary() {
        let file = "[[built-in]]\nid = 'a'\nsummary = 'The first'\n[built-in.x]\nn = 1\n[[built-in]]\nid = 'b'\n";
        assert_eq!(
            (entry_text(file, "a", "x").as_str(), entry_text(file, "c", "x").as_str()),
            ("# The first\nn = 1\n", "")
        );
    }
}
