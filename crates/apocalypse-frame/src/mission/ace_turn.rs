//! An Ace's turn: actions, movement, the follow-ups of each choice ("Ace Turn"), and frame damage from going down to
//! the last stand ("Frame Damage").

use super::super::attack::{Outcome, Roll, throw as throw_pool};
use super::super::ids::{AceId, ArmSlot, ArmSlots, Combatant, EnemyId, HexId, ItemSet};
use super::super::ruleset::{LastDamage, Repeated};
use super::super::{catalogue::entries::Trait, catalogue::numbers::Number};
use super::action::{Damaged, Decision, Step};
use super::engine::Play;
use super::engine::{MissionDice, Purpose, throw};
use super::event::{DieOf, Event, Faces, Moving, Reason, Resource, RollOf, Source};
use super::state::{AceState, Due, Life, Phase, Provoked, State, Turn};
use super::{Mission, reach};
use hitchart_play::Observer;

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Begins an Ace's turn; an Ace that was down recovers (A46).
    pub(super) fn begin_turn(&mut self, ace: AceId) {
        self.state.throw = throw(self.state, Purpose::AceTurn, Some(ace));
        self.state.phase = Phase::Turn;
        self.state.acted.insert(ace);
        self.state.turn = Turn { ace: Some(ace), actions: self.rules().turn.actions, ..Turn::default() };
        let frame = self.state.ace_mut(ace);
        frame.obfuscated = false;
        (frame.distracted, frame.distracted_next) = (frame.distracted_next, false);
        self.tell(|| Event::TurnBegan { ace });
        if self.state.ace(ace).life == Life::Down {
            self.recover(ace);
        }
    }

    /// Advances an Ace's turn: first the follow-ups of its last choice, then the next choice.
    pub(super) fn turn_step(&mut self) {
        let (ace, due) = (self.state.turn.acting(), self.state.turn.due);
        if !matches!(self.state.ace(ace).life, Life::Ready | Life::LastStand) {
            return self.cut_turn_short();
        }
        if due.is_nothing() {
            return self.next_choice();
        }
        if due.volley {
            self.volley_step();
        } else if due.choose {
            self.ask(Decision::Choose);
        } else if due.shove.is_some() {
            self.shove_step();
        } else if due.exit {
            self.free_step(Step::Exit, ace);
        } else if let Some(motivated) = due.motivated.lowest() {
            self.free_step(Step::Motivated, motivated);
        } else if due.drive {
            self.free_step(Step::Drive, ace);
        } else if due.roll {
            self.ask(Decision::Roll);
        } else if let Some(provoked) = due.answer {
            self.answer_step(provoked);
        } else {
            self.second_step();
        }
    }

    /// Ends the turn of an Ace that is out of action: consequences against it are void (A46).
    fn cut_turn_short(&mut self) {
        let ace = self.state.turn.acting();
        let Due { answer, later, .. } = self.state.turn.due;
        for provoked in answer.into_iter().chain(later) {
            let Provoked { target, harmless } = provoked;
            self.tell(|| Event::Provoked { ace, target, harmless, void: true });
        }
        self.state.turn.due = Due::default();
        self.close_turn();
    }

    /// Asks for a choice, unless ending the turn is the only one.
    fn next_choice(&mut self) {
        let turn = &self.state.turn;
        let frame = self.state.ace(turn.acting());
        if turn.actions == 0 && frame.tension == 0 && frame.ammo == 0 {
            return self.end_turn();
        }
        self.ask(Decision::Act);
    }

    /// Ends the turn of the Ace: drones, then hazards (A61).
    pub(super) fn end_turn(&mut self) {
        let ace = self.state.turn.acting();
        if self.mission.kit(ace).has(Trait::SupportDrones) {
            let vigor = self.mission.kit(ace).number(Trait::SupportDrones, Number::Vigor);
            let at = self.state.ace(ace).at;
            for other in self.mission.ace_ids() {
                let frame = self.state.ace(other);
                if frame.at == at && matches!(frame.life, Life::Ready | Life::LastStand) {
                    self.regain(other, Resource::Vigor, vigor, Reason::SupportDrones);
                }
            }
        }
        if self.state.ace(ace).at.is_some_and(|at| self.state.hazards().has(at)) {
            self.hazard_harms_ace(ace);
        }
        self.close_turn();
    }

    fn close_turn(&mut self) {
        self.leave_last_stand();
        let ace = self.state.turn.acting();
        let frame = self.state.ace_mut(ace);
        (frame.aim, frame.distracted) = (0, false);
        self.state.turn.ace = None;
        self.state.phase = Phase::Aces;
        self.tell(|| Event::TurnEnded { ace });
    }

    /// Buys an action (A08).
    pub(super) fn extra_action(&mut self) {
        let ace = self.state.turn.acting();
        self.pay(ace, Resource::Tension, 1, Reason::ExtraAction);
        self.state.turn.actions += 1;
        self.state.turn.bought += 1;
    }

    /// Replaces an armament by its backup (A14).
    pub(super) fn swap(&mut self, armament: ArmSlot) {
        let ace = self.state.turn.acting();
        self.state.ace_mut(ace).backups.insert(armament);
        self.tell(|| Event::Swapped { ace, armament });
    }

    /// Moves or sprints; damaged legs need a roll.
    pub(super) fn move_on_foot(&mut self, to: HexId, sprint: bool) {
        let ace = self.state.turn.acting();
        self.state.turn.actions -= 1;
        if let Some(dice) = self.mission.legs_dice(self.state, ace)
            && self.attribute_roll(ace, RollOf::Legs, dice, None) == Outcome::Failure
        {
            return;
        }
        let how = if sprint { Moving::Sprint } else { Moving::Move };
        self.move_ace(ace, to, how);
    }

    /// Climbs a rooftop by a Speed roll: the text leaves the attribute open, and thrusters are Speed.
    pub(super) fn climb(&mut self, to: HexId) {
        let ace = self.state.turn.acting();
        self.state.turn.actions -= 1;
        let dice = self.mission.ace(ace).attributes.speed as i8 - self.state.ace(ace).legs as i8;
        if self.attribute_roll(ace, RollOf::Climb, dice, None) != Outcome::Failure {
            self.move_ace(ace, to, Moving::Climb);
        }
    }

    /// Rolls an attribute; a consequence becomes due against `target`.
    pub(super) fn attribute_roll(&mut self, ace: AceId, of: RollOf, dice: i8, target: Option<EnemyId>) -> Outcome {
        let distracted = std::mem::take(&mut self.state.ace_mut(ace).distracted);
        let roll = self.roll_pool(ace, of, dice - i8::from(distracted), 6, false);
        let outcome = roll.outcome(&self.rules().rolls);
        self.provoke(roll, target);
        outcome
    }

    /// Rolls a pool of an Ace; faces above `counts_as` count as `counts_as`.
    pub(super) fn roll_pool(&mut self, ace: AceId, of: RollOf, dice: i8, counts_as: u8, again: bool) -> Roll {
        let mut faces = Faces::default();
        let (mission, thrown) = (self.mission, &mut self.state.throw);
        let roll = throw_pool(dice, &mission.rules.rolls, || {
            let face = mission.dice.die(thrown, 6);
            if O::WATCHES {
                faces.push(face);
            }
            face.min(counts_as)
        });
        let outcome = roll.outcome(&mission.rules.rolls);
        self.tell(|| Event::Rolled { ace, of, again, faces, roll, outcome });
        roll
    }

    /// Makes the consequence of a roll due, if there is one (A04, A05).
    pub(super) fn provoke(&mut self, roll: Roll, target: Option<EnemyId>) {
        let rules = &self.rules().rolls;
        let ace = self.state.turn.acting();
        let mut harmless = false;
        let kit = self.mission.kit(ace);
        let safe = kit.number(Trait::HairpinControls, Number::Face);
        if kit.has(Trait::HairpinControls) && roll.is(safe, rules) && !self.state.turn.hairpin {
            self.state.turn.hairpin = true;
            harmless = true;
        }
        if roll.outcome(rules) != Outcome::Full {
            self.state.turn.due.provoke(Provoked { target, harmless });
        }
    }

    /// Moves an Ace; all movements but forced ones count for tags (A25).
    pub(super) fn move_ace(&mut self, ace: AceId, to: HexId, how: Moving) {
        let frame = self.state.ace_mut(ace);
        let from = frame.at.replace(to).unwrap_or(to);
        if how != Moving::Forced {
            let steps = self.mission.encounter(self.state).map.distance(from, to);
            let frame = self.state.ace_mut(ace);
            frame.moves = frame.moves.saturating_add(1);
            frame.hexes = frame.hexes.saturating_add(steps);
            if self.state.turn.ace == Some(ace) {
                self.state.turn.hexes = self.state.turn.hexes.saturating_add(steps);
            }
        }
        self.tell(|| Event::Moved { who: Combatant::Ace(ace), from, to, how });
    }

    /// Asks for a free step, if there is a hex to step to.
    fn free_step(&mut self, why: Step, ace: AceId) {
        self.ask(Decision::Step { ace, why });
        if !reach::can_step(self.mission, self.state, ace, why) {
            let asked = self.state.asked.take();
            self.skip(asked);
        }
    }

    /// Takes a free step.
    pub(super) fn step(&mut self, asked: Option<Decision>, to: HexId) {
        if let Some(Decision::Step { ace, why }) = asked {
            let how = match why {
                Step::Drive => Moving::Drive,
                Step::Motivated => Moving::Motivated,
                Step::Exit => Moving::Item { item: self.state.turn.aim.item },
            };
            self.move_ace(ace, to, how);
        }
        self.skip(asked);
    }

    /// Completes the pending decision, whether it was used or skipped.
    pub(super) fn skip(&mut self, asked: Option<Decision>) {
        let due = &mut self.state.turn.due;
        match asked {
            Some(Decision::Step { why: Step::Drive, .. }) => due.drive = false,
            Some(Decision::Step { why: Step::Exit, .. }) => due.exit = false,
            Some(Decision::Step { ace, why: Step::Motivated }) => due.motivated.remove(ace),
            Some(Decision::Second) => due.second = false,
            Some(Decision::BeforeAnswer) => due.brace = false,
            Some(Decision::Shove) => due.shove = None,
            _ => {}
        }
    }

    /// Asks for the second attack of Parallel Processors, if it has a target.
    fn second_step(&mut self) {
        if reach::has_second(self.mission, self.state) {
            self.ask(Decision::Second);
        } else {
            self.state.turn.due.second = false;
        }
    }

    /// Takes a resource from an Ace.
    pub(super) fn pay(&mut self, ace: AceId, resource: Resource, by: u8, why: Reason) {
        let frame = self.state.ace_mut(ace);
        let left = match resource {
            Resource::Vigor => &mut frame.vigor,
            Resource::Tension => &mut frame.tension,
            Resource::Ammo => &mut frame.ammo,
        };
        *left = left.saturating_sub(by);
        self.tell(|| Event::Changed { ace, resource, by: -(by as i8), why });
    }

    /// Gives a resource to an Ace, up to the maximum (A09).
    pub(super) fn regain(&mut self, ace: AceId, resource: Resource, by: u8, why: Reason) {
        let most_ammo = self.mission.ace(ace).ammo;
        let frame = self.state.ace_mut(ace);
        let (left, most) = match resource {
            Resource::Vigor => (&mut frame.vigor, frame.max_vigor),
            Resource::Tension => (&mut frame.tension, frame.max_tension),
            Resource::Ammo => (&mut frame.ammo, most_ammo),
        };
        let gained = by.min(most.saturating_sub(*left));
        if gained > 0 {
            *left += gained;
            self.tell(|| Event::Changed { ace, resource, by: gained as i8, why });
        }
    }
}

