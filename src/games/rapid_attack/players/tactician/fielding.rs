//! Fielding of stations and frames: the best of some places drawn at random, and of places with a purpose. These are
//! next to a station to hold or to seize, or for a station next to the frame that guards it.

use super::Scratch;
use super::ground::Ground;
use super::worth::View;
use crate::games::rapid_attack::battle::legal::fielding::{
    may_place_frame, may_place_station, point_position, point_position_count, waiting,
};
use crate::games::rapid_attack::battle::measure::to_square_squared;
use crate::games::rapid_attack::battle::state::{FieldingStep, Phase, Station, Unit};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::battlefield::Spot;
use crate::geometry::Point;
use hitchart_dice::Throw;

/// Places drawn for each frame and station; about half of them are legal.
const DRAWN: usize = 36;
/// Further draws before a player takes any place that the rules allow.
const MORE: usize = 60;
/// Distance beyond which an own station does not matter to a frame, in rulers.
const FAR: f64 = 2.0;
/// Offsets around an object, in ruler units: within reach of a station there, and on the lattice of fielding.
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
/// Value of a station that will be lost, as a multiple of seizing one; and the share of this value near an own frame.
const LOST: f64 = 1.5;
const GUARDED: f64 = 0.05;
/// Weights of the turns within which an enemy may reach a station.
const FEARED: [f64; 3] = [1.0, 0.6, 0.3];

