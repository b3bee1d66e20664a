//! Places to move to in a turn, and places for fielding.
//!
//! In a turn, a few places are worth a second look. Stations and frames are fielded at the best of some places drawn at
//! random and of places with a purpose. These are next to a station to hold or to seize, or for a station next to the
//! frame that guards it.

use super::ground::{Ground, Look, plain};
use super::order::{MOST_DICE, choices};
use super::{Scratch, worth::View};
use crate::battle::candidates::{budget, goals, way_to};
use crate::battle::legal::{
    can_attack, claims, dice_for, may_place_frame, may_place_station, point_position, point_position_count, waiting,
};
use crate::battle::measure::{DIRECTIONS, to_square_squared};
use crate::battle::state::{Colour, FieldingStep, Phase, Stage, Station, Target, Turn, Unit};
use crate::battle::{Action, BattleDice, Path};
use crate::battlefield::{Anchors, FieldingPlace, bits};
use crate::{battle::odds::Situation, battle::range_band::CLOSE, ids::UnitId};
use hitchart_dice::Throw;
use hitchart_mobile_frame::geometry::Point;

// Places that a frame may go to in its turn, and their value.

/// A place that may be worth going to, not yet checked for a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rough {
    at: Point,
    length: f64,
    straight: bool,
    /// The look at the place, and its closeness.
    look: Look,
    seen: Seen,
    /// Value of the turn's attack from there, and of the place with the attack.
    attack: f64,
    worth: f64,
}

/// Closeness of a look at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Seen {
    /// In the open.
    AtFirstSight,
    /// As if in cover from all enemies, which is the best case.
    AtBest,
    /// With the pieces near the place.
    Closely,
}

/// A place that the frame can go to, or stay at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// `None` if the frame stays.
    pub path: Option<Path>,
    pub length: f64,
    pub worth: f64,
    /// Danger by enemies still to act, as subtracted from the value.
    pub danger_now: f64,
    /// Situation of the target from there; `None` if the attack cannot be made from there.
    pub attack: Option<Situation>,
}

impl Position {
    /// Returns true if the attack can be made from there.
    #[inline]
    pub(super) fn can_attack(&self) -> bool {
        self.attack.is_some()
    }
}

/// Number of legal places kept for the longest way, and least number for each shorter way.
const KEPT: usize = 3;
const KEPT_OF_SHORTER: usize = 1;

/// Number of pieces to look behind, and of enemies to hide from.
const SHELTERS: usize = 3;
const FEARED: usize = 2;
/// Farther than a piece extends from its centre, in ruler units.
const BEYOND: f64 = 40.0;

/// Most positions of a turn: the present one, and those kept for each die.
pub(super) const MOST_POSITIONS: usize = 1 + KEPT * MOST_DICE;

