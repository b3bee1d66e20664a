//! Fielding: the order of placing stations and frames (flow, step 4; S24, S25, S28, R24).

use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::Dice;
use super::super::directions::DIRECTIONS;
use super::super::event::Event;
use super::super::legal::fielding::{has_place, is_free, may_place_frame, next_station, waiting};
use super::super::state::{FieldingStep, Life, Phase, State};
use super::play::Play;
use crate::games::rapid_attack::battle_rules::FieldsFirst;
use crate::games::rapid_attack::battlefield::Spot;
use crate::games::rapid_attack::bidding::Size;
use crate::geometry::Point;
use hitchart_play::Observer;

/// Number of frames that the defender fields first.
const FIRST_DEFENDERS: usize = 2;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Asks for the next station or frame, or goes on to the next step.
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
        self.next_attacker(FieldsFirst::Point, |state, player| waiting(state, player).next())
    }

    fn next_to_field_station(&self) -> Option<u8> {
        self.next_attacker(self.rules().fielding.stations_first, next_station)
    }

    /// Returns the attacker who places something next: by descending score, or the player on point before the others
    /// (S24, S25). `place` is the next player's position in this order.
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

    /// Records that a player has placed something.
    fn turn_passes(&mut self, player: u8, first: FieldsFirst) {
        let attackers = self.state.player_count - 1;
        let seat = self.state.seats.iter().position(|seated| *seated == player).unwrap_or(0) as u8;
        let nth = match first {
            FieldsFirst::Point => seat % attackers,
            FieldsFirst::HighestScore => seat.saturating_sub(1),
        };
        self.state.place = (nth + 1) % attackers;
    }

    /// Sends the defender back to leave some room, if the attackers have none (S28).
    fn after_first_defenders(&mut self) {
        let attackers = self.state.units().iter().filter(|unit| unit.life() == Life::Waiting).count();
        let state = &*self.state;
        let is_open = |spot: &&Spot| may_place_frame(self.battle, state, FieldingStep::AttackerFrames, 0, spot.at);
        // Twice as many spots as frames: the first frames take up room.
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

    /// Puts a player's station on the table.
    pub fn place_station(&mut self, at: Point) {
        let player = match self.state.phase {
            Phase::Fielding(FieldingStep::AttackerStations) => self.next_to_field_station(),
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

    /// Puts a player's frame on the table.
    pub fn place_frame(&mut self, unit: u8, at: Point) {
        self.battle.put_frame(self.state, unit, at);
        self.tell(|| Event::FramePlaced { unit, at });
        let player = self.state.unit(unit).owner;
        match self.state.phase {
            Phase::Fielding(FieldingStep::PointFrame) => {
                self.turn_passes(player, FieldsFirst::Point);
                self.go_to(FieldingStep::AttackerFrames);
            }
            Phase::Fielding(FieldingStep::AttackerFrames) => self.turn_passes(player, FieldsFirst::Point),
            _ => {}
        }
        self.seize_in_fielding();
    }

    /// Lets stations near a frame change hands at once, if the rules allow it (R24).
    fn seize_in_fielding(&mut self) {
        if self.rules().stations.in_fielding {
            self.look_at_all_stations();
        }
    }

    /// Sets up a demo game (S42), with one station in the middle. Each player's two frames are two corners of a
    /// triangle with sides of about a ruler. One of them is 5 to 6 units from the station.
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

/// Returns the place of a demo game's station: the spot nearest to the middle.
fn demo_station<D>(battle: &Battle<D>, state: &State) -> Point {
    let spots = battle.field(state).spots().iter().map(|spot| spot.at);
    let gap = |at: &Point| at.dot(*at);
    spots.min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or_default()
}

/// Returns the place of a demo frame: the free spot nearest to the ideal one, at the least distance from the station or
/// more (S42).
fn demo_spot<D>(battle: &Battle<D>, state: &State, owner: u8, second: bool, middle: Point) -> Point {
    const NEAREST: f64 = 5.0;
    const IDEAL: f64 = 5.5;
    const SIDE: f64 = 8.0;
    let out = DIRECTIONS[usize::from(owner) * DIRECTIONS.len() / usize::from(state.player_count)];
    let first = middle + out * (IDEAL + battle.rules.movement.frame_radius + battle.rules.stations.side / 2.0);
    // The second corner lies a ruler away, farther out.
    let ideal = if second { first + (out * 0.866_025_403_784_438_6 + out.left() * 0.5) * SIDE } else { first };
    let spots = battle.field(state).spots().iter().map(|spot| spot.at);
    let legal = |at: &Point| is_free(battle, state, *at) && battle.from_station(*at, &state.stations[0]) >= NEAREST;
    let gap = |at: &Point| at.distance_squared(ideal);
    spots.filter(legal).min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or(ideal)
}
