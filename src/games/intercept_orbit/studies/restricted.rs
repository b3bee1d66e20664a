//! The check of `restricted`: the restrictions of a fleet.

use super::bars::Bar;
use super::checker::Checker;
use super::raw::RawRestricted;
use super::yard::Field;
use crate::games::intercept_orbit::fleet::Fleet;
use crate::games::intercept_orbit::ship::{Ship, System};
use hitchart_config::InputError;
use hitchart_lab::builds::{Restricted, pairs};
use hitchart_lab::study::{Study, Written};
use std::sync::Arc;

/// Default number of games of each restriction.
const GAMES: u64 = 1_000;

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawRestricted = written.read()?;
    let mut yard = checker.yard(raw.size, raw.policy.as_ref())?;
    let own = checker.own(&raw.fleet, &mut yard)?;
    let field = match &raw.field {
        Some(field) => checker.opponents(field, &yard)?,
        None => Field::even(vec![(own.name.clone(), own.clone(), yard.policy.clone())]),
    };
    let pairs = pairs(checker.file, &raw.games, "games", GAMES)?;
    let (parts, bars) = (without_parts(&own.fleet), Bar::all(&own.fleet, &checker.common.rules));
    Ok(Arc::new(Restricted::new(yard, (own.name, own.fleet), parts, bars, (Arc::new(field), pairs))))
}

/// Returns the fleet without each type of system, without weapons for two bands, and without its ace. Without catapults
/// it has no companies.
fn without_parts(fleet: &Fleet) -> Vec<(String, &'static str, Fleet)> {
    let without = |gone: &dyn Fn(System) -> bool| {
        let bare = |ship: &Ship| {
            let kinds = ship.systems.kinds().filter(|kind| gone(*kind));
            let all = kinds.flat_map(|kind| std::iter::repeat_n(kind, ship.systems.count(kind).into()));
            let systems = all.fold(ship.systems, |systems, kind| systems.minus(kind).unwrap_or(systems));
            Ship { systems, ..*ship }
        };
        let left = Fleet { ships: fleet.ships.iter().map(bare).collect(), ace: fleet.ace };
        Fleet { ace: left.ace.filter(|_| left.companies() > 0), ..left }
    };
    let named = |kind: System| match kind {
        System::Catapult => "without companies and catapults".to_owned(),
        _ => format!("without {}", kind.token()),
    };
    let kinds = System::ALL.iter().map(|(kind, _)| (named(*kind), "system", without(&|other| other == *kind)));
    let split = ("without weapons for two bands".to_owned(), "system", without(&|kind| kind.is_split()));
    let ace = ("without the ace".to_owned(), "ace", Fleet { ace: None, ..fleet.clone() });
    kinds.chain([split, ace]).collect()
}
