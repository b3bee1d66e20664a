//! Comparisons of rulesets on the games of a scenario: each study of games is checked under all rulesets, and played by
//! each rung.

use super::check::check_alone;
use super::grounds::comparable;
use super::{Scenario, grounds};
use crate::games::Entry;
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError};
use hitchart_lab::compare::{Cell, ComparePlan, CompareStudy, Known, has_gap};
use hitchart_lab::study::{Changes, Games, Grouped, Overrides, RulesChoice};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Default limit of games per study, change, rung and ruleset.
pub const GAMES: u64 = 4000;
/// Default of the largest half-width of an effect that moved, relative to the effect, at which play ends.
pub const PRECISION: f64 = 0.5;
/// Largest allowed limit of games.
pub const MOST_GAMES: u64 = 100_000_000;

/// Rulesets to compare, each with the first.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub game: &'static Entry,
    /// Name and text of each ruleset.
    pub rules: Vec<(String, RulesText)>,
    /// Games to compare; without them only exact numbers are compared.
    pub on: Option<ScenarioGames>,
    /// Limit of games per study, change, rung and ruleset.
    pub games: u64,
    /// Margins by metric. `None` for the margins of the game.
    pub margins: Option<BTreeMap<String, f64>>,
    /// Largest half-width of an effect that moved, relative to the effect, at which play ends.
    pub precision: f64,
    /// Source of the games, for people; may be empty.
    pub source: String,
}

/// Games of a scenario.
#[derive(Clone, Debug)]
pub struct ScenarioGames {
    pub file: FileText,
    /// Overrides of the file; its rules are not used.
    pub overrides: Overrides,
    /// Names of the studies; empty for all studies of games.
    pub studies: Vec<String>,
    /// Rungs: one policy for all seats, or one per seat joined by `+`; empty for the policies of each study.
    pub rungs: Vec<String>,
}

impl Comparison {
    /// Returns the comparison as a study, and the scenario as played under the first ruleset.
    ///
    /// # Errors
    /// Fails on scenarios of another game or without games, and on unknown studies, policies and metrics.
    pub fn study(self) -> Result<(CompareStudy, Option<Scenario>), InputError> {
        let (cells, gaps, played) = match &self.on {
            None => (Vec::new(), Vec::new(), None),
            Some(on) => {
                let scenarios = on.scenarios(self.game, &self.rules)?;
                (cells(on, &scenarios)?, gaps(on, &scenarios)?, scenarios.into_iter().next())
            }
        };
        let usual = || {
            cells.iter().flat_map(|cell| cell.arms[0].matters).map(|(metric, margin)| ((*metric).to_owned(), *margin))
        };
        let margins = self.margins.unwrap_or_else(|| usual().collect());
        let plan = ComparePlan { games: self.games, margins, precision: self.precision };
        let blind =
            self.rules.iter().skip(1).map(|(name, rules)| (name.clone(), (self.game.blind)(rules, &self.rules[0].1)));
        let blind = blind.filter(|(_, fields)| !fields.is_empty()).collect();
        let (rulesets, rules) = self.rules.into_iter().unzip();
        let known = Known::of(rules, self.game.exact);
        let study = CompareStudy { rulesets, cells, gaps, known, plan, blind, kept: None, source: self.source };
        study.check()?;
        Ok((study, played))
    }
}

/// Returns the games of all studies, rungs and changes of a scenario, under each of some rulesets.
///
/// # Errors
/// As [`Comparison::study`].
pub(crate) fn cells<S: Borrow<Scenario>>(on: &ScenarioGames, scenarios: &[S]) -> Result<Vec<Cell>, InputError> {
    let rungs: Vec<Option<&str>> = match on.rungs.as_slice() {
        [] => vec![None],
        rungs => rungs.iter().map(|rung| Some(rung.trim())).collect(),
    };
    let of_rung = |rung: Option<&str>| {
        let of = |scenario: &S| comparable(scenario.borrow(), &on.studies, rung);
        let by_rules = scenarios.iter().map(of);
        Ok(against_the_first(rung.unwrap_or("as given"), by_rules.collect::<Result<_, InputError>>()?))
    };
    Ok(rungs.into_iter().map(of_rung).collect::<Result<Vec<Vec<Cell>>, InputError>>()?.concat())
}

