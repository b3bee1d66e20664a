//! The kinds of studies that are common to all games: comparisons of rulesets, tests of claims, luck, sweeps,
//! and exact distributions of any dice.

mod claims;
mod files;
mod luck;
mod odds;

pub(crate) use odds::ChainText;

use super::super::games::Entry;
use super::Arm;
use super::comparison::{Comparison, MOST_GAMES, PRECISION, Sweeping};
use claims::RawClaims;
use files::{Files, KEY};
use hitchart_config::rules::RulesText;
use hitchart_config::{At, FileText, InputError, some_of, within};
use hitchart_lab::study::{NamedStudy, Overrides, Study, StudyKind, Written, kind};
use hitchart_lab::sweep::{DesignKind, MOST_POINTS};
use luck::RawLuck;
use odds::{RawChain, RawDice};
use schemars::JsonSchema;
use serde::Deserialize;
use std::{collections::BTreeMap, sync::Arc};

/// Scenario of a game that studies of these kinds are checked in.
pub(crate) struct Checker<'a> {
    pub game: &'static Entry,
    pub overrides: &'a Overrides,
}

/// Returns all kinds.
pub(crate) fn kinds<'a>() -> [StudyKind<Checker<'a>>; 6] {
    [
        kind::<RawCompare, _>("compare", "Rulesets compared", "verdicts moved entrants effects exact", check_compare),
        kind::<RawClaims, _>("claims", "Claims put to the test", "verdicts effects exact", claims::check),
        kind::<RawLuck, _>("luck", "Luck and skill", "luck", luck::check),
        kind::<RawSweep, _>(
            "sweep",
            "Rulesets swept",
            "target curves curve-# left-out points sensitivity",
            check_sweep,
        ),
        kind::<RawDice, _>("dice", "Dice", "dice outcomes chances", odds::check_dice),
        kind::<RawChain, _>("chain", "Attackers against targets", "chains map", odds::check_chain),
    ]
}

/// Checks a study of one of these kinds.
///
/// # Errors
/// Returns the first mistake, with its place.
pub(crate) fn check(kind: &str, checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let names = kinds().map(|own| own.kind.name);
    let found = kinds().into_iter().find(|own| own.kind.name == kind);
    let found = found.ok_or_else(|| InputError::unknown("kind", kind, names))?;
    (found.check)(checker, written)
}

/// Returns true if a budget changes the games of a study: it stores its number of games.
pub(super) fn has_budget(study: &NamedStudy) -> bool {
    study.method.kept().is_some_and(|kept| kept.get(KEY).is_some())
}

/// Removes the stored data of common studies, which leaves that of the game's studies.
pub(crate) fn of_game(overrides: &Overrides) -> Overrides {
    let own = overrides.kept.iter().filter(|(_, kept)| kept.get(KEY).is_none());
    Overrides { kept: own.map(|(name, kept)| (name.clone(), kept.clone())).collect(), ..overrides.clone() }
}

// The TOML of a sweep over fields of the ruleset, and its check.

/// A sweep over fields of the scenario's ruleset, or of its studies.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawSweep {
    /// Fields and their values: `PATH=LOW..HIGH`, `PATH=LOW..HIGH:STEP`, or `PATH=A|B`. Paths of fields of the studies
    /// begin with `study`.
    fields: Vec<String>,
    /// Choice of the points: `grid` by default, `latin`, `morris` or `sobol`.
    #[serde(default)]
    design: DesignKind,
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

/// Checks the study.
///
/// # Errors
/// Returns the first mistake, with its place.
fn check_sweep(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let mut files = Files::of(checker, &written)?;
    let (file, kind, name) = (written.file, written.kind.clone(), written.name.clone());
    let raw: RawSweep = written.read()?;
    if raw.fields.is_empty() {
        return Err(InputError::at(file, kind, "the sweep has no `fields`; give at least one"));
    }
    let points = raw.points.as_ref().map(|points| within(file, points, "points", 2, MOST_POINTS as u64)).transpose()?;
    if let Some(games) = &raw.games {
        within(file, games, "games", 2, MOST_GAMES)?;
    }
    let on =
        files.on(raw.scenario.as_ref(), raw.studies.unwrap_or_default(), (raw.rungs.unwrap_or_default(), false))?;
    let usual = Sweeping::usual_games(raw.target.is_some());
    let sweeping = Sweeping {
        game: files.game,
        rules: files.base.clone(),
        on,
        name,
        fields: raw.fields,
        design: raw.design,
        points: points.map(|points| points as usize),
        games: Some(files.games_or(raw.games.as_ref(), usual)?),
        metrics: raw.metrics.unwrap_or_default(),
        target: raw.target,
        is_in_file: true,
    };
    let (mut study, _) = sweeping.study().map_err(|error| error.or_at(file, kind))?;
    study.kept = Some(files.kept());
    Ok(Arc::new(study))
}

