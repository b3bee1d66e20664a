//! Distances, ranges, cover and room on the table, and directions around a frame.
//!
//! Close calls (S32) favour the acting player for range and moves, and the target for cover.

use super::dice::whites_to_lose;
use super::range_band::{CLOSE, FAR, RangeBand};
use super::state::{CoverBy, Life, State, Station, Target, Turn, Unit, numbers_in};
use super::{Battle, Path};
use crate::ids::{StationId, StationSet, UnitId, UnitSet};
use crate::{attack::Shelter, battle_rules::AreaBetween, frame::Frame, loadout::Range};
use hitchart_dice::plan::Cover;
use hitchart_mobile_frame::geometry::Point;

// Distances, ranges and room.

/// Studs in the square of one unit of length of a layout.
const STUDS_A_SQUARE: f64 = 25.0;

/// Returns the distance between a point and an axis-parallel square.
#[inline]
pub fn to_square(at: Point, centre: Point, side: f64) -> f64 {
    to_square_squared(at, centre, side).sqrt()
}

/// Returns the squared distance between a point and an axis-parallel square.
#[inline]
pub fn to_square_squared(at: Point, centre: Point, side: f64) -> f64 {
    let half = side / 2.0;
    let outside = |gap: f64| (gap.abs() - half).max(0.0);
    let away = Point::new(outside(at.x - centre.x), outside(at.y - centre.y));
    away.dot(away)
}

impl<D> Battle<D> {
    /// Returns true if a distance is within a ruler for spotting; the rules may include hand-to-hand range (S06). If
    /// direct fire has no upper limit, spots are still limited by the ruler.
    #[inline]
    pub fn is_spotting_range(&self, distance: f64) -> bool {
        let ranges = &self.rules.ranges;
        if ranges.bands == 2 && distance > ranges.direct + CLOSE {
            return false;
        }
        let within_ruler = self.rules.spotting.hand_to_hand && distance <= ranges.direct + CLOSE;
        within_ruler || self.in_range(Range::Direct, distance)
    }

    /// Returns the distances at which a range can be used.
    #[inline]
    pub fn band(&self, range: Range) -> &RangeBand {
        &self.bands[range as usize]
    }

    /// Returns true if a distance between closest points lies in a range (S04, S05).
    #[inline]
    pub fn in_range(&self, range: Range, distance: f64) -> bool {
        self.band(range).holds(distance)
    }

    /// Returns the distance between the closest points of two frames with these centres.
    #[inline]
    pub fn between(&self, a: Point, b: Point) -> f64 {
        (a.distance(b) - 2.0 * self.rules.movement.frame_radius).max(0.0)
    }

    /// Returns the distance of a frame at a point from a station.
    #[inline]
    pub fn from_station(&self, at: Point, station: &Station) -> f64 {
        self.frame_gap(to_square_squared(at, station.at, self.rules.stations.side))
    }

    /// Returns the distance from a frame's edge, from the squared distance to its centre.
    #[inline]
    pub fn frame_gap(&self, square: f64) -> f64 {
        (square.sqrt() - self.rules.movement.frame_radius).max(0.0)
    }

    /// Returns true if a frame at a point holds or contests a station (S43).
    #[inline]
    pub fn reaches_station(&self, at: Point, station: &Station) -> bool {
        let (rules, radius) = (&self.rules.stations, self.rules.movement.frame_radius);
        // Most frames are far away along one coordinate alone.
        let farthest = rules.side / 2.0 + radius + rules.reach + FAR;
        let away = at - station.at;
        let may_reach = station.placed && away.x.abs() <= farthest && away.y.abs() <= farthest;
        may_reach && self.from_station(at, station) <= rules.reach + CLOSE
    }

    /// Puts a frame on the table, or moves it. Returns the stations that the frame entered, left or stayed at.
    pub(super) fn put_frame(&self, state: &mut State, number: UnitId, at: Point) -> StationSet {
        let near = self.field(state).near(at, u64::MAX);
        let elevation = self.elevation_at(state, at);
        state.set_life(number, Life::Standing);
        let unit = state.unit_mut(number);
        (unit.at, unit.near, unit.elevation) = (at, near, elevation);
        let mut looked_at = StationSet::EMPTY;
        for (id, station) in state.station_ids().zip(&mut state.stations) {
            let (before, here) = (station.beside, UnitSet::of_if(number, self.reaches_station(at, station)));
            station.beside = (before - UnitSet::of(number)) | here;
            looked_at |= StationSet::of_if(id, (before | here).has(number));
        }
        looked_at
    }

