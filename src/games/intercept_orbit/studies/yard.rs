//! What races of fleets have in common: where they meet, whom, and what may be in a fleet.

use super::checker::Checker;
use super::ground::{Entrant, Ground, effort};
use crate::builds::{Breeds, Changed, Changes, Words, Workshop, in_turn};
use crate::games::intercept_orbit::design::{Change, Size, Space, crossed, drawn, key, mutated, pairs_of};
use crate::games::intercept_orbit::fleet::Fleet;
use crate::games::intercept_orbit::muster::{MeetingFleet, RawEntry, resolve_for, unnamed};
use crate::games::intercept_orbit::players::PolicySpec;
use crate::input::{At, InputError, some_of, within};
use crate::stats::Below;
use crate::study::{MAX_GAMES, MeetingTable};
use std::sync::Arc;

/// Players of the battles in which fleets race.
const PLAYERS: usize = 2;
/// Most fleets of a field.
const MAX_FIELD: usize = 40;

/// Where fleets meet, what may be in one, and who plays it.
#[derive(Clone, Debug)]
pub struct Yard {
    pub ground: Arc<Ground>,
    pub space: Space,
    /// Plays the fleets that are looked for.
    pub policy: PolicySpec,
}

impl Yard {
    /// A fleet without names, and who plays it.
    fn entrant(&self, build: &Fleet) -> Entrant {
        let name = key(build);
        (name.clone(), unnamed(name, build.clone()), self.policy.clone())
    }
}

impl Workshop for Yard {
    type Build = Fleet;
    /// Those who are met in turn, each by itself.
    type Field = Vec<Entrant>;

    fn key(build: &Fleet) -> String {
        key(build)
    }

    fn table(&self, build: &Fleet, field: &Arc<Vec<Entrant>>) -> MeetingTable {
        let (ground, own, field) = (Arc::clone(&self.ground), self.entrant(build), Arc::clone(field));
        in_turn(field.len(), move |turn| ground.table([&own, &field[turn]]))
    }

    fn effort(&self, _: &Fleet, field: &Vec<Entrant>) -> f64 {
        effort(field).max(self.policy.effort())
    }
}

impl Changes for Yard {
    type Change = Change;

    const WORDS: Words = Words { build: ["fleet", "Fleet"], parts: ["notation", "Ships and ace"] };

    fn told(&self) -> String {
        format!("In the size of a {}, played by {}", self.space.size.name(), self.policy.name())
    }

    fn names(field: &Vec<Entrant>) -> Vec<&str> {
        field.iter().map(|(name, ..)| name.as_str()).collect()
    }

    fn sort(change: &Change) -> &'static str {
        change.sort().name()
    }

    fn together(&self, build: &Fleet, singles: &[Changed<Fleet, Change>]) -> Vec<Changed<Fleet, Change>> {
        pairs_of(build, singles, &self.space)
    }
}

impl Breeds for Yard {
    type Space = Space;

    fn field(&self, builds: &[Fleet]) -> Vec<Entrant> {
        builds.iter().map(|build| self.entrant(build)).collect()
    }

    fn allows(space: &Space, build: &Fleet) -> bool {
        space.allows(build)
    }

    fn drawn(&self, space: &Space, below: Below<'_>) -> Option<Fleet> {
        drawn(space, below)
    }

    fn mutated(&self, build: &Fleet, space: &Space, below: Below<'_>) -> Option<Fleet> {
        mutated(build, space, below)
    }

    fn crossed(&self, [one, other]: [&Fleet; 2], space: &Space, below: Below<'_>) -> Option<Fleet> {
        crossed(one, other, space, below)
    }
}

impl Checker<'_> {
    /// Where the fleets of a study meet.
    pub(super) fn yard(&self, size: Size, policy: Option<&At<toml::Value>>) -> Result<Yard, InputError> {
        let space = Space::of(Arc::clone(&self.common.rules), size, PLAYERS);
        let ground = Arc::new(Ground { common: Arc::clone(self.common), size });
        Ok(Yard { ground, space, policy: self.policy(policy)? })
    }

    /// A policy as written, or the usual one.
    pub(super) fn policy(&self, written: Option<&At<toml::Value>>) -> Result<PolicySpec, InputError> {
        let book = &self.common.policies;
        written.map_or_else(|| book.default(0), |written| book.written(self.file, 0, written))
    }

    /// Fleets that are met, each by its own policy or by the one for all.
    pub(super) fn opponents(&self, written: &At<Vec<At<RawEntry>>>, yard: &Yard) -> Result<Vec<Entrant>, InputError> {
        some_of(self.file, written, "fleet of the field", MAX_FIELD)?;
        let fleets = resolve_for(self.file, written, PLAYERS, yard.space.size, &self.common.rules)?;
        let entrant = |fleet: MeetingFleet| {
            let policy = match &fleet.policy {
                None => yard.policy.clone(),
                own => self.policy(own.as_ref())?,
            };
            Ok((fleet.name.clone(), fleet, policy))
        };
        fleets.into_iter().map(entrant).collect()
    }

    /// One's own fleet; its policy plays all that come of it.
    pub(super) fn own(&self, written: &At<RawEntry>, yard: &mut Yard) -> Result<MeetingFleet, InputError> {
        let one = At { value: vec![written.clone()], span: written.span.clone() };
        let own = resolve_for(self.file, &one, PLAYERS, yard.space.size, &self.common.rules)?.swap_remove(0);
        if own.policy.is_some() {
            yard.policy = self.policy(own.policy.as_ref())?;
        }
        Ok(own)
    }

    /// A number of games as pairs, or so many where nothing is written.
    pub(super) fn pairs(&self, games: &Option<At<u64>>, what: &str, default: u64) -> Result<u64, InputError> {
        let games = games.as_ref().map_or(Ok(default), |games| within(self.file, games, what, 2, MAX_GAMES))?;
        Ok(games.div_ceil(2))
    }
}
