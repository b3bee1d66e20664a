//! Moves of enemies other than attacks and movement ("Moves").

use super::super::catalogue::enemy::Rank;
use super::super::encounter::Placed;
use super::super::ids::{AceSet, EnemyId, EnemySet, HexId};
use super::Mission;
use super::action::{Action, Protection};
use super::dice::Dice;
use super::event::{Event, Stance};
use super::play::Play;
use super::state::{Phase, State};
use hitchart_play::Observer;

/// Temporary Shields that the Shield move gives.
pub const GRANTED_SHIELDS: u8 = 2;
/// Armor below which Endure has an effect: for enemies, and for Primes.
const ENDURED: (u8, u8) = (1, 2);

impl<D> Mission<D> {
    /// Returns true if Endure has an effect on an enemy.
    #[inline]
    pub fn can_endure(&self, state: &State, enemy: EnemyId) -> bool {
        let most = if self.kind(state, enemy).rank == Rank::Prime { ENDURED.1 } else { ENDURED.0 };
        (!state.marks.enduring.has(enemy)) & (state.enemy(enemy).armor < most)
    }

    /// Returns true if Shield has an effect on an enemy.
    #[inline]
    pub fn can_shield(&self, state: &State, enemy: EnemyId) -> bool {
        let (this, own) = (state.enemy(enemy), self.kind(state, enemy).shields);
        if own >= GRANTED_SHIELDS { this.shields < own } else { this.shields.max(this.granted) < GRANTED_SHIELDS }
    }

    /// Returns true if Purge has an effect on an enemy.
    #[inline]
    pub fn can_purge(&self, state: &State, enemy: EnemyId) -> bool {
        let marks = &state.marks;
        let marked = (marks.held | marks.emp | marks.painted | marks.distracted).has(enemy);
        (self.kind(state, enemy).rank == Rank::Prime) & (marked | !state.enemy(enemy).flashed_by.is_empty())
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Carries out a move other than an attack or movement.
    pub fn stance(&mut self, action: Action) {
        let (enemy, stance) = match action {
            Action::Reinvigorate(enemy) => {
                let this = self.state.enemy_mut(enemy);
                this.vigor = (this.vigor + 1).min(this.max_vigor);
                (enemy, Stance::Reinvigorate)
            }
            Action::Endure(enemy) => {
                self.endure(enemy);
                (enemy, Stance::Endure)
            }
            Action::Shield(enemy) => {
                self.shield_enemy(enemy);
                (enemy, Stance::Shield)
            }
            Action::Protect { enemy, other, with } => {
                match with {
                    Protection::Armor => self.endure(other),
                    Protection::Shields => self.shield_enemy(other),
                }
                (enemy, Stance::Protect { other, with })
            }
            Action::Reinforce { kind, at, .. } => return self.reinforce(kind, at),
            Action::Purge(enemy) => {
                self.purge(enemy);
                (enemy, Stance::Purge)
            }
            _ => return,
        };
        self.tell(|| Event::Stanced { enemy, stance });
    }

    /// Gives 1 Armor until the end of the next Aces' turn, not of a current one.
    fn endure(&mut self, enemy: EnemyId) {
        let answers = self.state.phase == Phase::Turn;
        let marks = &mut self.state.marks;
        marks.enduring.insert(enemy);
        marks.enduring_on |= EnemySet::of_if(enemy, answers);
    }

    fn shield_enemy(&mut self, enemy: EnemyId) {
        let own = self.mission.kind(self.state, enemy).shields;
        let this = self.state.enemy_mut(enemy);
        if own >= GRANTED_SHIELDS {
            this.shields = own;
        } else {
            this.granted = GRANTED_SHIELDS;
            self.state.marks.granted_on |= EnemySet::of_if(enemy, self.state.phase == Phase::Turn);
        }
    }

    fn purge(&mut self, enemy: EnemyId) {
        self.state.marks.clear_effects(enemy);
        self.state.enemy_mut(enemy).flashed_by = AceSet::EMPTY;
    }

    /// Calls a Standard enemy with 1 Vigor.
    fn reinforce(&mut self, kind: u8, at: HexId) {
        let attacks = self.mission.encounter(self.state).kinds[usize::from(kind)].carried();
        let placed = Placed { kind, at, vigor: 1, attacks, colossus: None, infantry: false };
        if let Some(enemy) = self.put(&placed) {
            self.tell(|| Event::Reinforced { enemy, kind, at });
        }
    }
}
