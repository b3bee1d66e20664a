//! End of a round: clock, fuel, and their order with boarding ("Ending the Round"; I23 to I25, I37).

use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::{Dice, Purpose};
use super::super::event::Event;
use super::super::state::{Boarding, EndStep, MAX_FLEETS, Phase, numbers_in};
use super::play::Play;
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Begins the first step of the end of a round.
    pub fn begin_ending(&mut self) {
        self.state.boarding = Boarding::default();
        self.state.phase = Phase::Ending(if self.rules().boarding.first { EndStep::Boarding } else { EndStep::Clock });
    }

    /// Continues after boarding.
    pub fn after_boarding(&mut self) {
        self.state.phase = Phase::Ending(if self.rules().boarding.first { EndStep::Clock } else { EndStep::Done });
    }

    /// Counts the clock down.
    pub fn clock_step(&mut self) {
        self.state.clock = self.state.clock.saturating_sub(self.rules().clock.step);
        let clock = self.state.clock;
        self.tell(|| Event::Ticked { by: None, clock });
        self.state.phase = Phase::Ending(EndStep::Fuel);
        if self.rules().clock.everyone_ticks && clock > 0 {
            self.state.query = self.players_by_score(Purpose::RollOff);
            self.state.phase = Phase::Ending(EndStep::Ticks { place: 0 });
        }
    }

    /// Asks the next player about an extra step of the clock (I37).
    pub fn ticks_step(&mut self, place: u8) {
        if place >= self.state.player_count || self.state.clock == 0 {
            self.state.phase = Phase::Ending(EndStep::Fuel);
            return;
        }
        self.state.phase = Phase::Ending(EndStep::Ticks { place: place + 1 });
        self.ask(self.state.query[usize::from(place)], Decision::Tick);
    }

    /// Counts the clock down by one for a player.
    pub fn tick(&mut self, player: u8) {
        self.state.clock = self.state.clock.saturating_sub(1);
        let clock = self.state.clock;
        self.tell(|| Event::Ticked { by: Some(player), clock });
    }

    /// Counts down the fuel of all companies; those without fuel drift (I23).
    pub fn fuel_step(&mut self) {
        let per_round = self.rules().fuel.per_round;
        for company in numbers_in(self.state.companies() & self.state.standing()) {
            self.burn(company, per_round);
        }
        self.state.phase = Phase::Ending(if self.rules().boarding.first { EndStep::Done } else { EndStep::Boarding });
    }

    /// Takes fuel from a company.
    pub fn burn(&mut self, company: u8, by: u8) {
        let asset = self.state.asset_mut(company);
        asset.fuel = asset.fuel.saturating_sub(by);
        let fuel = asset.fuel;
        if by > 0 {
            self.tell(|| Event::Burned { asset: company, fuel });
        }
        if fuel == 0 {
            self.drift(company);
        }
    }

    /// Begins the next round, or ends the battle.
    pub fn after_round(&mut self) {
        if self.state.clock > 0 {
            return self.start_round();
        }
        self.state.phase = Phase::Over;
        let mut scores = [0; MAX_FLEETS];
        for (score, player) in scores.iter_mut().zip(0..self.state.player_count) {
            *score = self.state.score(player);
        }
        self.tell(|| Event::Over { scores });
    }
}
