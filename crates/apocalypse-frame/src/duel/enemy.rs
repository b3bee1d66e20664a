//! The enemy in a duel: answers to consequences, and the GM turn ("GM Turn", "Moves").

use super::super::attack::{Blow, Guard, is_half, through};
use super::super::catalogue::entries::{Rank, Trait};
use super::super::ids::{AttackId, AttackSet};
use super::super::{
    catalogue::numbers::Number, catalogue::tag::Tag, mission::kit::AttackMoment, ruleset::ColossusMoves,
};
use super::model::{BROKEN, DEALT, FARTHEST, Model, TAKEN};
use super::state::{End, Stage, State};
use hitchart_dice::exact::rounds::{Branch, COUNTS};

/// A Move of the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnemyMove {
    /// Attacks, with a step of Approach or Retreat to a band before or after the attack.
    Attack {
        /// The attack.
        attack: AttackId,
        /// Distance in hexes of the attack.
        from: u8,
        /// Distance in hexes after the attack.
        to: u8,
    },
    /// Moves to a distance in hexes.
    Move(u8),
    /// Regains 1 Vigor.
    Reinvigorate,
    /// Gains 1 Armor.
    Endure,
    /// Gains Shields.
    Shield,
    /// Ends effects on a Prime.
    Purge,
    /// Does nothing more in its activation.
    Hold,
}

/// Shields that the Shield move gives, and the Armor below which Endure has an effect, for enemies and for Primes.
const GRANTED_SHIELDS: u8 = 2;
const ENDURED: (u8, u8) = (1, 2);

