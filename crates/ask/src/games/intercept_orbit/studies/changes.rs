//! The checks of studies of one fleet: `marginal`, `improve`, `costs` and `restricted`; and the restrictions of a side.

use super::super::design::{Change, ChangedFleet, FleetBid, FleetSpace, Sort, all_single};
use super::optimise::{Field, Yard};
use super::raw::{FleetKeys, RawCosts, RawImprove, RawMarginal, RawRestricted, RawSort};
use super::{Checker, games::Entrant};
use hitchart_config::{At, InputError, each_once, named, some_of, within};
use hitchart_intercept_orbit::battle::{Action, Battle, BattleDice, State};
use hitchart_intercept_orbit::fleet::{Ace, Fleet};
use hitchart_intercept_orbit::muster::{MeetingFleet, RawEntry};
use hitchart_intercept_orbit::ship::{Ship, System};
use hitchart_intercept_orbit::{
    attack::Band, battle::legal::attack::band_of_company, battle::legal::places::ship_at, battle::open_turn::Target,
    ids::AssetId, ruleset::Ruleset,
};
use hitchart_lab::builds::{BuildSpace, ChangeSet, Costs, Improve, Marginal, RawBid, Restricted, pairs};
use hitchart_lab::study::{Study, With, Written};
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::Restriction;
use std::{ops::Range, sync::Arc};

// The check of `marginal` and `improve`: a fleet and its changes.

/// Default number of games of all changes together.
const CHANGE_GAMES: u64 = 40_000;
/// Default number of games of each change that `improve` tests.
const TEST_GAMES: u64 = 4_000;
/// All kinds of changes.
const ALL: [RawSort; 6] =
    [RawSort::Systems, RawSort::Splits, RawSort::Companies, RawSort::Classes, RawSort::Aces, RawSort::Ships];

/// Checks a study of the value of each change.
pub(super) fn check_marginal(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let With(keys, raw): With<FleetKeys, RawMarginal> = written.read()?;
    let mut yard = checker.yard(keys.size, keys.policy.as_ref())?;
    let own = checker.own(&keys.fleet, &mut yard)?;
    let mut singles = all_single(&own.fleet, &yard.space);
    if let Some(sorts) = &raw.changes {
        let sorts = some_of(checker.file, sorts, "sort of change", ALL.len())?;
        singles.retain(|single| sorts.iter().any(|sort| is_of(single, sort.value)));
    }
    let span = raw.changes.as_ref().map_or(keys.fleet.span.clone(), |changes| changes.span.clone());
    let changing = checker.changing(yard, own, (singles, span), &keys.field)?;
    Ok(Arc::new(Marginal { changing, pairs: pairs(checker.file, &raw.games, "games", CHANGE_GAMES)? }))
}

/// Checks a study of the best changes.
pub(super) fn check_improve(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let With(keys, raw): With<FleetKeys, RawImprove> = written.read()?;
    let mut yard = checker.yard(keys.size, keys.policy.as_ref())?;
    let own = checker.own(&keys.fleet, &mut yard)?;
    yard.space = yard.space.splitting(raw.split);
    if raw.bid == RawBid::Keep {
        yard.space = yard.space.of_bid(FleetBid::of(&own.fleet));
    }
    let singles = all_single(&own.fleet, &yard.space);
    let changing = checker.changing(yard, own, (singles, keys.fleet.span.clone()), &keys.field)?;
    let test_pairs = pairs(checker.file, &raw.test_games, "test_games", TEST_GAMES)?;
    Ok(Arc::new(Improve { changing, pairs: pairs(checker.file, &raw.games, "games", CHANGE_GAMES)?, test_pairs }))
}

fn is_of(single: &ChangedFleet, sort: RawSort) -> bool {
    match single.changes.first().map(Change::sort) {
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
        (singles, span): (Vec<ChangedFleet>, Range<usize>),
        field: &At<Vec<At<RawEntry>>>,
    ) -> Result<ChangeSet<Yard>, InputError> {
        if singles.is_empty() {
            return Err(InputError::at(self.file, span, format!("{} allows no change of these kinds", own.name)));
        }
        let field = Arc::new(self.opponents(field, &yard)?);
        Ok(ChangeSet { setting: yard, name: own.name, own: own.fleet, singles, field })
    }
}

