//! Damage: losses of assets, steps away from hits, and destruction (I06 to I08, I30, I64).

use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::Dice;
use super::super::event::Event;
use super::super::legal::flight::away_from_ship;
use super::super::legal::losses::{losses, may_dodge, victims};
use super::super::state::{Life, Loss, MAX_WOUNDS, Victim, Wound, numbers_in};
use super::play::Play;
use crate::games::intercept_orbit::space::Pose;
use hitchart_play::Observer;

/// Units that a company steps away instead of taking a hit (I64).
const STEP: f64 = 1.0;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Adds damage that is to be taken. High value assets take none (I53).
    pub fn wound(&mut self, wound: Wound) {
        let takes = match wound.victim {
            Victim::Asset(asset) => !self.state.asset(asset).is_hva() && self.state.on_table >> asset & 1 == 1,
            Victim::Aboard { .. } => true,
        };
        if wound.hits > 0 && takes && usize::from(self.state.wound_count) < MAX_WOUNDS {
            self.state.wounds[usize::from(self.state.wound_count)] = wound;
            self.state.wound_count += 1;
        }
    }

    /// Takes the next point of damage, or asks for the loss.
    pub fn wound_step(&mut self) {
        let wound = self.state.wounds[usize::from(self.state.wound_count) - 1];
        let victims = victims(self.battle, self.state, wound.victim);
        if wound.hits == 0 || victims == 0 {
            self.state.wound_count -= 1;
            return;
        }
        let dodges = numbers_in(victims).any(|victim| may_dodge(self.battle, self.state, victim));
        let mut options =
            numbers_in(victims).flat_map(|victim| losses(self.state.asset(victim)).map(move |loss| (victim, loss)));
        let first = options.next();
        let several = options.next().is_some();
        drop(options);
        match first {
            None => self.state.wound_count -= 1,
            Some((asset, loss)) if !several && !dodges => self.lose(asset, loss),
            Some((asset, _)) => self.ask(self.state.asset(asset).side(), Decision::Lose),
        }
    }

    /// Counts one point of damage as taken, and returns the wound.
    fn take_hit(&mut self) -> Wound {
        let wound = &mut self.state.wounds[usize::from(self.state.wound_count) - 1];
        wound.hits -= 1;
        *wound
    }

    /// Takes something from an asset, and destroys the asset if nothing is left.
    pub fn lose(&mut self, asset: u8, loss: Loss) {
        let by = self.take_hit().by;
        let hit = self.state.asset_mut(asset);
        match loss {
            Loss::System(system) => hit.systems = hit.systems.minus(system).unwrap_or(hit.systems),
            Loss::Part(part) => hit.parts = hit.parts.without(part),
            Loss::White => hit.whites = hit.whites.saturating_sub(1),
            Loss::Ace => hit.ace_left = false,
        }
        let is_over = hit.hit_points() == 0;
        self.tell(|| Event::Lost { asset, loss, by });
        if is_over {
            self.destroy(asset, by);
        }
    }

    /// Destroys an asset; scores follow at once.
    fn destroy(&mut self, asset: u8, by: Option<u8>) {
        self.remove(asset, Life::Destroyed);
        self.tell(|| Event::Destroyed { asset, by });
        self.after_removal();
    }

    /// Moves a company a unit away from its ship, or from a company that it carries, instead of a hit (I64).
    pub fn dodge(&mut self, company: u8) {
        self.take_hit();
        let asset = *self.state.asset(company);
        let from = asset.pose.at;
        if let Some(ship) = asset.on {
            let to = away_from_ship(self.battle, self.state, ship, STEP, from);
            self.state.asset_mut(company).on = None;
            self.put(company, Pose { at: to, heading: 0 });
        } else {
            self.step_off_carried(company);
        }
        let to = self.state.asset(company).pose.at;
        let burnt = self.rules().fuel.per_dodge;
        let fuel = asset.fuel.saturating_sub(burnt);
        self.tell(|| Event::Dodged { asset: company, from, to, fuel });
        self.burn(company, burnt);
        self.look_at_hvas();
    }

    /// Leaves the companies that a company carries behind, and moves the company a unit towards the centre of the
    /// table.
    fn step_off_carried(&mut self, company: u8) {
        let at = self.state.asset(company).pose.at;
        self.release_carried(company);
        let (away, space) = (at.unit().map_or(at, |out| at - out * STEP), &self.battle.space);
        let to = if space.on_table(away) { away } else { at };
        self.put(company, Pose { at: to, heading: 0 });
    }
}
