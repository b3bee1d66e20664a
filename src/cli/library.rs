//! The built-in scenarios and house rules as tables.

use crate::games::ruleset;
use hitchart_config::{FileKind, InputError};
use hitchart_report::table::Table;
use toml::Value;

/// A built-in scenario, with the properties found in its text.
struct Entry {
    name: &'static str,
    game: String,
    kinds: String,
    title: String,
    /// Total games of the studies that give a number; `None` if none does.
    games: Option<u64>,
}

/// Returns the built-in scenarios, with the column `name` first.
pub(crate) fn scenarios() -> Table {
    let all: Vec<Entry> = FileKind::Scenario.built_in().map(|(name, (_, text))| entry(name, text)).collect();
    let note = "`hitchart run NAME` answers one, `hitchart show scenario NAME` prints its text. Games are those of its \
                studies as written: what compares several rulesets, changes or pairs plays them for each.";
    Table::new("scenarios", "Built-in scenarios", note)
        .text("name", "Name", all.iter().map(|entry| entry.name))
        .text("game", "Game", all.iter().map(|entry| &entry.game))
        .text("study_kinds", "Kinds of studies", all.iter().map(|entry| &entry.kinds))
        .text("answers", "What it answers", all.iter().map(|entry| &entry.title))
        .count("games", "Games", all.iter().map(|entry| entry.games))
}

fn entry(name: &'static str, text: &str) -> Entry {
    let root: toml::Table = text.parse().unwrap_or_default();
    let text_of = |key: &str| root.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let studies: Vec<&toml::Table> =
        root.get("study").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table).collect();
    let mut kinds: Vec<&str> = Vec::new();
    for kind in studies.iter().filter_map(|study| study.get("kind")?.as_str()) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let games = studies.iter().filter_map(|study| u64::try_from(study.get("games")?.as_integer()?).ok());
    let games = games.reduce(|sum, more| sum + more);
    Entry { name, game: game(&root), kinds: kinds.join(", "), title: text_of("title"), games }
}

/// Returns the game of a scenario, from either of its keys.
fn game(root: &toml::Table) -> String {
    ["game", "system"].iter().find_map(|key| root.get(*key)?.as_str()).unwrap_or_default().to_owned()
}

/// Returns the built-in house rules, with the column `name` first.
///
/// # Errors
/// Never fails: all of them are tested to load.
pub(crate) fn house_rules() -> Result<Table, InputError> {
    let mut rows = Vec::new();
    for (name, (_, text)) in FileKind::Ruleset.built_in() {
        let root: toml::Table = text.parse().unwrap_or_default();
        let text_of = |key: &str| root.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        rows.push((name, ruleset(name)?.0.name, text_of("extends"), text_of("summary")));
    }
    let note =
        "`--rules NAME` plays by one, `hitchart compare` takes them, `hitchart show rules NAME` prints the text.";
    Ok(Table::new("house-rules", "Built-in house rules", note)
        .text("name", "Name", rows.iter().map(|row| row.0))
        .text("game", "Game", rows.iter().map(|row| row.1))
        .text("extends", "Changes", rows.iter().map(|row| &row.2))
        .text("summary", "What it changes", rows.iter().map(|row| &row.3)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::check;
    use hitchart_config::FileText;
    use hitchart_lab::study::Overrides;

    /// Every built-in scenario passes the checks of a file, including everything it names, and its row is complete.
    #[test]
    fn every_built_in_scenario_is_legal_and_has_a_full_row() {
        let table = scenarios();
        assert!(table.texts("name").len() > 50);
        for column in ["name", "game", "study_kinds", "answers"] {
            assert!(table.texts(column).iter().all(|text| !text.is_empty()), "{column}");
        }
        for (name, file) in FileKind::Scenario.built_in() {
            let checked = check(FileText::from(file), &Overrides::default());
            checked.unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    fn every_house_rule_says_what_it_changes() {
        let table = house_rules().unwrap();
        assert!(table.texts("name").len() > 60 && table.texts("summary").iter().all(|text| !text.is_empty()));
    }
}
