//! Sweeps over fields of a scenario's ruleset, played on the scenario's studies of games. Each point is checked under
//! its rules.

use super::comparison::{ScenarioGames, players};
use super::grounds;
use crate::games::Entry;
use hitchart_config::InputError;
use hitchart_config::rules::RulesText;
use hitchart_dice::Throw;
use hitchart_lab::runner::games::key;
use hitchart_lab::study::Grouped;
use hitchart_lab::sweep::{
    Design, DesignKind, FieldValues, Sites, SweepCell, SweepField, SweepPlan, SweepStudy, WrittenTarget,
};
use rayon::prelude::*;
use serde_json::json;
use std::sync::Arc;

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
        let kind = self.design;
        if kind == DesignKind::Grid && self.points.is_some() {
            let problem =
                "--points: a grid uses all combinations of the values; write steps, such as ranges.direct=6..12:2";
            return Err(InputError::plain(problem));
        }
        let target = self.target.as_deref().map(WrittenTarget::parse).transpose()?;
        if target.is_some() && kind != DesignKind::Grid {
            return Err(InputError::plain("--target: the search uses a grid; leave --design out"));
        }
        let ruleset = self.rules.table();
        let fields: Vec<SweepField> = fields(&self.fields, &ruleset, kind)?;
        let scenario = self.on.scenario(self.game, &self.rules)?;
        let mut throw = Throw::new(key(scenario.seed, &self.name, 0));
        let design = Design::new(kind, &fields, self.points, &mut |below| throw.below(below))?;
        let by = |setting: &FieldValues| by_rules(&setting.laid_over(&fields, &ruleset));
        let is_allowed = |setting: &FieldValues| {
            let checked = by(setting).and_then(|rules| self.on.scenario(self.game, &rules));
            checked.map(|_| ()).map_err(|error| (setting.describe(&fields), error))
        };
        let checked: Vec<Checked> = design.settings.par_iter().map(is_allowed).collect();
        let (design, left_out) = allowed(design, &fields, checked)?;
        let games = self.games.unwrap_or(Self::usual_games(target.is_some()));
        let mut bases = Vec::new();
        for rung in rungs(&self.on) {
            let studies = grounds(&scenario, &self.on.studies, |games| players(games, rung.as_deref()))?;
            bases.extend(studies.into_iter().map(|(study, base)| (study, rung.clone(), base)));
        }
        let seed = scenario.seed;
        let file = &scenario.file;
        let origin = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "scenario": file.name(),
            "scenario_sha256": file.sha256(),
            "ruleset": self.rules.name,
            "ruleset_sha256": self.rules.sha256(),
            "seed": seed,
            "games_a_point": games,
        });
        let provenance = format!(
            "Rules: {}, {} design, seed {seed}, {} {}.",
            self.rules.name,
            kind.name(),
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION")
        );
        let (game, on, metrics) = (self.game, self.on, self.metrics);
        let again = Arc::new(Again { game, on, ruleset, fields: fields.clone(), settings: design.settings.clone() });
        let cells = bases.into_iter().map(|(study, rung, base)| {
            let (again, of, by) = (Arc::clone(&again), study.clone(), rung.clone());
            let points = Arc::new(Sites::new(move |place| again.games(place, &of, by.as_deref())));
            SweepCell { study, rung: rung.unwrap_or_else(|| "as given".to_owned()), base, points }
        });
        let plan = SweepPlan { games, metrics, target };
        let cells = cells.collect();
        let study = SweepStudy {
            provenance,
            origin,
            fields,
            design,
            left_out,
            cells,
            plan,
            limits: self.game.limits,
            kept: None,
        };
        study.check()?;
        Ok((study, seed))
    }
}

/// Returns the policies to play with, one after the other; `None` for the policies of each study.
fn rungs(on: &ScenarioGames) -> Vec<Option<String>> {
    match on.rungs.as_slice() {
        [] => vec![None],
        rungs => rungs.iter().map(|rung| Some(rung.trim().to_owned())).collect(),
    }
}

/// Converts a table to a ruleset.
fn by_rules(table: &toml::Table) -> Result<RulesText, InputError> {
    Ok(RulesText { name: String::new(), toml: toml::to_string(table).map_err(InputError::plain)? })
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
    settings: Vec<FieldValues>,
}

impl Again {
    /// Returns the games of a study at a point, played by a rung.
    fn games(&self, place: usize, study: &str, rung: Option<&str>) -> Option<Arc<Grouped>> {
        let rules = by_rules(&self.settings.get(place)?.laid_over(&self.fields, &self.ruleset)).ok()?;
        let scenario = self.on.scenario(self.game, &rules).ok()?;
        let games = grounds(&scenario, &[study.to_owned()], |games| players(games, rung)).ok()?;
        games.into_iter().next().map(|(_, games)| games)
    }
}

/// Result of checking a point: if the rules forbid it, its values and the reason.
type Checked = Result<(), (String, InputError)>;

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
