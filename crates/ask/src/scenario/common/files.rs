//! The files that a common study names: rulesets and scenarios in the folder of its file, read once and stored in a
//! saved report.

use super::super::comparison::{GAMES, MOST_GAMES, ScenarioGames};
use super::super::{Scenario, check::ReadScenario};
use super::{Checker, of_game};
use crate::games::Entry;
use hitchart_config::rules::RulesText;
use hitchart_config::{At, FileKind, FileText, InputError, read_table, within};
use hitchart_lab::study::{Overrides, Written};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toml::{Spanned, de::DeValue};

/// Key that distinguishes the stored data of these studies from that of studies of games.
pub(crate) const KEY: &str = "common";

/// The files of a study that are stored in a saved report.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Kept {
    /// Name and TOML of each ruleset, by its written name.
    rules: BTreeMap<String, (String, String)>,
    /// Name and text of each scenario, and the data that its studies store, by its written name. The empty name is the
    /// study's own scenario.
    scenarios: BTreeMap<String, (String, String, BTreeMap<String, Value>)>,
    /// Number of games of each comparison.
    games: u64,
}

/// The files of a study.
pub(crate) struct Files<'a> {
    pub game: &'static Entry,
    pub file: &'a FileText,
    overrides: Overrides,
    /// Rules of the scenario.
    pub base: RulesText,
    /// Files stored in a saved report, if the study is restored from one.
    found: Option<Kept>,
    /// Files that this study will store.
    kept: Kept,
}

impl<'a> Files<'a> {
    /// Reads the scenario of a study.
    ///
    /// # Errors
    /// Fails if the scenario's rules or other studies contain mistakes.
    pub(crate) fn of(checker: &Checker<'_>, written: &Written<'a>) -> Result<Files<'a>, InputError> {
        let Checker { game, overrides } = *checker;
        let found = overrides.kept.get(&written.name).and_then(|kept| Kept::deserialize(kept.get(KEY)?).ok());
        let own = of_game(overrides);
        let base = ReadScenario::of(written.file, None)?.check(&own, false)?.rules;
        Ok(Files { game, file: written.file, overrides: own, base, found, kept: Kept::default() })
    }

    /// Loads a ruleset by built-in name or from a file in the folder of the scenario.
    ///
    /// # Errors
    /// As the game's loading, with the place in the file.
    pub(crate) fn rules(&mut self, written: &At<String>) -> Result<RulesText, InputError> {
        let name = written.value.trim();
        let rules = match self.found.as_ref().and_then(|found| found.rules.get(name)) {
            Some((name, toml)) => RulesText::saved(name, toml),
            None => {
                let beside = self.file.beside();
                (self.game.rules)(name, &beside).map_err(|error| error.or_at(self.file, written.span.clone()))?
            }
        };
        self.kept.rules.insert(name.to_owned(), (rules.name.clone(), rules.toml().to_owned()));
        Ok(rules)
    }

    /// Returns the games of another scenario in the same folder, or of this one: these studies, played by these
    /// policies, and with `confirm` by the deep search too.
    ///
    /// # Errors
    /// Fails if the file cannot be read, with the place.
    pub(crate) fn on(
        &mut self,
        written: Option<&At<String>>,
        studies: Vec<String>,
        (rungs, confirm): (Vec<String>, bool),
    ) -> Result<ScenarioGames, InputError> {
        let name = written.map_or("", |written| written.value.trim());
        let (file, kept) = self.scenario(name, written)?;
        let overrides = Overrides { games: None, kept, ..self.overrides.clone() };
        if !self.kept.scenarios.contains_key(name) {
            let played = ReadScenario::of(&file, Some(self.game))?.check(&overrides, false)?;
            self.keep(name, &played);
        }
        Ok(ScenarioGames { file, overrides, studies, rungs, confirm })
    }

    /// Returns another scenario in the same folder, of any game, with all of its studies.
    ///
    /// # Errors
    /// Fails if the file cannot be read, with the place, if it contains mistakes, or if one of its studies includes others.
    pub(crate) fn included(&mut self, written: &At<String>) -> Result<Scenario, InputError> {
        let name = written.value.trim();
        let (file, kept) = self.scenario(name, Some(written))?;
        let table = read_table(&file)?;
        let studies = table.get_ref().get("study").and_then(|studies| studies.get_ref().as_array());
        let includes =
            |study: &Spanned<DeValue<'_>>| study.get_ref().as_table().is_some_and(|t| t.contains_key("include"));
        if studies.is_some_and(|studies| studies.iter().any(includes)) {
            let problem = format!("`{name}` includes other scenarios; name them here");
            return Err(InputError::at(self.file, written.span.clone(), problem));
        }
        let read = ReadScenario::of(&file, None)?;
        let rules = self.overrides.rules.clone().filter(|_| read.game.name == self.game.name);
        let scenario = read.check(&Overrides { rules, kept, ..self.overrides.clone() }, true)?;
        self.keep(name, &scenario);
        Ok(scenario)
    }

    /// Reads a scenario in the same folder, or this one, from the folder or from a saved report, which also has the data
    /// that its studies store.
    fn scenario(
        &self,
        name: &str,
        written: Option<&At<String>>,
    ) -> Result<(FileText, BTreeMap<String, Value>), InputError> {
        let found = self.found.as_ref().and_then(|found| found.scenarios.get(name));
        let file = match (found, written) {
            (Some((path, text, _)), _) => FileText::carried(path, text),
            (None, Some(written)) => self
                .file
                .beside()
                .named(FileKind::Scenario, name)
                .map_err(|error| error.or_at(self.file, written.span.clone()))?,
            (None, None) => self.file.clone(),
        };
        Ok((file, found.map(|(.., kept)| kept.clone()).unwrap_or_default()))
    }

    fn keep(&mut self, name: &str, scenario: &Scenario) {
        let studies = scenario.studies.iter().filter_map(|study| Some((study.name.clone(), study.method.kept()?)));
        let kept = (scenario.file.name(), scenario.file.text.clone(), studies.collect());
        self.kept.scenarios.insert(name.to_owned(), kept);
    }

    /// Returns the games of a scenario as its studies are answered: with the command line's number of games.
    pub(crate) fn answered(&self, on: ScenarioGames) -> ScenarioGames {
        ScenarioGames { overrides: Overrides { games: self.overrides.games, ..on.overrides }, ..on }
    }

    /// Returns the number of games of each comparison: that of the command line, or the written or default number times
    /// the budget.
    ///
    /// # Errors
    /// Fails if the number is out of range, with the place.
    pub(crate) fn games(&mut self, written: Option<&At<u64>>) -> Result<u64, InputError> {
        self.games_or(written, GAMES)
    }

    /// Like [`Files::games`], with another default.
    ///
    /// # Errors
    /// As [`Files::games`].
    pub(crate) fn games_or(&mut self, written: Option<&At<u64>>, usual: u64) -> Result<u64, InputError> {
        let games = match (&self.found, self.overrides.games, written) {
            (Some(found), ..) => found.games,
            (None, Some(games), _) => games,
            (None, None, Some(games)) => self.budgeted(within(self.file, games, "games", 2, MOST_GAMES)?),
            (None, None, None) => self.budgeted(usual),
        };
        self.kept.games = games;
        Ok(games)
    }

    fn budgeted(&self, games: u64) -> u64 {
        let times = self.overrides.budget.unwrap_or(1.0);
        ((games as f64 * times).round() as u64).clamp(2, MOST_GAMES)
    }

    /// Returns the data to store in a saved report.
    pub(crate) fn kept(&self) -> Value {
        json!({ KEY: self.kept })
    }
}