    /// Puts a station on the table.
    #[inline]
    pub(super) fn put_station(&self, state: &mut State, number: StationId, at: Point) {
        let mut station = *state.station(number);
        (station.at, station.placed) = (at, true);
        let here = state.standing_units().filter(|unit| self.reaches_station(state.unit(*unit).at, &station));
        station.beside = here.collect();
        state.stations[number.index()] = station;
    }

    /// Returns the distance from a frame at a point to a target; infinite without a target.
    pub fn to_target(&self, state: &State, at: Point, target: Target) -> f64 {
        match target {
            Target::Nothing => f64::INFINITY,
            Target::Frame(unit) => self.between(at, state.unit(unit).at),
            Target::Piece(piece) => {
                let shape = &self.field(state).pieces()[usize::from(piece)].shape;
                (shape.distance(at) - self.rules.movement.frame_radius).max(0.0)
            }
        }
    }

    /// Returns true if the target of a turn can be attacked from a point: it is on the table, and in the declared
    /// range.
    #[inline]
    pub fn can_attack_from(&self, state: &State, turn: &Turn, at: Point) -> bool {
        self.can_attack(state, turn.target, turn.range, at)
    }

    /// Returns true if a target is on the table, and in a range of a frame at a point.
    #[inline]
    pub fn can_attack(&self, state: &State, target: Target, range: Range, at: Point) -> bool {
        let stands = match target {
            Target::Nothing => false,
            Target::Frame(unit) => state.unit(unit).stands(),
            Target::Piece(piece) => state.standing & (1 << piece) != 0,
        };
        stands && self.in_range(range, self.to_target(state, at, target))
    }

    /// Returns the pieces of terrain that cover a frame against an attacker: within reach of the frame, and between the
    /// two (R30).
    pub fn pieces_covering(&self, state: &State, target: Point, near: u64, attacker: Point) -> u64 {
        let near = near & state.standing;
        if near == 0 {
            return 0;
        }
        match self.rules.shelter.between {
            AreaBetween::Segment => self.field(state).cover(target, attacker, near),
            AreaBetween::Corridor => self.field(state).corridor(target, attacker, near),
        }
    }

    /// Returns the frame that covers another against an attacker: within reach of the target and between the two (R30,
    /// R34). Of several it is the nearest; it is never the attacker.
    #[inline]
    pub fn frame_covering(&self, state: &State, target: UnitId, attacker: UnitId, from: Point) -> Option<UnitId> {
        let others = match self.rules.shelter.friends_cover {
            true => state.on_table(),
            false => state.enemies_set(state.unit(attacker).owner),
        };
        let others = others - UnitSet::of(target) - UnitSet::of(attacker);
        self.nearest_between(state, state.unit(target).at, from, others.iter())
    }

    /// Returns the nearest of the frames that would cover a frame at a place.
    pub fn nearest_between(
        &self,
        state: &State,
        at: Point,
        from: Point,
        others: impl Iterator<Item = UnitId>,
    ) -> Option<UnitId> {
        let (radius, reach) = (self.rules.movement.frame_radius, self.rules.ranges.hand_to_hand);
        let width = match self.rules.shelter.between {
            AreaBetween::Segment => radius,
            AreaBetween::Corridor => 2.0 * radius,
        };
        let way = from - at;
        let length = way.length();
        let farthest = reach + 2.0 * radius + FAR;
        let mut nearest = (f64::INFINITY, None);
        for other in others {
            let unit = state.unit(other);
            let away = unit.at - at;
            if away.x.abs() > farthest || away.y.abs() > farthest {
                continue;
            }
            let gap = unit.at.distance(at);
            if gap > reach + 2.0 * radius + CLOSE || gap >= nearest.0 || length <= 2.0 * radius {
                continue;
            }
            // Between the closest points: the segment without a radius at each end.
            let along = ((unit.at - at).dot(way) / length).clamp(radius, length - radius);
            if unit.at.distance(at + way * (along / length)) <= width + CLOSE {
                nearest = (gap, Some(other));
            }
        }
        nearest.1
    }

