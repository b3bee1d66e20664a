//! Answers to a consequence that may be chosen (A06).

use super::super::Mission;
use super::super::action::Action;
use super::super::state::{Mask, Provoked, State, each};
use super::enemy::{self, Moment};
use crate::games::apocalypse_frame::catalogue::enemy::Rank;
use crate::games::apocalypse_frame::mission::NONE;
use crate::games::apocalypse_frame::ruleset::Answer;

/// Enemies on the field that may answer: under EMP as the rules have it (A34).
fn awake<D>(mission: &Mission<D>, state: &State) -> Mask {
    let marks = &state.marks;
    if mission.rules.items.emp_may_answer || marks.emp == 0 {
        return marks.up;
    }
    let stunned = each(marks.up & marks.emp).filter(|enemy| mission.kind(state, *enemy).rank == Rank::Standard);
    marks.up & !stunned.fold(0, |mask, enemy| mask | 1 << enemy)
}

/// Whether anybody can answer.
pub fn is_any<D>(mission: &Mission<D>, state: &State, provoked: Provoked) -> bool {
    // Nearly always somebody can at least walk; only else is it worth a list.
    let at_large = awake(mission, state) & !state.marks.held;
    let walks = each(at_large).any(|enemy| {
        let at = state.enemy(enemy).at;
        let around = mission.encounter(state).map.around(at);
        mission.may_move(state, enemy) && around.iter().any(|to| super::is_open(state, *to))
    });
    if walks {
        return true;
    }
    let mut answers = Vec::new();
    list(mission, state, provoked, &mut answers);
    !answers.is_empty()
}

/// Appends the answers.
pub fn list<D>(mission: &Mission<D>, state: &State, provoked: Provoked, into: &mut Vec<Action>) {
    let awake = awake(mission, state);
    let begin = into.len();
    if !provoked.harmless {
        let target = target_mask(mission, state, provoked.target, awake);
        match mission.rules.gm.answer {
            Answer::TargetFirst => {
                for enemies in [target, awake] {
                    hardest(mission, state, enemies, enemies == target, into);
                    if into.len() > begin {
                        return;
                    }
                }
            }
            Answer::Any => {
                each(awake | target).for_each(|enemy| attacks(mission, state, enemy, into));
            }
        }
    }
    each(awake).for_each(|enemy| enemy::moves(mission, state, enemy, into));
}

/// The target, if it may answer though it is perhaps removed (A04).
fn target_mask<D>(mission: &Mission<D>, state: &State, target: u8, awake: Mask) -> Mask {
    if target == NONE {
        return 0;
    }
    let may = awake >> target & 1 == 1
        || state.marks.up >> target & 1 == 0
            && mission.rules.gm.removed_may_answer
            && was_awake(mission, state, target);
    if may { 1 << target } else { 0 }
}

fn was_awake<D>(mission: &Mission<D>, state: &State, target: u8) -> bool {
    let stunned = state.marks.emp >> target & 1 == 1 && mission.kind(state, target).rank == Rank::Standard;
    mission.rules.items.emp_may_answer || !stunned
}

fn attacks<D>(mission: &Mission<D>, state: &State, enemy: u8, into: &mut Vec<Action>) {
    enemy::attacks(mission, state, enemy, Moment::Answer(state.turn.ace), into);
}

/// The attacks of those among these enemies that reach, and their other moves: of all of them, or of those alone whose
/// Harm is highest.
fn hardest<D>(mission: &Mission<D>, state: &State, enemies: Mask, all: bool, into: &mut Vec<Action>) {
    let begin = into.len();
    each(enemies).for_each(|enemy| attacks(mission, state, enemy, into));
    let harm = |action: &Action| match *action {
        Action::EnemyAttack { enemy, attack, .. } => {
            let kit = &mission.kind(state, enemy).attacks[usize::from(attack)];
            mission.enemy_blow(state, enemy, (attack, kit), true).harm
        }
        _ => 0,
    };
    if !all {
        let most = into[begin..].iter().map(harm).max().unwrap_or(0);
        let mut kept = begin;
        for i in begin..into.len() {
            if harm(&into[i]) == most {
                into.swap(kept, i);
                kept += 1;
            }
        }
        into.truncate(kept);
    }
    let mut answering: Mask = 0;
    for action in &into[begin..] {
        if let Action::EnemyAttack { enemy, .. } = action {
            answering |= 1 << enemy;
        }
    }
    for enemy in each(answering & state.marks.up) {
        enemy::moves(mission, state, enemy, into);
    }
}
