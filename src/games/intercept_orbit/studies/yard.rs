//! The setting that all races of fleets share: table, opponents and space of fleets.

use super::bars::Bar;
use super::checker::Checker;
use super::ground::{Entrant, Ground, effort};
use crate::games::intercept_orbit::design::{Change, Size, Space, crossed, drawn, key, must_carry, mutated, pairs_of};
use crate::games::intercept_orbit::fleet::Fleet;
use crate::games::intercept_orbit::muster::{MeetingFleet, RawEntry, resolve_for, unnamed};
use crate::games::intercept_orbit::players::PolicySpec;
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::builds::{
    BuildSetting, Changed, Changes, EntrantSetting, RestrictedSetting, SearchSetting, Words, in_turn, spread,
};
use hitchart_lab::study::MeetingTable;
use hitchart_stats::DrawBelow;
use std::sync::Arc;

/// Number of players in the battles of a race.
const PLAYERS: usize = 2;
/// Maximum number of fleets in a field.
const MAX_FIELD: usize = 40;

/// The setting of a race: table, space of fleets, and policy.
#[derive(Clone, Debug)]
pub struct Yard {
    pub ground: Arc<Ground>,
    pub space: Space,
    /// Policy of the fleets that are searched for.
    pub policy: PolicySpec,
}

impl Yard {
    /// Returns a fleet without names as an entrant with the policy of the setting.
    fn nameless(&self, build: &Fleet) -> Entrant {
        Yard::entrant(&key(build), build, &self.policy)
    }
}

/// Opponents of a fleet, met one at a time.
#[derive(Clone, Debug)]
pub struct Field {
    pub entrants: Vec<Entrant>,
    /// Places of the opponents that the pairs of games meet in turn.
    pub(super) turns: Vec<usize>,
}

impl Field {
    /// Returns a field of fleets that are met equally often.
    pub fn even(entrants: Vec<Entrant>) -> Field {
        Field { turns: (0..entrants.len()).collect(), entrants }
    }
}

impl BuildSetting for Yard {
    type Build = Fleet;
    type Field = Field;

    fn key(build: &Fleet) -> String {
        key(build)
    }

    fn table(&self, build: &Fleet, field: &Arc<Field>) -> MeetingTable {
        self.table_without(build, None, field)
    }

    fn effort(&self, _: &Fleet, field: &Field) -> f64 {
        effort(&field.entrants).max(self.policy.effort())
    }
}

impl Changes for Yard {
    type Change = Change;

    const WORDS: Words = Words {
        build: ["fleet", "Fleet"],
        builds: "fleets",
        parts: ["notation", "Ships and ace"],
        part: ["ship", "Ship", "ships"],
        place: "as ship",
    };

    fn describe(&self) -> String {
        format!("A {}, played by {}", self.space.size.name(), self.policy.name())
    }

    fn names(field: &Field) -> Vec<&str> {
        field.entrants.iter().map(|(name, ..)| name.as_str()).collect()
    }

    fn opponent(field: &Field, pair: u64) -> Option<usize> {
        field.turns.get((pair % field.turns.len().max(1) as u64) as usize).copied()
    }

    fn sort(change: &Change) -> &'static str {
        change.sort().name()
    }

    fn together(&self, build: &Fleet, singles: &[Changed<Fleet, Change>]) -> Vec<Changed<Fleet, Change>> {
        pairs_of(build, singles, &self.space)
    }
}

impl SearchSetting for Yard {
    type Space = Space;

    fn field(&self, builds: &[Fleet]) -> Field {
        Field::even(builds.iter().map(|build| self.nameless(build)).collect())
    }

    fn allows(space: &Space, build: &Fleet) -> bool {
        space.allows(build)
    }

    fn drawn(&self, space: &Space, below: DrawBelow<'_>) -> Option<Fleet> {
        drawn(space, below)
    }

    fn mutated(&self, build: &Fleet, space: &Space, below: DrawBelow<'_>) -> Option<Fleet> {
        mutated(build, space, below)
    }

    fn crossed(&self, [one, other]: [&Fleet; 2], space: &Space, below: DrawBelow<'_>) -> Option<Fleet> {
        crossed(one, other, space, below)
    }
}

