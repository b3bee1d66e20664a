//! Fielding: who places what, and where it may stand (flow, step 4; S22 to S30, R24).

use super::super::battle_rules::FieldsFirst;
use super::super::battlefield::Spot;
use super::super::bidding::Size;
use super::Battle;
use super::action::Decision;
use super::dice::Dice;
use super::engine::Play;
use super::event::Event;
use super::measure::{CLOSE, to_square};
use super::state::{FieldingStep, Life, State};
use crate::geometry::Point;
use crate::play::Observer;

/// Frames that the defender fields at first.
const FIRST_DEFENDERS: usize = 2;

/// Frames of a player that wait to be fielded.
pub fn waiting(state: &State, player: u8) -> impl Iterator<Item = u8> + '_ {
    (0..state.unit_count).filter(move |unit| {
        let unit = state.unit(*unit);
        unit.owner == player && unit.life() == Life::Waiting
    })
}

/// The next station of a player to be fielded.
pub fn next_station(state: &State, player: u8) -> Option<u8> {
    let unplaced = |(_, station): &(u8, &super::state::Station)| !station.placed && station.fielded_by == player;
    (0..).zip(state.stations()).find(unplaced).map(|(number, _)| number)
}

/// Whether a frame at a point is inside the perimeter: within a ruler of a station of the defender (S29).
pub fn in_perimeter<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let defender = state.seats[0];
    let mut stations = state.stations().iter().filter(|station| station.placed && station.fielded_by == defender);
    stations.any(|station| battle.from_station(at, station) <= battle.rules.ranges.direct + CLOSE)
}

/// Whether a station may stand at a point: on the table, clear of cover, frames and other stations; the defender's in a
/// chain within a ruler (S29), and leaving room once attackers were blocked (S28).
pub fn may_place_station<D>(battle: &Battle<D>, state: &State, player: u8, at: Point) -> bool {
    let side = battle.rules.stations.side;
    let field = battle.field(state);
    let radius = side / 2.0;
    if !field.contains(at, radius.max(0.1)) || field.under(at, state.standing) != 0 {
        return false;
    }
    let placed = || state.stations().iter().filter(|station| station.placed);
    if placed().any(|other| to_square(at, other.at, side) < radius * 2.0) {
        return false;
    }
    if state.standing_units().any(|unit| to_square(state.unit(unit).at, at, side) < battle.rules.movement.frame_radius)
    {
        return false;
    }
    if player != state.seats[0] {
        return true;
    }
    let own = || placed().filter(|station| station.fielded_by == player);
    let chained = own().next().is_none()
        // Two squares are as far apart as a point and a square of twice the side.
        || own().any(|other| to_square(at, other.at, 2.0 * side) <= battle.rules.ranges.direct + CLOSE);
    chained && (!state.blocked || leaves_room(battle, state, own().map(|station| station.at), at))
}

fn leaves_room<D>(battle: &Battle<D>, state: &State, others: impl Iterator<Item = Point>, at: Point) -> bool {
    let mut stations = [at; super::state::MAX_STATIONS];
    let mut count = 1;
    for (slot, other) in stations[1..].iter_mut().zip(others) {
        *slot = other;
        count += 1;
    }
    let reach = battle.rules.ranges.direct + battle.rules.movement.frame_radius;
    battle.field(state).leaves_free(&stations[..count], reach, battle.rules.fielding.open_share)
}

/// Whether a frame of a player may be fielded at a point in the step that is due.
pub fn may_place_frame<D>(battle: &Battle<D>, state: &State, step: FieldingStep, player: u8, at: Point) -> bool {
    // The room at the point is what costs most to ask for.
    let inside = in_perimeter(battle, state, at);
    let fits = match step {
        FieldingStep::DefenderFrames => inside,
        FieldingStep::PointFrame => !inside,
        FieldingStep::AttackerFrames => !inside && is_far_from_defenders(battle, state, at),
        FieldingStep::LateFrames => true,
        FieldingStep::DefenderStations | FieldingStep::AttackerStations => false,
    };
    fits && is_free(battle, state, at)
        && match step {
            FieldingStep::PointFrame => is_point_position(battle, state, at),
            FieldingStep::LateFrames => {
                inside || !battle.rules.fielding.late_frames_in_cover || is_in_cover(battle, state, player, at)
            }
            _ => true,
        }
}

