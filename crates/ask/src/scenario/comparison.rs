//! Comparisons of rulesets, and sweeps over fields of a ruleset, on the games of a scenario.
//!
//! In a comparison each study of games is checked under all rulesets and played by each rung. In a sweep each point is
//! checked under its rules. Both may change fields of the studies as well as fields of the rules.

use super::super::games::{Entry, HalfChanged};
use super::check::ReadScenario;
use super::fields::{self, Arm};
use super::grounds::{comparable, compared_by_default};
use super::{Scenario, grounds};
use hitchart_config::rules::RulesText;
use hitchart_config::{FileText, InputError};
use hitchart_dice::Throw;
use hitchart_lab::compare::{Cell, ComparePlan, CompareStudy, Known, has_gap, usual_margins};
use hitchart_lab::runner::games::key;
use hitchart_lab::study::{Changes, Games, Grouped, Overrides, RulesChoice, Study};
use hitchart_lab::sweep::{
    Design, DesignKind, FieldValues, Sites, SweepCell, SweepField, SweepPlan, SweepStudy, WrittenTarget,
};
use hitchart_play::policy::DEEP;
use hitchart_report::Warning;
use rayon::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::{borrow::Borrow, sync::Arc};

// Comparisons of rulesets.

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
    /// Rulesets.
    pub rules: Vec<Arm>,
    /// Further changes of the first ruleset or of the studies, as typed: `PATH=VALUE`, several with `;` between them.
    pub fields: Vec<String>,
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
    /// True if the search with sixteen times the playouts plays too, after the rungs.
    pub confirm: bool,
}

impl Comparison {
    /// Returns the comparison as a study, and the scenario as played under the first ruleset. The study has no games if
    /// all rulesets equal the first.
    ///
    /// # Errors
    /// Fails on scenarios of another game or without games, and on unknown studies, policies and metrics.
    pub fn study(mut self) -> Result<(CompareStudy, Option<Scenario>), InputError> {
        let (cells, gaps, played) = match &self.on {
            None => {
                let arm = |text: &String| Arm::parse(text, &self.rules[0].rules, None, self.game);
                let arms = self.fields.iter().map(arm).collect::<Result<Vec<_>, _>>()?;
                self.rules.extend(arms);
                (Vec::new(), Vec::new(), None)
            }
            Some(on) => {
                let scenarios = on.scenarios(self.game, &mut self.rules, &self.fields)?;
                (cells(on, &scenarios)?, gaps(on, &scenarios)?, scenarios.into_iter().next())
            }
        };
        let margins = self.margins.unwrap_or_else(|| usual_margins(&cells));
        let plan = ComparePlan { games: self.games, margins, precision: self.precision };
        let (game, base) = (self.game, &self.rules[0].rules);
        let warnings = |arm: &Arm| {
            let (fields, ruleset) = ((game.not_exact)(&arm.rules, base), arm.name.clone());
            let left_out = (!fields.is_empty()).then_some(Warning::NotExact { ruleset, fields });
            game.warnings(&arm.name, &arm.rules, base).into_iter().chain(left_out).collect::<Vec<Warning>>()
        };
        let warnings = self.rules.iter().skip(1).flat_map(warnings).collect();
        let others = self.rules.iter().skip(1);
        let equal = others.filter(|arm| arm.is_unchanged(&self.rules[0].rules)).map(|arm| arm.name.clone()).collect();
        let origin = origin(&self.rules, played.as_ref());
        let (rulesets, rules) = self.rules.into_iter().map(|arm| (arm.name, arm.rules)).unzip();
        let known = Known::of(rules, self.game.exact);
        let (kept, source) = (None, self.source);
        let mut study = CompareStudy { rulesets, cells, gaps, known, plan, warnings, equal, origin, kept, source };
        study.check()?;
        // Games on common random numbers would all be the same.
        if study.equal.len() + 1 == study.rulesets.len() {
            study.cells.clear();
            study.gaps.clear();
        }
        Ok((study, played))
    }
}

/// Returns the origin of a comparison as data: the version, the rulesets, and the scenario if one was played.
fn origin(rules: &[Arm], played: Option<&Scenario>) -> serde_json::Value {
    let ruleset = |arm: &Arm| json!({ "name": arm.name, "sha256": arm.rules.sha256() });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "rulesets": rules.iter().map(ruleset).collect::<Vec<_>>(),
        "scenario": played.map(|played| played.file.name()),
        "scenario_sha256": played.map(|played| played.file.sha256()),
        "seed": played.map(|played| played.seed),
    })
}

