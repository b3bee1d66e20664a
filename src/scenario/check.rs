//! From what a file says to what it means: names resolved, ranges checked, every error with its place.

use super::Scenario;
use super::raw::RawHead;
use crate::input::{FileText, InputError, not_empty, read, read_table, within};
use crate::study::{Checked, Overrides, Request};
use crate::systems::{SYSTEMS, find};
use toml::Spanned;

/// Samples of each simulated answer where a scenario names none.
const DEFAULT_SAMPLES: u64 = 1_000_000;
/// Most samples of one answer: beyond this, intervals are narrower than anyone reads.
pub const MAX_SAMPLES: u64 = 100_000_000_000;

/// Reads and checks a scenario.
///
/// # Errors
/// The first mistake, with its place.
pub fn check(file: FileText, overrides: &Overrides) -> Result<Scenario, InputError> {
    let table = read_table(&file)?;
    let mut root = table.get_ref().clone();
    let (rules, studies, policies) = (root.remove("rules"), root.remove("study"), root.remove("policies"));
    let head: RawHead = read(&file, Spanned::new(table.span(), root))?;
    let Some(system) = find(&head.system.value) else {
        let unknown = InputError::unknown("system", &head.system.value, SYSTEMS.iter().map(|system| system.name));
        return Err(unknown.or_at(&file, head.system.span));
    };
    let samples = match (overrides.samples, &head.samples) {
        (Some(samples), _) => samples,
        (None, Some(samples)) => within(&file, samples, "samples", 1, MAX_SAMPLES)?,
        (None, None) => DEFAULT_SAMPLES,
    };
    let seed = overrides.seed.or(head.seed.map(|seed| seed.value)).unwrap_or(1);
    let title = not_empty(&file, &head.title, "title")?;
    let request = Request { file: &file, rules, policies, studies, seed, samples, overrides };
    let Checked { rules, studies } = (system.check)(request)?;
    let description = head.description.unwrap_or_default();
    Ok(Scenario { title, description, system, rules, seed, samples, studies, file })
}