impl<D: BattleDice> View<'_, D> {
    /// Finds places to stay at or go to for the rest of a turn.
    pub(super) fn look_around(&self, turn: &Turn, scratch: &mut Scratch) {
        let Scratch { rough, positions, rivals, sites, anchors, .. } = scratch;
        positions.clear();
        let from = self.state.unit(turn.unit).at;
        let attack = can_attack(self.battle, self.state, turn).then(|| self.shelter(turn, from));
        positions.push(Position { path: None, length: 0.0, worth: 0.0, danger_now: 0.0, attack: attack.flatten() });
        let most = self.longest(turn);
        if most <= 0.0 && turn.stage != Stage::Defend {
            return;
        }
        let ground = Ground::new(self, turn.unit, rivals, sites);
        let Look { worth, danger_now } = ground.look(from);
        (positions[0].worth, positions[0].danger_now) = (worth, danger_now);
        if most > 0.0 {
            self.rough(&ground, turn, most, rough);
            let mut budgets = [0.0; MOST_DICE];
            let count = distinct_budgets(self, turn, &mut budgets);
            for (i, limit) in budgets[..count].iter().enumerate() {
                let least = if i == 0 { KEPT } else { KEPT_OF_SHORTER };
                self.keep_best(&ground, turn, (*limit, least), (rough, anchors), positions);
            }
        }
    }

    /// Returns the longest way that a turn has left.
    fn longest(&self, turn: &Turn) -> f64 {
        if turn.moved || !self.state.unit(turn.unit).stands() {
            return 0.0;
        }
        dice_for(turn, Colour::Green).map(|die| budget(self.battle, turn, die)).fold(0.0, f64::max)
    }

    /// Collects places within a length, with their value at first sight or at best.
    fn rough(&self, ground: &Ground<'_, '_, D>, turn: &Turn, most: f64, rough: &mut Vec<Rough>) {
        rough.clear();
        let from = self.state.unit(turn.unit).at;
        let field = self.battle.field(self.state);
        let strike = self.target_of(turn).map_or(0.0, |(_, unit)| self.usual_strike(turn, unit));
        let standing = self.state.standing;
        let mut add = |at: Point, straight: bool, looks: bool| {
            let length = from.distance(at);
            if length > most + CLOSE || !field.contains(at, self.battle.rules.movement.frame_radius) {
                return;
            }
            let attacks = strike > 0.0 && self.battle.can_attack_from(self.state, turn, at);
            let attack = if attacks { strike } else { 0.0 };
            let (look, seen) = match looks && field.under(at, standing) == 0 {
                true => (ground.at_best(at), Seen::AtBest),
                false => (ground.at_first_sight(at), Seen::AtFirstSight),
            };
            rough.push(Rough { at, length, straight, look, seen, attack, worth: look.worth + attack });
        };
        DIRECTIONS.iter().for_each(|way| add(from + *way * most, true, false));
        DIRECTIONS.iter().step_by(2).for_each(|way| add(from + *way * (most * 0.5), true, false));
        goals(self.battle, self.state, turn).for_each(|goal| add(goal, false, false));
        self.shelters(ground, from, most, |at| add(at, false, true));
    }

    /// Calls `show` with places behind the nearest pieces of terrain, seen from the most feared enemies.
    fn shelters(&self, ground: &Ground<'_, '_, D>, from: Point, most: f64, mut show: impl FnMut(Point)) {
        let (field, rules) = (self.battle.field(self.state), &self.battle.rules);
        let radius = rules.movement.frame_radius;
        let mut nearest: [(f64, usize); SHELTERS] = [(f64::INFINITY, 0); SHELTERS];
        for piece in bits(field.about(from, most + radius) & self.state.standing) {
            let shape = &field.pieces()[piece].shape;
            if !shape.may_be_within(from, most + radius) {
                continue;
            }
            let square = shape.distance_squared(from);
            if square < (most + radius) * (most + radius)
                && let Some(place) = nearest.iter().position(|kept| square < kept.0)
            {
                nearest[place..].rotate_right(1);
                nearest[place] = (square, piece);
            }
        }
        for feared in ground.most_feared::<FEARED>().into_iter().flatten() {
            for (_, piece) in nearest.iter().take_while(|(square, _)| square.is_finite()) {
                let shape = &field.pieces()[*piece].shape;
                let centre = shape.centre();
                let Some(way) = (centre - feared).unit() else { continue };
                let back = shape.nearest(centre + way * BEYOND);
                show(back + way * (radius + rules.ranges.hand_to_hand * 0.1));
            }
        }
    }

    /// Adds the best legal places within a length from the rough places to the positions.
    fn keep_best(
        &self,
        ground: &Ground<'_, '_, D>,
        turn: &Turn,
        (limit, least): (f64, usize),
        (rough, anchors): (&mut [Rough], &mut Option<Anchors>),
        positions: &mut Vec<Position>,
    ) {
        let mut kept =
            positions.iter().filter(|position| position.path.is_some() && position.length <= limit + CLOSE).count();
        while kept < least {
            let within =
                rough.iter_mut().filter(|place| place.length <= limit + CLOSE && place.worth > f64::NEG_INFINITY);
            // The last of equals.
            let Some(place) = within.reduce(|best, next| if next.worth >= best.worth { next } else { best }) else {
                return;
            };
            // Most places are not worth a close look even at their best.
            if place.seen == Seen::AtBest {
                (place.look, place.seen) = (ground.look(place.at), Seen::Closely);
                place.worth = place.look.worth + place.attack;
                continue;
            }
            let path = match place.straight {
                true => self.battle.straight_way(self.state, turn, place.at, limit),
                false => way_to(self.battle, self.state, turn, place.at, limit, anchors),
            };
            // Kept, or excluded for this length and all shorter ones.
            place.worth = f64::NEG_INFINITY;
            let Some(path) = path else { continue };
            kept += 1;
            let attack = !turn.attacked && self.battle.can_attack_from(self.state, turn, path.to);
            let attack = if attack { self.shelter(turn, path.to) } else { None };
            let again = if place.seen == Seen::Closely { None } else { ground.look_for_cover(path.to) };
            let Look { worth, danger_now } = again.unwrap_or(place.look);
            positions.push(Position { path: Some(path), length: path.length, worth, danger_now, attack });
        }
    }

    /// Returns the situation of a turn's target in an attack from a point.
    fn shelter(&self, turn: &Turn, from: Point) -> Option<Situation> {
        match turn.target {
            Target::Frame(target) => Some(self.situation(turn.unit, from, target, turn.range)),
            Target::Piece(_) => Some(Situation::TERRAIN),
            Target::Nothing => None,
        }
    }

    /// Returns the frame that a turn attacks.
    #[inline]
    pub(super) fn target_of(&self, turn: &Turn) -> Option<(UnitId, &Unit)> {
        match turn.target {
            Target::Frame(number) => Some((number, self.state.unit(number))),
            _ => None,
        }
    }

    /// Returns the value of the turn's attack with its best die, in the open.
    fn usual_strike(&self, turn: &Turn, target: &Unit) -> f64 {
        if turn.attacked {
            return 0.0;
        }
        self.strike(choices(turn, Colour::Red).most(), target, plain(turn.range))
    }
}

