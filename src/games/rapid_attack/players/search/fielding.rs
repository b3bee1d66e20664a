//! Places for fielding stations and frames: the best few by each of several measures.

use super::picked::{Pick, pick};
use super::places::{Places, stations};
use crate::games::rapid_attack::battle::legal::fielding::{may_place_frame, may_place_station, point_positions};
use crate::games::rapid_attack::battle::state::{FieldingStep, Phase, State};
use crate::games::rapid_attack::battle::{Action, Battle, Dice};
use crate::games::rapid_attack::players::sight::threats::{Arms, Mark};
use crate::geometry::Point;

/// Number of places by each measure.
const OF_A_MEASURE: usize = 3;
/// Least distance between two different places, in ruler units.
const APART: f64 = 2.5;
/// Distance beyond which frames and stations do not matter, in ruler units.
const FAR: f64 = 18.0;

/// Weights of a measure: distance from enemies, nearness to friends, cover, danger, possible attacks, nearness to own
/// stations and to those of others.
type Measure = [f64; 7];

/// Measures for a station: out of the way, near friends, behind cover.
const OF_STATIONS: [Measure; 3] =
    [[1.0, 1.0, 0.5, 0.0, 0.0, 0.5, 0.0], [1.0, 0.2, 1.0, 0.0, 0.0, -0.3, 0.0], [0.3, 1.5, 0.5, 0.0, 0.0, 1.0, 0.0]];
/// Measures for a frame: safe, with a target to attack, on the way to a station.
const OF_FRAMES: [Measure; 3] =
    [[0.0, 0.1, 1.0, 6.0, 0.5, 0.3, 0.0], [0.0, 0.0, 0.5, 3.0, 4.0, 0.0, 0.1], [0.0, 0.0, 0.7, 3.0, 0.5, 0.0, 0.5]];

impl Places {
    /// Adds places for the next station.
    pub fn for_station<D: Dice>(&mut self, battle: &Battle<D>, state: &State, player: u8, mut add: impl FnMut(Action)) {
        self.pool.clear();
        self.pool.extend(battle.field(state).spots().iter().map(|spot| spot.at));
        self.look_at_rivals(battle, state, player);
        self.taken.clear();
        for measure in OF_STATIONS {
            self.measure(&measure, |_, at| lie(battle, state, player, at));
            let Places { picks, taken, .. } = self;
            pick(picks, taken, (OF_A_MEASURE, APART), |at| {
                let legal = may_place_station(battle, state, player, at);
                if legal {
                    add(Action::PlaceStation(at));
                }
                legal
            });
        }
    }

    /// Adds places for the frame that the first choice fields.
    pub fn for_frame<D: Dice>(
        &mut self,
        battle: &Battle<D>,
        state: &State,
        (player, first): (u8, Action),
        mut add: impl FnMut(Action),
    ) {
        let (Phase::Fielding(step), Action::PlaceFrame { unit, .. }) = (state.phase, first) else { return };
        self.pool.clear();
        match step {
            FieldingStep::PointFrame => self.pool.extend(point_positions(battle, state)),
            _ => self.pool.extend(battle.field(state).spots().iter().map(|spot| spot.at)),
        }
        self.look_at_rivals(battle, state, player);
        self.taken.clear();
        for measure in OF_FRAMES {
            self.measure(&measure, |places, at| places.lie_of_frame(battle, state, unit, at));
            let Places { picks, taken, .. } = self;
            pick(picks, taken, (OF_A_MEASURE, APART), |at| {
                let legal = may_place_frame(battle, state, step, player, at);
                if legal {
                    add(Action::PlaceFrame { unit, at });
                }
                legal
            });
        }
    }

    /// Ranks the pool by a measure.
    fn measure(&mut self, measure: &Measure, lie: impl Fn(&Places, Point) -> Measure) {
        let mut picks = std::mem::take(&mut self.picks);
        picks.clear();
        picks.extend(self.pool.iter().map(|at| {
            let score = lie(self, *at).iter().zip(measure).map(|(part, weight)| part * weight).sum();
            Pick { at: *at, score }
        }));
        self.picks = picks;
    }

    fn lie_of_frame<D: Dice>(&self, battle: &Battle<D>, state: &State, number: u8, at: Point) -> Measure {
        let unit = state.unit(number);
        let near = battle.field(state).near(at, state.standing);
        let danger = self.danger(battle, state, &Mark::new(unit).moved(at, near));
        let arms = Arms::new(battle, unit);
        let harm = state.enemies(unit.owner).map(|enemy| {
            let harm = arms.harm(battle, state, (at, 0), &Mark::new(state.unit(enemy)));
            harm.life + harm.kills
        });
        let [enemy, friend, cover, _, _, own, _] = lie(battle, state, unit.owner, at);
        let to_others = stations(battle, state, number, at).1;
        [enemy, friend, cover, -danger, harm.fold(0.0, f64::max), own, -to_others.min(FAR)]
    }
}

/// Measures a place: distance from enemies, nearness to friends and own stations, cover.
fn lie<D: Dice>(battle: &Battle<D>, state: &State, player: u8, at: Point) -> Measure {
    let to = |mask: u64| {
        let units = state.standing_units().filter(|unit| mask >> unit & 1 == 1);
        units.map(|unit| state.unit(unit).at.distance(at)).fold(FAR, f64::min)
    };
    let own = state.stations().iter().filter(|station| station.placed && station.owner == Some(player));
    let to_own = own.map(|station| station.at.distance(at)).fold(FAR, f64::min);
    let cover = battle.field(state).near(at, state.standing).count_ones().min(3);
    let (enemy, friend) = (to(state.enemies_mask(player)), to(state.friends_mask(player)));
    [enemy, -friend, f64::from(cover), 0.0, 0.0, -to_own, 0.0]
}
