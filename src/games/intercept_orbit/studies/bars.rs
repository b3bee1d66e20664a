//! Restrictions of one side: actions that its player does not take.

use crate::games::intercept_orbit::band::Band;
use crate::games::intercept_orbit::battle::Dice;
use crate::games::intercept_orbit::battle::legal::attack::band_of_company;
use crate::games::intercept_orbit::battle::legal::flight::ship_at;
use crate::games::intercept_orbit::battle::open_turn::Target;
use crate::games::intercept_orbit::battle::{Action, Battle, State};
use crate::games::intercept_orbit::fleet::{Ace, Fleet};
use crate::games::intercept_orbit::ruleset::Ruleset;
use crate::geometry::Point;
use hitchart_play::Restriction;

/// A restriction of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// No attack at a band.
    Attacks(Band),
    /// No spot is placed.
    Spots,
    /// No spot is added to an attack.
    SpotUse,
    /// No company is launched.
    Launches,
    /// No company boards a ship in other hands.
    Boarding,
    /// No company adrift is picked up.
    PickUps,
    /// No turning click in a maneuver.
    Clicks,
    /// No ram of a ship that could be passed.
    Rams,
    /// No system of a ship is repaired.
    Repairs,
    /// No nudge by a green ace.
    Nudges,
    /// The clock is never counted down by choice.
    Tick,
}

impl Bar {
    const ALL: [Bar; 14] = [
        Bar::Attacks(Band::Dogfight),
        Bar::Attacks(Band::PointDefense),
        Bar::Attacks(Band::Assault),
        Bar::Attacks(Band::Support),
        Bar::Spots,
        Bar::SpotUse,
        Bar::Launches,
        Bar::Boarding,
        Bar::PickUps,
        Bar::Clicks,
        Bar::Rams,
        Bar::Repairs,
        Bar::Nudges,
        Bar::Tick,
    ];

    /// Returns all restrictions that matter to a fleet under these rules; any fleet can attack at dogfight band.
    pub fn all(fleet: &Fleet, rules: &Ruleset) -> Vec<Bar> {
        let armed = |band| fleet.ships.iter().any(|ship| ship.systems.is_armed(band));
        let has = |bar: &Bar| match bar {
            Bar::Attacks(band) => *band == Band::Dogfight || armed(*band),
            Bar::Launches | Bar::Boarding | Bar::PickUps => fleet.companies() > 0,
            Bar::Nudges => fleet.ace == Some(Ace::Green),
            Bar::Tick => rules.clock.everyone_ticks,
            _ => true,
        };
        Bar::ALL.into_iter().filter(has).collect()
    }

    /// Describes the restriction.
    pub fn label(self) -> &'static str {
        match self {
            Bar::Attacks(Band::Dogfight) => "without attacks at dogfight band",
            Bar::Attacks(Band::PointDefense) => "without attacks at point-defense band",
            Bar::Attacks(Band::Assault) => "without attacks at assault band",
            Bar::Attacks(Band::Support) => "without attacks at support band",
            Bar::Spots => "without placing spots",
            Bar::SpotUse => "without using spots",
            Bar::Launches => "without launching",
            Bar::Boarding => "without boarding",
            Bar::PickUps => "without picking up companies adrift",
            Bar::Clicks => "without turning clicks",
            Bar::Rams => "without ramming",
            Bar::Repairs => "without repairing ships",
            Bar::Nudges => "without nudges of the ace",
            Bar::Tick => "without counting the clock down",
        }
    }
}

/// Returns true if there is a ship and the player who decides does not hold it.
fn is_hostile(state: &State, ship: Option<u8>) -> bool {
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

impl<D: Dice> Restriction<Battle<D>> for Bar {
    fn allows(self, battle: &Battle<D>, state: &State, action: &Action) -> bool {
        let aboard = |at: Point| is_hostile(state, ship_at(battle, state, at));
        let comes_by = || state.turn_in_control().map(|turn| turn.asset);
        !match (self, action) {
            (Bar::Attacks(barred), Action::Declare { target, band }) => *band == barred && *target != Target::Nothing,
            (Bar::Attacks(barred), Action::Attack { target, .. }) => band_of(battle, state, *target) == Some(barred),
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
