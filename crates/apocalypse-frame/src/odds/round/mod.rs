//! A round of an Ace: actions, and Tension spent by the best policy on rerolls and extra actions ("Ace Turn", A08).
//!
//! All attacks have the same target, and its Shields and cover wear off. Charge, Spin Up, Focused and Impulsive follow
//! the round; all other conditions are constant during the round. Tags are read when an attack is declared: its rerolls
//! cost Tension but change neither dice nor Harm (A24). Splash to other enemies is not counted.

mod solver;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod twin;

use super::super::{catalogue::entries::Armament, catalogue::entries::EnemyKind, ruleset::Ruleset};
use super::roll::Circumstance;
use super::single::{HarmOdds, TargetDefenses};
use hitchart_dice::Pmf;
use serde::Serialize;
use solver::{Attack, Move, Solver, State};
use std::collections::{BTreeMap, HashMap};

/// Objective of the best policy. Vigor is the enemy's, at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Expected Harm to an enemy that is never removed.
    Harm,
    /// Probability that the enemy is removed.
    Removal {
        /// Vigor of the enemy, at least 1.
        vigor: u8,
    },
    /// Expected number of enemies removed, one after the other; excess Harm is lost.
    Removals {
        /// Vigor of each enemy, at least 1.
        vigor: u8,
    },
}

impl Objective {
    /// Returns the Vigor of each enemy; 0 if it does not matter.
    const fn vigor(self) -> u8 {
        match self {
            Objective::Harm => 0,
            Objective::Removal { vigor } | Objective::Removals { vigor } => vigor,
        }
    }
}

/// A round to solve.
#[derive(Clone, Debug)]
pub struct Round<'a> {
    /// Armaments, 1 to 3.
    pub armaments: &'a [Armament],
    /// Conditions of the attacks; some count only for the first attack of the round.
    pub circumstance: Circumstance,
    /// Defenses of the target at the start of the round.
    pub target: TargetDefenses,
    /// Tension at the start of the turn.
    pub tension: u8,
    /// Maximum Tension, for Focused (A22) and for the Tension that Hot regains (A09).
    pub max_tension: u8,
    /// Index of the armament of the last attack in the round before; counts if Spin Up lasts (A23).
    pub last: Option<usize>,
    /// True for Parallel Processors: the first attack is followed by one with another armament, free of charge (A29).
    /// If the targets must differ, the second attack is against an enemy like the first. For `Removals`, Harm that does
    /// not remove that enemy is forgotten, so that the answer is a lower bound.
    pub parallel: bool,
    /// Dice added to rerolls: Exceptional Commitment.
    pub reroll_dice: u8,
    /// Count that the policy maximises, less the price of consequences.
    pub objective: Objective,
    /// Price of a consequence, in units of the objective.
    pub consequence_price: f64,
}

impl<'a> Round<'a> {
    /// Returns a round with Harm as the objective and no special conditions.
    pub fn new(armaments: &'a [Armament], target: TargetDefenses, tension: u8, max_tension: u8) -> Round<'a> {
        Round {
            armaments,
            circumstance: Circumstance::default(),
            target,
            tension,
            max_tension,
            last: None,
            parallel: false,
            reroll_dice: 0,
            objective: Objective::Harm,
            consequence_price: 0.0,
        }
    }
}

/// A reroll rule for people.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RerollRule {
    /// Name of the armament.
    pub armament: String,
    /// Actions left after this attack.
    pub actions_left: u8,
    /// Tension left before the reroll is paid.
    pub tension_left: u8,
    /// Results to reroll in all cases.
    pub always: Vec<u8>,
    /// Results to reroll depending on the tags in force and the enemy's Shields.
    pub sometimes: Vec<u8>,
}

/// The answer for a round under the best policy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundOdds {
    /// Value of the policy: the objective less the price of consequences.
    pub value: f64,
    /// Distribution of the objective's count: Harm, or enemies removed.
    pub counted: HarmOdds,
    /// Expected Harm to enemies, after Armor, cover and Shields.
    pub harm: f64,
    /// Expected number of enemies removed. For the objective of Harm it is 0, unless [`RoundOdds::removing`] sets the
    /// Vigor.
    pub removals: f64,
    /// Expected consequences provoked.
    pub consequences: f64,
    /// Expected Tension spent.
    pub tension_spent: f64,
    /// Expected actions used, including bought ones.
    pub actions: f64,
    /// Expected Vigor regained by Invigorating, if the Ace lacks it.
    pub vigor: f64,
    /// Harm for each action used; `None` without actions.
    pub harm_per_action: Option<f64>,
    /// Value of each point of Tension: the difference between t and t - 1 points, for t from 1.
    pub per_tension: Vec<f64>,
    /// Results to reroll, by armament, actions and Tension left, in the situations that the policy reaches.
    pub reroll_rules: Vec<RerollRule>,
}

impl RoundOdds {
    /// Sets the chance that Harm with the objective of Harm removes an enemy of this Vigor.
    pub fn removing(self, vigor: u8) -> RoundOdds {
        RoundOdds { removals: self.counted.at_least(vigor), ..self }
    }
}

/// Solves a round.
pub fn solve(round: &Round<'_>, rules: &Ruleset) -> RoundOdds {
    let mut solver = Solver::new(round, rules);
    let start = State::start(round, rules);
    let worth = solver.worth(start);
    let values: Vec<f64> = (0..=round.tension).map(|tension| solver.worth(State { tension, ..start }).value).collect();
    let (counted, reroll_rules) = follow(&mut solver, start);
    RoundOdds {
        value: worth.value,
        counted: HarmOdds::from(&Pmf::new(counted)),
        harm: worth.harm,
        removals: worth.removals,
        consequences: worth.consequences,
        tension_spent: worth.spent,
        actions: worth.actions,
        vigor: worth.vigor,
        harm_per_action: (worth.actions > 0.0).then(|| worth.harm / worth.actions),
        per_tension: values.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        reroll_rules,
    }
}

/// Returns only the value of a round.
pub fn value(round: &Round<'_>, rules: &Ruleset) -> f64 {
    Solver::new(round, rules).worth(State::start(round, rules)).value
}

/// Returns the probability that a round removes an enemy of a kind from full Vigor, under the best policy for that.
pub fn removes(round: &Round<'_>, kind: &EnemyKind, rules: &Ruleset) -> f64 {
    let target = TargetDefenses { armor: kind.written.armor, shields: kind.written.shields, ..round.target };
    let objective = Objective::Removal { vigor: kind.written.vigor };
    let against = Round { target, objective, consequence_price: 0.0, ..round.clone() };
    value(&against, rules)
}

/// Returns [`removes`] for each kind, by name.
pub fn removes_each(round: &Round<'_>, kinds: &[EnemyKind], rules: &Ruleset) -> Vec<(String, f64)> {
    kinds.iter().map(|kind| (kind.name.clone(), removes(round, kind, rules))).collect()
}

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
fn follow(solver: &mut Solver<'_>, start: State) -> (Vec<f64>, Vec<RerollRule>) {
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
