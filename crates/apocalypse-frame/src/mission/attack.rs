//! Attacks of Aces and enemies: the roll, rerolls, Harm, effects of tags and traits, and answers to a consequence
//! ("Armament Tags", "Attacks", "Moves"; A04 to A07).

use super::super::attack::{Blow, Outcome, Roll};
use super::super::ids::{AceId, ArmId, ArmSet, ArmSlot, AttackId, Combatant, EnemyId, EnemySet, HexId};
use super::super::{catalogue::entries::Trait, catalogue::numbers::Number, catalogue::tag::Tag, ruleset::Movement};
use super::event::{Event, Moving, Reason, Resource, RollOf, Source};
use super::kit::{AttackKit, AttackMoment};
use super::state::{Attack, Enemy, Life, Provoked, State};
use super::{Mission, reach};
use super::{action::Decision, candidates::enemy, engine::MissionDice, engine::Play};
use hitchart_play::Observer;

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Attacks an enemy, with an action or as the second attack of Parallel Processors.
    pub(super) fn attack(&mut self, armament: ArmSlot, target: EnemyId) {
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
        // Observers of the roll read the attack, and before a reroll the roll that it replaces.
        self.state.turn.attack = Some(attack);
        let roll = self.roll_pool(ace, of, shot.dice + extra, best, again);
        self.state.turn.attack = Some(Attack { roll, ..attack });
        if reach::may_reroll(self.mission, self.state) || reach::may_lay_bare(self.mission, self.state) {
            self.state.turn.due.roll = true;
        } else {
            self.resolve_attack();
        }
    }

    /// Keeps the roll.
    pub(super) fn keep(&mut self) {
        self.state.turn.due.roll = false;
        self.resolve_attack();
    }

    /// Rerolls all dice for 1 Tension (A08).
    pub(super) fn reroll(&mut self) {
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
    pub(super) fn drive_free(&mut self, ace: AceId, taken: EnemySet) {
        if self.mission.kit(ace).has(Trait::KineticDriveMotor) {
            let at = self.state.ace(ace).at;
            self.state.turn.due.drive |= taken.iter().any(|enemy| Some(self.state.enemy(enemy).at) == at);
        }
    }

    /// Asks the game master for an answer, if one is possible; the Ace may use systems before (A68).
    pub(super) fn answer_step(&mut self, provoked: Provoked) {
        let ace = self.state.turn.acting();
        let Provoked { target, harmless } = provoked;
        let void = !self.state.ace(ace).can_be_harmed() && self.state.marks.up.is_empty();
        let void = void || !enemy::any_answer(self.mission, self.state, provoked);
        if !void && self.state.turn.due.brace && !self.mission.payable(self.state, ace, 0).is_empty() {
            return self.ask(Decision::BeforeAnswer);
        }
        self.tell(|| Event::Provoked { ace, target, harmless, void });
        if void {
            self.state.turn.due.answered();
        } else {
            self.ask(Decision::Answer);
        }
    }
}

impl<D> Mission<D> {
    /// Returns the Harm of an enemy's attack on an Ace now, in the GM turn or as an answer, and all reductions. Steps
    /// of Approach and Retreat are ignored.
    pub fn harm_to(
        &self,
        state: &State,
        enemy: EnemyId,
        attack: AttackId,
        ace: AceId,
        answer: bool,
    ) -> (Blow, super::super::attack::Guard) {
        let this = state.enemy(enemy);
        let steps = self.range(state, this.at, state.ace(ace).at);
        self.harm_from(state, (enemy, this), attack, (ace, steps), answer)
    }

    /// Returns the same for a given state of the enemy, from a distance in hexes.
    pub fn harm_from(
        &self,
        state: &State,
        (enemy, this): (EnemyId, &Enemy),
        attack: AttackId,
        (ace, steps): (AceId, u8),
        answer: bool,
    ) -> (Blow, super::super::attack::Guard) {
        let mut guard = self.shelter(state, ace, steps);
        guard.less += u8::from(state.marks.distracted.has(enemy));
        (self.blow_from(state, (enemy, this), attack, answer), guard)
    }

    /// Returns the reductions of Harm to an Ace from a distance in hexes that do not depend on the attacker.
    pub fn shelter(&self, state: &State, ace: AceId, steps: u8) -> super::super::attack::Guard {
        let mut guard = self.ace_guard(state, ace, Some(steps));
        guard.less += self.cover_less_of_ace(state, steps, ace);
        guard
    }

    /// Returns the Harm of an enemy's attack for a given state of the enemy, before reductions.
    #[inline]
    pub fn blow_from(&self, state: &State, (enemy, this): (EnemyId, &Enemy), attack: AttackId, answer: bool) -> Blow {
        let kit = &self.kind(state, enemy).attacks[attack.index()];
        self.enemy_blow(state, this, (attack, kit), answer)
    }

