//! Features of the enemies and of their threats.

use super::Told;
use super::names::Number;
use crate::catalogue::enemy::Rank;
use crate::encounter::{MAX_ACES, SingleChange};
use crate::ids::EnemyId;
use crate::mission::state::State;
use crate::mission::{Dice, Mission};
use crate::players::chances::expected;
use crate::players::reach::comes_to;

/// The highest few values, highest first.
#[derive(Clone, Copy, Debug, Default)]
struct Highest([f64; MAX_ACES]);

impl Highest {
    fn push(&mut self, mut value: f64) {
        for kept in &mut self.0 {
            if value > *kept {
                std::mem::swap(kept, &mut value);
            }
        }
    }

    fn sum(&self, count: u8) -> f64 {
        self.0[..usize::from(count).min(MAX_ACES)].iter().sum()
    }
}

/// Threats of the enemies on the field.
#[derive(Clone, Copy, Debug, Default)]
struct Threats {
    /// Harm of each enemy's best attack, without a guard.
    plain: Highest,
    /// Harm of each enemy's attack after at most one Move, to its best target and to each Ace.
    any: Highest,
    each: [Highest; MAX_ACES],
    /// Harm of the hardest answer to each Ace without a Move.
    answers: [f64; MAX_ACES],
}

/// Adds the features of the enemies.
pub(super) fn enemies<D: Dice>(mission: &Mission<D>, state: &State, told: &mut Told<'_>) {
    let mut threats = Threats::default();
    let map = &mission.encounter(state).map;
    for enemy in state.marks.up.iter() {
        strength(mission, state, enemy, told);
        let at = state.enemy(enemy).at;
        let row = map.row(at);
        let nearest = state.aces.iter().map(|ace| row.to(ace.at)).min().unwrap_or(u8::MAX);
        told.add(band(nearest), 1.0);
        told.add(Number::EnemyCovered, f64::from(u8::from(state.fields.cover.has(at))));
        if nearest < u8::MAX {
            told.add(Number::EnemyWay, f64::from(nearest));
        }
        threats.look(mission, state, enemy, told);
    }
    for enemy in state.marks.down.iter() {
        strength(mission, state, enemy, told);
        told.add(Number::PrimesDown, 1.0);
    }
    let activations = mission.activations(state);
    told.add(Number::Activations, f64::from(activations));
    told.add(Number::Activated, threats.plain.sum(activations));
    told.add(Number::Danger, threats.any.sum(activations));
    told.add(Number::Worst, threats.each.iter().map(|each| each.sum(activations)).fold(0.0, f64::max));
    told.add(Number::Answers, threats.answers.iter().sum());
}

fn band(nearest: u8) -> Number {
    match nearest {
        0 | 1 => Number::Close,
        2 => Number::Near,
        3 | 4 => Number::Further,
        _ => Number::Apart,
    }
}

/// Adds the features of an enemy's strength.
fn strength<D: Dice>(mission: &Mission<D>, state: &State, enemy: EnemyId, told: &mut Told<'_>) {
    let this = state.enemy(enemy);
    let guard = mission.enemy_guard(state, enemy);
    let vigor = f64::from(this.vigor);
    told.add(Number::Enemies, 1.0);
    told.add(Number::EnemyVigor, vigor);
    told.add(Number::ArmoredVigor, f64::from(guard.armor) * vigor);
    told.add(Number::EnemyShields, f64::from(guard.shields));
    told.add(Number::Restored, f64::from(this.restorations) * f64::from(this.max_vigor));
    match mission.kind(state, enemy).rank {
        Rank::Standard => {}
        Rank::Prime => told.add(Number::Primes, 1.0),
        Rank::Part => told.add(Number::Parts, 1.0),
    }
}

impl Threats {
    /// Adds the threats of an enemy's attacks.
    fn look<D: Dice>(&mut self, mission: &Mission<D>, state: &State, enemy: EnemyId, told: &mut Told<'_>) {
        let (this, kind) = (state.enemy(enemy), mission.kind(state, enemy));
        let attacks = || this.attacks.iter().map(|attack| (attack, &kind.attacks[attack.index()]));
        let most = attacks().map(|(_, kit)| f64::from(kit.harm)).fold(0.0, f64::max);
        told.add(Number::Harm, most);
        self.plain.push(most);
        let moves = mission.may_move(state, enemy);
        let mut any = 0.0f64;
        for (ace, frame) in state.exposed() {
            let steps = mission.range(state, this.at, frame.at);
            let mut worst = 0.0f64;
            for (attack, kit) in attacks() {
                if !comes_to(moves, kit.with_step, steps) {
                    continue;
                }
                let (blow, guard) = mission.harm_to(state, enemy, attack, ace, false);
                let harm = expected(blow, guard, mission.rules.harm.order, frame.vigor);
                worst = worst.max(harm);
                if kit.with_step.reaches(steps) {
                    let answer = &mut self.answers[ace.index()];
                    *answer = answer.max(harm);
                }
            }
            self.each[ace.index()].push(worst);
            any = any.max(worst);
        }
        self.any.push(any);
    }
}

/// Adds the features of later waves and of possible changes of the situation.
pub(super) fn to_come<D: Dice>(mission: &Mission<D>, state: &State, told: &mut Told<'_>) {
    let encounter = mission.encounter(state);
    for change in encounter.changes.iter().filter(|change| change.round >= state.round) {
        if let SingleChange::Reinforcement(placed) = change.what {
            told.add(Number::Waves, f64::from(placed.vigor));
        }
    }
    let open = encounter.situations.iter().enumerate();
    let open = open.filter(|(i, situation)| situation.again || state.situations >> i & 1 == 0);
    told.add(Number::Situations, open.map(|(_, situation)| f64::from(situation.faces.count_ones())).sum());
}
