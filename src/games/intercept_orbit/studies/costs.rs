//! The check of `costs`: ships in one place of a fleet, or its aces.

use super::checker::Checker;
use super::raw::RawCosts;
use crate::games::intercept_orbit::design::Space;
use crate::games::intercept_orbit::fleet::Fleet;
use crate::games::intercept_orbit::muster::MeetingFleet;
use crate::games::intercept_orbit::ship::Ship;
use hitchart_config::{At, InputError, each_once, within};
use hitchart_lab::builds::{Costs, pairs};
use hitchart_lab::study::{Study, Written};
use std::sync::Arc;

/// Default number of games of each alternative.
const GAMES: u64 = 1_000;
/// Maximum number of alternatives in a study.
const MAX_ALTERNATIVES: usize = 1_000;

/// Alternatives with their fleets, and the words for an alternative: column, heading, plural.
type Alternatives = (Vec<(String, Fleet)>, [&'static str; 3]);

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let raw: RawCosts = written.read()?;
    let mut yard = checker.yard(raw.size, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&raw.field, &yard)?);
    let own = checker.own(&raw.fleet, &mut yard)?;
    let (span, (alternatives, what)) = match (&raw.alternatives, &raw.aces) {
        (Some(ships), None) => (ships.span.clone(), of_ships(checker, (ships, &raw.ship), &own, &yard.space)?),
        (None, Some(aces)) => (aces.span.clone(), of_aces(checker, aces, &own)?),
        (Some(_), Some(aces)) => {
            let problem = "the study compares ships or aces: leave out `alternatives` or `aces`";
            return Err(InputError::at(checker.file, aces.span.clone(), problem));
        }
        (None, None) => {
            let problem = "nothing to compare: name ships as `alternatives`, or `aces`";
            return Err(InputError::at(checker.file, kind, problem));
        }
    };
    if let Some(ship) = raw.ship.as_ref().filter(|_| raw.aces.is_some()) {
        return Err(InputError::at(checker.file, ship.span.clone(), "`ship` goes with `alternatives`"));
    }
    if alternatives.len() < 2 {
        let problem = format!("one {} has nothing to be compared with; name two or more", what[0]);
        return Err(InputError::at(checker.file, span, problem));
    }
    let pairs = pairs(checker.file, &raw.games, "games", GAMES)?;
    Ok(Arc::new(Costs { setting: yard, what, alternatives, field, pairs }))
}

/// Returns the fleet with each of these ships in one place.
fn of_ships(
    checker: &Checker<'_>,
    (ships, place): (&At<Vec<At<String>>>, &Option<At<usize>>),
    own: &MeetingFleet,
    space: &Space,
) -> Result<Alternatives, InputError> {
    let place = match place {
        None => 0,
        Some(place) => within(checker.file, place, "ship", 1, own.fleet.ships.len())? - 1,
    };
    let with = |text: &At<String>| {
        let at = |problem: String| InputError::at(checker.file, text.span.clone(), problem);
        let ship = Ship::parse(&text.value, &space.rules).map_err(|error| at(error.to_string()))?;
        let mut fleet = own.fleet.clone();
        fleet.ships[place] = ship;
        fleet.ace = fleet.ace.filter(|_| fleet.companies() > 0);
        match space.allows(&fleet) {
            true => Ok((ship.to_string(), fleet)),
            false => Err(at(format!("{ship} is not allowed as ship {} of {}", place + 1, own.name))),
        }
    };
    let ships = each_once(checker.file, ships, "ship", MAX_ALTERNATIVES, with)?;
    Ok((ships, ["ship", "Ship", "ships"]))
}

/// Returns the fleet with each of these aces.
fn of_aces(checker: &Checker<'_>, aces: &At<Vec<At<String>>>, own: &MeetingFleet) -> Result<Alternatives, InputError> {
    if own.fleet.companies() == 0 {
        let problem = format!("{} has no company for an ace to lead", own.name);
        return Err(InputError::at(checker.file, aces.span.clone(), problem));
    }
    let led = |ace| Fleet { ace: Some(ace), ..own.fleet.clone() };
    let fleets = checker.aces(aces)?.into_iter().map(|ace| (ace.name().to_owned(), led(ace))).collect();
    Ok((fleets, ["ace", "Ace", "aces"]))
}
