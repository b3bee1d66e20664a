//! The GM turn: restored Primes, activations, and its end ("GM Turn").

use super::super::catalogue::frame::Build;
use super::super::ids::{AceSet, EnemyId, EnemySet};
use super::Mission;
use super::action::{Action, Decision};
use super::candidates::{self, activations};
use super::dice::{Dice, Purpose, throw};
use super::event::{Event, Reason, Resource};
use super::play::Play;
use super::state::{GmTurn, Life, Phase, State};
use hitchart_play::Observer;

impl<D> Mission<D> {
    /// Returns the activations of the GM turn: one for each Ace that counts (A40).
    pub fn activations(&self, state: &State) -> u8 {
        let counts = |life: Life| match life {
            Life::Ready | Life::LastStand => true,
            Life::Down => self.rules.gm.downed_aces_count,
            _ => false,
        };
        state.aces.iter().filter(|ace| counts(ace.life)).count() as u8
    }
}

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Ends the Aces' turn and its effects, and restores Primes (A54, A55).
    pub fn begin_gm_turn(&mut self) {
        self.state.throw = throw(self.state, Purpose::GmTurn, None);
        let marks = &mut self.state.marks;
        (marks.activated, marks.attacked) = (EnemySet::EMPTY, EnemySet::EMPTY);
        // Effects taken as an answer last until the end of the following Aces' turn.
        marks.enduring = std::mem::take(&mut marks.enduring_on);
        let stays = std::mem::take(&mut marks.granted_on);
        for enemy in ((marks.up | marks.down) - stays).iter() {
            self.state.enemies[enemy.index()].granted = 0;
        }
        let restored = self.state.marks.down;
        for enemy in restored.iter() {
            self.restore(enemy);
        }
        self.state.gm = GmTurn { restored, ..GmTurn::default() };
        self.state.phase = Phase::Primes;
    }

    fn restore(&mut self, enemy: EnemyId) {
        let kind = *self.mission.kind(self.state, enemy);
        let marks = &mut self.state.marks;
        // One after the other: a Prime that still waits to be restored counts as down, not as gone.
        marks.down -= EnemySet::of(enemy);
        marks.up.insert(enemy);
        marks.clear_effects(enemy);
        let prime = self.state.enemy_mut(enemy);
        prime.vigor = prime.max_vigor;
        // Armor that a change removed is restored too, Armor that a change added stays (A55).
        prime.armor = prime.armor.max(kind.armor);
        prime.shields = kind.shields;
        prime.flashed_by = AceSet::EMPTY;
        prime.restorations -= 1;
        let left = prime.restorations;
        self.tell(|| Event::Restored { enemy, left });
    }

    /// Plays the free Moves of Primes, then begins the activations.
    pub fn prime_step(&mut self) {
        if self.active_enemy_moves() {
            return self.ask(Decision::Restored);
        }
        let waiting = self.state.gm.restored & self.state.marks.up;
        if let Some(enemy) = waiting.lowest() {
            self.state.gm.restored = waiting - EnemySet::of(enemy);
            (self.state.gm.enemy, self.state.gm.moves) = (Some(enemy), 1);
            return;
        }
        // A free attack does not prevent a Prime from attacking again (A54).
        self.state.marks.attacked = EnemySet::EMPTY;
        let activations = self.mission.activations(self.state);
        self.state.gm = GmTurn { activations, ..GmTurn::default() };
        self.state.phase = Phase::Activations;
        self.tell(|| Event::GmTurnBegan { activations });
        self.lightning();
    }

    /// Returns true if the active enemy is still on the field with moves left.
    fn active_enemy_moves(&self) -> bool {
        let gm = &self.state.gm;
        gm.moves > 0 && gm.enemy.is_some_and(|enemy| self.state.marks.up.has(enemy))
    }

    /// Plays the next move of the active enemy, or the next activation.
    pub fn activation_step(&mut self) {
        if self.active_enemy_moves() {
            return self.ask(Decision::EnemyMove);
        }
        let may = self.state.gm.activations > 0;
        let ready = if may { activations(self.mission, self.state) } else { EnemySet::EMPTY };
        if ready.is_empty() {
            self.state.phase = Phase::End;
        } else if let Some(only) = ready.only() {
            self.activate(only);
        } else {
            self.ask(Decision::Activate);
        }
    }

    /// Activates an enemy (A41).
    pub fn activate(&mut self, enemy: EnemyId) {
        let rules = &self.rules().gm;
        let first = !self.state.marks.activated.has(enemy);
        let moves = if first { rules.first_moves } else { rules.later_moves };
        self.state.marks.activated.insert(enemy);
        let gm = &mut self.state.gm;
        (gm.activations, gm.enemy, gm.moves) = (gm.activations - 1, Some(enemy), moves);
        self.tell(|| Event::Activated { enemy, moves });
    }

    /// Carries out a move of an enemy: as an answer, for free, or in an activation.
    pub fn enemy_action(&mut self, asked: Option<Decision>, action: Action) {
        let answer = asked == Some(Decision::Answer);
        if answer {
            self.state.turn.due.answered();
        } else {
            let desperate = candidates::is_desperate_of_colossus(self.mission, self.state, action);
            let gm = &mut self.state.gm;
            gm.moves = if action == Action::Hold { 0 } else { gm.moves - 1 };
            gm.taken += u8::from(action != Action::Hold);
            gm.desperate += u8::from(desperate);
        }
        match action {
            Action::EnemyMove { enemy, to } | Action::EnemySprint { enemy, to } => {
                self.move_enemy(enemy, to, matches!(action, Action::EnemySprint { .. }));
            }
            Action::EnemyAttack { enemy, attack, ace, before, after } => {
                self.enemy_attack(enemy, attack, ace, (before, after), answer);
            }
            Action::Hold => {
                let enemy = if answer { None } else { self.state.gm.enemy };
                self.tell(|| Event::Held { enemy });
            }
            _ => self.stance(action),
        }
    }

    /// Ends the GM turn: hazards and bombardments, the change of the situation, build traits, drops.
    pub fn end_of_gm_turn(&mut self) {
        self.hazards_harm_enemies();
        self.bombardments_fall();
        if self.changes_come() || self.battle_has_ended() {
            return;
        }
        self.build_traits();
        self.roll_drops();
        self.end_round();
    }

    /// Applies build traits, before drops (A53).
    fn build_traits(&mut self) {
        for ace in self.mission.ace_ids() {
            let works = match self.state.ace(ace).life {
                Life::Ready | Life::LastStand => true,
                Life::Down => self.rules().drops.build_while_down,
                _ => false,
            };
            if works {
                let build: Build = self.mission.ace(ace).build;
                let (vigor, tension) = self.rules().catalogue.regained(build);
                self.regain(ace, Resource::Vigor, vigor, Reason::Build);
                self.regain(ace, Resource::Tension, tension, Reason::Build);
            }
        }
    }
}