    /// Returns true if a frame may stand at a point: on the table, off pieces and other frames. The rules and its
    /// systems may allow more (S38, R35). Any frame may climb stairs (R47). Difficult ground is only for frames that
    /// cross cover.
    pub fn is_room(&self, state: &State, unit: Option<UnitId>, at: Point, crosses: bool, greens: u8) -> bool {
        let rules = &self.rules.movement;
        let field = self.field(state);
        if !field.contains(at, rules.frame_radius) {
            return false;
        }
        if !self.stands_on_cover(greens) {
            let under = field.under(at, state.standing);
            let upstairs = unit.is_some() && self.rules.options.climbing && under & !field.stairs() == 0;
            if under != 0 && !upstairs {
                return false;
            }
        }
        if field.difficult() != 0 && !crosses && field.under(at, field.difficult()) != 0 {
            return false;
        }
        let on_frames = rules.standing_on_frames && crosses;
        on_frames || !self.meets_frame(state, unit, at)
    }

    /// Returns true if a frame with `greens` movement systems may end on cover: it needs at least one, and rules that
    /// allow it or climbing (S38).
    #[inline]
    pub fn stands_on_cover(&self, greens: u8) -> bool {
        greens > 0 && (self.rules.movement.standing_on_cover || self.rules.options.climbing)
    }

    /// Returns true if a frame moves through cover and frames: with a movement system, or by the sprint die (S20, R17).
    #[inline]
    pub fn crosses_cover(&self, unit: &Unit) -> bool {
        unit.greens() > 0 || (self.sprints(unit) && self.rules.movement.sprint_crosses_cover)
    }

    /// Returns true if a frame rolls the sprint die: it has no ranged weapons (S21, R17), and the die is not withheld.
    #[inline]
    pub fn sprints(&self, unit: &Unit) -> bool {
        !unit.has_ranged_weapons()
            && !self.rules.frame.sprint.is_empty()
            && self.barred.sprint & (1 << unit.owner.number()) == 0
    }

    /// Returns true if a frame at a point would overlap another frame.
    #[inline]
    pub fn meets_frame(&self, state: &State, unit: Option<UnitId>, at: Point) -> bool {
        let apart = 2.0 * self.rules.movement.frame_radius - CLOSE;
        let others = state.on_table() - unit.map_or(UnitSet::EMPTY, UnitSet::of);
        others.iter().any(|other| state.unit(other).at.distance_squared(at) < apart * apart)
    }

    /// Returns the straight path of a frame to a point. `None` if the frame may not end there, if something blocks the
    /// path, or if the path is longer than the die allows.
    pub fn straight_way(&self, state: &State, turn: &Turn, to: Point, budget: f64) -> Option<Path> {
        let unit = state.unit(turn.unit);
        let mut path = Path::straight(unit.at, to);
        path.length += self.climb(state, unit.elevation, to, turn.greens);
        let open = path.length <= budget + CLOSE
            && self.is_room(state, Some(turn.unit), to, turn.crosses, turn.greens)
            && (turn.crosses || self.is_clear(state, turn.unit, unit.at, to));
        open.then_some(path)
    }

    /// Returns true if a frame that must go around cover and frames can walk straight from one point to another.
    /// Obstacles that the frame already stands on do not block.
    pub fn is_clear(&self, state: &State, unit: UnitId, from: Point, to: Point) -> bool {
        let field = self.field(state);
        let stairs = match self.rules.options.climbing && field.stairs() != 0 {
            true => field.under(to, field.stairs()),
            false => 0,
        };
        if !field.clear_but_start(from, to, self.in_the_way(state) & !stairs) {
            return false;
        }
        if !self.rules.movement.frames_block {
            return true;
        }
        let apart = 2.0 * self.rules.movement.frame_radius - CLOSE;
        let (low, high) = (from.min(to), from.max(to));
        let blocks = |other: UnitId| {
            let at = state.unit(other).at;
            // Most frames are off the path along one coordinate alone.
            if at.x < low.x - apart || at.x > high.x + apart || at.y < low.y - apart || at.y > high.y + apart {
                return false;
            }
            at.distance_squared(from) >= apart * apart && distance_to_segment_squared(at, from, to) < apart * apart
        };
        !(state.on_table() - UnitSet::of(unit)).iter().any(blocks)
    }

