//! Rounds: beginning, end, and order of turns.

use super::super::ids::{AceSet, ArmSet, AttackSet, EnemySet, HexSet};
use super::Mission;
use super::action::Decision;
use super::dice::{Dice, Purpose, throw};
use super::event::Event;
use super::play::Play;
use super::state::{Life, Phase};
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Begins a round: effects of the last round end (A20, A21), and mortar rounds fall (A36).
    pub fn begin_round(&mut self) {
        let state = &mut *self.state;
        state.round += 1;
        state.acted = AceSet::EMPTY;
        state.phase = Phase::Aces;
        let marks = &mut state.marks;
        for set in [&mut marks.held, &mut marks.emp, &mut marks.painted, &mut marks.distracted] {
            *set = EnemySet::EMPTY;
        }
        for enemy in (marks.up | marks.down).iter() {
            let enemy = &mut state.enemies[enemy.index()];
            (enemy.fired, enemy.flashed_by) = (AttackSet::EMPTY, AceSet::EMPTY);
            (enemy.moves, enemy.hexes) = (0, 0);
        }
        let forgets = !self.mission.rules.armaments.spin_up_lasts;
        for frame in &mut state.aces[..self.mission.aces.len()] {
            (frame.fleeting, frame.plate, frame.chaff, frame.aim) = (0, 0, 0, 0);
            (frame.protected, frame.encouraged, frame.paralleled) = (false, false, false);
            (frame.moves, frame.hexes) = (0, 0);
            (frame.fired, frame.hot, frame.invigorating) = Default::default();
            (frame.used, frame.held_out) = Default::default();
            if forgets {
                frame.last_fired = ArmSet::EMPTY;
            }
        }
        if self.mission.rules.armaments.incendiary_goes {
            state.fires = HexSet::EMPTY;
        }
        let round = state.round;
        self.tell(|| Event::RoundBegan { round });
        if self.state.mortar_count > 0 {
            self.state.throw = throw(self.state, Purpose::RoundStart, None);
            self.mortars_fall();
        }
    }

    /// Asks for the next Ace, if there is a choice.
    pub fn next_ace(&mut self) {
        let left = self.state.on_map - self.state.acted;
        if left.is_empty() {
            self.begin_gm_turn();
        } else if let Some(only) = left.only() {
            self.begin_turn(only);
        } else {
            self.ask(Decision::NextAce);
        }
    }

    /// Ends the round, and at the limit of rounds the battle.
    pub fn end_round(&mut self) {
        let round = self.state.round;
        self.tell(|| Event::RoundEnded { round });
        let encounter = self.mission.encounter(self.state);
        if round >= encounter.rounds {
            return self.finish_battle(encounter.at_limit);
        }
        self.begin_round();
    }

    /// Removes an Ace after its last stand ("Frame Damage").
    pub fn leave_last_stand(&mut self) {
        let Some(ace) = self.state.turn.ace else { return };
        if self.state.ace(ace).life == Life::LastStand {
            let frame = self.state.ace_mut(ace);
            (frame.life, frame.at) = (Life::Lost, None);
            (frame.vigor, frame.tension, frame.ammo) = (0, 0, 0);
            self.state.on_map.remove(ace);
            self.tell(|| Event::AceLost { ace });
        }
    }
}