/// Most rolls for frame damage. Each roll has a chance of at least one in six, so the limit is practically never
/// reached.
const MAX_ROLLS: usize = 200;

impl<D> Mission<D> {
    /// Returns the armaments that frame damage can replace, since they have a backup left.
    pub(super) fn replaceable(&self, state: &State, ace: AceId) -> ArmSlots {
        self.kit(ace).backups - state.ace(ace).backups
    }

    /// Returns the modular systems that frame damage has not hit.
    pub(super) fn hittable(&self, state: &State, ace: AceId) -> ItemSet {
        let kit = self.kit(ace);
        kit.all - kit.integral - state.ace(ace).rolled_items
    }

    /// Returns the possible results of frame damage of an Ace, one bit per face (A47).
    pub(super) fn possible(&self, state: &State, ace: AceId) -> u8 {
        let frame = state.ace(ace);
        let mut faces = 0b1110;
        faces |= u8::from(!self.replaceable(state, ace).is_empty()) << 4;
        faces |= u8::from(!self.hittable(state, ace).is_empty()) << 5;
        faces |= u8::from(!(self.kit(ace).integral - frame.rolled_items).is_empty()) << 6;
        match self.rules.damage.repeated {
            Repeated::Stack => faces,
            Repeated::Reroll => faces & !frame.damage_faces,
        }
    }
}

