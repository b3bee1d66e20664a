//! Answers to a consequence (A06).

use super::super::Mission;
use super::super::action::Action;
use super::super::reach::is_open;
use super::super::state::{Provoked, State};
use super::enemy::{self, Moment};
use crate::games::apocalypse_frame::ids::{EnemyId, EnemySet};
use crate::games::apocalypse_frame::ruleset::Answer;

/// Returns the enemies on the field that may answer; for enemies under EMP this depends on the rules (A34).
fn awake<D>(mission: &Mission<D>, state: &State) -> EnemySet {
    let marks = &state.marks;
    if mission.rules.items.emp_may_answer || marks.emp.is_empty() {
        return marks.up;
    }
    marks.up - mission.stunned(state)
}

/// Returns true if an answer is possible.
pub fn is_any<D>(mission: &Mission<D>, state: &State, provoked: Provoked) -> bool {
    // Nearly always an enemy can at least move; only otherwise a list is needed.
    let at_large = awake(mission, state) - state.marks.held;
    let walks = at_large.iter().any(|enemy| {
        let around = mission.encounter(state).map.around(state.enemy(enemy).at);
        match mission.carries(state, enemy) {
            true => mission.carried_ways(state, enemy).next().is_some(),
            false => mission.may_move(state, enemy) && around.iter().any(|to| is_open(state, *to)),
        }
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
        let target = provoked.target.filter(|target| target_may(mission, state, *target, awake));
        let target = EnemySet::from_iter(target);
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
                (awake | target).iter().for_each(|enemy| attacks(mission, state, enemy, into));
            }
        }
    }
    awake.iter().for_each(|enemy| enemy::moves(mission, state, enemy, into));
}

/// Returns true if the target may answer, even if it has been removed (A04).
fn target_may<D>(mission: &Mission<D>, state: &State, target: EnemyId, awake: EnemySet) -> bool {
    awake.has(target)
        || !state.marks.up.has(target)
            && mission.rules.gm.removed_may_answer
            && (mission.rules.items.emp_may_answer || !mission.is_stunned(state, target))
}

fn attacks<D>(mission: &Mission<D>, state: &State, enemy: EnemyId, into: &mut Vec<Action>) {
    enemy::attacks(mission, state, enemy, Moment::Answer(state.turn.acting()), into);
}

/// Appends the attacks of these enemies that reach, and the other moves of the attackers: of all if `all`, otherwise
/// only attacks with the highest Harm.
fn hardest<D>(mission: &Mission<D>, state: &State, enemies: EnemySet, all: bool, into: &mut Vec<Action>) {
    let begin = into.len();
    enemies.iter().for_each(|enemy| attacks(mission, state, enemy, into));
    let harm = |action: &Action| match *action {
        Action::EnemyAttack { enemy, attack, .. } => {
            let kit = &mission.kind(state, enemy).attacks[attack.index()];
            mission.enemy_blow(state, state.enemy(enemy), (attack, kit), true).harm
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
    let mut answering = EnemySet::EMPTY;
    for action in &into[begin..] {
        if let Action::EnemyAttack { enemy, .. } = action {
            answering.insert(*enemy);
        }
    }
    for enemy in (answering & state.marks.up).iter() {
        enemy::moves(mission, state, enemy, into);
    }
}
