//! Moves: a net of end places, and the paths to them.

use crate::battle::action::{Action, Path};
use crate::battle::state::{Colour, Die, MAX_UNITS, State, Station, Target, Turn};
use crate::{
    battle::Battle, battle::legal::worth_giving, battle::measure::DIRECTIONS, battle::range_band::CLOSE,
    battlefield::Anchors, ids::UnitId,
};
use hitchart_mobile_frame::geometry::Point;

/// Fractions of the longest move at which a move may end.
pub const FRACTIONS: [f64; 3] = [1.0, 2.0 / 3.0, 1.0 / 3.0];

/// Returns the ruler units that a die lets a frame move.
pub fn budget<D>(battle: &Battle<D>, turn: &Turn, die: Die) -> f64 {
    f64::from(turn.hand().value(Colour::Green, die)) * battle.rules.movement.units_per_pip
}

/// Appends the moves of every die: straight moves in sixteen directions at three lengths, and moves around obstacles to
/// every station and to the target. The rules allow any legal path; these are a net.
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
        let walks = goals(battle, state, turn).enumerate().filter_map(|(goal, to)| {
            let path = routes.to(to)?;
            is_new(battle, state, turn, (goal, &path), budget).then_some(path)
        });
        into.extend(walks.map(|path| Action::Move { die, path }));
    }
}

/// Returns true if the path to a goal is not the same as that to an earlier goal, or as a straight move of the net.
pub fn is_new<D>(battle: &Battle<D>, state: &State, turn: &Turn, (goal, path): (usize, &Path), budget: f64) -> bool {
    let from = state.unit(turn.unit).at;
    let is_earlier = || goals(battle, state, turn).take(goal).any(|earlier| earlier == path.to);
    let is_straight = || {
        let ends = DIRECTIONS.iter().flat_map(|way| FRACTIONS.map(|part| from + *way * (budget * part)));
        path.bends().is_empty() && ends.into_iter().any(|end| end == path.to)
    };
    !is_straight() && !is_earlier()
}

/// Returns the shortest legal path to a place, or `None` if there is none. Corners are searched only if the straight
/// path is blocked. `storage` is slow to set up and can be reused for any frame.
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

/// Paths of a frame with a movement budget: straight, or around corners if necessary. The corners are searched once,
/// when first needed.
struct Routes<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    budget: f64,
    storage: &'a mut Option<Anchors>,
    found: Option<Obstacles>,
    /// The destination, if there is only one.
    only: Option<Point>,
}

/// The obstacles of a search for corners: pieces, and frames by their centres.
struct Obstacles {
    standing: u64,
    frames: [Point; MAX_UNITS],
    frame_count: usize,
}

impl<'a, D> Routes<'a, D> {
    /// Creates the path search of a turn's frame.
    fn new(
        battle: &'a Battle<D>,
        state: &'a State,
        turn: &'a Turn,
        budget: f64,
        storage: &'a mut Option<Anchors>,
    ) -> Self {
        Routes { battle, state, turn, budget, storage, found: None, only: None }
    }

