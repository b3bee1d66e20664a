//! Check of a `marginal` study: a company and the changes to measure.

use super::raw::{RawMarginal, RawSort};
use super::setting::Constraints;
use crate::games::rapid_attack::design::{Build, Changed, Sort, all_single, sort_of};
use crate::games::rapid_attack::loadout::Kind;
use crate::games::rapid_attack::studies::checker::Checker;
use hitchart_config::{InputError, some_of};
use hitchart_lab::builds::{ChangeSet, Marginal, pairs};
use hitchart_lab::study::{Study, Written};
use std::sync::Arc;

/// Default number of games of all changes together.
const GAMES: u64 = 100_000;

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawMarginal = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = checker.opponents(&raw.field, &setting)?;
    let own = checker.own(&raw.company, &mut setting)?;
    let constraints = Constraints { environment: raw.environment, ..Constraints::default() };
    checker.constrain(&mut setting.space, constraints)?;
    let build = Build::of(&own);
    // The company itself may contain systems that changes may not add.
    setting.space.kinds.extend(new_kinds(&build, &setting.space.kinds));
    let mut singles = all_single(&build, &setting.space);
    if let Some(sorts) = &raw.changes {
        let sorts = some_of(checker.file, sorts, "sort of change", ALL.len())?;
        singles.retain(|single| sorts.iter().any(|sort| is_of(single, sort.value)));
    }
    if singles.is_empty() {
        let span = raw.changes.as_ref().map_or(raw.company.span.clone(), |changes| changes.span.clone());
        return Err(InputError::at(checker.file, span, format!("{} allows no change of these kinds", own.name)));
    }
    let changing = ChangeSet { setting, name: own.name, own: build, singles, field: Arc::new(field) };
    Ok(Arc::new(Marginal { changing, pairs: pairs(checker.file, &raw.games, "games", GAMES)? }))
}

/// Returns the kinds of systems of a company that are not in `known`.
pub fn new_kinds(build: &Build, known: &[Kind]) -> Vec<Kind> {
    let mut new: Vec<_> =
        build.frames.iter().flat_map(|frame| frame.kinds()).filter(|kind| !known.contains(kind)).collect();
    new.sort_unstable();
    new.dedup();
    new
}

/// All kinds of changes.
const ALL: [RawSort; 5] = [RawSort::Systems, RawSort::Splits, RawSort::Counts, RawSort::Rockets, RawSort::Frames];

fn is_of(single: &Changed, sort: RawSort) -> bool {
    match sort_of(single) {
        Some(Sort::System) => sort == RawSort::Systems,
        Some(Sort::Split) => sort == RawSort::Splits,
        Some(Sort::SystemDropped | Sort::SystemAdded | Sort::SystemMoved) => sort == RawSort::Counts,
        Some(Sort::Rocket) => sort == RawSort::Rockets,
        Some(Sort::FrameDropped | Sort::FrameAdded) => sort == RawSort::Frames,
        None => false,
    }
}