// The check of `costs`: ships in one place of a fleet, or its aces.

/// Default number of games of each alternative.
const ALTERNATIVE_GAMES: u64 = 1_000;
/// Maximum number of alternatives in a study.
const MAX_ALTERNATIVES: usize = 1_000;

/// Alternatives with their fleets, and the words for an alternative: column, heading, plural.
type Alternatives = (Vec<(String, Fleet)>, [&'static str; 3]);

/// Checks the study.
pub(super) fn check_costs(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let With(keys, raw): With<FleetKeys, RawCosts> = written.read()?;
    let mut yard = checker.yard(keys.size, keys.policy.as_ref())?;
    let field = Arc::new(checker.opponents(&keys.field, &yard)?);
    let own = checker.own(&keys.fleet, &mut yard)?;
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
    let pairs = pairs(checker.file, &raw.games, "games", ALTERNATIVE_GAMES)?;
    Ok(Arc::new(Costs { setting: yard, what, alternatives, field, pairs }))
}

/// Returns the fleet with each of these ships in one place.
fn of_ships(
    checker: &Checker<'_>,
    (ships, place): (&At<Vec<At<String>>>, &Option<At<usize>>),
    own: &MeetingFleet,
    space: &FleetSpace,
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

// The check of `restricted`: the restrictions of a fleet.

/// Default number of games of each restriction.
const RESTRICTION_GAMES: u64 = 1_000;

/// Checks the study.
pub(super) fn check_restricted(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let raw: RawRestricted = written.read()?;
    let mut yard = checker.yard(raw.size, raw.policy.as_ref())?;
    let own = checker.own(&raw.fleet, &mut yard)?;
    let field = match &raw.field {
        Some(field) => checker.opponents(field, &yard)?,
        None => Field::even(vec![Entrant { name: own.name.clone(), side: own.clone(), policy: yard.policy.clone() }]),
    };
    let pairs = pairs(checker.file, &raw.games, "games", RESTRICTION_GAMES)?;
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

// Restrictions of one side: actions that its player does not take.

named! {
    /// A restriction of one side.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Bar as label {
        Dogfight = "without attacks at dogfight band",
        PointDefense = "without attacks at point-defense band",
        Assault = "without attacks at assault band",
        Support = "without attacks at support band",
        /// No spot is placed.
        Spots = "without placing spots",
        /// No spot is added to an attack.
        SpotUse = "without using spots",
        /// No company is launched.
        Launches = "without launching",
        /// No company boards a ship in other hands.
        Boarding = "without boarding",
        /// No company adrift is picked up.
        PickUps = "without picking up companies adrift",
        /// No turning click in a maneuver.
        Clicks = "without turning clicks",
        /// No ram of a ship that could be passed.
        Rams = "without ramming",
        /// No system of a ship is repaired.
        Repairs = "without repairing ships",
        /// No nudge by a green ace.
        Nudges = "without nudges of the ace",
        /// The clock is never counted down by choice.
        Tick = "without counting the clock down",
    }
}

impl Bar {
    /// Returns all restrictions that matter to a fleet under these rules; any fleet can attack at dogfight band.
    pub(crate) fn all(fleet: &Fleet, rules: &Ruleset) -> Vec<Bar> {
        let armed = |band| fleet.ships.iter().any(|ship| ship.systems.is_armed(band));
        let has = |bar: &Bar| match bar {
            Bar::PointDefense | Bar::Assault | Bar::Support => bar.band().is_some_and(armed),
            Bar::Launches | Bar::Boarding | Bar::PickUps => fleet.companies() > 0,
            Bar::Nudges => fleet.ace == Some(Ace::Green),
            Bar::Tick => rules.clock.everyone_ticks,
            _ => true,
        };
        Bar::ALL.into_iter().filter(has).collect()
    }

    /// Returns the band at which the side makes no attack; `None` if attacks are not restricted.
    fn band(self) -> Option<Band> {
        match self {
            Bar::Dogfight => Some(Band::Dogfight),
            Bar::PointDefense => Some(Band::PointDefense),
            Bar::Assault => Some(Band::Assault),
            Bar::Support => Some(Band::Support),
            _ => None,
        }
    }
}

/// Returns true if there is a ship and the player who decides does not hold it.
fn is_hostile(state: &State, ship: Option<AssetId>) -> bool {
    let me = state.asked.map(|asked| asked.player);
    ship.is_some_and(|ship| Some(state.asset(ship).side()) != me)
}

/// Returns the band of a turn's attack on a target. A company's band depends on the place of the target; `None` if it
/// is out of reach.
fn band_of<D>(battle: &Battle<D>, state: &State, target: Target) -> Option<Band> {
    let turn = state.turn_in_control()?;
    match target {
        Target::Asset(target) if state.asset(turn.asset).is_company() => {
            band_of_company(battle, state, turn.asset, target)
        }
        _ => Some(turn.band),
    }
}

impl<D: BattleDice> Restriction<Battle<D>> for Bar {
    fn allows(self, battle: &Battle<D>, state: &State, action: &Action) -> bool {
        let aboard = |at: Point| is_hostile(state, ship_at(battle, state, at));
        let comes_by = || state.turn_in_control().map(|turn| turn.asset);
        !match (self, action) {
            (_, Action::Declare { target, band }) => self.band() == Some(*band) && *target != Target::Nothing,
            (_, Action::Attack { target, .. }) => {
                self.band().is_some_and(|barred| band_of(battle, state, *target) == Some(barred))
            }
            (Bar::Boarding, Action::Fly { to: at, .. } | Action::PlaceCompany(at)) => aboard(*at),
            (Bar::Boarding, Action::Cling(true)) => is_hostile(state, comes_by()),
            (Bar::Clicks, Action::Sail { maneuver, .. }) => maneuver.hinges().iter().any(|clicks| *clicks != 0),
            (Bar::Spots, Action::Spot { .. })
            | (Bar::SpotUse, Action::UseSpot(true))
            | (Bar::Launches, Action::Launch { .. })
            | (Bar::PickUps, Action::PickUp(true))
            | (Bar::Rams, Action::Ram(true))
            | (Bar::Repairs, Action::Repair { .. })
            | (Bar::Nudges, Action::Nudge { .. })
            | (Bar::Tick, Action::Tick) => true,
            _ => false,
        }
    }

    fn apart(self, _: &Battle<D>, wanted: &Action, other: &Action) -> f64 {
        match (wanted, other) {
            (Action::Declare { target, .. }, Action::Declare { target: same, .. }) if target == same => LIKE,
            (Action::Fly { die, to }, Action::Fly { die: by, to: at }) if die == by => LIKE + near(*to, *at),
            (Action::PlaceCompany(to), Action::PlaceCompany(at)) => LIKE + near(*to, *at),
            (Action::Sail { die, maneuver }, Action::Sail { die: by, maneuver: other }) if die == by => {
                LIKE + near_speed(maneuver.speed, other.speed)
            }
            _ if declines(other) => DECLINED,
            _ => OTHER,
        }
    }
}

/// Distances from a barred action to another one: the same action in another way, a declined decision, anything else.
/// For the same action, the distance grows with the difference.
const LIKE: f64 = 0.0;
const DECLINED: f64 = 1.0;
const OTHER: f64 = 2.0;

/// Returns the distance between two places on a scale from 0 to 1.
fn near(one: Point, other: Point) -> f64 {
    let far = one.distance(other);
    far / (1.0 + far)
}

/// Returns the distance between two speeds on a scale from 0 to 1.
fn near_speed(one: u8, other: u8) -> f64 {
    f64::from(one.abs_diff(other)) / 256.0
}

/// Returns true if an action declines a decision.
fn declines(action: &Action) -> bool {
    matches!(
        action,
        Action::NoSpot
            | Action::UseSpot(false)
            | Action::NoLaunch
            | Action::Cling(false)
            | Action::PickUp(false)
            | Action::Ram(false)
            | Action::NoRepair
            | Action::NoNudge
            | Action::Finish
            | Action::Hold
            | Action::Declare { target: Target::Nothing, .. }
    )
}
