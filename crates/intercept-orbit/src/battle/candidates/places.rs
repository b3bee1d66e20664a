//! Places in set-up, places of debris, and places of launched companies.

use super::super::super::space::{Body, Pose};
use super::super::legal::places::{is_free, is_room, may_be_placed, may_place, may_place_debris, to_place};
use super::super::state::{Phase, SetupStep, State};
use super::super::{Battle, action::Action};
use super::Net;
use super::moves::{DIRECTIONS, direction};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::{PlayerId, geometry::Point};

/// Places across the table in set-up; `MARGIN` is the distance of the outer ones from the edge.
const SIDE: usize = 9;
const MARGIN: f64 = 3.0;
/// Places across the table for launches, and their margin.
const LAUNCH_SIDE: usize = 8;
const LAUNCH_MARGIN: f64 = 1.0;
/// Number of headings in which an asset may be placed.
const HEADINGS: usize = 4;
/// Places around a ship or a high value asset for launches, and the gap of those around a high value asset.
const AROUND: usize = 4;
const BESIDE: f64 = 0.5;
/// Distance from the border of a range to a placement just within it, in ruler units.
const INSIDE: f64 = 0.1;

/// Returns a point of a square grid over the table.
fn grid_point<D>(battle: &Battle<D>, side: usize, margin: f64, nth: usize) -> Point {
    let half = battle.space.half() - margin;
    let step = 2.0 * half / (side - 1) as f64;
    Point::new(-half + step * (nth % side) as f64, -half + step * (nth / side) as f64)
}

/// Strictness of a net of places: the rule of the step, any place with room, or any place on the grid. If the rule
/// leaves no place, the net becomes less strict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strictness {
    Rule,
    Room,
    Anywhere,
}

impl Strictness {
    pub(super) fn relax(&mut self) -> bool {
        let relaxes = *self != Strictness::Anywhere;
        *self = if *self == Strictness::Rule { Strictness::Room } else { Strictness::Anywhere };
        relaxes
    }
}

/// Places where a player may put assets in a step of set-up, each in four headings.
pub struct Places<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    step: SetupStep,
    assets: AssetSet,
    strictness: Strictness,
}

impl<'a, D> Places<'a, D> {
    /// Creates the places for the next assets of a player in the present step of set-up.
    pub fn new(battle: &'a Battle<D>, state: &'a State, player: PlayerId) -> Self {
        let step = match state.phase {
            Phase::Setup(step) => step,
            _ => SetupStep::FirstHva,
        };
        let assets = to_place(state, step, player);
        Places { battle, state, step, assets, strictness: Strictness::Rule }
    }

    fn is_ring(&self) -> bool {
        self.step == SetupStep::PrimaryShip && self.strictness == Strictness::Rule
    }

    fn spots(&self) -> usize {
        if self.is_ring() { DIRECTIONS } else { SIDE * SIDE }
    }

    /// Returns the place just within assault range of the defender's ship, in a direction from it.
    fn on_ring(&self, body: Body, heading: u8, nth: usize) -> Option<Point> {
        let (space, reach) = (&self.battle.space, self.battle.rules.ranges.assault);
        let defenders = self.state.ships() & self.state.of(self.state.seats[0]);
        let ship = self.state.placed(defenders.lowest()?);
        let way = direction(self.battle, nth);
        let at = ship.1.at + way * (reach + space.reach(body));
        let gap = space.gap(ship, (body, Pose { at, heading }));
        Some(at + way * (reach - INSIDE - gap))
    }
}

impl<D> Net for Places<'_, D> {
    fn entries(&self) -> usize {
        self.assets.len() * self.spots() * HEADINGS
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let asset = self.assets.iter().nth(nth / (self.spots() * HEADINGS))?;
        let (spot, turn) = (nth / HEADINGS % self.spots(), nth % HEADINGS);
        let heading = (usize::from(self.battle.space.headings()) * turn / HEADINGS) as u8;
        let body = self.state.asset(asset).body;
        let at = match self.is_ring() {
            true => self.on_ring(body, heading, spot)?,
            false => grid_point(self.battle, SIDE, MARGIN, spot),
        };
        let pose = Pose { at, heading };
        let placed = (body, pose);
        let legal = match self.strictness {
            Strictness::Rule => {
                may_place(self.battle, self.state, self.step, placed) && is_free(self.battle, self.state, placed)
            }
            Strictness::Room => is_free(self.battle, self.state, placed),
            Strictness::Anywhere => true,
        };
        legal.then_some(Action::Place { asset, pose })
    }

    fn relax(&mut self) -> bool {
        self.strictness.relax()
    }
}