impl<D: Dice> View<'_, D> {
    /// Chooses a place for the next station: out of enemies' reach, near friends, in cover.
    pub fn station(&self, throw: &mut Throw) -> Option<Action> {
        let legal = |at: Point| may_place_station(self.battle, self.state, self.me, at);
        let friends = self.state.friends(self.me).map(|unit| self.state.unit(unit).at);
        let beside = friends.flat_map(|at| ABOUT.map(|offset| at + offset));
        let places =
            Places { is_legal: legal, most: |at| self.station_at_most(at), worth: |at| self.station_worth(at) };
        self.best_place(throw, beside, &places).map(Action::PlaceStation)
    }

    /// Returns the value of a station at a place if no enemy ever reaches it, and it is in cover all around.
    fn station_at_most(&self, at: Point) -> f64 {
        let tactics = self.tactics;
        self.asset(self.me) * (tactics.fielding_cover - tactics.fielding_distance * self.way_to_own(at))
    }

    /// Returns the sum of a station's distances from the nearest own frame and from the nearest other own station.
    fn way_to_own(&self, at: Point) -> f64 {
        let side = self.battle.rules.stations.side;
        let frames = self.state.friends(self.me).map(|unit| to_square_squared(self.state.unit(unit).at, at, side));
        let far = FAR * self.battle.rules.ranges.direct;
        let friend = self.battle.frame_gap(frames.fold(far * far, f64::min)).min(far);
        let together = self.own_stations().map(|other| other.at.distance(at)).fold(far, f64::min);
        friend + together
    }

    fn station_worth(&self, at: Point) -> f64 {
        let mut station = self.state.stations[0];
        (station.at, station.placed) = (at, true);
        let enemies = self.state.enemies(self.me).map(|enemy| self.state.unit(enemy));
        let spared: f64 = enemies.map(|enemy| self.spared(enemy, &station)).product();
        let mut friends = self.state.friends(self.me).map(|unit| self.state.unit(unit).at);
        let alone = if friends.any(|at| self.battle.reaches_station(at, &station)) { GUARDED } else { 1.0 };
        let near = self.battle.field(self.state).near(at, self.state.standing);
        let less =
            self.tactics.fielding_cover * (1.0 - cover_of(near)) + LOST * self.tactics.station * (1.0 - spared) * alone;
        self.station_at_most(at) - self.asset(self.me) * less
    }

    /// Returns the probability that an enemy does not reach a station within a few turns.
    fn spared(&self, enemy: &Unit, station: &Station) -> f64 {
        let gap = (self.battle.from_station(enemy.at, station) - self.battle.rules.stations.reach).max(0.0);
        let mover = self.mover(enemy);
        let turns =
            (1..).zip(FEARED).map(|(turns, weight)| weight * self.chance_to_move(mover, gap / f64::from(turns)));
        1.0 - turns.fold(0.0, f64::max)
    }

    /// Chooses a place for the next frame, valued as in play, with cover for later.
    pub fn frame(&self, throw: &mut Throw, scratch: &mut Scratch) -> Option<Action> {
        let Phase::Fielding(step) = self.state.phase else { return None };
        let count = waiting(self.state, self.me).count();
        let unit = waiting(self.state, self.me).nth(throw.below(count))?;
        if step == FieldingStep::PointFrame {
            return self.point_frame(throw, unit, scratch);
        }
        let weight = self.tactics.fielding_cover * self.asset(self.me);
        let ground = Ground::new(self, unit, &mut scratch.rivals, &mut scratch.sites);
        let places = Places {
            is_legal: |at| may_place_frame(self.battle, self.state, step, self.me, at),
            most: |at| ground.at_best(at).worth + weight - self.way_from_stations(at),
            worth: |at| {
                let near = self.battle.field(self.state).near(at, self.state.standing);
                ground.look_behind(at, near).worth + weight * cover_of(near) - self.way_from_stations(at)
            },
        };
        // Stations that the frame might guard or seize.
        let is_wanted = |station: &&Station| {
            let others = if station.owner == Some(self.me) { self.state.friends_mask(self.me) } else { u64::MAX };
            station.placed && station.beside() & others == 0
        };
        let stations = self.state.stations().iter().filter(is_wanted);
        let beside = stations.flat_map(|station| ABOUT.map(|offset| station.at + offset));
        self.best_place(throw, beside, &places).map(|at| Action::PlaceFrame { unit, at })
    }

    fn point_frame(&self, throw: &mut Throw, unit: u8, scratch: &mut Scratch) -> Option<Action> {
        let ground = Ground::new(self, unit, &mut scratch.rivals, &mut scratch.sites);
        let positions = point_position_count(self.state);
        let drawn = |_| point_position(self.battle, self.state, throw.below(positions));
        let places = Places {
            is_legal: |at| may_place_frame(self.battle, self.state, FieldingStep::PointFrame, self.me, at),
            most: |at| ground.at_best(at).worth,
            worth: |at| ground.worth(at),
        };
        let at = places.best((0..2 * DRAWN).map_while(drawn))?;
        Some(Action::PlaceFrame { unit, at })
    }

    fn own_stations(&self) -> impl Iterator<Item = &Station> {
        self.state.stations().iter().filter(|station| station.placed && station.owner == Some(self.me))
    }

    /// Returns the cost of the way from a place to the nearest own station.
    fn way_from_stations(&self, at: Point) -> f64 {
        let nearest =
            self.own_stations().map(|station| self.battle.from_station(at, station)).fold(f64::INFINITY, f64::min);
        let far = FAR * self.battle.rules.ranges.direct;
        if nearest.is_finite() { self.tactics.fielding_distance * self.asset(self.me) * nearest.min(far) } else { 0.0 }
    }

    /// Returns the best of some legal spots drawn at random, and of other legal places; `None` if the draws find none.
    fn best_place(
        &self,
        throw: &mut Throw,
        others: impl Iterator<Item = Point>,
        places: &Places<impl Fn(Point) -> bool, impl Fn(Point) -> f64, impl Fn(Point) -> f64>,
    ) -> Option<Point> {
        let spots: &[Spot] = self.battle.field(self.state).spots();
        let mut draw = |_| spots.get(throw.below(spots.len())).map(|spot| spot.at);
        let best = places.best((0..DRAWN).map_while(&mut draw).chain(others));
        best.or_else(|| (0..MORE).map_while(draw).find(|at| (places.is_legal)(*at)))
    }
}

/// Functions for the legality of places, an upper bound of their value, and their value.
struct Places<L, M, W> {
    is_legal: L,
    most: M,
    worth: W,
}

impl<L: Fn(Point) -> bool, M: Fn(Point) -> f64, W: Fn(Point) -> f64> Places<L, M, W> {
    /// Returns the best legal place, the first of equals. For most places the upper bound is enough.
    fn best(&self, places: impl Iterator<Item = Point>) -> Option<Point> {
        let mut best = (f64::NEG_INFINITY, None);
        for at in places {
            if (self.most)(at) <= best.0 {
                continue;
            }
            let worth = (self.worth)(at);
            // The check for room costs most.
            if worth > best.0 && (self.is_legal)(at) {
                best = (worth, Some(at));
            }
        }
        best.1
    }
}

/// Returns the cover by the pieces near a place, from 0 to 1.
fn cover_of(near: u64) -> f64 {
    f64::from(near.count_ones().min(3)) / 3.0
}