/// Whether a frame fits at a point: on the table, off cover and frames. Stations are in nobody's way.
pub fn is_free<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    battle.is_room(state, None, at, false, 0)
}

/// More than a ruler from every frame of the defender.
fn is_far_from_defenders<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    defenders(state).all(|unit| battle.between(at, state.unit(unit).at) > battle.rules.ranges.direct + CLOSE)
}

/// Exactly a ruler from a frame of the defender, and in the open against it (S30).
fn is_point_position<D>(battle: &Battle<D>, state: &State, at: Point) -> bool {
    let ruler = battle.rules.ranges.direct;
    let near = battle.field(state).near(at, state.standing);
    defenders(state).any(|unit| {
        let from = state.unit(unit).at;
        (battle.between(at, from) - ruler).abs() <= CLOSE
            && battle.pieces_covering(state, at, near, from) == 0
            && battle.nearest_between(state, at, from, state.standing_units().filter(|other| *other != unit)).is_none()
    })
}

/// In cover, of terrain or frames, against the nearest frame of another player (S27, read plainly).
fn is_in_cover<D>(battle: &Battle<D>, state: &State, player: u8, at: Point) -> bool {
    let near = battle.field(state).near(at, state.standing);
    let gap = |unit: &u8| state.unit(*unit).at.distance_squared(at);
    let nearest = state.enemies(player).min_by(|a, b| gap(a).total_cmp(&gap(b)));
    nearest.is_some_and(|unit| {
        let (from, others) = (state.unit(unit).at, state.standing_units().filter(|other| *other != unit));
        battle.pieces_covering(state, at, near, from) != 0 || battle.nearest_between(state, at, from, others).is_some()
    })
}

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Asks for the next thing to be placed, or goes on to the next step.
    pub fn fielding_step(&mut self, step: FieldingStep) {
        let defender = self.state.seats[0];
        let is_waiting = waiting(self.state, defender).next().is_some();
        match step {
            FieldingStep::DefenderStations => match next_station(self.state, defender) {
                Some(_) => self.ask(defender, Decision::PlaceStation),
                None => self.go_to(FieldingStep::DefenderFrames),
            },
            FieldingStep::DefenderFrames => {
                let fielded = self.state.standing_units().count();
                match is_waiting {
                    true if fielded < FIRST_DEFENDERS => self.ask(defender, Decision::PlaceFrame),
                    _ => self.after_first_defenders(),
                }
            }
            FieldingStep::PointFrame => {
                let point = self.state.seats[usize::from(self.state.player_count) - 1];
                self.state.place = 0;
                self.ask(point, Decision::PlaceFrame);
            }
            FieldingStep::AttackerFrames => match self.next_to_field_frame() {
                Some(player) => self.ask(player, Decision::PlaceFrame),
                None => {
                    self.state.place = 0;
                    self.go_to(FieldingStep::AttackerStations);
                }
            },
            FieldingStep::AttackerStations => match self.next_to_field_station() {
                Some(player) => self.ask(player, Decision::PlaceStation),
                None => self.go_to(FieldingStep::LateFrames),
            },
            FieldingStep::LateFrames if is_waiting => self.ask(defender, Decision::PlaceFrame),
            FieldingStep::LateFrames => self.after_fielding(),
        }
    }

    fn next_to_field_frame(&self) -> Option<u8> {
        let first = self.rules().fielding.frames_first;
        self.next_attacker(first, |state, player| waiting(state, player).next())
    }

    fn next_to_field_station(&self) -> Option<u8> {
        self.next_attacker(self.rules().fielding.stations_first, next_station)
    }

    /// The attacker whose turn it is to place something: by descending score, or the player on point before the others
    /// (S24, S25). `place` is the place in this order of the next.
    fn next_attacker(&self, first: FieldsFirst, left: impl Fn(&State, u8) -> Option<u8>) -> Option<u8> {
        let attackers = self.state.player_count - 1;
        (0..attackers)
            .map(|i| {
                let nth = (self.state.place + i) % attackers;
                let seat = match first {
                    FieldsFirst::Point if nth == 0 => attackers,
                    FieldsFirst::Point => nth,
                    FieldsFirst::HighestScore => nth + 1,
                };
                self.state.seats[usize::from(seat)]
            })
            .find(|player| left(self.state, *player).is_some())
    }

    /// Marks that a player has placed something in turn.
    fn turn_passes(&mut self, player: u8, first: FieldsFirst) {
        let attackers = self.state.player_count - 1;
        let seat = self.state.seats.iter().position(|seated| *seated == player).unwrap_or(0) as u8;
        let nth = match first {
            FieldsFirst::Point => seat % attackers,
            FieldsFirst::HighestScore => seat.saturating_sub(1),
        };
        self.state.place = (nth + 1) % attackers;
    }

    /// If the attackers have no room, the defender begins again and leaves some (S28).
    fn after_first_defenders(&mut self) {
        let attackers = self.state.units().iter().filter(|unit| unit.life() == Life::Waiting).count();
        let state = &*self.state;
        let is_open = |spot: &&Spot| may_place_frame(self.battle, state, FieldingStep::AttackerFrames, 0, spot.at);
        // Twice as many spots as frames: those fielded first take up room.
        let room = self.battle.field(state).spots().iter().filter(is_open).take(2 * attackers).count();
        let point = has_place(self.battle, state, FieldingStep::PointFrame, 0);
        if (room >= 2 * attackers && point) || state.blocked {
            return self.go_to(FieldingStep::PointFrame);
        }
        let defender = self.state.seats[0];
        self.state.blocked = true;
        for unit in self.state.standing_units() {
            self.state.set_life(unit, Life::Waiting);
        }
        for station in &mut self.state.stations {
            station.placed &= station.fielded_by != defender;
        }
        self.tell(|| Event::Blocked);
        self.go_to(FieldingStep::DefenderStations);
    }

    fn after_fielding(&mut self) {
        self.look_at_guards();
        self.start_round();
    }

    /// A player puts a station on the table.
    pub fn place_station(&mut self, at: Point) {
        let player = match self.state.phase {
            super::state::Phase::Fielding(FieldingStep::AttackerStations) => self.next_to_field_station(),
            _ => Some(self.state.seats[0]),
        };
        let Some(player) = player else { return };
        let Some(number) = next_station(self.state, player) else { return };
        self.battle.put_station(self.state, number, at);
        self.tell(|| Event::StationPlaced { station: number, at });
        let together = self.rules().fielding.stations_together && next_station(self.state, player).is_some();
        if player != self.state.seats[0] && !together {
            self.turn_passes(player, self.rules().fielding.stations_first);
        }
        self.seize_in_fielding();
    }

    /// A player puts a frame on the table.
    pub fn place_frame(&mut self, unit: u8, at: Point) {
        self.battle.put_frame(self.state, unit, at);
        self.tell(|| Event::FramePlaced { unit, at });
        let player = self.state.unit(unit).owner;
        let first = self.rules().fielding.frames_first;
        match self.state.phase {
            super::state::Phase::Fielding(FieldingStep::PointFrame) => {
                self.turn_passes(player, first);
                self.go_to(FieldingStep::AttackerFrames);
            }
            super::state::Phase::Fielding(FieldingStep::AttackerFrames) => self.turn_passes(player, first),
            _ => {}
        }
        self.seize_in_fielding();
    }

    /// A station beside a frame may change hands at once (R24).
    fn seize_in_fielding(&mut self) {
        if self.rules().stations.in_fielding {
            self.look_at_all_stations();
        }
    }

    /// Demo games set themselves up (S42): one station in the middle, each player's two frames as two corners of a
    /// triangle with sides of about a ruler, one of them 5 to 6 units from the station.
    pub fn set_up_demo(&mut self) {
        debug_assert_eq!(self.battle.size, Size::Demo);
        let middle = demo_station(self.battle, self.state);
        self.battle.put_station(self.state, 0, middle);
        self.tell(|| Event::StationPlaced { station: 0, at: middle });
        for unit in 0..self.state.unit_count {
            if self.state.unit(unit).life() != Life::Waiting {
                continue;
            }
            let owner = self.state.unit(unit).owner;
            let second = waiting(self.state, owner).count() == 1;
            let at = demo_spot(self.battle, self.state, owner, second, middle);
            self.battle.put_frame(self.state, unit, at);
            self.tell(|| Event::FramePlaced { unit, at });
        }
        self.after_fielding();
    }
}