    /// Returns the shortest legal path to a place, or `None` if there is none.
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

/// Returns the obstacles that a frame must walk around, without those that it stands on.
fn obstacles<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> Obstacles {
    let from = state.unit(turn.unit).at;
    let standing = battle.in_the_way(state);
    let standing = standing & !battle.field(state).under(from, standing);
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

/// Returns places that a frame may want to walk to, at the edges of what is allowed. They are just within reach of each
/// station, and just within the declared range of the target.
pub fn goals<'a, D>(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> impl Iterator<Item = Point> + 'a {
    let from = state.unit(turn.unit).at;
    let stations = state.stations().iter().filter(move |station| is_away(turn.unit, station));
    let to_stations = stations.filter_map(move |station| station_goal(battle, from, station));
    let to_target = std::iter::once_with(move || {
        let dice = worth_giving(turn, Colour::Green);
        target_goal(battle, state, turn, dice.map(|die| budget(battle, turn, die)).fold(0.0, f64::max))
    });
    to_stations.chain(to_target.flatten())
}

/// Returns the nearest place within reach of a station (S43), on the line to the closest point of its square.
pub fn station_goal<D>(battle: &Battle<D>, from: Point, station: &Station) -> Option<Point> {
    let half = battle.rules.stations.side / 2.0;
    let offset = from - station.at;
    let corner = station.at + Point::new(offset.x.clamp(-half, half), offset.y.clamp(-half, half));
    Some(corner + (from - corner).unit()? * (battle.rules.movement.frame_radius + battle.rules.stations.reach))
}

/// Returns the point of a turn's target to measure from (a frame's centre, a piece's closest point) and the radii to
/// add to the gap. `None` without a target.
fn aim<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> Option<(Point, f64)> {
    let radius = battle.rules.movement.frame_radius;
    match turn.target {
        Target::Frame(target) => Some((state.unit(target).at, 2.0 * radius)),
        Target::Piece(piece) => {
            let shape = &battle.field(state).pieces()[usize::from(piece)].shape;
            Some((shape.nearest(state.unit(turn.unit).at), radius))
        }
        Target::Nothing => None,
    }
}

/// Turns from the straight line at which another place on the edge is tried, in sixteenths of a circle.
const ASIDE: [usize; 8] = [1, 15, 2, 14, 3, 13, 4, 12];
/// Size of a step beyond the edge, in ruler units.
const DEEPER: f64 = 0.25;

/// Returns the place to attack a turn's target from: the nearest edge of the declared range, on the straight line to
/// the target. If the frame cannot walk there straight, tries the places beyond the edge on the line, then others on
/// the edge.
pub fn target_goal<D>(battle: &Battle<D>, state: &State, turn: &Turn, longest: f64) -> Option<Point> {
    let from = state.unit(turn.unit).at;
    let (aim, radii) = aim(battle, state, turn)?;
    let way = (from - aim).unit()?;
    let now = (from.distance(aim) - radii).max(0.0);
    let gap = battle.band(turn.range).edge_from(now);
    let place = |way: Point, gap: f64| aim + way * (gap + radii);
    let goal = place(way, gap);
    let fits = |to: &Point| {
        from.distance_squared(*to) <= (longest + CLOSE) * (longest + CLOSE)
            && battle.can_attack_from(state, turn, *to)
            && battle.straight_way(state, turn, *to, longest).is_some()
    };
    if from.distance(goal) > longest + CLOSE || fits(&goal) {
        return Some(goal);
    }
    let aside = ASIDE.iter().map(|nth| {
        let by = DIRECTIONS[*nth];
        place(Point::new(way.x * by.x - way.y * by.y, way.x * by.y + way.y * by.x), gap)
    });
    let step = if now < gap { DEEPER } else { -DEEPER };
    // An obstacle on the way to the edge also blocks the way beyond it.
    let is_open = turn.crosses || battle.is_clear(state, turn.unit, from, goal);
    let is_near = |gap: &f64| is_open && *gap >= 0.0 && (gap - now).abs() <= longest;
    let deeper = (1..).map(|i| gap + step * f64::from(i)).take_while(is_near).map(|gap| place(way, gap));
    Some(deeper.chain(aside).find(fits).unwrap_or(goal))
}

/// Returns true if a station is on the table and out of reach of a frame.
fn is_away(unit: UnitId, station: &Station) -> bool {
    station.placed && !station.beside().has(unit)
}

/// Returns the number of [`goals`].
pub fn goal_count<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> usize {
    let from = state.unit(turn.unit).at;
    // A station out of reach always has a direction, and so a goal.
    let stations = state.stations().iter().filter(|station| is_away(turn.unit, station)).count();
    let target = aim(battle, state, turn).and_then(|(aim, _)| (from - aim).unit());
    stations + usize::from(target.is_some())
}