impl Model<'_> {
    /// Returns the answers to a consequence with their steps; none if no answer is possible (A06).
    pub(super) fn answers(&self, state: &State) -> Vec<(EnemyMove, Branch<State>)> {
        let Stage::Answer { harmless } = state.stage else { return Vec::new() };
        let is_up = state.enemy.vigor > 0;
        let mut answers = Vec::new();
        if !harmless && (is_up || self.rules.gm.removed_may_answer) {
            answers = self.attacks(state, true);
        }
        if is_up {
            answers.extend(self.other_moves(state));
        }
        answers
            .into_iter()
            .map(|(enemy_move, step)| (enemy_move, self.then(step, |state| self.next_action(state))))
            .collect()
    }

    /// Returns the Moves of a GM turn with their steps.
    pub(super) fn moves(&self, state: &State) -> Vec<(EnemyMove, Branch<State>)> {
        let left = match state.stage {
            Stage::Moves(left) => left,
            _ => 0,
        };
        let mut moves = if state.enemy.attacked { Vec::new() } else { self.attacks(state, false) };
        moves.extend(self.other_moves(state));
        let next = |state: State| match (state.stage, left) {
            (Stage::Restored, _) => {
                // A free attack does not prevent a Prime from attacking again (A54).
                let mut state = state.at(Stage::Moves(self.rules.gm.first_moves));
                state.enemy.attacked = false;
                Branch::choice(state)
            }
            (_, 0 | 1) => self.round_ended(state),
            _ => Branch::choice(state.at(Stage::Moves(left - 1))),
        };
        let hold = match state.stage {
            Stage::Restored => next(*state),
            _ => self.round_ended(*state),
        };
        let mut moves: Vec<(EnemyMove, Branch<State>)> =
            moves.into_iter().map(|(enemy_move, step)| (enemy_move, self.joined(step, next))).collect();
        moves.push((EnemyMove::Hold, hold));
        moves
    }

    fn then(&self, step: Branch<State>, next: impl Fn(State) -> State) -> Branch<State> {
        self.joined(step, |state| Branch::choice(next(state)))
    }

    /// Returns a step with what follows it, unless the duel is over.
    fn joined(&self, step: Branch<State>, next: impl Fn(State) -> Branch<State>) -> Branch<State> {
        if matches!(step.to.stage, Stage::Over(_)) {
            return step;
        }
        let after = next(step.to);
        Branch { counts: std::array::from_fn(|count| step.counts[count] + after.counts[count]), ..after }
    }

    /// Returns the attacks that may be used (A54, A57). A part of a colossus is the last of its colossus.
    fn usable(&self, answer: bool, restorations: u8) -> AttackSet {
        let is_desperate = match self.kind.rank {
            Rank::Standard => false,
            Rank::Prime => restorations == 0 && !answer,
            // Up to half of the moves of a GM turn.
            Rank::Part => answer || self.rules.gm.first_moves >= 2,
        };
        if is_desperate { self.attacks } else { self.attacks - self.kind.desperate }
    }

    /// Returns all attacks that reach the Ace, with their steps of Approach and Retreat (A44).
    fn attacks(&self, state: &State, answer: bool) -> Vec<(EnemyMove, Branch<State>)> {
        let mut found = Vec::new();
        for attack in self.usable(answer, state.enemy.restorations).iter() {
            let kit = &self.kind.attacks[attack.index()];
            let may_step = self.may_step(state);
            let steps = |from: u8| {
                let nearer = may_step && kit.tags.has(Tag::Approach) && from > 0;
                let farther = may_step && kit.tags.has(Tag::Retreat) && from < FARTHEST;
                [nearer.then(|| from - 1), farther.then(|| from + 1)].into_iter().flatten()
            };
            let mut ways = vec![(state.band, state.band)];
            ways.extend(steps(state.band).map(|to| (state.band, to)));
            // A step before the attack leaves the attack's other step only if the attack has both tags.
            for from in steps(state.band) {
                ways.push((from, from));
                ways.extend(steps(from).filter(|to| *to == state.band).map(|to| (from, to)));
            }
            for (from, to) in ways.into_iter().filter(|(from, _)| kit.bands.reaches(*from)) {
                let step = self.attacked(*state, attack, (from, to), answer);
                found.push((EnemyMove::Attack { attack, from, to }, step));
            }
        }
        found
    }

    /// Returns true if the enemy can step alone; the Moves of a part may move its whole colossus.
    fn may_step(&self, state: &State) -> bool {
        let carries = self.kind.rank == Rank::Part && self.rules.colossi.moves == ColossusMoves::Whole;
        self.kind.walks && !state.enemy.held && !carries
    }

    fn goes(&self, mut state: State, to: u8) -> State {
        state.enemy.moves = (state.enemy.moves + 1).min(self.tracks.enemy_moves);
        state.enemy.burns = false;
        State { band: to, ..state }
    }

    /// Returns the reductions of Harm to the Ace.
    fn ace_guard(&self, state: &State) -> Guard {
        let riot = if state.band > 0 { self.kit.number(Trait::RiotShield, Number::Armor) } else { 0 };
        let itself = self.rules.traits.plating_covers_itself;
        let plated = if itself { self.kit.number(Trait::FlaredPlating, Number::Armor) } else { 0 };
        Guard { less: u8::from(state.enemy.distracted), armor: riot.max(plated), shields: 0 }
    }

    /// Returns an attack on the Ace from a distance, and a step to another.
    fn attacked(&self, mut state: State, attack: AttackId, (from, to): (u8, u8), answer: bool) -> Branch<State> {
        if from != state.band {
            state = self.goes(state, from);
        }
        let kit = &self.kind.attacks[attack.index()];
        let harm = kit.harm_in(|| AttackMoment {
            answer,
            moves: state.enemy.moves,
            moved: state.enemy.moves,
            fired: state.enemy.fired & 1 << attack.number() != 0,
            wounded: is_half(state.enemy.vigor, self.kind.vigor),
            unhurt: state.enemy.vigor >= self.kind.vigor,
        });
        // The Ace has no Shields, so that no die is rolled.
        let through = through(Blow::of_attack(harm, kit.tags), self.ace_guard(&state), self.rules.harm.order, || 6);
        state.enemy.distracted = false;
        state.enemy.fired |= 1 << attack.number() & self.tracks.enemy_fired;
        state.enemy.attacked |= !answer;
        state.ace.distracted_next |= kit.tags.has(Tag::Distracting);
        let mut counts = [0; COUNTS];
        counts[TAKEN] = through.harm.min(state.ace.vigor);
        state.ace.vigor -= counts[TAKEN];
        if state.ace.vigor == 0 {
            counts[BROKEN] = u8::from(!state.is_removed());
            let end = if state.is_removed() { End::Both } else { End::Broken };
            return Branch { to: State::over(end), chance: 1.0, counts };
        }
        if to != from && state.enemy.vigor > 0 {
            state = self.goes(state, to);
        }
        Branch { to: state, chance: 1.0, counts }
    }

    /// Returns the Moves other than attacks.
    fn other_moves(&self, state: &State) -> Vec<(EnemyMove, Branch<State>)> {
        let enemy = &state.enemy;
        let mut moves = Vec::new();
        if self.kind.walks && !enemy.held {
            let bands = Self::bands(state.band, self.tracks.enemy_circles);
            moves.extend(bands.map(|to| (EnemyMove::Move(to), self.goes(*state, to))));
        }
        let is_prime = self.kind.rank == Rank::Prime;
        let endured = if is_prime { ENDURED.1 } else { ENDURED.0 };
        let shields = self.kind.shields;
        let stances = [
            (EnemyMove::Reinvigorate, enemy.vigor < self.kind.vigor),
            (EnemyMove::Endure, enemy.enduring == 0 && self.kind.armor < endured),
            (
                EnemyMove::Shield,
                if shields >= GRANTED_SHIELDS {
                    enemy.shields < shields
                } else {
                    enemy.shields.max(enemy.granted) < GRANTED_SHIELDS
                },
            ),
            (EnemyMove::Purge, is_prime && (enemy.held || enemy.distracted)),
        ];
        let stances = stances.into_iter().filter(|(_, has_effect)| *has_effect);
        moves.extend(stances.map(|(stance, _)| (stance, self.stance(*state, stance))));
        moves.into_iter().map(|(enemy_move, to)| (enemy_move, Branch::choice(to))).collect()
    }

    fn stance(&self, mut state: State, stance: EnemyMove) -> State {
        let (enemy, answers) = (&mut state.enemy, matches!(state.stage, Stage::Answer { .. }));
        match stance {
            EnemyMove::Reinvigorate => enemy.vigor += 1,
            EnemyMove::Endure => enemy.enduring = 1 + u8::from(answers),
            EnemyMove::Shield if self.kind.shields >= GRANTED_SHIELDS => enemy.shields = self.kind.shields,
            EnemyMove::Shield => (enemy.granted, enemy.granted_on) = (GRANTED_SHIELDS, answers),
            _ => (enemy.held, enemy.distracted) = (false, false),
        }
        state
    }

    /// Returns the beginning of the GM turn: effects of answers end later than others, and Primes are restored (A54,
    /// A55).
    pub(super) fn gm_turn(&self, mut state: State) -> State {
        let enemy = &mut state.enemy;
        enemy.enduring = enemy.enduring.saturating_sub(1);
        if !enemy.granted_on {
            enemy.granted = 0;
        }
        (enemy.granted_on, enemy.attacked) = (false, false);
        if enemy.vigor > 0 {
            return state.at(Stage::Moves(self.rules.gm.first_moves));
        }
        (enemy.vigor, enemy.shields) = (self.kind.vigor, self.kind.shields);
        (enemy.restorations, enemy.held, enemy.distracted) = (enemy.restorations - 1, false, false);
        state.at(Stage::Restored)
    }

    /// Returns the end of a round: the hazard, the build trait, and what a round forgets (A20, A21).
    fn round_ended(&self, mut state: State) -> Branch<State> {
        let mut counts = [0; COUNTS];
        if state.enemy.burns {
            counts[DEALT] = self.rules.fields.hazard_harm.min(state.enemy.vigor);
            state.enemy.vigor -= counts[DEALT];
            if state.is_removed() {
                return Branch { to: State::over(End::Won), chance: 1.0, counts };
            }
        }
        self.regain(&mut state.ace, self.regained);
        if !self.rules.armaments.spin_up_lasts {
            state.ace.last = 0;
        }
        let enemy = &mut state.enemy;
        (enemy.moves, enemy.fired) = (0, 0);
        (enemy.held, enemy.distracted, enemy.attacked, enemy.burns) = (false, false, false, false);
        Branch { to: state.at(Stage::Begin), chance: 1.0, counts }
    }
}