    /// Returns the Harm of an attack with the additions of its tags (A45).
    pub(super) fn enemy_blow(
        &self,
        state: &State,
        this: &Enemy,
        (number, kit): (AttackId, &AttackKit),
        answer: bool,
    ) -> Blow {
        let tags = kit.tags;
        let moved = match self.rules.armaments.mobile_counts {
            Movement::Events => this.moves,
            Movement::Bands => this.hexes,
        };
        let mut harm = kit.harm_in(|| AttackMoment {
            answer,
            moves: this.moves,
            moved,
            fired: this.fired.has(number),
            wounded: this.is_wounded(),
            unhurt: this.vigor >= this.max_vigor,
        });
        if state.everywhere.reactive_gas && tags.has(Tag::Energy) {
            harm += self.rules.fields.gas_dice;
        }
        Blow::of_attack(harm, tags)
    }
}

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Attacks an Ace.
    pub(super) fn enemy_attack(
        &mut self,
        enemy: EnemyId,
        attack: AttackId,
        ace: AceId,
        (before, after): (Option<HexId>, Option<HexId>),
        answer: bool,
    ) {
        self.enemy_steps(enemy, before);
        self.tell(|| Event::EnemyAttacked { enemy, attack, ace, answer });
        let kit = self.mission.kind(self.state, enemy).attacks[attack.index()];
        let blow = self.mission.enemy_blow(self.state, self.state.enemy(enemy), (attack, &kit), answer);
        let steps = self.mission.range(self.state, self.state.enemy(enemy).at, self.state.ace(ace).at);
        let at = self.state.ace(ace).at;
        let distracted = u8::from(self.state.marks.distracted.has(enemy));
        self.state.marks.distracted.remove(enemy);
        self.state.enemy_mut(enemy).fired.insert(attack);
        if !answer {
            self.state.marks.attacked.insert(enemy);
        }
        // Splash is part of one attack: the cover of the hex reduces it too, and is rolled for once.
        let covered = self.mission.cover_less_of_ace(self.state, steps, ace);
        let less = distracted + self.cover_meets_ace(steps, ace, (blow.harm, distracted));
        self.harm_ace(ace, blow, (Some(steps), less), Source::EnemyAttack { enemy, attack });
        if kit.tags.has(Tag::Distracting) {
            self.state.ace_mut(ace).distracted_next = true;
        }
        if kit.tags.has(Tag::Splash) && !answer {
            let blow = Blow { harm: kit.numbers.get(Tag::Splash, Number::Harm), ..blow };
            self.enemy_splash((enemy, attack), (ace, at), blow, covered);
        }
        self.field_harms_attacker(enemy, kit.tags.has(Tag::Energy));
        if self.state.marks.up.has(enemy) {
            self.enemy_steps(enemy, after);
        }
    }

    /// Applies Splash to the Aces in the target's hex (A19).
    fn enemy_splash(
        &mut self,
        (enemy, attack): (EnemyId, AttackId),
        (target, at): (AceId, Option<HexId>),
        blow: Blow,
        covered: u8,
    ) {
        for ace in self.mission.ace_ids() {
            if ace != target && self.state.ace(ace).at == at {
                let steps = self.mission.range(self.state, self.state.enemy(enemy).at, at);
                self.harm_ace(ace, blow, (Some(steps), covered), Source::EnemySplash { enemy, attack });
            }
        }
    }

    /// Takes a step of Approach or Retreat (A44).
    fn enemy_steps(&mut self, enemy: EnemyId, to: Option<HexId>) {
        if let Some(to) = to {
            self.enemy_goes(enemy, to, Moving::Step);
        }
    }

    /// Moves or sprints.
    pub(super) fn move_enemy(&mut self, enemy: EnemyId, to: HexId, sprint: bool) {
        let from = self.state.enemy(enemy).at;
        self.enemy_goes(enemy, to, if sprint { Moving::Sprint } else { Moving::Move });
        if self.mission.carries(self.state, enemy) {
            self.carry_along(enemy, from, to);
        }
    }

    /// Moves an enemy in a way that counts for Mobile and Stationary.
    pub(super) fn go(&mut self, enemy: EnemyId, from: HexId, to: HexId) {
        let steps = self.mission.encounter(self.state).map.distance(from, to);
        let this = self.state.enemy_mut(enemy);
        this.at = to;
        (this.moves, this.hexes) = (this.moves.saturating_add(1), this.hexes.saturating_add(steps));
    }

    fn enemy_goes(&mut self, enemy: EnemyId, to: HexId, how: Moving) {
        let from = self.state.enemy(enemy).at;
        self.go(enemy, from, to);
        self.tell(|| Event::Moved { who: Combatant::Enemy(enemy), from, to, how });
    }
}
