//! The check of `tournament`: fleets and policies that meet in pairs.

use super::checker::Checker;
use super::ground::{Entrant, Ground, effort};
use super::raw::RawTournament;
use crate::games::intercept_orbit::muster::{RawEntry, Size, resolve_for};
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::matches::with_policies;
use hitchart_lab::study::{Arena, Study, Written};
use hitchart_lab::tournament::{MAX_ENTRANTS, Plan, RawPlan, Tournament};
use std::sync::Arc;

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawTournament = written.read()?;
    let file = checker.file;
    let mut entrants = checker.entering(&raw.fleets, raw.policies.as_ref(), raw.size)?;
    let judged = At { value: names(&entrants), span: raw.fleets.span.clone() };
    let field = raw.field.as_ref().map(|field| checker.entering(field, None, raw.size)).transpose()?;
    let field_names = field.as_ref().zip(raw.field.as_ref());
    let field_names = field_names.map(|(entrants, written)| At { value: names(entrants), span: written.span.clone() });
    let plan = Plan::read(&plan_of(&raw), file, (&judged, field_names.as_ref()), checker.games)?;
    entrants.extend(field.into_iter().flatten());
    let setting = setting(&entrants, raw.size);
    Ok(Arc::new(Tournament { arena: checker.arena(entrants, raw.size), plan, setting, kept: None }))
}

fn plan_of(raw: &RawTournament) -> RawPlan {
    RawPlan {
        format: raw.format.clone(),
        aim: raw.aim.clone(),
        rounds: raw.rounds.clone(),
        games: raw.games.clone(),
        margin: raw.margin.clone(),
    }
}

fn names(entrants: &[Entrant]) -> Vec<String> {
    entrants.iter().map(|(name, ..)| name.clone()).collect()
}

/// Describes the size of the battles and the policies that play them.
fn setting(entrants: &[Entrant], size: Size) -> String {
    let mut policies: Vec<&str> = entrants.iter().map(|(.., policy)| policy.name()).collect();
    policies.sort_unstable();
    policies.dedup();
    format!("A {}, played by {}.", size.name(), policies.join(", "))
}

impl Checker<'_> {
    /// Returns the fleets as entrants, each with all the policies of the study, or with its policy if the study names
    /// none.
    fn entering(
        &self,
        fleets: &At<Vec<At<RawEntry>>>,
        policies: Option<&At<Vec<At<toml::Value>>>>,
        size: Size,
    ) -> Result<Vec<Entrant>, InputError> {
        some_of(self.file, fleets, "fleet", MAX_ENTRANTS)?;
        let fleets = resolve_for(self.file, fleets, 2, size, &self.common.rules)?;
        let listed = fleets.into_iter().map(|fleet| (fleet.name.clone(), fleet)).collect();
        let known = (&self.common.policies, self.file, MAX_ENTRANTS);
        with_policies(listed, policies, |fleet| fleet.policy.as_ref(), known)
    }

    /// Creates the arena in which entrants meet in pairs.
    fn arena(&self, entrants: Vec<Entrant>, size: Size) -> Arena {
        let (effort, names) = (effort(&entrants), names(&entrants));
        let ground = Ground { common: Arc::clone(self.common), size };
        Arena::new(names, effort, move |places| ground.table(places.map(|place| &entrants[place])))
    }
}
