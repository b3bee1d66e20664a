//! The TOML of a sweep over fields of the ruleset, and its check.

use super::super::comparison::MOST_GAMES;
use super::super::sweeping::Sweeping;
use super::files::Files;
use hitchart_config::{At, InputError, within};
use hitchart_lab::study::{Study, Written};
use hitchart_lab::sweep::{DesignKind, MOST_POINTS};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A sweep over fields of the scenario's ruleset.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSweep {
    /// Fields and their values: `PATH=LOW..HIGH`, `PATH=LOW..HIGH:STEP`, or `PATH=A|B`.
    fields: Vec<String>,
    /// Choice of the points: `grid` by default, `latin`, `morris` or `sobol`.
    design: Option<RawDesign>,
    /// Points of `latin`, trajectories of `morris`, rows of `sobol`; 40, 10 and 64 by default.
    points: Option<At<u64>>,
    /// A scenario file whose studies of games are played; this one by default. Its rules are not used.
    scenario: Option<At<String>>,
    /// Studies to play; all studies of games by default.
    studies: Option<Vec<String>>,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+`; the policies of the studies
    /// by default.
    rungs: Option<Vec<String>>,
    /// Games at each point; with a target, the limit of them. 1000 by default, with a target 4000.
    games: Option<At<u64>>,
    /// Metrics in the tables, or `all`; those with a margin by default.
    metrics: Option<Vec<String>>,
    /// Target for a search of the nearest ruleset, such as `defender wins 50%`.
    target: Option<String>,
}

/// Choice of the points.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RawDesign {
    Grid,
    Latin,
    Morris,
    Sobol,
}

/// Checks the study.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(crate) fn check_sweep(mut files: Files<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind, name) = (written.file, written.kind.clone(), written.name.clone());
    let raw: RawSweep = written.read()?;
    if raw.fields.is_empty() {
        return Err(InputError::at(file, kind, "the sweep has no `fields`; give at least one"));
    }
    let points = raw.points.as_ref().map(|points| within(file, points, "points", 2, MOST_POINTS as u64)).transpose()?;
    if let Some(games) = &raw.games {
        within(file, games, "games", 2, MOST_GAMES)?;
    }
    let on = files.on(raw.scenario.as_ref(), raw.studies.unwrap_or_default(), raw.rungs.unwrap_or_default())?;
    let usual = Sweeping::usual_games(raw.target.is_some());
    let sweeping = Sweeping {
        game: files.game,
        rules: files.base.clone(),
        on,
        name,
        fields: raw.fields,
        design: match raw.design.unwrap_or(RawDesign::Grid) {
            RawDesign::Grid => DesignKind::Grid,
            RawDesign::Latin => DesignKind::Latin,
            RawDesign::Morris => DesignKind::Morris,
            RawDesign::Sobol => DesignKind::Sobol,
        },
        points: points.map(|points| points as usize),
        games: Some(files.games_or(raw.games.as_ref(), usual)?),
        metrics: raw.metrics.unwrap_or_default(),
        target: raw.target,
    };
    let (mut study, _) = sweeping.study().map_err(|error| error.or_at(file, kind))?;
    study.kept = Some(files.kept());
    Ok(Arc::new(study))
}
