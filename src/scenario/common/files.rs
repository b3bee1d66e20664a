//! The files that a common study names: rulesets and scenarios beside its own, read once and kept for a saved report.

use super::super::check::check_alone;
use super::super::comparison::{GAMES, MOST_GAMES, On};
use super::of_game;
use crate::games::Entry;
use hitchart_config::rules::RulesText;
use hitchart_config::{At, FileText, InputError, Sort, within};
use hitchart_lab::study::{Overrides, Written};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Key that tells what is kept of these studies from what games keep.
pub const KEY: &str = "common";

/// What a saved report keeps of the files that a study has read.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Kept {
    /// By what is written the name of a ruleset and all of it.
    rules: BTreeMap<String, (String, String)>,
    /// By what is written the name and text of a scenario, and what its studies keep; by nothing the study's own scenario.
    scenarios: BTreeMap<String, (String, String, BTreeMap<String, Value>)>,
    /// Games of each comparison.
    games: u64,
}

/// The files of a study.
pub struct Files<'a> {
    pub game: &'static Entry,
    file: &'a FileText,
    overrides: Overrides,
    /// The rules of the scenario.
    pub base: RulesText,
    /// What a saved report has kept.
    found: Option<Kept>,
    /// What this one will keep.
    kept: Kept,
}

impl<'a> Files<'a> {
    /// Those of a study of a scenario of a game.
    ///
    /// # Errors
    /// Scenarios that are wrong in their other studies or their rules.
    pub fn of(game: &'static Entry, written: &Written<'a>, overrides: &Overrides) -> Result<Files<'a>, InputError> {
        let found = overrides.kept.get(&written.name).and_then(|kept| Kept::deserialize(kept.get(KEY)?).ok());
        let own = of_game(overrides);
        let base = check_alone(written.file.clone(), &own, None)?.rules;
        Ok(Files { game, file: written.file, overrides: own, base, found, kept: Kept::default() })
    }

    /// A ruleset by built-in name or by file beside the scenario, with its name.
    ///
    /// # Errors
    /// As the game's own loading, with the place.
    pub fn rules(&mut self, written: &At<String>) -> Result<RulesText, InputError> {
        let name = written.value.trim();
        let rules = match self.found.as_ref().and_then(|found| found.rules.get(name)) {
            Some((name, toml)) => RulesText { name: name.clone(), toml: toml.clone() },
            None => {
                let beside = self.file.beside();
                (self.game.rules)(name, &beside).map_err(|error| error.or_at(self.file, written.span.clone()))?
            }
        };
        self.kept.rules.insert(name.to_owned(), (rules.name.clone(), rules.toml.clone()));
        Ok(rules)
    }

    /// The games of a scenario beside this one, or of this one: these studies, by these players.
    ///
    /// # Errors
    /// Files that cannot be read, with the place.
    pub fn on(
        &mut self,
        written: Option<&At<String>>,
        studies: Vec<String>,
        rungs: Vec<String>,
    ) -> Result<On, InputError> {
        let name = written.map_or("", |written| written.value.trim());
        let found = self.found.as_ref().and_then(|found| found.scenarios.get(name));
        let file = match (found, written) {
            (Some((path, text, _)), _) => FileText::carried(path, text),
            (None, Some(written)) => self
                .file
                .beside()
                .named(Sort::Scenario, name)
                .map_err(|error| error.or_at(self.file, written.span.clone()))?,
            (None, None) => self.file.clone(),
        };
        let kept = found.map(|(.., kept)| kept.clone()).unwrap_or_default();
        let overrides = Overrides { games: None, kept, ..self.overrides.clone() };
        if !self.kept.scenarios.contains_key(name) {
            let played = check_alone(file.clone(), &overrides, Some(self.game))?;
            let studies = played.studies.iter().filter_map(|study| Some((study.name.clone(), study.asked.kept()?)));
            let kept = (file.name(), file.text.clone(), studies.collect());
            self.kept.scenarios.insert(name.to_owned(), kept);
        }
        Ok(On { file, overrides, studies, rungs })
    }

    /// Games of each comparison: those of the command line, those written, or the usual ones, as often as the budget says.
    ///
    /// # Errors
    /// Numbers out of range, with the place.
    pub fn games(&mut self, written: Option<&At<u64>>) -> Result<u64, InputError> {
        self.games_or(written, GAMES)
    }

    /// The same, with other usual ones.
    ///
    /// # Errors
    /// As [`Files::games`].
    pub fn games_or(&mut self, written: Option<&At<u64>>, usual: u64) -> Result<u64, InputError> {
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

    /// What a saved report keeps.
    pub fn kept(&self) -> Value {
        json!({ KEY: self.kept })
    }
}
