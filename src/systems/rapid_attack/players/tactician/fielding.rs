//! Where stations and frames are fielded: the best of a few places drawn at random.

use super::super::super::battle::fielding::{may_place_frame, may_place_station, point_positions, waiting};
use super::super::super::battle::state::{FieldingStep, Phase};
use super::super::super::battle::{Action, Dice};
use super::super::super::battlefield::Spot;
use super::Scratch;
use super::ground::Ground;
use super::worth::View;
use crate::dice::Throw;
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
        let own = self.state.stations().iter().filter(|station| station.placed && station.owner == Some(self.me));
        let (friend, enemy) = (nearest(&mut of(true)), nearest(&mut of(false)));
        let together = nearest(&mut own.map(|station| station.at));
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
        let ground = Ground::new(self, unit, scratch);
        let worth = |spot: &Spot| {
            let cover = f64::from(spot.near.count_ones().min(3));
            ground.worth(spot.at) + self.tactics.fielding_cover * asset * cover / 3.0 - self.way_from_stations(spot.at)
        };
        let legal = |spot: &Spot| may_place_frame(self.battle, self.state, step, self.me, spot.at);
        self.best_spot(throw, legal, worth).map(|spot| Action::PlaceFrame { unit, at: spot.at })
    }

    fn point_frame(&self, throw: &mut Throw, unit: u8, scratch: &mut Scratch) -> Option<Action> {
        let ground = Ground::new(self, unit, scratch);
        let positions = point_positions(self.battle, self.state).count();
        let mut best: Option<(f64, Point)> = None;
        let mut found = 0;
        for _ in 0..TRIES {
            let at = point_positions(self.battle, self.state).nth(throw.below(positions))?;
            if !may_place_frame(self.battle, self.state, FieldingStep::PointFrame, self.me, at) {
                continue;
            }
            let worth = ground.worth(at);
            if best.is_none_or(|best| worth > best.0) {
                best = Some((worth, at));
            }
            found += 1;
            if found == WEIGHED {
                break;
            }
        }
        best.map(|(_, at)| Action::PlaceFrame { unit, at })
    }

    /// Cost of the way from a place to the nearest own station.
    fn way_from_stations(&self, at: Point) -> f64 {
        let own = self.state.stations().iter().filter(|station| station.placed && station.owner == Some(self.me));
        let nearest = own.map(|station| self.battle.from_station(at, station)).fold(f64::INFINITY, f64::min);
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
        let mut best: Option<(f64, Spot)> = None;
        let mut found = 0;
        for _ in 0..TRIES {
            let spot = spots[throw.below(spots.len())];
            if !is_legal(&spot) {
                continue;
            }
            let worth = worth(&spot);
            if best.is_none_or(|best| worth > best.0) {
                best = Some((worth, spot));
            }
            found += 1;
            if found == WEIGHED {
                break;
            }
        }
        best.map(|(_, spot)| spot)
    }
}
