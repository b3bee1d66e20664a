//! The check of `optimise` and `double-oracle`: the space of fleets to search, and the opponents.

use super::checker::Checker;
use super::raw::{RawOptimise, RawOracle};
use crate::games::intercept_orbit::design::{Space, drawn, why_none};
use crate::games::intercept_orbit::fleet::Fleet;
use crate::games::intercept_orbit::ship::{Ship, System};
use hitchart_config::{InputError, each_once, within};
use hitchart_dice::Throw;
use hitchart_lab::builds::{Optimise, Oracle, Role, Rounds, SearchSize, field_pairs};
use hitchart_lab::study::{Study, Written};
use std::ops::Range;
use std::sync::Arc;

/// Maximum number of policies of best responses.
const MAX_POLICIES: usize = 20;

/// Checks a study of the best fleet.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let (raw, file): (RawOptimise, _) = (written.read()?, checker.file);
    let mut yard = checker.yard(raw.size, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&raw.field, &yard)?);
    checker.constrain(&mut yard.space, raw.constraints())?;
    let start = match &raw.start {
        None => Vec::new(),
        Some(start) => vec![checker.own(start, &mut yard)?.fleet],
    };
    let role = role(checker, &raw, start.first(), &yard.space)?;
    let field_pairs = field_pairs(file, raw.against, &raw.field_games)?;
    let breeding = SearchSize::read(file, [&raw.population, &raw.generations], [&raw.games, &raw.test_games])?;
    if role.is_none() && !start.iter().any(|fleet| yard.space.allows(fleet)) {
        checker.some_fleet(&yard.space, kind)?;
    }
    Ok(Arc::new(Optimise { setting: yard, field, field_pairs, role, start, breeding, seed: checker.seed }))
}

/// Checks a study of best responses to a field.
pub(super) fn check_oracle(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let (raw, file): (RawOracle, _) = (written.read()?, checker.file);
    let mut yard = checker.yard(raw.size, None)?;
    let policies = match &raw.policies {
        None => vec![yard.policy.clone()],
        Some(written) => each_once(file, written, "policy", MAX_POLICIES, |one| checker.policy(Some(one)))?,
    };
    yard.policy = policies[0].clone();
    let field = checker.opponents(&raw.field, &yard)?;
    checker.constrain(&mut yard.space, raw.constraints())?;
    checker.some_fleet(&yard.space, kind)?;
    let games = [&raw.games, &raw.search_games, &raw.test_games];
    let rounds = Rounds::read(file, (&raw.margin, &raw.rounds), games)?;
    Ok(Arc::new(Oracle::new(yard, &field, policies, rounds, checker.seed)))
}

/// Returns the one ship that may change, if the study names one.
fn role(
    checker: &Checker<'_>,
    raw: &RawOptimise,
    start: Option<&Fleet>,
    space: &Space,
) -> Result<Option<Role<Fleet>>, InputError> {
    let Some(ship) = &raw.ship else { return Ok(None) };
    let at = |problem: &str| Err(InputError::at(checker.file, ship.span.clone(), problem));
    let Some(start) = start else { return at("`ship` is a ship of `start`; name the fleet as `start`") };
    let limits = [&raw.assets, &raw.ships, &raw.companies, &raw.systems];
    if limits.iter().any(|limit| limit.is_some()) || raw.population.is_some() || raw.generations.is_some() {
        return at("with `ship` the numbers of a fleet are fixed: leave out `assets`, `ships`, \
                   `companies`, `systems`, `population` and `generations`");
    }
    let place = within(checker.file, ship, "ship", 1, start.ships.len())? - 1;
    let builds = standing_there(start, place, space);
    match builds.len() {
        0 => at("no ship of this class with as many catapults has what `required` asks for without what is `banned`"),
        _ => Ok(Some(Role { own: start.clone(), place, builds })),
    }
}

/// Returns the fleet with every allowed ship in one place. It has the class and as many catapults as the ship there,
/// and every required system.
fn standing_there(own: &Fleet, place: usize, space: &Space) -> Vec<Fleet> {
    let old = own.ships[place];
    let catapults = |ship: &Ship| ship.systems.count(System::Catapult);
    let fits = |ship: &Ship| {
        catapults(ship) == catapults(&old) && space.required.iter().all(|kind| ship.systems.count(*kind) > 0)
    };
    let put = |ship: Ship| {
        let mut fleet = own.clone();
        fleet.ships[place] = ship;
        fleet
    };
    space.ships_of(old.class).into_iter().filter(fits).map(put).collect()
}

impl Checker<'_> {
    /// Checks that a space has a fleet; the error names constraints that cannot hold together.
    fn some_fleet(&self, space: &Space, kind: Range<usize>) -> Result<(), InputError> {
        let mut throw = Throw::new(self.seed);
        match drawn(space, &mut |below| throw.below(below)) {
            Some(_) => Ok(()),
            None => {
                let impossible = why_none(space);
                let help = match impossible {
                    Some(_) => "change one of these constraints",
                    None => "there are such fleets, but few: change a constraint, or name a fleet as `start`",
                };
                let problem = impossible.unwrap_or_else(|| "no fleet was found in several hundred draws".to_owned());
                Err(InputError::at(self.file, kind, problem).with_help(Some(help)))
            }
        }
    }
}
