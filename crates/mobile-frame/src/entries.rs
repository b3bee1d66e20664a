//! Texts of built-in entries, such as companies and fleets.

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
