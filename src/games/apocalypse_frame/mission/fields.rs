//! Field effects: cover, hazards, bombardments, gas, lightning ("Field Effects").

use super::super::attack::{Blow, cover_goes, cover_takes};
use super::super::catalogue::enemy::Rank;
use super::super::catalogue::frame::Build;
use super::super::encounter::Spot;
use super::super::ids::{AceId, AceSet, EnemyId, EnemySet, HexId, HexSet};
use super::Mission;
use super::dice::Dice;
use super::event::{DieOf, Event, Source};
use super::play::Play;
use super::state::State;
use hitchart_play::Observer;

/// Returns Harm that ignores Armor and Shields.
const fn pure(harm: u8) -> Blow {
    Blow { harm, ignores_armor: true, ignores_shields: true }
}

impl<D> Mission<D> {
    /// Returns the Harm that cover absorbs from an attack on an enemy at a distance of `steps` hexes (A60).
    pub fn cover_less(&self, state: &State, steps: u8, enemy: EnemyId) -> u8 {
        let at = state.enemy(enemy).at;
        let infantry = state.marks.infantry.has(enemy);
        let covers = if infantry {
            (state.fields.cover | state.fields.low_cover).has(at)
        } else {
            steps >= 2 && state.fields.cover.has(at)
        };
        if covers { self.rules.fields.cover_less } else { 0 }
    }