/// Where the station of a demo game stands: the free spot nearest to the middle.
fn demo_station<D>(battle: &Battle<D>, state: &State) -> Point {
    let spots = battle.field(state).spots().iter().map(|spot| spot.at);
    let gap = |at: &Point| at.dot(*at);
    spots.min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or_default()
}

/// Where a demo frame stands: the free spot nearest to the ideal one that is not nearer the station than allowed (S42).
fn demo_spot<D>(battle: &Battle<D>, state: &State, owner: u8, second: bool, middle: Point) -> Point {
    const NEAREST: f64 = 5.0;
    const IDEAL: f64 = 5.5;
    const SIDE: f64 = 8.0;
    let out = super::candidates::DIRECTIONS
        [usize::from(owner) * super::candidates::DIRECTIONS.len() / usize::from(state.player_count)];
    let first = middle + out * (IDEAL + battle.rules.movement.frame_radius + battle.rules.stations.side / 2.0);
    // The second corner lies a ruler away, farther out.
    let ideal = if second { first + (out * 0.866_025_403_784_438_6 + out.left() * 0.5) * SIDE } else { first };
    let spots = battle.field(state).spots().iter().map(|spot| spot.at);
    let legal = |at: &Point| is_free(battle, state, *at) && battle.from_station(*at, &state.stations[0]) >= NEAREST;
    let gap = |at: &Point| at.distance_squared(ideal);
    spots.filter(legal).min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or(ideal)
}