/// Collects the lengths that the movement dice allow, greatest first, each once. Returns their number.
fn distinct_budgets<D: BattleDice>(view: &View<'_, D>, turn: &Turn, budgets: &mut [f64; MOST_DICE]) -> usize {
    let mut count = 0;
    for length in choices(turn, Colour::Green).as_slice().iter().map(|(die, _)| budget(view.battle, turn, *die)) {
        if length > 0.0 && count < MOST_DICE && !budgets[..count].contains(&length) {
            budgets[count] = length;
            count += 1;
        }
    }
    budgets[..count].sort_unstable_by(|a, b| b.total_cmp(a));
    count
}

// Fielding of stations and frames.

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
const FEARED_BY_TURN: [f64; 3] = [1.0, 0.6, 0.3];

impl<D: BattleDice> View<'_, D> {
    /// Chooses a place for the next station: out of enemies' reach, near friends, in cover.
    #[inline]
    pub(super) fn station(&self, throw: &mut Throw) -> Option<Action> {
        let legal = |at: Point| may_place_station(self.battle, self.state, self.me, at);
        let friends = self.state.friends(self.me).map(|unit| self.state.unit(unit).at);
        let beside = friends.flat_map(|at| ABOUT.map(|offset| at + offset));
        let places =
            Places { is_legal: legal, most: |at| self.station_at_most(at), worth: |at| self.station_worth(at) };
        let others = beside.chain(claims(self.battle, self.state).map(|(_, at)| at));
        self.best_place(throw, others, &places).map(Action::PlaceStation)
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
        let turns = (1..)
            .zip(FEARED_BY_TURN)
            .map(|(turns, weight)| weight * self.chance_to_move(mover, gap / f64::from(turns)));
        1.0 - turns.fold(0.0, f64::max)
    }

    /// Chooses a place for the next frame, valued as in play, with cover for later.
    pub(super) fn frame(&self, throw: &mut Throw, scratch: &mut Scratch) -> Option<Action> {
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
            let others =
                if station.owner == Some(self.me) { self.state.friends_set(self.me) } else { station.beside() };
            station.placed && !station.beside().meets(others)
        };
        let stations = self.state.stations().iter().filter(is_wanted);
        let beside = stations.flat_map(|station| ABOUT.map(|offset| station.at + offset));
        self.best_place(throw, beside, &places).map(|at| Action::PlaceFrame { unit, at })
    }

    fn point_frame(&self, throw: &mut Throw, unit: UnitId, scratch: &mut Scratch) -> Option<Action> {
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
        let spots: &[FieldingPlace] = self.battle.field(self.state).spots();
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
