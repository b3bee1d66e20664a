//! Worth of a place: the answers of enemies to an Ace there, and the expected Harm of the GM turn.

use super::super::chances::{may_harm, met};
use super::super::comes_to;
use super::foes::{Foe, Threat};
use super::{Tactics, View};
use crate::attack::{Blow, Guard};
use crate::encounter::{MAX_ACES, MAX_ENEMIES};
use crate::ids::{AceId, EnemyId, EnemySet, HexId};
use crate::mission::state::{Life, Provoked, State};
use crate::{catalogue::entries::Trait, catalogue::numbers::Number, catalogue::tag::Band, mission::MissionDice};

/// The dangers of a place for an Ace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Cost of an answer by each enemy; 0 if the enemy cannot reach the Ace.
    answers: [f64; MAX_ENEMIES],
    /// The highest cost of an answer.
    worst: f64,
    /// Expected cost of the GM turn.
    pub exposure: f64,
    /// The part of `exposure` by free Moves of returning Primes, which no other Ace can draw (A54).
    free: f64,
}

impl Spot {
    /// A place without danger.
    const SAFE: Spot = Spot { answers: [0.0; MAX_ENEMIES], worst: 0.0, exposure: 0.0, free: 0.0 };

    /// Returns true if an enemy can answer with an attack; otherwise the answer is another Move (A06).
    #[inline]
    pub(super) fn is_in_reach(&self) -> bool {
        self.worst > 0.0
    }

    /// Cost of the answer to an attack (A06): by the target, else the costliest by others, else a Move.
    #[inline]
    pub(super) fn answer_of(&self, target: EnemyId, tactics: &Tactics) -> f64 {
        let own = self.answers[target.index()];
        if own > 0.0 {
            own
        } else if self.worst > 0.0 {
            self.worst
        } else {
            tactics.answer_move
        }
    }

    /// Cost of the answer to a pending consequence if the enemies in `gone` were removed.
    pub(super) fn answer_without(&self, provoked: Provoked, gone: EnemySet, up: EnemySet, tactics: &Tactics) -> f64 {
        if provoked.harmless {
            return tactics.answer_move;
        }
        // The target may answer even after its removal (A04).
        let own = provoked.target.map_or(0.0, |target| self.answers[target.index()]);
        if own > 0.0 {
            return own;
        }
        let worst = (up - gone).iter().map(|enemy| self.answers[enemy.index()]).fold(0.0, f64::max);
        if worst > 0.0 { worst } else { tactics.answer_move }
    }

    /// Cost of the answer to a roll without a target.
    pub(super) fn answer(&self, tactics: &Tactics) -> f64 {
        if self.worst > 0.0 { self.worst } else { tactics.answer_move }
    }
}

/// The guard of an Ace by the distance of the attacker.
struct Shelter {
    close: Guard,
    apart: Guard,
    /// Reduction by cover against attacks from Far.
    cover: u8,
}

impl Shelter {
    #[inline]
    fn at(&self, steps: u8, less: u8) -> Guard {
        let mut guard = if steps == 0 { self.close } else { self.apart };
        guard.less += less + if steps >= 2 { self.cover } else { 0 };
        guard
    }
}

/// Chance that an enemy moves into reach to attack.
const AFTER_A_MOVE: f64 = 0.9;