/// Positions at exactly a ruler from the defender's frames, all around (S30).
pub fn point_positions<D>(battle: &Battle<D>, state: &State) -> impl Iterator<Item = Point> {
    (0..).map_while(|place| point_position(battle, state, place))
}

/// Number of [`point_positions`].
pub fn point_position_count(state: &State) -> usize {
    POSITIONS * defenders(state).count()
}

/// One of the [`point_positions`] by its place.
pub fn point_position<D>(battle: &Battle<D>, state: &State, place: usize) -> Option<Point> {
    let from = state.unit(defenders(state).nth(place / POSITIONS)?).at;
    let away = battle.rules.ranges.direct + 2.0 * battle.rules.movement.frame_radius;
    let way = super::candidates::DIRECTIONS[place % POSITIONS / 2];
    // Between each two of the sixteen directions lies another.
    let between = || (way + way.left() * 0.198_912_367_379_658).unit().unwrap_or(way);
    Some(from + if place.is_multiple_of(2) { way } else { between() } * away)
}

/// Positions about each frame.
const POSITIONS: usize = 2 * super::candidates::DIRECTIONS.len();

/// Frames of the defender on the table.
fn defenders(state: &State) -> impl Iterator<Item = u8> {
    state.friends(state.seats[0])
}

/// Whether any legal position is left in a step; without one the rules of the step give way, but for room itself.
pub fn has_place<D>(battle: &Battle<D>, state: &State, step: FieldingStep, player: u8) -> bool {
    let legal = |at: Point| may_place_frame(battle, state, step, player, at);
    match step {
        FieldingStep::PointFrame => point_positions(battle, state).any(legal),
        _ => battle.field(state).spots().iter().any(|spot| legal(spot.at)),
    }
}
