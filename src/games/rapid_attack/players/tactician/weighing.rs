//! What else could be chosen, by the tactician's own worth: what a search compares.

use super::places::Position;
use super::plan::Plan;
use super::worth::View;
use super::{Care, Scratch, Tactician};
use crate::games::rapid_attack::battle::legal::order::{must_act, ready};
use crate::games::rapid_attack::battle::state::{Die, State, Target, Turn};
use crate::games::rapid_attack::battle::{Action, Battle, Decision, Dice};
use crate::games::rapid_attack::battle_rules::PerUnit;
use crate::games::rapid_attack::loadout::Range;

/// A choice with what it is taken to be worth.
pub type Weighed = (f64, Action);

/// Least distance of two places that differ, in ruler units.
const APART: f64 = 1.0;

impl Tactician {
    /// Puts the choices that it weighs for the decision that is next into a list, the best first. Decisions of which
    /// nothing is weighed leave it empty.
    pub fn weigh<D: Dice>(&mut self, battle: &Battle<D>, state: &State, weighed: &mut Vec<Weighed>) {
        weighed.clear();
        let Some(asked) = state.asked else { return };
        let Tactician { tactics, scratch, .. } = self;
        let view = View::new(battle, state, (tactics, Care::Wide), asked.player);
        match (asked.what, state.turn_in_control()) {
            (Decision::Act, _) => view.rank_acts(scratch, weighed),
            (Decision::Declare, Some(turn)) => {
                view.rank_attacks(turn, scratch, |worth, action| weighed.push((worth, action)));
                let nothing = Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 };
                weighed.push((0.0, nothing));
            }
            (Decision::Defend, Some(turn)) => {
                view.weigh_defenses(turn, scratch, |worth, die, _| weighed.push((worth, Action::Defend(die))));
            }
            (Decision::Commit, Some(turn)) => view.rank_commitments(turn, scratch, weighed),
            (Decision::Proceed, Some(turn)) => view.rank_plans(turn, scratch, weighed),
            (Decision::Spot, Some(turn)) => view.weigh_spots(turn, |worth, action| weighed.push((worth, action))),
            (Decision::Lose, _) => {
                let wound = usize::from(state.wound_count).checked_sub(1).map(|last| state.wounds[last]);
                if let Some(wound) = wound {
                    weighed.extend(view.weighed_losses(wound.unit).map(|(keep, action)| (-keep, action)));
                }
            }
            _ => {}
        }
        best_first(weighed);
    }
}

impl<D: Dice> View<'_, D> {
    /// Frames by the worth of their turns; a pass is worth the patience.
    fn rank_acts(&self, scratch: &mut Scratch, weighed: &mut Vec<Weighed>) {
        if self.battle.rules.order.per_unit != PerUnit::Off {
            return;
        }
        weighed.extend(ready(self.state, self.me).map(|unit| (self.turn_worth(unit, scratch), Action::Activate(unit))));
        if !must_act(self.battle, self.state) {
            weighed.push((self.tactics.patience * self.asset(self.me), Action::Pass));
        }
    }

    /// All ways to give the dice out at once (S11).
    fn rank_commitments(&self, turn: &Turn, scratch: &mut Scratch, weighed: &mut Vec<Weighed>) {
        scratch.outline = None;
        let scales = self.places(turn, scratch);
        self.each_plan(turn, &scratch.positions, &scales, |plan| {
            let Plan { movement, attack, spot, worth, .. } = *plan;
            keep_best(weighed, (worth, Action::Commit { movement, attack, spot }));
        });
    }

    /// What to begin the plans with: an attack, a way to a place, or to do no more.
    fn rank_plans(&self, turn: &Turn, scratch: &mut Scratch, weighed: &mut Vec<Weighed>) {
        scratch.outline = None;
        let scales = self.places(turn, scratch);
        let positions = &scratch.positions;
        let can_attack = positions.first().is_some_and(Position::can_attack);
        self.each_plan(turn, positions, &scales, |plan| {
            let attacks_here = can_attack && plan.attack != Die::None;
            let action = match positions.get(plan.place).and_then(|position| position.path) {
                Some(path) if !(attacks_here && plan.attack_first) => Action::Move { die: plan.movement, path },
                _ if attacks_here => Action::Attack(plan.attack),
                _ => Action::Finish,
            };
            keep_best(weighed, (plan.worth, action));
        });
    }
}

/// Sorts by worth, of equals the first seen first; they are few, and nothing is allocated.
fn best_first(weighed: &mut [Weighed]) {
    for i in 1..weighed.len() {
        let place = weighed[..i].partition_point(|known| known.0 >= weighed[i].0);
        weighed[place..=i].rotate_right(1);
    }
}

/// Keeps the better of two choices that are about the same.
fn keep_best(weighed: &mut Vec<Weighed>, choice: Weighed) {
    match weighed.iter_mut().find(|known| begins_alike(&known.1, &choice.1)) {
        Some(known) if known.0 >= choice.0 => {}
        Some(known) => *known = choice,
        None => weighed.push(choice),
    }
}

/// Whether two plans begin with about the same: the same attack, or ways to the same place, be it by another die.
fn begins_alike(one: &Action, other: &Action) -> bool {
    let end = |action: &Action| match action {
        Action::Move { path, .. } => Some(path.to),
        _ => None,
    };
    match (end(one), end(other)) {
        (Some(a), Some(b)) => a.distance_squared(b) < APART * APART,
        _ => one == other,
    }
}
