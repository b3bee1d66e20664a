//! Attacks of Aces: the roll, rerolls, Harm, and effects of tags and traits ("Armament Tags").

use super::super::attack::{Blow, Outcome, Roll};
use super::super::catalogue::frame::Trait;
use super::super::catalogue::numbers::Number;
use super::super::catalogue::tag::Tag;
use super::super::ids::{AceId, ArmId, ArmSet, ArmSlot, EnemyId, EnemySet};
use super::Mission;
use super::allowed;
use super::dice::Dice;
use super::event::{Event, Reason, Resource, RollOf, Source};
use super::play::Play;
use super::state::{Attack, Life};
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Attacks an enemy, with an action or as the second attack of Parallel Processors.
    pub fn attack(&mut self, armament: ArmSlot, target: EnemyId) {
        let ace = self.state.turn.acting();
        let second = self.state.turn.due.second;
        let ranges = self.mission.ranges(self.state, ace);
        let shot = self.mission.shot_at(self.state, ace, armament, target, &ranges);
        let number = self.mission.arm_in_use(self.state, ace, armament);
        let parallel = self.mission.kit(ace).has(Trait::ParallelProcessors);
        let frame = self.state.ace_mut(ace);
        let first_of_round = !frame.paralleled;
        (frame.encouraged, frame.distracted, frame.paralleled) = (false, false, true);
        frame.fired.insert(number);
        let before = frame.last_fired;
        frame.last_fired = if second { before } else { ArmSet::EMPTY } | ArmSet::of(number);
        let turn = &mut self.state.turn;
        turn.attacked = true;
        if second {
            turn.due.second = false;
        } else {
            turn.actions -= 1;
            turn.before_second = before;
            turn.second_due = parallel && first_of_round;
        }
        self.roll_attack(Attack { armament, target, shot, roll: Roll::default(), rerolls: 0, second });
    }

    /// Rolls the attack under way. The Ace may then pay for a reroll, or use systems before the Harm (A68).
    fn roll_attack(&mut self, attack: Attack) {
        let ace = self.state.turn.acting();
        let Attack { armament, target, shot, rerolls, .. } = attack;
        let again = rerolls > 0;
        let extra = if again { self.mission.ace(ace).reroll_dice as i8 } else { 0 };
        let of = RollOf::Attack { armament: self.mission.arm_in_use(self.state, ace, armament), target };
        let best = self.mission.best_face(self.state, ace);
        let roll = self.roll_pool(ace, of, shot.dice + extra, best, again);
        self.state.turn.attack = Some(Attack { roll, ..attack });
        if allowed::may_reroll(self.mission, self.state) || allowed::may_lay_bare(self.mission, self.state) {
            self.state.turn.due.roll = true;
        } else {
            self.resolve_attack();
        }
    }

    /// Keeps the roll.
    pub fn keep(&mut self) {
        self.state.turn.due.roll = false;
        self.resolve_attack();
    }

    /// Rerolls all dice for 1 Tension (A08).
    pub fn reroll(&mut self) {
        let ace = self.state.turn.acting();
        self.state.turn.due.roll = false;
        self.pay(ace, Resource::Tension, 1, Reason::Reroll);
        if let Some(attack) = self.state.turn.attack {
            self.roll_attack(Attack { rerolls: attack.rerolls + 1, ..attack });
        }
    }

    /// Resolves an attack: Harm first, then the consequence (A04, A05).
    fn resolve_attack(&mut self) {
        let ace = self.state.turn.acting();
        let Some(Attack { armament, target, shot, roll, second, .. }) = self.state.turn.attack else { return };
        let rules = &self.rules().rolls;
        let number = self.mission.arm_in_use(self.state, ace, armament);
        if roll.outcome(rules) != Outcome::Failure {
            let up_before = self.state.marks.up;
            self.hit(ace, number, target, shot.blow(roll, rules), shot.splash_blow(roll, rules));
            let taken = up_before - self.state.marks.up;
            if !taken.is_empty() {
                self.reward(ace, number);
                self.drive_free(ace, taken);
            }
        }
        if self.state.everywhere.reactive_gas && shot.ignores_armor {
            self.gas_harms_ace(ace);
        }
        self.provoke(roll, Some(target));
        if !second {
            self.state.turn.due.second = std::mem::take(&mut self.state.turn.second_due);
        }
    }

    /// Harms the target, and by Splash the enemies in the same hex (A18).
    fn hit(&mut self, ace: AceId, number: ArmId, target: EnemyId, blow: Blow, splash: Option<Blow>) {
        let tags = self.mission.kit(ace).arms[number.index()].armament.tags;
        let at = self.state.enemy(target).at;
        let beside = match splash {
            None => EnemySet::EMPTY,
            Some(_) => {
                let close = |enemy: &EnemyId| *enemy != target && self.state.enemy(*enemy).at == at;
                self.state.marks.up.iter().filter(close).collect()
            }
        };
        let steps = self.mission.range(self.state, self.state.ace(ace).hex(), at);
        // Splash is part of one attack: the target's cover reduces it too, and is rolled for once.
        let covered = beside.iter().filter(|enemy| self.mission.cover_less(self.state, steps, *enemy) > 0);
        let covered: EnemySet = covered.collect();
        let less = self.cover_meets(steps, target, blow.harm);
        let harmed = self.harm_enemy(target, blow, less, Source::Armament { ace, armament: number });
        if harmed > 0 && tags.has(Tag::Distracting) {
            self.state.marks.distracted.insert(target);
        }
        if let Some(blow) = splash {
            for enemy in beside.iter() {
                let less = if covered.has(enemy) { self.rules().fields.cover_less } else { 0 };
                self.harm_enemy(enemy, blow, less, Source::Splash { ace, armament: number });
            }
        }
        if tags.has(Tag::Incendiary) {
            self.state.fires.insert(at);
            self.tell(|| Event::FireSet { at });
        }
    }

    /// Applies Hot and Invigorating: once a round for each armament, every time in a last stand.
    fn reward(&mut self, ace: AceId, number: ArmId) {
        let armament = &self.mission.kit(ace).arms[number.index()].armament;
        let (tags, numbers) = (armament.tags, &armament.numbers);
        let frame = self.state.ace_mut(ace);
        let unlimited = frame.life == Life::LastStand;
        let hot = tags.has(Tag::Hot) && (unlimited || !frame.hot.has(number));
        let invigorating = tags.has(Tag::Invigorating) && (unlimited || !frame.invigorating.has(number));
        if hot {
            frame.hot.insert(number);
            self.regain(ace, Resource::Tension, numbers.get(Tag::Hot, Number::Tension), Reason::Hot);
        }
        if invigorating {
            self.state.ace_mut(ace).invigorating.insert(number);
            let vigor = numbers.get(Tag::Invigorating, Number::Vigor);
            self.regain(ace, Resource::Vigor, vigor, Reason::Invigorating);
        }
    }

    /// Applies Kinetic Drive Motor: a free move after an enemy Close is taken out.
    pub fn drive_free(&mut self, ace: AceId, taken: EnemySet) {
        if self.mission.kit(ace).has(Trait::KineticDriveMotor) {
            let at = self.state.ace(ace).at;
            self.state.turn.due.drive |= taken.iter().any(|enemy| Some(self.state.enemy(enemy).at) == at);
        }
    }
}