/// Places where a player may put a piece of debris.
pub struct DebrisPlaces<'a, D> {
    /// Setup of the battle.
    pub battle: &'a Battle<D>,
    /// State before the piece is placed.
    pub state: &'a State,
    /// Player who places the piece; only ships of other players keep the piece away (I65).
    pub player: PlayerId,
}

impl<D> Net for DebrisPlaces<'_, D> {
    fn entries(&self) -> usize {
        SIDE * SIDE
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let at = grid_point(self.battle, SIDE, MARGIN, nth);
        may_place_debris(self.battle, self.state, self.player, at).then_some(Action::PlaceDebris(at))
    }
}

/// Lists the places of the grid where a player may put a piece of debris.
pub fn debris_places<D>(battle: &Battle<D>, state: &State, player: PlayerId) -> impl Iterator<Item = Point> {
    let grid = (0..SIDE * SIDE).map(|nth| grid_point(battle, SIDE, MARGIN, nth));
    grid.filter(move |at| may_place_debris(battle, state, player, *at))
}

/// Places of a launched company: all over the table, or around the carrier if launches reach less far; at ships,
/// including own ships and the carrier; near high value assets. If no place is legal, any place with room; without one
/// the company stays in its present place.
pub struct Launches<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    ship: AssetId,
    others: AssetSet,
    is_short: bool,
    strictness: Strictness,
}

impl<'a, D> Launches<'a, D> {
    /// Creates the places of a company that the ship with this number launches.
    pub fn new(battle: &'a Battle<D>, state: &'a State, ship: AssetId) -> Self {
        let others = state.ships() | (state.hvas() & state.standing());
        let reach = battle.rules.launch.reach;
        let is_short = reach > 0.0 && reach < battle.space.half();
        Launches { battle, state, ship, others, is_short, strictness: Strictness::Rule }
    }

    fn free(&self) -> usize {
        if self.is_short { 2 * DIRECTIONS } else { LAUNCH_SIDE * LAUNCH_SIDE }
    }

    fn place(&self, nth: usize) -> Option<Point> {
        let Some(nth) = nth.checked_sub(self.free()) else {
            if !self.is_short {
                return Some(grid_point(self.battle, LAUNCH_SIDE, LAUNCH_MARGIN, nth));
            }
            let far = self.battle.rules.launch.reach * if nth < DIRECTIONS { 1.0 } else { 0.5 };
            return Some(self.state.asset(self.ship).pose.at + direction(self.battle, nth % DIRECTIONS) * far);
        };
        let other = self.others.iter().nth(nth / AROUND)?;
        let gap = if self.state.asset(other).is_ship() { 0.0 } else { BESIDE };
        self.battle.space.ring(self.state.placed(other), gap, AROUND).nth(nth % AROUND)
    }
}

impl<D> Net for Launches<'_, D> {
    fn entries(&self) -> usize {
        self.free() + self.others.len() * AROUND
    }

    fn get(&self, nth: usize) -> Option<Action> {
        if self.strictness == Strictness::Anywhere {
            let launched = self.state.turn_in_control().map(|turn| self.state.asset(turn.launching).pose.at);
            return launched.filter(|_| nth == 0).map(Action::PlaceCompany);
        }
        let at = self.place(nth)?;
        let legal = match self.strictness {
            Strictness::Rule => may_be_placed(self.battle, self.state, self.ship, at),
            _ => is_room(self.battle, self.state, at),
        };
        legal.then_some(Action::PlaceCompany(at))
    }

    fn relax(&mut self) -> bool {
        self.strictness.relax()
    }
}

/// Returns true if a piece of debris has room at a place: on the table, and overlapping nothing solid.
pub fn is_debris_room<D>(battle: &Battle<D>, state: &State, at: Point, piece: u8) -> bool {
    let here = (Body::Debris, Pose { at, heading: 0 });
    let others = state.solid() - AssetSet::of(AssetId::of_debris(piece));
    battle.space.holds(here) && !others.iter().any(|thing| battle.space.overlaps(here, state.placed(thing)))
}
