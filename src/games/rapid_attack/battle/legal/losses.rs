//! Choices of a wounded frame other than giving up a system.

use super::super::Battle;
use super::super::range_band::CLOSE;
use super::super::state::{Stage, State, Station, Wound, numbers_in};
use super::super::whites::whites_to_lose;
use crate::games::rapid_attack::battle_rules::Dodge;
use crate::geometry::Point;

/// Returns true if a wounded frame may give up a white (S36). It must have no systems; or the rules allow it early, for
/// all whites but the last.
pub fn may_lose_white<D>(battle: &Battle<D>, state: &State, unit: u8) -> bool {
    let early = battle.rules.frame.early_white_loss && whites_to_lose(battle, state, unit) > 1;
    early || state.unit(unit).loadout.systems() == 0
}

/// Returns true if a wounded frame can leave a station instead of taking the damage.
pub fn can_dodge<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> bool {
    wound.dodgeable && battle.rules.stations.dodge != Dodge::Off && dodges(battle, state, wound).next().is_some()
}

/// Returns the places where a wounded frame may step when it leaves a station: away from the station by the rule's
/// distance (S16). The frame stays on the table and does not step through cover, unless it may cross cover (R27).
pub fn dodges<D>(battle: &Battle<D>, state: &State, wound: &Wound) -> impl Iterator<Item = Point> {
    let unit = *state.unit(wound.unit);
    let (crosses, greens) = capabilities(battle, state, wound.unit);
    let stations =
        numbers_in(state.stations_beside(wound.unit).into()).map(|station| &state.stations[usize::from(station)]);
    let away = stations.flat_map(move |station| ways_out(battle, station, unit.at).map(move |out| (station, out)));
    away.flat_map(move |(station, out)| steps_out(battle, station, unit.at, out)).filter(move |to| {
        battle.is_room(state, Some(wound.unit), *to, crosses, greens)
            && (crosses || battle.is_clear(state, wound.unit, unit.at, *to))
    })
}

/// A direction straight out from a station, and the distance of a frame's centre outside the station; negative inside.
type Out = (Point, f64);

/// Returns the directions straight out from a station: away from its closest point, or through the nearest sides for a
/// frame that stands right on the station.
fn ways_out<D>(battle: &Battle<D>, station: &Station, from: Point) -> impl Iterator<Item = Out> + use<D> {
    let half = battle.rules.stations.side / 2.0;
    let off = from - station.at;
    let beyond = off - Point::new(off.x.clamp(-half, half), off.y.clamp(-half, half));
    let straight = beyond.unit().map(|way| (way, beyond.length()));
    let sides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)].map(|(x, y)| Point::new(x, y));
    let sides = sides.map(|way| (way, off.dot(way) - half));
    let nearest = sides.iter().fold(f64::NEG_INFINITY, |nearest, side| nearest.max(side.1));
    let through = sides.into_iter().filter(move |side| straight.is_none() && side.1 >= nearest - CLOSE);
    straight.into_iter().chain(through)
}

/// Returns the places where a frame may end that leaves a station. It ends one unit farther between closest points,
/// straight out; or just outside the station's reach, straight or diagonally.
fn steps_out<D>(
    battle: &Battle<D>,
    station: &Station,
    from: Point,
    (way, outside): Out,
) -> impl Iterator<Item = Point> + use<D> {
    // Rounding must not shorten the unit.
    const UNIT: f64 = 1.0 + 1e-9;
    let askew = |left: Point| (way + left).unit().unwrap_or(way);
    let places = match battle.rules.stations.dodge {
        Dodge::Off => [None; 3],
        // A frame that overlaps the station has distance 0 until it has moved off.
        Dodge::OneUnit => {
            let overlap = (battle.rules.movement.frame_radius - outside).max(0.0);
            [Some(from + way * (UNIT + overlap)), None, None]
        }
        Dodge::JustOutside => {
            [way, askew(way.left()), askew(way.left() * -1.0)].map(|way| just_outside(battle, station, from, way))
        }
    };
    places.into_iter().flatten()
}

/// Returns the place in a direction from a station where a frame is just out of the station's reach.
fn just_outside<D>(battle: &Battle<D>, station: &Station, from: Point, way: Point) -> Option<Point> {
    /// The distance beyond the reach to aim for, in ruler units; half of it is enough.
    const BEYOND: f64 = 0.01;
    const STEPS: usize = 32;
    let mut to = from;
    // On a slant a step gains less than its length, so several steps are needed.
    for _ in 0..STEPS {
        let short = battle.rules.stations.reach + BEYOND - battle.from_station(to, station);
        if short < BEYOND / 2.0 {
            return Some(to);
        }
        to = to + way * short;
    }
    None
}

/// Returns true if a frame moves through cover, and its number of movement systems. An open turn counts the systems
/// that the frame rolled with, if they are more (S15).
fn capabilities<D>(battle: &Battle<D>, state: &State, unit: u8) -> (bool, u8) {
    let now = state.unit(unit);
    let turns = state.turn.iter().chain(&state.answer).filter(|turn| turn.unit == unit && turn.stage != Stage::Declare);
    turns.fold((battle.crosses_cover(now), now.greens()), |(crosses, greens), turn| {
        (crosses || turn.crosses, greens.max(turn.greens))
    })
}
