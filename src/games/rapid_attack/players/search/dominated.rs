//! Choices that another choice beats at no cost. A search does not compare them, because a few playouts cannot
//! distinguish them from equals.

use crate::games::rapid_attack::battle::legal::dice::attack_dice;
use crate::games::rapid_attack::battle::legal::proceed::can_attack;
use crate::games::rapid_attack::battle::legal::spots::can_spot;
use crate::games::rapid_attack::battle::state::{Die, State, Target, Turn};
use crate::games::rapid_attack::battle::{Action, Battle, Decision, Dice};
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::players::tactician::{DefensePlans, Tactician};

/// Dominated choices of a decision.
#[derive(Clone, Copy, Debug)]
pub enum Dominated {
    /// No choice is known to be dominated.
    Nothing,
    /// A defense is dominated by a higher one that leaves an equally good plan for the rest of the turn.
    Defenses(DefensePlans),
    /// An attack with the red die costs nothing: it dominates all choices that give this attack up.
    Attack(Die),
    /// A spot can be given and helps no rival: it dominates giving none.
    Spot,
}

impl Dominated {
    /// Finds the dominated choices of the decision that is due.
    pub fn of<D: Dice>(battle: &Battle<D>, state: &State, what: Decision, base: &mut Tactician) -> Dominated {
        let Some(turn) = state.turn_in_control() else { return Dominated::Nothing };
        match what {
            Decision::Defend => Dominated::Defenses(base.defense_plans(battle, state, turn)),
            Decision::Proceed => free_attack(battle, state, turn).map_or(Dominated::Nothing, Dominated::Attack),
            // A spot serves the next attacker of its target: with three players, maybe a rival.
            Decision::Spot if state.player_count == 2 && can_spot(battle, state, turn) => Dominated::Spot,
            _ => Dominated::Nothing,
        }
    }

    /// Returns the choice itself, or one that dominates it if that is known.
    pub fn improved<D: Dice>(&self, battle: &Battle<D>, state: &State, action: Action) -> Action {
        match (self, action) {
            (Dominated::Defenses(plans), Action::Defend(die)) => Action::Defend(plans.better_than(die).unwrap_or(die)),
            (Dominated::Attack(die), _) if self.contains(battle, state, &action) => Action::Attack(*die),
            _ => action,
        }
    }

    /// Returns true for a choice that another choice dominates.
    pub fn contains<D: Dice>(&self, battle: &Battle<D>, state: &State, action: &Action) -> bool {
        let leaves_range = |turn: &Turn, to| !battle.can_attack_from(state, turn, to);
        match (self, action) {
            (Dominated::Defenses(plans), Action::Defend(die)) => plans.better_than(*die).is_some(),
            (Dominated::Attack(_), Action::Finish) | (Dominated::Spot, Action::NoSpot) => true,
            (Dominated::Attack(_), Action::Move { path, .. }) => {
                state.turn_in_control().is_some_and(|turn| leaves_range(turn, path.to))
            }
            _ => false,
        }
    }
}

/// Returns the red die if an attack with it can be made from the frame's place and has no drawback. The target must not
/// have to take its turn in answer (R13), and no frame of the attacker may cover the target (R34).
fn free_attack<D: Dice>(battle: &Battle<D>, state: &State, turn: &Turn) -> Option<Die> {
    let Target::Frame(target) = turn.target else { return None };
    let unit = state.unit(target);
    let answers = unit.defense.is_none() && !unit.acted;
    if !can_attack(battle, state, turn) || answers || !unit.stands() {
        return None;
    }
    let attacker = state.unit(turn.unit);
    let covering = || battle.frame_covering(state, target, turn.unit, attacker.at);
    let covers_friend = |number: u8| state.unit(number).owner == attacker.owner;
    if turn.range != Range::HandToHand && covering().is_some_and(covers_friend) {
        return None;
    }
    attack_dice(battle, state, turn).find(|die| *die == Die::Own)
}