/// Returns the games of each rung against the previous one, if both are single policies that can swap the seats of a
/// table of two.
fn gaps(on: &ScenarioGames, scenarios: &[Scenario]) -> Result<Vec<Cell>, InputError> {
    let plain: Vec<&str> = on.rungs.iter().map(|rung| rung.trim()).filter(|rung| !rung.contains('+')).collect();
    let mut all = Vec::new();
    for pair in plain.windows(2) {
        let [lower, higher] = [pair[0], pair[1]];
        let met = |games: &dyn Games| Ok(meeting(games, [higher, lower]));
        let by_rules = scenarios.iter().map(|scenario| grounds(scenario, &on.studies, met));
        let by_rules: Vec<Vec<(String, Option<Arc<Grouped>>)>> = by_rules.collect::<Result<_, InputError>>()?;
        let there = |studies: Vec<(String, Option<Arc<Grouped>>)>| {
            studies.into_iter().filter_map(|(study, games)| Some((study, games?))).collect()
        };
        all.extend(against_the_first(&format!("{higher} over {lower}"), by_rules.into_iter().map(there).collect()));
    }
    Ok(all)
}

/// Pairs the games of every study under the first ruleset with those under each other ruleset.
fn against_the_first(rung: &str, by_rules: Vec<Vec<(String, Arc<Grouped>)>>) -> Vec<Cell> {
    let cell = |study: &str, base: &Arc<Grouped>, changed: usize| {
        let (_, other) = by_rules[changed].iter().find(|(known, _)| known == study)?;
        let arms = [Arc::clone(base), Arc::clone(other)];
        Some(Cell { study: study.to_owned(), changed, rung: rung.to_owned(), arms })
    };
    let cells = by_rules.first().into_iter().flatten();
    cells.flat_map(|(study, base)| (1..by_rules.len()).filter_map(move |changed| cell(study, base, changed))).collect()
}

impl ScenarioGames {
    /// Returns the scenario under each ruleset.
    ///
    /// # Errors
    /// As [`Comparison::study`].
    pub fn scenarios(&self, game: &Entry, rules: &[(String, RulesText)]) -> Result<Vec<Scenario>, InputError> {
        rules.iter().map(|(_, rules)| self.scenario(game, rules)).collect()
    }

    /// Returns the scenario under a ruleset.
    ///
    /// # Errors
    /// As [`check`](super::check), and for scenarios of another game.
    pub(super) fn scenario(&self, game: &Entry, rules: &RulesText) -> Result<Scenario, InputError> {
        let rules = Some(RulesChoice::Complete(rules.toml.clone()));
        check_alone(self.file.clone(), &Overrides { rules, ..self.overrides.clone() }, Some(game))
    }
}

/// Returns the games of a study in groups, played by a rung: one policy in all seats, or one per seat joined by `+`.
pub(super) fn players(games: &dyn Games, rung: Option<&str>) -> Result<Arc<Grouped>, InputError> {
    let Some(rung) = rung else { return games.grouped().map(Arc::new) };
    let names: Vec<String> = rung.split('+').map(|name| name.trim().to_owned()).collect();
    let seated = if names.len() == 1 { vec![names[0].clone(); games.seats()] } else { names };
    let changed = games.changed(&Changes { policies: Some(&seated), ..Changes::default() })?;
    changed.games().unwrap_or(games).grouped().map(Arc::new)
}

/// Returns the games of two policies that swap seats at a table of two; `None` if the study has no such games.
fn meeting(games: &dyn Games, policies: [&str; 2]) -> Option<Arc<Grouped>> {
    let policies = policies.map(str::to_owned);
    let changes = Changes { policies: Some(&policies), swap_seats: true, ..Changes::default() };
    let games = games.changed(&changes).ok()?.games()?.grouped().ok()?;
    has_gap(&games).then(|| Arc::new(games))
}
