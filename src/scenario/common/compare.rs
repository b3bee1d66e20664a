//! The TOML of a comparison of rulesets, and its check.

use super::super::comparison::{Comparison, PRECISION};
use super::files::Files;
use hitchart_config::rules::RulesText;
use hitchart_config::{At, FileText, InputError, some_of};
use hitchart_lab::study::{Study, Written};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Most rulesets of a comparison.
const MOST: usize = 64;

/// Rulesets compared with that of the scenario.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCompare {
    /// Rulesets to compare with that of the scenario: built-in names, or files ending in `.toml` in the folder of the
    /// scenario.
    rules: At<Vec<At<String>>>,
    /// A scenario file whose studies are played; this one by default. Its rules are not used.
    scenario: Option<At<String>>,
    /// Studies to play: games, tournaments, costs or marginal studies; all of them by default.
    studies: Option<Vec<String>>,
    /// Policies to repeat the games with: one for all seats, or one per seat joined by `+`; the policies of the studies
    /// by default.
    rungs: Option<Vec<String>>,
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
pub(crate) fn check_compare(mut files: Files<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (file, kind) = (written.file, written.kind.clone());
    let raw: RawCompare = written.read()?;
    let mut rules = vec![(files.base.name.clone(), files.base.clone())];
    for written in some_of(file, &raw.rules, "ruleset", MOST)? {
        let read = files.rules(written)?;
        rules.push((called(&rules, written, &read), read));
    }
    let (studies, rungs) = (raw.studies.clone().unwrap_or_default(), raw.rungs.clone().unwrap_or_default());
    let on = files.on(raw.scenario.as_ref(), studies, rungs)?;
    let (games, margins) = (files.games(raw.games.as_ref())?, raw.margins(file)?);
    let precision = raw.precision(file)?;
    let (game, source) = (files.game, String::new());
    let comparison = Comparison { game, rules, on: Some(on), games, margins, precision, source };
    let (mut study, _) = comparison.study().map_err(|error| error.or_at(file, kind))?;
    study.kept = Some(files.kept());
    Ok(Arc::new(study))
}

/// Returns a name for a ruleset among others: its name, or if that is taken, the written text.
pub(crate) fn called(others: &[(String, RulesText)], written: &At<String>, rules: &RulesText) -> String {
    let taken = others.iter().any(|(name, _)| *name == rules.name);
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