impl EntrantSetting for Yard {
    type Policy = PolicySpec;
    type Entrant = Entrant;

    fn space(&self) -> &Space {
        &self.space
    }

    fn implied(&self) -> Vec<String> {
        must_carry(&self.space).into_iter().collect()
    }

    fn played_by(&self, policy: &PolicySpec) -> Yard {
        Yard { policy: policy.clone(), ..self.clone() }
    }

    fn policy_name(policy: &PolicySpec) -> &str {
        policy.name()
    }

    fn entrant(name: &str, build: &Fleet, policy: &PolicySpec) -> Entrant {
        (name.to_owned(), unnamed(name.to_owned(), build.clone()), policy.clone())
    }

    fn entered((_, fleet, policy): &Entrant) -> (Fleet, PolicySpec) {
        (fleet.fleet.clone(), policy.clone())
    }

    fn entrants(field: &Field) -> &[Entrant] {
        &field.entrants
    }

    fn mixed(entrants: Vec<Entrant>, shares: &[f64]) -> Field {
        Field { entrants, turns: spread(shares) }
    }

    fn meeting(&self, entrants: [&Entrant; 2]) -> (MeetingTable, f64) {
        (self.ground.table(entrants), effort(entrants))
    }
}

impl RestrictedSetting for Yard {
    type Bar = Bar;

    const LEFT: &'static str = "Without a system, the policy plays the rest of the fleet as well as it can, and the fleet has the \
                                points per asset of its smaller size.";

    fn without(bar: Bar) -> &'static str {
        bar.label()
    }

    fn sort_of(_: Bar) -> &'static str {
        "action"
    }

    fn table_without(&self, build: &Fleet, bar: Option<Bar>, field: &Arc<Field>) -> MeetingTable {
        let (ground, own, field) = (Arc::clone(&self.ground), self.nameless(build), Arc::clone(field));
        in_turn(field.turns.clone(), move |place| ground.table_without([&own, &field.entrants[place]], bar))
    }
}

impl Checker<'_> {
    /// Creates the setting of a study's fleets.
    pub(super) fn yard(&self, size: Size, policy: Option<&At<toml::Value>>) -> Result<Yard, InputError> {
        let space = Space::of(Arc::clone(&self.common.rules), size, PLAYERS);
        let ground = Arc::new(Ground { common: Arc::clone(self.common), size });
        Ok(Yard { ground, space, policy: self.policy(policy)? })
    }

    /// Returns a policy as written, or the default policy.
    pub(super) fn policy(&self, written: Option<&At<toml::Value>>) -> Result<PolicySpec, InputError> {
        let book = &self.common.policies;
        written.map_or_else(|| book.default(0), |written| book.written(self.file, 0, written))
    }

    /// Returns the opponents, each with its policy or with the one for all.
    pub(super) fn opponents(&self, written: &At<Vec<At<RawEntry>>>, yard: &Yard) -> Result<Field, InputError> {
        some_of(self.file, written, "fleet of the field", MAX_FIELD)?;
        let fleets = resolve_for(self.file, written, PLAYERS, yard.space.size, &self.common.rules)?;
        let entrant = |fleet: MeetingFleet| {
            let policy = match &fleet.policy {
                None => yard.policy.clone(),
                own => self.policy(own.as_ref())?,
            };
            Ok((fleet.name.clone(), fleet, policy))
        };
        Ok(Field::even(fleets.into_iter().map(entrant).collect::<Result<_, InputError>>()?))
    }

    /// Returns the fleet of a study. Its policy, if it has one, plays all fleets derived from it.
    pub(super) fn own(&self, written: &At<RawEntry>, yard: &mut Yard) -> Result<MeetingFleet, InputError> {
        let one = At { value: vec![written.clone()], span: written.span.clone() };
        let own = resolve_for(self.file, &one, PLAYERS, yard.space.size, &self.common.rules)?.swap_remove(0);
        if own.policy.is_some() {
            yard.policy = self.policy(own.policy.as_ref())?;
        }
        Ok(own)
    }
}
