//! Worth of a step of a whole colossus: the attacks of its parts after the step (A65).

use super::prospects::Prospects;
use super::view::View;
use crate::encounter::MAX_ACES;
use crate::ids::{ColossusId, EnemyId, EnemySet, HexId};
use crate::mission::Dice;

/// Weight of an attack that a part can make in later turns.
const LATER: f64 = 0.15;

/// A possible step of a colossus, and its gain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swing {
    colossus: ColossusId,
    step: (i8, i8),
    gain: f64,
}

/// The sum of the highest few values.
struct Top {
    all: [f64; MAX_ACES],
    count: usize,
}

impl Top {
    fn new(count: u8) -> Top {
        Top { all: [0.0; MAX_ACES], count: usize::from(count).min(MAX_ACES) }
    }

    fn push(&mut self, worth: f64) {
        let mut worth = worth;
        for place in &mut self.all[..self.count] {
            if worth > *place {
                std::mem::swap(place, &mut worth);
            }
        }
    }

    fn sum(&self) -> f64 {
        self.all[..self.count].iter().sum()
    }
}

impl<D: Dice> View<'_, D> {
    /// Lists the steps of every colossus that moves as a whole; `parts` is scratch space.
    pub(super) fn swings(&self, parts: &mut Vec<Prospects>, into: &mut Vec<Swing>) {
        into.clear();
        let (mission, state) = (self.mission, self.state);
        if mission.encounter(state).colossi.is_empty() {
            return;
        }
        let mut seen = EnemySet::EMPTY;
        for part in state.marks.up.iter() {
            if seen.has(part) || !mission.carries(state, part) {
                continue;
            }
            let all = mission.parts_beside(state, part);
            seen |= all;
            parts.clear();
            parts.extend(all.iter().map(|part| self.prospects(part)));
            let Some(colossus) = state.enemy(part).colossus else { continue };
            let now = self.might(parts, (0, 0));
            for (to, _) in mission.carried_ways(state, part) {
                let step = mission.step_between(state, state.enemy(part).at, to);
                into.push(Swing { colossus, step, gain: self.might(parts, step) - now });
            }
        }
    }

    /// Worth of the attacks and places of the parts after a step, in this turn and in later turns.
    fn might(&self, parts: &[Prospects], step: (i8, i8)) -> f64 {
        let state = self.state;
        let others = if self.answer { 0 } else { state.gm.activations };
        let (mut soon, mut later) = (Top::new(others), Top::new(self.mission.activations(state)));
        let (mut near, mut safety) = (f64::NEG_INFINITY, 0.0);
        for part in parts {
            let Some(at) = self.mission.shifted(state, state.enemy(part.enemy).at, step) else { continue };
            let (strike, nearness) = self.reach(part, at, true);
            later.push(strike);
            if part.attacks && !self.answer {
                soon.push(strike);
            }
            near = near.max(nearness);
            safety -= self.danger(part.enemy, at);
        }
        soon.sum() + LATER * later.sum() + safety + if near.is_finite() { near } else { 0.0 }
    }

    /// Returns the worth of a hex that an enemy moves to, and the worth of the attack from there. The caller subtracts
    /// the worth of staying. A part of a colossus moves the whole colossus.
    #[inline]
    pub(super) fn goal(&self, prospects: &Prospects, to: HexId) -> (f64, f64) {
        let this = self.state.enemy(prospects.enemy);
        let Some(colossus) = this.colossus.filter(|_| self.mission.carries(self.state, prospects.enemy)) else {
            return self.place(prospects, to);
        };
        let step = self.mission.step_between(self.state, this.at, to);
        let same = |swing: &&Swing| swing.colossus == colossus && swing.step == step;
        let gain = self.swings.iter().find(same).map_or(0.0, |swing| swing.gain);
        (gain, self.reach(prospects, to, true).0)
    }

    /// Worth of staying for an enemy, on the scale of `goal`.
    pub(super) fn stay(&self, prospects: &Prospects) -> f64 {
        match self.mission.carries(self.state, prospects.enemy) {
            true => 0.0,
            false => self.place(prospects, self.state.enemy(prospects.enemy).at).0,
        }
    }

    /// Lists the hexes in reach of one Move or Sprint of an enemy.
    pub(super) fn ways(&self, enemy: EnemyId, into: &mut Vec<HexId>) {
        into.clear();
        let (mission, state) = (self.mission, self.state);
        if !mission.may_move(state, enemy) {
            return;
        }
        let at = state.enemy(enemy).at;
        match state.enemy(enemy).colossus.filter(|_| mission.carries(state, enemy)) {
            Some(colossus) => {
                let steps = self.swings.iter().filter(|swing| swing.colossus == colossus);
                into.extend(steps.filter_map(|swing| mission.shifted(state, at, swing.step)));
            }
            None => self.walks(at, into),
        }
    }
}
