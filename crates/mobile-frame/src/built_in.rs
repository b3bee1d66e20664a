//! Built-in companies and fleets.

use hitchart_config::{InputError, from_toml, same_name};
use serde::{Deserialize, de::DeserializeOwned};

/// A built-in company or fleet.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltIn<T> {
    /// Name in scenario files.
    pub id: String,
    /// Description in one line.
    pub summary: String,
    /// The company or fleet, in the form that scenario files use.
    #[serde(alias = "company", alias = "fleet")]
    pub table: T,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entries<T> {
    built_in: Vec<BuiltIn<T>>,
}

/// The built-in companies or fleets of a game.
pub struct BuiltIns<T> {
    kind: &'static str,
    file: &'static str,
    all: Vec<BuiltIn<T>>,
}

impl<T: DeserializeOwned> BuiltIns<T> {
    /// Reads a file of `[[built-in]]` entries of a kind: `company` or `fleet`.
    ///
    /// # Panics
    /// Panics if the file is wrong.
    pub fn read(kind: &'static str, file: &'static str) -> BuiltIns<T> {
        let entries: Entries<T> = from_toml(file).expect("the built-in files are tested to load");
        BuiltIns { kind, file, all: entries.built_in }
    }

    /// Returns all entries.
    pub fn all(&self) -> &[BuiltIn<T>] {
        &self.all
    }

    /// Returns the entry of a name; case, spaces and hyphens are ignored.
    ///
    /// # Errors
    /// Fails for unknown names; the error suggests the nearest name.
    pub fn named(&self, id: &str) -> Result<&BuiltIn<T>, InputError> {
        let found = self.all.iter().find(|entry| same_name(&entry.id, id));
        found.ok_or_else(|| InputError::unknown(self.kind, id, self.all.iter().map(|entry| entry.id.as_str())))
    }

    /// Returns the text of an entry below its summary, as a start for a user's file.
    ///
    /// # Errors
    /// Fails for unknown names; the error suggests the nearest name.
    pub fn text(&self, id: &str) -> Result<String, InputError> {
        let BuiltIn { id, summary, .. } = self.named(id)?;
        let file: toml::Table = self.file.parse().unwrap_or_default();
        let mut entries = file.get("built-in").and_then(toml::Value::as_array).into_iter().flatten();
        let entry = entries.find(|entry| entry.get("id").and_then(toml::Value::as_str) == Some(id));
        let table = entry.and_then(|entry| toml::to_string(entry.get(self.kind)?).ok()).unwrap_or_default();
        Ok(format!("# {summary}\n{table}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_an_entry_is_its_table_below_its_summary() {
        let file = "[[built-in]]\nid = 'a'\nsummary = 'The first'\nfleet = { n = 1 }\n";
        let all = BuiltIns::<toml::Table>::read("fleet", file);
        assert_eq!(all.text("A").unwrap(), "# The first\nn = 1\n");
        assert!(all.text("c").is_err());
    }
}