    /// Returns the same for an attack on an Ace, which is never infantry.
    pub fn cover_less_of_ace(&self, state: &State, steps: u8, ace: AceId) -> u8 {
        let covers = steps >= 2 && state.ace(ace).at.is_some_and(|at| state.fields.cover.has(at));
        if covers { self.rules.fields.cover_less } else { 0 }
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Returns the Harm that cover absorbs from an attack on an enemy; cover that absorbed some may be removed (A60).
    pub fn cover_meets(&mut self, steps: u8, enemy: EnemyId, harm: u8) -> u8 {
        if (self.state.fields.cover | self.state.fields.low_cover).is_empty() {
            return 0;
        }
        let less = cover_takes(self.mission.cover_less(self.state, steps, enemy), harm, 0);
        self.wear_cover(less, self.state.enemy(enemy).at);
        less
    }

    /// Returns the same for an attack on an Ace, after other reductions of `taken_before`.
    pub fn cover_meets_ace(&mut self, steps: u8, ace: AceId, (harm, taken_before): (u8, u8)) -> u8 {
        if self.state.fields.cover.is_empty() {
            return 0;
        }
        let less = cover_takes(self.mission.cover_less_of_ace(self.state, steps, ace), harm, taken_before);
        if let Some(at) = self.state.ace(ace).at {
            self.wear_cover(less, at);
        }
        less
    }

    fn wear_cover(&mut self, less: u8, at: HexId) {
        if less > 0 && cover_goes(self.d6(DieOf::Cover { at }), &self.rules().fields) {
            self.state.fields.cover.remove(at);
            self.state.fields.low_cover.remove(at);
            self.tell(|| Event::CoverGone { at });
        }
    }

    /// Applies a hazard at the end of an Ace's turn (A61).
    pub fn hazard_harms_ace(&mut self, ace: AceId) {
        self.harm_ace(ace, pure(self.rules().fields.hazard_harm), (None, 0), Source::Hazard);
    }

    /// Applies hazards at the end of the enemies' turn (A61).
    pub fn hazards_harm_enemies(&mut self) {
        let hazards = self.state.hazards();
        if hazards.is_empty() {
            return;
        }
        for enemy in self.state.marks.up.iter() {
            if hazards.has(self.state.enemy(enemy).at) {
                self.harm_enemy(enemy, pure(self.rules().fields.hazard_harm), 0, Source::Hazard);
            }
        }
    }

    /// Applies the Harm of reactive gas to an Ace that attacks with Energy.
    pub fn gas_harms_ace(&mut self, ace: AceId) {
        self.harm_ace(ace, pure(self.rules().fields.gas_harm), (None, 0), Source::ReactiveGas);
    }

    /// Applies field effects to an enemy that attacks: gas, and a firefight outside cover.
    pub fn field_harms_attacker(&mut self, enemy: EnemyId, energy: bool) {
        let everywhere = self.state.everywhere;
        if everywhere.reactive_gas && energy {
            self.harm_enemy(enemy, pure(self.rules().fields.gas_harm), 0, Source::ReactiveGas);
        }
        let infantry = self.state.marks.infantry.has(enemy);
        let low = if infantry { self.state.fields.low_cover } else { HexSet::EMPTY };
        let covered = (self.state.fields.cover | low).has(self.state.enemy(enemy).at);
        if everywhere.pitched_firefight && !covered {
            self.harm_enemy(enemy, pure(self.rules().fields.firefight_harm), 0, Source::PitchedFirefight);
        }
    }

    /// Strikes a random one of the tallest units by lightning: heavy frames, Primes and parts of colossi; any unit, if
    /// none is tall.
    pub fn lightning(&mut self) {
        if !self.state.everywhere.electrical_storm {
            return;
        }
        let mission = self.mission;
        let heavy = |ace: &AceId| mission.ace(*ace).build == Build::Heavy;
        let on_map = self.state.on_map;
        let aces = |tall: bool| on_map.iter().filter(move |ace| !tall || heavy(ace)).collect::<AceSet>();
        let large = self.state.marks.up.iter().filter(|enemy| mission.kind(self.state, *enemy).rank != Rank::Standard);
        let large: EnemySet = large.collect();
        let (aces, enemies) = match (aces(true), large) {
            (aces_tall, large) if aces_tall.is_empty() && large.is_empty() => (aces(false), self.state.marks.up),
            tall => tall,
        };
        let count = (aces.len() + enemies.len()) as u8;
        if count == 0 {
            return;
        }
        let face = mission.dice.die(&mut self.state.throw, count);
        self.tell(|| Event::DieRolled { of: DieOf::Lightning, face });
        let blow = pure(self.rules().fields.storm_harm);
        let (nth, of_aces) = (usize::from(face) - 1, aces.len());
        if nth < of_aces {
            if let Some(ace) = aces.iter().nth(nth) {
                self.harm_ace(ace, blow, (None, 0), Source::Lightning);
            }
        } else if let Some(enemy) = enemies.iter().nth(nth - of_aces) {
            self.harm_enemy(enemy, blow, 0, Source::Lightning);
        }
    }

    /// Resolves announced bombardments, each once, on their place or Near to it.
    pub fn bombardments_fall(&mut self) {
        let falling = std::mem::take(&mut self.state.fields.bombardments);
        for at in falling.iter() {
            let mut place = Some(at);
            if self.d6(DieOf::Bombardment { at }) < self.rules().fields.bombardment_hits_from {
                let way = self.d6(DieOf::Astray { at });
                place = self.mission.encounter(self.state).map.neighbours(at)[usize::from(way - 1)];
            }
            self.tell(|| Event::BombardmentFell { at: place });
            if let Some(place) = place {
                self.strike_place(place);
            }
            self.tell(|| Event::FieldChanged { hexes: HexSet::of(at), spot: Spot::Bombardment, added: false });
        }
    }

    fn strike_place(&mut self, place: HexId) {
        let blow = Blow { harm: self.rules().fields.bombardment_harm, ignores_armor: false, ignores_shields: true };
        for ace in self.mission.ace_ids() {
            if self.state.ace(ace).at == Some(place) {
                self.harm_ace(ace, blow, (None, 0), Source::Bombardment);
            }
        }
        for enemy in self.state.marks.up.iter() {
            if self.state.enemy(enemy).at == place {
                self.harm_enemy(enemy, blow, 0, Source::Bombardment);
            }
        }
    }
}