    /// Returns the pieces that block frames that may not cross them: standing structures, and difficult ground.
    #[inline]
    pub fn in_the_way(&self, state: &State) -> u64 {
        state.standing | self.field(state).difficult()
    }

    /// Returns a mask of the roofs over a frame at a point that are still cover (R48).
    #[inline]
    pub fn roofs_over(&self, state: &State, at: Point) -> u64 {
        let field = self.field(state);
        if field.roofs() == 0 {
            return 0;
        }
        let stands = |piece: &u8| field.is_cover((*piece).into(), state.piece_hits[usize::from(*piece)]);
        numbers_in(field.under(at, field.roofs())).filter(stands).fold(0, |mask, piece| mask | 1 << piece)
    }

    /// Returns the ruler units that climbing adds to a move (R47).
    #[inline]
    pub fn climb(&self, state: &State, from: u8, to: Point, greens: u8) -> f64 {
        if !self.rules.options.climbing {
            return 0.0;
        }
        let climbs = greens > 0 || self.field(state).stairs() != 0;
        let to = if climbs { self.elevation_at(state, to) } else { 0 };
        f64::from(from.abs_diff(to)) / f64::from(self.rules.options.bricks_per_unit)
    }

    /// Returns the height in bricks of a frame that stands at a point: the height of the highest piece under it that
    /// can be stood on. Heights below the rule's step count as 0 (R47).
    #[inline]
    pub fn elevation_at(&self, state: &State, at: Point) -> u8 {
        match self.rules.options.climbing {
            true => Some(self.footing_at(state, at, state.standing))
                .filter(|height| *height >= self.rules.options.bricks_per_unit),
            false => None,
        }
        .unwrap_or(0)
    }

    /// Returns the height in bricks of the highest of `pieces`, including ruins, that a frame at a point can stand on.
    pub fn footing_at(&self, state: &State, at: Point, pieces: u64) -> u8 {
        let field = self.field(state);
        let scale = field.rules().scale;
        let least = f64::from(self.rules.options.climb_area) / STUDS_A_SQUARE * scale * scale;
        // Frames stand under roofs, not on them.
        let under = numbers_in(field.under(at, pieces & !field.roofs()));
        let height = |piece: u8| {
            let (hits, piece) = (state.piece_hits[usize::from(piece)], &field.pieces()[usize::from(piece)]);
            if piece.area >= least { piece.height(hits) } else { 0 }
        };
        under.map(height).max().unwrap_or(0)
    }
}