/// Returns the games of all studies, rungs and changes of a scenario, under each of some rulesets.
///
/// # Errors
/// As [`Comparison::study`].
pub(crate) fn cells<S: Borrow<Scenario>>(on: &ScenarioGames, scenarios: &[S]) -> Result<Vec<Cell>, InputError> {
    let of_rung = |rung: Option<String>| {
        let of = |scenario: &S| comparable(scenario.borrow(), &on.studies, rung.as_deref());
        let by_rules = scenarios.iter().map(of);
        Ok(against_the_first(rung.as_deref().unwrap_or("as given"), by_rules.collect::<Result<_, InputError>>()?))
    };
    let mut cells = rungs(on)?.into_iter().map(of_rung).collect::<Result<Vec<Vec<Cell>>, InputError>>()?.concat();
    if on.confirm {
        let names = on.confirmed(scenarios[0].borrow())?;
        let of = |scenario: &S| comparable(scenario.borrow(), &names, Some(DEEP));
        cells.extend(against_the_first(DEEP, scenarios.iter().map(of).collect::<Result<_, InputError>>()?));
    }
    Ok(cells)
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
        let arms = [base.counting(&other.quantities), other.counting(&base.quantities)];
        Some(Cell { study: study.to_owned(), changed, rung: rung.to_owned(), arms })
    };
    let cells = by_rules.first().into_iter().flatten();
    cells.flat_map(|(study, base)| (1..by_rules.len()).filter_map(move |changed| cell(study, base, changed))).collect()
}

impl ScenarioGames {
    /// Returns the scenario under each ruleset, and under the changes of the first ruleset or of the studies, which
    /// become further arms.
    ///
    /// # Errors
    /// As [`Comparison::study`].
    fn scenarios(&self, game: &Entry, arms: &mut Vec<Arm>, texts: &[String]) -> Result<Vec<Scenario>, InputError> {
        let read = self.read(game)?;
        let mut scenarios: Vec<Scenario> =
            arms.iter().map(|arm| self.under(&read, &arm.rules)).collect::<Result<_, _>>()?;
        let names = self.names(&scenarios[0]);
        // A program has fields that its ruleset leaves out.
        let complete = scenarios[0].rules.clone();
        for text in texts {
            let arm = Arm::parse(text, &complete, Some((self, &names)), game)?;
            scenarios.push(self.of_arm(&read, (game, &names), &arm)?);
            arms.push(arm);
        }
        Ok(scenarios)
    }

    /// Returns the names of the studies that the deep search plays too: those whose players can be replaced.
    ///
    /// # Errors
    /// Fails if there are none.
    pub(crate) fn confirmed(&self, scenario: &Scenario) -> Result<Vec<String>, InputError> {
        let free = compared_by_default(scenario, true);
        let named = |name: &&str| self.studies.is_empty() || self.studies.iter().any(|study| study.trim() == *name);
        let names: Vec<String> = free.into_iter().filter(named).map(str::to_owned).collect();
        match names.is_empty() {
            true => Err(InputError::plain("`confirm` repeats studies of games with other players, and there is none")),
            false => Ok(names),
        }
    }

    /// Returns the names of the studies that play.
    pub(super) fn names(&self, scenario: &Scenario) -> Vec<String> {
        match self.studies.as_slice() {
            [] => compared_by_default(scenario, !self.rungs.is_empty()).into_iter().map(str::to_owned).collect(),
            names => names.iter().map(|name| name.trim().to_owned()).collect(),
        }
    }

    /// Returns the scenario of an arm; its changes apply to the studies of these names.
    ///
    /// # Errors
    /// As [`check`](super::check).
    pub(super) fn of_arm(
        &self,
        read: &ReadScenario<'_>,
        (game, names): (&Entry, &[String]),
        arm: &Arm,
    ) -> Result<Scenario, InputError> {
        let changes = arm.changes.iter().map(|(field, value)| (field, value));
        match fields::changed((self, names), game, &arm.rules, changes)? {
            None => self.under(read, &arm.rules),
            // The place would be in a generated scenario.
            Some(on) => on.under(&on.read(game)?, &arm.rules).map_err(|error| {
                InputError::plain(format!("--field: {}: {}", arm.name, error.problem)).with_help(error.help)
            }),
        }
    }