impl<D: MissionDice, O: Observer<Mission<D>>> Play<'_, D, O> {
    /// Handles an Ace without Vigor left (A46, A50).
    pub(super) fn ace_goes_down(&mut self, ace: AceId, source: Source) {
        let rules = &self.rules().damage;
        let frame = self.state.ace_mut(ace);
        frame.damage += 1;
        let last = frame.damage > rules.allowed;
        frame.felled_by = Some(source);
        if last && rules.last == LastDamage::Choice {
            frame.life = Life::Down;
            self.state.last_due.insert(ace);
            return;
        }
        self.last_damage(ace, last && rules.last == LastDamage::Eject);
    }

    /// Carries out the choice of an Ace between ejecting and a last stand.
    pub(super) fn choose_last(&mut self, asked: Option<Decision>, ejects: bool) {
        if let Some(Decision::LastDamage { ace }) = asked {
            self.state.last_due.remove(ace);
            self.last_damage(ace, ejects);
        }
    }

    /// Lets an Ace without Vigor eject, or wait for its next turn.
    pub(super) fn last_damage(&mut self, ace: AceId, ejected: bool) {
        let rules = &self.rules().damage;
        let frame = self.state.ace_mut(ace);
        let Some(source) = frame.felled_by.take() else { return };
        if ejected {
            // The repaired frame returns with the maximum allowed damage.
            frame.damage = rules.allowed;
            (frame.life, frame.at) = (Life::Ejected, None);
            self.state.on_map.remove(ace);
        } else {
            frame.life = Life::Down;
        }
        let damage = self.state.ace(ace).damage;
        self.tell(|| Event::AceDown { ace, source, damage, ejected });
    }

    /// Lets an Ace that was down act again: resources return, with a result of frame damage, or with its last stand.
    pub(super) fn recover(&mut self, ace: AceId) {
        let rules = &self.rules().damage;
        let last_stand = self.state.ace(ace).damage > rules.allowed;
        self.tell(|| Event::Recovered { ace, last_stand });
        if last_stand {
            return self.begin_last_stand(ace);
        }
        let frame = self.state.ace_mut(ace);
        frame.life = Life::Ready;
        frame.max_tension += rules.tension_gained;
        self.regain(ace, Resource::Vigor, u8::MAX, Reason::FrameDamage);
        self.regain(ace, Resource::Ammo, rules.ammo_gained, Reason::FrameDamage);
        self.regain(ace, Resource::Tension, u8::MAX, Reason::FrameDamage);
        let possible = self.mission.possible(self.state, ace);
        if possible == 0 {
            return;
        }
        for _ in 0..MAX_ROLLS {
            let face = self.d6(DieOf::FrameDamage { ace });
            if possible >> face & 1 == 1 {
                return self.damage_takes_hold(ace, face);
            }
        }
    }

    /// Begins the last turn of an Ace: damage is lifted, Harm has no effect, resources exceed their maximum.
    fn begin_last_stand(&mut self, ace: AceId) {
        let extra = self.rules().damage.last_stand_extra;
        let of = self.mission.ace(ace);
        let frame = self.state.ace_mut(ace);
        let AceState { max_tension, .. } = *frame;
        frame.life = Life::LastStand;
        (frame.superstructure, frame.legs, frame.sensors) = (0, 0, 0);
        (frame.rolled_items, frame.damage_faces) = (ItemSet::EMPTY, 0);
        frame.backups -= std::mem::take(&mut frame.replaced);
        frame.max_vigor = of.vigor;
        frame.vigor = of.vigor;
        frame.tension = max_tension + extra;
        frame.ammo = of.ammo + extra;
    }

    pub(super) fn damage_takes_hold(&mut self, ace: AceId, face: u8) {
        let superstructure = self.rules().damage.superstructure;
        let integral = self.mission.kit(ace).integral;
        let frame = self.state.ace_mut(ace);
        frame.damage_faces |= 1 << face;
        match face {
            1 => {
                frame.superstructure += 1;
                frame.max_vigor = frame.max_vigor.saturating_sub(superstructure).max(1);
                frame.vigor = frame.vigor.min(frame.max_vigor);
            }
            2 => frame.legs += 1,
            3 => frame.sensors += 1,
            4 => {
                return match self.mission.replaceable(self.state, ace).only() {
                    Some(only) => self.damage_to(Damaged::Armament(only)),
                    None => self.ask(Decision::DamagedArmament),
                };
            }
            5 => {
                return match self.mission.hittable(self.state, ace).only() {
                    Some(only) => self.damage_to(Damaged::Item(only)),
                    None => self.ask(Decision::DamagedModule),
                };
            }
            _ => frame.rolled_items |= integral,
        }
        self.tell(|| Event::FrameDamaged { ace, face, of: None });
    }

    /// Applies frame damage to an armament or a modular system; the game master chooses if there are several.
    pub(super) fn damage_to(&mut self, of: Damaged) {
        let ace = self.state.turn.acting();
        let frame = self.state.ace_mut(ace);
        let face = match of {
            Damaged::Armament(armament) => {
                frame.backups.insert(armament);
                frame.replaced.insert(armament);
                4
            }
            Damaged::Item(item) => {
                frame.rolled_items.insert(item);
                5
            }
        };
        self.tell(|| Event::FrameDamaged { ace, face, of: Some(of) });
    }
}
