//! Set-up step by step, as the policies choose ("Placing Assets Into the Battlespace"; I65).

use super::super::super::space::Pose;
use super::super::Battle;
use super::super::action::Decision;
use super::super::candidates::places::debris_places;
use super::super::dice::Dice;
use super::super::event::Event;
use super::super::legal::flight::{PLACES_AROUND, company_at};
use super::super::legal::placing::{to_place, waiting};
use super::super::state::{Debris, Life, Phase, SetupStep, State, mask_of, numbers_in};
use super::play::Play;
use crate::games::intercept_orbit::ship::System;
use crate::geometry::Point;
use hitchart_play::Observer;

/// Returns the next step.
fn after(step: SetupStep) -> SetupStep {
    match step {
        SetupStep::FirstHva => SetupStep::DefenderHvas,
        SetupStep::DefenderHvas => SetupStep::FirstShip,
        SetupStep::FirstShip => SetupStep::PrimaryShip,
        SetupStep::PrimaryShip => SetupStep::SecondaryShips,
        SetupStep::SecondaryShips => SetupStep::AttackerShips,
        SetupStep::AttackerShips => SetupStep::AttackerCompanies,
        SetupStep::AttackerCompanies => SetupStep::AttackerHvas,
        SetupStep::AttackerHvas => SetupStep::DefenderShips,
        SetupStep::DefenderShips => SetupStep::DefenderCompanies,
        SetupStep::DefenderCompanies | SetupStep::Debris => SetupStep::Debris,
    }
}

/// Returns the carriers of a player with room for a company, as a mask: they carry fewer companies than they have
/// catapults.
pub fn open_carriers(state: &State, player: u8) -> u64 {
    let has_room = |ship: &u8| {
        let docked = numbers_in(state.companies()).filter(|company| state.asset(*company).on == Some(*ship)).count();
        docked < usize::from(state.asset(*ship).systems.count(System::Catapult))
    };
    mask_of(numbers_in(state.ships() & state.of(player)).filter(has_room))
}

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Finds the player who places next in a step, or goes on to the next step.
    pub fn setup_step(&mut self, step: SetupStep) {
        let (defender, last) = (self.state.seats[0], usize::from(self.state.player_count) - 1);
        let attackers = self.state.player_count - 1;
        let placed = self.state.place;
        match step {
            SetupStep::FirstHva | SetupStep::FirstShip => self.place_of(step, defender, placed == 0),
            SetupStep::DefenderHvas | SetupStep::DefenderShips => self.place_of(step, defender, true),
            SetupStep::PrimaryShip => self.place_of(step, self.state.seats[last], placed == 0),
            SetupStep::SecondaryShips => {
                let seat = usize::from(placed) + 1;
                self.place_of(step, self.state.seats[seat.min(last)], seat < last);
            }
            SetupStep::AttackerShips | SetupStep::AttackerHvas => {
                // In turn from the highest score down, skipping players who have placed everything.
                let next = (0..attackers).map(|i| self.state.seats[usize::from((placed + i) % attackers) + 1]);
                let found = next.zip(0..).find(|(player, _)| to_place(self.state, step, *player) != 0);
                let Some((player, skipped)) = found else { return self.next_setup_step(step) };
                self.state.place = (placed + skipped) % attackers;
                self.place_of(step, player, true);
            }
            SetupStep::AttackerCompanies => self.dock_step(1..=last),
            SetupStep::DefenderCompanies => self.dock_step(0..=0),
            SetupStep::Debris => self.debris_step(),
        }
    }

    fn next_setup_step(&mut self, step: SetupStep) {
        self.state.place = 0;
        self.state.phase = Phase::Setup(after(step));
    }

    fn place_of(&mut self, step: SetupStep, player: u8, due: bool) {
        match due && to_place(self.state, step, player) != 0 {
            true => self.ask(player, Decision::Place),
            false => self.next_setup_step(step),
        }
    }

    /// Places a ship or high value asset on the table.
    pub fn place(&mut self, asset: u8, pose: Pose) {
        self.state.set_life(asset, Life::Standing);
        self.put(asset, pose);
        self.state.place += 1;
        self.tell(|| Event::Placed { asset, pose });
    }

    /// Docks companies on carriers, one for each catapult. The carrier of the ace's company is a decision if there are
    /// several.
    fn dock_step(&mut self, seats: std::ops::RangeInclusive<usize>) {
        for seat in seats.clone() {
            let player = self.state.seats[seat];
            let companies = waiting(self.state, player, self.state.companies);
            let Some(company) = numbers_in(companies).next() else { continue };
            let carriers = open_carriers(self.state, player);
            let Some(ship) = numbers_in(carriers).next() else { continue };
            if self.state.asset(company).ace.is_some() && carriers.count_ones() > 1 {
                return self.ask(player, Decision::Dock);
            }
            return self.dock_ace(company, ship);
        }
        let Phase::Setup(step) = self.state.phase else { return };
        self.next_setup_step(step);
    }

    /// Docks a company on a carrier.
    pub fn dock_ace(&mut self, company: u8, ship: u8) {
        let there =
            numbers_in(self.state.companies()).filter(|other| self.state.asset(*other).on == Some(ship)).count();
        // Companies that follow each other are docked almost opposite each other.
        let place = (there * (PLACES_AROUND / 2 + 1)) % PLACES_AROUND;
        let at = self.battle.space.ring(self.state.placed(ship), 0.0, PLACES_AROUND).nth(place);
        let at = at.unwrap_or(self.state.asset(ship).pose.at);
        self.state.set_life(company, Life::Docked);
        let asset = self.state.asset_mut(company);
        (asset.pose, asset.on) = (company_at(at).1, Some(ship));
        self.tell(|| Event::Docked { asset: company, ship, at });
    }

    /// Lets players place debris in turn, from the highest score down, until all pieces lie or the next player finds no
    /// room (I65).
    fn debris_step(&mut self) {
        let placed = self.state.place;
        let player = self.state.seats[usize::from(placed % self.state.player_count)];
        let mut places = debris_places(self.battle, self.state, player);
        let (first, second) = match placed < self.rules().debris.pieces {
            true => (places.next(), places.next()),
            false => (None, None),
        };
        drop(places);
        match (first, second) {
            (None, _) => self.start_round(),
            (Some(only), None) => self.place_debris(only),
            _ => self.ask(player, Decision::PlaceDebris),
        }
    }

    /// Places a piece of debris on the table.
    pub fn place_debris(&mut self, at: Point) {
        let piece = self.state.place;
        self.state.debris[usize::from(piece)] = Debris { at, hits: 0 };
        self.state.debris_left |= 1 << piece;
        self.state.place += 1;
        self.tell(|| Event::DebrisPlaced { piece, at });
    }
}