    /// Reads the scenario.
    ///
    /// # Errors
    /// Fails on mistakes in the head of the file, and on scenarios of another game.
    pub(super) fn read(&self, game: &Entry) -> Result<ReadScenario<'_>, InputError> {
        ReadScenario::of(&self.file, Some(game))
    }

    /// Returns the scenario under a ruleset.
    ///
    /// # Errors
    /// As [`check`](super::check).
    pub(super) fn under(&self, read: &ReadScenario<'_>, rules: &RulesText) -> Result<Scenario, InputError> {
        let rules = Some(RulesChoice::Complete(rules.clone()));
        read.check(&Overrides { rules, ..self.overrides.clone() }, false)
    }
}

/// Returns the games of a study in groups, played by a rung: one policy in all seats, or one per seat joined by `+`.
pub(super) fn players(games: &dyn Games, rung: Option<&str>) -> Result<Arc<Grouped>, InputError> {
    let Some(rung) = rung else { return games.grouped().map(Arc::new) };
    seated(games, rung)?.games().unwrap_or(games).grouped().map(Arc::new)
}

/// Returns the games of a study, played by a rung.
///
/// # Errors
/// As [`Games::changed`].
pub(super) fn seated(games: &dyn Games, rung: &str) -> Result<Arc<dyn Study>, InputError> {
    let names: Vec<String> = rung.split('+').map(|name| name.trim().to_owned()).collect();
    let names = if names.len() == 1 { vec![names[0].clone(); games.seats()] } else { names };
    games.changed(&Changes { policies: Some(&names), ..Changes::default() })
}

/// Returns the games of two policies that swap seats at a table of two; `None` if the study has no such games.
fn meeting(games: &dyn Games, policies: [&str; 2]) -> Option<Arc<Grouped>> {
    let policies = policies.map(str::to_owned);
    let changes = Changes { policies: Some(&policies), swap_seats: true, ..Changes::default() };
    let games = games.changed(&changes).ok()?.games()?.grouped().ok()?;
    has_gap(&games).then(|| Arc::new(games))
}

// Sweeps over fields of a ruleset.

/// Default number of games per point; with a target, the default limit.
const SWEEP_GAMES: u64 = 1000;
const GAMES_FOR_A_TARGET: u64 = 4000;

/// A sweep over fields of a ruleset.
#[derive(Clone, Debug)]
pub struct Sweeping {
    pub game: &'static Entry,
    /// The unchanged ruleset.
    pub rules: RulesText,
    pub on: ScenarioGames,
    /// Name of the random stream of the design.
    pub name: String,
    /// Fields, as typed.
    pub fields: Vec<String>,
    pub design: DesignKind,
    /// Number of points, trajectories or rows.
    pub points: Option<usize>,
    /// Number of games per point.
    pub games: Option<u64>,
    pub metrics: Vec<String>,
    /// Target, as typed.
    pub target: Option<String>,
    /// True for a study of a scenario: its seed is that of the scenario, which the report names.
    pub is_in_file: bool,
}

impl Sweeping {
    /// Returns the default number of games per point.
    pub fn usual_games(with_target: bool) -> u64 {
        if with_target { GAMES_FOR_A_TARGET } else { SWEEP_GAMES }
    }

