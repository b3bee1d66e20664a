//! The check of `marginal` and `improve`: a fleet and its changes.

use super::checker::Checker;
use super::raw::{RawBid, RawImprove, RawMarginal, RawSort};
use super::yard::Yard;
use crate::games::intercept_orbit::design::{Bid, Changed, Sort, all_single, sort_of};
use crate::games::intercept_orbit::muster::{MeetingFleet, RawEntry};
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::builds::{ChangeSet, Improve, Marginal, pairs};
use hitchart_lab::study::{Study, Written};
use std::ops::Range;
use std::sync::Arc;

/// Default number of games of all changes together.
const GAMES: u64 = 40_000;
/// Default number of games of each change that `improve` tests.
const TEST_GAMES: u64 = 4_000;
/// All kinds of changes.
const ALL: [RawSort; 6] =
    [RawSort::Systems, RawSort::Splits, RawSort::Companies, RawSort::Classes, RawSort::Aces, RawSort::Ships];

/// Checks a study of the value of each change.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawMarginal = written.read()?;
    let mut yard = checker.yard(raw.size, raw.policy.as_ref())?;
    let own = checker.own(&raw.fleet, &mut yard)?;
    let mut singles = all_single(&own.fleet, &yard.space);
    if let Some(sorts) = &raw.changes {
        let sorts = some_of(checker.file, sorts, "sort of change", ALL.len())?;
        singles.retain(|single| sorts.iter().any(|sort| is_of(single, sort.value)));
    }
    let span = raw.changes.as_ref().map_or(raw.fleet.span.clone(), |changes| changes.span.clone());
    let changing = checker.changing(yard, own, (singles, span), &raw.field)?;
    Ok(Arc::new(Marginal { changing, pairs: pairs(checker.file, &raw.games, "games", GAMES)? }))
}

/// Checks a study of the best changes.
pub(super) fn check_improve(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawImprove = written.read()?;
    let mut yard = checker.yard(raw.size, raw.policy.as_ref())?;
    let own = checker.own(&raw.fleet, &mut yard)?;
    yard.space = yard.space.splitting(raw.split);
    if raw.bid == RawBid::Keep {
        yard.space = yard.space.of_bid(Bid::of(&own.fleet));
    }
    let singles = all_single(&own.fleet, &yard.space);
    let changing = checker.changing(yard, own, (singles, raw.fleet.span.clone()), &raw.field)?;
    let test_pairs = pairs(checker.file, &raw.test_games, "test_games", TEST_GAMES)?;
    Ok(Arc::new(Improve { changing, pairs: pairs(checker.file, &raw.games, "games", GAMES)?, test_pairs }))
}

fn is_of(single: &Changed, sort: RawSort) -> bool {
    match sort_of(single) {
        Some(Sort::System) => sort == RawSort::Systems,
        Some(Sort::Split) => sort == RawSort::Splits,
        Some(Sort::Catapult) => sort == RawSort::Companies,
        Some(Sort::Class) => sort == RawSort::Classes,
        Some(Sort::Ace) => sort == RawSort::Aces,
        Some(Sort::ShipDropped | Sort::ShipAdded) => sort == RawSort::Ships,
        None => false,
    }
}

impl Checker<'_> {
    /// Returns a fleet with its changes, at least one, and the field that it meets.
    fn changing(
        &self,
        yard: Yard,
        own: MeetingFleet,
        (singles, span): (Vec<Changed>, Range<usize>),
        field: &At<Vec<At<RawEntry>>>,
    ) -> Result<ChangeSet<Yard>, InputError> {
        if singles.is_empty() {
            return Err(InputError::at(self.file, span, format!("{} allows no change of these kinds", own.name)));
        }
        let field = Arc::new(self.opponents(field, &yard)?);
        Ok(ChangeSet { setting: yard, name: own.name, own: own.fleet, singles, field })
    }
}
