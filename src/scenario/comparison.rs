//! Rulesets compared on the games of a scenario: each study of games checked by all of them, played by each rung.

use super::check::check_alone;
use super::grounds::comparable;
use super::{Scenario, grounds};
use hitchart_lab::compare::{Cell, ComparePlan, CompareStudy, Known, has_gap};
use crate::games::Entry;
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError};
use hitchart_lab::study::{Changes, Games, Grouped, Overrides, RulesChoice};
use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Games of a study, a change and a rung, by each ruleset, where nothing else is said.
pub const GAMES: u64 = 4000;
/// Largest half-width of an effect that moved, in parts of the effect, at which play ends if nothing else is said.
pub const PRECISION: f64 = 0.5;
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
    /// Margins by metric. `None` for the margins of the game.
    pub margins: Option<BTreeMap<String, f64>>,
    /// Largest half-width of an effect that moved, in parts of the effect, at which play ends.
    pub precision: f64,
    /// Where the games are from, for people; may be empty.
    pub source: String,
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

/// The games of all studies, rungs and changes of a scenario, by each of some rulesets.
///
/// # Errors
/// As [`Comparison::study`].
pub fn cells<S: Borrow<Scenario>>(on: &On, scenarios: &[S]) -> Result<Vec<Cell>, InputError> {
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

/// Each rung against the one before it, where both are one policy and can swap the seats of a table of two.
fn gaps(on: &On, scenarios: &[Scenario]) -> Result<Vec<Cell>, InputError> {
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

/// The games of every study by the first ruleset and by each other one.
fn against_the_first(rung: &str, by_rules: Vec<Vec<(String, Arc<Grouped>)>>) -> Vec<Cell> {
    let cell = |study: &str, base: &Arc<Grouped>, changed: usize| {
        let (_, other) = by_rules[changed].iter().find(|(known, _)| known == study)?;
        let arms = [Arc::clone(base), Arc::clone(other)];
        Some(Cell { study: study.to_owned(), changed, rung: rung.to_owned(), arms })
    };
    let cells = by_rules.first().into_iter().flatten();
    cells.flat_map(|(study, base)| (1..by_rules.len()).filter_map(move |changed| cell(study, base, changed))).collect()
}

impl On {
    /// The scenario by each ruleset.
    ///
    /// # Errors
    /// As [`Comparison::study`].
    pub fn scenarios(&self, game: &Entry, rules: &[(String, RulesText)]) -> Result<Vec<Scenario>, InputError> {
        rules.iter().map(|(_, rules)| self.scenario(game, rules)).collect()
    }

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

/// Games of two policies at a table of two, who swap seats; none where the study has no such games.
fn meeting(games: &dyn Games, policies: [&str; 2]) -> Option<Arc<Grouped>> {
    let policies = policies.map(str::to_owned);
    let changes = Changes { policies: Some(&policies), swap_seats: true, ..Changes::default() };
    let games = games.changed(&changes).ok()?.games()?.grouped().ok()?;
    has_gap(&games).then(|| Arc::new(games))
}
