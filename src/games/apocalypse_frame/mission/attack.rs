//! Attacks of Aces: the roll, rerolls, Harm and what tags and traits make of it ("Armament Tags").

use super::super::attack::{Blow, Outcome};
use super::super::catalogue::frame::Trait;
use super::super::catalogue::tag::Tag;
use super::super::ruleset::EmptyPool;
use super::Mission;
use super::dice::Dice;
use super::engine::Play;
use super::event::{Event, Reason, Resource, RollOf, Source};
use super::state::{Attack, Life, Mask, each};
use crate::play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Attacks an enemy, with an action or as the second attack of Parallel Processors.
    pub fn attack(&mut self, armament: u8, target: u8) {
        let ace = self.state.turn.ace;
        let second = self.state.turn.due.second;
        let ranges = self.mission.ranges(self.state, ace);
        let shot = self.mission.shot_at(self.state, ace, armament, target, &ranges);
        let number = self.mission.arm_in_use(self.state, ace, armament);
        let parallel = self.mission.kit(ace).has(Trait::ParallelProcessors);
        let frame = self.state.ace_mut(ace);
        let first_of_round = !frame.paralleled;
        (frame.encouraged, frame.distracted, frame.paralleled) = (false, false, true);
        frame.fired |= 1 << number;
        let before = frame.last_fired;
        frame.last_fired = if second { before | 1 << number } else { 1 << number };
        let turn = &mut self.state.turn;
        turn.attacked = true;
        if second {
            turn.due.second = false;
        } else {
            turn.actions -= 1;
            turn.before_second = before;
            turn.second_due = parallel && first_of_round;
        }
        turn.attack = Attack { armament, target, shot, second, ..Attack::NONE };
        self.roll_attack(false);
    }

    /// Rolls the attack under way; a better roll than this one may be paid for.
    fn roll_attack(&mut self, again: bool) {
        let ace = self.state.turn.ace;
        let Attack { armament, target, shot, rerolls, .. } = self.state.turn.attack;
        let extra = if again { self.mission.aces[usize::from(ace)].reroll_dice as i8 } else { 0 };
        let of = RollOf::Attack { armament: self.mission.arm_in_use(self.state, ace, armament), target };
        let best = self.best_face(ace);
        let roll = self.roll_pool(ace, of, shot.dice + extra, best, again);
        self.state.turn.attack.roll = roll;
        let again_dice = shot.dice + self.mission.aces[usize::from(ace)].reroll_dice as i8;
        let fixed = again_dice <= 0 && self.rules().rolls.empty_pool == EmptyPool::Failure;
        let may = self.state.ace(ace).tension > 0 && rerolls < self.rules().turn.rerolls;
        if may && roll.result < best && !fixed {
            self.state.turn.due.roll = true;
        } else {
            self.resolve_attack();
        }
    }

    /// The best face an attack of an Ace can show: less in a firefight outside cover ("Pitched Firefight").
    fn best_face(&self, ace: u8) -> u8 {
        let covered = self.state.fields.cover >> self.state.ace(ace).at & 1 == 1;
        if self.state.everywhere.pitched_firefight && !covered { self.rules().fields.firefight_face } else { 6 }
    }

    /// Lets the roll stand.
    pub fn keep(&mut self) {
        self.state.turn.due.roll = false;
        self.resolve_attack();
    }

    /// Rolls all dice again for 1 Tension (A08).
    pub fn reroll(&mut self) {
        let ace = self.state.turn.ace;
        self.state.turn.due.roll = false;
        self.state.turn.attack.rerolls += 1;
        self.pay(ace, Resource::Tension, 1, Reason::Reroll);
        self.roll_attack(true);
    }

    /// Harm first, then the consequence (A04, A05).
    fn resolve_attack(&mut self) {
        let turn = &self.state.turn;
        let (ace, Attack { armament, target, shot, roll, second, .. }) = (turn.ace, turn.attack);
        let rules = &self.rules().rolls;
        let number = self.mission.arm_in_use(self.state, ace, armament);
        if roll.outcome(rules) != Outcome::Failure {
            let up_before = self.state.marks.up;
            self.hit(ace, number, target, shot.blow(roll, rules), shot.splash_blow(roll, rules));
            let taken = up_before & !self.state.marks.up;
            if taken != 0 {
                self.reward(ace, number);
                self.drive_free(ace, taken);
            }
        }
        if self.state.everywhere.reactive_gas && shot.ignores_armor {
            self.gas_harms_ace(ace);
        }
        self.provoke(roll, target);
        if !second {
            self.state.turn.due.second = std::mem::take(&mut self.state.turn.second_due);
        }
    }

    /// Harm to the target, and Splash to those beside it (A18).
    fn hit(&mut self, ace: u8, number: u8, target: u8, blow: Blow, splash: Option<Blow>) {
        let tags = self.mission.kit(ace).arms[usize::from(number)].armament.tags;
        let at = self.state.enemy(target).at;
        let beside = match splash {
            None => 0,
            Some(_) => {
                let close = |enemy: &u8| *enemy != target && self.state.enemy(*enemy).at == at;
                each(self.state.marks.up).filter(close).fold(0, |mask, enemy| mask | 1 << enemy)
            }
        };
        let steps = self.mission.range(self.state, self.state.ace(ace).at, at);
        // It is one attack: the cover that the target has takes from Splash as well, and is rolled for once.
        let covered = each(beside).filter(|enemy| self.mission.cover_less(self.state, steps, *enemy) > 0);
        let covered = covered.fold(0, |mask: Mask, enemy| mask | 1 << enemy);
        let less = self.cover_meets(steps, target, blow.harm);
        let harmed = self.harm_enemy(target, blow, less, Source::Armament { ace, armament: number });
        if harmed > 0 && tags.has(Tag::Distracting) {
            self.state.marks.distracted |= 1 << target;
        }
        if let Some(blow) = splash {
            for enemy in each(beside) {
                let less = if covered >> enemy & 1 == 1 { self.rules().fields.cover_less } else { 0 };
                self.harm_enemy(enemy, blow, less, Source::Splash { ace, armament: number });
            }
        }
        if tags.has(Tag::Incendiary) {
            self.state.fires |= 1 << at;
            self.tell(|| Event::FireSet { at });
        }
    }

    /// Hot and Invigorating: once a round for each armament, in a last stand every time.
    fn reward(&mut self, ace: u8, number: u8) {
        let tags = self.mission.kit(ace).arms[usize::from(number)].armament.tags;
        let frame = self.state.ace_mut(ace);
        let unlimited = frame.life == Life::LastStand;
        let hot = tags.has(Tag::Hot) && (unlimited || frame.hot >> number & 1 == 0);
        let invigorating = tags.has(Tag::Invigorating) && (unlimited || frame.invigorating >> number & 1 == 0);
        if hot {
            frame.hot |= 1 << number;
            self.regain(ace, Resource::Tension, 1, Reason::Hot);
        }
        if invigorating {
            self.state.ace_mut(ace).invigorating |= 1 << number;
            self.regain(ace, Resource::Vigor, 1, Reason::Invigorating);
        }
    }

    /// Kinetic Drive Motor: a free move once an enemy Close by is taken out.
    pub fn drive_free(&mut self, ace: u8, taken: Mask) {
        if self.mission.kit(ace).has(Trait::KineticDriveMotor) {
            let at = self.state.ace(ace).at;
            self.state.turn.due.drive |= each(taken).any(|enemy| self.state.enemy(enemy).at == at);
        }
    }
}
