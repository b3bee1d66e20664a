//! Field effects: cover, hazards, bombardments, gas, lightning ("Field Effects"); and changes of the situation, by an
//! encounter's list or by a die (A43).

use super::super::attack::{Blow, cover_goes, cover_takes};
use super::super::encounter::{CoverSort, FieldPlace, Placed, SingleChange};
use super::super::ids::{AceId, AceSet, AttackId, AttackSet, ColossusId, EnemyId, EnemySet, HexId, HexSet};
use super::super::{catalogue::entries::Build, catalogue::entries::Rank};
use super::engine::{MissionDice, Purpose, throw};
use super::event::{DieOf, Event, Source};
use super::{Mission, engine::Play, state::State};
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

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Returns the Harm that cover absorbs from an attack on an enemy; cover that absorbed some may be removed (A60).
    pub(super) fn cover_meets(&mut self, steps: u8, enemy: EnemyId, harm: u8) -> u8 {
        if (self.state.fields.cover | self.state.fields.low_cover).is_empty() {
            return 0;
        }
        let less = cover_takes(self.mission.cover_less(self.state, steps, enemy), harm, 0);
        self.wear_cover(less, self.state.enemy(enemy).at);
        less
    }

    /// Returns the same for an attack on an Ace, after other reductions of `taken_before`.
    pub(super) fn cover_meets_ace(&mut self, steps: u8, ace: AceId, (harm, taken_before): (u8, u8)) -> u8 {
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
    pub(super) fn hazard_harms_ace(&mut self, ace: AceId) {
        self.harm_ace(ace, pure(self.rules().fields.hazard_harm), (None, 0), Source::Hazard);
    }

    /// Applies hazards at the end of the enemies' turn (A61).
    pub(super) fn hazards_harm_enemies(&mut self) {
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
    pub(super) fn gas_harms_ace(&mut self, ace: AceId) {
        self.harm_ace(ace, pure(self.rules().fields.gas_harm), (None, 0), Source::ReactiveGas);
    }

    /// Applies field effects to an enemy that attacks: gas, and a firefight outside cover.
    pub(super) fn field_harms_attacker(&mut self, enemy: EnemyId, energy: bool) {
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
    pub(super) fn lightning(&mut self) {
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
    pub(super) fn bombardments_fall(&mut self) {
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
            self.tell(|| Event::FieldChanged { hexes: HexSet::of(at), spot: FieldPlace::Bombardment, added: false });
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

    /// Applies the changes at the end of this GM turn, by round or by a die; returns true if they end the battle.
    pub(super) fn changes_come(&mut self) -> bool {
        let encounter = self.mission.encounter(self.state);
        let round = self.state.round;
        let mut listed = encounter.changes.iter().filter(|change| change.round == round).peekable();
        if listed.peek().is_none() {
            let picked = self.situation_picked();
            return picked.is_some_and(|picked| encounter.situations[picked].what.iter().any(|what| self.change(what)));
        }
        listed.any(|change| self.change(&change.what))
    }

    /// Returns the index of the change that a die picks, if any; a change that already happened is skipped for the next
    /// one. The die has a separate stream, so that drops and bombardments do not depend on it.
    fn situation_picked(&mut self) -> Option<usize> {
        let (mission, round) = (self.mission, self.state.round);
        let all = &mission.encounter(self.state).situations;
        if all.is_empty() {
            return None;
        }
        let mut thrown = throw(self.state, Purpose::Situation, None);
        let face = mission.dice.die(&mut thrown, 6);
        self.tell(|| Event::DieRolled { of: DieOf::Situation, face });
        let first = all.iter().position(|situation| situation.faces >> face & 1 == 1)?;
        let came = self.state.situations;
        let may = |i: &usize| all[*i].from <= round && (all[*i].again || came >> *i & 1 == 0);
        let picked = (first..all.len()).chain(0..first).find(may)?;
        self.state.situations |= 1 << picked;
        Some(picked)
    }

    /// Applies one change; returns true if it ends the battle.
    fn change(&mut self, what: &SingleChange) -> bool {
        match *what {
            SingleChange::Reinforcement(placed) => self.reinforcement(&placed),
            SingleChange::Part { kind, colossus, at } => self.part_returns(kind, colossus, at),
            SingleChange::Field { hexes, spot, added } => self.field_changes(hexes, spot, added),
            SingleChange::Everywhere { effect, on } => {
                self.state.everywhere.set(effect, on);
                self.tell(|| Event::EverywhereChanged { effect, on });
            }
            SingleChange::Vigor { kind, by } => self.vigor_changes(kind, by),
            SingleChange::Armor { kind, by } => self.armor_changes(kind, by),
            SingleChange::Attacks { kind, attacks } => self.attacks_change(kind, attacks),
            SingleChange::End(ending) => {
                self.finish_battle(ending);
                return true;
            }
        }
        false
    }

    fn reinforcement(&mut self, placed: &Placed) {
        if let Some(enemy) = self.put(placed) {
            self.tell(|| Event::Reinforced { enemy, kind: placed.kind, at: placed.at });
        }
    }

    /// Restores a part "as if it would make sense": the colossus must have lost a part of this kind, and must not have
    /// been taken out as a whole (A66).
    fn part_returns(&mut self, kind: u8, colossus: ColossusId, at: Option<HexId>) {
        let is_part = |placed: &&Placed| placed.colossus == Some(colossus) && placed.kind == kind;
        let had = self.mission.encounter(self.state).enemies.iter().filter(is_part).count();
        let of_it = |enemy: &EnemyId| self.state.enemy(*enemy).colossus == Some(colossus);
        let left: EnemySet = self.state.marks.up.iter().filter(of_it).collect();
        let of_kind = left.iter().filter(|part| self.state.enemy(*part).kind == kind).count();
        let returns = self.rules().colossi.parts_return && of_kind < had;
        let (true, Some(beside)) = (returns, left.lowest()) else { return };
        let of = &self.mission.encounter(self.state).kinds[usize::from(kind)];
        let attacks = AttackId::first(of.attacks.len()).collect();
        let at = at.unwrap_or(self.state.enemy(beside).at);
        let placed = Placed { kind, at, vigor: of.written.vigor, attacks, colossus: Some(colossus), infantry: false };
        self.reinforcement(&placed);
    }

    /// Returns true if the encounter brings enemies in this round or later.
    pub(super) fn reinforcements_to_come(&self) -> bool {
        let changes = &self.mission.encounter(self.state).changes;
        // In the end phase, this round's changes have not happened yet.
        let from = self.state.round;
        changes.iter().any(|change| change.round >= from && matches!(change.what, SingleChange::Reinforcement(_)))
    }

    fn field_changes(&mut self, hexes: HexSet, spot: FieldPlace, added: bool) {
        let fields = &mut self.state.fields;
        let set = match spot {
            FieldPlace::Cover(CoverSort::Normal) => &mut fields.cover,
            FieldPlace::Cover(CoverSort::Low) => &mut fields.low_cover,
            FieldPlace::Hazard => &mut fields.hazards,
            FieldPlace::Rooftop => &mut fields.rooftops,
            FieldPlace::Bombardment => &mut fields.bombardments,
        };
        *set = if added { *set | hexes } else { *set - hexes };
        self.tell(|| Event::FieldChanged { hexes, spot, added });
    }

    /// Returns the enemies on the field of a kind, or all.
    fn of_kind(&self, kind: Option<u8>) -> EnemySet {
        let is = |enemy: &EnemyId| kind.is_none_or(|kind| self.state.enemy(*enemy).kind == kind);
        self.state.marks.up.iter().filter(is).collect()
    }

    fn vigor_changes(&mut self, kind: Option<u8>, by: i8) {
        for enemy in self.of_kind(kind).iter() {
            let this = self.state.enemy_mut(enemy);
            this.vigor = this.vigor.saturating_add_signed(by).clamp(1, this.max_vigor);
        }
        self.tell(|| Event::EnemiesChanged { kind });
    }

    fn armor_changes(&mut self, kind: Option<u8>, by: i8) {
        for enemy in self.of_kind(kind).iter() {
            let this = self.state.enemy_mut(enemy);
            this.armor = this.armor.saturating_add_signed(by);
        }
        self.tell(|| Event::EnemiesChanged { kind });
    }

    fn attacks_change(&mut self, kind: u8, attacks: AttackSet) {
        for enemy in self.of_kind(Some(kind)).iter() {
            self.state.enemy_mut(enemy).attacks = attacks;
        }
        self.tell(|| Event::EnemiesChanged { kind: Some(kind) });
    }
}
