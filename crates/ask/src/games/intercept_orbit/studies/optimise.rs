//! The check of `optimise` and `double-oracle`, and the setting that all races of fleets share.

use super::super::design::{Change, FleetSpace, Size, key, must_carry, pairs_of};
use super::games::{Entrant, Ground};
use super::raw::{RawOptimise, RawOracle, SpaceKeys};
use super::{Checker, changes::Bar};
use hitchart_config::{At, InputError, each_once, some_of, within};
use hitchart_intercept_orbit::fleet::Fleet;
use hitchart_intercept_orbit::muster::{MeetingFleet, RawEntry, resolve_for, unnamed};
use hitchart_intercept_orbit::players::{Kind, PolicySpec};
use hitchart_intercept_orbit::ship::{Ship, System};
use hitchart_lab::builds::{
    BIDS_ANEW, BuildSetting, BuildSpace, ChangedBuild, Changes, CostWords, DescribedSetting, Drafts, EntrantSetting,
    Equilibrium, FieldKeys, OpponentKind, Optimise, Oracle, RestrictedSetting, Role, RoundKeys, Rounds, SearchKeys,
    SearchSetting, SearchSize, SpaceSetting, Words, in_turn, some_build, spread,
};
use hitchart_lab::study::{MeetingTable, PlayedBy, Study, With, Written};
use std::sync::Arc;

// The setting of races of fleets: table, opponents and space of fleets.

/// Number of players in the battles of a race.
const PLAYERS: usize = 2;
/// Maximum number of fleets in a field.
const MAX_FIELD: usize = 40;

/// The setting of a race: table, space of fleets, and policy.
#[derive(Clone, Debug)]
pub(crate) struct Yard {
    pub ground: Arc<Ground>,
    pub space: FleetSpace,
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
pub(crate) struct Field {
    pub entrants: Vec<Entrant>,
    /// Places of the opponents that the pairs of games meet in turn.
    pub(super) turns: Vec<usize>,
}

impl Field {
    /// Returns a field of fleets that are met equally often.
    pub(crate) fn even(entrants: Vec<Entrant>) -> Field {
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

    fn effort(&self, field: &Field) -> f64 {
        Entrant::effort(&field.entrants).max(self.policy.effort())
    }

    fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::all(0, [self.policy.name()])
    }
}

impl DescribedSetting for Yard {
    fn describe(&self) -> String {
        format!("A {}, played by {}", self.space.size.name(), self.policy.name())
    }

    fn names(field: &Field) -> Vec<&str> {
        field.entrants.iter().map(|entrant| entrant.name.as_str()).collect()
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
        bid: ["build_bid", "Bid"],
        bid_form: "ships + companies / systems",
        games: Self::GAMES,
        met: OpponentKind::Opponents,
        cost: CostWords::OF_SCORE,
    };

    fn opponent(field: &Field, pair: u64) -> Option<usize> {
        field.turns.get((pair % field.turns.len().max(1) as u64) as usize).copied()
    }

    fn sort(change: &Change) -> &'static str {
        change.sort().name()
    }

    fn together(&self, build: &Fleet, singles: &[ChangedBuild<Fleet, Change>]) -> Vec<ChangedBuild<Fleet, Change>> {
        pairs_of(build, singles, &self.space)
    }
}

impl SearchSetting for Yard {
    type Space = FleetSpace;

    fn field(&self, builds: &[Fleet]) -> Field {
        Field::even(builds.iter().map(|build| self.nameless(build)).collect())
    }
}

impl SpaceSetting for Yard {
    fn space(&self) -> &FleetSpace {
        &self.space
    }

    fn implied(&self) -> Vec<String> {
        must_carry(&self.space).into_iter().collect()
    }
}

impl EntrantSetting for Yard {
    type Side = MeetingFleet;
    type Kind = Kind;

    fn played_by(&self, policy: &PolicySpec) -> Yard {
        Yard { policy: policy.clone(), ..self.clone() }
    }

    fn side(name: &str, build: &Fleet) -> MeetingFleet {
        unnamed(name.to_owned(), build.clone())
    }

    fn build_of(side: &MeetingFleet) -> Fleet {
        side.fleet.clone()
    }

    fn entrants(field: &Field) -> &[Entrant] {
        &field.entrants
    }

    fn mixed(entrants: Vec<Entrant>, shares: &[f64]) -> Field {
        Field { entrants, turns: spread(shares) }
    }

