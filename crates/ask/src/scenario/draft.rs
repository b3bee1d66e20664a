//! Scenarios that commands generate: the settings of a file with other studies.

use super::{Scenario, check};
use hitchart_config::{FileText, InputError, TextOrigin};
use hitchart_lab::study::Overrides;
use toml::{Table, Value};

/// A scenario as written, with its studies apart from its settings.
#[derive(Clone, Debug)]
pub(crate) struct ScenarioDraft {
    /// Path of the file; files that the scenario names are relative to it.
    path: TextOrigin,
    settings: Table,
    pub studies: Vec<Table>,
}

impl ScenarioDraft {
    /// Creates a scenario without studies from its settings.
    pub(crate) fn new(path: TextOrigin, settings: Table) -> ScenarioDraft {
        ScenarioDraft { path, settings, studies: Vec::new() }
    }

    /// Parses a file. A file without studies gives a draft without studies.
    ///
    /// # Errors
    /// Fails if the file is not TOML.
    pub(crate) fn of(file: &FileText) -> Result<ScenarioDraft, InputError> {
        let mut settings: Table = toml::from_str(&file.text).map_err(InputError::plain)?;
        let studies = match settings.remove("study") {
            Some(Value::Array(studies)) => studies,
            _ => Vec::new(),
        };
        let studies = studies.into_iter().filter_map(|study| study.try_into().ok()).collect();
        Ok(ScenarioDraft { path: file.path.clone(), settings, studies })
    }

    /// Checks the settings with these studies and without those of the file.
    pub(crate) fn check(&self, studies: Vec<Table>, overrides: &Overrides) -> Result<Scenario, InputError> {
        let mut all = self.settings.clone();
        all.insert("study".to_owned(), Value::Array(studies.into_iter().map(Value::Table).collect()));
        check(FileText { path: self.path.clone(), text: all.to_string() }, overrides)
    }

    /// Checks the settings with one study that comes from the options of a command. Errors name the options instead of the
    /// study's keys, and no place, because users do not see the generated text.
    pub(crate) fn check_options(
        &self,
        study: Table,
        overrides: &Overrides,
        options: &[(&str, &str)],
    ) -> Result<Scenario, InputError> {
        let named = |text: String| {
            options.iter().fold(text, |text, (key, option)| text.replace(&format!("`{key}`"), &format!("`{option}`")))
        };
        self.check(vec![study], overrides).map_err(|error| InputError {
            place: None,
            problem: named(error.problem),
            help: error.help.map(named),
        })
    }
}

/// Creates a study of a kind, with the kind as its name.
pub(crate) fn study_of_kind(kind: &str) -> Table {
    ["kind", "name"].into_iter().map(|key| (key.to_owned(), kind.into())).collect()
}

/// Sets a list of texts of a study, if the list is not empty.
pub(crate) fn set_texts(study: &mut Table, key: &str, texts: &[String]) {
    if !texts.is_empty() {
        let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
        study.insert(key.to_owned(), texts.into());
    }
}

/// Sets the numbers of a study that are given.
pub(crate) fn set_numbers<const N: usize>(study: &mut Table, numbers: [(&str, Option<u64>); N]) {
    for (key, number) in numbers {
        study.extend(number.map(|number| (key.to_owned(), Value::from(number as i64))));
    }
}

/// Returns the entries of a study with these keys.
pub(crate) fn entries<'a>(study: &'a Table, keys: &'a [&str]) -> impl Iterator<Item = (String, Value)> + 'a {
    keys.iter().filter_map(|key| study.get_key_value(*key)).map(|(key, value)| (key.clone(), value.clone()))
}
