//! Changes of the situation that an encounter has written down (A43).

use super::super::encounter::{CoverSort, Spot, What};
use super::super::ids::{AttackSet, EnemyId, EnemySet, HexSet};
use super::Mission;
use super::dice::Dice;
use super::event::Event;
use super::play::Play;
use crate::play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// The changes at the end of this GM turn; whether they end the battle.
    pub fn changes_come(&mut self) -> bool {
        let changes = &self.mission.encounter(self.state).changes;
        let round = self.state.round;
        for change in changes.iter().filter(|change| change.round == round) {
            match change.what {
                What::Reinforcement(placed) => {
                    if let Some(enemy) = self.put(&placed) {
                        self.tell(|| Event::Reinforced { enemy, kind: placed.kind, at: placed.at });
                    }
                }
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
        }
        false
    }

    /// Whether the encounter still brings enemies after this round.
    pub fn reinforcements_to_come(&self) -> bool {
        let changes = &self.mission.encounter(self.state).changes;
        // In the end phase this round's have not come yet.
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

    /// Enemies on the field of a kind, or all.
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
