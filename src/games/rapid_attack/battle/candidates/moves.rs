//! Moves: a net of places, and the ways to them.

use super::super::Battle;
use super::super::action::{Action, Path};
use super::super::directions::DIRECTIONS;
use super::super::legal::dice::worth_giving;
use super::super::range_band::CLOSE;
use super::super::state::{Colour, Die, MAX_UNITS, State, Station, Turn};
use crate::games::rapid_attack::battlefield::Anchors;
use crate::games::rapid_attack::loadout::Range;
use crate::geometry::Point;

/// Parts of a move's length at which it may end.
pub const FRACTIONS: [f64; 3] = [1.0, 2.0 / 3.0, 1.0 / 3.0];

/// Units that a die lets a frame move.
pub fn budget<D>(battle: &Battle<D>, turn: &Turn, die: Die) -> f64 {
    f64::from(turn.hand().value(Colour::Green, die)) * battle.rules.movement.units_per_pip
}

/// Every die's moves: sixteen directions at three lengths, straight, and to every station and to the target, around
/// whatever is in the way. A net: the rules allow any legal way.
pub(super) fn moves<D>(battle: &Battle<D>, state: &State, turn: &Turn, into: &mut Vec<Action>) {
    if turn.moved || !state.unit(turn.unit).stands() {
        return;
    }
    let mut storage = None;
    for die in worth_giving(turn, Colour::Green) {
        let budget = budget(battle, turn, die);
        let from = state.unit(turn.unit).at;
        for way in DIRECTIONS {
            for part in FRACTIONS {
                let path = battle.straight_way(state, turn, from + way * (budget * part), budget);
                into.extend(path.map(|path| Action::Move { die, path }));
            }
        }
        let mut routes = Routes::new(battle, state, turn, budget, &mut storage);
        let walks = goals(battle, state, turn).filter_map(|goal| routes.to(goal));
        into.extend(walks.map(|path| Action::Move { die, path }));
    }
}

/// The shortest legal way to a place; corners are looked for only where the straight way is blocked, in storage that is
/// slow to set up and can be used again for any frame.
pub fn way_to<D>(
    battle: &Battle<D>,
    state: &State,
    turn: &Turn,
    to: Point,
    budget: f64,
    storage: &mut Option<Anchors>,
) -> Option<Path> {
    Routes { only: Some(to), ..Routes::new(battle, state, turn, budget, storage) }.to(to)
}

/// The ways of a frame with so much to walk: straight, else around corners where it must. The corners are looked for
/// once, when first needed.
struct Routes<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    budget: f64,
    storage: &'a mut Option<Anchors>,
    found: Option<Obstacles>,
    /// The place to go to, if there is but one.
    only: Option<Point>,
}

/// What corners were looked for among: pieces, and frames by their centres.
struct Obstacles {
    standing: u64,
    frames: [Point; MAX_UNITS],
    frame_count: usize,
}

impl<'a, D> Routes<'a, D> {
    /// The ways of a turn's frame.
    fn new(
        battle: &'a Battle<D>,
        state: &'a State,
        turn: &'a Turn,
        budget: f64,
        storage: &'a mut Option<Anchors>,
    ) -> Self {
        Routes { battle, state, turn, budget, storage, found: None, only: None }
    }

    /// The shortest legal way to a place.
    fn to(&mut self, to: Point) -> Option<Path> {
        let (battle, state, turn) = (self.battle, self.state, self.turn);
        let from = state.unit(turn.unit).at;
        if from.distance(to) > self.budget + CLOSE {
            return None;
        }
        let way = battle.straight_way(state, turn, to, self.budget);
        if way.is_some() || turn.crosses || !battle.is_room(state, Some(turn.unit), to, turn.crosses, turn.greens) {
            return way;
        }
        let anchors = self.storage.get_or_insert_with(Anchors::default);
        let around = self.found.get_or_insert_with(|| {
            let around = obstacles(battle, state, turn);
            let frames = &around.frames[..around.frame_count];
            match self.only {
                None => battle.field(state).anchors(from, self.budget, around.standing, frames, anchors),
                Some(to) => battle.field(state).anchors_to((from, to), self.budget, around.standing, frames, anchors),
            }
            around
        });
        let frames = &around.frames[..around.frame_count];
        let route = battle.field(state).reach(anchors, to, around.standing, frames)?;
        let mut path = Path::around(&route, to);
        path.length += battle.climb(state, state.unit(turn.unit).elevation, to, turn.greens);
        (path.length <= self.budget + CLOSE).then_some(path)
    }
}

/// What a frame must walk around; what it stands on does not hold it.
fn obstacles<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> Obstacles {
    let from = state.unit(turn.unit).at;
    let standing = state.standing & !battle.field(state).under(from, state.standing);
    let mut around = Obstacles { standing, frames: [Point::ORIGIN; MAX_UNITS], frame_count: 0 };
    if battle.rules.movement.frames_block {
        let apart = 2.0 * battle.rules.movement.frame_radius - CLOSE;
        let others = state.standing_units().filter(|other| *other != turn.unit).map(|other| state.unit(other).at);
        for at in others.filter(|at| at.distance_squared(from) >= apart * apart) {
            around.frames[around.frame_count] = at;
            around.frame_count += 1;
        }
    }
    around
}

/// Places a frame may want to walk to: just within reach of each station, and just within the named range of its target.
pub fn goals<'a, D>(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> impl Iterator<Item = Point> + 'a {
    let from = state.unit(turn.unit).at;
    let radius = battle.rules.movement.frame_radius;
    let stations = state.stations().iter().filter(move |station| is_away(turn.unit, station));
    let to_stations = stations.filter_map(move |station| {
        let way = (from - station.at).unit()?;
        Some(station.at + way * (radius + battle.rules.stations.side / 2.0 + battle.rules.stations.reach * 0.9))
    });
    let target = turn.target.frame().map(|target| state.unit(target).at);
    let to_target = target.and_then(move |at| {
        let ranges = &battle.rules.ranges;
        let gap = match turn.range {
            Range::HandToHand => ranges.hand_to_hand * 0.5,
            Range::Direct => ranges.direct,
            Range::Artillery => ranges.direct + 0.01,
        };
        Some(at + (from - at).unit()? * (gap + 2.0 * radius))
    });
    to_stations.chain(to_target)
}

/// Whether a station is on the table out of reach of a frame.
fn is_away(unit: u8, station: &Station) -> bool {
    station.placed && station.beside() >> unit & 1 == 0
}

/// Number of [`goals`].
pub fn goal_count(state: &State, turn: &Turn) -> usize {
    let from = state.unit(turn.unit).at;
    // Whatever is out of reach lies in some direction.
    let stations = state.stations().iter().filter(|station| is_away(turn.unit, station)).count();
    let target = turn.target.frame().and_then(|target| (from - state.unit(target).at).unit());
    stations + usize::from(target.is_some())
}
