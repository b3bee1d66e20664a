//! A frame's turn, from the declaration to the spot (flow, "A frame's turn").

use super::Play;
use crate::battle::action::{Decision, Path};
use crate::battle::dice::{BattleDice, Purpose, has_extra_dice, throw, whites_rolled};
use crate::battle::event::{Event, Unused};
use crate::battle::legal::{can_proceed, can_spot};
use crate::battle::state::{Colour, Commitment, Die, Hand, SpotDie, Stage, Target, Turn};
use crate::battle_rules::{ResponderRolls, Seized};
use crate::loadout::{Range, SystemKind};
use crate::{battle::Battle, ids::UnitId, ruleset::RepairRules};
use hitchart_play::Observer;

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Returns true if the turn in control is over because its frame is destroyed: while it answers (S17), or during
    /// its own turn (R10).
    #[inline]
    pub(crate) fn turn_has_ended_early(&mut self) -> bool {
        let turn = *self.state.turn_mut();
        let stands = self.state.unit(turn.unit).stands();
        let acts_on = turn.opened_by.is_some() && self.rules().turn.destroyed_responder_acts;
        !stands && !acts_on && turn.stage != Stage::Done
    }

    /// Drops a system before the roll (S37).
    #[inline]
    pub(crate) fn jettison(&mut self, kind: SystemKind) {
        let unit = self.state.turn_mut().unit;
        let state = self.state.unit_mut(unit);
        state.loadout = state.loadout.minus(kind).unwrap_or(state.loadout);
        self.tell(|| Event::Jettisoned { unit, kind });
    }

    /// Declares target, range and rockets, and rolls the dice.
    pub(crate) fn declare(&mut self, target: Target, range: Range, rockets: u8) {
        let turn = self.state.turn_mut();
        (turn.target, turn.range, turn.rockets) = (target, range, rockets);
        let unit = turn.unit;
        self.tell(|| Event::Declared { unit, target, range, rockets });
        self.roll_hand();
        if !self.rules().turn.rockets_spent_on_attack {
            self.spend_rockets();
        }
        self.state.turn_mut().stage = Stage::Defend;
    }

    /// Removes the fired rockets (R16).
    #[inline]
    pub(crate) fn spend_rockets(&mut self) {
        let turn = *self.state.turn_mut();
        let unit = self.state.unit_mut(turn.unit);
        unit.loadout = unit.loadout.with_rockets(unit.loadout.rockets().saturating_sub(turn.rockets));
    }

    fn roll_hand(&mut self) {
        let turn = *self.state.turn_mut();
        let unit = *self.state.unit(turn.unit);
        let whites = whites_rolled(self.battle, self.state, turn.unit);
        let extra = has_extra_dice(self.battle, self.state, &unit);
        let mut throw = throw(self.state, Purpose::Hand, turn.unit);
        let attack = (turn.target != Target::Nothing).then_some((turn.range, turn.rockets));
        let mut faces = Vec::new();
        let hand = self.battle.sides.roll(
            |sides| self.battle.dice.die(&mut throw, sides),
            &unit,
            (whites, extra, self.battle.sprints(&unit)),
            attack,
            |face| {
                if O::WANTS_FACES {
                    faces.push(face);
                }
            },
        );
        self.take_hand(hand);
        self.tell(|| Event::Rolled { unit: turn.unit, faces });
    }

    fn take_hand(&mut self, hand: Hand) {
        let unit = self.state.turn_mut().unit;
        let unit = *self.state.unit(unit);
        let crosses = self.battle.crosses_cover(&unit);
        let turn = self.state.turn_mut();
        turn.take(hand);
        turn.greens = unit.greens();
        turn.comms = unit.loadout.count(SystemKind::Comms);
        turn.crosses = crosses;
    }

    /// Gives a die to the defense, which lasts for the round (R42).
    pub(crate) fn defend(&mut self, die: Die) {
        let turn = self.state.turn_mut();
        let (unit, value) = (turn.unit, turn.hand().value(Colour::Blue, die));
        turn.spend(Colour::Blue, die);
        self.state.unit_mut(unit).defense = Some(value);
        self.tell(|| Event::Defended { unit, die, value });
        match self.rules().turn.commit_all_first {
            true => self.state.turn_mut().stage = Stage::Commit,
            false => self.after_assigning(),
        }
    }

    /// Goes on to movement and attack, or waits for the attacker to end its turn (R09).
    fn after_assigning(&mut self) {
        let turn = self.state.turn_mut();
        if turn.opened_by.is_some() {
            turn.stage = Stage::Waiting;
        } else {
            self.go_on();
        }
    }

    /// Continues the turn in control with movement and attack. A target may have to answer because it was named (R13).
    fn go_on(&mut self) {
        let turn = self.state.turn_mut();
        turn.stage = Stage::Proceed;
        let (unit, target) = (turn.unit, turn.target);
        if self.rules().turn.responder_rolls == ResponderRolls::WhenNamed && self.state.unit(unit).stands() {
            self.call_up(target, unit);
        }
    }

    /// Starts the turn of a target up to its defense, if the target must answer (R09). Returns true if it must.
    pub(crate) fn call_up(&mut self, target: Target, attacker: UnitId) -> bool {
        let Target::Frame(other) = target else { return false };
        let unit = self.state.unit(other);
        let due = unit.stands() && unit.defense.is_none() && !unit.acted;
        if due {
            self.begin_turn(other, Some(attacker));
        }
        due
    }

    /// Assigns all dice before the first action, and before the attack that opened the turn is resolved (S11).
    pub(crate) fn commit(&mut self, movement: Die, attack: Die, spot: Die) {
        let turn = self.state.turn_mut();
        turn.committed = Some(Commitment { movement, attack, spot });
        let (unit, hand) = (turn.unit, turn.hand());
        let value = |colour, die| hand.value(colour, die);
        let (movement, attack, spot) =
            (value(Colour::Green, movement), value(Colour::Red, attack), value(Colour::Yellow, spot));
        self.tell(|| Event::Committed { unit, movement, attack, spot });
        self.after_assigning();
    }

    /// Asks for the next action of movement and attack, as long as any is left.
    #[inline]
    pub(crate) fn proceed_step(&mut self) {
        let turn = *self.state.turn_mut();
        if can_proceed(self.battle, self.state, &turn) {
            self.ask_owner(Decision::Proceed);
        } else {
            self.finish();
        }
    }

    /// Skips the rest of movement and attack.
    #[inline]
    pub(crate) fn finish(&mut self) {
        let turn = self.state.turn_mut();
        turn.stage = Stage::Spot;
        let (unit, forgone) = (turn.unit, !turn.attacked && turn.target != Target::Nothing);
        if forgone {
            self.tell(|| Event::AttackForgone { unit });
        }
    }

    /// Moves the frame along a path.
    pub(crate) fn move_along(&mut self, die: Die, path: Path) {
        let turn = self.state.turn_mut();
        let (unit, value) = (turn.unit, turn.hand().value(Colour::Green, die));
        turn.spend(Colour::Green, die);
        turn.moved = true;
        let greens = turn.greens;
        let from = self.state.unit(unit).at;
        let carries = self.carries_objective(unit);
        let mut stations = self.battle.put_frame(self.state, unit, path.to);
        if greens == 0 && self.battle.field(self.state).stairs() == 0 {
            self.state.unit_mut(unit).elevation = 0;
        }
        self.tell(|| Event::Moved { unit, die, value, from, path });
        if carries {
            stations |= self.carry_objective(unit, from, &path);
        }
        if self.rules().stations.in_passing {
            self.look_at_stations_passed(unit, from, &path);
        }
        self.look_at_stations(stations);
    }

    /// Names a new target, once (R11).
    #[inline]
    pub(crate) fn rename(&mut self, target: Target) {
        let turn = self.state.turn_mut();
        (turn.target, turn.renamed) = (target, true);
        let unit = turn.unit;
        self.tell(|| Event::Renamed { unit, target });
    }

    /// Asks for the spot if any can be given.
    #[inline]
    pub(crate) fn spot_step(&mut self) {
        let turn = *self.state.turn_mut();
        if can_spot(self.battle, self.state, &turn) {
            self.ask_owner(Decision::Spot);
        } else {
            self.state.turn_mut().stage = Stage::Done;
        }
    }

    /// Places a spot; a lower spot is replaced (S08).
    pub(crate) fn spot(&mut self, die: Die, target: Target) {
        let most = self.rules().spotting.by(self.state.turn_mut().comms).targets;
        let turn = self.state.turn_mut();
        let (unit, value) = (turn.unit, turn.hand().value(Colour::Yellow, die));
        turn.spend(Colour::Yellow, die);
        turn.spots += 1;
        turn.stage = if turn.spots < most { Stage::Spot } else { Stage::Done };
        if turn.stage == Stage::Spot {
            turn.next_yellow();
        }
        let die_on_target = SpotDie { value, by: unit };
        let slot = match target {
            Target::Frame(target) => &mut self.state.unit_mut(target).spot,
            Target::Piece(piece) => &mut self.state.piece_spots[usize::from(piece)],
            Target::Nothing => return,
        };
        let replaced = slot.replace(die_on_target).map(|lower| lower.value);
        self.tell(|| Event::Spotted { unit, target, die, value, replaced });
    }

    /// Ends the turn in control. A waiting turn goes on; otherwise all players are asked again (R06, R09).
    pub(crate) fn end_turn(&mut self) {
        let Some(turn) = self.state.turn.take() else { return };
        self.state.turn = self.state.answer.take();
        self.tell(|| Event::TurnEnded { unit: turn.unit, unused: unused(&turn) });
        self.state.unit_mut(turn.unit).stood_still = !turn.moved && !turn.attacked && turn.spots == 0;
        self.repair(&turn);
        if self.rules().stations.seized == Seized::EndOfTurn {
            self.look_after_turn(turn.unit);
        }
        match self.state.turn {
            Some(_) => self.go_on(),
            None => self.ask_anew(),
        }
    }

    /// Restores systems that the frame was built with and has lost, with unused whites that show enough, in the order
    /// in which loadouts are written (`repair`).
    fn repair(&mut self, turn: &Turn) {
        let RepairRules { face, most } = self.rules().repair;
        if face == RepairRules::NEVER || !self.state.unit(turn.unit).stands() {
            return;
        }
        let built = self.battle.built(self.state, turn.unit);
        for _ in 0..turn.whites_of(face).min(most) {
            let unit = self.state.unit_mut(turn.unit);
            let Some(kind) = built.kinds().find(|kind| unit.loadout.count(*kind) < built.count(*kind)) else { return };
            unit.loadout = unit.loadout.plus(kind);
            self.tell(|| Event::Repaired { unit: turn.unit, kind });
        }
    }
}

/// Returns the dice that a turn leaves unused.
fn unused(turn: &Turn) -> Unused {
    let colours =
        turn.hand().best.iter().zip(0..4u8).filter(|(best, i)| **best > 0 && turn.spent_colours & (1 << i) == 0);
    Unused { whites: turn.whites_left(), colours: colours.count() as u8 }
}