    /// Returns the sweep as a study, and its seed.
    ///
    /// # Errors
    /// Fails on invalid fields, values, targets, studies, policies and metrics, and on rules that are not allowed.
    pub fn study(self) -> Result<(SweepStudy, u64), InputError> {
        let (kind, target) = (self.design, self.target()?);
        let read = self.on.read(self.game)?;
        let scenario = self.on.under(&read, &self.rules)?;
        let names = grounds(&scenario, &self.on.studies, |_| Ok(()))?.into_iter().map(|(name, ())| name);
        let names: Vec<String> = names.collect();
        let table = fields::table((&self.on, &names), self.game, &self.rules, &self.fields)?;
        let fields: Vec<SweepField> = fields(&self.fields, &table, kind)?;
        fields::check_alike((&self.on, &names), self.game, &self.rules, &fields)?;
        let mut throw = Throw::new(key(scenario.seed, &self.name, 0));
        let design = Design::new(kind, &fields, self.points, &mut |below| throw.below(below))?;
        let ruleset = self.rules.table();
        let again = Again { game: self.game, on: self.on.clone(), names, ruleset, fields: fields.clone() };
        let doubts = |scenario: Scenario| {
            let (rules, base) = (&scenario.rules, &self.rules);
            ((self.game.blind)(rules, base), (self.game.half_changed)(rules, base))
        };
        let checked_at = |setting: &FieldValues| {
            again.scenario(&read, setting).map(doubts).map_err(|error| (setting.describe(&fields), error))
        };
        let checked: Vec<Checked> = design.settings.par_iter().map(checked_at).collect();
        let blind: BTreeSet<String> = checked.iter().flatten().flat_map(|(blind, _)| blind.iter().cloned()).collect();
        let ruleset = || format!("{} with other values", self.rules.name);
        let blind = (!blind.is_empty())
            .then(|| Warning::PlayedBlind { ruleset: ruleset(), fields: blind.into_iter().collect() });
        let half = checked.iter().flatten().find_map(|(_, half)| *half);
        let half = half.map(|(fields, exact)| Warning::HalfChanged { ruleset: ruleset(), fields, exact });
        let warnings = blind.into_iter().chain(half).collect();
        let (design, left_out) = allowed(design, &fields, checked)?;
        let games = self.games.unwrap_or(Self::usual_games(target.is_some()));
        let cells = cells_of(again, &scenario, &design)?;
        let (provenance, origin) = self.origin(&scenario, games);
        let (plan, limits) = (SweepPlan { games, metrics: self.metrics, target }, self.game.limits);
        let study =
            SweepStudy { provenance, origin, fields, design, left_out, cells, plan, limits, warnings, kept: None };
        study.check()?;
        Ok((study, scenario.seed))
    }

    /// Returns the target, checked against the design.
    fn target(&self) -> Result<Option<WrittenTarget>, InputError> {
        let is_grid = self.design == DesignKind::Grid;
        if is_grid && self.points.is_some() {
            let problem =
                "--points: a grid uses all combinations of the values; write steps, such as ranges.direct=6..12:2";
            return Err(InputError::plain(problem));
        }
        let target = self.target.as_deref().map(WrittenTarget::parse).transpose()?;
        match target {
            Some(_) if !is_grid => Err(InputError::plain("--target: the search uses a grid; leave --design out")),
            target => Ok(target),
        }
    }

    /// Returns the origin of the results, in words and as data.
    fn origin(&self, scenario: &Scenario, games: u64) -> (String, serde_json::Value) {
        let (rules, seed, file, version) = (&self.rules, scenario.seed, &scenario.file, env!("CARGO_PKG_VERSION"));
        let seed_text = if self.is_in_file { String::new() } else { format!(", seed {seed}") };
        let words = format!("Rules: {}, {} design{seed_text}, hitchart {version}.", rules.name, self.design.name());
        let data = json!({
            "version": version,
            "scenario": file.name(),
            "scenario_sha256": file.sha256(),
            "ruleset": rules.name,
            "ruleset_sha256": rules.sha256(),
            "seed": seed,
            "games_a_point": games,
        });
        (words, data)
    }
}

/// Returns the games of every study and rung at all points. If players are left out at some points, only the numbers
/// that all points have are counted.
fn cells_of(again: Again, scenario: &Scenario, design: &Design) -> Result<Vec<SweepCell>, InputError> {
    let (again, settings) = (Arc::new(again), Arc::new(design.settings.clone()));
    let mut cells = Vec::new();
    for rung in rungs(&again.on)? {
        for (study, mut base) in grounds(scenario, &again.on.studies, |games| players(games, rung.as_deref()))? {
            for setting in settings.iter().filter(|_| again.fields.iter().any(SweepField::changes_numbers)) {
                let games = again.games(setting, &study, rung.as_deref());
                base = games.map_or(base.clone(), |games| base.counting(&games.quantities));
            }
            let (again, settings, base_of_point) = (Arc::clone(&again), Arc::clone(&settings), Arc::clone(&base));
            let (of, by) = (study.clone(), rung.clone());
            let points = Arc::new(Sites::new(move |place| {
                Some(again.games(settings.get(place)?, &of, by.as_deref())?.counting(&base_of_point.quantities))
            }));
            cells.push(SweepCell { study, rung: rung.clone().unwrap_or_else(|| "as given".to_owned()), base, points });
        }
    }
    Ok(cells)
}

