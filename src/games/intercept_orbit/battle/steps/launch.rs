//! Repair, fuel and launches ("Launch, Fueling, and Repairing Mobile Frames"; I15 to I21, I60).

use super::super::super::ship::System;
use super::super::super::space::Pose;
use super::super::Battle;
use super::super::action::Decision;
use super::super::candidates::is_choice;
use super::super::dice::Dice;
use super::super::event::Event;
use super::super::legal::flight::ship_at;
use super::super::state::{Colour, Die, Life, Parts, Stage};
use super::play::Play;
use crate::geometry::Point;
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Asks for the next action of the hangar, as long as there is one.
    pub fn launch_step(&mut self) {
        let carrier = self.state.turn_mut().asset;
        let works = self.state.asset(carrier).systems.count(System::Catapult) > 0;
        match works && is_choice(self.battle, self.state, Decision::Launch) {
            true => self.ask_side(Decision::Launch),
            false => self.state.turn_mut().stage = Stage::Spot,
        }
    }

    /// Repairs a company with a die, up to as many systems and whites as the die shows (I21).
    pub fn mend(&mut self, company: u8, die: Die, parts: Parts, whites: u8) {
        let turn = self.state.turn_mut();
        let (by, value) = (turn.asset, turn.hand().value(Colour::Yellow, die));
        turn.spend(Colour::Green, die);
        let asset = self.state.asset_mut(company);
        asset.parts = Parts(asset.parts.0 | parts.0);
        asset.whites += whites;
        self.tell(|| Event::Mended { asset: company, by, die, value, parts, whites });
    }

    /// Launches a company. A die sets its fuel; without a die it keeps its fuel. It acts this round if it has not acted
    /// yet (I18).
    pub fn launch(&mut self, company: u8, die: Die) {
        let turn = self.state.turn_mut();
        let (by, value) = (turn.asset, turn.hand().value(Colour::Yellow, die));
        turn.spend(Colour::Green, die);
        turn.launches += 1;
        (turn.launching, turn.stage) = (company, Stage::Place);
        self.state.set_life(company, Life::Standing);
        let asset = self.state.asset_mut(company);
        asset.carried_by = None;
        if die != Die::None {
            asset.fuel = value;
        }
        let fuel = asset.fuel;
        self.look_beside(company);
        self.tell(|| Event::Launched { asset: company, by, die, fuel });
    }

    /// Places the launched company on the table.
    pub fn place_launched(&mut self, at: Point) {
        let turn = self.state.turn_mut();
        let company = turn.launching;
        turn.stage = Stage::Launch;
        let on = ship_at(self.battle, self.state, at);
        self.state.asset_mut(company).on = on;
        self.put(company, Pose { at, heading: 0 });
        self.tell(|| Event::CompanyPlaced { asset: company, at, on });
        self.look_at_hvas();
    }
}
