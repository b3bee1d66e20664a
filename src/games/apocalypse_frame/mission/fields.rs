//! What lies on the field or across it: cover, hazards, bombardments, gas, lightning ("Field Effects").

use super::super::attack::Blow;
use super::super::catalogue::enemy::Rank;
use super::super::catalogue::frame::Build;
use super::super::encounter::Spot;
use super::super::hexes::{self, NOWHERE};
use super::Mission;
use super::dice::Dice;
use super::engine::Play;
use super::event::{DieOf, Event, Source};
use super::state::{State, each};
use crate::play::Observer;

/// Harm that nothing but a reduction meets.
const fn pure(harm: u8) -> Blow {
    Blow { harm, ignores_armor: true, ignores_shields: true }
}

impl<D> Mission<D> {
    /// Harm that cover takes from what comes at an enemy from so many hexes away (A60).
    pub(super) fn cover_less(&self, state: &State, steps: u8, enemy: u8) -> u8 {
        let at = state.enemy(enemy).at;
        let infantry = state.marks.infantry >> enemy & 1 == 1;
        let covers = if infantry {
            (state.fields.cover | state.fields.low_cover) >> at & 1 == 1
        } else {
            steps >= 2 && state.fields.cover >> at & 1 == 1
        };
        if covers { self.rules.fields.cover_less } else { 0 }
    }

    /// The same for what comes at an Ace, which is never small.
    pub(super) fn cover_less_of_ace(&self, state: &State, steps: u8, ace: u8) -> u8 {
        let covers = steps >= 2 && state.fields.cover >> state.ace(ace).at & 1 == 1;
        if covers { self.rules.fields.cover_less } else { 0 }
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Harm that cover takes from an attack on an enemy; cover that took some may go (A60).
    pub fn cover_meets(&mut self, steps: u8, enemy: u8, harm: u8) -> u8 {
        if self.state.fields.cover | self.state.fields.low_cover == 0 {
            return 0;
        }
        let less = self.mission.cover_less(self.state, steps, enemy).min(harm);
        self.wear_cover(less, self.state.enemy(enemy).at);
        less
    }

    /// The same for an attack on an Ace.
    pub fn cover_meets_ace(&mut self, steps: u8, ace: u8, harm: u8) -> u8 {
        if self.state.fields.cover == 0 {
            return 0;
        }
        let less = self.mission.cover_less_of_ace(self.state, steps, ace).min(harm);
        self.wear_cover(less, self.state.ace(ace).at);
        less
    }

    fn wear_cover(&mut self, less: u8, at: u8) {
        if less > 0 && self.d6(DieOf::Cover { at }) <= self.rules().fields.cover_goes_to {
            self.state.fields.cover &= !(1 << at);
            self.state.fields.low_cover &= !(1 << at);
            self.tell(|| Event::CoverGone { at });
        }
    }

    /// A hazard at the end of an Ace's turn (A61).
    pub fn hazard_harms_ace(&mut self, ace: u8) {
        self.harm_ace(ace, pure(self.rules().fields.hazard_harm), (None, 0), Source::Hazard);
    }

    /// Hazards at the end of the enemies' turn (A61).
    pub fn hazards_harm_enemies(&mut self) {
        let hazards = self.state.hazards();
        if hazards == 0 {
            return;
        }
        for enemy in each(self.state.marks.up) {
            if hazards >> self.state.enemy(enemy).at & 1 == 1 {
                self.harm_enemy(enemy, pure(self.rules().fields.hazard_harm), 0, Source::Hazard);
            }
        }
    }

    /// Reactive gas harms an Ace that attacks with Energy.
    pub fn gas_harms_ace(&mut self, ace: u8) {
        self.harm_ace(ace, pure(self.rules().fields.gas_harm), (None, 0), Source::ReactiveGas);
    }

    /// What the field does to an enemy that attacks: gas, and a firefight outside cover.
    pub fn field_harms_attacker(&mut self, enemy: u8, energy: bool) {
        let everywhere = self.state.everywhere;
        if everywhere.reactive_gas && energy {
            self.harm_enemy(enemy, pure(self.rules().fields.gas_harm), 0, Source::ReactiveGas);
        }
        let infantry = self.state.marks.infantry >> enemy & 1 == 1;
        let low = if infantry { self.state.fields.low_cover } else { 0 };
        let covered = (self.state.fields.cover | low) >> self.state.enemy(enemy).at & 1 == 1;
        if everywhere.pitched_firefight && !covered {
            self.harm_enemy(enemy, pure(self.rules().fields.firefight_harm), 0, Source::PitchedFirefight);
        }
    }

    /// Lightning strikes one of the tallest: heavy frames, Primes and parts of colossi; all, if none of them is there.
    pub fn lightning(&mut self) {
        if !self.state.everywhere.electrical_storm {
            return;
        }
        let mission = self.mission;
        let heavy = |ace: &u8| mission.aces[usize::from(*ace)].build == Build::Heavy;
        let on_map = self.state.on_map;
        let aces = |tall: bool| {
            let members = each(u32::from(on_map)).filter(move |ace| !tall || heavy(ace));
            members.fold(0u32, |mask, ace| mask | 1 << ace)
        };
        let large = each(self.state.marks.up).filter(|enemy| mission.kind(self.state, *enemy).rank != Rank::Standard);
        let large = large.fold(0u32, |mask, enemy| mask | 1 << enemy);
        let (aces, enemies) = match (aces(true), large) {
            (0, 0) => (aces(false), self.state.marks.up),
            tall => tall,
        };
        let count = (aces.count_ones() + enemies.count_ones()) as u8;
        if count == 0 {
            return;
        }
        let face = mission.dice.die(&mut self.state.throw, count);
        self.tell(|| Event::DieRolled { of: DieOf::Lightning, face });
        let blow = pure(self.rules().fields.storm_harm);
        let (nth, of_aces) = (usize::from(face) - 1, aces.count_ones() as usize);
        if nth < of_aces {
            if let Some(ace) = each(aces).nth(nth) {
                self.harm_ace(ace, blow, (None, 0), Source::Lightning);
            }
        } else if let Some(enemy) = each(enemies).nth(nth - of_aces) {
            self.harm_enemy(enemy, blow, 0, Source::Lightning);
        }
    }

    /// Bombardments under way fall, on their place or beside it; each falls once.
    pub fn bombardments_fall(&mut self) {
        let falling = std::mem::take(&mut self.state.fields.bombardments);
        for at in hexes::each(falling) {
            let mut place = at;
            if self.d6(DieOf::Bombardment { at }) < self.rules().fields.bombardment_hits_from {
                let way = self.d6(DieOf::Astray { at });
                place = self.mission.encounter(self.state).map.neighbours(at)[usize::from(way - 1)];
            }
            self.tell(|| Event::BombardmentFell { at: place });
            if place != NOWHERE {
                self.strike_place(place);
            }
            self.tell(|| Event::FieldChanged { hexes: 1 << at, spot: Spot::Bombardment, added: false });
        }
    }

    fn strike_place(&mut self, place: u8) {
        let blow = Blow { harm: self.rules().fields.bombardment_harm, ignores_armor: false, ignores_shields: true };
        for ace in 0..self.mission.aces.len() as u8 {
            if self.state.ace(ace).at == place {
                self.harm_ace(ace, blow, (None, 0), Source::Bombardment);
            }
        }
        for enemy in each(self.state.marks.up) {
            if self.state.enemy(enemy).at == place {
                self.harm_enemy(enemy, blow, 0, Source::Bombardment);
            }
        }
    }
}