/// Returns the policies to play with, one after the other; `None` for the policies of each study. Rejects duplicates.
fn rungs(on: &ScenarioGames) -> Result<Vec<Option<String>>, InputError> {
    let rungs: Vec<&str> = on.rungs.iter().map(|rung| rung.trim()).collect();
    if let Some(twice) = (1..rungs.len()).find(|place| rungs[..*place].contains(&rungs[*place])) {
        return Err(InputError::plain(format!("rungs: `{}` is named twice; allowed: once", rungs[twice])));
    }
    Ok(if rungs.is_empty() { vec![None] } else { rungs.into_iter().map(|rung| Some(rung.to_owned())).collect() })
}

/// Parses the fields, and rejects duplicates.
fn fields(texts: &[String], ruleset: &toml::Table, kind: DesignKind) -> Result<Vec<SweepField>, InputError> {
    let mut all: Vec<SweepField> = Vec::new();
    for text in texts {
        let field = SweepField::parse(text, ruleset, kind == DesignKind::Grid)?;
        if all.iter().any(|known| known.path == field.path) {
            return Err(InputError::plain(format!("--field: `{}` is named twice", field.path)));
        }
        all.push(field);
    }
    Ok(all)
}

/// Data for checking the scenario again at each point.
struct Again {
    game: &'static Entry,
    on: ScenarioGames,
    /// The unchanged ruleset.
    ruleset: toml::Table,
    fields: Vec<SweepField>,
    /// Names of the studies that play.
    names: Vec<String>,
}

impl Again {
    /// Returns the scenario at a point.
    fn scenario(&self, read: &ReadScenario<'_>, setting: &FieldValues) -> Result<Scenario, InputError> {
        let rules = (self.game.checked)(setting.laid_over(&self.fields, &self.ruleset))?;
        let changes = self.fields.iter().zip(setting.levels.iter().map(|level| &level.value));
        match fields::changed((&self.on, &self.names), self.game, &rules, changes)? {
            None => self.on.under(read, &rules),
            Some(on) => on.under(&on.read(self.game)?, &rules),
        }
    }

    /// Returns the games of a study at a point, played by a rung.
    fn games(&self, setting: &FieldValues, study: &str, rung: Option<&str>) -> Option<Arc<Grouped>> {
        let scenario = self.scenario(&self.on.read(self.game).ok()?, setting).ok()?;
        let games = grounds(&scenario, &[study.to_owned()], |games| players(games, rung)).ok()?;
        games.into_iter().next().map(|(_, games)| games)
    }
}

/// Result of checking a point: the changed fields that no player reads and those changed by half, or, if the rules forbid
/// the point, its values and the reason.
type Checked = Result<(Vec<String>, Option<HalfChanged>), (String, InputError)>;

/// Returns the design without the points that the rules forbid, and these points with the reasons.
///
/// # Errors
/// Fails if a value is allowed at no point, and on any forbidden point of a design other than a grid.
fn allowed(
    design: Design,
    fields: &[SweepField],
    checked: Vec<Checked>,
) -> Result<(Design, Vec<(String, String)>), InputError> {
    let is_allowed: Vec<bool> = checked.iter().map(Result::is_ok).collect();
    let lone = |setting: &FieldValues, place: usize| {
        let has = |other: &FieldValues| other.levels[place].value == setting.levels[place].value;
        design.settings.iter().zip(&is_allowed).all(|(other, allowed)| !(*allowed && has(other)))
    };
    let (mut left_out, mut without) = (Vec::new(), Vec::new());
    for (place, checked) in checked.into_iter().enumerate() {
        let Err((told, error)) = checked else { continue };
        let setting = &design.settings[place];
        if design.kind != DesignKind::Grid || (0..fields.len()).any(|field| lone(setting, field)) {
            let problem = format!("--field: with {told}: {}", error.problem);
            // The place would be in a generated ruleset.
            return Err(InputError { place: None, problem, help: error.help });
        }
        left_out.push((told, error.problem));
        without.push(place);
    }
    Ok((design.without(&without), left_out))
}