// The TOML of a comparison of rulesets, and its check.

/// Most rulesets of a comparison.
const MOST: usize = 64;

/// Rulesets compared with that of the scenario.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RawCompare {
    /// Rulesets to compare with that of the scenario: built-in names, or files ending in `.toml` in the folder of the
    /// scenario.
    rules: Option<At<Vec<At<String>>>>,
    /// Further changes to compare with the scenario: fields of its rules or of its studies as in a sweep, each with one
    /// value: `PATH=VALUE`; several with `;` between them are one change.
    #[serde(default)]
    fields: Vec<String>,
    /// A scenario file whose studies are played; this one by default. Its rules are not used.
    scenario: Option<At<String>>,
    /// Studies to play: games, tournaments, costs or marginal studies; all of them by default.
    studies: Option<Vec<String>>,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+`; the policies of the studies
    /// by default.
    rungs: Option<Vec<String>>,
    /// True to repeat the games with `deep` too, the search with sixteen times the playouts, to confirm the verdicts.
    #[serde(default)]
    confirm: bool,
    /// Limit of games per study, change, rung and ruleset; 4000 by default.
    games: Option<At<u64>>,
    /// Largest change to ignore, by metric.
    margins: Option<BTreeMap<String, At<f64>>>,
    /// Play on until the interval of each effect that moved is within this part of the effect on both sides; 0.5 by
    /// default.
    precision: Option<At<f64>>,
}

/// Checks the study.
///
/// # Errors
/// Returns the first mistake, with its place.
fn check_compare(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let mut files = Files::of(checker, &written)?;
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawCompare = written.read()?;
    let mut rules = vec![Arm::of_rules(files.base.name.clone(), files.base.clone())];
    let written = raw.rules.as_ref().map(|rules| some_of(file, rules, "ruleset", MOST)).transpose()?;
    for written in written.into_iter().flatten() {
        let read = files.rules(written)?;
        rules.push(Arm::of_rules(called(&rules, written, &read), read));
    }
    if rules.len() == 1 && raw.fields.is_empty() {
        return Err(InputError::at(file, kind, "the comparison has neither `rules` nor `fields`; give at least one"));
    }
    let (studies, rungs) = (raw.studies.clone().unwrap_or_default(), raw.rungs.clone().unwrap_or_default());
    let on = files.on(raw.scenario.as_ref(), studies, (rungs, raw.confirm))?;
    let (games, margins) = (files.games(raw.games.as_ref())?, raw.margins(file)?);
    let precision = raw.precision(file)?;
    let (game, source) = (files.game, String::new());
    let fields = raw.fields.clone();
    let comparison = Comparison { game, rules, fields, on: Some(on), games, margins, precision, source };
    let (mut study, _) = comparison.study().map_err(|error| error.or_at(file, kind))?;
    study.kept = Some(files.kept());
    Ok(Arc::new(study))
}

/// Returns a name for a ruleset among others: its name, or if that is taken, the written text.
pub(crate) fn called(others: &[Arm], written: &At<String>, rules: &RulesText) -> String {
    let taken = others.iter().any(|arm| arm.name == rules.name);
    if taken { written.value.trim().to_owned() } else { rules.name.clone() }
}

impl RawCompare {
    fn precision(&self, file: &FileText) -> Result<f64, InputError> {
        match &self.precision {
            None => Ok(PRECISION),
            Some(written) if written.value > 0.0 => Ok(written.value),
            Some(written) => {
                let problem = format!("`precision` is {}; it is above 0", written.value);
                Err(InputError::at(file, written.span.clone(), problem))
            }
        }
    }

    fn margins(&self, file: &FileText) -> Result<Option<BTreeMap<String, f64>>, InputError> {
        let Some(margins) = &self.margins else { return Ok(None) };
        let margin = |(metric, margin): (&String, &At<f64>)| match margin.value {
            value if value > 0.0 && value.is_finite() => Ok((metric.clone(), value)),
            value => {
                let problem = format!("the margin of `{metric}` is {value}; allowed: above 0");
                Err(InputError::at(file, margin.span.clone(), problem))
            }
        };
        margins.iter().map(margin).collect::<Result<_, _>>().map(Some)
    }
}