impl<D: MissionDice> View<'_, D> {
    /// Computes the dangers of an Ace's place in a real or hypothetical state.
    pub(super) fn spot(&self, state: &State, ace: AceId) -> Spot {
        self.spot_of(state, ace, self.tactics.shared)
    }

    /// Computes the same with the weight `shared` for enemies that could attack another Ace instead.
    pub(super) fn spot_of(&self, state: &State, ace: AceId, shared: f64) -> Spot {
        let frame = state.ace(ace);
        if frame.life == Life::LastStand {
            return Spot::SAFE;
        }
        let shelter = Shelter {
            close: self.mission.ace_guard(state, ace, Some(0)),
            apart: self.mission.ace_guard(state, ace, Some(1)),
            cover: self.mission.cover_less_of_ace(state, Band::Far.hexes(), ace),
        };
        let last = frame.damage >= self.mission.rules.damage.allowed;
        let down = self.tactics.down * if last { 2.0 } else { 1.0 };
        let mut spot = Spot::SAFE;
        let mut feared = [0.0; MAX_ACES];
        for enemy in (self.foes.up | self.foes.fallen).iter() {
            let foe = &self.foes.all[enemy.index()];
            let steps = self.mission.range(state, foe.at, frame.at);
            if steps > 4 {
                continue;
            }
            let (answer, turn) = self.harm_of(foe, steps, &shelter, frame.vigor, down);
            spot.answers[enemy.index()] = answer;
            if self.foes.fallen.has(enemy) {
                continue;
            }
            spot.worst = spot.worst.max(answer);
            let share = if foe.others && ace == self.ace { shared } else { 1.0 };
            insert(&mut feared, turn * share);
        }
        let mut free = 0.0;
        for enemy in self.foes.back.iter() {
            let foe = &self.foes.all[enemy.index()];
            let steps = self.mission.range(state, foe.at, frame.at);
            // The free Move may be an attack from the Prime's hex; an activation may follow (A54).
            free += self.free_attack(foe, steps, &shelter);
            insert(&mut feared, self.harm_of(foe, steps, &shelter, frame.vigor, 0.0).1);
        }
        let sum: f64 = free + feared[..usize::from(self.foes.activations).min(MAX_ACES)].iter().sum::<f64>();
        let vigor = f64::from(frame.vigor.max(1));
        let risk = ((sum - 0.5 * vigor) / vigor).clamp(0.0, 1.0);
        spot.exposure = sum.min(vigor) + risk * down;
        spot.free = free.min(vigor);
        spot
    }

    /// Returns the cost of an enemy's answer, and the expected Harm of its attack in the GM turn.
    #[inline]
    fn harm_of(&self, foe: &Foe, steps: u8, shelter: &Shelter, vigor: u8, down: f64) -> (f64, f64) {
        let order = self.mission.rules.harm.order;
        let (mut answer, mut turn) = (0.0f64, 0.0f64);
        for threat in foe.threats() {
            let Threat { bands, with_step, ignores_armor, ignores_shields, .. } = *threat;
            let guard = shelter.at(steps, foe.less);
            if with_step.reaches(steps) {
                let (harm, held) = met(Blow { harm: threat.answer, ignores_armor, ignores_shields }, guard, order);
                let cost = self.tactics.answer * f64::from(harm.min(vigor)) + if harm >= vigor { down } else { 0.0 };
                // An answer without Harm still excludes other answers.
                answer = answer.max(cost * (1.0 - held)).max(0.01);
            }
            if foe.awake && comes_to(foe.moves, with_step, steps) {
                let (harm, held) = met(Blow { harm: threat.turn, ignores_armor, ignores_shields }, guard, order);
                let chance = if bands.reaches(steps) { 1.0 } else { AFTER_A_MOVE };
                turn = turn.max(chance * f64::from(harm) * (1.0 - held));
            }
        }
        (answer, turn)
    }

    /// Expected Harm of an enemy's hardest attack without a Move before.
    fn free_attack(&self, foe: &Foe, steps: u8, shelter: &Shelter) -> f64 {
        let order = self.mission.rules.harm.order;
        let harm = |threat: &Threat| {
            let Threat { ignores_armor, ignores_shields, .. } = *threat;
            let blow = Blow { harm: threat.turn, ignores_armor, ignores_shields };
            let (harm, held) = met(blow, shelter.at(steps, foe.less), order);
            f64::from(harm) * (1.0 - held)
        };
        let reaching = foe.threats().iter().filter(|threat| threat.with_step.reaches(steps));
        reaching.map(harm).fold(0.0, f64::max)
    }

    /// Worth of the Ace's place in a state, without its attacks.
    pub(super) fn place(&self, state: &State, spot: &Spot) -> f64 {
        let at = state.ace(self.ace).hex();
        let mut worth = -self.tactics.exposure * spot.exposure - self.advance(state) * self.gap(state);
        // A free Move is as certain as an answer.
        worth -= self.tactics.answer * spot.free;
        if state.hazards().has(at) {
            worth -= f64::from(self.mission.rules.fields.hazard_harm);
        }
        if !state.fields.bombardments.is_empty() {
            worth -= self.bombardment(state, at);
        }
        if self.mission.kit(self.ace).has(Trait::FlaredPlating) {
            let plated = state.exposed().filter(|(other, frame)| *other != self.ace && frame.at == Some(at)).count();
            let armor = self.mission.kit(self.ace).number(Trait::FlaredPlating, Number::Armor);
            worth += 0.6 * self.tactics.exposure * (plated as f64 * f64::from(armor));
        }
        worth
    }

    /// Worth of a hex nearer to the enemies. The worth grows from round to round, which prevents endless waiting.
    fn advance(&self, state: &State) -> f64 {
        self.tactics.advance * (1.0 + self.tactics.impatience * f64::from(state.round))
    }

    /// Expected Harm of pending bombardments.
    fn bombardment(&self, state: &State, at: HexId) -> f64 {
        let rules = &self.mission.rules.fields;
        let hits = (7.0 - f64::from(rules.bombardment_hits_from)) / 6.0;
        let around = self.mission.encounter(state).map.neighbours(at).into_iter();
        let near = around.flatten().filter(|hex| state.fields.bombardments.has(*hex)).count() as f64;
        let own = if state.fields.bombardments.has(at) { hits } else { 0.0 };
        f64::from(rules.bombardment_harm) * (own + near * (1.0 - hits) / 6.0)
    }

    /// Hexes to the nearest place from which one of the Ace's armaments reaches an enemy and can harm it.
    fn gap(&self, state: &State) -> f64 {
        let kit = self.mission.kit(self.ace);
        let at = state.ace(self.ace).hex();
        let mut least: Option<u8> = None;
        for armament in kit.slots() {
            let arm = &kit.arms[self.mission.arm_in_use(state, self.ace, armament).index()];
            let far = arm.bands.farthest().map_or(0, |band| band.hexes());
            let near = arm.bands.nearest().map_or(0, |band| band.hexes());
            for enemy in self.foes.sought().iter() {
                let foe = &self.foes.all[enemy.index()];
                let steps = self.mission.range(state, at, foe.at);
                let gap = steps.saturating_sub(far) + near.saturating_sub(steps);
                if least.is_none_or(|least| gap < least) && may_harm(&arm.armament, foe.guard, self.mission.fed()) {
                    least = Some(gap);
                }
            }
        }
        least.map_or(0.0, f64::from)
    }
}

/// Inserts a value into the list of the highest values, highest first.
#[inline]
fn insert(highest: &mut [f64; MAX_ACES], mut value: f64) {
    for kept in highest {
        if value > *kept {
            std::mem::swap(kept, &mut value);
        }
    }
}
