//! Stations: their owners, and changes of owner (S13, S14, R23 to R26).

use super::super::dice::Dice;
use super::super::event::Event;
use super::super::state::numbers_in;
use super::super::{Battle, Path};
use super::play::Play;
use crate::games::rapid_attack::battle_rules::{Seized, SeizedBy};
use crate::geometry::Point;
use hitchart_play::Observer;

/// A mask of all players.
const ANYONE: u8 = u8::MAX;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Updates the stations of a mask, which a frame entered or left by a move, a dodge or its destruction.
    pub fn look_at_stations(&mut self, stations: u16) {
        if self.rules().stations.seized == Seized::AtOnce {
            numbers_in(stations.into()).for_each(|station| self.settle(station.into(), ANYONE));
        }
    }

    /// Updates all stations on the table.
    pub fn look_at_all_stations(&mut self) {
        for station in 0..usize::from(self.state.station_count) {
            if self.state.stations[station].placed {
                self.settle(station, ANYONE);
            }
        }
    }

    /// Updates the guards of all stations, and changes no owner.
    pub fn look_at_guards(&mut self) {
        for station in 0..usize::from(self.state.station_count) {
            self.note_guard(station, self.state.occupants(station));
        }
    }

    /// Updates the stations at the end of a frame's own turn: only this frame may seize the stations within its reach
    /// (S13).
    pub fn look_after_turn(&mut self, unit: u8) {
        let (owner, beside) = (self.state.unit(unit).owner, self.state.stations_beside(unit));
        for station in 0..usize::from(self.state.station_count) {
            let near = beside & 1 << station != 0;
            self.settle(station, if near { 1 << owner } else { 0 });
        }
    }

    /// Seizes the stations that a frame passes on its path (R23).
    pub fn look_at_stations_passed(&mut self, unit: u8, from: Point, path: &Path) {
        let owner = self.state.unit(unit).owner;
        for station in 0..usize::from(self.state.station_count) {
            let places = || path.bends().iter().copied().chain([path.to]);
            let mut legs = [from].into_iter().chain(places()).zip(places());
            let passed = legs.any(|(a, b)| self.comes_near(station, a, b));
            let others = self.state.stations[station].beside & !(1 << unit);
            let friends = match self.rules().stations.seized_by {
                SeizedBy::OnlyPlayer => self.state.friends_mask(owner),
                SeizedBy::OnlyFrame => 0,
            };
            if passed && others & !friends == 0 {
                self.hand_over(station, Some(owner));
            }
        }
    }

    fn comes_near(&self, station: usize, from: Point, to: Point) -> bool {
        // A step of a tenth of a unit misses less than a hundredth of the reach.
        let steps = (from.distance(to) / 0.1).ceil().max(1.0);
        let station = &self.state.stations[station];
        (0..=steps as u32).any(|i| self.battle.reaches_station(from.lerp(to, f64::from(i) / steps), station))
    }

    /// Gives a station to the only player there, if `may_seize` contains the player, and if a single frame is there
    /// where the rules require that. A station that its owner leaves to several rivals has no owner (S14).
    fn settle(&mut self, station: usize, may_seize: u8) {
        let here = self.state.occupants(station);
        let held = self.state.stations[station];
        let owner_here = held.owner.is_some_and(|owner| here & (1 << owner) != 0);
        let alone = match self.rules().stations.seized_by {
            SeizedBy::OnlyPlayer => true,
            SeizedBy::OnlyFrame => held.beside.count_ones() == 1,
        };
        match here.count_ones() {
            1 if !owner_here && alone && here & may_seize != 0 => {
                self.hand_over(station, Some(here.trailing_zeros() as u8));
            }
            0 | 1 => {}
            _ if held.owner.is_some() && !owner_here && held.guarded && self.rules().stations.limbo => {
                self.hand_over(station, None);
            }
            _ => {}
        }
        self.note_guard(station, here);
    }

    fn note_guard(&mut self, station: usize, here: u8) {
        let station = &mut self.state.stations[station];
        station.guarded = station.owner.is_some_and(|owner| here & (1 << owner) != 0);
    }

    /// Changes the owner of a station; scores follow at once.
    fn hand_over(&mut self, station: usize, to: Option<u8>) {
        let from = self.state.stations[station].owner;
        let barred = to.is_some_and(|to| self.battle.barred.capture & (1 << to) != 0);
        if from == to || barred {
            return;
        }
        if let Some(from) = from {
            self.state.players[usize::from(from)].stations -= 1;
        }
        if let Some(to) = to {
            self.state.players[usize::from(to)].stations += 1;
        }
        self.state.stations[station].owner = to;
        self.tell(|| Event::StationTaken { station: station as u8, from, to });
    }
}