    fn meeting(&self, entrants: [&Entrant; 2]) -> (MeetingTable, f64) {
        (self.ground.table(entrants), Entrant::effort(entrants))
    }
}

impl RestrictedSetting for Yard {
    type Bar = Bar;

    const LEFT: &'static str = "Without a system, the policy plays the rest of the fleet as well as it can.";
    const SIZE: &'static str = BIDS_ANEW;

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
        let space = FleetSpace::of(Arc::clone(&self.common.rules), size, PLAYERS);
        let ground = Arc::new(Ground { common: Arc::clone(self.common), size });
        Ok(Yard { ground, space, policy: self.policy(policy)? })
    }

    /// Returns a policy as written, or the default policy.
    pub(super) fn policy(&self, written: Option<&At<toml::Value>>) -> Result<PolicySpec, InputError> {
        self.common.policies.written_or_default(self.file, 0, written)
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
            Ok(Entrant { name: fleet.name.clone(), side: fleet, policy })
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

// The check of `optimise` and `double-oracle`: the space of fleets to search, and the opponents.

/// Maximum number of policies of best responses.
const MAX_POLICIES: usize = 20;

/// Keys of a study of the best fleet.
type OptimiseKeys = With<With<FieldKeys, SearchKeys>, With<SpaceKeys, RawOptimise>>;

/// Checks a study of the best fleet.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let With(With(met, search), With(keys, raw)): OptimiseKeys = written.read()?;
    let file = checker.file;
    let mut yard = checker.yard(keys.size, raw.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&keys.field, &yard)?);
    checker.constrain(&mut yard.space, &keys)?;
    let mut start = match &raw.start {
        None => Vec::new(),
        Some(start) => vec![checker.own(start, &mut yard)?.fleet],
    };
    let role = role(checker, (&raw.ship, &keys, &search), start.first(), &yard.space)?;
    let equilibrium = met.pairs(file)?.map(Equilibrium::new);
    let breeding = SearchSize::read(file, &search)?;
    if role.is_none() && !start.iter().any(|fleet| yard.space.allows(fleet)) {
        some_build(&yard.space, checker.seed, (file, kind))?;
    }
    // The best build is also better than those of the field that the limits allow.
    start.extend(Yard::entrants(&field).iter().map(|entrant| Yard::build_of(&entrant.side)));
    Ok(Arc::new(Optimise {
        setting: yard,
        field,
        equilibrium,
        role,
        start,
        breeding,
        seed: checker.seed,
        drafts: Drafts::default(),
    }))
}

/// Checks a study of best responses to a field.
pub(super) fn check_oracle(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let With(rounds, With(keys, raw)): With<RoundKeys, With<SpaceKeys, RawOracle>> = written.read()?;
    let file = checker.file;
    let mut yard = checker.yard(keys.size, None)?;
    let policies = match &raw.policies {
        None => vec![yard.policy.clone()],
        Some(written) => each_once(file, written, "policy", MAX_POLICIES, |one| checker.policy(Some(one)))?,
    };
    yard.policy = policies[0].clone();
    let field = checker.opponents(&keys.field, &yard)?;
    checker.constrain(&mut yard.space, &keys)?;
    some_build(&yard.space, checker.seed, (file, kind))?;
    let rounds = Rounds::read(file, &rounds)?;
    Ok(Arc::new(Oracle::new(yard, &field, policies, rounds, checker.seed)))
}

/// Returns the one ship that may change, if the study names one.
fn role(
    checker: &Checker<'_>,
    (ship, keys, search): (&Option<At<usize>>, &SpaceKeys, &SearchKeys),
    start: Option<&Fleet>,
    space: &FleetSpace,
) -> Result<Option<Role<Fleet>>, InputError> {
    let Some(ship) = ship else { return Ok(None) };
    let at = |problem: &str| Err(InputError::at(checker.file, ship.span.clone(), problem));
    let Some(start) = start else { return at("`ship` is a ship of `start`; name the fleet as `start`") };
    let limits = [&keys.assets, &keys.ships, &keys.companies, &keys.systems];
    if limits.iter().any(|limit| limit.is_some()) || search.population.is_some() || search.generations.is_some() {
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
fn standing_there(own: &Fleet, place: usize, space: &FleetSpace) -> Vec<Fleet> {
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
