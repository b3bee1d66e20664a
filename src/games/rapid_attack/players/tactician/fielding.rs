//! Where stations and frames are fielded: the best of a few places drawn at random.

use super::Scratch;
use super::ground::Ground;
use super::worth::View;
use crate::dice::Throw;
use crate::games::rapid_attack::battle::legal::fielding::{
    may_place_frame, may_place_station, point_position, point_position_count, waiting,
};
use crate::games::rapid_attack::battle::state::{FieldingStep, Phase, Station};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::battlefield::Spot;
use crate::geometry::Point;

/// Places weighed for each frame and station.
const WEIGHED: usize = 5;
/// Draws before a player takes any place that the rules leave.
const TRIES: usize = 64;
/// Distance beyond which an enemy or a friend does not matter to a station, in ruler units.
const FAR: f64 = 16.0;

impl<D: Dice> View<'_, D> {
    /// A place for the next station: in cover, near to friends and far from enemies.
    pub fn station(&self, throw: &mut Throw) -> Option<Action> {
        let worth = |spot: &Spot| self.station_worth(spot);
        let legal = |spot: &Spot| may_place_station(self.battle, self.state, self.me, spot.at);
        self.best_spot(throw, legal, worth).map(|spot| Action::PlaceStation(spot.at))
    }

    fn station_worth(&self, spot: &Spot) -> f64 {
        let nearest = |others: &mut dyn Iterator<Item = Point>| {
            others.map(|at| self.battle.between(at, spot.at)).fold(FAR, f64::min)
        };
        let of = |mine: bool| {
            let units = self.state.standing_units().map(|unit| self.state.unit(unit));
            units.filter(move |unit| (unit.owner == self.me) == mine).map(|unit| unit.at)
        };
        let (friend, enemy) = (nearest(&mut of(true)), nearest(&mut of(false)));
        let together = nearest(&mut self.own_stations().map(|station| station.at));
        let cover = f64::from(spot.near.count_ones().min(3));
        self.tactics.fielding_distance * (enemy - friend - together) + self.tactics.fielding_cover * cover / 3.0
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
        let worth = |spot: &Spot| {
            let cover = f64::from(spot.near.count_ones().min(3));
            ground.worth(spot.at) + self.tactics.fielding_cover * asset * cover / 3.0 - self.way_from_stations(spot.at)
        };
        let legal = |spot: &Spot| may_place_frame(self.battle, self.state, step, self.me, spot.at);
        self.best_spot(throw, legal, worth).map(|spot| Action::PlaceFrame { unit, at: spot.at })
    }

    fn point_frame(&self, throw: &mut Throw, unit: u8, scratch: &mut Scratch) -> Option<Action> {
        let ground = Ground::new(self, unit, &mut scratch.rivals, &mut scratch.sites);
        let positions = point_position_count(self.state);
        let draw = || point_position(self.battle, self.state, throw.below(positions));
        let legal = |at: &Point| may_place_frame(self.battle, self.state, FieldingStep::PointFrame, self.me, *at);
        let at = best_drawn(draw, legal, |at| ground.worth(*at))?;
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

    /// The best of a few legal spots drawn at random; none where the draws find none.
    fn best_spot(
        &self,
        throw: &mut Throw,
        is_legal: impl Fn(&Spot) -> bool,
        worth: impl Fn(&Spot) -> f64,
    ) -> Option<Spot> {
        let spots = self.battle.field(self.state).spots();
        best_drawn(|| spots.get(throw.below(spots.len())).copied(), is_legal, worth)
    }
}

/// The best of a few legal places, the first of equals.
fn best_drawn<T>(
    mut draw: impl FnMut() -> Option<T>,
    is_legal: impl Fn(&T) -> bool,
    worth: impl Fn(&T) -> f64,
) -> Option<T> {
    let drawn = (0..TRIES).map_while(|_| draw()).filter(is_legal).take(WEIGHED);
    let weighed = drawn.map(|place| (worth(&place), place));
    weighed.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, place)| place)
}
