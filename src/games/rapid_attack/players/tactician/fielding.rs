//! Where stations and frames are fielded: the best of some places drawn at random, and of those that serve a purpose:
//! beside a station to hold or to seize it, or a station beside the frame that guards it.

use super::Scratch;
use super::ground::Ground;
use super::worth::View;
use crate::dice::Throw;
use crate::games::rapid_attack::battle::legal::fielding::{
    may_place_frame, may_place_station, point_position, point_position_count, waiting,
};
use crate::games::rapid_attack::battle::state::{FieldingStep, Phase, Station, Unit};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::battlefield::Spot;
use crate::geometry::Point;

/// Places drawn and weighed for each frame and station.
const WEIGHED: usize = 24;
/// Draws before a player takes any place that the rules leave.
const TRIES: usize = 96;
/// Distance beyond which an own station does not matter to a frame, in ruler units.
const FAR: f64 = 16.0;
/// Places about something, in ruler units: within reach of a station beside it, and on the lattice of fielding.
const ABOUT: [Point; 8] = [
    Point::new(1.0, 0.0),
    Point::new(0.0, 1.0),
    Point::new(-1.0, 0.0),
    Point::new(0.0, -1.0),
    Point::new(1.0, 1.0),
    Point::new(-1.0, 1.0),
    Point::new(-1.0, -1.0),
    Point::new(1.0, -1.0),
];
/// Worth of a station that will be lost, as a multiple of seizing one, and the share of it beside an own frame.
const LOST: f64 = 1.5;
const GUARDED: f64 = 0.05;
/// Turns within which an enemy is feared to come to a station, and the weight of each.
const FEARED: [f64; 3] = [1.0, 0.6, 0.3];

impl<D: Dice> View<'_, D> {
    /// A place for the next station: out of enemies' reach, beside friends, in cover.
    pub fn station(&self, throw: &mut Throw) -> Option<Action> {
        let worth = |at: &Point| self.station_worth(*at);
        let legal = |at: &Point| may_place_station(self.battle, self.state, self.me, *at);
        let friends = self.state.friends(self.me).map(|unit| self.state.unit(unit).at);
        let beside = friends.flat_map(|at| ABOUT.map(|offset| at + offset));
        self.best_place(throw, beside, legal, worth).map(Action::PlaceStation)
    }

    fn station_worth(&self, at: Point) -> f64 {
        let mut station = self.state.stations[0];
        (station.at, station.placed) = (at, true);
        let units = || self.state.standing_units().map(|unit| self.state.unit(unit));
        let spared: f64 =
            units().filter(|unit| unit.owner != self.me).map(|enemy| self.spared(enemy, &station)).product();
        let guarded = units().any(|unit| unit.owner == self.me && self.battle.reaches_station(unit.at, &station));
        let together = self.own_stations().map(|other| other.at.distance(at)).fold(FAR, f64::min);
        let friend = units()
            .filter(|unit| unit.owner == self.me)
            .map(|unit| self.battle.from_station(unit.at, &station))
            .fold(FAR, f64::min);
        let near = self.battle.field(self.state).near(at, self.state.standing);
        let cover = f64::from(near.count_ones().min(3)) / 3.0;
        let alone = if guarded { GUARDED } else { 1.0 };
        let asset = self.asset(self.me);
        asset * (self.tactics.fielding_cover * cover - self.tactics.fielding_distance * (friend + together))
            - LOST * asset * self.tactics.station * (1.0 - spared) * alone
    }

    /// The chance that an enemy does not come to a station within a few turns.
    fn spared(&self, enemy: &Unit, station: &Station) -> f64 {
        let gap = (self.battle.from_station(enemy.at, station) - self.battle.rules.stations.reach).max(0.0);
        let mover = self.mover(enemy);
        let turns =
            (1..).zip(FEARED).map(|(turns, weight)| weight * self.chance_to_move(mover, gap / f64::from(turns)));
        1.0 - turns.fold(0.0, f64::max)
    }

    /// A place for the next frame: worth as in play, with cover for what is to come.
    pub fn frame(&self, throw: &mut Throw, scratch: &mut Scratch) -> Option<Action> {
        let Phase::Fielding(step) = self.state.phase else { return None };
        let count = waiting(self.state, self.me).count();
        let unit = waiting(self.state, self.me).nth(throw.below(count))?;
        if step == FieldingStep::PointFrame {
            return self.point_frame(throw, unit, scratch);
        }
        let asset = self.asset(self.me);
        let ground = Ground::new(self, unit, &mut scratch.rivals, &mut scratch.sites);
        let field = self.battle.field(self.state);
        let worth = |at: &Point| {
            let cover = f64::from(field.near(*at, self.state.standing).count_ones().min(3));
            ground.worth(*at) + self.tactics.fielding_cover * asset * cover / 3.0 - self.way_from_stations(*at)
        };
        let legal = |at: &Point| may_place_frame(self.battle, self.state, step, self.me, *at);
        // Stations that a frame might guard, or seize.
        let is_wanted = |station: &&Station| {
            let others = if station.owner == Some(self.me) { self.state.friends_mask(self.me) } else { u64::MAX };
            station.placed && station.beside() & others == 0
        };
        let stations = self.state.stations().iter().filter(is_wanted);
        let beside = stations.flat_map(|station| ABOUT.map(|offset| station.at + offset));
        self.best_place(throw, beside, legal, worth).map(|at| Action::PlaceFrame { unit, at })
    }

    fn point_frame(&self, throw: &mut Throw, unit: u8, scratch: &mut Scratch) -> Option<Action> {
        let ground = Ground::new(self, unit, &mut scratch.rivals, &mut scratch.sites);
        let positions = point_position_count(self.state);
        let drawn = (0..TRIES).map_while(|_| point_position(self.battle, self.state, throw.below(positions)));
        let legal = |at: &Point| may_place_frame(self.battle, self.state, FieldingStep::PointFrame, self.me, *at);
        let at = best(drawn.filter(legal).take(WEIGHED), |at| ground.worth(*at))?;
        Some(Action::PlaceFrame { unit, at })
    }

    fn own_stations(&self) -> impl Iterator<Item = &Station> {
        self.state.stations().iter().filter(|station| station.placed && station.owner == Some(self.me))
    }

    /// Cost of the way from a place to the nearest own station.
    fn way_from_stations(&self, at: Point) -> f64 {
        let nearest =
            self.own_stations().map(|station| self.battle.from_station(at, station)).fold(f64::INFINITY, f64::min);
        if nearest.is_finite() { self.tactics.fielding_distance * self.asset(self.me) * nearest.min(FAR) } else { 0.0 }
    }

    /// The best of some legal spots drawn at random, and of other legal places; none where the draws find none.
    fn best_place(
        &self,
        throw: &mut Throw,
        others: impl Iterator<Item = Point>,
        is_legal: impl Fn(&Point) -> bool,
        worth: impl Fn(&Point) -> f64,
    ) -> Option<Point> {
        let spots: &[Spot] = self.battle.field(self.state).spots();
        let drawn = (0..TRIES).map_while(|_| spots.get(throw.below(spots.len())).map(|spot| spot.at));
        let legal = drawn.filter(|at| is_legal(at)).take(WEIGHED);
        best(legal.chain(others.filter(|at| is_legal(at))), worth)
    }
}

/// The best of some places, the first of equals.
fn best(places: impl Iterator<Item = Point>, worth: impl Fn(&Point) -> f64) -> Option<Point> {
    let weighed = places.map(|place| (worth(&place), place));
    weighed.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, place)| place)
}
