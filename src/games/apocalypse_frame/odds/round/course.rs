//! The course of a round under the best policy: the whole distribution of the objective's count, and the rerolls.

use super::solver::{Attack, Solver};
use super::state::{Move, State};
use super::{Objective, RerollRule};
use std::collections::{BTreeMap, HashMap};

/// A situation of a reroll rule: index of the armament, actions left, Tension left.
type Situation = (usize, u8, u8);

/// By result 0 to 6: true if it was ever kept, and if it was ever rerolled.
type Seen = [(bool, bool); 7];

struct Course<'s, 'a> {
    solver: &'s mut Solver<'a>,
    known: HashMap<State, Vec<f64>>,
    seen: BTreeMap<Situation, Seen>,
}

/// Returns the probabilities by Harm or by removals, depending on the objective, and the reroll rules.
pub fn follow(solver: &mut Solver<'_>, start: State) -> (Vec<f64>, Vec<RerollRule>) {
    let mut course = Course { solver, known: HashMap::new(), seen: BTreeMap::new() };
    let counted = course.counted(start);
    let seen = std::mem::take(&mut course.seen);
    let armaments = solver.round.armaments;
    let rule = |((armament, actions_left, tension_left), seen): (Situation, Seen)| {
        let results = |wanted: (bool, bool)| (0..7u8).filter(|r| seen[usize::from(*r)] == wanted).collect();
        let armament = armaments[armament].name.clone();
        RerollRule {
            armament,
            actions_left,
            tension_left,
            always: results((false, true)),
            sometimes: results((true, true)),
        }
    };
    (counted, seen.into_iter().map(rule).collect())
}

impl Course<'_, '_> {
    fn counted(&mut self, state: State) -> Vec<f64> {
        if let Some(known) = self.known.get(&state) {
            return known.clone();
        }
        let counted = match self.solver.best(state).1 {
            Move::Stop => vec![1.0],
            Move::Skip => self.counted(state.skipped()),
            Move::Buy => self.counted(state.bought()),
            attack @ Move::Attack { armament, .. } => {
                let play = self.solver.attack(state, attack);
                self.note(state, armament, &play);
                self.of_attack(state, attack, &play)
            }
        };
        self.known.insert(state, counted.clone());
        counted
    }

    fn of_attack(&mut self, state: State, attack: Move, play: &Attack) -> Vec<f64> {
        let by_harm = self.solver.round.objective == Objective::Harm;
        let mut counted = Vec::new();
        let mut reached = 1.0;
        for (paid, stage) in play.stages.iter().enumerate() {
            let left = State { tension: state.tension - paid as u8, ..state };
            let mut again = 0.0;
            for (kind, rerolled) in stage {
                if *rerolled {
                    again += kind.p;
                    continue;
                }
                for branch in self.solver.branches(left, attack, kind) {
                    let shift = if by_harm { branch.gain.harm } else { branch.gain.removals } as usize;
                    add_shifted(&mut counted, &self.counted(branch.next), shift, reached * kind.p * branch.p);
                }
            }
            reached *= again;
            if reached == 0.0 {
                break;
            }
        }
        counted
    }

    /// Records the results that are kept and those that are rerolled, for each amount of Tension that the play reaches.
    fn note(&mut self, state: State, armament: usize, play: &Attack) {
        let actions = state.actions - u8::from(state.pair.is_none());
        for (paid, stage) in play.stages.iter().enumerate().take(play.stages.len() - 1) {
            let seen = self.seen.entry((armament, actions, state.tension - paid as u8)).or_default();
            for (kind, rerolled) in stage {
                let (kept, again) = &mut seen[usize::from(kind.result)];
                *kept |= !rerolled;
                *again |= rerolled;
            }
            if stage.iter().all(|(_, rerolled)| !rerolled) {
                break;
            }
        }
    }
}

fn add_shifted(sum: &mut Vec<f64>, pmf: &[f64], shift: usize, p: f64) {
    if sum.len() < pmf.len() + shift {
        sum.resize(pmf.len() + shift, 0.0);
    }
    for (to, from) in sum[shift..].iter_mut().zip(pmf) {
        *to += p * from;
    }
}
