//! Changes of the situation: those of an encounter's list, and those that a die picks (A43).

use super::super::encounter::{CoverSort, Placed, Spot, What};
use super::super::ids::{AttackId, AttackSet, ColossusId, EnemyId, EnemySet, HexId, HexSet};
use super::Mission;
use super::dice::{Dice, Purpose, throw};
use super::event::{DieOf, Event};
use super::play::Play;
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Applies the changes at the end of this GM turn, by round or by a die; returns true if they end the battle.
    pub fn changes_come(&mut self) -> bool {
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
    fn change(&mut self, what: &What) -> bool {
        match *what {
            What::Reinforcement(placed) => self.reinforcement(&placed),
            What::Part { kind, colossus, at } => self.part_returns(kind, colossus, at),
            What::Field { hexes, spot, added } => self.field_changes(hexes, spot, added),
            What::Everywhere { effect, on } => {
                self.state.everywhere.set(effect, on);
                self.tell(|| Event::EverywhereChanged { effect, on });
            }
            What::Vigor { kind, by } => self.vigor_changes(kind, by),
            What::Armor { kind, by } => self.armor_changes(kind, by),
            What::Attacks { kind, attacks } => self.attacks_change(kind, attacks),
            What::End(ending) => {
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
        let Some(beside) = left.lowest().filter(|_| self.rules().colossi.parts_return && of_kind < had) else { return };
        let of = &self.mission.encounter(self.state).kinds[usize::from(kind)];
        let attacks = AttackId::first(of.attacks.len()).collect();
        let at = at.unwrap_or(self.state.enemy(beside).at);
        let placed = Placed { kind, at, vigor: of.vigor, attacks, colossus: Some(colossus), infantry: false };
        self.reinforcement(&placed);
    }

    /// Returns true if the encounter brings enemies in this round or later.
    pub fn reinforcements_to_come(&self) -> bool {
        let changes = &self.mission.encounter(self.state).changes;
        // In the end phase, this round's changes have not happened yet.
        let from = self.state.round;
        changes.iter().any(|change| change.round >= from && matches!(change.what, What::Reinforcement(_)))
    }

    fn field_changes(&mut self, hexes: HexSet, spot: Spot, added: bool) {
        let fields = &mut self.state.fields;
        let set = match spot {
            Spot::Cover(CoverSort::Normal) => &mut fields.cover,
            Spot::Cover(CoverSort::Low) => &mut fields.low_cover,
            Spot::Hazard => &mut fields.hazards,
            Spot::Rooftop => &mut fields.rooftops,
            Spot::Bombardment => &mut fields.bombardments,
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
