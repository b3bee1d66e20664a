//! What a wounded frame may do other than give up a system.

use super::super::Battle;
use super::super::state::{Stage, State, Station, Wound, numbers_in};
use super::super::whites::whites_to_lose;
use crate::games::rapid_attack::battle_rules::Dodge;
use crate::geometry::Point;

/// Whether a wounded frame may give up a white: without systems, or early where the rules let it, but never the last
/// (S36).
pub fn may_lose_white<D>(battle: &Battle<D>, state: &State, unit: u8) -> bool {
    let early = battle.rules.frame.early_white_loss && whites_to_lose(battle, state, unit) > 1;
    early || state.unit(unit).loadout.systems() == 0
}

/// Whether a wounded frame can leave a station in place of the damage.
pub fn can_dodge<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> bool {
    wound.dodgeable && battle.rules.stations.dodge != Dodge::Off && dodges(battle, state, wound).next().is_some()
}

/// Where a wounded frame may step to when it leaves a station: straight away from it or askew, by the rule's distance
/// (S16). It stays on the table, goes around cover unless it may cross it, and is really farther away (R27).
pub fn dodges<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> impl Iterator<Item = Point> {
    let unit = *state.unit(wound.unit);
    let (crosses, greens) = capabilities(battle, state, wound.unit);
    let stations =
        numbers_in(state.stations_beside(wound.unit).into()).map(|station| &state.stations[usize::from(station)]);
    stations.flat_map(move |station| {
        let away = (unit.at - station.at).unit().unwrap_or(Point::new(1.0, 0.0));
        let ways = [away, (away + away.left()).unit().unwrap_or(away), (away - away.left()).unit().unwrap_or(away)];
        let to = move |way: Point| match battle.rules.stations.dodge {
            Dodge::Off => None,
            Dodge::OneUnit => Some(unit.at + way),
            Dodge::JustOutside => just_outside(battle, station, unit.at, way),
        };
        ways.into_iter().filter_map(to).filter(move |to| {
            to.distance(station.at) > unit.at.distance(station.at)
                && battle.is_room(state, Some(wound.unit), *to, crosses, greens)
                && (crosses || battle.is_clear(state, wound.unit, unit.at, *to))
        })
    })
}

/// The place on a way from a station where a frame is just out of its reach.
fn just_outside<D>(battle: &Battle<D>, station: &Station, from: Point, way: Point) -> Option<Point> {
    /// A hundredth of a unit beyond the reach, and what of it must be left.
    const BEYOND: f64 = 0.01;
    const STEPS: usize = 32;
    let mut to = from;
    // On a slant a step gains less than its length, so that a few are needed.
    for _ in 0..STEPS {
        let short = battle.rules.stations.reach + BEYOND - battle.from_station(to, station);
        if short < BEYOND / 2.0 {
            return Some(to);
        }
        to = to + way * short;
    }
    None
}

/// Whether a frame moves through cover, and its movement systems: what it has, or what it rolled with in a turn that
/// is open (S15).
fn capabilities<D>(battle: &Battle<D>, state: &State, unit: u8) -> (bool, u8) {
    let now = state.unit(unit);
    let turns = state.turn.iter().chain(&state.answer).filter(|turn| turn.unit == unit && turn.stage != Stage::Declare);
    turns.fold((battle.crosses_cover(now), now.greens()), |(crosses, greens), turn| {
        (crosses || turn.crosses, greens.max(turn.greens))
    })
}
