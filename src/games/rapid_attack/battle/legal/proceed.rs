//! Movement and attack: the actions that a turn has left.

use super::super::Battle;
use super::super::state::{Colour, State, Target, Turn};
use super::dice::dice_for;

/// Returns true if the turn has any movement or attack left.
pub fn can_proceed<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    let moves = !turn.moved && dice_for(turn, Colour::Green).next().is_some() && state.unit(turn.unit).stands();
    moves || can_attack(battle, state, turn) || new_targets(battle, state, turn).next().is_some()
}

/// Returns true if the attack is possible from the place of the frame.
pub fn can_attack<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> bool {
    !turn.attacked
        && battle.can_attack_from(state, turn, state.unit(turn.unit).at)
        && dice_for(turn, Colour::Red).next().is_some()
}

/// Returns the frames that an answering frame may attack from its place instead of its target, if the rules allow it
/// (R11).
pub fn new_targets<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
) -> impl Iterator<Item = Target> + 'a {
    let asked = battle.rules.turn.responder_renames && turn.opened_by.is_some() && !turn.attacked && !turn.renamed;
    let may = asked && turn.target != Target::Nothing && dice_for(turn, Colour::Red).next().is_some();
    let owner = state.unit(turn.unit).owner;
    let others = state.enemies(owner).map(Target::Frame).filter(move |target| may && *target != turn.target);
    // Only one frame at a time answers (R09): while a frame answers, a new target must not need an answer.
    let needs_no_answer = move |target: &Target| {
        let unit = target.frame().map(|target| state.unit(target));
        state.answer.is_none() || unit.is_none_or(|unit| unit.defense.is_some() || unit.acted)
    };
    let others = others.filter(needs_no_answer);
    others.filter(move |target| battle.can_attack(state, *target, turn.range, state.unit(turn.unit).at))
}