/// Returns the squared distance between a point and a segment.
#[inline]
pub fn distance_to_segment_squared(at: Point, from: Point, to: Point) -> f64 {
    let way = to - from;
    let length = way.dot(way);
    let along = if length > 0.0 { ((at - from).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
    (from + way * along).distance_squared(at)
}

// Directions around a frame.

/// Sixteen directions around a frame, as literals: run-time sines differ between machines.
pub const DIRECTIONS: [Point; 16] = {
    const A: f64 = 0.923_879_532_511_286_7;
    const B: f64 = 0.382_683_432_365_089_8;
    const C: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const fn p(x: f64, y: f64) -> Point {
        Point { x, y }
    }
    [
        p(1.0, 0.0),
        p(A, B),
        p(C, C),
        p(B, A),
        p(0.0, 1.0),
        p(-B, A),
        p(-C, C),
        p(-A, B),
        p(-1.0, 0.0),
        p(-A, -B),
        p(-C, -C),
        p(-B, -A),
        p(0.0, -1.0),
        p(B, -A),
        p(C, -C),
        p(A, -B),
    ]
};

// Cover of a frame, and the hits that it takes.

/// Returns the cover of a frame against an attacker: terrain (or height), and a frame.
pub fn covers<D>(
    battle: &Battle<D>,
    state: &State,
    attacker: UnitId,
    target: UnitId,
    range: Range,
) -> (CoverBy, CoverBy) {
    if range == Range::HandToHand {
        return (CoverBy::Nothing, CoverBy::Nothing);
    }
    let (from, at) = (state.unit(attacker), state.unit(target));
    let terrain = terrain_cover(battle, state, (at.at, at.near, at.elevation), (from.at, from.elevation));
    let below = from.elevation > at.elevation;
    let below = below && battle.rules.options.height_covers;
    let frame = if below { None } else { battle.frame_covering(state, target, attacker, from.at) };
    (terrain, frame.map_or(CoverBy::Nothing, CoverBy::Frame))
}

/// Returns true if anything covers a frame against an attacker. Skips the search for the nearest piece.
pub fn is_covered<D>(battle: &Battle<D>, state: &State, attacker: UnitId, target: UnitId, range: Range) -> bool {
    let (from, at) = (state.unit(attacker), state.unit(target));
    if range == Range::HandToHand {
        return false;
    }
    let by_height = battle.rules.options.height_covers && from.elevation != at.elevation;
    match by_height {
        true => at.elevation > from.elevation || battle.roofs_over(state, at.at) != 0,
        false => {
            battle.pieces_covering(state, at.at, at.near, from.at) != 0
                || battle.frame_covering(state, target, attacker, from.at).is_some()
        }
    }
}

/// Returns the terrain or height that covers a place against another; places are position and elevation (R47, R48).
pub fn terrain_cover<D>(
    battle: &Battle<D>,
    state: &State,
    (at, near, elevation): (Point, u64, u8),
    (from, from_elevation): (Point, u8),
) -> CoverBy {
    match elevation.cmp(&from_elevation) {
        std::cmp::Ordering::Greater if battle.rules.options.height_covers => CoverBy::Height,
        std::cmp::Ordering::Less if battle.rules.options.height_covers => match battle.roofs_over(state, at) {
            0 => CoverBy::Nothing,
            roofs if battle.rules.shelter.pieces_in_turn => CoverBy::Pieces(roofs),
            roofs => CoverBy::Pieces(battle.field(state).nearest(at, roofs).map_or(roofs, |roof| 1 << roof)),
        },
        _ => match battle.pieces_covering(state, at, near, from) {
            0 => CoverBy::Nothing,
            mask if battle.rules.shelter.pieces_in_turn => CoverBy::Pieces(mask),
            mask => CoverBy::Pieces(battle.field(state).nearest(at, mask).map_or(mask, |piece| 1 << piece)),
        },
    }
}

/// Returns the hits that a piece can still take before it stops being cover, for example for lack of height (R33).
pub fn piece_hits_left<D>(battle: &Battle<D>, state: &State, piece: u8) -> u8 {
    let (field, taken) = (battle.field(state), state.piece_hits[usize::from(piece)]);
    let left = field.pieces()[usize::from(piece)].hits.saturating_sub(taken);
    let is_cover = |more: &u8| field.is_cover(piece.into(), taken + more);
    (0..left).take_while(is_cover).count() as u8
}

/// Converts cover to the form that the plan of an attack uses.
pub fn cover_of_plan<D>(battle: &Battle<D>, state: &State, cover: CoverBy) -> Cover {
    match cover {
        CoverBy::Nothing => Cover::None,
        CoverBy::Height => Cover::Immune,
        CoverBy::Pieces(mask) => {
            let hits =
                numbers_in(mask).fold(0u8, |sum, piece| sum.saturating_add(piece_hits_left(battle, state, piece)));
            Cover::Hits(hits)
        }
        CoverBy::Frame(unit) => {
            let whites = whites_to_lose(battle, state, unit);
            let unit = state.unit(unit);
            // Checked at the moment of damage (R37).
            let frame = Frame { loadout: unit.loadout, whites: unit.whites };
            match Shelter::behind(&frame, &battle.rules) {
                Shelter::ImmuneFrame => Cover::Immune,
                _ => Cover::Hits(whites + unit.loadout.systems() as u8),
            }
        }
    }
}
