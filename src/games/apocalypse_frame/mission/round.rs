//! Rounds: their beginning, their end, and who goes next.

use super::super::hexes::NOWHERE;
use super::action::Decision;
use super::dice::{Dice, Purpose, throw};
use super::engine::Play;
use super::event::Event;
use super::state::{Life, Phase, each};
use super::{Mission, NONE};
use crate::play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Begins a round: what lasted for the one before is over (A20, A21), and mortar rounds come down (A36).
    pub fn begin_round(&mut self) {
        let state = &mut *self.state;
        state.round += 1;
        state.acted = 0;
        state.phase = Phase::Aces;
        let marks = &mut state.marks;
        (marks.held, marks.emp, marks.painted, marks.distracted) = (0, 0, 0, 0);
        for enemy in each(marks.up | marks.down) {
            let enemy = &mut state.enemies[usize::from(enemy)];
            (enemy.fired, enemy.moves, enemy.hexes, enemy.flashed_by) = (0, 0, 0, 0);
        }
        let forgets = !self.mission.rules.armaments.spin_up_lasts;
        for frame in &mut state.aces[..self.mission.aces.len()] {
            (frame.fleeting, frame.plate, frame.chaff, frame.aim) = (0, 0, 0, 0);
            (frame.protected, frame.encouraged, frame.paralleled) = (false, false, false);
            (frame.moves, frame.hexes, frame.fired, frame.hot, frame.invigorating) = (0, 0, 0, 0, 0);
            (frame.used, frame.held_out) = (0, 0);
            if forgets {
                frame.last_fired = 0;
            }
        }
        if self.mission.rules.armaments.incendiary_goes {
            state.fires = 0;
        }
        let round = state.round;
        self.tell(|| Event::RoundBegan { round });
        if self.state.mortar_count > 0 {
            self.state.throw = throw(self.state, Purpose::RoundStart, NONE);
            self.mortars_fall();
        }
    }

    /// Asks which Ace goes next, where there is a choice.
    pub fn next_ace(&mut self) {
        let left = self.state.on_map & !self.state.acted;
        if left == 0 {
            self.begin_gm_turn();
        } else if left.is_power_of_two() {
            self.begin_turn(left.trailing_zeros() as u8);
        } else {
            self.ask(Decision::NextAce);
        }
    }

    /// Ends the round, and the battle where it has lasted long enough.
    pub fn end_round(&mut self) {
        let round = self.state.round;
        self.tell(|| Event::RoundEnded { round });
        let encounter = self.mission.encounter(self.state);
        if round >= encounter.rounds {
            return self.finish_battle(encounter.at_limit);
        }
        self.begin_round();
    }

    /// After its last stand an Ace is lost ("Frame Damage").
    pub fn leave_last_stand(&mut self) {
        let ace = self.state.turn.ace;
        if ace != NONE && self.state.ace(ace).life == Life::LastStand {
            let frame = self.state.ace_mut(ace);
            (frame.life, frame.at) = (Life::Lost, NOWHERE);
            (frame.vigor, frame.tension, frame.ammo) = (0, 0, 0);
            self.state.on_map &= !(1 << ace);
            self.tell(|| Event::AceLost { ace });
        }
    }
}
