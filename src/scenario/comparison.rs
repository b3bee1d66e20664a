//! Rulesets compared on the games of a scenario: each study of games checked by all of them, played by each rung.

use super::check::check_alone;
use super::{Scenario, grounds};
use crate::compare::{Cell, ComparePlan, CompareStudy, Known};
use crate::games::Entry;
use crate::input::rules::RulesText;
use crate::input::{FileText, InputError};
use crate::study::{Changes, Games, Grouped, Overrides, RulesChoice};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Games of a study, a change and a rung, by each ruleset, where nothing else is said.
pub const GAMES: u64 = 4000;
/// Most of them.
pub const MOST_GAMES: u64 = 100_000_000;

/// Rulesets to be compared; all others with the first.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub game: &'static Entry,
    /// What each is called, and the ruleset.
    pub rules: Vec<(String, RulesText)>,
    /// What the games are played on; without it only what is known exactly is compared.
    pub on: Option<On>,
    /// Most games of a study, a change and a rung, by each ruleset.
    pub games: u64,
    /// What matters, by metric; none for what matters of the game.
    pub margins: Option<BTreeMap<String, f64>>,
}

/// The games of a scenario.
#[derive(Clone, Debug)]
pub struct On {
    pub file: FileText,
    /// What is set over the file; its rules are not read.
    pub overrides: Overrides,
    /// Names of the studies; none for all of games.
    pub studies: Vec<String>,
    /// Who plays, a policy in all seats, or one a seat joined by `+`; none for the policies of each study.
    pub rungs: Vec<String>,
}

impl Comparison {
    /// The comparison as a study, and the scenario as it is played by the first ruleset.
    ///
    /// # Errors
    /// Scenarios of another game and without games, unknown studies, policies and metrics.
    pub fn study(self) -> Result<(CompareStudy, Option<Scenario>), InputError> {
        let (cells, played) = match &self.on {
            None => (Vec::new(), None),
            Some(on) => {
                let (cells, scenario) = cells(on, self.game, &self.rules)?;
                (cells, Some(scenario))
            }
        };
        let usual = || {
            cells.iter().flat_map(|cell| cell.arms[0].matters).map(|(metric, margin)| ((*metric).to_owned(), *margin))
        };
        let margins = self.margins.unwrap_or_else(|| usual().collect());
        let plan = ComparePlan { games: self.games, margins };
        let blind =
            self.rules.iter().skip(1).map(|(name, rules)| (name.clone(), (self.game.blind)(rules, &self.rules[0].1)));
        let blind = blind.filter(|(_, fields)| !fields.is_empty()).collect();
        let (rulesets, rules) = self.rules.into_iter().unzip();
        let known = Known::of(rules, self.game.exact);
        let study = CompareStudy { rulesets, cells, known, plan, blind, kept: None };
        study.check()?;
        Ok((study, played))
    }
}

/// The games of all studies, rungs and changes, and the scenario by the first ruleset.
///
/// # Errors
/// As [`Comparison::study`].
pub fn cells(on: &On, game: &Entry, rules: &[(String, RulesText)]) -> Result<(Vec<Cell>, Scenario), InputError> {
    let scenarios = rules.iter().map(|(_, rules)| on.scenario(game, rules));
    let scenarios: Vec<Scenario> = scenarios.collect::<Result<_, _>>()?;
    let rungs: Vec<Option<&str>> = match on.rungs.as_slice() {
        [] => vec![None],
        rungs => rungs.iter().map(|rung| Some(rung.trim())).collect(),
    };
    let mut cells = Vec::new();
    for rung in rungs {
        let by_rules = scenarios.iter().map(|scenario| grounds(scenario, &on.studies, |games| players(games, rung)));
        let by_rules: Vec<Vec<(String, Arc<Grouped>)>> = by_rules.collect::<Result<_, _>>()?;
        for (place, (study, base)) in by_rules[0].iter().enumerate() {
            for (changed, others) in by_rules.iter().enumerate().skip(1) {
                let arms = [Arc::clone(base), Arc::clone(&others[place].1)];
                let rung = rung.unwrap_or("as given").to_owned();
                cells.push(Cell { study: study.clone(), changed, rung, arms });
            }
        }
    }
    let first = scenarios.into_iter().next();
    first.map(|first| (cells, first)).ok_or_else(|| InputError::plain("no ruleset to compare with"))
}

impl On {
    /// The scenario by a ruleset.
    ///
    /// # Errors
    /// As [`check`](super::check), and scenarios of another game.
    pub(super) fn scenario(&self, game: &Entry, rules: &RulesText) -> Result<Scenario, InputError> {
        let rules = Some(RulesChoice::Complete(rules.toml.clone()));
        check_alone(self.file.clone(), &Overrides { rules, ..self.overrides.clone() }, Some(game))
    }
}

/// The games of a study, group by group, played by a rung: a policy in all seats, or one a seat joined by `+`.
pub(super) fn players(games: &dyn Games, rung: Option<&str>) -> Result<Arc<Grouped>, InputError> {
    let Some(rung) = rung else { return games.grouped().map(Arc::new) };
    let names: Vec<String> = rung.split('+').map(|name| name.trim().to_owned()).collect();
    let seated = if names.len() == 1 { vec![names[0].clone(); games.seats()] } else { names };
    let changed = games.changed(&Changes { policies: Some(&seated), ..Changes::default() })?;
    changed.games().unwrap_or(games).grouped().map(Arc::new)
}
